// SPDX-License-Identifier: Apache-2.0
// The suites' rounding of the result is that of the unit, or they say that they cannot see it.
#include <gtest/gtest.h>

#include <string>

#include "karat/instruction/registry.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat/recipe/knobs/validate.hpp"
#include "karat_probe/suites/fttn.hpp"
#include "karat_probe/suites/mma_sim.hpp"
#include "karat_probe/target/model_target.hpp"

namespace karat::probe::test {
namespace {

using Run = void (*)(Session&, Finding&);

/// What a test finds about a specification, once the order of the sum has been asked.
Finding finding_about(const Spec& spec, Run run) {
    ModelTarget target(spec, "unit");
    Session session(target);
    Finding order;
    mma_sim::summation_order(session, order);
    Finding out;
    out.outcome = Outcome::undecided;
    run(session, out);
    return out;
}

struct Counts {
    int found = 0, all = 0;
};

/// Every rounding of the result beside some widths and roundings of the alignment.
Counts check(Spec spec, std::initializer_list<const char*> widths, Run run) {
    Counts out;
    for (const char* width : widths) {
        set_knob(spec, "F", width);
        for (const char* align : {"RZ", "RD", "RNE", "RA", "RO"}) {
            set_knob(spec, "align_rounding", align);
            for (std::size_t i = 0; i < EnumNames<Rounding>::names.size(); ++i) {
                const std::string mode(EnumNames<Rounding>::names[i]);
                set_knob(spec, "output_rounding", mode);
                validate(spec);
                const Finding found = finding_about(spec, run);
                ++out.all;
                if (found.outcome != Outcome::found) continue;
                ++out.found;
                EXPECT_EQ(found.result, mode) << width << " " << align << ": " << found.verdict;
            }
        }
    }
    return out;
}

TEST(SuiteRounding, OfTheResultIsNotThatOfTheAlignment) {
    const Spec hopper = find_instruction("Hopper", "HMMA.16816.F32").spec;
    // 17 summands of 2^-20 reach 16, whose unit is twice as large: too few bits to tell roundings apart
    EXPECT_EQ(check(hopper, {"8", "14", "20"}, mma_sim::result_rounding).found, 0);
    const Counts wide = check(hopper, {"23", "24", "exact"}, mma_sim::result_rounding);
    EXPECT_EQ(wide.found, wide.all);
    // Beside RA and RO the order is not seen, so that only sums of 4 are asked. They are too small.
    const Counts narrow = check(hopper, {"21", "22"}, mma_sim::result_rounding);
    EXPECT_EQ(5 * narrow.found, 3 * narrow.all);
    const Spec volta = find_instruction("Volta", "HMMA.884.F32.F32").spec;
    EXPECT_EQ(check(volta, {"18", "21"}, mma_sim::result_rounding).found, 0);
    const Counts four = check(volta, {"23", "25"}, mma_sim::result_rounding);
    EXPECT_EQ(four.found, four.all);
}

TEST(SuiteRounding, OfChainsAndGroups) {
    for (const char* name : {"HMMA.16816.F32", "HMMA.1688.F32.TF32"}) {
        const Spec chain = find_instruction("Ampere", name).spec;
        const Counts found = check(chain, {"9", "16", "20", "23", "24"}, mma_sim::result_rounding);
        EXPECT_EQ(5 * found.found, 2 * found.all) << name;
    }
}

TEST(SuiteRounding, OfNarrowResults) {
    const Spec half = find_instruction("Hopper", "HMMA.16816.F16").spec;
    EXPECT_EQ(check(half, {"5"}, fttn::output_rounding).found, 0);
    const Counts found = check(half, {"10", "12", "24"}, fttn::output_rounding);
    EXPECT_EQ(found.found, found.all);
    EXPECT_EQ(check(half, {"10"}, mma_sim::result_rounding).found, 55);
}

}  // namespace
}  // namespace karat::probe::test
