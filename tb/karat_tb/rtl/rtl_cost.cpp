// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/rtl/rtl_cost.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_to.hpp>
#include <charconv>
#include <fstream>
#include <optional>
#include <sstream>

#include "karat/error.hpp"
#include "karat_tb/rtl/process.hpp"
#include "karat_tb/rtl/rtl_cache.hpp"
#include "karat_tb/rtl/rtl_gates.hpp"

namespace karat::tb {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

constexpr const char* kCostTop = "karat_top";

// Maps word-level operators to adders and shifters, and these to simple gates. Enables and resets of
// flip-flops become gates. Undefined values become 0.
constexpr const char* kSynthesis =
    "proc; flatten; opt -full; wreduce; alumacc; opt; techmap; opt -fast; async2sync; dffunmap; "
    "simplemap; opt_expr; opt_merge; opt_clean -purge; setundef -zero -undriven; write_blif logic.blif";
// dch computes structural choices; amap then maps for the least area, map for the least depth.
constexpr const char* kMapping =
    "read_library gates.genlib; read_blif logic.blif; strash; dch; backup; amap -m; print_stats; restore; "
    "map; print_stats";

/// The cells in the order of the list, without those for simulation only.
std::vector<fs::path> cells(const fs::path& root) {
    std::vector<fs::path> out;
    for (fs::path& cell : cell_files(root)) {
        if (cell.filename() != "karat_port_check.sv") out.push_back(std::move(cell));
    }
    return out;
}

std::string yosys_script(const std::vector<fs::path>& sources, const std::string& top) {
    std::string out = "read_verilog -sv";
    for (const fs::path& source : sources) out += " \"" + fs::absolute(source).string() + '"';
    return out + "; hierarchy -check -top " + top + "; " + kSynthesis;
}

/// Runs a tool of the package yosys in a folder. Its output goes to the file `log` there and is returned.
std::string run_tool(const std::vector<std::string>& words, const fs::path& folder, const std::string& log) {
    const std::string path = (folder / log).string();
    fs::remove(path);
    const auto [status, start_error] = run_program(words, path, folder.string());
    if (start_error != 0)
        throw Error("karat cost needs yosys: " + start_failure(words[0], "yosys", start_error));
    if (status != 0)
        throw Error("the RTL did not synthesise (" + words[0] + " exit status " + std::to_string(status) +
                    "); see " + path);
    return source_text(path);
}

/// The number after `name` and " =" in a line of abc's print_stats; -1 if there is none.
double statistic(const std::string& line, const std::string& name) {
    const std::size_t at = line.find(name + " =");
    const std::size_t start =
        at == std::string::npos ? at : line.find_first_not_of(' ', at + name.size() + 2);
    double value = -1;
    if (start != std::string::npos)
        (void)std::from_chars(line.data() + start, line.data() + line.size(), value);
    return value;
}

Netlist read_netlist(const std::string& line, double flip_flops) {
    return {statistic(line, "area") + flip_flops * kFlipFlopArea, static_cast<long>(statistic(line, " nd")),
            static_cast<int>(statistic(line, "lev"))};
}

json::object to_json(const Netlist& netlist) {
    return {{"area", netlist.area}, {"gates", netlist.gates}, {"depth", netlist.depth}};
}
Netlist netlist_from(const json::value& value) {
    return {value.at("area").to_number<double>(), value.at("gates").to_number<long>(),
            value.at("depth").to_number<int>()};
}

/// Returns nothing if the file does not exist or is not valid; the result is then computed again.
std::optional<RtlCost> read_cached(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) return std::nullopt;
    std::ostringstream text;
    text << in.rdbuf();
    try {
        const json::value value = json::parse(text.str());
        return RtlCost{netlist_from(value.at("small")), netlist_from(value.at("fast")),
                       value.at("flip_flops").to_number<long>(),
                       json::value_to<std::string>(value.at("tool")), true};
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

}  // namespace

RtlCost synthesise(const std::vector<fs::path>& sources, const std::string& top, const fs::path& work) {
    write_text(work / "gates.genlib", genlib());
    RtlCost out;
    out.tool = run_tool({"yosys", "-V"}, work, "version.log");
    out.tool = out.tool.substr(0, out.tool.find('\n'));
    (void)run_tool({"yosys", "-q", "-p", yosys_script(sources, top)}, work, "yosys.log");
    std::istringstream log(run_tool({"yosys-abc", "-c", kMapping}, work, "abc.log"));
    std::vector<std::string> mapped;
    for (std::string line; std::getline(log, line);) {
        if (line.find(" area =") != std::string::npos) mapped.push_back(line);
    }
    if (mapped.size() != 2)
        throw Error("the RTL was not mapped to gates; see " + (work / "abc.log").string());
    const double flip_flops = statistic(mapped[0], " lat");
    out.small = read_netlist(mapped[0], flip_flops);
    out.fast = read_netlist(mapped[1], flip_flops);
    out.flip_flops = static_cast<long>(flip_flops);
    if (out.flip_flops < 0 || out.small.gates < 0 || out.small.depth < 0 || out.fast.depth < 0)
        throw Error("abc's statistics cannot be read; see " + (work / "abc.log").string());
    return out;
}

RtlCost rtl_cost(const RtlTile& tile, void (*announce)(const RtlTile&)) {
    const fs::path root = source_root();
    TextFiles units = rtl_files(tile, kCostTop);
    units.pop_back();  // the top with multidimensional ports, which yosys cannot read
    Fingerprint key;
    key.add_rtl(root);
    for (const auto& [name, text] : units) key.add(text);
    for (const std::string& text :
         {genlib(), std::to_string(kFlipFlopArea), std::string(kSynthesis), std::string(kMapping)})
        key.add(text);
    const fs::path home = cache_root() / "costs" / key.text();
    const fs::path file = home.string() + ".json";
    if (auto cached = read_cached(file)) return *cached;
    if (announce != nullptr) announce(tile);
    const fs::path work = work_folder(home);
    std::vector<fs::path> sources = cells(root);
    for (const auto& [name, text] : units) {
        sources.push_back(work / name);
        write_text(sources.back(), text);
    }
    RtlCost out = synthesise(sources, "karat_top_flat", work);
    const json::object object{{"small", to_json(out.small)},
                              {"fast", to_json(out.fast)},
                              {"flip_flops", out.flip_flops},
                              {"tool", out.tool}};
    write_text(work / "cost.json", json::serialize(object) + '\n');
    fs::rename(work / "cost.json", file);
    std::error_code error;
    fs::remove_all(work, error);
    return out;
}

}  // namespace karat::tb
