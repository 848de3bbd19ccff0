// SPDX-License-Identifier: Apache-2.0
// One function per subcommand. Each returns the exit status: 0 success, 1 a mismatch or a failed check. Bad
// usage is thrown as UsageError, karat::Error or boost::program_options::error; run_main prints the error as
// one line on stderr and returns 2.
#pragma once
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace karat::cli {

using Arguments = std::vector<std::string>;

/// The program's name as typed, so that the commands in its output can be run as printed.
[[nodiscard]] const std::string& program();
/// Body of main: runs a command with the typed arguments and returns its exit status. An error becomes one
/// line on stderr and status 2.
int run_main(int argc, char** argv, const std::function<int(const Arguments&)>& run);

class UsageError : public std::runtime_error {
   public:
    using std::runtime_error::runtime_error;
};

int list_command(const Arguments& arguments);
int show_command(const Arguments& arguments);
int knobs_command(const Arguments& arguments);
int run_command(const Arguments& arguments);
int explain_command(const Arguments& arguments);
int replay_command(const Arguments& arguments);
int rtl_command(const Arguments& arguments);
int adapter_command(const Arguments& arguments);
int cost_command(const Arguments& arguments);
int check_command(const Arguments& arguments);
int diagnose_command(const Arguments& arguments);
int coverage_command(const Arguments& arguments);
int probe_command(const Arguments& arguments);
int gemm_command(const Arguments& arguments);
int diff_gpu_command(const Arguments& arguments);
int sweep_command(const Arguments& arguments);
int report_command(const Arguments& arguments);
int diff_command(const Arguments& arguments);
int witness_command(const Arguments& arguments);
int identify_command(const Arguments& arguments);
int steady_command(const Arguments& arguments);
int completion_command(const Arguments& arguments);
int manual_command(const Arguments& arguments);

}  // namespace karat::cli
