// SPDX-License-Identifier: Apache-2.0
// Searches for values outside the bounds: checks every addend, sum and result of directed and random
// dot-adds, for every recipe of the registry, for random specifications, and for random recipes that knobs
// cannot express.
#include "karat/recipe/bounds/bounds.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "karat/evaluate/evaluator.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat_tb/stimulus/sparse_tiles.hpp"
#include "recipe_maker.hpp"
#include "varied_recipes.hpp"

namespace karat::test {
namespace {

/// Whether x * 2^a <= y * 2^b.
bool at_most(const BigInt& x, int a, const BigInt& y, int b) {
    if (x.is_zero()) return y >= 0;
    if (y <= 0) return false;
    const int apart =
        (a + bit_length(x)) - (b + bit_length(y));  // distance of the leading bits; decides unless it is 0
    if (apart != 0) return apart < 0;
    return a >= b ? BigInt(x << (a - b)) <= y : x <= BigInt(y << (b - a));
}

/// Checks one dot-add against the bounds. Describes the first violation.
class Hunt {
   public:
    Hunt(const Evaluator& evaluator, const Bounds& bounds) : program_(evaluator.program()), bounds_(bounds) {}

    std::string look(const Trace& trace) {
        found_.clear();
        for (const TraceStep& step : trace.steps) {
            const Operation& op = program_.operations()[step.operation];
            where_ = op.title + " (" + op.path + ")";
            if (!step.is_special) sum(step, op, bounds_.sum(step.operation));
            result(step, op, bounds_.value(op.result));
        }
        return found_;
    }

   private:
    void expect(bool holds, const std::string& what) {
        if (!holds && found_.empty()) found_ = where_ + ": " + what;
    }

    void sum(const TraceStep& step, const Operation& op, const SumBounds& b) {
        bool takes_part = false;
        std::size_t at = 0;
        for (std::size_t g = 0; g < b.groups.size(); ++g) {
            const AddendGroup& group = program_.groups(op)[g];
            expect(b.groups[g].count == static_cast<int>(group.count),
                   "wrong count of group " + std::to_string(g));
            for (std::uint32_t i = 0; i < group.count; ++i) {
                const TraceAddend& x = step.addends.at(at++);
                takes_part |= x.exponent != kNoExponent;
                addend(step, x, op, group, b.groups[g]);
                expect(b.can_lose || x.dropped().is_zero() || is_cut(x, *group.term, step),
                       x.name + " loses bits, but can_lose is false");
            }
        }
        const BigInt magnitude = abs(step.sum);
        expect(bit_length(magnitude) <= bounds_.integer_bits(), "the sum is wider than integer_bits()");
        const bool in_units = b.fixed || op.sum->grid == GridRule::common;
        expect(at_most(magnitude, step.lsb, b.largest, in_units ? step.lsb : b.lsb_low),
               "the sum is above largest");
        value("the sum: ", b.value, magnitude, step.e_max, step.e_max - step.lsb, false);
        if (!takes_part) return expect(magnitude.is_zero(), "the sum is not 0, but no addend takes part");
        expect(b.e_max_low <= step.e_max && step.e_max <= b.e_max_high,
               "e_max " + std::to_string(step.e_max) + " is outside " + std::to_string(b.e_max_low) + ".." +
                   std::to_string(b.e_max_high));
        for (const TraceAddend& x : step.addends) {
            if (x.aligned.is_zero()) continue;
            const int lowest =
                step.lsb + static_cast<int>(boost::multiprecision::lsb(BigInt(abs(x.aligned))));
            expect(lowest >= b.lsb_low, x.name + " after alignment has bit " + std::to_string(lowest) +
                                            " below lsb_low " + std::to_string(b.lsb_low));
        }
        expect(!b.fixed || step.lsb == step.e_max - b.fraction, "the grid is not fixed");
    }

    static bool is_cut(const TraceAddend& x, const Term& term, const TraceStep& step) {
        return term.cutoff && x.exponent < step.e_max - *term.cutoff;
    }

