// SPDX-License-Identifier: Apache-2.0
// Runs GoogleTest during SystemC's elaboration. A SystemC warning, error or fatal error fails the test that
// caused it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <systemc>

namespace {

void record(const sc_core::sc_report& report, const sc_core::sc_actions& actions) {
    if (report.get_severity() >= sc_core::SC_WARNING) ADD_FAILURE() << "SystemC reported: " << report.what();
    sc_core::sc_report_handler::default_handler(report, actions);  // errors still throw
}

}  // namespace

int sc_main(int argc, char** argv) {
    sc_core::sc_report_handler::set_handler(record);
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}

int main(int argc, char** argv) {
    setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
    return sc_core::sc_elab_and_sim(argc, argv);
}
