// SPDX-License-Identifier: Apache-2.0
// All recipes that differ from a given one in a single attribute of a single node. Some of them are invalid;
// DotAdd refuses these.
#pragma once
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "karat/recipe/recipe.hpp"

namespace karat::test {

struct Edit {
    std::string what;  ///< such as "result.sum[1].zero = terms"
    Recipe recipe;
};

/// Visits the nodes in turn. Each visit emits edited copies of a node. The caller inserts each of them into a
/// copy of the parent node.
class RecipeEdits {
   public:
    [[nodiscard]] static std::vector<Edit> of(const Recipe& base) {
        std::vector<Edit> out;
        operands("operands", base.operands, [&](const std::string& what, const OperandRules& x) {
            out.push_back({what, {x, base.result}});
        });
        expression("result", base.result, [&](const std::string& what, const Expression& x) {
            out.push_back({what, {base.operands, x}});
        });
        return out;
    }

   private:
    template <class T>
    using Emit = std::function<void(const std::string&, const T&)>;

    template <class T, class Member, class Values>
    static void each(const std::string& path, const T& node, Member T::*member, const Values& values,
                     const Emit<T>& emit) {
        int number = 0;
        for (const auto& value : values) {
            T x = node;
            x.*member = value;
            if (!(x == node)) emit(path + " = " + std::to_string(number), x);
            ++number;
        }
    }
    /// One edit for each other enumerator, labelled with its name.
    template <class T, class Enum>
    static void each_of(const std::string& path, const T& node, Enum T::*member, const Emit<T>& emit) {
        for (std::size_t i = 0; i < EnumNames<Enum>::names.size(); ++i) {
            T x = node;
            x.*member = static_cast<Enum>(i);
            if (!(x == node)) emit(path + " = " + std::string(EnumNames<Enum>::names[i]), x);
        }
    }
    template <class T>
    static void toggle(const std::string& path, const T& node, bool T::*member, const Emit<T>& emit) {
        T x = node;
        x.*member = !(x.*member);
        emit(path, x);
    }

    static const std::vector<std::optional<int>>& exponents() {
        static const std::vector<std::optional<int>> values{std::nullopt, -2000, -130, -20, 0, 30};
        return values;
    }
    static const std::vector<std::optional<Format>>& conversions() {
        static const std::vector<std::optional<Format>> values{std::nullopt, Format::fp16, Format::bf16,
                                                               Format::fp32, Format::fp64};
        return values;
    }

    static void operands(const std::string& path, const OperandRules& node, const Emit<OperandRules>& emit) {
        for (Format OperandRules::*const format : {&OperandRules::a, &OperandRules::b, &OperandRules::c}) {
            each_of(path + ".format", node, format, emit);
        }
        each(path + ".convert", node, &OperandRules::convert, conversions(), emit);
        each(path + ".convert_c", node, &OperandRules::convert_c, conversions(), emit);
        each(path + ".scale", node, &OperandRules::scale,
             std::vector<std::optional<Format>>{std::nullopt, Format::ue8m0, Format::ue4m3}, emit);
        each(path + ".scale_block", node, &OperandRules::scale_block, std::vector<int>{1, 2, 4, 8, 16, 32},
             emit);
        for (bool OperandRules::*const flag :
             {&OperandRules::flush_a, &OperandRules::flush_b, &OperandRules::flush_c}) {
            toggle(path + ".flush", node, flag, emit);
            OperandRules below = node;
            below.*flag = true;
            below.flush_below = FlushBelow::fp32;
            emit(path + ".flush_below", below);
        }
        each_of(path + ".flush_sign", node, &OperandRules::flush_sign, emit);
        each_of(path + ".product_overflow", node, &OperandRules::product_overflow, emit);
        toggle(path + ".flush_products", node, &OperandRules::flush_products, emit);
        each_of(path + ".zero_product_sign", node, &OperandRules::zero_product_sign, emit);
    }

    static void expression(const std::string& path, const Expression& node, const Emit<Expression>& emit) {
        const auto put = [&](const std::string& what, Expression x) { emit(what, x); };
        if (node.kind == ExpressionKind::sum) {
            sum(path, *node.sum, [&](const std::string& what, const Sum& x) {
                put(what, {ExpressionKind::sum, Child<Sum>(x), {}});
            });
        } else if (node.kind == ExpressionKind::chain) {
            chain(path, *node.chain, [&](const std::string& what, const Chain& x) {
                put(what, {ExpressionKind::chain, {}, Child<Chain>(x)});
            });
        }
    }

    static void select(const std::string& path, const Select& node, const Emit<Select>& emit) {
        each(path + ".parts", node, &Select::parts, std::vector<int>{1, 2, 4, 8}, emit);
        each_of(path + ".pattern", node, &Select::pattern, emit);
        for (const int parts : {2, 4}) {
            for (const Pattern pattern : {Pattern::interleaved, Pattern::pairs}) {
                Select x = node;
                x.parts = parts;
                x.pattern = pattern;
                if (x != node) emit(path + ".parts and pattern", x);
            }
        }
        for (const int k : {2, 4, 8, 16}) {
            Select x = node;
            x.list.clear();
            for (int i = k; i > 0; --i) x.list.push_back(i - 1);
            emit(path + ".list", x);
        }
    }

