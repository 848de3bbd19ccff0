// SPDX-License-Identifier: Apache-2.0
// The analysis of recorded answers, later and without the unit.
#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <iostream>
#include <limits>

#include "karat/error.hpp"
#include "karat_cli/check/check_bugs.hpp"
#include "karat_cli/check/check_output.hpp"
#include "karat_cli/command_table.hpp"
#include "karat_cli/probe/target_options.hpp"
#include "karat_cli/vector_model.hpp"
#include "karat_probe/findings/bugs_output.hpp"
#include "karat_probe/target/candidate_target.hpp"
#include "karat_tb/check/tile_ports.hpp"

namespace karat::cli {
namespace {

namespace json = boost::json;

/// The answers of the file, judged by its specification or by the one that the options give.
tb::AnswerRecord judged_record(const po::variables_map& values, const std::string& path) {
    VectorFile file = read_vector_file(path);
    const bool replaced = has_subject(values) || !values["arch"].defaulted();
    if (replaced) {
        const Subject subject = read_subject(values);
        replace_spec(subject.spec, subject_name(subject), path, file);
    }
    const bool changed = !replaced && apply_settings(values, file.spec);
    const DotAdd dot(file.spec);
    for (const VectorRow& row : file.rows) dot.check(row.operands());
    tb::AnswerRecord out = tb::record_of(file);
    if (!replaced && !changed) return out;
    out.totals = {};  // those of the file count by its specification
    for (const tb::RecordedAnswer& row : out.rows)
        out.totals.count(row.operand_class.value_or(tb::OperandClass::recorded), row.kind);
    return out;
}

/// The unit of --candidate; null without it. It must have the lanes of the record, which gets them from the
/// unit if it does not say them.
std::unique_ptr<probe::Target> open_unit(const po::variables_map& values, tb::AnswerRecord& record) {
    if (!values.contains("candidate")) {
        for (const char* option : {"lanes", "mode"}) {
            if (values.contains(option))
                throw UsageError(std::string("--") + option + ": applies only with --candidate");
        }
        return nullptr;
    }
    const auto path = values["candidate"].as<std::string>();
    auto candidate = tb::load_candidate(path.find('/') == std::string::npos ? "./" + path : path);
    const karat_candidate_ports& ports = candidate->ports();
    const Lanes lanes =
        choose_lanes(values, ports.m == 0 ? Lanes{record.m, record.n} : Lanes{ports.m, ports.n});
    if (record.m != 0) tb::require_lanes(lanes.m, lanes.n, record.m, record.n);
    record.m = lanes.m;
    record.n = lanes.n;
    for (const tb::RecordedAnswer& row : record.rows) {
        if (row.m >= lanes.m || row.n >= lanes.n)
            throw UsageError("the candidate has no lane (" + std::to_string(row.m) + "," +
                             std::to_string(row.n) + "), which the file has");
    }
    if ((ports.mode_bits != 0) != values.contains("mode"))
        throw UsageError(ports.mode_bits != 0
                             ? "the candidate has a port mode_i; say its value for this file with --mode"
                             : "--mode: the candidate has no port mode_i");
    if (ports.mode_bits != 0) {
        const std::uint64_t most = (std::uint64_t{1} << std::min<std::uint32_t>(ports.mode_bits, 32)) - 1;
        const auto mode = static_cast<std::uint32_t>(read_count(values, "mode", 0, most));
        candidate = tb::in_mode(std::move(candidate), mode);
    }
    return probe::drive_candidate(std::move(candidate), path, DotAdd(record.spec).operands(),
                                  {.rows = lanes.m, .columns = lanes.n});
}

probe::BugReport search(const probe::UnitAnswers& answers, const Spec& spec, bool identify,
                        probe::Target* unit) {
    const DotAdd dot(spec);
    const Judgement judgement{dot, answers, probe::all_answers_of(answers)};
    try {
        return bugs_behind(judgement, identify, unit);
    } catch (const probe::TargetError& error) {
        std::cerr << program() << ": " << error.what() << "; the findings are from the file alone\n";
        return bugs_behind(judgement, identify, nullptr);
    }
}

std::string headline(const std::string& path, const tb::AnswerRecord& record, std::uint64_t wrong) {
    std::string out = path + ": " + std::to_string(record.totals.all_answers()) + " answers";
    if (record.totals.tiles != 0) out += " of " + std::to_string(record.totals.tiles) + " tiles";
    return out + ", " + std::to_string(wrong) + " wrong\n";
}

}  // namespace

Interface diagnose_interface() {
    Interface out{
        "diagnose FILE.vec [--identify] [--candidate FILE.so] [--json]\n"
        "FILE.vec: a record (karat check --record), or other vectors with a unit's answers.\n"
        "--instruction, --spec and --set replace or change the specification of the file.",
        "vector file"};
    po::options_description& options = out.options;
    add_subject_options(options);
    add_identify_options(options);
    options.add_options()(
        "candidate", po::value<std::string>(),
        "FILE.so: the unit; rows are replayed on it, to find the smallest examples (default: no unit)")(
        "lanes", po::value<std::string>(),
        "MxN: lanes of the candidate (default: as it declares or recorded)")(
        "mode", po::value<std::string>(),
        "N: value of the candidate's input mode_i, which is required if it has one")(
        "json", "print the findings as JSON");
    add_color_option(options);
    return out;
}

int diagnose_command(const Arguments& arguments) {
    const auto parsed = parse(arguments, diagnose_interface());
    if (!parsed) return 0;
    const po::variables_map& values = *parsed;
    const bool color = wants_color(values);
    const std::string path =
        read_words(values, 1, "karat diagnose FILE.vec", "FILE.vec has a unit's answers").front();
    const auto nearest = read_nearest(values);
    if (nearest) require_outputs({*nearest}, {{"the command", path}});
    tb::AnswerRecord record = judged_record(values, path);
    const auto unit = open_unit(values, record);
    const probe::UnitAnswers answers = probe::answers_of(record);
    const std::uint64_t wrong = record.totals.all_wrong();
    std::optional<probe::BugReport> bugs;
    if (!answers.wrong.empty()) bugs = search(answers, record.spec, values.contains("identify"), unit.get());
    if (nearest) write_nearest(*nearest, bugs ? &*bugs : nullptr);
    if (values.contains("json")) {
        json::object out{{"file", path},
                         {"answers", record.totals.all_answers()},
                         {"tiles", record.totals.tiles},
                         {"wrong", wrong},
                         {"unknown", answers.unknown}};
        if (bugs) {
            for (const auto& member : probe::members_of(*bugs)) out.insert(member);
        }
        std::cout << json::serialize(out) << '\n';
    } else {
        std::cout << headline(path, record, wrong);
        if (answers.unknown != 0)
            std::cout << "  left out: " << answers.unknown << " mismatches with X or Z bits\n";
        if (bugs && answers.right.empty())
            std::cout << "  no right answer is there to contradict a finding; a record has both kinds\n";
        if (bugs) std::cout << probe::text_of(*bugs, color);
        if (bugs && probe::suggests_identify(*bugs))
            std::cout << "  if the specification may be wrong   " << program() << " diagnose " << quoted(path)
                      << " --identify\n";
    }
    return wrong == 0 && !bugs ? 0 : 1;
}

}  // namespace karat::cli
