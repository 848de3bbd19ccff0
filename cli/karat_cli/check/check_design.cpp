// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/check/check_design.hpp"

#include <array>
#include <charconv>
#include <iostream>
#include <optional>

#include "karat/recipe/knobs/knobs.hpp"
#include "karat/recipe/knobs/validate.hpp"
#include "karat_cli/progress.hpp"
#include "karat_tb/check/tile_ports.hpp"
#include "karat_tb/rtl/rtl_build.hpp"

namespace karat::cli {
namespace {

struct RtlOption {
    const char* option;
    const char* knob;
    const char* meaning;
};
constexpr std::array kRtlOptions{
    RtlOption{"F", "F", "RTL: fraction bits kept in the alignment, 1..1024 (default: as specified)"},
    RtlOption{"align-rounding", "align_rounding",
              "RTL: rounding of an aligned addend (default: as specified)"},
    RtlOption{"output-rounding", "output_rounding", "RTL: rounding of the result (default: as specified)"},
    RtlOption{"output-fraction", "output_fraction",
              "RTL: fraction bits of the result, 1..52 (default: as specified)"},
    RtlOption{"exponent-floor", "exponent_floor",
              "RTL: minimum e_max of the alignment, -2000..2000 (default: as specified)"},
};

Lanes lanes_of(const karat_candidate_ports& ports) { return {ports.m, ports.n}; }

}  // namespace

Lanes read_lanes(const std::string& text) {
    Lanes lanes;
    const char* const end = text.data() + text.size();
    const auto rows = std::from_chars(text.data(), end, lanes.m);
    if (rows.ec == std::errc() && rows.ptr != end && *rows.ptr == 'x') {
        const auto columns = std::from_chars(rows.ptr + 1, end, lanes.n);
        const bool whole = columns.ec == std::errc() && columns.ptr == end;
        if (whole && lanes.m >= 1 && lanes.n >= 1 && lanes.m <= 64 && lanes.n <= 64) return lanes;
    }
    throw UsageError("--lanes: \"" + text + "\" is not allowed; write MxN from 1x1 to 64x64, as in 2x2");
}

std::unique_ptr<tb::Candidate> Design::open(const std::vector<std::string>& /*more*/) const {
    throw UsageError("--serve: a SystemC design cannot be served; use the harness without SystemC");
}

tb::CheckResult Design::run_modes(tb::TileSource& /*source*/, tb::ModeBoards& /*boards*/,
                                  const tb::CheckSettings& /*settings*/, const std::string& /*waves*/) const {
    throw UsageError("--mode: the design has no port mode_i");
}

tb::RtlTile read_tile(const po::variables_map& values, const Spec& spec) {
    tb::RtlTile tile;
    tile.spec = spec;
    for (const RtlOption& rtl : kRtlOptions) {
        if (values.contains(rtl.option)) set_knob(tile.spec, rtl.knob, values[rtl.option].as<std::string>());
    }
    if (!apply_settings(values, tile.spec, "rtl-set")) validate(tile.spec);
    const Lanes lanes = read_lanes(values["lanes"].as<std::string>());
    tile.m = static_cast<int>(lanes.m);
    tile.n = static_cast<int>(lanes.n);
    constexpr std::uint64_t deepest = 4096;
    tile.stages = static_cast<int>(read_count(values, "stages", 0, deepest));
    (void)tb::rtl_files(tile, "karat_top");  // throws if this RTL cannot be built
    return tile;
}

namespace {

class ReferenceRtl final : public CandidateDesign {
   public:
    ReferenceRtl(tb::RtlTile tile, bool quiet) : CandidateDesign({}), tile_(std::move(tile)), quiet_(quiet) {}
    [[nodiscard]] Lanes lanes(const po::variables_map& /*values*/) const override {
        return {static_cast<std::size_t>(tile_.m), static_cast<std::size_t>(tile_.n)};
    }

   protected:
    [[nodiscard]] std::unique_ptr<tb::Candidate> open_with(
        const tb::CandidateOptions& options) const override {
        std::optional<Progress> progress;
        const auto announce = [&](const std::string& /*path*/) {
            if (quiet_) return;
            std::cerr << "  building the RTL with Verilator (cached for later runs) ...\n";
            progress.emplace("building the RTL", kSecondsToBuild);
        };
        const bool waves = !options.waves.empty();
        return tb::load_candidate(tb::build_candidate(tile_, waves, announce), options);
    }

   private:
    tb::RtlTile tile_;
    bool quiet_;
};

class SharedObject final : public CandidateDesign {
   public:
    /// A path without a folder is looked up in the working directory, not in the loader's search path.
    SharedObject(const std::string& path, std::vector<std::string> plusargs)
        : CandidateDesign(std::move(plusargs)),
          path_(path.find('/') == std::string::npos ? "./" + path : path) {}
    [[nodiscard]] Lanes built() const override { return lanes_of(open()->ports()); }
    [[nodiscard]] Lanes lanes(const po::variables_map& values) const override {
        return choose_lanes(values, built());
    }
    [[nodiscard]] std::uint32_t mode_bits() const override { return open()->ports().mode_bits; }
    [[nodiscard]] bool has_waves() const override { return open()->ports().has_waves != 0; }

