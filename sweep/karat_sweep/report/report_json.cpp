// SPDX-License-Identifier: Apache-2.0
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "karat_sweep/report/report.hpp"

namespace karat::sweep {

namespace json = boost::json;

std::string to_json(const Report& report, const std::vector<Row>& rows) {
    json::array operands;
    for (const OperandRounding& e : report.operands) {
        operands.push_back({{"group", e.group},
                            {"operands", e.operands.empty() ? "" : e.operands.substr(2)},
                            {"length", e.length},
                            {"relative_error", e.relative_error},
                            {"interval", e.interval}});
    }
    json::array thresholds;
    for (const Threshold& t : report.thresholds) {
        thresholds.push_back({{"group", t.group},
                              {"line", t.series},
                              {"F", t.F ? json::value(*t.F) : json::value(nullptr)},
                              {"largest_F", t.largest},
                              {"mse", t.plateau}});
    }
    json::array front;
    for (const FrontPoint& p : report.front) {
        front.push_back({{"group", p.group},
                         {"line", p.series},
                         {"F", p.F ? json::value(*p.F) : json::value(nullptr)},
                         {"area_per_product", p.area},
                         {"relative_error", p.relative_error}});
    }
    json::object out{{"rows", json::parse(to_json(rows))},
                     {"operands", std::move(operands)},
                     {"thresholds", std::move(thresholds)},
                     {"front", std::move(front)}};
    if (!report.answer.empty()) {
        out["answer"] = json::array(report.answer.begin(), report.answer.end());
        out["undecided"] = json::array(report.undecided.begin(), report.undecided.end());
    }
    return json::serialize(out);
}

}  // namespace karat::sweep
