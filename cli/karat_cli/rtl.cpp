// SPDX-License-Identifier: Apache-2.0
// karat rtl: the reference RTL of an instruction, ready to be read by a tool.
#include <algorithm>
#include <cctype>
#include <iostream>

#include "karat_cli/check_design.hpp"
#include "karat_cli/options.hpp"
#include "karat_tb/rtl_build.hpp"

namespace karat::cli {
namespace {

/// A module's name of our own, so that it is no keyword of SystemVerilog.
std::string read_top(const po::variables_map& values) {
    const auto& name = values["top"].as<std::string>();
    const auto is_word = [](unsigned char ch) { return std::isalnum(ch) != 0 || ch == '_'; };
    if (name.starts_with("karat_") && name.size() > 6 && std::all_of(name.begin(), name.end(), is_word)) return name;
    throw UsageError("--top: \"" + name + "\" is not allowed; use karat_ and letters, digits, underscores, as in karat_hopper");
}

}  // namespace

int rtl_command(const Arguments& arguments) {
    po::options_description options("options");
    add_subject_options(options);
    options.add_options()("lanes", po::value<std::string>()->default_value("2x2"), "MxN")(
        "stages", po::value<std::string>()->default_value("1"), "pipeline depth 0..4, of each operation of a chain")(
        "top", po::value<std::string>()->default_value("karat_top"), "name of the top module and of the file list")(
        "out,o", po::value<std::string>(), "folder to write to, made if need be");
    const auto values = parse(arguments, options,
                              "rtl --arch ARCH --instruction NAME --out DIR [--lanes MxN] [--stages N]\n"
                              "Writes the sources, the parameters, a top with a candidate's ports, and a file list for verilator -F.");
    if (!values) return 0;
    if (!values->contains("out")) throw UsageError("--out is missing; name the folder to write to");
    const Subject subject = read_subject(*values);
    const std::string top = read_top(*values);
    const auto& folder = (*values)["out"].as<std::string>();
    const auto written = tb::write_rtl(read_tile(*values, subject.spec), top, folder);
    std::cout << written.size() << " files in " << folder << "\n  verilator --lint-only -Wall -F " << written.back() << " --top-module "
              << top << '\n';
    return 0;
}

}  // namespace karat::cli
