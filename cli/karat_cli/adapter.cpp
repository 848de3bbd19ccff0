// SPDX-License-Identifier: Apache-2.0
// karat adapter: writes karat's ports around a unit, from its contract.
#include "karat_tb/unit/adapter.hpp"

#include <filesystem>
#include <iostream>

#include "karat_cli/check/check_contract.hpp"
#include "karat_cli/command_table.hpp"

namespace karat::cli {

Interface adapter_interface() {
    Interface out{
        "adapter CONTRACT.json --out DIR\n"
        "Writes the module karat_adapter, which has karat's ports and instantiates the unit, the modules "
        "that "
        "it\nneeds, a file list for verilator -F, and the specification.",
        "the contract"};
    out.options.add_options()(
        "param", po::value<std::vector<std::string>>()->composing(),
        "NAME=VALUE: a parameter of the unit, instead of the contract's; may be repeated")(
        "out,o", po::value<std::string>(),
        "DIR: folder to write to, created if missing; files of the same names are replaced");
    return out;
}

int adapter_command(const Arguments& arguments) {
    const auto values = parse(arguments, adapter_interface());
    if (!values) return 0;
    if (!values->contains("words") || (*values)["words"].as<std::vector<std::string>>().size() != 1)
        throw UsageError("name one contract, as in karat adapter unit.json --out adapter");
    if (!values->contains("out")) throw UsageError("--out is missing; name the folder to write to");
    const auto& folder = (*values)["out"].as<std::string>();
    if (folder.empty()) throw UsageError("--out is empty; name the folder to write to");
    if (std::filesystem::exists(folder) && !std::filesystem::is_directory(folder))
        throw UsageError("--out: " + folder + " is not a folder");
    const tb::Contract contract = tb::read_contract((*values)["words"].as<std::vector<std::string>>()[0]);
    const auto written = tb::write_adapter(contract, read_parameters(*values), folder);
    std::cout << written.size() << " files in " << folder << "\n  verilator --lint-only -Wall -F "
              << written.back() << " --top-module karat_adapter\n";
    return 0;
}

}  // namespace karat::cli
