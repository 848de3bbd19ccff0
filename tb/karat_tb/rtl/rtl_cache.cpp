// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/rtl/rtl_cache.hpp"

#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): mkdtemp is POSIX

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sstream>

#include "karat/error.hpp"
#include "karat_tb/rtl/interrupt.hpp"

namespace karat::tb {

namespace fs = std::filesystem;

fs::path source_root() {
    const char* home = std::getenv("KARAT_HOME");
    if (home != nullptr && *home != '\0') return home;
    std::error_code error;
    const fs::path installed =
        fs::read_symlink("/proc/self/exe", error).parent_path().parent_path() / "share/karat";
    return !error && fs::is_directory(installed / "rtl_ref", error) ? installed : fs::path(KARAT_SOURCE_DIR);
}

fs::path cache_root() {
    for (const auto& [variable, below] :
         {std::pair{"KARAT_CACHE", ""}, {"XDG_CACHE_HOME", "karat"}, {"HOME", ".cache/karat"}}) {
        const char* value = std::getenv(variable);
        if (value != nullptr && *value != '\0') return fs::absolute(fs::path(value) / below);
    }
    throw Error("there is no cache folder; set KARAT_CACHE to one");
}

std::string source_text(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in)
        throw Error(
            path.string() +
            ": the file cannot be opened (KARAT_HOME must be a karat source tree, or the share/karat of "
            "an installed karat)");
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

std::vector<fs::path> cell_files(const fs::path& root) {
    std::vector<fs::path> out;
    std::istringstream lines(source_text(root / kCells));
    for (std::string line; std::getline(lines, line);) {
        if (!line.empty() && !line.starts_with("//")) out.push_back(root / "rtl_ref" / line);
    }
    return out;
}

void write_text(const fs::path& path, const std::string& text) {
    std::ofstream out(path, std::ios::binary);
    out << text;
    out.flush();
    if (!out) throw Error(path.string() + ": the file cannot be written");
}

namespace {

constexpr const char* kWork = ".building.";

/// Removes the work folders of interrupted builds: those a day old. No build takes a day.
void remove_old_work(const fs::path& folder) {
    std::error_code error;
    const auto old = fs::file_time_type::clock::now() - std::chrono::hours(24);
    for (auto at = fs::directory_iterator(folder, error); !error && at != fs::directory_iterator();
         at.increment(error)) {
        std::error_code of_this;
        if (at->path().filename().string().find(kWork) == std::string::npos ||
            fs::last_write_time(at->path(), of_this) > old)
            continue;
        if (!of_this) fs::remove_all(at->path(), of_this);
    }
}

}  // namespace

fs::path work_folder(const fs::path& home) {
    std::error_code error;
    fs::create_directories(home.parent_path(), error);
    remove_old_work(home.parent_path());
    std::string name = home.string() + kWork + "XXXXXX";
    if (error || ::mkdtemp(name.data()) == nullptr)
        throw Error(home.parent_path().string() +
                    ": no folder can be created there; set KARAT_CACHE to a writable folder");
    remove_if_interrupted(name);
    return name;
}

void Fingerprint::add(const std::string& text) {
    for (const char ch : text) hash_ = (hash_ ^ static_cast<unsigned char>(ch)) * 0x100000001b3ULL;
    hash_ = (hash_ ^ 0xffU) * 0x100000001b3ULL;
}

void Fingerprint::add_files(std::vector<fs::path> paths) {
    std::sort(paths.begin(), paths.end());
    for (const fs::path& path : paths) {
        add(path.filename().string());
        add(source_text(path));
    }
}

void Fingerprint::add_rtl(const fs::path& root, std::vector<fs::path> more) {
    const std::vector<fs::path> cells = cell_files(root);
    more.insert(more.end(), cells.begin(), cells.end());
    more.push_back(root / kCells);
    add_files(std::move(more));
}

std::string Fingerprint::text() const {
    std::ostringstream out;
    out << std::hex << hash_;
    return out.str();
}

}  // namespace karat::tb
