// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/check/check_json.hpp"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

#include "karat/recipe/json/spec_json.hpp"
#include "karat/text/text.hpp"

namespace karat::tb {
namespace {

namespace json = boost::json;

json::object classes(const Scoreboard& board) {
    json::object out;
    for (std::size_t i = 0; i < board.by_class().size(); ++i) {
        out[class_name(static_cast<OperandClass>(i))] =
            json::object{{"lanes", board.lanes_of_class()[i]}, {"mismatches", board.by_class()[i]}};
    }
    return out;
}

json::array hex(const std::vector<std::uint64_t>& values, Format format) {
    json::array out;
    for (const std::uint64_t value : values) out.emplace_back(to_hex(value, format));
    return out;
}

json::array first_mismatches(const Scoreboard& board) {
    constexpr std::size_t shown = 10;
    const Spec& spec = board.dot().spec();
    json::array out;
    for (const Mismatch& mismatch : board.kept()) {
        if (out.size() == shown) break;
        json::object one{{"tile", mismatch.tile},
                         {"lane", json::array{mismatch.m, mismatch.n}},
                         {"class", class_name(mismatch.operand_class)},
                         {"difference", kind_name(mismatch.kind)},
                         {"cycle", mismatch.cycle},
                         {"a", hex(mismatch.a, spec.a)},
                         {"b", hex(mismatch.b, spec.b)},
                         {"c", to_hex(mismatch.c, spec.c)},
                         {"expected", to_hex(mismatch.expected, spec.d)},
                         {"got", to_hex(mismatch.got.d, spec.d)}};
        if (spec.scale) {
            one["scale_a"] = hex(mismatch.scale_a, *spec.scale);
            one["scale_b"] = hex(mismatch.scale_b, *spec.scale);
        }
        if (!mismatch.metadata.empty()) one["metadata"] = hex(mismatch.metadata, Format::uint4);
        if (mismatch.got.unknown != 0) one["unknown"] = to_hex(mismatch.got.unknown, spec.d);
        out.push_back(std::move(one));
    }
    return out;
}

json::object protocol_to_json(const ProtocolCoverage& protocol) {
    json::object bins;
    json::object excluded;
    json::array holes;
    for (const ProtocolCoverage::Bin& bin : protocol.bins()) {
        bins[bin.name] = bin.hits;
        if (!bin.excluded.empty())
            excluded[bin.name] = bin.excluded;
        else if (bin.hits == 0)
            holes.emplace_back(bin.name);
    }
    return {{"percentage", protocol.percentage()},
            {"most_in_flight", protocol.deepest()},
            {"limited_by_depth", protocol.adapter().limited()},
            {"bins", std::move(bins)},
            {"excluded", std::move(excluded)},
            {"holes", std::move(holes)}};
}

}  // namespace

json::object check_to_json(const ReportInput& in) {
    const Scoreboard& board = in.board;
    json::array lanes;
    for (const std::uint64_t count : board.by_lane()) lanes.emplace_back(count);
    json::object out{{"name", in.name},
                     {"subject", in.subject},
                     {"verdict", verdict_name(in.result.verdict)},
                     {"reason", in.result.reason},
                     {"tiles", board.tiles()},
                     {"lanes", board.lanes()},
                     {"mismatches", board.mismatches()},
                     {"cycles", in.result.cycles},
                     {"seed", in.seed},
                     {"classes", classes(board)},
                     {"mismatches_by_lane", std::move(lanes)},
                     {"first_mismatches", first_mismatches(board)},
                     {"again", in.again},
                     {"spec", to_json(board.dot().spec())}};
    if (in.flags != nullptr) out["flags"] = in.flags->to_json();
    if (in.coverage != nullptr) {
        json::array holes;
        for (const std::size_t bin : in.coverage->holes()) holes.emplace_back(in.coverage->bins()[bin].name);
        out["coverage"] = json::object{{"percentage", in.coverage->percentage()},
                                       {"bins", in.coverage->bins().size()},
                                       {"excluded", in.coverage->excluded().size()},
                                       {"contradictions", in.coverage->contradictions().size()},
                                       {"holes", std::move(holes)}};
        if (in.coverage_goal) {
            auto& coverage = out["coverage"].as_object();
            coverage["asked"] = *in.coverage_goal;
            coverage["reached"] = in.coverage->percentage() >= *in.coverage_goal;
        }
    }
    if (in.protocol != nullptr) {
        out["protocol"] = protocol_to_json(*in.protocol);
        if (in.coverage_goal)
            out["protocol"].as_object()["reached"] = in.protocol->percentage() >= *in.coverage_goal;
    }
    for (const auto& member : in.findings.members) out.insert(member);
    if (in.findings.contract) out["contract"] = *in.findings.contract;
    if (in.findings.misplaced) out["misplaced"] = *in.findings.misplaced;
    return out;
}

std::string check_to_json_text(const ReportInput& in) { return json::serialize(check_to_json(in)); }

}  // namespace karat::tb