    void addend(const TraceStep& step, const TraceAddend& x, const Operation& op, const AddendGroup& group,
                const AddendBounds& b) {
        const std::string name = x.name + ": ";
        expect(bit_length(x.significand) <= bounds_.integer_bits(), name + "wider than integer_bits()");
        expect(bit_length(BigInt(abs(x.aligned))) <= bounds_.integer_bits(),
               name + "wider than integer_bits() after alignment");
        value(name, b.value, x.significand, x.exponent, x.fraction, x.negative && program_.is_number(x.slot));
        const bool as_held =
            !group.scaled_sum && !group.term->flush && group.term->compared_by == ComparedBy::held;
        if (as_held && !x.significand.is_zero()) {
            value(name + "as held, ", bounds_.value(x.slot), x.significand, x.exponent, x.fraction,
                  x.negative);
        }
        expect(b.exact == group.term->F.is_exact(), name + "exact is wrong");
        if (b.exact) return;
        const BigInt one = op.sum->frame == SignFrame::c_sign ? 1 : 0;  // for an addend of the opposite sign
        expect(at_most(abs(x.aligned), step.lsb, b.aligned + one, x.lsb),
               name + "the aligned value is above its bound");
        if (op.sum->grid == GridRule::own) {
            expect(x.lsb == step.e_max - b.fraction, name + "keeps a different number of fraction bits");
        } else {
            expect(x.exponent == kNoExponent || x.lsb >= x.exponent - b.fraction,
                   name + "keeps too many fraction bits");
        }
    }

    void value(const std::string& name, const ValueBounds& b, const BigInt& significand, int exponent,
               int fraction, bool negative) {
        if (significand.is_zero()) {
            expect(b.zero, name + "zero, but zero is false");
            return expect(!negative || b.negative_zero, name + "-0, but negative_zero is false");
        }
        const int lsb = exponent - fraction;
        const int lowest = lsb + static_cast<int>(boost::multiprecision::lsb(significand));
        if (!b.nonzero) return expect(false, name + "not zero, but nonzero is false");
        expect(lowest >= b.low,
               name + "lowest bit " + std::to_string(lowest) + " is below low " + std::to_string(b.low));
        expect(lsb + bit_length(significand) - 1 >= b.least, name + "below least");
        expect(at_most(significand, lsb, b.largest, b.low), name + "above largest");
        if (exponent == kNoExponent) return;
        expect(b.e_low <= exponent && exponent <= b.e_high, name + "exponent " + std::to_string(exponent) +
                                                                " is outside " + std::to_string(b.e_low) +
                                                                ".." + std::to_string(b.e_high));
        expect(at_most(significand, lsb, b.relative, exponent - b.relative_fraction),
               name + "above relative");
    }

    void result(const TraceStep& step, const Operation& op, const ValueBounds& b) {
        if (!step.has_result) {
            if (step.is_special) return special("the sum", b, step.special);
            value("the sum: ", b, abs(step.sum), step.e_max, step.e_max - step.lsb, false);
            return;
        }
        const FormatInfo& f = info(op.round->format);
        const Unpacked x = unpack(step.result, f);
        if (!x.is_finite()) return special("the result", b, x.number_class);
        value("the result: ", b, BigInt(x.significand), x.exponent, f.fraction_bits, x.negative);
    }

    void special(const std::string& name, const ValueBounds& b, NumberClass which) {
        if (which == NumberClass::nan) expect(b.nan, name + " is a NaN, but nan is false");
        if (which == NumberClass::infinity) expect(b.infinity, name + " is infinite, but infinity is false");
    }

    const Program& program_;
    const Bounds& bounds_;
    std::string where_, found_;
};

/// Operands at the limits of their formats, where the bounds are tight.
class Extremes {
   public:
    Extremes(const OperandRules& rules, std::uint64_t seed) : rules_(rules), random_(seed) {}

