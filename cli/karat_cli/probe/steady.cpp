// SPDX-License-Identifier: Apache-2.0
// karat steady: whether a target gives the same answers whenever it is asked the same.
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <iostream>

#include "karat/text/text.hpp"
#include "karat_cli/command_table.hpp"
#include "karat_cli/probe/operands_json.hpp"
#include "karat_cli/probe/target_options.hpp"
#include "karat_probe/target/steadiness.hpp"

namespace karat::cli {
namespace {

namespace json = boost::json;

json::object changed_json(const probe::ChangedAnswer& answer, const OperandRules& formats) {
    json::object out = operands_json(answer.question, formats);
    out["usual"] = to_hex(answer.usual, formats.d);
    out["other"] = to_hex(answer.other, formats.d);
    if (answer.lane) out["lane"] = *answer.lane;
    return out;
}

json::object steadiness_json(const std::string& target, const probe::Steadiness& seen) {
    json::object influences;
    for (std::size_t i = 0; i < probe::kInfluences; ++i) {
        const probe::Observation& observation = seen.seen[i];
        json::object one{{"compared", observation.compared}, {"changed", observation.changed}};
        if (observation.first) one["first"] = changed_json(*observation.first, seen.formats);
        influences[name_of(static_cast<probe::Influence>(i))] = std::move(one);
    }
    return {{"target", target},
            {"steady", seen.steady()},
            {"answers", seen.answers},
            {"influences", std::move(influences)}};
}

}  // namespace

Interface steady_interface() {
    Interface out{"steady TARGET [--like MODEL] [--count N] [--json]\n\nExit status: 0 steady, 1 not steady.",
                  kTargetWord};
    out.options.add_options()("count", po::value<std::string>()->default_value("20000"),
                              "ask for at least so many answers, 1..10^12")(
        "questions", po::value<std::string>()->default_value("256"),
        "different dot-adds among them, 1..65536")("seed", po::value<std::string>()->default_value("1"),
                                                   "seed of the dot-adds and of their order")(
        "json", "print the result as JSON");
    add_target_options(out.options);
    return out;
}

int steady_command(const Arguments& arguments) {
    const auto values = parse(arguments, steady_interface());
    if (!values) return 0;
    const auto words = read_target_words(*values, 1, "karat steady TARGET");
    probe::SteadinessEffort effort;
    effort.answers = read_count(*values, "count", 1, 1000000000000);
    effort.questions = read_count(*values, "questions", 1, 65536);
    effort.seed = read_count(*values, "seed", 0, ~std::uint64_t{0});
    const auto target = probe::open_target(read_target(*values, words[0]));
    const probe::Steadiness seen = probe::check_steadiness(*target, effort);
    if (values->contains("json")) {
        std::cout << json::serialize(steadiness_json(target->name(), seen)) << '\n';
    } else {
        std::cout << target->name() << ": " << probe::formats_text(target->formats()) << '\n'
                  << seen.text() << '\n';
    }
    return seen.steady() ? 0 : 1;
}

}  // namespace karat::cli
