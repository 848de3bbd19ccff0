// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/check.hpp"

#include <type_traits>

#include "karat/error.hpp"

namespace karat {
namespace {

/// `allowed` is a text, or a function that makes it.
template <class Allowed>
void require(bool holds, const AttributePath& path, const ShownValue& value, const Allowed& allowed) {
    if (holds) return;
    std::string text;
    if constexpr (std::is_invocable_v<Allowed>)
        text = allowed();
    else
        text = allowed;
    const std::string at = path.text();
    throw SpecError(at, at + ": " + value.text() + " is not allowed; " + text);
}

void require_range(const AttributePath& path, int value, int low, int high) {
    require(low <= value && value <= high, path, value,
            [&] { return "use " + std::to_string(low) + ".." + std::to_string(high); });
}

constexpr const char* kResultFormats = "use a signed integer, or a signed format that has a NaN";

ShownValue quoted(std::string_view text) { return ShownValue::quoted(text); }

bool holds_every_value(Format from, Format to) {
    const FormatInfo& f = info(from);
    const FormatInfo& t = info(to);
    return !t.is_integer() && t.is_signed && t.fraction_bits >= f.fraction_bits &&
           t.max_exponent() >= f.max_exponent() &&
           t.min_exponent() - t.fraction_bits <= f.min_exponent() - f.fraction_bits &&
           (t.has_infinity() || !f.has_infinity()) && (t.has_nan() || !f.has_nan());
}

void check_conversion(const AttributePath& path, Format from, Format to) {
    require(holds_every_value(from, to), path, quoted(info(to).name()),
            [&] { return "it must represent every value of " + quoted(info(from).name()).text(); });
}

void check_operands(const OperandRules& o) {
    const AttributePath operands("operands.");
    for (const auto& [key, format] : {std::pair{"a", o.a}, {"b", o.b}, {"c", o.c}}) {
        require(info(format).is_operand(), operands + key, quoted(name_of(format)),
                "it is a scale format, not an operand format");
    }
    require(info(o.d).is_result(), operands + "d", quoted(name_of(o.d)), kResultFormats);
    check_integers(o, "operands.");
    check_metadata(o, "operands.");
    require_range(operands + "k", o.k, 1, kMaxTerms);
    if (o.convert) {
        check_conversion(operands + "convert", o.a, *o.convert);
        check_conversion(operands + "convert", o.b, *o.convert);
    }
    if (o.convert_c) check_conversion(operands + "convert_c", o.c, *o.convert_c);
    if (o.scale) {
        require(!info(*o.scale).is_operand(), operands + "scale", quoted(name_of(*o.scale)),
                "use ue8m0 or ue4m3");
    }
    require(o.scale_block >= 1 && o.k % o.scale_block == 0, operands + "scale_block", o.scale_block,
            [&] { return "it must divide k = " + std::to_string(o.k); });
}

}  // namespace

void check_overflow(Format format, Overflow overflow, const AttributePath& path) {
    const bool integer = info(format).is_integer();
    require(integer || overflow != Overflow::wrap, path, quoted(name_of(overflow)),
            "only integers wrap; use inf, saturate or ieee");
    if (integer && overflow == Overflow::inf) {  // the default of other formats: perhaps nobody wrote it
        const std::string at = path.text();
        const std::size_t dot = at.rfind('.');
        throw SpecError(at, (dot == std::string::npos ? "" : at.substr(0, dot) + ": ") +
                                "integers need overflow: wrap or saturate");
    }
    require(!integer || overflow == Overflow::wrap || overflow == Overflow::saturate, path,
            quoted(name_of(overflow)), "for an integer use wrap or saturate");
}

void check_metadata(const OperandRules& o, std::string_view prefix) {
    if (o.metadata == Metadata::none) return;
    const AttributePath at(prefix);
    const AttributePath path = at + "metadata";
    require(o.metadata == Metadata::one_of_two || o.k % 2 == 0, path, quoted(name_of(o.metadata)),
            [&] { return "it needs an even k, not " + std::to_string(o.k); });
    require(!o.scale, path, quoted(name_of(o.metadata)),
            "scale factors of sparse operands are not supported");
}

void check_integers(const OperandRules& o, std::string_view prefix) {
    const AttributePath at(prefix);
    for (const auto& [key, format] : {std::pair{"a", o.a}, {"b", o.b}, {"c", o.c}}) {
        require(info(format).is_integer() == o.are_integers(), at + key, quoted(name_of(format)),
                "a, b, c and d must all be integers, or none of them");
    }
    const bool bits = o.a == Format::b1 && o.b == Format::b1;
    require(o.multiplier == Multiplier::product || bits, at + "multiplier", quoted(name_of(o.multiplier)),
            "only b1 operands have an exclusive or; use product");
    if (!o.are_integers()) return;
    for (const auto& [key, format] :
         {std::pair{"convert", o.convert}, {"convert_c", o.convert_c}, {"scale", o.scale}}) {
        require(!format, at + key, quoted(name_of(format.value_or(o.d))),
                "integers are neither converted nor scaled");
    }
    for (const auto& [key, flush] : {std::pair{"flush_a", o.flush_a},
                                     {"flush_b", o.flush_b},
                                     {"flush_c", o.flush_c},
                                     {"flush_products", o.flush_products}}) {
        require(!flush, at + key, "true", "integers have no subnormals");
    }
    require(o.product_overflow == ProductOverflow::none, at + "product_overflow",
            quoted(name_of(o.product_overflow)), "a product of integers cannot overflow");
}

namespace {

class Checker {
   public:
    explicit Checker(const OperandRules& operands) : operands_(operands) {}

