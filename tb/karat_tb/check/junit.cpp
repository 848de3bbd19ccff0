// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/check/junit.hpp"

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>

namespace karat::tb {
namespace {

using boost::property_tree::ptree;

/// Drops the control characters that XML 1.0 does not allow.
std::string printable(const std::string& text) {
    std::string out;
    for (const char ch : text) {
        if (static_cast<unsigned char>(ch) >= 0x20 || ch == '\n' || ch == '\t') out += ch;
    }
    return out;
}

ptree test_case(const std::string& suite, const std::string& name) {
    ptree out;
    out.put("<xmlattr>.classname", suite);
    out.put("<xmlattr>.name", name);
    return out;
}

void fail(ptree& test, const std::string& message, const std::string& detail) {
    ptree failure(printable(detail));
    failure.put("<xmlattr>.message", printable(message));
    test.add_child("failure", failure);
}

void add_suite(ptree& suites, const ReportInput& in) {
    const Scoreboard& board = in.board;
    const std::string suite = in.name.empty() ? "karat check " + in.subject : in.name;
    ReportInput uncoloured = in;
    uncoloured.colour = false;
    const std::string detail = report(uncoloured);
    ptree cases;
    int tests = 0;
    int failures = 0;
    const auto add = [&](const ptree& test, bool failed) {
        ++tests;
        failures += failed ? 1 : 0;
        cases.add_child("testcase", test);
    };
    const bool kept_protocol =
        in.result.verdict == Verdict::passed || in.result.verdict == Verdict::mismatched;
    ptree protocol = test_case(suite, "protocol");
    if (!kept_protocol)
        fail(protocol, std::string(verdict_name(in.result.verdict)) + ": " + in.result.reason, detail);
    add(protocol, !kept_protocol);
    for (std::size_t i = 0; i < board.by_class().size(); ++i) {
        if (board.lanes_of_class()[i] == 0) continue;
        const auto operand_class = static_cast<OperandClass>(i);
        ptree test = test_case(suite, std::string(class_name(operand_class)));
        const bool failed = board.by_class()[i] != 0;
        if (failed) {
            const bool first =
                kept_protocol && !board.kept().empty() && board.kept().front().operand_class == operand_class;
            fail(test,
                 std::to_string(board.by_class()[i]) + " of " + std::to_string(board.lanes_of_class()[i]) +
                     " lanes differ",
                 first ? detail : std::string());
        }
        add(test, failed);
    }
    if (in.coverage_goal) {
        ptree test = test_case(suite, "coverage");
        const auto shortfall = coverage_shortfall(in);
        if (shortfall) fail(test, *shortfall, detail);
        add(test, shortfall.has_value());
    }
    ptree& node = suites.add_child("testsuite", cases);
    node.put("<xmlattr>.name", suite);
    node.put("<xmlattr>.tests", tests);
    node.put("<xmlattr>.failures", failures);
}

/// The suites inside `testsuites`: JUnit's form for more than one.
ptree several(const ptree& suites) {
    ptree out;
    out.put_child("testsuites", suites);
    return out;
}

}  // namespace

void write_junit(std::ostream& out, const ReportInput& input) { write_junit(out, std::span(&input, 1)); }

void write_junit(std::ostream& out, std::span<const ReportInput> inputs) {
    ptree suites;
    for (const ReportInput& input : inputs) add_suite(suites, input);
    if (inputs.size() > 1) suites = several(suites);
    write_xml(out, suites, boost::property_tree::xml_writer_make_settings<std::string>(' ', 2));
}

}  // namespace karat::tb
