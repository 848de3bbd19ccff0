// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/rtl_build.hpp"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <vector>

#include "karat/error.hpp"
#include "karat_tb/process.hpp"

namespace karat::tb {
namespace {

namespace fs = std::filesystem;

/// Codes of karat_rtl_pkg.
std::optional<int> rtl_format(Format format) {
    switch (format) {
        case Format::fp16:
            return 0;
        case Format::bf16:
            return 1;
        case Format::tf32:
            return 2;
        case Format::e4m3:
            return 3;
        case Format::e5m2:
            return 4;
        case Format::fp32:
            return 5;
        default:
            return std::nullopt;
    }
}

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

std::string fingerprint(const fs::path& root, const std::map<std::string, long>& parameters) {
    Fingerprint key;
    std::vector<fs::path> sources{root / "tb/candidate/karat_candidate.h", root / "tb/candidate/verilated_candidate.cpp",
                                  root / "tb/candidate/required_ports.hpp", root / "tb/candidate/verilated_stops.hpp"};
    for (const auto& entry : fs::directory_iterator(root / "rtl_ref")) {
        if (entry.path().extension() == ".sv" || entry.path().extension() == ".f") sources.push_back(entry.path());
    }
    std::sort(sources.begin(), sources.end());
    for (const fs::path& source : sources) {
        key.add(source.filename().string());
        key.add(file_text(source));
    }
    for (const auto& [name, value] : parameters) key.add(name + "=" + std::to_string(value));
    return key.text();
}

std::vector<std::string> verilator_command(const fs::path& root, const fs::path& work, const FdaTile& tile,
                                           const std::map<std::string, long>& parameters, bool waves) {
    const std::string flags = "-O2 -fPIC -DVL_USER_FINISH -DVL_USER_STOP -DVL_USER_FATAL -I" + (root / "tb/candidate").string() +
                              " -DKARAT_M=" + std::to_string(tile.m) + " -DKARAT_N=" + std::to_string(tile.n);
    std::vector<std::string> words{"verilator",
                                   "--cc",
                                   "--exe",
                                   "--build",
                                   "-j",
                                   "2",
                                   "-O3",
                                   "-Wall",
                                   "--prefix",
                                   "Vcandidate",
                                   "--top-module",
                                   "karat_fda_tile",
                                   "-F",
                                   (root / "rtl_ref/karat_fda.f").string(),
                                   (root / "tb/candidate/verilated_candidate.cpp").string(),
                                   "--Mdir",
                                   work.string(),
                                   "-o",
                                   "candidate.so",
                                   "-CFLAGS",
                                   flags,
                                   "-LDFLAGS",
                                   "-shared"};
    if (waves) words.insert(words.end(), {"--trace-fst", "-LDFLAGS", "-lz"});
    for (const auto& [name, value] : parameters) words.push_back("-G" + name + "=" + std::to_string(value));
    return words;
}

}  // namespace

void require_buildable(const FdaTile& tile) {
    const Spec& spec = tile.spec;
    const auto need = [](bool holds, const std::string& sentence) {
        if (!holds) throw Error("the reference RTL cannot be built: " + sentence);
    };
    need(tile.m >= 1 && tile.n >= 1 && tile.m <= 64 && tile.n <= 64,
         "lanes: " + std::to_string(tile.m) + "x" + std::to_string(tile.n) + " is not allowed; use 1x1..64x64");
    need(tile.stages >= 0 && tile.stages <= 4, "stages: " + std::to_string(tile.stages) + " is not allowed; use 0..4");
    need(spec.algorithm == Algorithm::fda, "algorithm: it is one fused dot-add, so use fda, not " + std::string(name_of(spec.algorithm)));
    need(spec.operations() == 1 && spec.c_place_or_default() == CPlace::fused, "terms, c_place: it has no chain and no late c");
    need(!spec.scale && !spec.convert, "scale, convert: it has neither");
    for (const auto& [key, format] : {std::pair{"a", spec.a}, {"b", spec.b}}) {
        need(rtl_format(format).has_value() && format != Format::fp32,
             std::string(key) + ": use fp16, bf16, tf32, e4m3 or e5m2, not " + std::string(name_of(format)));
    }
    for (const auto& [key, format] : {std::pair{"c", spec.c}, {"d", spec.d}}) {
        need(format == Format::fp16 || format == Format::fp32,
             std::string(key) + ": use fp16 or fp32, not " + std::string(name_of(format)));
    }
    need(!spec.F.is_exact() && spec.F.bits <= 600, "F: use 1..600");
    need(spec.F_c_or_default() == spec.F && spec.c_rounding_or_default() == spec.align_rounding,
         "F_c, c_rounding: c is aligned as the products are");
    need(spec.k <= 128, "k: use 1..128");
    need(spec.exponent_floor.has_value(), "exponent_floor: it always has one");
    need(*spec.exponent_floor >= -1000 && *spec.exponent_floor <= 1000, "exponent_floor: use -1000..1000");
    Spec plain;  // every other knob must be at its default
    const bool same = spec.sticky == plain.sticky && spec.zero_product == plain.zero_product && spec.zero_c == plain.zero_c &&
                      spec.product_overflow == plain.product_overflow && !spec.flush_products && !spec.flush_a && !spec.flush_b &&
                      !spec.flush_c && !spec.flush_output && spec.overflow == plain.overflow && spec.nan == plain.nan &&
                      spec.zero_sum == plain.zero_sum && spec.underflow_sign == plain.underflow_sign;
    need(same, "sticky, zero, flush, overflow and nan knobs must be at their defaults");
}

std::map<std::string, long> rtl_parameters(const FdaTile& tile) {
    require_buildable(tile);
    const Spec& spec = tile.spec;
    return {{"M", tile.m},
            {"N", tile.n},
            {"K", spec.k},
            {"F", spec.F.bits},
            {"A_FMT", *rtl_format(spec.a)},
            {"B_FMT", *rtl_format(spec.b)},
            {"C_FMT", *rtl_format(spec.c)},
            {"D_FMT", *rtl_format(spec.d)},
            {"ALIGN_ROUNDING", static_cast<long>(spec.align_rounding)},
            {"OUTPUT_ROUNDING", static_cast<long>(spec.output_rounding_or_default())},
            {"OUTPUT_FRACTION", spec.output_fraction_or_default()},
            {"FLOOR", *spec.exponent_floor},
            {"STAGES", tile.stages}};
}

std::string build_candidate(const FdaTile& tile, bool waves, void (*announce)(const std::string&)) {
    const auto parameters = rtl_parameters(tile);
    const fs::path root = source_root();
    const fs::path home = cache_root() / "candidates" / (fingerprint(root, parameters) + (waves ? "-waves" : ""));
    const fs::path library = home / "candidate.so";
    if (fs::exists(library)) return library.string();
    if (announce != nullptr) announce(library.string());
    // built beside its place and moved there whole, so that two builds at once do no harm
    const fs::path work = home.string() + ".building." + std::to_string(::getpid());
    fs::create_directories(work);
    const std::string log = (work / "build.log").string();
    const int status = run_program(verilator_command(root, work, tile, parameters, waves), log);
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