    static void chain(const std::string& path, const Chain& node, const Emit<Chain>& emit) {
        const auto with = [&](const std::string& what, auto Chain::*member, const auto& value) {
            Chain x = node;
            x.*member = value;
            emit(what, x);
        };
        select(path + ".slices", node.slices,
               [&](const std::string& what, const Select& x) { with(what, &Chain::slices, x); });
        sum(path + ".chain", *node.step,
            [&](const std::string& what, const Sum& x) { with(what, &Chain::step, Child<Sum>(x)); });
        const auto& any_round = node.last ? node.last : node.step->round;
        if (any_round) {
            rule(path + ".last", *any_round, [&](const std::string& what, const OutputRule& x) {
                with(what, &Chain::last, std::optional<OutputRule>(x));
            });
        }
    }

    static void sum(const std::string& path, const Sum& node, const Emit<Sum>& emit) {
        for (std::size_t i = 0; i < node.terms.size(); ++i) {
            term(path + ".sum[" + std::to_string(i) + "]", node.terms[i],
                 [&](const std::string& what, const Term& x) {
                     Sum edited = node;
                     edited.terms[i] = x;
                     emit(what, edited);
                 });
        }
        Sum swapped = node;
        std::swap(swapped.terms.front(), swapped.terms.back());
        emit(path + " swapped", swapped);
        Sum common = node;
        common.grid = GridRule::common;
        common.floor.reset();
        if (common.grid != node.grid) emit(path + ".grid = common", common);
        common.frame = SignFrame::c_sign;
        if (common.frame != node.frame) emit(path + ".frame = c_sign", common);
        each(path + ".floor", node, &Sum::floor, exponents(), emit);
        each_of(path + ".sticky", node, &Sum::sticky, emit);
        each_of(path + ".zero_sum", node, &Sum::zero_sum, emit);
        each_of(path + ".specials", node, &Sum::specials, emit);
        if (node.round) {
            rule(path + ".round", *node.round, [&](const std::string& what, const OutputRule& x) {
                Sum edited = node;
                edited.round = x;
                emit(what, edited);
            });
        }
        Sum other = node;
        other.round = node.round ? std::nullopt : std::optional(OutputRule{});
        emit(path + ".round", other);
    }

    static void term(const std::string& path, const Term& node, const Emit<Term>& emit) {
        expression(path + ".of", node.of, [&](const std::string& what, const Expression& x) {
            Term edited = node;
            edited.of = x;
            emit(what, edited);
        });
        select(path, node.select, [&](const std::string& what, const Select& x) {
            Term edited = node;
            edited.select = x;
            emit(what, edited);
        });
        toggle(path + ".scaled", node, &Term::scaled, emit);
        toggle(path + ".flush", node, &Term::flush, emit);
        each(path + ".F", node, &Term::F,
             std::vector<Width>{Width::exact(), {1}, {7}, {22}, {24}, {25}, {31}, {40}, {70}}, emit);
        each_of(path + ".rounding", node, &Term::rounding, emit);
        each(path + ".cutoff", node, &Term::cutoff,
             std::vector<std::optional<int>>{std::nullopt, 0, 4, 25, 40}, emit);
        each_of(path + ".compared_by", node, &Term::compared_by, emit);
        each_of(path + ".zero", node, &Term::zero, emit);
        Term leading = node;
        leading.compared_by = ComparedBy::leading;
        leading.zero = ZeroPart::ignored;
        emit(path + ".compared_by = leading, no zero", leading);
        leading.least_exponent = -40;
        emit(path + ".least_exponent", leading);
        toggle(path + ".drop_tiny_negative", node, &Term::drop_tiny_negative, emit);
    }

    static void rule(const std::string& path, const OutputRule& node, const Emit<OutputRule>& emit) {
        each_of(path + ".rounding", node, &OutputRule::rounding, emit);
        each_of(path + ".overflow", node, &OutputRule::overflow, emit);
        each_of(path + ".nan", node, &OutputRule::nan, emit);
        each_of(path + ".underflow_sign", node, &OutputRule::underflow_sign, emit);
        each_of(path + ".flush_sign", node, &OutputRule::flush_sign, emit);
        each(path + ".fraction", node, &OutputRule::fraction, std::vector<int>{1, 7, 10, 13, 21, 22, 23},
             emit);
        for (std::size_t i = 0; i < EnumNames<FlushWhen>::names.size(); ++i) {
            OutputRule x = node;
            x.flush = true;
            x.flush_when = static_cast<FlushWhen>(i);
            emit(path + ".flush, when = " + std::string(EnumNames<FlushWhen>::names[i]), x);
        }
        for (const Format format : {Format::fp16, Format::bf16, Format::e5m2, Format::fp32}) {
            OutputRule x = node;
            x.format = format;
            x.fraction = info(format).fraction_bits;
            emit(path + ".format = " + std::string(name_of(format)), x);
        }
    }
};

}  // namespace karat::test
