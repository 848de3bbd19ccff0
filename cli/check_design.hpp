// SPDX-License-Identifier: Apache-2.0
// Which design karat check drives: the reference RTL, built with knobs of its own, or a candidate.
#pragma once
#include <memory>

#include "karat_tb/candidate.hpp"
#include "options.hpp"

namespace karat::cli {

struct Lanes {
    std::size_t m = 0, n = 0;
};

/// Makes the design afresh as often as wanted, each time after reset.
class Design {
   public:
    virtual ~Design() = default;
    /// `waves`: path of the FST file that dumped cycles go to; empty: none. Throws karat::Error.
    [[nodiscard]] virtual std::unique_ptr<tb::Candidate> open(const std::string& waves) const = 0;
};

/// Adds --lanes; --candidate and the RTL's knobs too if no candidate is linked into this program.
void add_design_options(po::options_description& options, bool linked);
/// `linked`: open function of a candidate in this program, or null. Reads and checks the options; nothing is built before open(). Throws
/// UsageError or karat::Error.
[[nodiscard]] std::unique_ptr<Design> read_design(const po::variables_map& values, const Spec& spec, karat_candidate_open_fn linked);
/// The lanes asked for, or those the candidate was built with. Throws UsageError if nobody says.
[[nodiscard]] Lanes choose_lanes(const po::variables_map& values, const karat_candidate_ports& ports);

}  // namespace karat::cli
