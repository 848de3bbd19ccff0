// SPDX-License-Identifier: Apache-2.0
// One function per subcommand. Each returns the exit status: 0 all good, 1 a mismatch or failed check. Bad
// usage is thrown (UsageError, karat::Error, boost::program_options::error) and becomes one line on stderr
// and exit status 2 in run_main.
#pragma once
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace karat::cli {

using Arguments = std::vector<std::string>;

/// The command that started the program, as typed, so that what it prints can be run as printed.
[[nodiscard]] const std::string& program();
/// Body of main: runs a command with the arguments typed and returns its exit status; an error becomes one
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
int cost_command(const Arguments& arguments);
int check_command(const Arguments& arguments);
int coverage_command(const Arguments& arguments);
int gemm_command(const Arguments& arguments);
int diff_gpu_command(const Arguments& arguments);
int sweep_command(const Arguments& arguments);
int report_command(const Arguments& arguments);

}  // namespace karat::cli