    void expression(const Expression& e, const AttributePath& path, int depth) {
        if (depth > kMaxDepth) {
            const std::string at = path.text();
            throw SpecError(at, at + ": nested deeper than " + std::to_string(kMaxDepth) + " sums");
        }
        if (e.kind == ExpressionKind::sum) sum(*e.sum, path, depth);
        if (e.kind == ExpressionKind::chain) chain(*e.chain, path, depth);
    }

   private:
    static void select(const Select& s, const AttributePath& path, const char* count = ".parts") {
        require(s.parts >= 1 && s.parts <= kMaxTerms, path + count, s.parts,
                [] { return "use 1.." + std::to_string(kMaxTerms); });
        require(s.list.size() <= static_cast<std::size_t>(kMaxTerms), path + ".k",
                static_cast<int>(s.list.size()),
                [] { return "use at most " + std::to_string(kMaxTerms) + " positions"; });
        require(s.index >= Select::kEach && s.index < s.parts, path + ".part", s.index,
                [&] { return "use 0.." + std::to_string(s.parts - 1); });
    }

    void round(const OutputRule& rule, const AttributePath& path) const {
        const FormatInfo& f = info(rule.format);
        require(f.is_result(), path + ".format", quoted(f.name()), kResultFormats);
        require_range(path + ".fraction", rule.fraction, f.is_integer() ? f.fraction_bits : 1,
                      f.fraction_bits);
        check_overflow(rule.format, rule.overflow, path + ".overflow");
        require(f.is_integer() == operands_.are_integers(), path + ".format", quoted(f.name()),
                "use integers only, or none");
        require(!f.is_integer() || !rule.flush, path + ".flush", "true", "integers have no subnormals");
    }

    void chain(const Chain& c, const AttributePath& path, int depth) {
        select(c.slices, path, ".slices");
        require(c.slices.index == Select::kEach, path + ".part", c.slices.index,
                "a chain always takes every part");
        select(c.start_select, path + ".start");
        const bool nested = c.start.kind == ExpressionKind::sum || c.start.kind == ExpressionKind::chain;
        expression(c.start, path + (nested ? ".start.of" : ".start"), depth + 1);
        sum(*c.step, path + ".chain", depth + 1);
        if (c.last) round(*c.last, path + ".last");
    }

    /// Whether the addend has no rule of its own: all integers have the same exponent.
    static bool plain_integer(const Term& t) {
        Term plain;
        plain.of = t.of;
        plain.select = t.select;
        return plain == t;
    }

