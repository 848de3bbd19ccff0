// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/check/check_stimulus.hpp"

#include <charconv>
#include <filesystem>

#include "karat/error.hpp"
#include "karat_probe/target/formats.hpp"
#include "karat_probe/target/open_target.hpp"
#include "karat_tb/stimulus/shaped_source.hpp"
#include "karat_tb/stimulus/sources.hpp"
#include "karat_tb/stimulus/steer/steered_source.hpp"

namespace karat::cli {
namespace {

std::string stimulus_help() {
    std::string out;
    for (const std::string_view kind : tb::source_kinds())
        out += (out.empty() ? "KIND: kind of tiles: " : ", ") + std::string(kind);
    return out + " or FILE.vec";
}

/// Ordinary tiles first, because they hit most bins quickly; then tiles steered to the holes until `percent`
/// of the bins are hit or steering has nothing left. Then ordinary tiles follow: until as many of the bins of
/// the protocol are hit if `ordinary_after` is StimulusRun::kNever, otherwise without end. After
/// `ordinary_after` tiles all tiles are ordinary.
class UntilCoverage final : public tb::TileSource {
   public:
    UntilCoverage(std::unique_ptr<tb::TileSource> ordinary, const Coverage& coverage,
                  const tb::ProtocolCoverage& protocol, const Spec& spec, std::uint64_t seed, double percent,
                  std::uint64_t ordinary_after)
        : ordinary_(std::move(ordinary)),
          coverage_(coverage),
          protocol_(protocol),
          steered_(coverage, spec, coverage.rows(), coverage.columns(), seed),
          percent_(percent),
          ordinary_after_(ordinary_after) {}
    [[nodiscard]] std::optional<tb::Tile> next() override {
        // also if an earlier run has covered everything: a check of no tiles would always pass
        constexpr std::uint64_t ordinary_tiles = 512;
        const std::uint64_t at = given_++;
        if (at >= ordinary_after_) return ordinary_->next();
        if (at < ordinary_tiles) {
            if (auto tile = ordinary_->next()) return tile;
        }
        if (coverage_.percentage() < percent_) {
            if (auto tile = steered_.next()) return tile;
        }
        if (ordinary_after_ != StimulusRun::kNever) return ordinary_->next();
        const bool more = coverage_.percentage() >= percent_ && protocol_.percentage() < percent_;
        return more ? ordinary_->next() : std::nullopt;
    }

   private:
    std::unique_ptr<tb::TileSource> ordinary_;
    const Coverage& coverage_;
    const tb::ProtocolCoverage& protocol_;
    tb::SteeredSource steered_;
    double percent_;
    std::uint64_t ordinary_after_;
    std::uint64_t given_ = 0;
};

std::string traffic_help() {
    std::string out = "KINDS: kinds of traffic on the handshakes, separated by commas: ";
    for (const tb::Segment& one : tb::segments()) out += std::string(one.name) + ", ";
    return out + "all; no-NAME leaves one out, as in no-reset for a design that cannot be reset in flight";
}

std::size_t read_depth(const po::variables_map& values) {
    return values.contains("depth") ? static_cast<std::size_t>(read_count(values, "depth", 1, 1024)) : 0;
}

double read_percent(const std::string& text) {
    double percent = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), percent);
    if (error != std::errc() || end != text.data() + text.size() || !(percent > 0 && percent <= 100))
        throw UsageError("--until-coverage: \"" + text +
                         "\" is not allowed; use a percentage above 0 and at most 100");
    return percent;
}

/// The specification that the stimulus is made for: that of --stimulus-spec, else the checked one.
Spec read_stimulus_spec(const po::variables_map& values, const DotAdd& dot) {
    if (!values.contains("stimulus-spec")) return dot.spec();
    if (values.contains("until-coverage"))
        throw UsageError(
            "--stimulus-spec: not with --until-coverage, which steers to the holes of the checked "
            "specification");
    const probe::NamedModel model = probe::read_model(values["stimulus-spec"].as<std::string>());
    const OperandRules made_for = probe::formats_of(DotAdd(model.spec).operands());
    const OperandRules checked = probe::formats_of(dot.operands());
    if (!(made_for == checked))
        throw UsageError("--stimulus-spec: " + model.name + " takes " + probe::formats_text(made_for) +
                         ", and the checked specification " + probe::formats_text(checked) +
                         "; they must agree");
    return model.spec;
}

}  // namespace

