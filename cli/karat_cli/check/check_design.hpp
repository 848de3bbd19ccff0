// SPDX-License-Identifier: Apache-2.0
// Which design karat check drives: the reference RTL, built with knobs of its own, or a candidate.
#pragma once
#include <memory>

#include "karat_cli/options.hpp"
#include "karat_tb/check/candidate.hpp"
#include "karat_tb/check/check.hpp"
#include "karat_tb/rtl/structure/rtl_structure.hpp"

namespace karat::cli {

struct Lanes {
    std::size_t m = 0, n = 0;
};

/// A design under check.
class Design {
   public:
    virtual ~Design() = default;
    /// The lanes it was built with; 0 where only --lanes tells.
    [[nodiscard]] virtual Lanes built() const { return {}; }
    /// The lanes asked for by --lanes, or those the design was built with. Throws UsageError if nobody says.
    [[nodiscard]] virtual Lanes lanes(const po::variables_map& values) const = 0;
    /// Checks the design from reset (tb/karat_tb/check/check.hpp). `waves`: FST file that dumped cycles go
    /// to; empty: none. Throws karat::Error.
    [[nodiscard]] virtual tb::CheckResult run(tb::TileSource& source, tb::Scoreboard& board,
                                              const tb::CheckSettings& settings,
                                              const std::string& waves) const = 0;
    /// Whether run() may be called more than once.
    [[nodiscard]] virtual bool repeatable() const { return true; }
    /// Whether run() can write waves.
    [[nodiscard]] virtual bool has_waves() const { return true; }
};

/// Adds --lanes; the reference RTL's knobs and --candidate too, if no design is linked into this program.
void add_design_options(po::options_description& options, const Design* linked);
/// The tile of reference RTL that `spec`, the options that change it, --lanes and --stages describe. Throws
/// UsageError, or karat::Error naming the knob that the reference RTL has not.
[[nodiscard]] tb::RtlTile read_tile(const po::variables_map& values, const Spec& spec);
/// The design that the options name: the reference RTL or a shared object. Nothing is built before run() or
/// lanes(). Throws UsageError or karat::Error.
[[nodiscard]] std::unique_ptr<Design> read_design(const po::variables_map& values, const Spec& spec);
/// --lanes, or those the design was built with. Throws UsageError if nobody says, karat::Error if they
/// differ.
[[nodiscard]] Lanes choose_lanes(const po::variables_map& values, Lanes built);

/// A Verilated design whose karat_candidate_open is linked into this program.
class LinkedDesign final : public Design {
   public:
    explicit LinkedDesign(karat_candidate_open_fn open) : open_(open) {}
    [[nodiscard]] Lanes built() const override;
    [[nodiscard]] Lanes lanes(const po::variables_map& values) const override {
        return choose_lanes(values, built());
    }
    [[nodiscard]] tb::CheckResult run(tb::TileSource& source, tb::Scoreboard& board,
                                      const tb::CheckSettings& settings,
                                      const std::string& waves) const override;
    [[nodiscard]] bool has_waves() const override;

   private:
    karat_candidate_open_fn open_;
};

}  // namespace karat::cli
