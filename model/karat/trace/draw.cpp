// SPDX-License-Identifier: Apache-2.0
#include "karat/trace/draw.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include "karat/text/text.hpp"

namespace karat {
namespace {

/// Name, sign and exponent, left of the digits; more if a name is long.
constexpr int kLabelColumns = 34;

int label_columns(const TraceStep& step) {
    std::size_t longest = 0;
    for (const TraceAddend& x : step.addends) longest = std::max(longest, x.name.size());
    return std::max(kLabelColumns, static_cast<int>(longest) + 16);
}
constexpr int kDroppedShown = 40;  // dropped digits drawn before "..."

int length_of(const BigInt& magnitude) {
    return magnitude == 0 ? 0 : static_cast<int>(boost::multiprecision::msb(magnitude)) + 1;
}

std::string padded(std::string text, std::size_t width) {
    if (text.size() < width) text.append(width - text.size(), ' ');
    return text;
}

std::string class_name(NumberClass number_class) {
    switch (number_class) {
        case NumberClass::zero:
            return "zero";
        case NumberClass::finite:
            return "finite";
        case NumberClass::infinity:
            return "infinity";
        case NumberClass::nan:
            return "NaN";
    }
    return {};
}

/// The digits of one step. Column 0 has weight `2^top`; the last digit of the grid has weight `2^lsb`.
class Canvas {
   public:
    Canvas(const TraceStep& step, const DrawStyle& style) : step_(step), style_(style) {
        top_ = step.lsb + length_of(abs(step.sum)) - 1;
        bottom_ = step.lsb;
        for (const TraceAddend& addend : step.addends) {
            if (addend.significand == 0) continue;
            top_ = std::max(top_, addend.exponent - addend.fraction + length_of(addend.significand) - 1);
            bottom_ = std::min(bottom_, addend.exponent - addend.fraction);
        }
        top_ = std::max(top_, step.e_max);
        bottom_ = std::max(bottom_, step.lsb - kDroppedShown);
        fits_ = label_columns(step) + top_ - step.lsb + 3 <= style.columns;
    }

    [[nodiscard]] bool fits() const { return fits_; }

    [[nodiscard]] std::string ruler() const {
        const std::string left = "2^" + std::to_string(top_);
        const int columns = label_columns(step_);
        std::string out = padded("", static_cast<std::size_t>(columns)) + left;
        const std::string right = "2^" + std::to_string(step_.lsb);
        const int last =
            columns + top_ - step_.lsb + (top_ >= step_.e_max && step_.e_max > step_.lsb ? 1 : 0);
        const auto column = static_cast<std::size_t>(last);
        if (column > out.size() + right.size()) out = padded(out, column + 1 - right.size()) + right;
        return out + "| dropped";
    }

    /// Draws `magnitude * 2^weight`. Digits below `kept` are dropped bits.
    [[nodiscard]] std::string digits(const BigInt& magnitude, int weight, int kept) const {
        std::string out;
        const int highest = weight + length_of(magnitude) - 1;
        bool lost = false;
        for (int position = top_; position >= bottom_; --position) {
            if (position == step_.lsb - 1) out += '|';
            const bool inside = magnitude != 0 && position <= highest && position >= weight;
            char digit = ' ';
            if (inside) digit = bit_test(magnitude, static_cast<unsigned>(position - weight)) ? '1' : '0';
            const bool dropped = inside && position < kept;
            if (dropped && !lost && style_.colour) out += "\x1b[31m";
            lost |= dropped;
            out += digit;
            if (position == step_.e_max && position > step_.lsb) out += inside ? '.' : ' ';
        }
        if (bottom_ == step_.lsb) out += '|';
        if (magnitude != 0 && weight < bottom_) {
            if (highest < bottom_ && style_.colour) out += "\x1b[31m";
            lost = true;
            out += "...";
        }
        if (lost && style_.colour) out += "\x1b[0m";
        while (!out.empty() && out.back() == ' ') out.pop_back();
        return out;
    }

   private:
    static BigInt abs(const BigInt& x) { return x < 0 ? BigInt(-x) : x; }

