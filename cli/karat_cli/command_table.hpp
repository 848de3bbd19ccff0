// SPDX-License-Identifier: Apache-2.0
// The subcommands. Dispatch, help, shell completion and man page read this table.
#pragma once
#include <span>
#include <string_view>

#include "karat_cli/options.hpp"

namespace karat::cli {

struct Command {
    std::string_view name;
    int (*run)(const Arguments&);
    Interface (*interface)();
    std::string_view summary;
};

[[nodiscard]] std::span<const Command> commands();

Interface list_interface();
Interface show_interface();
Interface knobs_interface();
Interface run_interface();
Interface explain_interface();
Interface replay_interface();
Interface rtl_interface();
Interface adapter_interface();
Interface cost_interface();
Interface check_interface();
Interface diagnose_interface();
Interface coverage_interface();
Interface probe_interface();
Interface gemm_interface();
Interface diff_gpu_interface();
Interface sweep_interface();
Interface report_interface();
Interface diff_interface();
Interface witness_interface();
Interface identify_interface();
Interface steady_interface();
Interface completion_interface();
Interface manual_interface();

}  // namespace karat::cli
