// SPDX-License-Identifier: Apache-2.0
// karat rtl: writes the reference RTL of a specification, with a file list for tools.
#include <filesystem>
#include <iostream>

#include "karat_cli/check/check_design.hpp"
#include "karat_cli/command_table.hpp"
#include "karat_cli/module_name.hpp"
#include "karat_tb/rtl/rtl_build.hpp"

namespace karat::cli {
Interface rtl_interface() {
    Interface out{
        "rtl --arch ARCH --instruction NAME | --spec FILE, --out DIR [--lanes MxN] [--stages N]\n"
        "Writes the structure of the recipe, the cells it uses, a top module with the ports of a "
        "candidate,\nand a file list for verilator -F."};
    po::options_description& options = out.options;
    add_subject_options(options);
    options.add_options()("lanes", po::value<std::string>()->default_value("2x2"),
                          "MxN: lanes of the tile, 1x1..64x64")(
        "stages", po::value<std::string>()->default_value("1"),
        "pipeline registers between operands and result, from 0 (combinational) to the recipe's maximum")(
        "top", po::value<std::string>()->default_value("karat_top"),
        "name of the top module and the file list: karat_ followed by letters, digits or underscores")(
        "out,o", po::value<std::string>(),
        "DIR: folder to write to, created if missing; files of the same names are replaced");
    return out;
}

int rtl_command(const Arguments& arguments) {
    const auto values = parse(arguments, rtl_interface());
    if (!values) return 0;
    if (!values->contains("out")) throw UsageError("--out is missing; name the folder to write to");
    const auto& folder = (*values)["out"].as<std::string>();
    if (folder.empty()) throw UsageError("--out is empty; name the folder to write to");
    if (std::filesystem::exists(folder) && !std::filesystem::is_directory(folder))
        throw UsageError("--out: " + folder + " is not a folder");
    if (folder.find_first_of(" \t") != std::string::npos)
        throw UsageError("--out: \"" + folder +
                         "\" contains a blank, which verilator -F does not support; use another folder");
    const Subject subject = read_subject(*values);
    const std::string top = read_top(*values);
    const auto written = tb::write_rtl(read_tile(*values, subject.spec), top, folder);
    std::cout << written.size() << " files in " << folder << "\n  verilator --lint-only -Wall -F "
              << written.back() << " --top-module " << top << '\n';
    return 0;
}

}  // namespace karat::cli
