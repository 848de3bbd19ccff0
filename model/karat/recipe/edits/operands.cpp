// SPDX-License-Identifier: Apache-2.0
// Edits of the operands: how they are read before the first sum. The port widths stay the same.
#include "karat/recipe/edits/collect.hpp"

namespace karat::editing {
namespace {

namespace json = boost::json;

class OperandEditor {
   public:
    explicit OperandEditor(Collector& out) : out_(out), was_(out.original().operands) {}

    void flushes() const {
        flag(&OperandRules::flush_a, "flush_a", "subnormal a becomes +0");
        flag(&OperandRules::flush_b, "flush_b", "subnormal b becomes +0");
        const bool flushed = was_.flush_c;
        Recipe all = with_terms(out_.original(), {}, [&](Term& term) {
            if (term.of.kind == ExpressionKind::acc) term.flush = !flushed;
        });
        all.operands.flush_c = !flushed;
        const bool chained = all.result != out_.original().result;
        out_.add(std::move(all),
                 {"flush_c", !flushed, flushed,
                  std::string("subnormal c ") + (chained ? "or step result " : "") + "becomes +0", 2});
        if (chained)
            flag(&OperandRules::flush_c, "flush_operand_c",
                 "a subnormal operand c, but not a subnormal step result, becomes +0");
        names(&OperandRules::flush_below, "flush_below", "threshold below which operands are flushed", 6);
        if (was_.flush_a || was_.flush_b || was_.flush_c)
            names(&OperandRules::flush_sign, "flush_sign", "sign of a flushed operand", 6);
    }

    void products() const {
        const bool overflows = was_.product_overflow == ProductOverflow::inf;
        // if products can overflow, the specials of the operands and c take precedence
        Recipe changed = with_sums(out_.original(), {}, [&](Sum& sum) {
            if (!overflows && !sum.terms.empty()) sum.specials = SpecialsOf::operands;
        });
        changed.operands.product_overflow = overflows ? ProductOverflow::none : ProductOverflow::inf;
        out_.add(std::move(changed),
                 {"product_overflow", overflows ? "none" : "inf", overflows ? "inf" : "none",
                  "result of an exact product of magnitude 2^128 or more", 6});
        flag(&OperandRules::flush_products, "flush_products",
             "subnormal products are flushed to signed zeros", 4);
        names(&OperandRules::multiplier, "multiplier", "how two operands are multiplied", 6);
        names(&OperandRules::zero_product_sign, "zero_product_sign", "sign of a product that is exactly zero",
              6);
    }

    void formats() const {
        for (int i = 0; i < kFormatCount; ++i) {
            const auto format = static_cast<Format>(i);
            read_as(&OperandRules::a, "a", "format of A", format);
            read_as(&OperandRules::b, "b", "format of B", format);
            read_as(&OperandRules::c, "c", "format of C", format);
            if (was_.a == was_.b && same_width(format, was_.a)) {
                edit([&](OperandRules& rules) { rules.a = rules.b = format; },
                     {"a_and_b", named(format), named(was_.a), "format of A and B", 7});
            }
            if (was_.scale && same_width(format, *was_.scale)) {
                edit([&](OperandRules& rules) { rules.scale = format; },
                     {"scale", named(format), named(*was_.scale), "format of the block scale factors", 7});
            }
            if (same_width(format, was_.d) && info(format).is_operand()) result_as(format);
            converts(&OperandRules::convert, "convert", "format that a and b are converted to, exactly",
                     format);
            converts(&OperandRules::convert_c, "convert_c", "format that c is converted to, exactly", format);
        }
        converts(&OperandRules::convert, "convert", "a and b are not converted", std::nullopt);
        converts(&OperandRules::convert_c, "convert_c", "c is not converted", std::nullopt);
    }

   private:
    static bool same_width(Format x, Format y) { return x != y && info(x).bits == info(y).bits; }

    void edit(const std::function<void(OperandRules&)>& change, Naming naming) const {
        Recipe changed = out_.original();
        change(changed.operands);
        out_.add(std::move(changed), std::move(naming));
    }
    void flag(bool OperandRules::*field, const std::string& key, const std::string& meaning,
              int cost = 2) const {
        edit([&](OperandRules& rules) { rules.*field = !(rules.*field); },
             {key, !(was_.*field), was_.*field, meaning, cost});
    }
    template <class Enum>
    void names(Enum OperandRules::*field, const std::string& key, const std::string& meaning,
               int cost) const {
        for (std::size_t i = 0; i < EnumNames<Enum>::names.size(); ++i) {
            const auto value = static_cast<Enum>(i);
            edit([&](OperandRules& rules) { rules.*field = value; },
                 {key, named(value), named(was_.*field), meaning, cost});
        }
    }
    void read_as(Format OperandRules::*field, const std::string& key, const std::string& meaning,
                 Format format) const {
        if (!same_width(format, was_.*field)) return;
        edit([&](OperandRules& rules) { rules.*field = format; },
             {key, named(format), named(was_.*field), meaning, 7});
    }
    /// Changes every rounding to d's format as well.
    void result_as(Format format) const {
        const Format old = was_.d;
        Recipe changed = with_rounds(out_.original(), {}, [&](OutputRule& rule) {
            if (rule.format != old) return;
            rule.format = format;
            rule.fraction = info(format).fraction_bits;
        });
        changed.operands.d = format;
        out_.add(std::move(changed), {"d", named(format), named(old), "format of D", 7});
    }
    void converts(std::optional<Format> OperandRules::*field, const std::string& key,
                  const std::string& meaning, std::optional<Format> format) const {
        const auto text = [](const std::optional<Format>& x) {
            return json::value(x ? name_of(*x) : "none");
        };
        edit([&](OperandRules& rules) { rules.*field = format; },
             {key, text(format), text(was_.*field), meaning, 7});
    }

    Collector& out_;
    const OperandRules& was_;
};

}  // namespace

void edit_operands(Collector& out) {
    const OperandEditor editor(out);
    editor.flushes();
    editor.products();
    editor.formats();
}

}  // namespace karat::editing
