// SPDX-License-Identifier: Apache-2.0
#include "karat/simd/integer/integer_packer.hpp"

#include <algorithm>
#include <utility>

namespace karat::simd {
namespace {

std::size_t rounded_up(std::size_t x, std::size_t to) { return (x + to - 1) / to * to; }

std::int16_t opposite(std::int16_t bit) { return static_cast<std::int16_t>(1 - bit); }

/// Whether consecutive k of a line are neighbours in storage; otherwise consecutive lines are.
bool runs_along(const Lines& lines) { return lines.matrix.column_major != lines.by_row; }

}  // namespace

IntegerPacker::IntegerPacker(const IntegerPlan& plan, const OperandRules& rules, bool is_a, Simd simd)
    : plan_(plan), is_a_(is_a), reader_(is_a ? rules.a : rules.b, simd) {}

std::size_t IntegerPacker::length(std::size_t dot_adds) const {
    return rounded_up(dot_adds * words_of(plan_), kPackWords);
}

void IntegerPacker::pack(const LineBlock& block, std::size_t width, LineVector<std::int32_t>& panels,
                         LineVector<std::int16_t>& lines) const {
    const std::size_t needed = rounded_up(block.count, width) * length(block.dot_adds);
    panels.resize(std::max(panels.size(), needed));
    if (runs_along(block.lines)) {
        pack_along(block, width, panels.data(), lines);
    } else {
        pack_across(block, width, panels.data(), lines);
    }
}

void IntegerPacker::pack_along(const LineBlock& block, std::size_t width, std::int32_t* panels,
                               LineVector<std::int16_t>& lines) const {
    const std::size_t words = length(block.dot_adds);
    lines.resize(std::max(lines.size(), kPackLines * 2 * words));
    for (std::size_t i = 0; i < block.count; i += kPackLines) {
        for (std::size_t j = 0; j < std::min(kPackLines, block.count - i); ++j)
            read_line(block, block.first + i + j, &lines[j * 2 * words]);
        std::int32_t* const out = panels + i / width * width * words + i % width;
        reader_.kernel().transpose(lines.data(), 2 * words, words, out, width);
    }
}

/// Reads positions [place, place + count) of a line.
void IntegerPacker::read_numbers(const LineBlock& block, std::size_t line, std::size_t place,
                                 std::size_t count, std::int16_t* out) const {
    const ConstMatrix& matrix = block.lines.matrix;
    const std::size_t start = line * matrix.leading;
    if (block.lines.k_order == nullptr) return reader_.run(matrix.data, start + place, count, out);
    for (std::size_t p = 0; p < count; ++p)
        out[p] = reader_.one(matrix.data, start + block.lines.k_order[place + p]);
}

/// Reads a line as the words of a panel, two numbers each.
void IntegerPacker::read_line(const LineBlock& block, std::size_t line, std::int16_t* out) const {
    const auto k = static_cast<std::size_t>(plan_.k);
    if (k % 2 == 0 && !plan_.exclusive_or)
        return read_numbers(block, line, block.place, block.dot_adds * k, out);
    for (std::size_t i = 0; i < block.dot_adds; ++i, out += 2 * words_of(plan_)) {
        read_numbers(block, line, block.place + i * k, k, out);
        if (!plan_.exclusive_or) {
            out[k] = 0;  // an odd k leaves half a word
            continue;
        }
        for (std::size_t p = k; p-- > 0;) {
            const std::int16_t bit = out[p];
            out[2 * p + (is_a_ ? 0 : 1)] = bit;
            out[2 * p + (is_a_ ? 1 : 0)] = opposite(bit);
        }
    }
}

void IntegerPacker::pack_across(const LineBlock& block, std::size_t width, std::int32_t* panels,
                                LineVector<std::int16_t>& lines) const {
    const std::size_t stride = rounded_up(block.count, kPackLines) + kPackLines;  // zip reads twice as many
    lines.resize(std::max(lines.size(), 2 * stride));
    std::int16_t* first = lines.data();
    std::int16_t* second = first + stride;
    if (plan_.exclusive_or && !is_a_) std::swap(first, second);
    const auto k = static_cast<std::size_t>(plan_.k);
    const std::size_t per_word = plan_.exclusive_or ? 1 : 2;
    for (std::size_t i = 0; i < block.dot_adds; ++i) {
        for (std::size_t p = 0; p < k; p += per_word, panels += width) {
            read_across(block, block.place + i * k + p, first);
            if (plan_.exclusive_or) {
                std::transform(first, first + block.count, second, opposite);
            } else if (p + 1 < k) {
                read_across(block, block.place + i * k + p + 1, second);
            } else {
                std::fill_n(second, block.count, std::int16_t{0});
            }
            reader_.kernel().zip(lines.data(), lines.data() + stride, block.count, panels, width,
                                 width * length(block.dot_adds));
        }
    }
}

/// Reads one position of every line.
void IntegerPacker::read_across(const LineBlock& block, std::size_t place, std::int16_t* out) const {
    const ConstMatrix& matrix = block.lines.matrix;
    const std::size_t k = block.lines.k_order != nullptr ? block.lines.k_order[place] : place;
    reader_.run(matrix.data, k * matrix.leading + block.first, block.count, out);
}

}  // namespace karat::simd
