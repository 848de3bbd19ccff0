// SPDX-License-Identifier: Apache-2.0
// karat_adapter as files: for a user who wants to edit it, and for karat_add_rtl_check(CONTRACT).
#include <filesystem>

#include "karat/recipe/json/spec_json.hpp"
#include "karat_tb/rtl/rtl_cache.hpp"
#include "karat_tb/unit/adapter.hpp"

namespace karat::tb {
namespace {

namespace fs = std::filesystem;

std::string file_list(const Contract& contract, const Adapter& adapter) {
    std::string out =
        "// karat_adapter, its helpers and the unit. Use verilator -F (capital F): names without "
        "a folder\n// are relative to this file's folder.\n";
    for (const std::string& folder : contract.include) out += "+incdir+" + folder + '\n';
    for (const std::string& list : contract.filelists) out += "-F " + list + '\n';
    for (const std::string& source : contract.sources) out += source + '\n';
    for (const std::string& module : adapter.helpers) out += module + ".sv\n";
    return out + "karat_adapter.sv\n";
}

/// A value of CMake that may contain any character.
std::string bracketed(const std::string& text) { return " [==[" + text + "]==]"; }

/// The arguments of karat_add_rtl_check() that the contract implies, as variables of CMake.
std::string cmake_variables(const Contract& contract) {
    const auto set = [](const std::string& name, const std::string& value) {
        return "set(karat_unit_" + name + value + ")\n";
    };
    std::string out =
        "# SPDX-License-Identifier: Apache-2.0\n# What the contract says to "
        "karat_add_rtl_check().\n";
    out += set("LANES", bracketed(std::to_string(contract.m) + "x" + std::to_string(contract.n)));
    if (contract.instruction.empty())
        out += set("SPEC", bracketed(contract.spec_file));
    else
        out += set("INSTRUCTION", bracketed(contract.instruction)) + set("ARCH", bracketed(contract.arch));
    if (contract.mode) {
        std::string modes;
        for (const auto& [value, settings] : contract.mode->values)
            modes += bracketed(value + ": " + settings);
        out += set("MODE_BITS", bracketed(std::to_string(contract.mode->bits))) + set("MODES", modes);
    }
    if (contract.stationary) out += set("KEEP", bracketed(std::string(1, contract.stationary->operand)));
    if (!contract.c) out += set("NO_C", " TRUE");
    std::string files;
    for (const auto* paths : {&contract.sources, &contract.filelists})
        for (const std::string& path : *paths) files += bracketed(path);
    return out + set("FILES", files);
}

}  // namespace

std::vector<std::string> write_adapter(const Contract& contract, const Names& overrides,
                                       const std::string& folder) {
    const fs::path root = source_root();
    const fs::path home(folder);
    std::error_code error;
    fs::create_directories(home, error);
    const Adapter adapter = make_adapter(contract, overrides);
    std::vector<std::string> written;
    const auto write = [&](const std::string& file, const std::string& text) {
        write_text(home / file, text);
        written.push_back((home / file).string());
    };
    for (const std::string& module : adapter.helpers)
        write(module + ".sv", source_text(root / "tb/adapter" / (module + ".sv")));
    write("karat_adapter.sv", adapter.text);
    write("karat_adapter.json", to_json_text(contract.spec) + '\n');
    Contract described = contract;
    if (described.instruction.empty() && described.spec_file.empty())
        described.spec_file = fs::absolute(home / "karat_adapter.json").lexically_normal().string();
    write("karat_adapter.cmake", cmake_variables(described));
    write("karat_adapter.f", file_list(contract, adapter));
    return written;
}

}  // namespace karat::tb
