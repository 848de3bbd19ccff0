// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/check.hpp"

#include <unistd.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <fstream>
#include <iostream>

#include "commands.hpp"
#include "karat/algorithm/knobs.hpp"
#include "karat/algorithm/spec_json.hpp"
#include "karat/algorithm/summary.hpp"
#include "karat/algorithm/validate.hpp"
#include "karat_tb/report.hpp"
#include "karat_tb/rtl_build.hpp"
#include "options.hpp"

namespace karat::cli {
namespace {

namespace json = boost::json;

void add_check_options(po::options_description& options) {
    add_subject_options(options);
    options.add_options()("F", po::value<std::string>(), "RTL: fraction bits of the alignment (default: as the specification)")(
        "align-rounding", po::value<std::string>(), "RTL: rounding of an aligned addend")(
        "output-rounding", po::value<std::string>(), "RTL: rounding of the result")("output-fraction", po::value<std::string>(),
                                                                                    "RTL: fraction bits of the result")(
        "exponent-floor", po::value<std::string>(), "RTL: least e_max")("lanes", po::value<std::string>()->default_value("2x2"),
                                                                        "RTL: MxN")(
        "stages", po::value<int>()->default_value(1), "RTL: pipeline depth 0..4")("candidate", po::value<std::string>(),
                                                                                  "check this shared object instead of the reference RTL")(
        "count", po::value<std::uint64_t>()->default_value(100000), "tiles")("seed", po::value<std::uint64_t>()->default_value(1),
                                                                             "of stimulus and pauses")(
        "max-mismatches", po::value<std::uint64_t>()->default_value(100), "stop after so many; 0: never")(
        "out", po::value<std::string>()->default_value("mismatches.vec"), "vector file for the mismatches")(
        "expect-mismatch", "exit 0 if, and only if, the design is caught")(
        "colour", po::value<std::string>()->default_value("auto"), "always, never or auto")("quiet", "no progress")("json", "as JSON");
}

/// The RTL's knobs: those of the specification, changed by the command line.
tb::FdaTile read_tile(const po::variables_map& values, const Spec& spec) {
    tb::FdaTile tile;
    tile.spec = spec;
    for (const auto& [option, key] : {std::pair{"F", "F"},
                                      {"align-rounding", "align_rounding"},
                                      {"output-rounding", "output_rounding"},
                                      {"output-fraction", "output_fraction"},
                                      {"exponent-floor", "exponent_floor"}}) {
        if (values.contains(option)) set_knob(tile.spec, key, values[option].as<std::string>());
    }
    validate(tile.spec);
    const auto lanes = values["lanes"].as<std::string>();
    char end = 0;
    if (std::sscanf(lanes.c_str(), "%dx%d%c", &tile.m, &tile.n, &end) != 2)
        throw UsageError("--lanes: \"" + lanes + "\" is not allowed; write MxN, as in 2x2");
    tile.stages = values["stages"].as<int>();
    return tile;
}

bool use_colour(const std::string& colour) {
    if (colour != "auto" && colour != "always" && colour != "never")
        throw UsageError("--colour: \"" + colour + "\" is not allowed; use always, never or auto");
    return colour == "always" || (colour == "auto" && isatty(STDOUT_FILENO) == 1);
}

/// A line on stderr: rewritten in place on a terminal, now and then elsewhere.
class Progress {
   public:
    Progress(std::uint64_t count, bool quiet) : count_(count), quiet_(quiet), terminal_(isatty(STDERR_FILENO) == 1) {}
    void operator()(std::uint64_t tiles, std::uint64_t mismatches) {
        const auto now = std::chrono::steady_clock::now();
        if (quiet_ || now - last_ < (terminal_ ? std::chrono::milliseconds(100) : std::chrono::milliseconds(2000))) return;
        last_ = now;
        shown_ = true;
        std::cerr << (terminal_ ? "\r" : "") << "  " << tiles << " of " << count_ << " tiles, " << mismatches << " mismatches"
                  << (terminal_ ? "  " : "\n") << std::flush;
    }
    void end() const {
        if (shown_ && terminal_) std::cerr << "\r\x1b[K" << std::flush;
    }

