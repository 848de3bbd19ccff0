// SPDX-License-Identifier: Apache-2.0
// If a program does not start, the reason is reported.
#include "karat_tb/rtl/process.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

namespace karat::tb {
namespace {

TEST(Process, ExitStatusOfWhatRan) {
    EXPECT_EQ(run_program({"sh", "-c", "exit 3"}, "/dev/null").status, 3);
    EXPECT_EQ(run_program({"sh", "-c", "kill -9 $$"}, "/dev/null").status, 128 + 9);
    EXPECT_TRUE(run_program({"true"}, "/dev/null").succeeded());
}

TEST(Process, AProgramThatIsNotThereNamesItsPackage) {
    const ProgramEnd end = run_program({"no-such-program-of-karat"}, "/dev/null");
    EXPECT_EQ(end.start_error, ENOENT);
    EXPECT_EQ(start_failure("no-such-program-of-karat", "parcel", end.start_error),
              "no-such-program-of-karat is not installed; install the package parcel");
}

TEST(Process, OtherReasonsAreNotTakenForAMissingPackage) {
    const ProgramEnd no_log = run_program({"true"}, "/no/such/folder/log");
    ASSERT_NE(no_log.start_error, 0);
    EXPECT_EQ(start_failure("true", "coreutils", no_log.start_error),
              "true cannot be started: No such file or directory");
    const auto file =
        std::filesystem::temp_directory_path() / ("karat_process_test_" + std::to_string(::getpid()));
    std::ofstream(file) << "not a program";
    const ProgramEnd denied = run_program({file.string()}, "/dev/null");
    EXPECT_EQ(denied.start_error, EACCES);
    EXPECT_EQ(start_failure("verilator", "verilator", denied.start_error),
              "verilator cannot be started: Permission denied");
    std::filesystem::remove(file);
}

}  // namespace
}  // namespace karat::tb
