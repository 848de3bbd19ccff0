// SPDX-License-Identifier: Apache-2.0
// A SystemC module as the design under check.
#pragma once
#include "karat_cli/check/check_main.hpp"
#include "karat_cosim/cosimulation.hpp"

namespace karat::cosim {

/// A Verilated SystemC module of type `Top`, driven through its pins. It can be simulated once per process.
template <class Top>
class SystemCDesign final : public cli::Design {
   public:
    /// `built`: the lanes the design was built with; 0 if they are given by --lanes only. `mode_bits`: the
    /// width of its mode input; 0 if there is none.
    explicit SystemCDesign(cli::Lanes built, std::uint32_t mode_bits = 0)
        : built_(built), mode_bits_(mode_bits), pins_("pins", clock_) {}
    [[nodiscard]] cli::Lanes built() const override { return built_; }
    [[nodiscard]] cli::Lanes lanes(const cli::po::variables_map& values) const override {
        return cli::choose_lanes(values, built_);
    }
    [[nodiscard]] tb::CheckResult run(tb::TileSource& source, tb::Scoreboard& board,
                                      const tb::CheckSettings& settings,
                                      const std::string& /*waves*/) const override {
        return simulate(pins_, clock_, source, board, settings);
    }
    [[nodiscard]] std::uint32_t mode_bits() const override { return mode_bits_; }
    [[nodiscard]] tb::CheckResult run_modes(tb::TileSource& source, tb::ModeBoards& boards,
                                            const tb::CheckSettings& settings,
                                            const std::string& /*waves*/) const override {
        return simulate(pins_, clock_, source, boards, settings);
    }
    [[nodiscard]] bool repeatable() const override { return false; }

   private:
    cli::Lanes built_;
    std::uint32_t mode_bits_;
    mutable sc_core::sc_signal<bool> clock_;
    mutable PinsOf<Top> pins_;
};

}  // namespace karat::cosim
