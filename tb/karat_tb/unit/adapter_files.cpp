// SPDX-License-Identifier: Apache-2.0
// karat_adapter as files, for other simulators and harnesses and for a user who wants to edit it.
#include <filesystem>

#include "karat/error.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat_tb/check/tile_ports.hpp"
#include "karat_tb/rtl/rtl_build.hpp"
#include "karat_tb/rtl/rtl_cache.hpp"
#include "karat_tb/unit/adapter.hpp"
#include "karat_tb/unit/uvm_text.hpp"

namespace karat::tb {
namespace {

namespace fs = std::filesystem;

std::string file_list(const Contract& contract, const std::vector<std::string>& helpers,
                      const AdapterFiles& files) {
    std::string out = "// " + files.name +
                      ", its helpers and the unit. Use verilator -F (capital F): names without "
                      "a folder\n// are relative to this file's folder.\n";
    for (const std::string& folder : contract.include) out += "+incdir+" + folder + '\n';
    for (const std::string& list : contract.filelists) out += "-F " + list + '\n';
    for (const std::string& source : contract.sources) out += source + '\n';
    for (const std::string& module : helpers) out += module + ".sv\n";
    return out + files.name + ".sv\n";
}

constexpr std::uint32_t kScaleBits = 8;  // of the ports of a unit without scale factors, which are unused

}  // namespace

std::string port_parameters(const Contract& contract) {
    const TileShape tile(contract.spec, static_cast<std::size_t>(contract.m),
                         static_cast<std::size_t>(contract.n));
    std::string out;
    const auto add = [&](const std::string& parameter, std::size_t value) {
        out += (out.empty() ? "." : ", .") + parameter + "(" + std::to_string(value) + ")";
    };
    // In the order of karat_tile_if: Verilator takes two orders for two types.
    add("M", tile.m);
    add("N", tile.n);
    add("K", tile.k);
    add("AW", tile.aw);
    add("BW", tile.bw);
    add("CW", tile.cw);
    add("DW", tile.dw);
    add("S", tile.scales);
    add("SW", tile.scales == 0 ? kScaleBits : tile.sw);
    add("G", tile.groups);
    return out;
}

namespace {

/// Writes into the folder and remembers the paths.
class Folder {
   public:
    explicit Folder(const std::string& path) : home_(path) {
        std::error_code error;
        fs::create_directories(home_, error);
    }
    void write(const std::string& file, const std::string& text) {
        write_text(home_ / file, text);
        written.push_back((home_ / file).string());
    }
    void write_helper(const std::string& module) {
        write(module + ".sv", source_text(source_root() / "tb/adapter" / (module + ".sv")));
    }

    std::vector<std::string> written;

   private:
    fs::path home_;
};

/// The macros of tb/uvm, with what the unit computes: its specification, modes and status flags. The modules
/// of an adapter have a synchronous reset.
std::string shape_text(const Contract& contract) {
    std::string out = rtl_shape({.m = contract.m, .n = contract.n, .stages = 1, .spec = contract.spec});
    const auto define = [&](const std::string& text) { out += "`define KARAT_" + text + "\n"; };
    define("SYNC_RESET");
    define("SPEC " + sv_literal(to_json_text(contract.spec)));
    if (!contract.c) define("NO_C");
    if (contract.mode) {
        define("MODE_BITS " + std::to_string(contract.mode->bits));
        define("MODES " + sv_literal(uvm_modes(contract)));
    }
    if (contract.flags) {
        if (!contract.flags->what.per_lane) define("FLAGS_PER_TILE");
        define("FLAGS " + sv_literal(uvm_flags(contract)));
    }
    return out;
}

/// The chip has the unit's sources, so the file list has only the watch.
std::vector<std::string> write_watch(const Contract& contract, const AdapterFiles& files) {
    const Adapter watch = make_watch(contract, *files.watch, files.name);
    Folder out(files.folder);
    std::string list = "// " + files.name + ". Use verilator -F (capital F), after " +
                       (files.watch == Watcher::uvm ? "tb/uvm/karat_uvm_env.f" : "tb/sv/karat_sv.f") +
                       ": names are relative to this file's folder.\n";
    for (const std::string& module : watch.helpers) {
        out.write_helper(module);
        list += module + ".sv\n";
    }
    out.write(files.name + ".sv", watch.text);
    out.write(files.name + ".json", to_json_text(contract.spec) + '\n');
    out.write(files.name + ".f", list + files.name + ".sv\n");
    return out.written;
}

}  // namespace

std::vector<std::string> write_adapter(const Contract& contract, const Names& overrides,
                                       const AdapterFiles& files) {
    if (files.watch) return write_watch(contract, files);
    const Adapter adapter = files.skeleton ? Adapter{make_skeleton(contract, overrides, files.name), {}}
                                           : make_adapter(contract, overrides, files.name, files.events);
    Folder out(files.folder);
    for (const std::string& module : adapter.helpers) out.write_helper(module);
    out.write(files.name + ".sv", adapter.text);
    out.write(files.name + "_shape.svh", shape_text(contract));
    if (files.checker) out.write(files.name + "_checker.sv", make_checker_bind(contract, files.name));
    out.write(files.name + ".json", to_json_text(contract.spec) + '\n');
    out.write(files.name + ".f", file_list(contract, adapter.helpers, files));
    return out.written;
}

}  // namespace karat::tb
