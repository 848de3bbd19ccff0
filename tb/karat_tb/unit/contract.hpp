// SPDX-License-Identifier: Apache-2.0
// A contract: how a unit's ports are spoken to. docs/reference/contract.md describes every key.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "karat/enum_names.hpp"
#include "karat/recipe/spec.hpp"
#include "karat_tb/check/flag_board.hpp"

namespace karat::tb {

enum class PortStyle : std::uint8_t { packed, unpacked, flat, scalar };
enum class InputHandshake : std::uint8_t { none, valid, valid_ready, start_busy, credit };
enum class OutputHandshake : std::uint8_t { latency, valid, valid_ready };

/// The elements of an operand or of the result, as the unit's ports have them.
struct OperandPort {
    std::string port;  ///< with style scalar a pattern: "c_{m}_{n}"
    PortStyle style = PortStyle::packed;
    std::string order;        ///< the slowest index first: "mk"
    bool msb_first = false;   ///< flat, packed: element 0 is in the most significant bits
    bool descending = false;  ///< unpacked: ranges are written [N-1:0]
};

struct UnitInput {
    InputHandshake handshake = InputHandshake::valid_ready;
    std::string valid;  ///< start_busy: the port "start"; empty with handshake none
    std::string ready;  ///< start_busy: "busy"; credit: "return"; empty otherwise
    int credits = 0;
};

struct UnitOutput {
    OutputHandshake handshake = OutputHandshake::valid_ready;
    std::string valid, ready;
    int cycles = 0;      ///< latency: from the edge that takes a tile to the edge that can sample its result
    std::string enable;  ///< latency, valid: the clock enable; empty: the unit always runs
    int beats = 1;       ///< transfers per result
    char by = 'm';       ///< the index that is divided among them
};

/// K delivered in several transfers.
struct KBeats {
    int beats = 1;
    std::string first, last;    ///< ports that are 1 during the first or last transfer; may be empty
    std::string clear, read;    ///< ports with a cycle of their own before and after; may be empty
    bool answers_each = false;  ///< the unit answers each transfer with the sum so far
    bool gapless = false;       ///< no cycle without a transfer between those of a tile
};

struct Stationary {
    char operand = 'b';
    std::string valid, ready;
    bool drain = false;  ///< no load while tiles are in the unit
    bool once = false;   ///< no load after another without a tile between them
};

struct Tag {
    std::string in, out;
    int bits = 4;
};

/// The mode is the concatenation of its ports, the first one in the low bits.
struct UnitMode {
    std::vector<std::pair<std::string, int>> ports;           ///< name, bits
    int bits = 0;                                             ///< of all ports
    std::vector<std::pair<std::string, std::string>> values;  ///< value, settings
};

/// An input that makes the unit drop its tiles.
struct Flush {
    std::string port;
    bool high = true;
    bool drops = false;  ///< the adapter uses it instead of every second reset; otherwise it stays inactive
};

/// A clock of the unit that the adapter divides from karat's.
struct DividedClock {
    std::string port;
    int divide = 2;
    std::string reset;  ///< of this clock's part of the unit, released at a rising edge; may be empty
    bool reset_high = false;
};

/// One port with status flags.
struct FlagsPort {
    std::string key;  ///< as in the contract: "flags", "flags.ports.invalid"
    OperandPort port;
    std::vector<std::optional<int>>
        bits;  ///< of Flags::bits(), the least significant one first; none: ignored
};

struct UnitFlags {
    FlagPort what;
    std::vector<FlagsPort> ports;
};

using Names = std::vector<std::pair<std::string, std::string>>;

/// Throughout, ports are names of the unit's ports; "" means that there is none.
struct Contract {
    std::string path;  ///< of the file
    std::string top;
    std::vector<std::string> sources, filelists, include;  ///< absolute paths
    std::vector<std::string> verilator;                    ///< options of Verilator, for karat's own builds
    Names parameters;
    Spec spec;
    bool formats_only = false;      ///< `spec` is the exact sum of the formats, which is all that is said
    std::string spec_file;          ///< absolute; empty if the contract has an instruction or the object
    std::string arch, instruction;  ///< of the instruction; otherwise empty
    int m = 1, n = 1;               ///< lanes

    std::string clock;
    bool falling = false;  ///< the unit's active edge
    std::string reset;
    bool reset_high = false;
    OperandPort a, b, d;
    std::optional<OperandPort> c, scale_a, scale_b, metadata;
    UnitInput input;
    UnitOutput output;
    int depth = 0;  ///< most tiles in flight, where the adapter counts them
    KBeats k_beats;
    std::optional<Stationary> stationary;
    std::optional<Tag> tag;
    std::optional<UnitMode> mode;
    std::optional<DividedClock> operand_clock, result_clock;
    std::optional<Flush> flush;
    std::optional<UnitFlags> flags;
    Names ties;                     ///< inputs and their constants, in SystemVerilog
    std::vector<std::string> open;  ///< outputs that nothing uses

    /// Whether the adapter flushes the unit.
    [[nodiscard]] bool flushes() const { return flush && flush->drops; }
    /// Whether the adapter keeps results, because the unit cannot be stalled or answers out of order.
    [[nodiscard]] bool keeps_results() const {
        return tag || (output.handshake != OutputHandshake::valid_ready && output.enable.empty());
    }
    /// Whether the adapter must know when the unit takes a tile.
    [[nodiscard]] bool counts_tiles() const {
        return keeps_results() || output.handshake == OutputHandshake::latency || k_beats.beats > 1 ||
               counts_before_loads();
    }
    /// Whether the adapter knows if tiles are in the unit when its stationary operand is loaded.
    [[nodiscard]] bool counts_before_loads() const {
        return stationary && !operand_clock && output.enable.empty();
    }
};

/// Reads a contract file, the specification that it names included. Throws karat::Error, one sentence that
/// begins with the path and names the key, its value and what is allowed.
[[nodiscard]] Contract read_contract(const std::string& path);

}  // namespace karat::tb

namespace karat {
template <>
struct EnumNames<tb::PortStyle> {
    static constexpr std::array<std::string_view, 4> names{"packed", "unpacked", "flat", "scalar"};
};
template <>
struct EnumNames<tb::InputHandshake> {
    static constexpr std::array<std::string_view, 5> names{"none", "valid", "valid_ready", "start_busy",
                                                           "credit"};
};
template <>
struct EnumNames<tb::OutputHandshake> {
    static constexpr std::array<std::string_view, 3> names{"latency", "valid", "valid_ready"};
};
}  // namespace karat
