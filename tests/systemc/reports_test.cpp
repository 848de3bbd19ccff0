// SPDX-License-Identifier: Apache-2.0
// A SystemC warning or error fails a test. The other tests rely on this.
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <systemc>

namespace {

TEST(Reports, AWarningFailsTheTest) {
    EXPECT_NONFATAL_FAILURE(SC_REPORT_WARNING("karat", "on purpose"), "on purpose");
}

TEST(Reports, AnErrorFailsTheTestAndThrows) {
    EXPECT_NONFATAL_FAILURE(EXPECT_THROW(SC_REPORT_ERROR("karat", "on purpose"), sc_core::sc_report),
                            "on purpose");
}

TEST(Reports, InformationDoesNot) { SC_REPORT_INFO_VERB("karat", "quiet", sc_core::SC_DEBUG); }

}  // namespace
