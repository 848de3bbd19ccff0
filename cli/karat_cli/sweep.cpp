// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/sweep.hpp"

#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <iostream>
#include <iterator>
#include <set>

#include "karat/error.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat_cli/command_table.hpp"
#include "karat_cli/conversion.hpp"
#include "karat_cli/defaults.hpp"
#include "karat_cli/gemm/output_file.hpp"
#include "karat_cli/progress.hpp"
#include "karat_cli/sweep_choice.hpp"
#include "karat_cli/sweep_subjects.hpp"

namespace karat::cli {
namespace {

using namespace sweep;

/// Options that are axes, slowest first. Points that share operands are adjacent; F varies fastest.
struct AxisOption {
    const char* option;
    const char* key;
    const char* help;
};
constexpr std::array<AxisOption, 11> kAxes{
    {{"distribution", "distribution",
      "axis: distribution of the operands: normal, uniform, log_normal, outliers, relu, npy, "
      "positive, sparse, activations (default: normal)"},
     {"c-distribution", "c_distribution",
      "axis: c of the first dot-add: zero, or a distribution, with a factor if you like: normal*32 "
      "(default: zero)"},
     {"format", "format", "axis: format of A and B (default: as specified, else fp16)"},
     {"scale", "scale",
      "axis: scale factors: none, or FORMAT/BLOCK as in ue8m0/32 (default: as specified, else none)"},
     {"K", "k", "axis: products per dot-add, 1..1024 (default: as specified, else 16)"},
     {"length", "length", "axis: products per dot product, 1..1048576 (default: K)"},
     {"algorithm", "algorithm", "axis: algorithm (see karat knobs; default: as specified, else fda)"},
     {"order", "order",
      "axis: order of the dot product: natural, random, magnitude, split_k, kahan, anti_kahan "
      "(default: natural)"},
     {"output-rounding", "output_rounding",
      "axis: rounding of the result (see karat knobs; default: as specified, else RZ for fda and gfda, RNE "
      "for the others)"},
     {"align-rounding", "align_rounding",
      "axis: rounding of the alignment (see karat knobs; default: as specified, else RZ)"},
     {"F", "F",
      "axis: fraction bits kept in the alignment, 1..1024 or exact (default: as specified, else 24)"}}};

/// The knobs that an axis or a setting changes, in lower case.
std::vector<std::string> knobs_of(const std::string& key) {
    if (key == "format") return {"a", "b"};
    if (key == "scale") return {"scale", "scale_block"};
    return {to_lower(key)};
}

[[noreturn]] void refuse_axis_set_twice(const std::string& setting, const std::string& key) {
    throw UsageError("--set " + setting + ": " + key + " is an axis; leave out one of the two");
}

/// Throws UsageError if a knob is two axes, or an axis and also set by --set.
void require_one_each(const std::vector<Axis>& axes, const po::variables_map& values) {
    std::set<std::string> seen;
    for (const Axis& axis : axes) {
        for (const std::string& key : knobs_of(axis.key)) {
            if (!seen.insert(key).second)
                throw UsageError(axis.key + " is an axis twice; list its values in one option");
        }
    }
    if (!values.contains("set")) return;
    for (const std::string& text : values["set"].as<std::vector<std::string>>()) {
        const std::string key = text.substr(0, text.find('='));
        if (seen.contains(to_lower(key))) refuse_axis_set_twice(text, key);
    }
}

/// Says what names of an axis mean that are not the canonical ones.
void note_aliases(const Axis& axis) {
    const std::string key = knobs_of(axis.key)[0];
    if (key == "order" || key == "distribution" || key == "c_distribution" || key == "length" ||
        key.find('.') != std::string::npos)
        return;
    for (const std::string& value : axis.values) {
        // of a scale, the format
        const std::string word = key == "scale" ? value.substr(0, value.find('/')) : value;
        if (key == "scale" && word == "none") continue;
        Spec spec;
        set_knob(spec, key, word);
        const boost::json::value meant = find_knob(key).get(spec);
        if (meant.is_string() && to_lower(word) != "default" &&
            to_lower(std::string_view(meant.get_string())) != to_lower(word))
            std::cerr << "karat: note: " << axis.key << ": " << word << " is "
                      << std::string_view(meant.get_string()) << '\n';
    }
}

std::vector<Axis> read_axes(const po::variables_map& values) {
    std::vector<Axis> out;
    for (const AxisOption& axis : kAxes) {
        if (std::string(axis.option) == "align-rounding" && values.contains("vary")) {
            for (const std::string& text : values["vary"].as<std::vector<std::string>>()) {
                const std::size_t equals = text.find('=');
                if (equals == std::string::npos)
                    throw UsageError("--vary " + text + ": write KEY=VALUES, as in --vary F_c=10:20");
                out.push_back(parse_axis(text.substr(0, equals), text.substr(equals + 1)));
            }
        }
        if (values.contains(axis.option))
            out.push_back(parse_axis(axis.key, values[axis.option].as<std::string>()));
    }
    require_one_each(out, values);
    for (const Axis& axis : out) note_aliases(axis);
    return out;
}

/// The points' specifications, for the defaults that differ.
std::vector<Compared> compared(const std::vector<Point>& points) {
    std::vector<Compared> out;
    out.reserve(points.size());
    for (const Point& point : points)
        out.push_back({point.named ? point.named->name : std::string(), point.spec});
    return out;
}

/// The points of the axes on every base, then those of --beside, on which only axes of operands act. With
/// several instructions, dot products are as long as the largest K unless --length says otherwise.
Grid read_grid(const po::variables_map& values, const Point& start) {
    const std::vector<Axis> axes = read_axes(values);
    std::vector<Axis> of_operands;
    for (const Axis& axis : axes) {
        for (const char* key : {"distribution", "c_distribution", "length", "order"})
            if (axis.key == key) of_operands.push_back(axis);
    }
    const auto collect = [&](const Point& point) {
        Grid out;
        const auto add = [&](const std::vector<Point>& bases, const std::vector<Axis>& on) {
            for (const Point& base : bases) {
                Grid part = make_grid(base, on);
                std::ranges::move(part.points, std::back_inserter(out.points));
                for (Refused& one : part.refused) {
                    if (base.named && bases.size() > 1) one.settings = base.named->name + ' ' + one.settings;
                    out.refused.push_back(std::move(one));
                }
            }
        };
        add(read_bases(values, point), axes);
        add(read_beside(values, point), of_operands);
        return out;
    };
    Grid out = collect(start);
    const bool several =
        values.contains("beside") || (values.contains("instruction") && read_bases(values, start).size() > 1);
    if (!several || values.contains("length") || out.points.empty()) return out;
    Point longest = start;
    for (const Point& point : out.points) longest.length = std::max(longest.length, point.length);
    return collect(longest);
}

/// The operands of --a-npy and --b-npy; null without them.
std::shared_ptr<const Tensors> read_tensors(const po::variables_map& values) {
    const auto read = [&](const char* option) {
        return values.contains(option) ? std::optional(read_tensor(values[option].as<std::string>()))
                                       : std::nullopt;
    };
    auto a = read("a-npy");
    auto b = read("b-npy");
    if (!a && !b) return nullptr;
    return std::make_shared<const Tensors>(make_tensors(std::move(a), std::move(b)));
}

std::vector<NamedPath> npy_inputs(const po::variables_map& values) {
    std::vector<NamedPath> out;
    for (const std::string option : {"a-npy", "b-npy"}) {
        if (values.contains(option)) out.push_back({"--" + option, values[option].as<std::string>()});
    }
    return out;
}

/// Measures the points. Throws UsageError if their operands are refused; points measured before stay.
Outcome measured(const std::vector<Point>& points, Database& database, int threads) {
    try {
        Progress progress("points measured");
        return run_sweep(points, database, threads, &progress.meter);
    } catch (const OperandError& error) {
        throw UsageError(std::string(error.what()) + "; see --convert");
    }
}

/// A line about the operands that their formats cannot hold, if there are some or a rule was asked for.
void print_converted(const Outcome& outcome, Conversion rule) {
    if (outcome.converted == 0 && rule == Conversion::refuse) return;
    std::cout << "  convert " << name_of(rule == Conversion::refuse ? Conversion::saturate : rule) << ": "
              << outcome.converted << " operands in " << outcome.converted_points << " points done\n";
}

}  // namespace

Interface sweep_interface() {
    Interface out{
        "sweep --db FILE [--F 8:40] [--K 4,8,16] [--algorithm fda,fma] ... [OPTIONS]\n"
        "--arch and --instruction take lists: Hopper/HMMA.16816.F32,CDNA3/v_mfma_f32_16x16x16_f16"};
    po::options_description& options = out.options;
    add_subject_options(options);
    for (const AxisOption& axis : kAxes)
        options.add_options()(axis.option, po::value<std::string>(), axis.help);
    options.add_options()("vary", po::value<std::vector<std::string>>()->composing(),
                          "KEY=VALUES: any other knob as an axis; may be repeated")(
        "beside", po::value<std::string>(),
        "LIST: instructions to measure too, unchanged, with the same operands: ARCH/NAME,ARCH/NAME (default: "
        "none)")("a-npy", po::value<std::string>(), "FILE.npy: rows of A, for distribution npy")(
        "b-npy", po::value<std::string>(),
        "FILE.npy: columns of B as rows (B transposed), for distribution npy")(
        "samples", po::value<std::string>()->default_value("10000"), "dot products per point, 2..100000000")(
        "seed", po::value<std::string>()->default_value("1"), "seed of the operands, 0..2^64-1")(
        "threads", po::value<std::string>()->default_value("0"),
        "number of threads, 0..1024; 0: all cores. Results do not depend on it")(
        "db", po::value<std::string>(),
        "FILE.db: database file to write, required; created if missing; points already in it are skipped")(
        "cost", "also synthesise the reference RTL of each specification: area and depth (see karat cost)")(
        "json", "print a summary as JSON");
    add_conversion_option(options);
    add_question_options(options);
    options.add_options()("emit", po::value<std::string>(),
                          "DIR: with --target-error, write the chosen design there: specification, RTL, page "
                          "(default: nothing is written)");
    return out;
}

int sweep_command(const Arguments& arguments) {
    const auto values = parse(arguments, sweep_interface());
    if (!values) return 0;
    if (!values->contains("db")) throw UsageError("give --db FILE");
    const std::optional<Question> question = read_question(*values);
    require_outputs({{"--db", (*values)["db"].as<std::string>()}}, npy_inputs(*values));
    Point base;
    base.tensors = read_tensors(*values);
    if (base.tensors) base.distribution = Distribution::npy;
    base.length = 0;
    base.samples = read_count(*values, "samples", 2, 100000000);
    base.seed = read_count(*values, "seed", 0, ~std::uint64_t{0});
    const int threads = static_cast<int>(read_count(*values, "threads", 0, 1024));
    base.conversion = read_conversion(*values);
    const Grid grid = read_grid(*values, base);
    if (grid.points.empty() && !grid.refused.empty()) {
        throw UsageError("no combination of the axes is valid; " + grid.refused[0].settings + ": " +
                         grid.refused[0].reason);
    }
    if (base.tensors &&
        std::ranges::none_of(grid.points, [](const Point& p) { return p.distribution == Distribution::npy; }))
        throw UsageError(
            "--a-npy, --b-npy: apply only to distribution npy, which --distribution does not list");
    Database database((*values)["db"].as<std::string>());
    const Outcome outcome = measured(grid.points, database, threads);
    CostOutcome costs;
    if (values->contains("cost")) {
        Progress progress("specifications synthesised");
        costs = add_costs(grid.points, database, threads, &progress.meter);
    }
    boost::json::object summary{{"points", outcome.points},
                                {"done", outcome.done},
                                {"present", outcome.present},
                                {"refused", grid.refused.size()},
                                {"convert", name_of(base.conversion)},
                                {"converted", outcome.converted},
                                {"converted_points", outcome.converted_points},
                                {"costs", costs.specs},
                                {"without_rtl", costs.without.size()}};
    const bool json = values->contains("json");
    if (!json) {
        std::cout << (*values)["db"].as<std::string>() << ": " << outcome.points << " points, "
                  << outcome.done << " done, " << outcome.present << " already present, "
                  << grid.refused.size() << " invalid\n";
        print_defaults(chosen_specs(compared(grid.points)), "--output-rounding", "--vary group=...");
        for (std::size_t i = 0; i < std::min<std::size_t>(3, grid.refused.size()); ++i) {
            std::cout << "  invalid: " << grid.refused[i].settings << ": " << grid.refused[i].reason << '\n';
        }
        print_converted(outcome, base.conversion);
        if (values->contains("cost"))
            std::cout << "  costs: " << costs.specs << " specifications synthesised, " << costs.without.size()
                      << " without RTL\n";
        if (!costs.without.empty()) std::cout << "  without RTL: " << costs.without[0].reason << '\n';
    }
    int status = 0;
    if (question)
        status = report_choice(*values, *question, grid.points, database, threads, json ? &summary : nullptr);
    if (json) std::cout << boost::json::serialize(summary) << '\n';
    return status;
}

}  // namespace karat::cli