   protected:
    [[nodiscard]] std::unique_ptr<tb::Candidate> open_with(
        const tb::CandidateOptions& options) const override {
        return tb::load_candidate(path_, options);
    }

   private:
    std::string path_;
};

}  // namespace

void add_design_options(po::options_description& options, const Design* linked) {
    const auto text = [](const char* value) { return po::value<std::string>()->default_value(value); };
    auto add = options.add_options();
    if (linked == nullptr) {
        for (const RtlOption& rtl : kRtlOptions) add(rtl.option, po::value<std::string>(), rtl.meaning);
        add("rtl-set", po::value<std::vector<std::string>>()->composing(),
            "RTL: KEY=VALUE, change one knob of the RTL but not of the specification; may be repeated");
        add("stages", text("1"),
            "RTL: pipeline registers between operands and result, from 0 (combinational) to the recipe's "
            "maximum");
        add("plusarg", po::value<std::vector<std::string>>()->composing(),
            "NAME=VALUE: with --contract or --candidate, a plusarg that the design reads with "
            "$value$plusargs, or NAME for $test$plusargs; may be repeated (default: none)");
        add("candidate", po::value<std::string>(),
            "FILE.so: shared object to check (default: the reference RTL); \"RTL:\" options are then not "
            "allowed");
    }
    const Lanes built = linked == nullptr ? Lanes{2, 2} : linked->built();
    const std::string lanes = std::to_string(built.m) + "x" + std::to_string(built.n);
    add("lanes", built.m == 0 ? po::value<std::string>() : text(lanes.c_str()),
        linked == nullptr ? "MxN: lanes of the tile, 1x1..64x64; with --candidate, as it was built"
        : built.m == 0    ? "MxN: lanes of the tile, as the design was built"
                          : "MxN: lanes of the tile; must be as the design was built");
}

std::vector<std::string> read_plusargs(const po::variables_map& values) {
    std::vector<std::string> out;
    if (!values.contains("plusarg")) return out;
    for (const std::string& text : values["plusarg"].as<std::vector<std::string>>()) {
        if (text.empty() || text[0] == '+' || text[0] == '=')
            throw UsageError("--plusarg \"" + text +
                             "\": write NAME or NAME=VALUE without a plus sign, as in --plusarg level=2");
        out.push_back("+" + text);
    }
    return out;
}

std::unique_ptr<Design> read_design(const po::variables_map& values, const Spec& spec) {
    if (!values.contains("candidate") && values.contains("plusarg"))
        throw UsageError("--plusarg: applies only to --contract and --candidate");
    if (!values.contains("candidate"))
        return std::make_unique<ReferenceRtl>(read_tile(values, spec), values.contains("quiet"));
    const auto refuse = [&](const char* option) {
        if (values.contains(option) && !values[option].defaulted())
            throw UsageError(std::string("--") + option +
                             " changes the reference RTL; it cannot be used with --candidate");
    };
    for (const RtlOption& rtl : kRtlOptions) refuse(rtl.option);
    refuse("rtl-set");
    refuse("stages");
    if (!values["lanes"].defaulted()) (void)read_lanes(values["lanes"].as<std::string>());
    return std::make_unique<SharedObject>(values["candidate"].as<std::string>(), read_plusargs(values));
}

Lanes LinkedDesign::built() const { return lanes_of(tb::open_candidate(open_, program())->ports()); }

tb::CheckResult LinkedDesign::run(tb::TileSource& source, tb::Scoreboard& board,
                                  const tb::CheckSettings& settings, const std::string& waves) const {
    return tb::run_check(*tb::open_candidate(open_, program(), {waves, {}}), source, board, settings);
}

tb::CheckResult LinkedDesign::run_modes(tb::TileSource& source, tb::ModeBoards& boards,
                                        const tb::CheckSettings& settings, const std::string& waves) const {
    return tb::run_modes(*tb::open_candidate(open_, program(), {waves, {}}), source, boards, settings);
}

std::unique_ptr<tb::Candidate> LinkedDesign::open(const std::vector<std::string>& more) const {
    return tb::open_candidate(open_, program(), {{}, more});
}

bool LinkedDesign::has_waves() const { return tb::open_candidate(open_, program())->ports().has_waves != 0; }

Lanes choose_lanes(const po::variables_map& values, Lanes built) {
    if (values.contains("lanes") && !values["lanes"].defaulted()) {
        const Lanes asked = read_lanes(values["lanes"].as<std::string>());
        tb::require_lanes(built.m, built.n, asked.m, asked.n);
        return asked;
    }
    if (built.m == 0 || built.n == 0)
        throw UsageError("the candidate does not declare its number of lanes; give --lanes MxN");
    return built;
}

}  // namespace karat::cli
