// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/probe/operands_json.hpp"

#include <boost/json/array.hpp>

#include "karat/evaluate/sparse.hpp"
#include "karat/text/text.hpp"

namespace karat::cli {
namespace {

boost::json::array hex(const std::vector<std::uint64_t>& values, Format format) {
    boost::json::array out;
    for (const std::uint64_t x : values) out.push_back(boost::json::value(to_hex(x, format)));
    return out;
}

}  // namespace

boost::json::object operands_json(const VectorRow& row, const OperandRules& formats) {
    boost::json::object out{{"a", hex(row.a, formats.a)}, {"b", hex(row.b, formats.b)}};
    if (formats.scale) {
        out["scale_a"] = hex(row.scale_a, *formats.scale);
        out["scale_b"] = hex(row.scale_b, *formats.scale);
    }
    if (!row.metadata.empty()) out["metadata"] = hex(row.metadata, kMetadataFormat);
    out["c"] = to_hex(row.c, formats.c);
    return out;
}

}  // namespace karat::cli
