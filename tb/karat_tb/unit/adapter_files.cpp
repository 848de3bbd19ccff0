// SPDX-License-Identifier: Apache-2.0
// karat_adapter as files, for other simulators and harnesses and for a user who wants to edit it.
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
    write("karat_adapter.f", file_list(contract, adapter));
    return written;
}

}  // namespace karat::tb
