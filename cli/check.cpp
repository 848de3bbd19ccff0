// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/check.hpp"

#include <unistd.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>
#include <optional>

#include "commands.hpp"
#include "karat/algorithm/knobs.hpp"
#include "karat/algorithm/spec_json.hpp"
#include "karat/algorithm/summary.hpp"
#include "karat/algorithm/validate.hpp"
#include "karat_tb/report.hpp"
#include "karat_tb/rtl_build.hpp"
#include "karat_tb/stimulus.hpp"
#include "options.hpp"

namespace karat::cli {
namespace {

namespace json = boost::json;

void add_check_options(po::options_description& options) {
    const auto text = [](const char* value) { return po::value<std::string>()->default_value(value); };
    add_subject_options(options);
    auto add = options.add_options();
    add("F", po::value<std::string>(), "RTL: fraction bits of the alignment (default: as the specification)");
    add("align-rounding", po::value<std::string>(), "RTL: rounding of an aligned addend");
    add("output-rounding", po::value<std::string>(), "RTL: rounding of the result");
    add("output-fraction", po::value<std::string>(), "RTL: fraction bits of the result");
    add("exponent-floor", po::value<std::string>(), "RTL: least e_max");
    add("lanes", text("2x2"), "MxN; of --candidate: as it was built");
    add("stages", text("1"), "RTL: pipeline depth 0..4");
    add("candidate", po::value<std::string>(), "check this shared object instead of the reference RTL (then no RTL: option is allowed)");
    add("count", text("100000"), "tiles");
    add("seed", text("1"), "of stimulus and pauses");
    add("max-mismatches", text("100"), "stop after so many; 0: never");
    add("out", text("mismatches.vec"), "vector file for the mismatches");
    add("expect-mismatch", "exit 0 if, and only if, the design is caught");
    add("colour", text("auto"), "always, never or auto: on a terminal");
    add("quiet", "no progress");
    add("json", "as JSON");
}

struct Lanes {
    std::size_t m, n;
};

/// "MxN"
Lanes read_lanes(const std::string& text) {
    Lanes lanes{};
    const char* const end = text.data() + text.size();
    const auto rows = std::from_chars(text.data(), end, lanes.m);
    if (rows.ec == std::errc() && rows.ptr != end && *rows.ptr == 'x') {
        const auto columns = std::from_chars(rows.ptr + 1, end, lanes.n);
        const bool whole = columns.ec == std::errc() && columns.ptr == end;
        if (whole && lanes.m >= 1 && lanes.n >= 1 && lanes.m <= 64 && lanes.n <= 64) return lanes;
    }
    throw UsageError("--lanes: \"" + text + "\" is not allowed; write MxN from 1x1 to 64x64, as in 2x2");
}

/// The lanes asked for, or those the candidate was built with.
Lanes choose_lanes(const po::variables_map& values, const karat_candidate_ports& ports) {
    if (!values["lanes"].defaulted()) return read_lanes(values["lanes"].as<std::string>());
    if (ports.m == 0 || ports.n == 0) throw UsageError("the candidate does not say how many lanes it has; give --lanes MxN");
    return {ports.m, ports.n};
}

/// A shared object named without a folder is in this one, not in the loader's.
std::string as_path(const std::string& library) { return library.find('/') == std::string::npos ? "./" + library : library; }

/// The reference RTL's knobs: those of the specification, changed by the command line. None with --candidate, which is as it was built.
std::optional<tb::FdaTile> read_tile(const po::variables_map& values, const Spec& spec) {
    if (values.contains("candidate")) {
        for (const char* option : {"F", "align-rounding", "output-rounding", "output-fraction", "exponent-floor", "stages"}) {
            if (values.contains(option) && !values[option].defaulted())
                throw UsageError(std::string("--") + option +
                                 " is a knob of the reference RTL; with --candidate the design is as it was built");
        }
        return std::nullopt;
    }
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
    const Lanes lanes = read_lanes(values["lanes"].as<std::string>());
    tile.m = static_cast<int>(lanes.m);
    tile.n = static_cast<int>(lanes.n);
    tile.stages = static_cast<int>(read_count(values, "stages", 0, 4));
    tb::require_buildable(tile);
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
        if (quiet_ || now - last_ < (terminal_ ? std::chrono::milliseconds(100) : std::chrono::milliseconds(250))) return;
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

/// The vector file of mismatches: made before the run, so that a place that cannot be written is known at once, and gone after a run
/// without mismatches, so that no old file is taken for this run's.
class MismatchFile {
   public:
    explicit MismatchFile(std::string path) : path_(std::move(path)), out_(path_) {
        if (!out_) throw UsageError("--out " + path_ + ": the file cannot be written");
    }
    ~MismatchFile() {
        std::error_code ignored;
        if (!written_ && std::filesystem::is_regular_file(path_, ignored)) std::filesystem::remove(path_, ignored);
    }
    MismatchFile(const MismatchFile&) = delete;
    MismatchFile& operator=(const MismatchFile&) = delete;
    /// Whether the mismatches, if there are any, were written.
    [[nodiscard]] bool finish(const tb::Scoreboard& board, std::uint64_t seed) {
        if (board.kept().empty()) return true;
        tb::write_mismatch_vectors(out_, board, seed);
        out_.flush();
        written_ = static_cast<bool>(out_);
        return written_;
    }

   private:
    std::string path_;
    std::ofstream out_;
    bool written_ = false;
};

/// A word as a shell reads it back.
std::string quoted(const std::string& word) {
    static constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./:=,+@%";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
    std::string out = "'";
    for (const char ch : word) out += ch == '\'' ? std::string("'\\''") : std::string(1, ch);
    return out + "'";
}

/// The command that repeats this run; the seed is named even where it was the default.
std::string again(const Arguments& arguments, const std::string& seed) {
    std::string out = quoted(program()) + " check";
    bool has_seed = false;
    for (const std::string& word : arguments) {
        out += " " + quoted(word);
        has_seed |= word == "--seed" || word.starts_with("--seed=");
    }
    return has_seed ? out : out + " --seed " + seed;
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
    constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
    tb::CheckSettings settings;
    settings.count = read_count(values, "count", 1, any);  // a check of nothing would prove nothing
    settings.seed = read_count(values, "seed", 0, any);
    settings.max_mismatches = read_count(values, "max-mismatches", 0, any);
    const std::optional<tb::FdaTile> tile = read_tile(values, subject.spec);
    MismatchFile mismatches(values["out"].as<std::string>());
    const auto candidate = tb::load_candidate(tile ? tb::build_candidate(*tile, quiet ? nullptr : announce_build)
                                                   : as_path(values["candidate"].as<std::string>()));
    const auto [m, n] = choose_lanes(values, candidate->ports());
    Progress progress(settings.count, quiet);
    settings.progress = std::ref(progress);
    tb::Scoreboard board(dot, m, n);
    tb::Stimulus stimulus(subject.spec, m, n, settings.seed);
    const tb::CheckResult result = tb::run_check(*candidate, stimulus, board, settings);
    progress.end();

    const auto path = values["out"].as<std::string>();
    const bool written = mismatches.finish(board, settings.seed);
    if (values.contains("json")) {
        std::cout << json::serialize(to_json(result, board, subject, settings.seed)) << '\n';
    } else {
        std::cout << tb::report({.result = result,
                                 .board = board,
                                 .subject = subject_arguments(subject),
                                 .vector_path = written ? quoted(path) : std::string(),
                                 .again = again(arguments, std::to_string(settings.seed)),
                                 .program = quoted(program()),
                                 .seed = settings.seed,
                                 .colour = colour});
    }
    if (!written) throw UsageError("--out " + path + ": the file cannot be written");
    const bool caught = result.verdict == tb::Verdict::mismatched;
    return values.contains("expect-mismatch") ? (caught ? 0 : 1) : (result.verdict == tb::Verdict::passed ? 0 : 1);
}

}  // namespace karat::cli
