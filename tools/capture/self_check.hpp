// SPDX-License-Identifier: Apache-2.0
// Small integers that every arithmetic adds exactly. A wrong fragment layout, a wrong instruction or a device
// that is not what it says fails here, before any result is reported. What it cannot see: the same
// permutation of k in A and in B.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "unit.hpp"

namespace capture {

/// Encodings of 0, 1 and 2 follow from exponent bias and fraction bits; integers stand for themselves.
inline std::uint64_t encoding_of_integer(std::uint64_t value, const std::string& format) {
    struct Layout {
        unsigned fraction, bias;
    };
    static const std::map<std::string, Layout> layouts{
        {"fp64", {52, 1023}},  {"fp32", {23, 127}}, {"tf32", {23, 127}}, {"fp16", {10, 15}},
        {"bf16", {7, 127}},    {"e5m2", {2, 15}},   {"e4m3", {3, 7}},    {"e3m2", {2, 3}},
        {"e2m3", {3, 1}},      {"e2m1", {1, 1}},    {"ue8m0", {0, 127}}, {"ue4m3", {3, 7}},
        {"e5m2fnuz", {2, 16}}, {"e4m3fnuz", {3, 8}}};
    const auto found = layouts.find(format);
    if (found == layouts.end() || (value == 0 && format != "ue8m0")) return value;
    const auto [fraction, bias] = found->second;
    unsigned exponent = 0;
    while (value >> (exponent + 1) != 0) ++exponent;
    const std::uint64_t below = value - (std::uint64_t{1} << exponent);
    return (std::uint64_t{bias + exponent} << fraction) + (below << fraction >> exponent);
}

/// A linear congruential generator: the same rows on every device.
class SelfCheckRows {
   public:
    explicit SelfCheckRows(const Instruction& instruction) : in_(instruction) {}

    /// A row whose `expected` is the exact sum.
    Row next() {
        const Formats& f = in_.formats;
        std::vector<std::uint64_t> a, b;
        const std::uint64_t least = f.scale == "ue8m0" ? 1 : 0;
        for (std::size_t i = 0; i < f.k; ++i) a.push_back(draw(f.a == "b1" ? 2 : 3));
        for (std::size_t i = 0; i < f.k_of_b(); ++i) b.push_back(draw(f.b == "b1" ? 2 : 3));
        std::vector<std::uint64_t> scale_a, scale_b;
        for (std::size_t i = 0; i < f.scales(); ++i) {
            scale_a.push_back(least + draw(2));
            scale_b.push_back(least + draw(2));
        }
        Row row;
        for (std::size_t i = 0; i < f.groups(); ++i) row.metadata.push_back(metadata());
        std::uint64_t sum = draw(3);
        row.c = encoding_of_integer(sum, f.c);
        for (std::size_t i = 0; i < f.k; ++i) {
            const std::uint64_t y = b[f.metadata.empty() ? i : selected(row, i)];
            std::uint64_t product = in_.bitwise_xor ? a[i] ^ y : a[i] * y;
            if (f.scales() != 0) product *= scale_a[i / f.scale_block] * scale_b[i / f.scale_block];
            sum += product;
        }
        row.a = encoded(a, f.a);
        row.b = encoded(b, f.b);
        row.scale_a = encoded(scale_a, f.scale);
        row.scale_b = encoded(scale_b, f.scale);
        row.expected = hex_of(encoding_of_integer(sum, f.d), f.d);
        return row;
    }

   private:
    std::uint64_t draw(std::uint64_t below) {
        state_ = state_ * 6364136223846793005U + 1442695040888963407U;
        return (state_ >> 33) % below;
    }
    std::uint64_t metadata() {
        if (in_.formats.metadata == "1:2") return draw(2) == 0 ? 0x4 : 0xe;
        static constexpr std::uint64_t kAscending[] = {0x4, 0x8, 0x9, 0xc, 0xd, 0xe};
        return kAscending[draw(6)];
    }
    /// The index in B of stored element i of A.
    [[nodiscard]] std::size_t selected(const Row& row, std::size_t i) const {
        if (in_.formats.metadata == "1:2") return 2 * i + (row.metadata[i] == 0xe ? 1 : 0);
        return 4 * (i / 2) + (row.metadata[i / 2] >> 2 * (i % 2) & 3);
    }
    static std::vector<std::uint64_t> encoded(const std::vector<std::uint64_t>& values,
                                              const std::string& format) {
        std::vector<std::uint64_t> out;
        for (const std::uint64_t value : values) out.push_back(encoding_of_integer(value, format));
        return out;
    }

    const Instruction& in_;
    std::uint64_t state_ = 1;
};

/// Throws Error if the unit does not compute 200 sums of small integers.
inline void self_check(Unit& unit, const Instruction& instruction) {
    SelfCheckRows source(instruction);
    std::vector<Row> rows;
    for (int i = 0; i < 200; ++i) rows.push_back(source.next());
    const std::vector<std::uint64_t> d = unit.run(instruction, rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::string found = hex_of(d.at(i), instruction.formats.d);
        if (found != rows[i].expected)
            throw Error("self-check of " + instruction.name + ", row " + std::to_string(i + 1) + ": d is " +
                        found + ", the sum of small integers is " + rows[i].expected +
                        "; the operands do not reach their places, so no result of this device is reported");
    }
}

}  // namespace capture
