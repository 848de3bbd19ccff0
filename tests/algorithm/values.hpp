// SPDX-License-Identifier: Apache-2.0
// Dot-adds on doubles instead of encodings.
#pragma once
#include <cstdio>
#include <string>
#include <vector>

#include "karat/evaluate/dot_add.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/text/text.hpp"

namespace karat::test {

/// The encoding of `value`. Throws if the format cannot represent it exactly.
inline std::uint64_t encoded(double value, Format format) {
    char text[64];
    std::snprintf(text, sizeof text, "%a", value);
    return encoding_from_value(text, format);
}

/// d for these operands. Missing operands are +0.
inline double dot(const Spec& spec, const std::vector<double>& a, const std::vector<double>& b, double c) {
    std::vector<std::uint64_t> ea(static_cast<std::size_t>(spec.k));
    std::vector<std::uint64_t> eb(static_cast<std::size_t>(spec.k));
    for (std::size_t i = 0; i < a.size(); ++i) ea.at(i) = encoded(a[i], spec.a);
    for (std::size_t i = 0; i < b.size(); ++i) eb.at(i) = encoded(b[i], spec.b);
    return to_double(DotAdd(spec)({ea, eb, {}, {}, encoded(c, spec.c)}), spec.d);
}

inline Spec named(const char* arch, const char* name) { return find_instruction(arch, name).spec; }

}  // namespace karat::test
