// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/findings/row_shape.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "karat/compare/difference_kind.hpp"
#include "karat/evaluate/sparse.hpp"
#include "karat/format/format.hpp"
#include "karat/format/unpack.hpp"

namespace karat::probe {
namespace {

/// What matters of an integer: its sign, and whether it is at an end of its range.
std::string_view integer_word(std::uint64_t x, const FormatInfo& f) {
    const std::uint64_t all = f.bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << f.bits) - 1;
    if (x == 0) return "zero";
    if (!f.is_signed) return x == all ? "largest" : "";
    const std::uint64_t sign = std::uint64_t{1} << (f.bits - 1);
    if (x == sign) return "least";
    if (x == sign - 1) return "largest";
    return (x & sign) != 0 ? "negative" : "";
}

/// The class of an operand, or nothing for an ordinary number.
std::string_view class_word(std::uint64_t x, const FormatInfo& f) {
    const Unpacked number = unpack(x, f);
    switch (number.number_class) {
        case NumberClass::nan:
            return "NaN";
        case NumberClass::infinity:
            return "infinite";
        default:
            break;
    }
    if (f.is_integer()) return integer_word(x, f);
    const std::uint64_t magnitude = (x >> f.ignored_low_bits) & f.magnitude_mask();
    if (magnitude == 0 && f.has_zero) return "zero";
    return magnitude <= f.fraction_mask() && f.has_zero ? "subnormal" : "";
}

std::string product_words(std::string_view a, std::string_view b) {
    if (a.empty() && b.empty()) return "";
    const auto one = [](std::string_view word, const char* name) {
        return word.empty() ? std::string() : std::string(word) + " " + name;
    };
    const std::string of_a = one(a, "a");
    const std::string of_b = one(b, "b");
    return " of " + of_a + (of_a.empty() || of_b.empty() ? "" : " and ") + of_b;
}

struct Addends {
    std::map<std::string, int> products;
    std::vector<int> exponents;  ///< of the finite ones that are not zero
    std::string place;           ///< of a product that could not be moved to the front
};

int exponent_of(std::uint64_t x, const FormatInfo& f) {
    const Unpacked number = unpack(x, f);
    return number.exponent - f.fraction_bits + static_cast<int>(std::bit_width(number.significand)) - 1;
}

/// Where b of product i is.
std::size_t b_place(const VectorRow& row, const OperandRules& formats, std::size_t i) {
    return formats.metadata == Metadata::none ? i : selected_index(formats.metadata, row.metadata, i);
}

Addends addends_of(const VectorRow& row, const OperandRules& formats) {
    Addends out;
    const FormatInfo& a = info(formats.a);
    const FormatInfo& b = info(formats.b);
    std::size_t count = 0;
    std::size_t last = 0;
    for (std::size_t i = 0; i < row.a.size(); ++i) {
        const std::size_t at = b_place(row, formats, i);
        if (row.a[i] == 0 && row.b[at] == 0) continue;
        ++count;
        last = i;
        const std::string_view of_a = class_word(row.a[i], a);
        const std::string_view of_b = class_word(row.b[at], b);
        ++out.products[product_words(of_a, of_b)];
        const bool finite = (of_a.empty() || of_a == "subnormal") && (of_b.empty() || of_b == "subnormal");
        if (finite && !a.is_integer())
            out.exponents.push_back(exponent_of(row.a[i], a) + exponent_of(row.b[at], b));
    }
    if (count != 0 && last >= count) {
        const std::string k = std::to_string(last);
        out.place = (count == 1 ? " (a" : " (the last is a") + k + "*b" + k + ")";
    }
    return out;
}

std::int64_t integer(std::uint64_t x, const FormatInfo& f) {
    const bool negative = f.is_signed && (x >> (f.bits - 1) & 1) != 0;
    const std::int64_t range = std::int64_t{1} << f.bits;
    return static_cast<std::int64_t>(x) - (negative ? range : 0);
}

/// Whether a sum of integers does not fit the result.
bool overflows(const VectorRow& row, const OperandRules& formats) {
    const FormatInfo& d = info(formats.d);
    const FormatInfo& a = info(formats.a);
    constexpr int widest = 32;
    if (!a.is_integer() || !info(formats.c).is_integer() || !d.is_integer() || d.bits > widest) return false;
    std::int64_t sum = integer(row.c, info(formats.c));
    for (std::size_t i = 0; i < row.a.size(); ++i)
        sum += integer(row.a[i], a) * integer(row.b[b_place(row, formats, i)], info(formats.b));
    const std::int64_t end = std::int64_t{1} << (d.is_signed ? d.bits - 1 : d.bits);
    return sum >= end || sum < (d.is_signed ? -end : 0);
}

std::string apart(const std::vector<int>& exponents) {
    if (exponents.size() < 2) return "";
    const auto [low, high] = std::minmax_element(exponents.begin(), exponents.end());
    const int distance = *high - *low;
    if (distance == 0) return ", of one exponent";
    return distance <= 8 ? ", close together" : ", far apart";
}

}  // namespace

