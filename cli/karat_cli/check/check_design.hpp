// SPDX-License-Identifier: Apache-2.0
// The design that karat check drives: the reference RTL, optionally with changed knobs, or a candidate.
#pragma once
#include <memory>

#include "karat_cli/options.hpp"
#include "karat_tb/check/candidate.hpp"
#include "karat_tb/check/check.hpp"
#include "karat_tb/rtl/structure/rtl_structure.hpp"

namespace karat::cli {

/// How long Verilator takes to build a design, roughly: as measured on one lane of K = 16.
inline constexpr double kSecondsToBuild = 15;

struct Lanes {
    std::size_t m = 0, n = 0;
};

/// Parses "MxN", from 1x1 to 64x64. Throws UsageError.
[[nodiscard]] Lanes read_lanes(const std::string& text);

/// A design under check.
class Design {
   public:
    virtual ~Design() = default;
    /// The lanes the design was built with; 0 if they are given by --lanes only.
    [[nodiscard]] virtual Lanes built() const { return {}; }
    /// The lanes given by --lanes, else those the design was built with. Throws UsageError if neither is
    /// known.
    [[nodiscard]] virtual Lanes lanes(const po::variables_map& values) const = 0;
    /// Resets and checks the design (tb/karat_tb/check/check.hpp). `waves`: FST file for the dumped cycles;
    /// empty: none. Throws karat::Error.
    [[nodiscard]] virtual tb::CheckResult run(tb::TileSource& source, tb::Scoreboard& board,
                                              const tb::CheckSettings& settings,
                                              const std::string& waves) const = 0;
    /// The width of the mode input; 0 if there is none.
    [[nodiscard]] virtual std::uint32_t mode_bits() const { return 0; }
    /// The same as run() with tiles of several modes. Precondition: mode_bits() is not 0.
    [[nodiscard]] virtual tb::CheckResult run_modes(tb::TileSource& source, tb::ModeBoards& boards,
                                                    const tb::CheckSettings& settings,
                                                    const std::string& waves) const;
    /// The modes of the runs that follow, for a design that is elaborated with their golden models. Called at
    /// most once, before the first run.
    virtual void prepare(const std::vector<std::pair<std::uint32_t, Spec>>& /*modes*/) const {}
    /// Whether open() may be called. run() can be repeated in any case.
    [[nodiscard]] virtual bool can_be_opened() const { return true; }
    /// Whether run() can write waves.
    [[nodiscard]] virtual bool has_waves() const { return true; }
    /// The design for --serve, which drives it without a scoreboard. Throws UsageError if that cannot be
    /// done, karat::Error if it cannot be opened. `more`: plusargs besides its own, "+karat_depth=1".
    [[nodiscard]] virtual std::unique_ptr<tb::Candidate> open(
        const std::vector<std::string>& more = {}) const;
};

/// A design behind the candidate interface; every run opens it anew.
class CandidateDesign : public Design {
   public:
    /// `plusargs`: as the design sees them, "+fault=1".
    explicit CandidateDesign(std::vector<std::string> plusargs) : plusargs_(std::move(plusargs)) {}
    [[nodiscard]] tb::CheckResult run(tb::TileSource& source, tb::Scoreboard& board,
                                      const tb::CheckSettings& settings,
                                      const std::string& waves) const override {
        const auto candidate = open_with({waves, plusargs_});
        return tb::run_check(*candidate, source, board, settings);
    }
    [[nodiscard]] tb::CheckResult run_modes(tb::TileSource& source, tb::ModeBoards& boards,
                                            const tb::CheckSettings& settings,
                                            const std::string& waves) const override {
        const auto candidate = open_with({waves, plusargs_});
        return tb::run_modes(*candidate, source, boards, settings);
    }
    [[nodiscard]] std::unique_ptr<tb::Candidate> open(
        const std::vector<std::string>& more = {}) const override {
        std::vector<std::string> all = plusargs_;
        all.insert(all.end(), more.begin(), more.end());
        return open_with({{}, all});
    }

   protected:
    [[nodiscard]] virtual std::unique_ptr<tb::Candidate> open_with(
        const tb::CandidateOptions& options) const = 0;

   private:
    std::vector<std::string> plusargs_;
};

/// The values of --plusarg, with their plus signs. Throws UsageError.
[[nodiscard]] std::vector<std::string> read_plusargs(const po::variables_map& values);
/// Adds --lanes and, if no design is linked into this program, the RTL options, --plusarg and --candidate.
void add_design_options(po::options_description& options, const Design* linked);
/// The tile of reference RTL described by `spec`, the RTL options, --lanes and --stages. Throws UsageError,
/// or karat::Error naming a knob that the reference RTL does not support.
[[nodiscard]] tb::RtlTile read_tile(const po::variables_map& values, const Spec& spec);
/// The design given by the options: the reference RTL or a shared object. Nothing is built or opened before
/// one of its members is called. Throws UsageError or karat::Error.
[[nodiscard]] std::unique_ptr<Design> read_design(const po::variables_map& values, const Spec& spec);
/// --lanes, else the lanes the design was built with. Throws UsageError if neither is known, karat::Error if
/// they differ.
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
    [[nodiscard]] std::uint32_t mode_bits() const override { return open()->ports().mode_bits; }
    [[nodiscard]] tb::CheckResult run_modes(tb::TileSource& source, tb::ModeBoards& boards,
                                            const tb::CheckSettings& settings,
                                            const std::string& waves) const override;
    [[nodiscard]] bool has_waves() const override;
    [[nodiscard]] std::unique_ptr<tb::Candidate> open(
        const std::vector<std::string>& more = {}) const override;

   private:
    karat_candidate_open_fn open_;
};

}  // namespace karat::cli
