// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/check/design_target.hpp"

#include <utility>

#include "karat_cli/command_table.hpp"

namespace karat::cli {
namespace {

void append(std::vector<std::uint64_t>& all, const std::vector<std::uint64_t>& part) {
    all.insert(all.end(), part.begin(), part.end());
}

/// A tile for each question.
class Questions final : public tb::TileSource {
   public:
    Questions(std::span<const VectorRow> questions, const Lanes& lanes, std::uint32_t mode)
        : questions_(questions), lanes_(lanes), mode_(mode) {}
    [[nodiscard]] std::optional<tb::Tile> next() override {
        if (questions_.empty()) return std::nullopt;
        const VectorRow& row = questions_.front();
        tb::Tile out;
        out.mode = mode_;
        for (std::size_t i = 0; i < lanes_.m; ++i) {
            append(out.a, row.a);
            append(out.scale_a, row.scale_a);
            append(out.metadata, row.metadata);
        }
        for (std::size_t j = 0; j < lanes_.n; ++j) {
            append(out.b, row.b);
            append(out.scale_b, row.scale_b);
        }
        out.c.assign(lanes_.m * lanes_.n, row.c);
        questions_ = questions_.subspan(1);
        return out;
    }

   private:
    std::span<const VectorRow> questions_;
    Lanes lanes_;
    std::uint32_t mode_;
};

class RunTarget final : public probe::Target {
   public:
    RunTarget(const Design& design, const Lanes& lanes, const OperandRules& formats, std::uint32_t mode,
              bool has_c)
        : design_(design),
          lanes_(lanes),
          formats_(probe::formats_of(formats)),
          dot_(probe::exact_spec(formats_)),
          mode_(mode),
          has_c_(has_c),
          name_(program()) {}
    [[nodiscard]] bool takes_c() const override { return has_c_; }
    [[nodiscard]] const std::string& name() const override { return name_; }
    [[nodiscard]] const OperandRules& formats() const override { return formats_; }
    [[nodiscard]] std::size_t lanes() const override { return lanes_.m * lanes_.n; }
    void use_lane(std::optional<std::size_t> lane) override { lane_ = lane.value_or(0); }

   private:
    [[noreturn]] void fail(const std::string& sentence) const {
        throw probe::TargetError(name_ + ": " + sentence);
    }

    [[nodiscard]] std::vector<std::uint64_t> answers(std::span<const VectorRow> questions) override {
        std::vector<std::uint64_t> out;
        Questions source(questions, lanes_, mode_);
        tb::Scoreboard board(dot_, lanes_.m, lanes_.n, {.mismatches = 0});
        bool unknown = false;
        board.on_answers([&](const tb::ComparedTile& seen) {
            unknown |= seen.answers[lane_].unknown != 0;
            out.push_back(seen.answers[lane_].d);
        });
        tb::CheckSettings settings;
        settings.count = questions.size();
        settings.max_mismatches = 0;
        settings.traffic = tb::traffic_of(tb::TrafficKind::full);
        settings.mode = mode_;
        const tb::CheckResult result = design_.run(source, board, settings, {});
        if (out.size() != questions.size()) fail(result.reason);
        if (unknown) fail("an answer has unknown (X or Z) bits");
        return out;
    }

    const Design& design_;
    Lanes lanes_;
    OperandRules formats_;
    DotAdd dot_;
    std::uint32_t mode_;
    bool has_c_;
    std::string name_;
    std::size_t lane_ = 0;
};

}  // namespace

std::unique_ptr<probe::Target> ask_in_runs(const Design& design, const Lanes& lanes,
                                           const OperandRules& formats, std::uint32_t mode, bool has_c) {
    return std::make_unique<RunTarget>(design, lanes, formats, mode, has_c);
}

}  // namespace karat::cli