void add_stimulus_options(po::options_description& options) {
    const auto text = [](const char* value) { return po::value<std::string>()->default_value(value); };
    auto add = options.add_options();
    add("stimulus", text("directed"), stimulus_help().c_str());
    add("stimulus-spec", po::value<std::string>(),
        "MODEL: make the stimulus for this ARCH/INSTRUCTION or FILE.json, so that two specifications are "
        "checked with the same tiles (default: for the checked specification)");
    add("keep", po::value<std::string>(),
        "OPERAND: a or b: keep this operand over a random number of tiles, 1 to 16, for a unit that loads it "
        "separately (default: none is kept)");
    add("no-c", "c = +0 in every tile, for a unit without c");
    add("count", text("100000"), "maximum number of tiles, at least 1");
    add("seed", text("1"), "seed of the stimulus and of the traffic, 0..2^64-1");
    add("traffic", text("all"), traffic_help().c_str());
    add("depth", po::value<std::string>(),
        "N: the tiles that the design should be able to hold, 1..1024; the protocol coverage then has bins "
        "for "
        "each number up to N (default: up to the most that it held)");
    add("coverage", po::value<std::string>(),
        "FILE.json: measure functional coverage and write it; an existing file is merged in");
    add("until-coverage", po::value<std::string>(),
        "PERCENT: steer the stimulus to coverage holes and stop at this coverage, of the arithmetic and of "
        "the "
        "protocol, above 0 and at most 100 (default: do not steer); exit status 1 if it is not reached");
}

tb::TrafficKinds read_traffic(const po::variables_map& values) {
    try {
        return tb::read_traffic(values["traffic"].as<std::string>());
    } catch (const Error& error) {
        throw UsageError(std::string("--traffic: ") + error.what());
    }
}

StimulusRun::StimulusRun(const po::variables_map& values, const DotAdd& dot, Lanes lanes,
                         std::uint64_t ordinary_after)
    : protocol_(std::make_unique<tb::ProtocolCoverage>(
          read_traffic(values), read_depth(values),
          values.contains("unit-bins") ? values["unit-bins"].as<tb::UnitBins>() : tb::UnitBins{})) {
    constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
    const std::uint64_t seed = read_count(values, "seed", 0, any);
    source_ = tb::make_source(values["stimulus"].as<std::string>(), read_stimulus_spec(values, dot), lanes.m,
                              lanes.n, seed);
    cover(values, dot, lanes, seed, ordinary_after);
    shape(values, seed);
}

void StimulusRun::cover(const po::variables_map& values, const DotAdd& dot, Lanes lanes, std::uint64_t seed,
                        std::uint64_t ordinary_after) {
    const bool until = values.contains("until-coverage");
    if (!until && !values.contains("coverage")) return;
    coverage_ = std::make_unique<Coverage>(dot, lanes.m, lanes.n, !values.contains("no-c"));
    if (values.contains("coverage")) {
        const auto path = values["coverage"].as<std::string>();
        if (std::filesystem::exists(path)) coverage_->merge(Coverage::load(path));
    }
    if (until) {
        goal_ = read_percent(values["until-coverage"].as<std::string>());
        source_ = std::make_unique<UntilCoverage>(std::move(source_), *coverage_, *protocol_, dot.spec(),
                                                  seed, *goal_, ordinary_after);
    }
}

void StimulusRun::shape(const po::variables_map& values, std::uint64_t seed) {
    if (values.contains("no-c")) source_ = std::make_unique<tb::WithoutC>(std::move(source_));
    if (!values.contains("keep")) return;
    const auto operand = values["keep"].as<std::string>();
    if (operand != "a" && operand != "b")
        throw UsageError("--keep: \"" + operand + "\" is not allowed; use a or b");
    source_ = std::make_unique<tb::KeptOperand>(std::move(source_),
                                                operand == "a" ? &tb::Tile::a : &tb::Tile::b, seed);
}

void StimulusRun::watch(tb::Scoreboard& board, tb::CheckSettings& settings) {
    settings.protocol = protocol_.get();
    if (coverage_) board.on_compared([this](const tb::Tile& tile) { coverage_->sample(tile); });
}

}  // namespace karat::cli
