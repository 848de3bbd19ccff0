// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/suites/finding.hpp"

#include "karat/evaluate/sparse.hpp"
#include "karat/text/text.hpp"
#include "karat_probe/suites/values.hpp"

namespace karat::probe {
namespace {

std::string value(std::uint64_t encoding, Format format) { return in_words(to_double(encoding, format)); }

/// The same as a factor, in parentheses if it is a sum.
std::string factor(std::uint64_t encoding, Format format) {
    std::string out = value(encoding, format);
    for (std::size_t i = 1; i < out.size(); ++i)
        if ((out[i] == '+' || out[i] == '-') && out[i - 1] != '^' && out[i - 1] != 'p')
            return "(" + out + ")";
    return out;
}

/// Names of the operands of product k; with metadata, a and b have different indices.
std::string product_name(const VectorRow& row, const OperandRules& formats, std::size_t k, std::size_t at_b) {
    const std::string b = std::to_string(row.metadata.empty() ? k : at_b);
    return "a" + std::to_string(k) + (formats.multiplier == Multiplier::xor_ ? "^b" : "*b") + b;
}

void add(std::string& text, const std::string& word) { text += (text.empty() ? "" : ", ") + word; }

void add_scales(std::string& text, const std::vector<std::uint64_t>& scales, Format format,
                const char* name) {
    for (std::size_t i = 0; i < scales.size(); ++i) {
        const std::string words = value(scales[i], format);
        if (words != "1") add(text, std::string(name) + std::to_string(i) + " = " + words);
    }
}

}  // namespace

std::string operands_in_words(const VectorRow& row, const OperandRules& formats) {
    std::string out;
    for (std::size_t k = 0; k < row.a.size(); ++k) {
        const std::size_t at_b = row.metadata.empty() ? k : selected_index(formats.metadata, row.metadata, k);
        // products of two zeros are left out, unless a sign matters
        const bool minus_zero = value(row.a[k], formats.a) == "-0" || value(row.b[at_b], formats.b) == "-0";
        const bool zero = to_double(row.a[k], formats.a) == 0 && to_double(row.b[at_b], formats.b) == 0;
        if (zero && !minus_zero) continue;
        add(out, product_name(row, formats, k, at_b) + " = " + factor(row.a[k], formats.a) + " * " +
                     factor(row.b[at_b], formats.b));
    }
    if (formats.scale) {
        add_scales(out, row.scale_a, *formats.scale, "scale_a");
        add_scales(out, row.scale_b, *formats.scale, "scale_b");
    }
    const std::string c = value(row.c, formats.c);
    if (c != "0") add(out, "c = " + c);
    return out.empty() ? "all operands 0" : out;
}

std::string answer_in_words(const VectorRow& row, const OperandRules& formats) {
    if (!row.d) return "nan";
    return is_nan(*row.d, formats.d) ? "nan (" + to_hex(*row.d, formats.d) + ")" : value(*row.d, formats.d);
}

}  // namespace karat::probe
