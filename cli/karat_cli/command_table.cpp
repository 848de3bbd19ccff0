// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/command_table.hpp"

#include <array>

namespace karat::cli {

std::span<const Command> commands() {
    static constexpr std::array kCommands{
        Command{"list", list_command, list_interface, "list the instructions and the evidence for each"},
        Command{"show", show_command, show_interface,
                "show an instruction: recipe, evidence, open questions"},
        Command{"knobs", knobs_command, knobs_interface,
                "list the knobs of a specification and their values"},
        Command{"run", run_command, run_interface, "compute one dot-add"},
        Command{"explain", explain_command, explain_interface, "compute one dot-add and draw every step"},
        Command{"replay", replay_command, replay_interface, "replay vector files against the model"},
        Command{"rtl", rtl_command, rtl_interface,
                "write the reference RTL of an instruction or specification"},
        Command{"cost", cost_command, cost_interface, "synthesise that RTL: area and depth in generic gates"},
        Command{"adapter", adapter_command, adapter_interface,
                "write karat's ports around a unit, from its contract"},
        Command{"check", check_command, check_interface, "check RTL against the model, lane by lane"},
        Command{"diagnose", diagnose_command, diagnose_interface,
                "find what is wrong with the unit behind a record of answers"},
        Command{"gemm", gemm_command, gemm_interface, "compute a whole matrix product on NumPy files"},
        Command{"diff-gpu", diff_gpu_command, diff_gpu_interface,
                "compare a product across GPUs: differences in ulp, heat map"},
        Command{"diff", diff_command, diff_interface,
                "compare two arithmetics: what differs, and dot-adds that show it"},
        Command{"witness", witness_command, witness_interface,
                "write vectors on which two arithmetics differ"},
        Command{"sweep", sweep_command, sweep_interface,
                "measure errors over a grid of knobs into a database"},
        Command{"report", report_command, report_interface,
                "plot a sweep: HTML page, CSV, SVG or PNG charts"},
        Command{"coverage", coverage_command, coverage_interface,
                "merge coverage files of checks and report on them"},
        Command{"identify", identify_command, identify_interface,
                "infer the recipe of a black box from its answers"},
        Command{"steady", steady_command, steady_interface,
                "ask a black box repeatedly, to see whether its answers ever change"},
        Command{"probe", probe_command, probe_interface,
                "probe a black box with the three published test suites"},
        Command{"completion", completion_command, completion_interface, "print a shell's completion script"},
        Command{"manual", manual_command, manual_interface, "print the manual page"},
    };
    return kCommands;
}

}  // namespace karat::cli
