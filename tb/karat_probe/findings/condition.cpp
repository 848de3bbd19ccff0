// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/findings/condition.hpp"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <string_view>

#include "karat/evaluate/sparse.hpp"
#include "karat/format/format.hpp"
#include "karat/format/unpack.hpp"

namespace karat::probe {
namespace {

constexpr std::size_t kMost = 128;
using Properties = std::bitset<kMost>;

bool is_subnormal(std::uint64_t x, const FormatInfo& f) {
    const std::uint64_t magnitude = (x >> f.ignored_low_bits) & f.magnitude_mask();
    return !f.is_integer() && f.has_zero && magnitude != 0 && magnitude <= f.fraction_mask();
}
bool has_all_ones(std::uint64_t x, const FormatInfo& f) {
    return f.fraction_bits > 1 && ((x >> f.ignored_low_bits) & f.fraction_mask()) == f.fraction_mask();
}

/// The properties of one answer, as bits, and their names.
class PropertyTable {
   public:
    explicit PropertyTable(const Recipe& recipe) : agrees_(recipe), formats_(recipe.operands) {}

    Properties operator()(const UnitAnswer& answer) {
        bits_.reset();
        next_ = 0;
        const VectorRow& row = answer.row;
        operands("a", row.a, formats_.a);
        operands("b", row.b, formats_.b);
        operands("c", {row.c}, formats_.c);
        for (const auto* factors : {&row.scale_a, &row.scale_b}) {
            if (formats_.scale) operands("scale factor", *factors, *formats_.scale);
        }
        zero_products(row);
        result(agrees_.evaluator()(row.operands()));
        of_operands_ = next_;
        for (int i = 0; i < tb::kOperandClasses; ++i) {
            const auto operand_class = static_cast<tb::OperandClass>(i);
            add("operands of class " + std::string(class_name(operand_class)),
                answer.operand_class == operand_class);
        }
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            add("operands in lane " + std::to_string(lane), answer.lane == lane);
        return bits_;
    }
    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
    /// The first of them are properties of operands and results; the others tell how and where they came.
    [[nodiscard]] std::size_t of_operands() const { return std::min(of_operands_, kMost); }

   private:
    static constexpr std::size_t kLanes = 16;

    void add(const std::string& name, bool holds) {
        if (next_ == names_.size()) names_.push_back(name);
        if (next_ < kMost) bits_.set(next_, holds);
        ++next_;
    }
    void operands(const std::string& name, const std::vector<std::uint64_t>& all, Format format) {
        const FormatInfo& f = info(format);
        const auto any = [&](const auto& holds) { return std::any_of(all.begin(), all.end(), holds); };
        const auto of_class = [&](NumberClass wanted) {
            return any([&](std::uint64_t x) { return unpack(x, f).number_class == wanted; });
        };
        add("a NaN in " + name, of_class(NumberClass::nan));
        add("an infinity in " + name, of_class(NumberClass::infinity));
        add("a subnormal " + name, any([&](std::uint64_t x) { return is_subnormal(x, f); }));
        add("a zero in " + name, any([&](std::uint64_t x) { return unpack(x, f).significand == 0; }));
        add("all fraction bits of one " + name + " set",
            any([&](std::uint64_t x) { return has_all_ones(x, f); }));
        add("a negative " + name, any([&](std::uint64_t x) { return unpack(x, f).negative; }));
        add("the largest exponent in " + name, any([&](std::uint64_t x) {
                const Unpacked number = unpack(x, f);
                return number.number_class == NumberClass::finite && !f.is_integer() &&
                       number.exponent == f.max_exponent();
            }));
    }
    void zero_products(const VectorRow& row) {
        bool one_sided = false;
        bool all = true;
        for (std::size_t i = 0; i < row.a.size(); ++i) {
            const std::size_t at =
                formats_.metadata == Metadata::none ? i : selected_index(formats_.metadata, row.metadata, i);
            const bool a = unpack(row.a[i], info(formats_.a)).significand == 0;
            const bool b = unpack(row.b[at], info(formats_.b)).significand == 0;
            one_sided |= a != b;
            all &= a || b;
        }
        add("a product of zero and a number", one_sided);
        add("no product but zeros", all);
    }
    void result(std::uint64_t d) {
        const FormatInfo& f = info(formats_.d);
        const Unpacked number = unpack(d, f);
        add("a NaN as the result", number.number_class == NumberClass::nan);
        add("an infinite result", number.number_class == NumberClass::infinity);
        add("a zero result", number.number_class == NumberClass::zero);
        add("a subnormal result", is_subnormal(d, f));
        add("a negative result", number.negative && number.number_class != NumberClass::nan);
        add("a result with all fraction bits set", has_all_ones(d, f));
        add("a result without fraction bits", number.number_class == NumberClass::finite && !f.is_integer() &&
                                                  ((d >> f.ignored_low_bits) & f.fraction_mask()) == 0);
        add("a result of the largest exponent", number.number_class == NumberClass::finite &&
                                                    !f.is_integer() && number.exponent == f.max_exponent());
    }

