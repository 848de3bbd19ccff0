// SPDX-License-Identifier: Apache-2.0
// Knob::values(), the values that a search over a knob tries: complete, and all accepted.
#include <gtest/gtest.h>

#include "karat/recipe/knobs/knobs.hpp"

namespace karat::test {
namespace {

TEST(KnobValues, AreAllThereIs) {
    const auto widths = find_knob("F").values();
    ASSERT_EQ(widths.size(), 81U);
    EXPECT_EQ(widths.front(), 1);
    EXPECT_EQ(widths[79], 80);
    EXPECT_EQ(widths.back(), "exact");
    EXPECT_EQ(find_knob("flush_a").values().size(), 2U);
    EXPECT_EQ(find_knob("output_rounding").values().size(), 11U);
    EXPECT_EQ(find_knob("d").values().size(), 23U);
    EXPECT_TRUE(find_knob("k").values().empty());
}

TEST(KnobValues, ListedFormatsAreThoseThatTheKeyTakes) {
    EXPECT_EQ(find_knob("scale").allowed(), "none, ue8m0 or ue4m3");
    for (const char* key : {"chain_format", "product_format", "acc_format", "dot_format"}) {
        for (const char* refused : {"ue8m0", "ue4m3", "e2m1", "int32", "b1"})
            EXPECT_EQ(find_knob(key).allowed().find(refused), std::string::npos) << key << ' ' << refused;
    }
    EXPECT_EQ(find_knob("d").allowed().find("uint"), std::string::npos);
    EXPECT_NE(find_knob("c").allowed().find("uint8"), std::string::npos);
}

TEST(KnobValues, CanBeSetAndComeBack) {
    for (const Knob& knob : knobs()) {
        for (const boost::json::value& value : knob.values()) {
            Spec spec;
            ASSERT_NO_THROW(knob.set(spec, value, knob.key)) << knob.key;
            const bool none = value == "none" && knob.get(spec).is_null();  // the knob is optional and unset
            EXPECT_TRUE(none || knob.get(spec) == value) << knob.key << ' ' << value;
        }
    }
}

}  // namespace
}  // namespace karat::test
