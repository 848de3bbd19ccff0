// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <iostream>

#include "karat/instruction/registry.hpp"
#include "karat/text/text.hpp"
#include "karat_cli/command_table.hpp"
#include "karat_cli/gemm/gemm_input.hpp"
#include "karat_cli/gemm/heat_map.hpp"
#include "karat_cli/gemm/png.hpp"

namespace karat::cli {
namespace {

/// One GPU's result, and the distance of each element from the first GPU's.
struct Result {
    std::string name;
    Encoded d;
    std::vector<ConvertedOperand> conversions;
    std::vector<double> ulps;
    std::size_t different = 0;
    double largest = 0;
    double mean = 0;
};

Instruction instruction_of(const std::string& text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos)
        throw UsageError("--gpu " + text + ": write ARCH:INSTRUCTION, as in --gpu Hopper:HMMA.16816.F32");
    return find_instruction(text.substr(0, colon), text.substr(colon + 1));
}

/// The distance in ulp. Two NaNs are equal; a NaN and a number are 2^64 apart, more than any two numbers.
double distance(std::uint64_t x, std::uint64_t y, Format format) {
    const bool nan_x = is_nan(x, format);
    const bool nan_y = is_nan(y, format);
    if (nan_x || nan_y) return nan_x == nan_y ? 0.0 : 0x1p64;
    return static_cast<double>(ulp_distance(x, y, format));
}

void compare(const Result& first, Result& other) {
    const int bits = info(first.d.format).bits;
    const std::size_t count = first.d.rows * first.d.columns;
    for (std::size_t i = 0; i < count; ++i) {
        const double ulps =
            distance(load_packed(first.d.data, i, bits), load_packed(other.d.data, i, bits), first.d.format);
        other.ulps.push_back(ulps);
        other.different += ulps != 0 ? 1 : 0;
        other.largest = std::max(other.largest, ulps);
        other.mean += ulps / static_cast<double>(count);
    }
}

/// Encodings of scale factors and metadata are read as every GPU's own. Throws UsageError unless they are the
/// same numbers for all.
void require_same_encodings(const Subject& first, const Subject& other) {
    const Spec& x = first.spec;
    const Spec& y = other.spec;
    const auto text = [](const std::optional<Format>& format) {
        return format ? std::string(name_of(*format)) : "none";
    };
    if (x.scale != y.scale)
        throw UsageError("--gpu: scale factors of " + subject_name(first) + " are " + text(x.scale) +
                         ", those of " + subject_name(other) + ' ' + text(y.scale) +
                         "; the same files would be other numbers");
    if ((x.metadata == Metadata::one_of_two) != (y.metadata == Metadata::one_of_two))
        throw UsageError("--gpu: metadata of " + subject_name(first) + " are " +
                         std::string(name_of(x.metadata)) + ", those of " + subject_name(other) + ' ' +
                         std::string(name_of(y.metadata)) + "; the same file would select other elements");
}

/// Whether the GPUs computed with different numbers, because their formats differ.
bool compute_with_different_numbers(const std::vector<Result>& results) {
    for (const Result& r : results) {
        for (std::size_t i = 0; i < r.conversions.size(); ++i) {
            const ConvertedOperand& x = results[0].conversions[i];
            const ConvertedOperand& y = r.conversions[i];
            const auto changed = [](const ConversionCounts& c) { return c.rounded + c.converted; };
            if (x.format != y.format && changed(x.counts) + changed(y.counts) > 0) return true;
        }
    }
    return false;
}

/// Says what each GPU computed with if that is not the same.
void print_numbers(const std::vector<Result>& results) {
    for (const Result& r : results) {
        std::cout << "  " << r.name << " computed with";
        const char* separator = " ";
        for (const ConvertedOperand& x : r.conversions) {
            std::cout << separator << x.name << " in " << name_of(x.format) << ", " << x.counts.rounded
                      << " rounded, " << x.counts.converted << " converted";
            separator = "; ";
        }
        std::cout << '\n';
    }
}

/// Draws a heat map for each result but the first, as SVG, or as PNG if the file name ends in .png.
void draw(const NamedPath& output, const std::vector<Result>& results) {
    std::vector<HeatMap> maps;
    for (std::size_t i = 1; i < results.size(); ++i) {
        maps.push_back({results[i].name + " against " + results[0].name, results[i].d.rows,
                        results[i].d.columns, results[i].ulps});
    }
    const std::string svg = draw_heat_maps(maps);
    if (output.path.ends_with(".png")) return write_pngs({{output, svg}});
    write_output(output, svg);
}

}  // namespace

