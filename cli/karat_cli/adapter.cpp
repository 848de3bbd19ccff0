// SPDX-License-Identifier: Apache-2.0
// karat adapter: writes karat's ports around a unit, from its contract.
#include "karat_tb/unit/adapter.hpp"

#include <filesystem>
#include <iostream>
#include <optional>

#include "karat_cli/check/check_contract.hpp"
#include "karat_cli/command_table.hpp"
#include "karat_cli/module_name.hpp"

namespace karat::cli {

Interface adapter_interface() {
    Interface out{
        "adapter CONTRACT.json --out DIR\n"
        "Writes the module karat_adapter, which has karat's ports and instantiates the unit, the modules "
        "that "
        "it\nneeds, a file list for verilator -F, the shape of the ports for tb/uvm, and the "
        "specification.",
        "the contract"};
    out.options.add_options()(
        "param", po::value<std::vector<std::string>>()->composing(),
        "NAME=VALUE: a parameter of the unit, instead of the contract's; may be repeated")(
        "top", po::value<std::string>()->default_value(tb::kAdapterName),
        "name of the module and of the files: karat_ followed by letters, digits or underscores; tb/uvm "
        "needs "
        "karat_top")("checker", "write NAME_checker.sv too, which binds karat_checker to the ports")(
        "skeleton",
        "write a module for a handshake that no contract describes, instead of the adapter: operands and "
        "result are connected, the handshakes are yours to write")(
        "watch", po::value<std::string>(),
        "checker or uvm: write a module karat_watch instead, which is bound into the unit and shows its own "
        "ports to karat_checker, or to a passive UVM agent; for a unit inside a chip "
        "(default: the adapter)")(
        "events",
        "with the port events_o, which tells karat's harness what only the adapter sees, for the protocol "
        "coverage")("out,o", po::value<std::string>(),
                    "DIR: folder to write to, created if missing; files of the same names are replaced");
    return out;
}

namespace {

std::optional<tb::Watcher> read_watch(const po::variables_map& values) {
    if (!values.contains("watch")) return std::nullopt;
    const auto& text = values["watch"].as<std::string>();
    const auto watcher = enum_from_name<tb::Watcher>(text);
    if (!watcher)
        throw UsageError("--watch: \"" + text + "\" is not allowed; use " + allowed_names<tb::Watcher>());
    for (const char* other : {"checker", "skeleton", "param", "events"})
        if (values.contains(other)) throw UsageError(std::string("--watch: not together with --") + other);
    return watcher;
}

}  // namespace

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
    const auto watch = read_watch(*values);
    const std::string top = watch && (*values)["top"].defaulted() ? tb::kWatchName : read_top(*values);
    const tb::Contract contract = tb::read_contract((*values)["words"].as<std::vector<std::string>>()[0]);
    const auto written = tb::write_adapter(contract, read_parameters(*values),
                                           {.folder = folder,
                                            .name = top,
                                            .checker = values->contains("checker"),
                                            .skeleton = values->contains("skeleton"),
                                            .events = values->contains("events"),
                                            .watch = watch});
    std::cout << written.size() << " files in " << folder << '\n';
    if (!watch)
        std::cout << "  verilator --lint-only -Wall -F " << written.back() << " --top-module " << top << '\n';
    return 0;
}

}  // namespace karat::cli
