// SPDX-License-Identifier: Apache-2.0
// What a capture program knows about its device. Each program implements one Unit; session.hpp does the
// rest.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "vec_io.hpp"

namespace capture {

struct Instruction {
    std::string name;        ///< as `karat list` spells it
    std::string other = {};  ///< another spelling, such as the PTX name; may be empty
    Formats formats = {};
    bool bitwise_xor = false;  ///< b1: XOR instead of AND
    std::size_t id = 0;        ///< for the unit's own use
};

class Unit {
   public:
    virtual ~Unit() = default;
    /// The architecture as `karat list` spells it: "Hopper", "x86".
    [[nodiscard]] virtual std::string arch() const = 0;
    /// Device and driver, for `# source:`.
    [[nodiscard]] virtual std::string device() const = 0;
    /// The instructions that the program was compiled with.
    [[nodiscard]] virtual const std::vector<Instruction>& instructions() const = 0;
    /// Why this device cannot execute the instruction, as a sentence; empty if it can. May throw Error.
    [[nodiscard]] virtual std::string refusal(const Instruction& instruction) const = 0;
    /// Takes an option of this program. False if there is none of that name.
    virtual bool option(const std::string& /*name*/, const std::string& /*value*/) { return false; }
    /// Lines of the help text for these options.
    [[nodiscard]] virtual std::string option_help() const { return {}; }
    /// The encodings of d, one for each row. The rows fit the formats. Throws Error.
    [[nodiscard]] virtual std::vector<std::uint64_t> run(const Instruction& instruction,
                                                         const std::vector<Row>& rows) = 0;
};

}  // namespace capture