    [[nodiscard]] Operands draw() {
        const auto k = static_cast<std::size_t>(rules_.k);
        style_ = random_.below(8);
        negative_ = random_.coin();
        fill(a_, k, rules_.a);
        fill(b_, k, rules_.b);
        if (random_.one_in(3)) style_ = random_.below(8);
        fill(c_, 1, rules_.c);
        const std::size_t blocks = rules_.scale ? k / static_cast<std::size_t>(rules_.scale_block) : 0;
        if (random_.one_in(3)) style_ = random_.below(8);
        fill(scale_a_, blocks, rules_.scale.value_or(Format::ue8m0));
        fill(scale_b_, blocks, rules_.scale.value_or(Format::ue8m0));
        if (random_.one_in(8)) pairs_cancel(k);
        if (random_.one_in(6)) alone(k);
        return {a_, b_, scale_a_, scale_b_, c_[0]};
    }
    [[nodiscard]] std::string text() const {
        std::ostringstream out;
        out << std::hex;
        for (const auto* part : {&a_, &b_, &scale_a_, &scale_b_, &c_}) {
            for (const std::uint64_t x : *part) out << x << ' ';
            out << "| ";
        }
        return out.str();
    }

   private:
    void fill(std::vector<std::uint64_t>& out, std::size_t count, Format format) {
        out.resize(count);
        for (std::uint64_t& x : out) x = element(info(format));
    }
    std::uint64_t element(const FormatInfo& f) {
        const std::uint64_t one = static_cast<std::uint64_t>(f.bias) << f.fraction_bits;
        const std::uint64_t least = f.has_zero ? 1 : 0;
        std::uint64_t code = 0;
        switch (style_) {
            case 0:
                code = f.max_finite_code();
                break;
            case 1:
                code = least;
                break;
            case 2:  // one magnitude, all fraction bits set
                code = one | f.fraction_mask();
                break;
            case 3:
                code = random_.coin() ? f.max_finite_code() : least;
                break;
            case 4: {  // around one
                const int reach = std::min(random_.between(1, 30), f.bias - 1);
                const int exponent = f.bias + random_.between(-reach, reach);
                code = (static_cast<std::uint64_t>(std::max(exponent, 0)) << f.fraction_bits) |
                       (random_.bits() & f.fraction_mask());
                break;
            }
            case 5:
                return random_.bits() & f.encoding_mask();
            default: {
                const std::uint64_t normal = std::uint64_t{1} << f.fraction_bits;
                const std::array<std::uint64_t, 7> ends{
                    0, least, normal - 1, normal, one, f.max_finite_code(), f.max_finite_code() - 1};
                code = ends[random_.below(ends.size())];
            }
        }
        code = std::min(code, f.max_finite_code());
        if (random_.one_in(12)) code = 0;
        if (random_.one_in(300)) code = f.magnitude_mask();
        if (f.has_infinity() && random_.one_in(300)) code = f.infinity_code();
        const bool minus = f.is_signed && (style_ < 3 && !random_.one_in(10) ? negative_ : random_.coin());
        return (code | (minus ? f.sign_bit() : 0)) << f.ignored_low_bits;
    }
    void pairs_cancel(std::size_t k) {
        const FormatInfo& f = info(rules_.b);
        for (std::size_t i = 1; i < k; i += 2) {
            a_[i] = a_[i - 1];
            b_[i] = b_[i - 1] ^ (f.sign_bit() << f.ignored_low_bits);
        }
    }
    /// Keeps one product or c; everything else becomes zero.
    void alone(std::size_t k) {
        const std::size_t kept = random_.below(k + 1);
        for (std::size_t i = 0; i < k; ++i) a_[i] = i == kept ? a_[i] : encode_zero(rules_.a, random_.coin());
        if (kept < k && random_.coin()) c_[0] = encode_zero(rules_.c, random_.coin());
    }

