// SPDX-License-Identifier: Apache-2.0
// The bins of the operands and of the whole dot-add.
#include <algorithm>
#include <array>

#include "karat/evaluate/sparse.hpp"
#include "karat/recipe/bounds/integer_ranges.hpp"
#include "karat/text/text.hpp"
#include "karat_coverage/bin_builder.hpp"
#include "karat_coverage/coverage_reach.hpp"

namespace karat {
namespace {

constexpr const char* kNoNegative = "no operand is negative";
constexpr const char* kNoC = "the unit has no c: it is always +0";

}  // namespace

void BinBuilder::build() {
    operands();
    metadata();
    scales();
    products();
    for (std::size_t s = 0; s < model_.sites_.size(); ++s) site(static_cast<int>(s));
    rules_.are_integers() ? integers() : specials();
}

void BinBuilder::operands() {
    model_.operand_ = here();
    const auto element = [&](const FormatInfo& f, int matrix, int k, const std::string& label) {
        for (std::size_t c = 0; c < kValueClasses.size(); ++c) {
            const auto which = static_cast<ValueClass>(c);
            const bool never = matrix == 2 && !model_.has_c() && which != ValueClass::zero;
            add(BinKind::operand, -1, matrix, k, static_cast<int>(c),
                "operand/" + label + "/" + std::string(kValueClasses[c]),
                never ? kNoC : format_reason(f, which));
        }
    };
    for (int k = 0; k < rules_.k; ++k) element(info(rules_.a), 0, k, "a" + std::to_string(k));
    for (int k = 0; k < rules_.k; ++k) element(info(rules_.b), 1, k, "b" + std::to_string(k));
    element(info(rules_.c), 2, 0, "c");
}

void BinBuilder::metadata() {
    model_.metadata_ = here();
    for (int group = 0; group < rules_.metadata_count(); ++group) {
        for (std::uint64_t element = 0; element < 16; ++element) {
            const std::string digit = to_hex(element, kMetadataFormat);
            add(BinKind::metadata, -1, -1, group, static_cast<int>(element),
                "metadata/g" + std::to_string(group) + "/" + digit,
                metadata_error(rules_.metadata, element).empty()
                    ? ""
                    : "metadata " + std::string(name_of(rules_.metadata)) + " does not allow it");
        }
    }
}

void BinBuilder::scales() {
    model_.scale_ = here();
    if (!rules_.scale) return;
    static constexpr std::array<const char*, kScaleClasses> names{"least", "one",  "largest",
                                                                  "nan",   "zero", "ignored_bits"};
    const FormatInfo& scale = info(*rules_.scale);
    const std::string f(scale.name());
    for (int matrix = 0; matrix < 2; ++matrix) {
        for (int s = 0; s < rules_.k / rules_.scale_block; ++s) {
            for (int c = 0; c < kScaleClasses; ++c) {
                std::string reason;
                if (c == 4 && !scale.has_zero) reason = f + " has no zero";
                if (c == 5 && scale.encoding_mask() == scale.magnitude_mask())
                    reason = f + " has no ignored bits";
                add(BinKind::scale, -1, matrix, s, c,
                    std::string("scale/") + (matrix == 0 ? "a" : "b") + std::to_string(s) + "/" +
                        names[static_cast<std::size_t>(c)],
                    reason);
            }
        }
    }
}

void BinBuilder::products() {
    model_.product_ = here();
    const bool subnormals = keeps_subnormals(rules_, rules_.a, rules_.flush_a) ||
                            keeps_subnormals(rules_, rules_.b, rules_.flush_b);
    const bool negative = info(rules_.a).is_signed || info(rules_.b).is_signed;
    for (int k = 0; k < rules_.k; ++k) {
        const std::string name = "product/k" + std::to_string(k);
        if (rules_.are_integers()) {
            add(BinKind::product, -1, -1, k, 0, name + "/negative", negative ? "" : kNoNegative);
            add(BinKind::product, -1, -1, k, 1, name + "/positive", "");
            add(BinKind::product, -1, -1, k, 2, name + "/largest", "");
            continue;
        }
        add(BinKind::product, -1, -1, k, 0, name + "/below_1",
            subnormals ? "" : "no subnormal operand reaches the multiplier");
        add(BinKind::product, -1, -1, k, 1, name + "/1_to_2", "");
        add(BinKind::product, -1, -1, k, 2, name + "/2_to_4", "");
    }
}

void BinBuilder::integers() {
    model_.integer_ = here();
    const IntegerRanges ranges = integer_ranges(model_.program(), model_.has_c());
    const IntegerRange& sum = ranges.sums.back();
    const FormatInfo& d = info(rules_.d);
    const BigInt high = d.max_finite_code(false);
    const BigInt low = -BigInt(d.max_finite_code(true));
    const bool negative = ranges.values[0].low < 0;
    const bool both = negative && rules_.k > 1;
    const bool c_negative = info(rules_.c).is_signed;
    const std::string beyond = rules_beyond();
    const auto one = [&](const std::string& name, bool possible, const std::string& reason) {
        const int what = here() - model_.integer_;
        add(BinKind::special, -1, -1, 0, what, "special/" + name, possible ? "" : reason);
    };
    one(beyond + "_above", sum.high > high, "no sum is that large");
    one("highest_sum", sum.high >= high, "no sum is that large");
    one("lowest_sum", sum.low <= low, "no sum is that low");
    one(beyond + "_below", sum.low < low, "no sum is that low");
    one("products_of_both_signs", both, negative ? "there is only one product" : kNoNegative);
    const bool has_c = model_.has_c();
    one("c_with_products", has_c, kNoC);
    one("c_against_products", has_c && (negative || c_negative), has_c ? "nothing is negative" : kNoC);
}

std::string BinBuilder::integer_end_reason() const {
    const IntegerRange sum = integer_ranges(model_.program(), model_.has_c()).sums.back();
    const FormatInfo& d = info(rules_.d);
    const bool reached = sum.high >= d.max_finite_code(false) || sum.low <= -BigInt(d.max_finite_code(true));
    return reached ? "" : "no sum is that large";
}

std::string BinBuilder::rules_beyond() const {
    const bool wraps = model_.program().operations().back().round->overflow == Overflow::wrap;
    return wraps ? "wraps" : "saturates";
}

void BinBuilder::specials() {
    model_.special_ = here();
    const bool inf = info(rules_.a).has_infinity() || info(rules_.b).has_infinity();
    const bool c_inf = info(rules_.c).has_infinity();
    const bool scale_nan = rules_.scale && info(*rules_.scale).has_nan();
    const bool c_nan = model_.has_c() && info(rules_.c).has_nan();
    const bool nan = info(rules_.a).has_nan() || info(rules_.b).has_nan() || c_nan || scale_nan;
    const bool overflow = std::any_of(model_.sites_.begin(), model_.sites_.end(),
                                      [](const Site& s) { return s.bounds->overflows; });
    const bool product_overflow = products_overflow(model_.program());
    const auto one = [&](int which, const char* name, bool possible, const char* reason) {
        add(BinKind::special, -1, -1, 0, which, std::string("special/") + name, possible ? "" : reason);
    };
    one(0, "nan_operand", nan, "no operand format has a NaN");
    one(1, "zero_times_infinity", inf, "neither a nor b has an infinity");
    one(2, "infinity_times_finite", inf, "neither a nor b has an infinity");
    one(3, "opposite_infinite_products", inf && rules_.k > 1,
        inf ? "there is only one product" : "neither a nor b has an infinity");
    one(4, "infinite_product_against_c", inf && c_inf && model_.has_c(),
        model_.has_c() ? "c has no infinity, or neither a nor b has one" : kNoC);
    one(5, "overflow", overflow || product_overflow,
        "no sum of finite operands exceeds the largest finite value");
}

CoverageModel::CoverageModel(const Recipe& recipe, bool has_c)
    : has_c_(has_c),
      evaluator_(std::make_shared<const Evaluator>(recipe)),
      bounds_(std::make_shared<const Bounds>(evaluator_->program(), has_c)),
      sites_(coverage_sites(program(), *bounds_)) {
    BinBuilder(*this).build();
}

}  // namespace karat
