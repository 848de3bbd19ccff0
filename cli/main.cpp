// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <exception>
#include <iostream>
#include <string_view>

#include "karat/text/nearest.hpp"
#include "karat_cli/commands.hpp"

namespace {

using namespace karat::cli;

struct Command {
    std::string_view name;
    int (*run)(const Arguments&);
    std::string_view summary;
};

constexpr std::array kCommands{
    Command{"list", list_command, "the instructions, and how well each is known"},
    Command{"show", show_command, "one instruction: specification, evidence, open questions"},
    Command{"knobs", knobs_command, "every knob of a specification and its values"},
    Command{"run", run_command, "one dot-add from the command line"},
    Command{"explain", explain_command, "one dot-add, drawn step by step"},
    Command{"replay", replay_command, "vector files against the model"},
    Command{"rtl", rtl_command, "reference RTL of an instruction: parameters, top, file list"},
    Command{"cost", cost_command, "what that RTL costs in generic gates, beside a baseline"},
    Command{"check", check_command, "RTL against the model, lane by lane"},
    Command{"gemm", gemm_command, "a whole matrix product, from and to NumPy files"},
    Command{"diff-gpu", diff_gpu_command,
            "the same product on several GPUs: ulps apart, as a table and a picture"},
    Command{"sweep", sweep_command, "error metrics over a grid of knobs, into a database"},
    Command{"report", report_command, "a sweep as charts: one page, tables, pictures"},
    Command{"coverage", coverage_command, "what checks have covered: merge, report"},
};

void print_help(std::ostream& out) {
    out << "karat: what a matrix-multiply instruction must output, bit for bit\n\nusage: karat COMMAND "
           "[OPTIONS]\n\n";
    for (const Command& command : kCommands) {
        out << "  " << command.name << std::string(10 - command.name.size(), ' ') << command.summary << '\n';
    }
    out << "\n`karat COMMAND --help` tells a command's options. Exit status: 0 all good, 1 a mismatch or "
           "failed check, 2 bad usage or bad "
           "input.\n";
}

int dispatch(const Arguments& words) {
    if (words.empty()) {
        print_help(std::cerr);
        return 2;
    }
    if (words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
        print_help(std::cout);
        return 0;
    }
    if (words[0] == "--version") {
        std::cout << "karat " KARAT_VERSION "\n";
        return 0;
    }
    const auto* const found = std::find_if(kCommands.begin(), kCommands.end(),
                                           [&](const Command& c) { return c.name == words[0]; });
    if (found == kCommands.end()) {
        std::vector<std::string> names;
        names.reserve(kCommands.size());
        for (const Command& command : kCommands) names.emplace_back(command.name);
        throw UsageError("unknown command \"" + words[0] +
                         "\"; nearest: " + karat::nearest_names(words[0], names, 2));
    }
    return found->run({words.begin() + 1, words.end()});
}

}  // namespace

int main(int argc, char** argv) { return run_main(argc, argv, dispatch); }
