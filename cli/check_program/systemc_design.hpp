// SPDX-License-Identifier: Apache-2.0
// A SystemC module as the design under check.
#pragma once
#include "karat_cli/check/check_main.hpp"
#include "karat_cosim/cosimulation.hpp"

namespace karat::cosim {

/// A Verilated SystemC module of type `Top`, driven through its pins. It is elaborated once per process.
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
        tb::ModeBoards boards(settings.mode, board);
        return run_modes(source, boards, settings, {});
    }
    [[nodiscard]] std::uint32_t mode_bits() const override { return mode_bits_; }
    [[nodiscard]] tb::CheckResult run_modes(tb::TileSource& source, tb::ModeBoards& boards,
                                            const tb::CheckSettings& settings,
                                            const std::string& /*waves*/) const override {
        const tb::Scoreboard& first = *boards.entries().front().board;
        if (!all_) {
            std::vector<Cosimulation::Mode> modes = modes_;
            for (const tb::ModeBoards::Entry& entry : boards.entries())
                if (modes_.empty()) modes.push_back({entry.mode, entry.board->dot().spec()});
            all_.emplace(pins_, clock_, modes, first.rows(), first.columns());
        }
        return all_->run(source, boards, settings);
    }
    void prepare(const std::vector<std::pair<std::uint32_t, Spec>>& modes) const override {
        for (const auto& [value, spec] : modes) modes_.push_back({value, spec});
    }
    [[nodiscard]] bool can_be_opened() const override { return false; }

   private:
    cli::Lanes built_;
    std::uint32_t mode_bits_;
    mutable sc_core::sc_signal<bool> clock_;
    mutable PinsOf<Top> pins_;
    mutable std::vector<Cosimulation::Mode> modes_;
    mutable std::optional<Cosimulation> all_;  // from the first run on
};

}  // namespace karat::cosim