    const OperandRules& rules_;
    tb::Random random_;
    std::uint64_t style_ = 0;
    bool negative_ = false;
    std::vector<std::uint64_t> a_, b_, scale_a_, scale_b_, c_;
};

/// Whether `count` dot-adds stay within the bounds.
bool stays_inside(const Recipe& recipe, const std::string& name, int count, std::uint64_t seed) {
    const Evaluator evaluator(recipe);
    const Bounds bounds(evaluator.program());
    Hunt hunt(evaluator, bounds);
    Extremes extremes(evaluator.program().operands(), seed);
    for (int i = 0; i < count; ++i) {
        Trace trace;
        (void)evaluator.traced(extremes.draw(), trace);
        const std::string found = hunt.look(trace);
        if (found.empty()) continue;
        ADD_FAILURE() << found << "\n" << name << "\n" << extremes.text();
        return false;
    }
    return true;
}

int rounds(int usual) {
    const char* asked = std::getenv("KARAT_BOUNDS_ROUNDS");  // for longer manual runs
    return asked != nullptr ? std::atoi(asked) : usual;
}

TEST(Bounds, HoldForEveryInstruction) {
    std::uint64_t seed = 1;
    std::vector<Recipe> seen;
    for (const Instruction& x : registry()) {
        Recipe recipe =
            expand(tb::dense_spec(x.spec));  // the bounds of a sparse sum are those of the dense one
        if (std::find(seen.begin(), seen.end(), recipe) != seen.end()) continue;
        (void)stays_inside(recipe, x.name, rounds(60), seed++);
        seen.push_back(std::move(recipe));
    }
    EXPECT_GT(seen.size(), 150U);
}

TEST(Bounds, HoldForRandomSpecifications) {
    SpecMaker maker(11);
    int bad = 0;
    for (int i = 0; i < rounds(60) && bad < 5; ++i) {
        for (std::size_t a = 0; a + 1 < EnumNames<Algorithm>::names.size(); ++a) {
            const Spec spec = maker.make(static_cast<Algorithm>(a));
            bad += stays_inside(expand(spec), to_json_text(spec), 50, static_cast<std::uint64_t>(i)) ? 0 : 1;
        }
    }
}

TEST(Bounds, HoldForRecipesThatNoKnobDescribes) {
    VariedRecipes maker(12);
    int bad = 0;
    for (int i = 0; i < rounds(2000) && bad < 5; ++i) {
        bad += stays_inside(maker.make(), "recipe " + std::to_string(i), 30, static_cast<std::uint64_t>(i))
                   ? 0
                   : 1;
    }
}

/// Randomly generated trees.
TEST(Bounds, HoldForRandomRecipes) {
    RecipeMaker maker(13);
    int bad = 0;
    for (int i = 0; i < rounds(2000) && bad < 5; ++i) {
        const Recipe recipe = maker.make();
        bad += stays_inside(recipe, to_json_text(recipe), 30, static_cast<std::uint64_t>(i)) ? 0 : 1;
    }
}

/// e2m1 products and an e4m3 c: exponents 0..4 and -6..8, so the unit of the grid is always below 1.
TEST(Bounds, ACommonUnitIsThatOfItsAddends) {
    const Program program(recipe_from_json_text(
        R"({"karat_recipe": 1, "operands": {"a": "e2m1", "b": "e2m1", "c": "e4m3", "d": "fp32", "k": 2},
            "result": {"grid": "common", "sum": [{"of": "product", "F": 20}, {"of": "c", "F": 16}],
                       "round": {"format": "fp32"}}})"));
    const Bounds bounds(program);
    EXPECT_EQ(bounds.sum(0).lsb_low, -6 - 16);
    EXPECT_EQ(bounds.sum(0).lsb_high, 8 - 16);
}

/// The tests above also pass with bounds that are too wide. Here the bounds must equal the extreme values
/// that the arithmetic can reach.
TEST(Bounds, AreTightWhereTheArithmeticIsSimple) {
    Spec spec;  // fp16 products and an fp32 c
    spec.k = 4;
    spec.F = Width{24};
    const Evaluator evaluator(expand(spec));
    const Bounds bounds(evaluator.program());
    const ValueBounds& product = bounds.value(0);
    EXPECT_EQ(product.low, -48);
    EXPECT_EQ(product.largest, BigInt(2047 * 2047) << 58);  // 65504^2
    EXPECT_EQ(product.e_low, -28);
    EXPECT_EQ(product.e_high, 30);
    const SumBounds& sum = bounds.sum(0);
    EXPECT_EQ(sum.e_max_low, -126);
    EXPECT_EQ(sum.e_max_high, 127);
    EXPECT_EQ(sum.lsb_low, -126 - 24);
    EXPECT_TRUE(sum.fixed);
    // four products below 4, and a c below 2, in units of 2^-24
    EXPECT_EQ(sum.largest, 4 * (BigInt(2047 * 2047) << 4) + (BigInt(0xffffff) << 1));
}

}  // namespace
}  // namespace karat::test
