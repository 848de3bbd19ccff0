// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/rtl/rtl_build.hpp"

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <vector>

#include "karat/error.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat_tb/rtl/process.hpp"
#include "karat_tb/rtl/rtl_cache.hpp"

namespace karat::tb {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTop = "karat_top";
constexpr const char* kCells = "rtl_ref/karat_cells.f";

std::string fingerprint(const fs::path& root, const RtlTile& tile, const TextFiles& files) {
    Fingerprint key;
    const fs::path side = root / "tb/candidate";
    key.add_rtl(root, {side / "karat_candidate.h", side / "verilated_candidate.cpp",
                       side / "required_ports.hpp", side / "verilated_stops.hpp"});
    key.add(std::to_string(tile.m) + "x" + std::to_string(tile.n));
    for (const auto& [name, text] : files) key.add(text);
    return key.text();
}

std::vector<std::string> verilator_command(const fs::path& root, const fs::path& work, const RtlTile& tile,
                                           const TextFiles& files, bool waves) {
    const std::string flags = "-O2 -fPIC -DVL_USER_FINISH -DVL_USER_STOP -DVL_USER_FATAL -I" +
                              (root / "tb/candidate").string() + " -DKARAT_M=" + std::to_string(tile.m) +
                              " -DKARAT_N=" + std::to_string(tile.n);
    std::vector<std::string> words{
        "verilator",  "--cc",         "--exe", "--build",  "-j",
        "2",          "-O3",          "-Wall", "--assert", "--prefix",
        "Vcandidate", "--top-module", kTop,    "-F",       (root / kCells).string()};
    for (const auto& [name, text] : files) words.push_back((work / name).string());
    words.insert(words.end(), {(root / "tb/candidate/verilated_candidate.cpp").string(), "--Mdir",
                               work.string(), "-o", "candidate.so", "-CFLAGS", flags, "-LDFLAGS", "-shared"});
    // Verilator's run time is the same in every candidate; ccache, where there is one, compiles it once.
    // OBJCACHE is a variable of Verilator's makefile.
    if (std::getenv("OBJCACHE") == nullptr && run_program({"ccache", "--version"}, "/dev/null").succeeded())
        words.insert(words.end(), {"-MAKEFLAGS", "OBJCACHE=ccache"});
    if (waves) words.insert(words.end(), {"--trace-fst", "-LDFLAGS", "-lz"});
    return words;
}

}  // namespace

std::string rtl_shape(const RtlTile& tile) {
    const Spec& spec = tile.spec;
    const int scales = spec.scale ? spec.k / spec.scale_block_or_default() : 0;
    using Macro = std::pair<const char*, int>;
    const std::array macros{
        Macro{"M", tile.m},
        Macro{"N", tile.n},
        Macro{"K", spec.k},
        Macro{"AW", info(spec.a).bits},
        Macro{"BW", info(spec.b).bits},
        Macro{"CW", info(spec.c).bits},
        Macro{"DW", info(spec.d).bits},
        Macro{"S", scales},
        Macro{"SW", scales == 0 ? 8 : info(*spec.scale).bits},
    };
    std::string out =
        "// SPDX-License-Identifier: Apache-2.0\n//\n// Lanes, products, widths of elements and scale "
        "factors "
        "of the ports, written by karat for tb/uvm.\n";
    for (const auto& [name, value] : macros)
        out += "`define KARAT_" + std::string(name) + " " + std::to_string(value) + "\n";
    return out;
}

std::vector<std::string> write_rtl(const RtlTile& tile, const std::string& name, const std::string& folder) {
    const fs::path root = source_root();
    const TextFiles made = rtl_files(tile, name);
    for (const auto& [file, text] : made) {
        if (fs::exists(root / "rtl_ref" / file))
            throw Error("--top: " + name + " is a module of the reference RTL; use another name");
    }
    const fs::path home(folder);
    std::error_code error;
    fs::create_directories(home, error);
    std::vector<std::string> written;
    const auto write = [&](const std::string& file, const std::string& text) {
        write_text(home / file, text);
        written.push_back((home / file).string());
    };
    std::string list =
        "// " + name +
        " and what it is made of. Use verilator -F (capital F): paths are relative to this file's folder.\n";
    std::istringstream lines(source_text(root / kCells));
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line.starts_with("//")) continue;
        write(line, source_text(root / "rtl_ref" / line));
        list += line + '\n';
    }
    for (const auto& [file, text] : made) {
        write(file, text);
        list += file + '\n';
    }
    write(name + "_shape.svh", rtl_shape(tile));
    write(name + ".json", to_json_text(tile.spec) + '\n');
    write(name + ".f", list);
    return written;
}

std::string build_candidate(const RtlTile& tile, bool waves, void (*announce)(const std::string&)) {
    const TextFiles files = rtl_files(tile, kTop);
    const fs::path root = source_root();
    const fs::path home =
        cache_root() / "candidates" / (fingerprint(root, tile, files) + (waves ? "-waves" : ""));
    const fs::path library = home / "candidate.so";
    if (fs::exists(library)) return library.string();
    if (announce != nullptr) announce(library.string());
    // built beside its place and moved there whole, so that two builds at once do no harm
    const fs::path work = work_folder(home);
    for (const auto& [name, text] : files) write_text(work / name, text);
    const std::string log = (work / "build.log").string();
    const auto [status, start_error] = run_program(verilator_command(root, work, tile, files, waves), log);
    if (start_error != 0) throw Error(start_failure("verilator", "verilator", start_error));
    if (status != 0)
        throw Error("the candidate did not build (verilator exit status " + std::to_string(status) +
                    "); see " + log);
    std::error_code error;
    fs::create_directories(home.parent_path());
    fs::create_directory(home, error);
    fs::rename(work / "candidate.so", library);
    fs::remove_all(work, error);
    return library.string();
}

}  // namespace karat::tb
