// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <iostream>
#include <sstream>

#include "karat/error.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/text/text.hpp"
#include "karat_cli/command_table.hpp"
#include "karat_cli/gemm/gpu_result.hpp"
#include "karat_cli/gemm/heat_map.hpp"
#include "karat_cli/picture.hpp"
#include "karat_cli/probe/diff_text.hpp"
#include "karat_probe/diff/diff.hpp"
#include "karat_sweep/report/page.hpp"

namespace karat::cli {
namespace {

/// Another GPU's result against the first one's.
struct Pair {
    const GpuResult* first;
    const GpuResult* second;
    Distances between;
    std::vector<Dependence> dependences;
};

Instruction instruction_of(const std::string& text) {
    const std::size_t colon = text.find_first_of(":/");  // karat diff writes a slash
    if (colon == std::string::npos)
        throw UsageError("--gpu " + text + ": write ARCH:INSTRUCTION, as in --gpu Hopper:HMMA.16816.F32");
    return find_instruction(text.substr(0, colon), text.substr(colon + 1));
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
bool compute_with_different_numbers(const std::vector<Pair>& pairs) {
    for (const Pair& pair : pairs) {
        for (std::size_t i = 0; i < pair.first->conversions.size(); ++i) {
            const ConvertedOperand& x = pair.first->conversions[i];
            const ConvertedOperand& y = pair.second->conversions[i];
            const auto changed = [](const ConversionCounts& c) { return c.rounded + c.converted; };
            if (x.format != y.format && changed(x.counts) + changed(y.counts) > 0) return true;
        }
    }
    return false;
}

/// Says what each GPU computed with if that is not the same.
void print_numbers(std::ostream& out, const std::vector<GpuResult>& results) {
    for (const GpuResult& r : results) {
        out << "  " << r.name << " computed with";
        const char* separator = " ";
        for (const ConvertedOperand& x : r.conversions) {
            out << separator << x.name << " in " << name_of(x.format) << ", " << x.counts.rounded
                << " rounded, " << x.counts.converted << " converted";
            separator = "; ";
        }
        out << '\n';
    }
}

/// "Hopper HMMA.16816.F32 against exact: 417 of 512 elements differ, ..."
std::string sentence(const std::string& name, const std::string& against, const Distances& d) {
    std::ostringstream out;
    out << name << " against " << against << ": " << d.different << " of " << d.ulps.size()
        << " elements differ, at most " << d.largest << " ulp, " << d.mean << " on average";
    if (d.different > 0)
        out << "; " << d.above << " above, " << d.below << " below, " << d.nearer_zero << " nearer zero";
    return out.str();
}

/// "largest in k 16..31 (3.1e-07 on average), smallest in k 0..15 (0)"
std::string extremes(const Dependence& of) {
    const auto [least, most] = std::ranges::minmax_element(of.parts, {}, &Part::mean);
    std::ostringstream out;
    out.precision(3);
    const std::string unit = of.unit.empty() ? "" : ' ' + of.unit;
    out << "largest in " << most->name << " (" << most->mean << unit << " on average), smallest in "
        << least->name << " (" << least->mean << unit << ')';
    return out.str();
}

void print_structure(std::ostream& out, const Pair& pair) {
    if (pair.between.different == 0) return;
    std::string without;
    bool any = false;
    for (const Dependence& of : pair.dependences) {
        if (of.found()) {
            out << "  structure by " << of.by << " (" << of.p_text() << "): " << extremes(of) << '\n';
            any = true;
        } else {
            without += (without.empty() ? "" : ", ") + of.by;
        }
    }
    if (!without.empty())
        out << "  no structure" << (any ? "" : " at all: none") << " by " << without
            << " (p >= " << Dependence::kSignificant << ")\n";
}

boost::json::object to_json(const Distances& d) {
    return {{"elements", d.ulps.size()},   {"different", d.different}, {"max_ulp", d.largest},
            {"mean_ulp", d.mean},          {"above", d.above},         {"below", d.below},
            {"nearer_zero", d.nearer_zero}};
}

boost::json::array to_json(const std::vector<Dependence>& all) {
    boost::json::array out;
    for (const Dependence& of : all) {
        boost::json::array parts;
        for (const Part& part : of.parts)
            parts.push_back({{"part", part.name}, {"elements", part.count}, {"mean", part.mean}});
        out.push_back({{"by", of.by},
                       {"unit", of.unit},
                       {"p", of.p},
                       {"structure", of.found()},
                       {"parts", std::move(parts)}});
    }
    return out;
}

boost::json::object to_json(const Pair& pair, Conversion rule) {
    boost::json::object out{{"gpu", pair.second->name}, {"against", pair.first->name}};
    for (auto& [key, value] : to_json(pair.between)) out[key] = value;
    if (pair.first->from_exact && pair.second->from_exact) {
        out["from_exact"] = to_json(*pair.second->from_exact);
        out["from_exact_against"] = to_json(*pair.first->from_exact);
    }
    out["dependences"] = to_json(pair.dependences);
    out["same_numbers"] = !compute_with_different_numbers({pair});
    add_conversions(out, rule, pair.second->conversions);
    boost::json::object against;
    add_conversions(against, rule, pair.first->conversions);
    out["conversions_against"] = against["conversions"];
    return out;
}

void print(std::ostream& out, const std::vector<GpuResult>& results, const std::vector<Pair>& pairs,
           Conversion rule) {
    for (const Pair& pair : pairs) {
        out << sentence(pair.second->name, pair.first->name, pair.between) << '\n';
        print_structure(out, pair);
    }
    for (const GpuResult& r : results)
        if (r.from_exact) out << sentence(r.name, "exact", *r.from_exact) << '\n';
    if (compute_with_different_numbers(pairs)) print_numbers(out, results);
    for (const GpuResult& r : results) print_conversions(out, rule, r.conversions, " for " + r.name);
}

/// Heat maps, first of each pair, then of each GPU against the exact product.
std::vector<HeatMap> heat_maps(const std::vector<GpuResult>& results, const std::vector<Pair>& pairs) {
    std::vector<HeatMap> maps;
    const auto add = [&](const std::string& name, const std::string& against, const GpuResult& of,
                         const Distances& distances, const std::vector<Dependence>& dependences) {
        maps.push_back({name + " against " + against, of.d.rows, of.d.columns, distances.ulps, dependences});
    };
    for (const Pair& pair : pairs)
        add(pair.second->name, pair.first->name, *pair.second, pair.between, pair.dependences);
    for (const GpuResult& r : results)
        if (r.from_exact) add(r.name, "exact", r, *r.from_exact, {});
    return maps;
}

/// What `karat diff` says of each pair, with the simplest dot-adds that differ. Empty where the two cannot
/// get the same operands, as with different formats.
std::string smallest_examples(const std::vector<Pair>& pairs) {
    std::ostringstream out;
    for (const Pair& pair : pairs) {
        const auto named = [](const GpuResult& r) { return probe::NamedModel{r.name, r.spec, {}, {}}; };
        try {
            const probe::Diff found =
                probe::diff(pair.first->spec, pair.second->spec, probe::DiffSettings{.rate_count = 0});
            print_diff(out, named(*pair.first), named(*pair.second), found, {false, 120});
        } catch (const Error& error) {
            out << pair.second->name << " against " << pair.first->name
                << ": no dot-add to compare: " << error.what() << '\n';
        }
        out << '\n';
    }
    return out.str();
}

/// Which of several GPUs comes nearest to the exact product: "CDNA3 ... is nearest to the exact product with
/// 2.74 ulp on average, before Hopper ... with 10.1 and Ampere ... with 12.5."
std::string ranking(const std::vector<GpuResult>& results) {
    std::vector<const GpuResult*> ranked;
    for (const GpuResult& r : results) {
        if (r.from_exact) ranked.push_back(&r);
    }
    if (ranked.size() < results.size())
        return "The differences between " + std::to_string(results.size()) + " GPUs.";
    std::ranges::stable_sort(ranked, {}, [](const GpuResult* r) { return r->from_exact->mean; });
    std::ostringstream out;
    out.precision(3);
    out << ranked[0]->name << " is nearest to the exact product with " << ranked[0]->from_exact->mean
        << " ulp on average, before ";
    for (std::size_t i = 1; i < ranked.size(); ++i) {
        out << (i == 1                   ? ""
                : i + 1 == ranked.size() ? " and "
                                         : ", ")
            << ranked[i]->name << " with " << ranked[i]->from_exact->mean;
    }
    out << '.';
    return out.str();
}

/// A page with everything that is printed, the heat maps, and the smallest examples; or only the heat maps.
void write_pictures(const NamedPath& output, const std::vector<GpuResult>& results,
                    const std::vector<Pair>& pairs, Conversion rule) {
    const std::vector<HeatMap> maps = heat_maps(results, pairs);
    if (!output.path.ends_with(".html")) {
        write_output(output, draw({{chart_of_heat_maps(maps), output.path.ends_with(".png")}})[0]);
        return;
    }
    std::stringstream printed;
    print(printed, results, pairs, rule);
    std::vector<std::string> lines;
    for (std::string line; std::getline(printed, line);) lines.push_back(line);
    sweep::Sentences sentences{{ranking(results)}, lines};
    if (pairs.size() == 1) {  // the answer is the first sentence, with its notes
        const auto rest = std::find_if(lines.begin() + 1, lines.end(),
                                       [](const std::string& line) { return !line.starts_with("  "); });
        sentences = {{lines.begin(), rest}, {rest, lines.end()}};
    }
    write_output(output,
                 sweep::page_of_charts("Differences of products", sentences, charts_of_heat_maps(maps),
                                       {"Smallest dot-adds that differ", smallest_examples(pairs)}));
}

}  // namespace

Interface diff_gpu_interface() {
    Interface out{"diff-gpu A.npy B.npy [C.npy] --gpu ARCH:INSTRUCTION --gpu ... [-o DIFF.html]", "matrices"};
    po::options_description& options = out.options;
    options.add_options()("gpu", po::value<std::vector<std::string>>()->composing(),
                          "ARCH:INSTRUCTION, given at least twice; the others are compared with the first");
    add_gemm_options(options);
    options.add_options()("output,o", po::value<std::string>(),
                          "FILE: heat maps of the differences and what they depend on: FILE.html, with the "
                          "smallest dot-adds that "
                          "differ; FILE.svg (needs Node.js); or FILE.png (needs Node.js and librsvg)")(
        "json", "print the differences as JSON");
    return out;
}

int diff_gpu_command(const Arguments& arguments) {
    const auto values = parse(arguments, diff_gpu_interface());
    if (!values) return 0;
    if (!values->contains("gpu") || (*values)["gpu"].as<std::vector<std::string>>().size() < 2)
        throw UsageError("give --gpu at least twice");
    const auto output = read_gemm_output(*values);
    if (output && std::ranges::none_of(std::array{".html", ".svg", ".png"},
                                       [&](const char* end) { return output->path.ends_with(end); }))
        throw UsageError("-o " + output->path + ": the file name must end in .html, .svg or .png");
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
    std::vector<GpuResult> results;
    for (std::size_t i = 0; i < gpus.size(); ++i) {
        results.push_back(gpu_result(files, *subjects[i].instruction, *values));
        const Format own = results.back().d.format;
        if (own != results[0].d.format)
            throw UsageError("--gpu " + gpus[i] + ": its d is in " + std::string(name_of(own)) +
                             ", that of the first GPU in " + std::string(name_of(results[0].d.format)) +
                             "; a comparison in ulp needs one format");
    }
    std::vector<Pair> pairs;
    bool same = true;
    for (std::size_t i = 1; i < results.size(); ++i) {
        Pair pair{results.data(), &results[i], distances(results[0].d, results[i].d), {}};
        pair.dependences = dependences(*pair.first, *pair.second, pair.between, *values);
        same &= pair.between.different == 0;
        pairs.push_back(std::move(pair));
    }
    const Conversion rule = read_conversion(*values);
    if (output) write_pictures(*output, results, pairs, rule);
    if (values->contains("json")) {
        boost::json::array report;
        for (const Pair& pair : pairs) report.push_back(to_json(pair, rule));
        std::cout << boost::json::serialize(report) << '\n';
    } else {
        print(std::cout, results, pairs, rule);
    }
    return same ? 0 : 1;
}

}  // namespace karat::cli
