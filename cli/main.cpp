// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <exception>
#include <iostream>
#include <string_view>

#include "karat/text/nearest.hpp"
#include "karat_cli/command_table.hpp"

namespace {

using namespace karat::cli;

void print_help(std::ostream& out) {
    out << "karat: bit-exact golden model of matrix-multiply instructions\n\nusage: karat COMMAND "
           "[OPTIONS]\n\n";
    for (const Command& command : commands()) {
        out << "  " << command.name << std::string(12 - command.name.size(), ' ') << command.summary << '\n';
    }
    out << "\n`karat COMMAND --help` lists the options of a command. Exit status: 0 success, 1 a mismatch or "
           "a\n"
           "failed check, 2 bad usage or bad input.\n";
}

int dispatch(const Arguments& words) {
    if (words.empty()) {
        print_help(std::cerr);
        return 2;
    }
    if (words[0] == "help" && words.size() == 2) return dispatch({words[1], "--help"});
    if (words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
        print_help(std::cout);
        return 0;
    }
    if (words[0] == "--version") {
        std::cout << "karat " KARAT_VERSION "\n";
        return 0;
    }
    const auto found = std::ranges::find(commands(), words[0], &Command::name);
    if (found == commands().end()) {
        std::vector<std::string> names;
        names = {"--help", "--version"};
        for (const Command& command : commands()) names.emplace_back(command.name);
        throw UsageError("unknown command \"" + words[0] + "\"" +
                         karat::nearest_hint(words[0], names, 2, "; karat --help lists them"));
    }
    return found->run({words.begin() + 1, words.end()});
}

}  // namespace

int main(int argc, char** argv) { return run_main(argc, argv, dispatch); }
