// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/picture.hpp"

#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): mkdtemp is POSIX

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "karat/error.hpp"
#include "karat_cli/commands.hpp"
#include "karat_cli/progress.hpp"
#include "karat_sweep/charts/vega_library.hpp"
#include "karat_tb/rtl/process.hpp"

namespace karat::cli {
namespace {

namespace fs = std::filesystem;

/// Draws 0.json, 1.json, ... to 0.svg, 1.svg, ...
constexpr const char* kDraw = R"(const fs = require('fs');
require('vm').runInThisContext(fs.readFileSync('vega.js', 'utf8'), 'vega.js');
(async () => {
  for (let i = 0; fs.existsSync(i + '.json'); ++i) {
    const chart = vega.parse(JSON.parse(fs.readFileSync(i + '.json', 'utf8')));
    fs.writeFileSync(i + '.svg', await new vega.View(chart, {renderer: 'none'}).toSVG());
  }
})().catch(error => { console.error(error); process.exit(1); });
)";

/// A temporary folder with the files of the programs.
class Scratch {
   public:
    Scratch() : path_((fs::temp_directory_path() / "karat_charts.XXXXXX").string()) {
        if (::mkdtemp(path_.data()) == nullptr) throw Error(path_ + ": cannot create the folder");
    }
    ~Scratch() {
        std::error_code error;
        fs::remove_all(path_, error);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    Scratch(Scratch&&) = delete;
    Scratch& operator=(Scratch&&) = delete;
    [[nodiscard]] const std::string& path() const { return path_; }
    void write(const std::string& name, std::string_view text) const {
        std::ofstream(path_ + '/' + name, std::ios::binary) << text;
    }
    /// "" if the file cannot be read.
    [[nodiscard]] std::string read(const std::string& name) const {
        std::ostringstream out;
        out << std::ifstream(path_ + '/' + name, std::ios::binary).rdbuf();
        return out.str();
    }

   private:
    std::string path_;
};

void run(const std::vector<std::string>& words, const std::string& package, const Scratch& scratch) {
    const tb::ProgramEnd end = tb::run_program(words, scratch.path() + "/log", scratch.path());
    if (end.start_error != 0)
        throw UsageError("charts: " + tb::start_failure(words[0], package, end.start_error));
    if (end.status == 0) return;
    const std::string log = scratch.read("log");
    throw Error("charts: " + words[0] + " failed: " + log.substr(0, log.find('\n')));
}

}  // namespace

std::vector<std::string> draw(const std::vector<Picture>& pictures) {
    if (pictures.empty()) return {};
    const Scratch scratch;
    scratch.write("vega.js", sweep::vega_library());
    scratch.write("draw.js", kDraw);
    for (std::size_t i = 0; i < pictures.size(); ++i)
        scratch.write(std::to_string(i) + ".json", pictures[i].chart);
    Progress progress("pictures drawn");
    progress.meter.all = pictures.size();
    run({"node", "draw.js"}, "nodejs", scratch);
    std::vector<std::string> out;
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        const std::string name = std::to_string(i);
        if (pictures[i].png)
            run({"rsvg-convert", "--zoom=3", "--output=" + name + ".png", name + ".svg"}, "librsvg2-bin",
                scratch);
        out.push_back(scratch.read(name + (pictures[i].png ? ".png" : ".svg")));
        if (out.back().empty()) throw Error("charts: chart " + name + " was not drawn");
        progress.meter.done = i + 1;
    }
    return out;
}

}  // namespace karat::cli
