// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/rtl_build.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <vector>

#include "karat/algorithm/spec_json.hpp"
#include "karat/error.hpp"
#include "karat_tb/process.hpp"

namespace karat::tb {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTop = "karat_top";

/// Where rtl_ref/ and tb/candidate/ are: $KARAT_HOME, else share/karat of the place this program was installed to, else the source tree it
/// was built from.
fs::path source_root() {
    const char* home = std::getenv("KARAT_HOME");
    if (home != nullptr && *home != '\0') return home;
    std::error_code error;
    const fs::path installed = fs::read_symlink("/proc/self/exe", error).parent_path().parent_path() / "share/karat";
    return !error && fs::is_directory(installed / "rtl_ref", error) ? installed : fs::path(KARAT_SOURCE_DIR);
}

fs::path cache_root() {
    for (const auto& [variable, below] : {std::pair{"KARAT_CACHE", ""}, {"XDG_CACHE_HOME", "karat"}, {"HOME", ".cache/karat"}}) {
        const char* value = std::getenv(variable);
        if (value != nullptr && *value != '\0') return fs::absolute(fs::path(value) / below);
    }
    throw Error("no place for built candidates: set KARAT_CACHE to a folder");
}

std::string file_text(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in)
        throw Error(path.string() +
                    ": the file cannot be opened (KARAT_HOME must be a karat source tree, or share/karat of an installed one)");
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

std::vector<fs::path> rtl_sources(const fs::path& root) {
    std::vector<fs::path> out;
    for (const auto& entry : fs::directory_iterator(root / "rtl_ref")) {
        if (entry.path().extension() == ".sv" || entry.path().extension() == ".f") out.push_back(entry.path());
    }
    return out;
}

/// FNV-1a over everything a build depends on: a key, not a secret.
class Fingerprint {
   public:
    void add(const std::string& text) {
        for (const char ch : text) hash_ = (hash_ ^ static_cast<unsigned char>(ch)) * 0x100000001b3ULL;
        hash_ = (hash_ ^ 0xffU) * 0x100000001b3ULL;
    }
    [[nodiscard]] std::string text() const {
        std::ostringstream out;
        out << std::hex << hash_;
        return out.str();
    }

   private:
    std::uint64_t hash_ = 0xcbf29ce484222325ULL;
};

using Files = std::vector<std::pair<std::string, std::string>>;  ///< name, text

std::string fingerprint(const fs::path& root, const RtlTile& tile, const Files& files) {
    Fingerprint key;
    std::vector<fs::path> sources{root / "tb/candidate/karat_candidate.h", root / "tb/candidate/verilated_candidate.cpp",
                                  root / "tb/candidate/required_ports.hpp", root / "tb/candidate/verilated_stops.hpp"};
    for (const fs::path& source : rtl_sources(root)) sources.push_back(source);
    std::sort(sources.begin(), sources.end());
    for (const fs::path& source : sources) {
        key.add(source.filename().string());
        key.add(file_text(source));
    }
    key.add(std::to_string(tile.m) + "x" + std::to_string(tile.n));
    for (const auto& [name, text] : files) key.add(text);
    return key.text();
}

std::vector<std::string> verilator_command(const fs::path& root, const fs::path& work, const RtlTile& tile, const Files& files,
                                           bool waves) {
    const std::string flags = "-O2 -fPIC -DVL_USER_FINISH -DVL_USER_STOP -DVL_USER_FATAL -I" + (root / "tb/candidate").string() +
                              " -DKARAT_M=" + std::to_string(tile.m) + " -DKARAT_N=" + std::to_string(tile.n);
    std::vector<std::string> words{"verilator",  "--cc",         "--exe", "--build",  "-j",
                                   "2",          "-O3",          "-Wall", "--assert", "--prefix",
                                   "Vcandidate", "--top-module", kTop,    "-F",       (root / "rtl_ref/karat_rtl.f").string()};
    for (const auto& [name, text] : files) words.push_back((work / name).string());
    words.insert(words.end(), {(root / "tb/candidate/verilated_candidate.cpp").string(), "--Mdir", work.string(), "-o", "candidate.so",
                               "-CFLAGS", flags, "-LDFLAGS", "-shared"});
    if (waves) words.insert(words.end(), {"--trace-fst", "-LDFLAGS", "-lz"});
    return words;
}

void write_file(const fs::path& path, const std::string& text) {
    std::ofstream out(path, std::ios::binary);
    out << text;
    out.flush();
    if (!out) throw Error(path.string() + ": the file cannot be written");
}

}  // namespace

std::vector<std::string> write_rtl(const RtlTile& tile, const std::string& name, const std::string& folder) {
    const fs::path root = source_root();
    const Files made = rtl_files(tile, name);
    for (const auto& [file, text] : made) {
        if (fs::exists(root / "rtl_ref" / file)) throw Error("--top: " + name + " is a module of the reference RTL; use another name");
    }
    const fs::path home(folder);
    std::error_code error;
    fs::create_directories(home, error);
    std::vector<std::string> written;
    const auto write = [&](const std::string& file, const std::string& text) {
        write_file(home / file, text);
        written.push_back((home / file).string());
    };
    std::string list = "// " + name + " and what it is made of. Use verilator -F (capital F): paths are relative to this file's folder.\n";
    std::istringstream lines(file_text(root / "rtl_ref/karat_rtl.f"));
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line.starts_with("//")) continue;
        write(line, file_text(root / "rtl_ref" / line));
        list += line + '\n';
    }
    for (const auto& [file, text] : made) {
        write(file, text);
        list += file + '\n';
    }
    write(name + ".json", to_json_text(tile.spec) + '\n');
    write(name + ".f", list);
    return written;
}

std::string build_candidate(const RtlTile& tile, bool waves, void (*announce)(const std::string&)) {
    const Files files = rtl_files(tile, kTop);
    const fs::path root = source_root();
    const fs::path home = cache_root() / "candidates" / (fingerprint(root, tile, files) + (waves ? "-waves" : ""));
    const fs::path library = home / "candidate.so";
    if (fs::exists(library)) return library.string();
    if (announce != nullptr) announce(library.string());
    // built beside its place and moved there whole, so that two builds at once do no harm
    const fs::path work = home.string() + ".building." + std::to_string(::getpid());
    fs::create_directories(work);
    for (const auto& [name, text] : files) write_file(work / name, text);
    const std::string log = (work / "build.log").string();
    const int status = run_program(verilator_command(root, work, tile, files, waves), log);
    if (status == 127) throw Error("verilator cannot be started; install the package verilator");
    if (status != 0) throw Error("the candidate did not build (verilator exit status " + std::to_string(status) + "); see " + log);
    std::error_code error;
    fs::create_directories(home.parent_path());
    fs::create_directory(home, error);
    fs::rename(work / "candidate.so", library);
    fs::remove_all(work, error);
    return library.string();
}

}  // namespace karat::tb
