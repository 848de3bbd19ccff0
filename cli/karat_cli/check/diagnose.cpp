// SPDX-License-Identifier: Apache-2.0
// The analysis of recorded answers, later and without the unit.
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <iostream>

#include "karat/error.hpp"
#include "karat_cli/check/check_bugs.hpp"
#include "karat_cli/check/check_output.hpp"
#include "karat_cli/check/diagnose_page.hpp"
#include "karat_cli/check/diagnose_unit.hpp"
#include "karat_cli/command_table.hpp"
#include "karat_cli/probe/target_options.hpp"
#include "karat_cli/vector_model.hpp"
#include "karat_probe/findings/bugs_output.hpp"

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

probe::BugReport search(const probe::UnitAnswers& answers, const Spec& spec, bool identify,
                        probe::Target* unit) {
    const DotAdd dot(spec);
    if (answers.wrong.empty()) return probe::find_groups(dot.program().recipe(), answers, nullptr);
    const Judgement judgement{dot, answers, probe::all_answers_of(answers)};
    try {
        return bugs_behind(judgement, identify, unit);
    } catch (const probe::TargetError& error) {
        probe::BugReport out = bugs_behind(judgement, identify, nullptr);
        out.not_replayed = error.what();
        return out;
    }
}

std::string headline(const std::string& path, const tb::AnswerRecord& record, std::uint64_t wrong) {
    std::string out = path + ": " + std::to_string(record.totals.all_answers()) + " answers";
    if (record.totals.tiles != 0) out += " of " + std::to_string(record.totals.tiles) + " tiles";
    if (record.mode) out += " in mode " + std::to_string(*record.mode);
    return out + ", " + std::to_string(wrong) + " wrong\n";
}

using Commands = std::vector<std::pair<std::string, std::string>>;

/// What a reader may want to do next. `suggests`: the specification may be wrong.
Commands next_commands(const Arguments& arguments, const std::string& path, bool has_bugs, bool suggests) {
    std::string typed = program() + " diagnose";
    for (const std::string& word : arguments) typed += ' ' + quoted(word);
    Commands out{{"this analysis again", typed}};
    if (!has_bugs) return out;
    out.emplace_back("every mismatch", program() + " replay " + quoted(path));
    if (suggests) out.emplace_back("if the specification may be wrong", typed + " --identify");
    return out;
}

void print_json(const Diagnosis& what) {
    json::object out{{"file", what.file},
                     {"answers", what.record.totals.all_answers()},
                     {"tiles", what.record.totals.tiles},
                     {"wrong", what.record.totals.all_wrong()},
                     {"unknown", what.unknown}};
    if (what.record.mode) out["mode"] = *what.record.mode;
    if (what.bugs != nullptr) {
        for (const auto& member : probe::members_of(*what.bugs)) out.insert(member);
    }
    std::cout << json::serialize(out) << '\n';
}

void print_text(const Diagnosis& what, bool has_right, bool color) {
    std::cout << headline(what.file, what.record, what.record.totals.all_wrong());
    if (what.bugs == nullptr) return;
    if (!has_right && what.unknown == 0)
        std::cout << "  no right answer is there to contradict a finding; a record has both kinds\n";
    std::cout << probe::text_of(*what.bugs, color);
    if (probe::suggests_identify(*what.bugs))
        std::cout << "  if the specification may be wrong   " << program() << " diagnose "
                  << quoted(what.file) << " --identify\n";
}

std::optional<NamedPath> read_page(const po::variables_map& values) {
    if (!values.contains("html")) return std::nullopt;
    return NamedPath{"--html", values["html"].as<std::string>()};
}

}  // namespace

Interface diagnose_interface() {
    Interface out{
        "diagnose FILE.vec [--identify] [--candidate FILE.so | --contract FILE.json] [--html FILE.html] "
        "[--json]\n"
        "FILE.vec: a record (karat check --record), or other vectors with a unit's answers.\n"
        "--instruction, --spec and --set replace or change the specification of the file.",
        "vector file"};
    po::options_description& options = out.options;
    add_subject_options(options);
    add_identify_options(options);
    add_unit_options(options);
    options.add_options()("html", po::value<std::string>(),
                          "FILE.html: write the findings as one page for a browser")(
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
    const auto page = read_page(values);
    std::vector<NamedPath> outputs;
    for (const auto& output : {nearest, page}) {
        if (output) outputs.push_back(*output);
    }
    require_outputs(outputs, {{"the command", path}});
    tb::AnswerRecord record = judged_record(values, path);
    const auto unit = open_unit(values, record);
    const probe::UnitAnswers answers = probe::answers_of(record);
    std::optional<probe::BugReport> bugs;
    if (!answers.wrong.empty() || answers.unknown != 0)
        bugs = search(answers, record.spec, values.contains("identify"), unit.get());
    Diagnosis what{.file = path,
                   .record = record,
                   .unknown = answers.unknown,
                   .unit = unit ? unit->name() : "",
                   .bugs = bugs ? &*bugs : nullptr};
    what.commands = next_commands(arguments, path, bugs.has_value(), bugs && probe::suggests_identify(*bugs));
    if (nearest) write_nearest(*nearest, what.bugs);
    if (page) write_output(*page, diagnose_page(what));
    if (values.contains("json"))
        print_json(what);
    else
        print_text(what, !answers.right.empty(), color);
    return record.totals.all_wrong() == 0 && !bugs ? 0 : 1;
}

}  // namespace karat::cli