    const TraceStep& step_;
    const DrawStyle& style_;
    int top_ = 0;
    int bottom_ = 0;
    bool fits_ = true;
};

BigInt magnitude_of(const BigInt& x) { return x < 0 ? BigInt(-x) : x; }

std::string addend_line(const TraceAddend& addend, const TraceStep& step, const Canvas& canvas) {
    std::string label = "  " + padded(addend.name.size() < 12 ? addend.name : addend.name + " ", 12) +
                        (addend.negative ? "- " : "+ ");
    label +=
        addend.exponent == kNoExponent ? "           " : padded("e = " + std::to_string(addend.exponent), 11);
    label = padded(label, static_cast<std::size_t>(label_columns(step)));
    if (addend.number_class > NumberClass::finite) return label + class_name(addend.number_class) + '\n';
    if (addend.significand == 0) return label + "0\n";
    const int weight = addend.exponent - addend.fraction;
    std::string out = label;
    if (canvas.fits()) {
        out += canvas.digits(addend.significand, weight, addend.lsb);
    } else {
        out += "0x" + addend.significand.str(0, std::ios_base::hex) + " * 2^" + std::to_string(weight);
    }
    // The result of truncation. If the aligned value is larger, it was rounded away from zero.
    const int drop = addend.lsb - weight;
    BigInt truncated = addend.significand;
    if (drop > 0) truncated >>= drop;
    if (drop < 0) truncated <<= -drop;
    truncated <<= addend.lsb - step.lsb;
    if (magnitude_of(addend.aligned) > truncated) out += "  (rounded away, +1)";
    if (drop > 0 && addend.aligned == 0) out += "  (nothing left)";
    return out + '\n';
}

std::string sum_line(const TraceStep& step, const Canvas& canvas) {
    const std::string label = padded(std::string("  ") + padded("sum", 12) + (step.sum < 0 ? "- " : "+ "),
                                     static_cast<std::size_t>(label_columns(step)));
    if (step.sum == 0) return label + "0\n";
    const BigInt magnitude = magnitude_of(step.sum);
    std::string out = label + (canvas.fits() ? canvas.digits(magnitude, step.lsb, step.lsb)
                                             : "0x" + magnitude.str(0, std::ios_base::hex) + " * 2^" +
                                                   std::to_string(step.lsb));
    if (step.sticky) out += "  (sticky)";
    return out + '\n';
}

/// One line per addend. A run of zeros is collapsed into one line.
std::string addend_lines(const TraceStep& step, const Canvas& canvas) {
    constexpr std::size_t shortest_run = 3;
    const auto is_zero = [&](std::size_t i) {
        return step.addends[i].significand == 0 && step.addends[i].number_class == NumberClass::zero;
    };
    std::string out;
    for (std::size_t i = 0; i < step.addends.size();) {
        std::size_t end = i;
        while (end < step.addends.size() && is_zero(end) &&
               step.addends[end].is_product == step.addends[i].is_product)
            ++end;
        if (end - i >= shortest_run) {
            out += "  (" + std::to_string(end - i) + (i == 0 ? " addends" : " more") + ", all 0)\n";
            i = end;
        } else {
            out += addend_line(step.addends[i], step, canvas);
            ++i;
        }
    }
    return out;
}

}  // namespace

std::string draw(const Trace& trace, const DrawStyle& style) {
    std::string out;
    for (const TraceStep& step : trace.steps) {
        out += step.title;
        if (step.has_grid && step.e_max > kNoExponent) {
            out += ": e_max = " + std::to_string(step.e_max) + ", unit 2^" + std::to_string(step.lsb);
        }
        out += '\n';
        if (step.is_special) out += "  special values decide the result: " + class_name(step.special) + '\n';
        if (step.has_grid && !step.addends.empty()) {
            const Canvas canvas(step, style);
            const bool has_unit = step.e_max > kNoExponent;  // otherwise every addend is 0
            if (canvas.fits() && has_unit) out += canvas.ruler() + '\n';
            if (!canvas.fits()) out += "  (too wide to draw; shown as magnitude * 2^exponent)\n";
            out += addend_lines(step, canvas);
            out += sum_line(step, canvas);
        }
        if (step.has_result) {
            out += "  = " + std::string(name_of(step.format)) + " 0x" + to_hex(step.result, step.format) +
                   " (" + to_value_text(step.result, step.format) + ")\n";
        }
    }
    return out;
}

std::string trace_to_json_text(const Trace& trace) {
    namespace json = boost::json;
    json::array steps;
    for (const TraceStep& step : trace.steps) {
        json::object out;
        out["title"] = step.title;
        if (step.has_grid) {
            out["e_max"] = step.e_max;
            out["lsb"] = step.lsb;
        }
        json::array addends;
        for (const TraceAddend& addend : step.addends) {
            json::object item;
            item["name"] = addend.name;
            item["class"] = class_name(addend.number_class);
            item["negative"] = addend.negative;
            item["significand"] = addend.significand.str();
            if (addend.exponent != kNoExponent) {
                item["exponent"] = addend.exponent;
                item["fraction"] = addend.fraction;
            }
            item["kept_lsb"] = addend.lsb;
            item["aligned"] = addend.aligned.str();
            item["dropped"] = addend.dropped().str();
            addends.push_back(std::move(item));
        }
        out["addends"] = std::move(addends);
        out["sum"] = step.sum.str();
        out["sticky"] = step.sticky;
        if (step.is_special) out["special"] = class_name(step.special);
        if (step.has_result) {
            out["format"] = name_of(step.format);
            out["result"] = to_hex(step.result, step.format);
        }
        steps.push_back(std::move(out));
    }
    json::array operands;
    for (const TraceOperand& operand : trace.operands) {
        operands.push_back(json::object{{"name", operand.matrix + std::to_string(operand.index)},
                                        {"format", name_of(operand.format)},
                                        {"encoding", to_hex(operand.encoding, operand.format)},
                                        {"class", class_name(operand.value.number_class)},
                                        {"negative", operand.value.negative},
                                        {"significand", operand.value.significand},
                                        {"exponent", operand.value.exponent}});
    }
    return json::serialize(json::object{{"operands", std::move(operands)}, {"steps", std::move(steps)}});
}

}  // namespace karat