   private:
    std::uint64_t count_;
    bool quiet_;
    bool terminal_;
    bool shown_ = false;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

void announce_build(const std::string& /*path*/) { std::cerr << "  building the RTL with Verilator (kept for the next time) ...\n"; }

void write_mismatches(const std::string& path, const Subject& subject, const tb::Scoreboard& board, std::uint64_t seed) {
    std::ofstream out(path);
    tb::write_mismatch_vectors(out, subject.spec, board, seed);
    out.flush();
    if (!out) throw UsageError(path + ": the file cannot be written");
}

json::object to_json(const tb::CheckResult& result, const tb::Scoreboard& board, const Subject& subject, std::uint64_t seed) {
    json::object classes;
    for (std::size_t i = 0; i < board.by_class().size(); ++i) {
        classes[tb::class_name(static_cast<tb::OperandClass>(i))] =
            json::object{{"lanes", board.lanes_of_class()[i]}, {"mismatches", board.by_class()[i]}};
    }
    return {{"verdict", tb::verdict_name(result.verdict)},
            {"reason", result.reason},
            {"tiles", board.tiles()},
            {"lanes", board.lanes()},
            {"mismatches", board.mismatches()},
            {"cycles", result.cycles},
            {"seed", seed},
            {"classes", std::move(classes)},
            {"spec", karat::to_json(subject.spec)}};
}

}  // namespace

int check_command(const Arguments& arguments) {
    po::options_description options("options");
    add_check_options(options);
    const auto parsed = parse(arguments, options,
                              "check --arch ARCH --instruction NAME [RTL knobs] [--count N] [--seed N]\n"
                              "The specification says what must come out; --F and its like change the RTL only.");
    if (!parsed) return 0;
    const po::variables_map& values = *parsed;
    const Subject subject = read_subject(values);
    const DotAdd dot(subject.spec);
    const bool colour = use_colour(values["colour"].as<std::string>());
    const bool quiet = values.contains("quiet");
    std::string library;
    if (values.contains("candidate")) {
        library = values["candidate"].as<std::string>();
        if (library.find('/') == std::string::npos) library.insert(0, "./");
    } else {
        library = tb::build_candidate(read_tile(values, subject.spec), quiet ? nullptr : announce_build);
    }
    const auto candidate = tb::load_candidate(library);
    const karat_candidate_shape& shape = candidate->shape();
    tb::CheckSettings settings;
    settings.count = values["count"].as<std::uint64_t>();
    settings.seed = values["seed"].as<std::uint64_t>();
    settings.max_mismatches = values["max-mismatches"].as<std::uint64_t>();
    if (settings.count == 0) throw UsageError("--count: 0 is not allowed; a check of nothing proves nothing");
    Progress progress(settings.count, quiet);
    settings.progress = std::ref(progress);
    tb::Scoreboard board(dot, shape.m, shape.n, settings.keep);
    const tb::CheckResult result = tb::run_check(*candidate, dot, board, settings);
    progress.end();

    const auto path = values["out"].as<std::string>();
    if (board.mismatches() != 0) write_mismatches(path, subject, board, settings.seed);
    if (values.contains("json")) {
        std::cout << json::serialize(to_json(result, board, subject, settings.seed)) << '\n';
    } else {
        std::cout << tb::report({result, board, dot, subject_arguments(subject), path, settings.seed, colour});
    }
    const bool caught = result.verdict == tb::Verdict::mismatched;
    return values.contains("expect-mismatch") ? (caught ? 0 : 1) : (result.verdict == tb::Verdict::passed ? 0 : 1);
}

}  // namespace karat::cli
