// SPDX-License-Identifier: Apache-2.0
#include "karat/compare/lane_mismatch.hpp"

#include "karat/text/text.hpp"

namespace karat {
namespace {

std::string hex_and_value(std::uint64_t encoding, Format format) {
    return "0x" + to_hex(encoding, format) + " (" + to_value_text(encoding, format) + ")";
}

std::string operand_lines(const char* name, const std::vector<std::uint64_t>& values, Format format) {
    std::string hex = std::string("  ") + name + " hex   ";
    std::string text = std::string("  ") + name + " value ";
    for (const std::uint64_t value : values) {
        hex += " " + to_hex(value, format);
        text += " " + to_value_text(value, format);
    }
    return hex + '\n' + text + '\n';
}

std::string difference(std::uint64_t expected, std::uint64_t got, Format format) {
    if (is_nan(expected, format) != is_nan(got, format)) return "one is a NaN";
    if (is_nan(expected, format)) return expected == got ? "none" : "different NaN encodings";
    return std::to_string(ulp_distance(expected, got, format)) + " ulp";
}

}  // namespace

LaneMismatch lane_mismatch(std::uint64_t tile, std::size_t m, std::size_t n, const Operands& in,
                           std::uint64_t expected, Answer got) {
    const auto copy = [](std::span<const std::uint64_t> x) {
        return std::vector<std::uint64_t>(x.begin(), x.end());
    };
    return {tile, m,        n,   copy(in.a),       copy(in.b), copy(in.scale_a), copy(in.scale_b),
            in.c, expected, got, copy(in.metadata)};
}

std::string place_of(const LaneMismatch& mismatch) {
    return "tile " + std::to_string(mismatch.tile) + ", lane (" + std::to_string(mismatch.m) + "," +
           std::to_string(mismatch.n) + ")";
}

std::string describe(const DotAdd& dot, const LaneMismatch& mismatch, const DrawStyle& style) {
    const Spec& spec = dot.spec();
    Trace trace;
    const std::uint64_t expected = dot.traced(mismatch.operands(), trace);
    std::string out = operand_lines("a", mismatch.a, spec.a) + operand_lines("b", mismatch.b, spec.b);
    if (spec.scale)
        out += operand_lines("sa", mismatch.scale_a, *spec.scale) +
               operand_lines("sb", mismatch.scale_b, *spec.scale);
    if (!mismatch.metadata.empty()) out += operand_lines("md", mismatch.metadata, Format::uint4);
    out += "  c        " + hex_and_value(mismatch.c, spec.c) + '\n';
    out += "  expected " + hex_and_value(expected, spec.d) + '\n';
    out += "  got      " + hex_and_value(mismatch.got.d, spec.d);
    if (mismatch.got.unknown != 0) out += ", X or Z in bits 0x" + to_hex(mismatch.got.unknown, spec.d);
    return out + "\n  diff     " + difference(expected, mismatch.got.d, spec.d) + '\n' + draw(trace, style);
}

}  // namespace karat
