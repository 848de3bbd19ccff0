// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/diff/diff.hpp"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <functional>
#include <iostream>
#include <optional>

#include "karat/instruction/names.hpp"
#include "karat_cli/command_table.hpp"
#include "karat_cli/gemm/output_file.hpp"
#include "karat_cli/probe/diff_json.hpp"
#include "karat_cli/probe/diff_text.hpp"
#include "karat_cli/probe/matrix_output.hpp"
#include "karat_cli/probe/model_words.hpp"
#include "karat_cli/progress.hpp"

namespace karat::cli {
namespace {

namespace json = boost::json;

/// The instructions that --arch and --format select.
std::function<bool(const Instruction&)> read_filter(const po::variables_map& values) {
    std::vector<Arch> architectures;
    if (values.contains("arch")) {
        for (const std::string& name : values["arch"].as<std::vector<std::string>>()) {
            const auto arch = arch_from_name(name);
            if (!arch)
                throw UsageError("unknown architecture \"" + name + "\"; use " + allowed_names<Arch>());
            architectures.push_back(*arch);
        }
    }
    std::optional<Format> format;
    if (values.contains("format")) {
        const std::string name = values["format"].as<std::string>();
        format = enum_from_name<Format>(name);
        if (!format) throw UsageError("--format " + name + ": use " + allowed_names<Format>());
    }
    return [=](const Instruction& each) {
        const bool of_arch = architectures.empty() || std::find(architectures.begin(), architectures.end(),
                                                                each.arch) != architectures.end();
        return of_arch && (!format || each.spec.a == *format || each.spec.b == *format);
    };
}

/// Shows each kind of work of a comparison on a line of its own.
class DiffMeter {
   public:
    void operator()(const char* what, std::size_t done, std::size_t all) {
        if (what_ != what) {
            what_ = what;
            line_.reset();
            line_.emplace(what_);
        }
        line_->meter.done = done;
        line_->meter.all = all;
    }

   private:
    std::string what_;
    std::optional<Progress> line_;
};

int run_matrix(const po::variables_map& values) {
    if (values.contains("words"))
        throw UsageError("--matrix compares all instructions; leave out \"" +
                         values["words"].as<std::vector<std::string>>()[0] + "\"");
    for (const char* option : {"rates", "effort", "seed", "color"}) {
        if (!values[option].defaulted())
            throw UsageError("--" + std::string(option) + ": has no effect with --matrix");
    }
    const auto filter = read_filter(values);
    const NamedPath page{"--html", values.contains("html") ? values["html"].as<std::string>() : ""};
    if (!page.path.empty()) require_outputs({page}, {});
    const auto groups = [&] {
        DiffMeter meter;
        probe::DiffSettings settings = probe::matrix_settings();
        settings.progress = std::ref(meter);
        return probe::instruction_matrix(filter, settings);
    }();
    if (groups.empty()) throw UsageError("no instruction has this --arch and --format");
    if (!page.path.empty()) write_output(page, matrix_page(groups));
    if (values.contains("json")) {
        std::cout << json::serialize(to_json(groups)) << '\n';
    } else {
        print_matrix(std::cout, groups);
    }
    return 0;  // a report, not a comparison that can fail
}

probe::DiffSettings read_settings(const po::variables_map& values) {
    probe::DiffSettings out;
    out.effort.seed = read_count(values, "seed", 0, ~std::uint64_t{0});
    out.rate_count = read_count(values, "rates", 0, 100000000);
    const std::uint64_t effort = read_count(values, "effort", 1, 1000);
    out.effort.directed *= effort;
    out.effort.steered *= effort;
    out.effort.random *= effort;
    return out;
}

}  // namespace

Interface diff_interface() {
    Interface out{
        "diff MODEL MODEL\n       karat diff --matrix\n\nA MODEL is ARCH/INSTRUCTION or FILE.json; KEY=VALUE "
        "settings may follow in the same quotes.\nExit status: 0 no difference found, 1 different.",
        kModelWord};
    out.options.add_options()("rates", po::value<std::string>()->default_value("100000"),
                              "dot-adds of each distribution, to count how often the two differ, "
                              "0..100000000")(
        "effort", po::value<std::string>()->default_value("1"),
        "how long to search for a difference: times 31000 dot-adds, 1..1000")(
        "seed", po::value<std::string>()->default_value("1"), "seed of the dot-adds")(
        "matrix", "compare all instructions with the same formats, k, scale factors and metadata")(
        "arch", po::value<std::vector<std::string>>()->composing(),
        "ARCH: with --matrix, only this architecture; may be repeated (default: all)")(
        "format", po::value<std::string>(),
        "FORMAT: with --matrix, only instructions with this format of A or B (default: all)")(
        "html", po::value<std::string>(), "FILE.html: with --matrix, write the table as a page")(
        "json", "print the result as JSON");
    add_color_option(out.options);
    return out;
}

int diff_command(const Arguments& arguments) {
    const auto values = parse(arguments, diff_interface());
    if (!values) return 0;
    if (values->contains("matrix")) return run_matrix(*values);
    for (const char* option : {"arch", "format", "html"}) {
        if (values->contains(option)) throw UsageError("--" + std::string(option) + " needs --matrix");
    }
    const bool color = wants_color(*values);
    probe::DiffSettings settings = read_settings(*values);
    const auto models = read_models(*values, 2, "karat diff MODEL MODEL");
    const probe::Diff found = [&] {
        DiffMeter meter;
        settings.progress = std::ref(meter);
        return probe::diff(models[0].spec, models[1].spec, settings);
    }();
    if (values->contains("json")) {
        std::cout << json::serialize(to_json(models[0], models[1], found)) << '\n';
    } else {
        print_diff(std::cout, models[0], models[1], found, {color, 160});
    }
    return found.witness ? 1 : 0;
}

}  // namespace karat::cli
