// SPDX-License-Identifier: Apache-2.0
// Tables of instruction names. A row gives the meaning of a name on each architecture, or says that the name
// does not exist there.
#pragma once
#include <array>
#include <map>

#include "karat/instruction/registry.hpp"
#include "specs.hpp"

namespace karat::test {
/// One row of a table. A cell is empty if the name does not exist on the architecture. Otherwise it contains
/// the algorithm, a blank, and a number: F for FDA and GDFS, the group size for GPS, the number of terms for
/// FDRDA and GFDRDA. "Co" before the algorithm means a chain of two operations.
template <std::size_t N>
struct Row {
    std::vector<std::string> names;  ///< all spellings
    Format a, b, c, d;
    int k;
    std::array<const char*, N> cells;
};

/// Expects the published knobs of the cell's algorithm. The sources are in docs/explanation/evidence.md.
inline void expect_knobs(const Spec& s, const std::string& cell, Format d) {
    const std::string algorithm = cell.substr(0, cell.find(' '));
    const int number = cell.find(' ') == std::string::npos ? 0 : std::stoi(cell.substr(cell.find(' ')));
    if (algorithm == "SFMA") {
        EXPECT_EQ(s.algorithm, Algorithm::fma);
        EXPECT_EQ(s.output_rounding_or_default(), Rounding::RNE);
        EXPECT_EQ(s.acc_format_or_default(), d);
        return;
    }
    if (algorithm == "GPS" || algorithm == "GPSflush") {
        EXPECT_EQ(s.algorithm, Algorithm::gps);
        EXPECT_EQ(s.group_or_default(), number);
        EXPECT_EQ(s.output_rounding_or_default(), Rounding::RNE);
        EXPECT_EQ(s.product_format_or_default(), Format::fp32);
        EXPECT_EQ(s.c_place_or_default(), CPlace::first);
        EXPECT_EQ(s.pairing, Pairing::adjacent);
        const bool flush = algorithm == "GPSflush";
        for (const bool knob : {s.flush_a, s.flush_b, s.flush_c, s.flush_products, s.flush_output})
            EXPECT_EQ(knob, flush);
        return;
    }
    const bool co = algorithm.starts_with("Co");
    EXPECT_EQ(s.terms_or_default(), co ? s.k / 2 : s.k);
    EXPECT_EQ(s.c_place_or_default(), CPlace::fused);
    const std::string base = co ? algorithm.substr(2) : algorithm;
    if (base == "FDA") {
        EXPECT_EQ(s.algorithm, Algorithm::fda);
        EXPECT_EQ(s.F.bits, number);
        EXPECT_EQ(s.align_rounding, Rounding::RZ);
        EXPECT_EQ(s.F_c_or_default().bits, number);
        EXPECT_EQ(s.output_rounding_or_default(), d == Format::fp16 ? Rounding::RNE : Rounding::RZ);
        EXPECT_EQ(s.output_fraction_or_default(), d == Format::fp16 ? 10 : number == 13 ? 13 : 23);
        EXPECT_EQ(s.nan, NanEncoding::nvidia);
        EXPECT_EQ(s.zero_product, ZeroExponent::ignored);
        EXPECT_EQ(s.zero_c, ZeroExponent::ignored);
        EXPECT_EQ(s.underflow_sign, UnderflowSign::positive);
        EXPECT_EQ(s.convert_c.has_value(), s.c == Format::fp16 && d == Format::fp32);
        ASSERT_TRUE(s.exponent_floor);
        static const std::map<std::pair<Format, int>, int> floors{{{Format::fp16, 23}, -19},
                                                                  {{Format::fp16, 24}, -20},
                                                                  {{Format::fp16, 25}, -21},
                                                                  {{Format::fp32, 24}, -132},
                                                                  {{Format::fp32, 25}, -133}};
        if (const auto floor = floors.find({d, number}); floor != floors.end()) {
            EXPECT_EQ(*s.exponent_floor, floor->second);
        }
    } else if (base == "GDFS") {
        EXPECT_EQ(s.algorithm, Algorithm::gfda);
        EXPECT_EQ(s.F.bits, number);
        EXPECT_EQ(s.group_or_default(), 16);
        EXPECT_EQ(s.group_exponent, GroupExponent::scale);
        EXPECT_EQ(s.zero_group, ZeroGroup::terms);  // measured, see docs/explanation/evidence.md
        EXPECT_EQ(s.zero_c, ZeroExponent::ignored);
        EXPECT_EQ(s.exponent_floor, -139);
        EXPECT_EQ(s.zero_sum, ZeroSum::positive);
        EXPECT_EQ(s.underflow_sign, UnderflowSign::positive);
        EXPECT_EQ(s.output_rounding_or_default(), Rounding::RZ);
    } else {
        EXPECT_EQ(s.algorithm, base == "FDRDA" ? Algorithm::fdrda : Algorithm::gfdrda);
        EXPECT_TRUE(base == "FDRDA" || base == "GFDRDA") << cell;
        EXPECT_EQ(s.F.bits, 24);
        EXPECT_EQ(s.align_rounding, Rounding::RZ);
        EXPECT_EQ(s.F_sum.bits, 31);
        EXPECT_EQ(s.sum_rounding, Rounding::RD);
        EXPECT_EQ(s.F_c_or_default().bits, 24);
        EXPECT_EQ(s.c_rounding_or_default(), Rounding::RD);
        EXPECT_EQ(s.product_overflow, ProductOverflow::inf);
        EXPECT_EQ(s.output_rounding_or_default(), Rounding::RNE);
        EXPECT_EQ(s.terms_or_default(), number);
        if (base == "FDRDA") return;
        EXPECT_EQ(s.group_or_default(), number / 2);
        EXPECT_EQ(s.group_pattern, Pattern::interleaved);
        EXPECT_EQ(s.F_group.bits, 24);
        EXPECT_EQ(s.group_rounding, Rounding::RD);
        EXPECT_EQ(s.c_cutoff, 25);
    }
}

/// Looks up every spelling, as written and in lower case, on every architecture.
template <std::size_t N>
void expect_row(const Row<N>& row, const std::array<Arch, N>& archs) {
    for (std::size_t i = 0; i < N; ++i) {
        for (std::string name : row.names) {
            for (const bool lower : {false, true}) {
                if (lower) name = to_lower(name);
                SCOPED_TRACE(std::string(name_of(archs[i])) + ' ' + name);
                const std::string cell = row.cells[i];
                if (cell.empty()) {
                    EXPECT_THROW((void)find_instruction(archs[i], name), NameError);
                    continue;
                }
                try {
                    const Instruction found = find_instruction(archs[i], name);
                    EXPECT_EQ(found.arch, archs[i]);
                    const Spec& s = found.spec;
                    EXPECT_TRUE(s.a == row.a && s.b == row.b && s.c == row.c && s.d == row.d)
                        << to_json_text(s);
                    EXPECT_EQ(s.k, row.k);
                    EXPECT_EQ(found.shape.k, row.k);
                    expect_knobs(s, cell, row.d);
                } catch (const NameError& error) {
                    ADD_FAILURE() << error.what();
                }
            }
        }
    }
}

}  // namespace karat::test
