// SPDX-License-Identifier: Apache-2.0
// karat rtl: the reference RTL of an instruction, ready to be read by a tool.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iostream>

#include "karat_cli/check/check_design.hpp"
#include "karat_cli/options.hpp"
#include "karat_tb/rtl/rtl_build.hpp"

namespace karat::cli {
namespace {

/// A module's name of our own, so that it is no keyword of SystemVerilog.
std::string read_top(const po::variables_map& values) {
    const auto& name = values["top"].as<std::string>();
    const auto is_word = [](unsigned char ch) { return std::isalnum(ch) != 0 || ch == '_'; };
    const bool is_ours =
        name.starts_with("karat_") && name.size() > 6 && std::all_of(name.begin(), name.end(), is_word);
    if (is_ours && !name.ends_with("_flat")) return name;  // NAME_flat is another module of the design NAME
    throw UsageError("--top: \"" + name +
                     "\" is not allowed; use karat_ and letters, digits, underscores, not ending in _flat, "
                     "as in karat_hopper");
}

}  // namespace

int rtl_command(const Arguments& arguments) {
    po::options_description options("options");
    add_subject_options(options);
    options.add_options()("lanes", po::value<std::string>()->default_value("2x2"), "MxN")(
        "stages", po::value<std::string>()->default_value("1"),
        "pipeline registers from operands to result; 0: combinational")(
        "top", po::value<std::string>()->default_value("karat_top"),
        "name of the top module and of the file list; begins with karat_")(
        "out,o", po::value<std::string>(),
        "folder to write to, made if need be; files of the same names are replaced");
    const auto values =
        parse(arguments, options,
              "rtl --arch ARCH --instruction NAME | --spec FILE, --out DIR [--lanes MxN] [--stages N]\n"
              "Writes the structure of the recipe, the cells it uses, a top with a candidate's "
              "ports, and a file list for verilator -F.");
    if (!values) return 0;
    if (!values->contains("out")) throw UsageError("--out is missing; name the folder to write to");
    const auto& folder = (*values)["out"].as<std::string>();
    if (folder.empty()) throw UsageError("--out is empty; name the folder to write to");
    if (std::filesystem::exists(folder) && !std::filesystem::is_directory(folder))
        throw UsageError("--out: " + folder + " is not a folder");
    if (folder.find_first_of(" \t") != std::string::npos)
        throw UsageError("--out: \"" + folder +
                         "\" has a blank, which verilator -F cannot read; use another folder");
    const Subject subject = read_subject(*values);
    const std::string top = read_top(*values);
    const auto written = tb::write_rtl(read_tile(*values, subject.spec), top, folder);
    std::cout << written.size() << " files in " << folder << "\n  verilator --lint-only -Wall -F "
              << written.back() << " --top-module " << top << '\n';
    return 0;
}

}  // namespace karat::cli