Interface diff_gpu_interface() {
    Interface out{"diff-gpu A.npy B.npy [C.npy] --gpu ARCH:INSTRUCTION --gpu ... [-o DIFF.svg]", "matrices"};
    po::options_description& options = out.options;
    options.add_options()("gpu", po::value<std::vector<std::string>>()->composing(),
                          "ARCH:INSTRUCTION, given at least twice; the others are compared with the first");
    add_gemm_options(options);
    options.add_options()("output,o", po::value<std::string>(),
                          "FILE: heat maps of the differences, FILE.svg or FILE.png (PNG needs Chromium)")(
        "json", "print the differences as JSON");
    return out;
}

int diff_gpu_command(const Arguments& arguments) {
    const auto values = parse(arguments, diff_gpu_interface());
    if (!values) return 0;
    if (!values->contains("gpu") || (*values)["gpu"].as<std::vector<std::string>>().size() < 2)
        throw UsageError("give --gpu at least twice");
    const auto output = read_gemm_output(*values);
    if (output && !output->path.ends_with(".svg") && !output->path.ends_with(".png")) {
        throw UsageError("-o " + output->path + ": the file name must end in .svg or .png");
    }
    const auto& gpus = (*values)["gpu"].as<std::vector<std::string>>();
    std::vector<Subject> subjects;
    for (const std::string& gpu : gpus) {
        Subject& subject = subjects.emplace_back();
        subject.instruction = instruction_of(gpu);
        subject.spec = subject.instruction->spec;
        require_metadata(*values, subject);
        require_same_encodings(subjects[0], subject);
    }
    const GemmFiles files = read_gemm_files(*values);
    std::vector<Result> results;
    for (const std::string& gpu : gpus) {
        const Instruction instruction = instruction_of(gpu);
        Product product = multiply(files, instruction.spec, *values);
        results.push_back({std::string(name_of(instruction.arch)) + ' ' + instruction.name,
                           std::move(product.d),
                           std::move(product.conversions),
                           {},
                           0,
                           0,
                           0});
        if (results.back().d.format != results[0].d.format) {
            throw UsageError("--gpu " + gpu + ": its d is in " +
                             std::string(name_of(results.back().d.format)) + ", that of the first GPU in " +
                             std::string(name_of(results[0].d.format)) +
                             "; a comparison in ulp needs one format");
        }
        compare(results[0], results.back());
    }
    if (output) draw(*output, results);
    boost::json::array report;
    const Conversion rule = read_conversion(*values);
    bool same = true;
    for (std::size_t i = 1; i < results.size(); ++i) {
        const Result& r = results[i];
        same &= r.different == 0;
        if (values->contains("json")) {
            boost::json::object line{{"gpu", r.name},
                                     {"against", results[0].name},
                                     {"elements", r.ulps.size()},
                                     {"different", r.different},
                                     {"max_ulp", r.largest},
                                     {"mean_ulp", r.mean},
                                     {"same_numbers", !compute_with_different_numbers({results[0], r})}};
            add_conversions(line, rule, r.conversions);
            boost::json::object against;
            add_conversions(against, rule, results[0].conversions);
            line["conversions_against"] = against["conversions"];
            report.push_back(std::move(line));
        } else {
            std::cout << r.name << " against " << results[0].name << ": " << r.different << " of "
                      << r.ulps.size() << " elements differ, at most " << r.largest << " ulp, " << r.mean
                      << " on average\n";
        }
    }
    if (values->contains("json")) {
        std::cout << boost::json::serialize(report) << '\n';
    } else {
        if (compute_with_different_numbers(results)) print_numbers(results);
        for (const Result& r : results) print_conversions(rule, r.conversions, " for " + r.name);
    }
    return same ? 0 : 1;
}

}  // namespace karat::cli
