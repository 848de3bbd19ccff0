// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "candidate/karat_candidate.h"

namespace karat::tb {

/// Operands or results of one tile as the ports carry them: 32-bit words, element i at bits [(i+1)W-1 : iW].
using PortWords = std::vector<std::uint32_t>;

/// Words of a port of `elements` elements of `width` bits. Two spare ones: Verilator's smallest ports are machine words.
[[nodiscard]] PortWords make_port(std::size_t elements, std::uint32_t width);
void put_element(PortWords& port, std::size_t index, std::uint32_t width, std::uint64_t value);
[[nodiscard]] std::uint64_t get_element(const PortWords& port, std::size_t index, std::uint32_t width);

/// A design under test behind DESIGN's candidate ports, one clock cycle at a time.
class Candidate {
   public:
    virtual ~Candidate() = default;
    [[nodiscard]] virtual const karat_candidate_shape& shape() const = 0;
    /// See karat_candidate.h.
    virtual void cycle(karat_candidate_cycle& io) = 0;

   protected:
    Candidate() = default;
    Candidate(const Candidate&) = default;
    Candidate& operator=(const Candidate&) = default;
};

/// Loads a candidate's shared object. Throws karat::Error naming the file and what is wrong with it.
[[nodiscard]] std::unique_ptr<Candidate> load_candidate(const std::string& path);

}  // namespace karat::tb
