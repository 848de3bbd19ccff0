// SPDX-License-Identifier: Apache-2.0
// karat completion: the completion scripts of three shells, from the table of commands.
#include <algorithm>
#include <iostream>
#include <sstream>

#include "karat/enum_names.hpp"
#include "karat/instruction/instruction.hpp"
#include "karat_cli/command_table.hpp"
#include "karat_tb/stimulus/sources.hpp"

namespace karat::cli {
namespace {

/// Text without the characters that a quoted word of one of the shells cannot hold.
std::string plain(std::string text) {
    std::erase_if(text, [](char ch) { return ch == '\'' || ch == '"' || ch == '`' || ch == '\\'; });
    std::ranges::replace(text, '[', '(');
    std::ranges::replace(text, ']', ')');
    std::ranges::replace(text, ':', ',');
    return text;
}

/// The first sentence of an option's description.
std::string brief(const po::option_description& option) {
    const std::string& text = option.description();
    return plain(text.substr(0, std::min(text.find(';'), text.find(". "))));
}

bool takes_value(const po::option_description& option) { return option.semantic()->max_tokens() > 0; }

std::string joined(const auto& names) {
    std::string out;
    for (const std::string_view name : names) out += (out.empty() ? "" : " ") + std::string(name);
    return out;
}

/// The words that an option accepts, separated by blanks; empty if they are not a short list.
std::string values_of(const std::string& option) {
    if (option == "color") return "auto always never";
    if (option == "arch") return joined(EnumNames<Arch>::names);
    if (option == "stimulus") return joined(tb::source_kinds());
    return "";
}

std::string command_names() {
    std::string out;
    for (const Command& command : commands()) out += (out.empty() ? "" : " ") + std::string(command.name);
    return out;
}

std::string option_names(const Interface& interface) {
    std::string out;
    for (const auto& option : interface.options.options()) out += "--" + option->long_name() + " ";
    return out + "--help";
}

std::string bash_script() {
    std::ostringstream out;
    out << "# bash completion for karat; made by `karat completion bash`\n"
           "_karat() {\n"
           "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words\n"
           "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
           "        COMPREPLY=($(compgen -W '"
        << command_names()
        << " --help --version' -- \"$current\"))\n"
           "        return\n"
           "    fi\n"
           "    case $previous in\n";
    for (const char* option : {"arch", "color", "stimulus"}) {
        out << "        --" << option << ") COMPREPLY=($(compgen -W '" << values_of(option)
            << "' -- \"$current\")); return ;;\n";
    }
    out << "        completion) COMPREPLY=($(compgen -W 'bash zsh fish' -- \"$current\")); return ;;\n"
           "    esac\n"
           "    case ${COMP_WORDS[1]} in\n";
    for (const Command& command : commands())
        out << "        " << command.name << ") words='" << option_names(command.interface()) << "' ;;\n";
    out << "    esac\n"
           "    case $current in\n"
           "        -*) COMPREPLY=($(compgen -W \"$words\" -- \"$current\")) ;;\n"
           "        *) COMPREPLY=($(compgen -f -- \"$current\")) ;;\n"
           "    esac\n"
           "}\n"
           "complete -o filenames -F _karat karat\n";
    return out.str();
}

std::string zsh_script() {
    std::ostringstream out;
    out << "#compdef karat\n"
           "# zsh completion for karat; made by `karat completion zsh`\n"
           "_karat() {\n"
           "    local -a names\n"
           "    if (( CURRENT == 2 )); then\n"
           "        names=(\n";
    for (const Command& command : commands()) {
        out << "            '" << command.name << ':' << plain(std::string(command.summary)) << "'\n";
    }
    out << "        )\n"
           "        _describe command names\n"
           "        return\n"
           "    fi\n"
           "    local command=$words[2]\n"
           "    shift words\n"
           "    (( CURRENT-- ))\n"
           "    case $command in\n";
    for (const Command& command : commands()) {
        const Interface interface = command.interface();
        out << "        " << command.name << ")\n            _arguments \\\n";
        for (const auto& option : interface.options.options()) {
            const std::string values = values_of(option->long_name());
            out << "                '*--" << option->long_name() << "[" << brief(*option) << "]";
            if (!values.empty()) out << ":value:(" << values << ")";
            if (values.empty() && takes_value(*option)) out << ":value:_files";
            out << "' \\\n";
        }
        out << "                '*:file:_files' ;;\n";
    }
    out << "    esac\n"
           "}\n"
           "_karat \"$@\"\n";
    return out.str();
}

std::string fish_script() {
    std::ostringstream out;
    out << "# fish completion for karat; made by `karat completion fish`\n";
    for (const Command& command : commands()) {
        out << "complete -c karat -n __fish_use_subcommand -f -a " << command.name << " -d '"
            << plain(std::string(command.summary)) << "'\n";
    }
    for (const Command& command : commands()) {
        const Interface interface = command.interface();
        for (const auto& option : interface.options.options()) {
            const std::string values = values_of(option->long_name());
            out << "complete -c karat -n '__fish_seen_subcommand_from " << command.name << "' -l "
                << option->long_name();
            if (takes_value(*option)) out << " -r";
            if (!values.empty()) out << " -f -a '" << values << "'";
            out << " -d '" << brief(*option) << "'\n";
        }
    }
    return out.str();
}

}  // namespace

Interface completion_interface() {
    return {
        .usage =
            "completion bash | zsh | fish\nPrints the shell's completion script. bash: source it, or save "
            "it as karat in a folder of\nbash-completion; zsh: save it as _karat in a folder of $fpath; "
            "fish: save it as karat.fish in\n~/.config/fish/completions. cmake --install does this.",
        .positional = "the shell"};
}

int completion_command(const Arguments& arguments) {
    const auto values = parse(arguments, completion_interface());
    if (!values) return 0;
    const auto words =
        values->contains("words") ? (*values)["words"].as<std::vector<std::string>>() : Arguments{};
    if (words.size() != 1) throw UsageError("completion takes one shell: bash, zsh or fish");
    if (words[0] == "bash") {
        std::cout << bash_script();
    } else if (words[0] == "zsh") {
        std::cout << zsh_script();
    } else if (words[0] == "fish") {
        std::cout << fish_script();
    } else {
        throw UsageError("completion: \"" + words[0] + "\" is not allowed; use bash, zsh or fish");
    }
    return 0;
}

}  // namespace karat::cli
