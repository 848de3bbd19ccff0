// SPDX-License-Identifier: Apache-2.0
// karat manual: the manual page in roff, from the table of commands.
#include <iostream>
#include <sstream>

#include "karat_cli/command_table.hpp"

namespace karat::cli {
namespace {

/// Text for roff: backslashes, dashes, and lines that would begin a request.
std::string roff(const std::string& text) {
    std::string out;
    for (const char ch : text) {
        if (ch == '\\') {
            out += "\\e";
        } else if (ch == '-') {
            out += "\\-";
        } else if ((ch == '.' || ch == '\'') && (out.empty() || out.back() == '\n')) {
            out += std::string("\\&") + ch;
        } else {
            out += ch;
        }
    }
    return out;
}

void print_command(std::ostream& out, const Command& command) {
    const Interface interface = command.interface();
    const std::size_t line = interface.usage.find('\n');
    out << ".SS " << roff("karat " + interface.usage.substr(0, line)) << '\n'
        << roff(std::string(command.summary)) << ".\n";
    if (line != std::string::npos) out << ".PP\n" << roff(interface.usage.substr(line + 1)) << '\n';
    const po::options_description options = with_value_names(interface.options);
    for (const auto& option : options.options()) {
        const std::string name = option->long_name();
        out << ".TP\n.B " << roff("--" + name);
        if (option->semantic()->max_tokens() > 0) {
            const std::string value = option->format_parameter();  // "N", or "N (=default)"
            const std::size_t at = value.find(" (=");
            out << " \\fI" << roff(value.substr(0, at)) << "\\fR\n" << roff(option->description());
            if (at != std::string::npos && value[at + 3] != ')')
                out << ". Default: " << roff(value.substr(at + 3, value.size() - at - 4)) << '.';
            out << '\n';
        } else {
            out << '\n' << roff(option->description()) << '\n';
        }
    }
}

}  // namespace

Interface manual_interface() {
    return {.usage =
                "manual\nPrints the manual page in roff; man -l - shows it. cmake --install installs it."};
}

int manual_command(const Arguments& arguments) {
    const auto values = parse(arguments, manual_interface());
    if (!values) return 0;
    std::ostringstream out;
    out << ".TH KARAT 1 \"\" \"karat " KARAT_VERSION
           "\"\n"
           ".SH NAME\nkarat \\- bit-exact golden model of matrix-multiply instructions\n"
           ".SH SYNOPSIS\n.B karat\n.I COMMAND\n.RI [ OPTIONS ]\n"
           ".SH COMMANDS\n";
    for (const Command& command : commands()) print_command(out, command);
    out << ".SH EXIT STATUS\n"
           "0 success, 1 a mismatch or a failed check, 2 bad usage or bad input.\n"
           ".SH ENVIRONMENT\n"
           ".TP\n.B KARAT_CACHE\nFolder for built designs and synthesised costs.\n"
           ".TP\n.B KARAT_HOME\nSource tree or share/karat folder with the reference RTL.\n"
           ".TP\n.B NO_COLOR\nIf set and not empty, --color auto means never.\n";
    std::cout << out.str();
    return 0;
}

}  // namespace karat::cli