    void term(const Term& t, const Sum& parent, const AttributePath& path, int depth) {
        select(t.select, path);
        if (!t.F.is_exact()) require_range(path + ".F", t.F.bits, 1, kMaxWidth);
        require(!operands_.are_integers() || plain_integer(t), path, "a rule of alignment",
                "integers are added exactly; leave out everything but \"k\", \"parts\" and \"pattern\"");
        if (t.cutoff) require_range(path + ".cutoff", *t.cutoff, 0, kMaxWidth);
        require(!t.cutoff || parent.grid == GridRule::own, path + ".cutoff", t.cutoff.value_or(0),
                "a common grid has no cutoff");
        if (t.least_exponent) require_range(path + ".least_exponent", *t.least_exponent, -2000, 2000);
        const bool is_sum = t.of.kind == ExpressionKind::sum || t.of.kind == ExpressionKind::chain;
        const bool is_product = t.of.kind == ExpressionKind::product;
        require(!t.scaled || operands_.scale.has_value(), path + ".scaled", "true",
                "the operands have no scale factors");
        require(!t.scaled || is_sum || is_product, path + ".scaled", "true",
                "only products and sums of products have scale factors");
        require(t.compared_by != ComparedBy::scale || !is_product, path + ".compared_by", "\"scale\"",
                "it applies only to a sum of products");
        require(!t.least_exponent || t.compared_by == ComparedBy::leading, path + ".least_exponent",
                t.least_exponent.value_or(0), "it needs compared_by leading");
        require(!t.flush || t.of.kind == ExpressionKind::acc, path + ".flush", "true",
                "it applies only to acc; for operands use operands.flush_a, flush_b and flush_c");
        const bool for_operands = t.zero == ZeroPart::minus126 || t.zero == ZeroPart::format_min;
        require(!is_sum || !for_operands, path + ".zero", quoted(name_of(t.zero)),
                "for a sum use ignored, terms or counted");
        require(is_sum || t.zero == ZeroPart::ignored || for_operands, path + ".zero",
                quoted(name_of(t.zero)), "for an operand use ignored, minus126 or format_min");
        require(t.compared_by != ComparedBy::leading || t.zero == ZeroPart::ignored, path + ".zero",
                quoted(name_of(t.zero)), "a zero has no leading bit; use ignored, or least_exponent");
        require(parent.grid == GridRule::own || !t.F.is_exact(), path + ".F", "\"exact\"",
                "a common grid needs a number of bits");
        require(parent.sticky == Sticky::none || t.rounding == Rounding::RZ || t.rounding == Rounding::RD,
                path + ".rounding", quoted(name_of(t.rounding)),
                "a sticky bit needs truncation; use RZ or RD");
        require(parent.frame == SignFrame::exact || t.rounding == Rounding::RZ, path + ".rounding",
                quoted(name_of(t.rounding)), "frame c_sign truncates magnitudes; use RZ");
        require(parent.frame == SignFrame::exact || !t.drop_tiny_negative, path + ".drop_tiny_negative",
                "true", "frame c_sign drops no addend");
        expression(t.of, is_sum ? path + ".of" : path, depth + 1);
    }

    void sum(const Sum& s, const AttributePath& path, int depth) {
        require(!s.terms.empty(), path + ".sum", "[]", "a sum needs at least one addend");
        require(!operands_.are_integers() || (!s.floor && s.grid == GridRule::own &&
                                              s.sticky == Sticky::none && s.frame == SignFrame::exact),
                path, "a grid rule", "integers are added exactly; leave out grid, floor, sticky and frame");
        if (s.floor) require_range(path + ".floor", *s.floor, -2000, 2000);
        require(!s.floor || s.grid == GridRule::own, path + ".floor", s.floor.value_or(0),
                "on a common grid use least_exponent of the addends");
        require(s.frame == SignFrame::exact || s.grid == GridRule::common, path + ".frame",
                quoted(name_of(s.frame)), "it needs a common grid");
        require(s.sticky == Sticky::none || s.round.has_value(), path + ".sticky", quoted(name_of(s.sticky)),
                "a sticky bit has no effect without a rounding");
        require(s.sticky == Sticky::none || s.frame == SignFrame::exact, path + ".sticky",
                quoted(name_of(s.sticky)), "frame c_sign has no sticky bit");
        if (s.round) round(*s.round, path + ".round");
        int signs = 0;
        for (std::size_t i = 0; i < s.terms.size(); ++i) {
            term(s.terms[i], s, path.item(".sum", static_cast<int>(i)), depth);
            signs +=
                s.terms[i].of.kind == ExpressionKind::c || s.terms[i].of.kind == ExpressionKind::acc ? 1 : 0;
        }
        require(s.frame == SignFrame::exact || signs == 1, path + ".frame", quoted(name_of(s.frame)),
                "it needs exactly one addend that is c or acc");
    }

    const OperandRules& operands_;
};

}  // namespace

void check(const Recipe& recipe) {
    check_operands(recipe.operands);
    Checker(recipe.operands).expression(recipe.result, AttributePath("result"), 0);
}

}  // namespace karat
