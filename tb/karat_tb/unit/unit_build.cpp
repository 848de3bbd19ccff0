// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/unit/unit_build.hpp"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "karat/error.hpp"
#include "karat_tb/rtl/verilate.hpp"
#include "karat_tb/unit/adapter.hpp"

namespace karat::tb {
namespace {

namespace fs = std::filesystem;

constexpr const char* kAdapter = "karat_adapter.sv";

Verilation verilation(const Contract& contract, const Adapter& adapter, const fs::path& root,
                      const fs::path& work, bool waves) {
    // The unit's own warnings are not karat's business; those about the adapter are, see misfit().
    Verilation out{"karat_adapter",
                   {"-Wno-fatal"},
                   contract.m,
                   contract.n,
                   contract.mode ? contract.mode->bits : 0,
                   waves};
    out.words.insert(out.words.end(), contract.verilator.begin(), contract.verilator.end());
    for (const std::string& folder : contract.include) out.words.push_back("-I" + folder);
    for (const std::string& list : contract.filelists) out.words.insert(out.words.end(), {"-F", list});
    out.words.insert(out.words.end(), contract.sources.begin(), contract.sources.end());
    for (const std::string& module : adapter.helpers)
        out.words.push_back((root / "tb/adapter" / (module + ".sv")).string());
    out.words.push_back((work / kAdapter).string());
    return out;
}

std::string fingerprint(const Contract& contract, const Adapter& adapter, const fs::path& root, bool waves) {
    Fingerprint key;
    std::vector<fs::path> files = harness_files(root);
    for (const std::string& module : adapter.helpers) files.push_back(root / "tb/adapter" / (module + ".sv"));
    key.add_files(files);
    for (const auto* paths : {&contract.sources, &contract.filelists, &contract.include}) {
        for (const std::string& path : *paths) {
            key.add(path);
            if (paths != &contract.include) key.add(source_text(path));
        }
    }
    for (const std::string& word : contract.verilator) key.add(word);
    key.add(adapter.text);
    key.add(std::to_string(contract.m) + "x" + std::to_string(contract.n));
    return key.text() + (waves ? "-waves" : "");
}

/// The files that Verilator read, from the rule "outputs : program inputs" in its dependency file.
std::vector<fs::path> files_read(const fs::path& work) {
    std::istringstream words(source_text(work / "Vcandidate__ver.d"));
    std::vector<fs::path> out;
    bool input = false;
    for (std::string word; words >> word;) {
        if (input && !word.starts_with(work.string()) && fs::is_regular_file(word)) out.emplace_back(word);
        input = input || word == ":";
    }
    return out;
}

/// A hash of these files, and their paths; empty if one of them cannot be read.
std::string state_of(const std::vector<fs::path>& files) {
    Fingerprint key;
    try {
        key.add_files(files);
    } catch (const Error&) {
        return {};
    }
    std::string out = key.text() + '\n';
    for (const fs::path& file : files) out += file.string() + '\n';
    return out;
}

/// Whether no file has changed that was read for the build in `home`.
bool up_to_date(const fs::path& home) {
    if (!fs::exists(home / "candidate.so") || !fs::exists(home / "inputs")) return false;
    const std::string noted = source_text(home / "inputs");
    std::istringstream lines(noted);
    std::string hash;
    std::getline(lines, hash);
    std::vector<fs::path> files;
    for (std::string line; std::getline(lines, line);) files.emplace_back(line);
    return state_of(files) == noted;
}

/// "%Warning-WIDTH: FILE:LINE:COLUMN: SENTENCE" without the FILE and what is before it.
std::string sentence_of(const std::string& line) {
    std::size_t at = line.find(": ");
    const std::size_t place = line.find(": ", at + 2);
    return line.substr((place == std::string::npos ? at : place) + 2);
}

/// The first line of Verilator's that says that the adapter does not fit the unit: a port that the unit lacks
/// or that the contract omits, or another width. Empty if there is none.
std::string misfit(const std::string& log) {
    std::istringstream lines(log);
    for (std::string line; std::getline(lines, line);) {
        const bool told = line.starts_with("%Error: ") || line.starts_with("%Error-") ||
                          line.starts_with("%Warning-WIDTH") || line.starts_with("%Warning-PIN");
        if (told && line.find(kAdapter) != std::string::npos) return sentence_of(line);
    }
    return {};
}

std::string first_error(const std::string& log) {
    std::istringstream lines(log);
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with("%Error")) return line.substr(line.find(": ") + 2);
    return "its model did not compile";
}

}  // namespace

std::string build_unit(const Contract& contract, const Names& overrides, bool waves,
                       const std::function<void(const std::string&)>& announce) {
    const fs::path root = source_root();
    const Adapter adapter = make_adapter(contract, overrides, kAdapterName, true);
    const fs::path home = cache_root() / "candidates" / fingerprint(contract, adapter, root, waves);
    const fs::path library = home / "candidate.so";
    if (up_to_date(home)) return library.string();
    if (announce) announce(library.string());
    const fs::path work = work_folder(home);
    write_text(work / kAdapter, adapter.text);
    const int status = verilate(verilation(contract, adapter, root, work, waves), root, work);
    const std::string log = source_text(work / "build.log");
    const std::string see = "; see " + (work / "build.log").string();
    if (const std::string why = misfit(log); !why.empty())
        throw Error(contract.path + ": the contract does not fit " + contract.top + ": " + why + see);
    if (status != 0) throw Error(contract.top + " did not build: " + first_error(log) + see);
    std::error_code error;
    fs::create_directory(home, error);
    fs::rename(work / "candidate.so", library);
    write_text(work / "inputs", state_of(files_read(work)));
    fs::rename(work / "inputs", home / "inputs");
    fs::remove_all(work, error);
    return library.string();
}

}  // namespace karat::tb
