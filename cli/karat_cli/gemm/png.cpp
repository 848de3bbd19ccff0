// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/gemm/png.hpp"

#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): mkdtemp is POSIX
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "karat/error.hpp"
#include "karat_cli/commands.hpp"
#include "karat_tb/rtl/process.hpp"

namespace karat::cli {
namespace {

namespace fs = std::filesystem;

/// A temporary folder for the browser's profile and log.
class Scratch {
   public:
    Scratch() : path_((fs::temp_directory_path() / "karat_png.XXXXXX").string()) {
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
    [[nodiscard]] std::string file(const char* name) const { return path_ + '/' + name; }

   private:
    std::string path_;
};

std::string find_browser(const Scratch& scratch) {
    for (const char* name : {"chromium", "chromium-browser", "google-chrome"}) {
        if (tb::run_program({name, "--version"}, scratch.file("log")).succeeded()) return name;
    }
    throw UsageError("PNG: Chromium cannot be started; install the package chromium, or write SVG");
}

/// The value of width='...' or height='...' in the <svg> element.
std::string attribute(const std::string& svg, const std::string& name) {
    const std::size_t start = svg.find(name + "='") + name.size() + 2;
    return svg.substr(start, svg.find('\'', start) - start);
}

}  // namespace

void write_pngs(const std::vector<std::pair<NamedPath, std::string>>& pictures) {
    const Scratch scratch;
    const std::string browser = find_browser(scratch);
    for (const auto& [output, svg] : pictures) {
        std::ofstream(scratch.file("chart.svg")) << svg;
        const std::string picture = scratch.file("chart.png");
        std::error_code error;
        fs::remove(picture, error);
        std::vector<std::string> words{
            browser,
            "--headless",
            "--disable-gpu",
            "--hide-scrollbars",
            "--force-device-scale-factor=3",
            "--user-data-dir=" + scratch.file("profile"),
            "--window-size=" + attribute(svg, "width") + ',' + attribute(svg, "height"),
            "--screenshot=" + picture,
            "file://" + scratch.file("chart.svg")};
        if (::geteuid() == 0)
            words.insert(words.begin() + 1,
                         "--no-sandbox");  // as root, Chromium does not start with its sandbox
        const auto [status, start_error] = tb::run_program(words, scratch.file("log"));
        if (start_error != 0)
            throw Error(output.path + ": " + tb::start_failure(browser, "chromium", start_error));
        if (status != 0 || fs::file_size(picture, error) == 0 || error)
            throw Error(output.path + ": was not written (" + browser + " exit status " +
                        std::to_string(status) + ')');
        std::ostringstream data;
        data << std::ifstream(picture, std::ios::binary).rdbuf();
        write_output(output, data.str());
    }
}

}  // namespace karat::cli
