// SPDX-License-Identifier: Apache-2.0
// karat cost: area and depth of the reference RTL of a specification in generic gates, against a baseline.
#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <iomanip>
#include <iostream>

#include "karat/recipe/json/spec_json.hpp"
#include "karat/recipe/summary.hpp"
#include "karat_cli/check/check_design.hpp"
#include "karat_cli/command_table.hpp"
#include "karat_cli/cost_settings.hpp"
#include "karat_cli/defaults.hpp"
#include "karat_cli/progress.hpp"
#include "karat_tb/rtl/rtl_cost.hpp"
#include "karat_tb/rtl/rtl_gates.hpp"

namespace karat::cli {
namespace {

namespace json = boost::json;

constexpr double kSecondsEach = 10;  // of a synthesis, roughly: one lane, K = 16

struct Priced {
    std::string subject;
    Spec spec;
    tb::RtlTile tile;
    tb::RtlCost cost;
    [[nodiscard]] double products() const { return static_cast<double>(tile.m) * tile.n * tile.spec.k; }
};

/// The subject, or the default specification of karat sweep without one.
Subject read_design(const po::variables_map& values) {
    if (has_subject(values)) return read_subject(values);
    Subject out;
    out.changed = apply_settings(values, out.spec);
    if (out.changed) out.settings = values["set"].as<std::vector<std::string>>();
    return out;
}

bool has_baseline(const po::variables_map& values) {
    return values.contains("baseline") || values.contains("baseline-set") ||
           (has_subject(values) && values.contains("set"));
}

/// The baseline: what --baseline names, else the subject without --set; in both cases with --baseline-set
/// applied. The options of the subject are replaced by those of the baseline and then read as usual.
Subject read_baseline(const po::variables_map& values) {
    po::variables_map own = values;
    own.erase("set");
    const auto put = [&](const char* option, const auto& value, bool defaulted) {
        own.erase(option);
        own.insert({option, po::variable_value(boost::any(value), defaulted)});
    };
    if (values.contains("baseline")) {
        const std::string name = values["baseline"].as<std::string>();
        const bool file = name.ends_with(".json");
        own.erase(file ? "instruction" : "spec");
        put(file ? "spec" : "instruction", name, false);
        if (file && values.contains("baseline-arch"))
            throw UsageError(
                "--baseline-arch: applies only to an instruction; the baseline is the specification " + name);
        if (file) put("arch", std::string(), true);
    }
    if (values.contains("baseline-arch")) {
        if (!values.contains("baseline")) throw UsageError("--baseline-arch: needs --baseline NAME");
        put("arch", values["baseline-arch"].as<std::string>(), false);
    }
    if (values.contains("baseline-set"))
        put("set", values["baseline-set"].as<std::vector<std::string>>(), false);
    return read_design(own);
}

Priced price(const po::variables_map& values, const Subject& subject) {
    Priced out{subject_arguments(subject), subject.spec, read_tile(values, subject.spec), {}};
    out.cost = tb::rtl_cost(
        out.tile, values.contains("quiet") ? nullptr : +[](const tb::RtlTile& /*tile*/) {
            std::cerr << "  synthesising the RTL with yosys (cached for later runs) ...\n";
        });
    return out;
}

void print(const char* role, const Priced& priced) {
    const tb::RtlCost& cost = priced.cost;
    std::cout << role << summary(priced.spec) << "  " << priced.subject << ", " << priced.tile.m << 'x'
              << priced.tile.n << " lanes, " << priced.tile.stages << " stages\n"
              << std::fixed << std::setprecision(1);
    const auto line = [&](const char* name, const tb::Netlist& netlist) {
        std::cout << "  " << name << std::setw(10) << netlist.area << " NAND2" << std::setw(8)
                  << netlist.area / priced.products() << " per product, depth " << std::setw(4)
                  << netlist.depth << ", " << netlist.gates << " gates";
        if (cost.flip_flops > 0) std::cout << ", " << cost.flip_flops << " flip-flops";
        std::cout << '\n';
    };
    line("least area ", cost.small);
    line("least depth", cost.fast);
}

json::object to_json(const Priced& priced) {
    const auto netlist = [&](const tb::Netlist& n) {
        return json::object{{"area", n.area},
                            {"area_per_product", n.area / priced.products()},
                            {"gates", n.gates},
                            {"depth", n.depth}};
    };
    return {{"subject", priced.subject},
            {"spec", karat::to_json(priced.spec)},
            {"lanes", {priced.tile.m, priced.tile.n}},
            {"stages", priced.tile.stages},
            {"least_area", netlist(priced.cost.small)},
            {"least_depth", netlist(priced.cost.fast)},
            {"flip_flops", priced.cost.flip_flops},
            {"tool", priced.cost.tool},
            {"cached", priced.cost.cached}};
}

struct Ratio {
    double area, area_per_product, depth;
};
Ratio ratio(const Priced& x, const Priced& y) {
    const double area = x.cost.small.area / y.cost.small.area;
    return {area, area * y.products() / x.products(),
            static_cast<double>(x.cost.fast.depth) / y.cost.fast.depth};
}

void print_gates() {
    std::cout << "area of each gate in two-input NANDs:\n";
    for (const tb::Gate& gate : tb::kGates)
        std::cout << "  " << std::left << std::setw(9) << gate.name << gate.area << '\n';
    std::cout << "  flip-flop " << tb::kFlipFlopArea << '\n';
}

}  // namespace

Interface cost_interface() {
    Interface out{
        "cost --arch ARCH --instruction NAME [--set KEY=VALUE] [--baseline NAME]\n"
        "Synthesises the reference RTL to generic gates. Prints the area in two-input "
        "NANDs, the depth in gates,\nand the ratios to the baseline."};
    po::options_description& options = out.options;
    add_subject_options(options);
    add_knob_options(options);
    options.add_options()("lanes", po::value<std::string>()->default_value("1x1"),
                          "MxN: lanes of the tile, 1x1..64x64")(
        "stages", po::value<std::string>()->default_value("0"),
        "pipeline registers between operands and result, from 0 (combinational) to the recipe's maximum")(
        "baseline", po::value<std::string>(),
        "NAME: instruction or FILE.json to compare with (default, with --set: the same without --set)")(
        "baseline-arch", po::value<std::string>(),
        "ARCH: architecture of --baseline (default: that of --arch)")(
        "baseline-set", po::value<std::vector<std::string>>()->composing(),
        "KEY=VALUE: set one knob of the baseline; may be repeated")(
        "gates", "print the area of each gate and exit")("json", "print the figures as JSON")(
        "quiet", "no progress messages");
    return out;
}

namespace {

/// The designs of a list, in its order, a line each.
int print_list(const std::vector<po::variables_map>& all) {
    if (std::ranges::any_of(all, [](const auto& values) {
            return values.contains("baseline") || values.contains("baseline-set") ||
                   values.contains("baseline-arch");
        }))
        throw UsageError("--baseline: with one design, not with a list");
    std::vector<Subject> subjects;
    for (const po::variables_map& values : all) {
        subjects.push_back(read_design(values));
        (void)read_tile(values, subjects.back().spec);  // throws before the first synthesis
    }
    std::optional<Progress> progress;
    if (!all[0].contains("quiet")) progress.emplace("designs synthesised");
    if (progress) {
        progress->meter.all = all.size();
        progress->meter.expected = kSecondsEach * static_cast<double>(all.size());
    }
    std::vector<Priced> priced;
    for (std::size_t i = 0; i < all.size(); ++i) {
        priced.push_back(price(all[i], subjects[i]));
        if (progress) ++progress->meter.done;
    }
    progress.reset();
    if (all[0].contains("json")) {
        json::array out;
        for (const Priced& one : priced) out.push_back(to_json(one));
        std::cout << json::serialize(out) << '\n';
        return 0;
    }
    std::cout << "NAND2 per product  depth  design\n" << std::fixed << std::setprecision(1);
    for (const Priced& one : priced)
        std::cout << std::setw(17) << one.cost.small.area / one.products() << std::setw(7)
                  << one.cost.fast.depth << "  " << one.subject << '\n';
    std::vector<Spec> specs;
    specs.reserve(priced.size());
    for (const Priced& one : priced) specs.push_back(one.spec);
    print_defaults(specs, "--output-rounding", "--vary group=...");
    return 0;
}

}  // namespace

int cost_command(const Arguments& arguments) {
    auto values = parse(arguments, cost_interface());
    if (!values) return 0;
    if (values->contains("gates")) {
        if (arguments.size() > 1)
            throw UsageError("--gates: no other option is allowed; the table is the same for every design");
        print_gates();
        return 0;
    }
    const std::vector<po::variables_map> all = with_settings(*values);
    values = all[0];
    if (!has_subject(*values) && !values->contains("set"))
        throw UsageError(
            "give --instruction NAME (with --arch), --spec FILE.json, or knobs as in karat sweep");
    if (all.size() > 1) return print_list(all);
    const Subject subject = read_design(*values);
    std::optional<Subject> other;
    if (values->contains("baseline-arch") || has_baseline(*values)) other = read_baseline(*values);
    (void)read_tile(*values, subject.spec);  // throws before the first synthesis if either cannot be built
    if (other) (void)read_tile(*values, other->spec);
    std::optional<Progress> progress;
    if (!values->contains("quiet")) progress.emplace("designs synthesised");
    if (progress) {
        progress->meter.all = other ? 2 : 1;
        progress->meter.expected = kSecondsEach * static_cast<double>(progress->meter.all);
    }
    const Priced design = price(*values, subject);
    if (progress) ++progress->meter.done;
    std::optional<Priced> baseline;
    if (other) baseline = price(*values, *other);
    progress.reset();
    if (values->contains("json")) {
        json::object out = to_json(design);
        if (baseline) {
            const Ratio r = ratio(design, *baseline);
            out["baseline"] = to_json(*baseline);
            out["ratio"] =
                json::object{{"area", r.area}, {"area_per_product", r.area_per_product}, {"depth", r.depth}};
        }
        std::cout << json::serialize(out) << '\n';
        return 0;
    }
    print("", design);
    if (baseline) {
        print("baseline: ", *baseline);
        print_defaults({design.spec, baseline->spec}, "--set and --baseline-set output_rounding=...",
                       "--set group=...");
        const Ratio r = ratio(design, *baseline);
        std::cout << std::setprecision(4) << "ratio: area " << r.area << ", area per product "
                  << r.area_per_product << ", depth " << r.depth << '\n';
    }
    return 0;
}

}  // namespace karat::cli
