// SPDX-License-Identifier: Apache-2.0
// The table from which a rounding is recognised, beside the one that MMA-Sim prints.
#include <gtest/gtest.h>

#include <set>

#include "karat_probe/suites/responses.hpp"

namespace karat::probe::test {
namespace {

struct Printed {
    Rounding mode;
    std::array<int, 4> values;  ///< units added to the magnitude: 1+0.75u, 1+0.25u, -1-0.75u, -1-0.25u
};

TEST(Responses, DirectedModesAsPrinted) {
    for (const auto& [mode, values] :
         {Printed{Rounding::RU, {1, 1, 0, 0}}, Printed{Rounding::RD, {0, 0, 1, 1}},
          Printed{Rounding::RZ, {0, 0, 0, 0}}, Printed{Rounding::RA, {1, 1, 1, 1}},
          Printed{Rounding::RNE, {1, 0, 1, 0}}}) {
        const Responses r = responses_of(mode);
        EXPECT_EQ((std::array{r[0], r[2], r[1], r[3]}), values) << name_of(mode);
    }
}

// The ties 1+0.5u, 1+1.5u, -1-0.5u, -1-1.5u. The paper prints 1+u for RNU's second, which is not up.
TEST(Responses, TiesAsPrintedButOne) {
    for (const auto& [mode, values] :
         {Printed{Rounding::RNU, {1, 2, 0, 1}}, Printed{Rounding::RND, {0, 1, 1, 2}},
          Printed{Rounding::RNZ, {0, 1, 0, 1}}, Printed{Rounding::RNA, {1, 2, 1, 2}},
          Printed{Rounding::RNE, {0, 2, 0, 2}}, Printed{Rounding::RNO, {1, 1, 1, 1}}}) {
        const Responses r = responses_of(mode);
        EXPECT_EQ((std::array{r[4], r[6], r[5], r[7]}), values) << name_of(mode);
    }
}

TEST(Responses, TellAllRoundingsApart) {
    std::set<Responses> seen;
    for (std::size_t i = 0; i < EnumNames<Rounding>::names.size(); ++i) {
        const auto mode = static_cast<Rounding>(i);
        EXPECT_TRUE(seen.insert(responses_of(mode)).second) << name_of(mode);
        EXPECT_EQ(rounding_with(responses_of(mode)), mode);
        EXPECT_EQ(excluded_by(responses_of(mode)).find(std::string(name_of(mode)) + ","), std::string::npos);
    }
    Responses none{};
    none[0] = 7;
    EXPECT_FALSE(rounding_with(none));
}

}  // namespace
}  // namespace karat::probe::test