    Agreement agrees_;
    const OperandRules& formats_;
    std::vector<std::string> names_;
    Properties bits_;
    std::size_t next_ = 0;
    std::size_t of_operands_ = 0;
};

/// Numbers of the run that have a property. `seen`: answers looked at that have it.
struct Counts {
    double these = 0, wrong = 0, right = 0, seen = 0;
};

/// Whether wrong answers are clearly more frequent with a property than in the whole run: the lower end of
/// Wilson's interval for their share, of three standard errors, has at least three times the odds.
bool is_clearly_above(const Counts& counts, double base) {
    constexpr double z = 3;
    constexpr double times = 3;
    const double share = counts.wrong / std::max(1e-9, counts.wrong + counts.right);
    const double n = std::max(1.0, counts.seen);
    const double centre = share + z * z / (2 * n);
    const double spread = z * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    const double low = (centre - spread) / (1 + z * z / n);
    return low * (1 - base) >= times * base * (1 - low);
}

double quality(const Counts& counts, double all_these) {
    const double recall = counts.these / all_these;
    const double precision = counts.wrong / std::max(1e-9, counts.wrong + counts.right);
    return 2 * recall * precision / std::max(1e-9, recall + precision);
}

}  // namespace

std::optional<Condition> condition_of(const Recipe& recipe, const UnitAnswers& answers,
                                      const std::vector<std::size_t>& rows) {
    if (rows.empty() || answers.right.empty()) return std::nullopt;
    PropertyTable table(recipe);
    std::vector<Properties> wrong;
    std::vector<Properties> right;
    for (const UnitAnswer& answer : answers.wrong) wrong.push_back(table(answer));
    for (const UnitAnswer& answer : answers.right) right.push_back(table(answer));
    Properties everything = Properties{}.set();
    for (const auto* list : {&wrong, &right}) {
        for (const Properties& one : *list) everything &= one;
    }
    const auto has = [&](std::size_t i, const Properties& wanted) { return (wrong[i] & wanted) == wanted; };
    const auto count = [&](const Properties& wanted) {
        Counts out;
        for (const std::size_t i : rows) out.these += has(i, wanted) ? answers.wrong[i].weight : 0;
        for (std::size_t i = 0; i < wrong.size(); ++i) {
            if (!has(i, wanted)) continue;
            out.wrong += answers.wrong[i].weight;
            ++out.seen;
        }
        for (std::size_t i = 0; i < right.size(); ++i) {
            if ((right[i] & wanted) != wanted) continue;
            out.right += answers.right[i].weight;
            ++out.seen;
        }
        return out;
    };
    const double base = static_cast<double>(answers.mismatches) / static_cast<double>(answers.lanes);
    double all_these = 0;
    for (const std::size_t i : rows) all_these += answers.wrong[i].weight;
    const std::size_t properties = std::min(table.names().size(), kMost);
    Properties best;
    double best_quality = 0;
    const auto consider = [&](const Properties& wanted, double must_exceed) {
        const Counts counts = count(wanted);
        if (counts.these * 2 < all_these) return;     // not what they have in common
        if ((everything & wanted) == wanted) return;  // every answer has it
        const double now = quality(counts, all_these);
        if (now <= must_exceed || !is_clearly_above(counts, base)) return;
        best = wanted;
        best_quality = now;
    };
    constexpr double clear_enough = 0.5;
    for (std::size_t i = 0; i < table.of_operands(); ++i) consider(Properties{}.set(i), best_quality);
    constexpr double clearly = 1.1;     // a second property must earn its place
    if (best_quality < clear_enough) {  // how the operands were made says less than what they are
        for (std::size_t i = table.of_operands(); i < properties; ++i)
            consider(Properties{}.set(i), best_quality);
    }
    const Properties single = best;
    for (std::size_t i = 0; i < table.of_operands() && best_quality > 0; ++i) {
        if (single.test(i)) continue;
        consider(Properties(single).set(i), best == single ? best_quality * clearly : best_quality);
    }
    constexpr double telling = 0.6;
    if (best_quality < telling) return std::nullopt;
    const Counts counts = count(best);
    Condition out;
    for (std::size_t i = 0; i < properties; ++i) {
        if (best.test(i)) out.words += (out.words.empty() ? "" : " and ") + table.names()[i];
    }
    out.precision = counts.wrong / (counts.wrong + counts.right);
    out.share = counts.these / all_these;
    out.base = base;
    return out;
}

std::string percent(double part) {
    constexpr double exact = 1e-9;                                // of a sum of weights that is 1
    const double rounded = std::floor(part * 1000 + exact) / 10;  // 99.96 % is not 100 %
    if (rounded == 0 && part > 0) return "less than 0.1 %";
    std::string text = std::to_string(rounded);
    text.resize(text.find('.') + 2);
    if (text.ends_with(".0")) text.resize(text.size() - 2);
    return text + " %";
}

std::string sentence(const Condition& condition) {
    return percent(condition.precision) + " of the answers with " + condition.words + " are wrong, but " +
           percent(condition.base) + " of all; " + percent(condition.share) +
           " of these mismatches are among them";
}

}  // namespace karat::probe