std::string shape_of(const VectorRow& row, const OperandRules& formats) {
    Addends addends = addends_of(row, formats);
    const FormatInfo& c = info(formats.c);
    std::string out;
    for (const auto& [words, count] : addends.products) {
        out += (out.empty() ? "" : ", ") + std::to_string(count) + (count == 1 ? " product" : " products");
        out += words;
    }
    out += addends.place;
    const std::string_view of_c = class_word(row.c, c);
    if (of_c.empty() && !c.is_integer()) addends.exponents.push_back(exponent_of(row.c, c));
    const bool negative_zero = of_c == "zero" && row.c != 0;
    if (of_c != "zero" || negative_zero) {
        out += (out.empty() ? "" : ", ") + std::string(negative_zero ? "c = -0" : "");
        if (!negative_zero) out += of_c.empty() ? std::string("c") : std::string(of_c) + " c";
    }
    if (out.empty()) return "all operands zero";
    return out + apart(addends.exponents) + (overflows(row, formats) ? ", beyond the range of d" : "");
}

std::string special_operands(const VectorRow& row, const OperandRules& formats) {
    std::set<std::string_view> words;
    const auto note = [&](std::string_view word) {
        if (word == "NaN" || word == "infinite" || word == "zero") words.insert(word);
    };
    for (std::size_t i = 0; i < row.a.size(); ++i) {
        const std::uint64_t b = row.b[b_place(row, formats, i)];
        if (row.a[i] == 0 && b == 0) continue;
        note(class_word(row.a[i], info(formats.a)));
        note(class_word(b, info(formats.b)));
    }
    if (row.c != 0) note(class_word(row.c, info(formats.c)));
    std::string out;
    for (const std::string_view word : words) out.append(out.empty() ? "" : ", ").append(word);
    return out;
}

std::string difference_of(std::uint64_t expected, std::uint64_t got, Format d) {
    std::string out(kind_name(difference_kind(expected, {got, 0}, d)));
    std::replace(out.begin(), out.end(), '_', ' ');
    return out;
}

std::string difference_family(std::uint64_t expected, std::uint64_t got, Format d) {
    switch (difference_kind(expected, {got, 0}, d)) {
        case DifferenceKind::sign_flipped:
            return unpack(expected, info(d)).number_class == NumberClass::infinity ? "sign of infinity"
                                                                                   : "sign";
        case DifferenceKind::zero_for_number:
        case DifferenceKind::number_for_zero:
        case DifferenceKind::one_ulp:
        case DifferenceKind::few_ulps:
        case DifferenceKind::far_off:
            return "value";
        case DifferenceKind::number_for_nan:
        case DifferenceKind::infinity_for_nan:
            return "no nan";
        case DifferenceKind::nan_for_number:
        case DifferenceKind::nan_for_infinity:
            return "nan";
        default:
            return difference_of(expected, got, d);
    }
}

}  // namespace karat::probe
