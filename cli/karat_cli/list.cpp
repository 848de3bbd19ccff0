// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <cstdio>
#include <iostream>
#include <sstream>

#include "karat/error.hpp"
#include "karat/instruction/names.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat/recipe/knobs/aliases.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat/recipe/recipe_text.hpp"
#include "karat/recipe/summary.hpp"
#include "karat_cli/command_table.hpp"
#include "karat_cli/instruction_text.hpp"

namespace karat::cli {
namespace {

namespace json = boost::json;

json::object describe(const Source& source) {
    json::object out{{"kind", name_of(source.kind)}, {"text", source.text}};
    if (!source.decides.empty()) out["decides"] = source.decides;
    if (!source.device.empty()) out["device"] = source.device;
    if (source.elements > 0) out["elements"] = source.elements;
    if (!source.date.empty()) out["date"] = source.date;
    return out;
}

bool is_sparse(const Instruction& instruction) { return instruction.spec.metadata != Metadata::none; }

json::object describe(const Instruction& instruction) {
    json::object out;
    out["arch"] = name_of(instruction.arch);
    out["instruction"] = shown(instruction.name);
    json::array aliases;
    for (const std::string& alias : instruction.aliases) aliases.emplace_back(shown(alias));
    out["aliases"] = std::move(aliases);
    json::object shape{{"k", instruction.shape.k}, {"blocks", instruction.shape.blocks}};
    if (instruction.shape.m != 0) shape["m"] = instruction.shape.m;
    if (instruction.shape.n != 0) shape["n"] = instruction.shape.n;
    if (is_sparse(instruction)) shape["k_of_b"] = 2 * instruction.shape.k;
    out["shape"] = std::move(shape);
    out["summary"] = summary(instruction.spec);
    out["evidence"] = name_of(instruction.evidence);
    if (instruction.draft) out["draft"] = true;
    json::array sources;
    std::string text;
    for (const Source& source : instruction.sources) {
        text += (text.empty() ? "" : "; ") + source.text;
        sources.push_back(describe(source));
    }
    out["source"] = text;
    out["sources"] = std::move(sources);
    if (instruction.recorded() > 0) {
        const Source& latest = *std::ranges::max_element(instruction.sources, {}, [](const Source& source) {
            return source.kind == SourceKind::recorded ? source.date : std::string();
        });
        out["recorded"] = json::object{{"elements", instruction.recorded()}, {"date", latest.date}};
    }
    json::array open;
    for (const OpenQuestion& question : instruction.open) {
        open.push_back(json::object{
            {"knob", question.knob}, {"evidence", name_of(question.evidence)}, {"text", question.text}});
    }
    out["open"] = std::move(open);
    out["spec"] = to_json(instruction.spec);
    return out;
}

void print_evidence(const Instruction& instruction) {
    std::cout << name_of(instruction.arch) << ' ' << shown(instruction.name) << ": "
              << instruction.evidence_text() << '\n';
    print_sources(instruction, "    ");
    if (const std::string open = undecided(instruction); !open.empty())
        std::cout << "    not settled by any source: " << open << '\n';
}

/// Which instructions list prints.
struct Filter {
    std::optional<Arch> arch;
    std::vector<Format> formats;  ///< of a or b; empty: all
    std::string kind;             ///< a part of a name, in lower case

    [[nodiscard]] bool passes(const Instruction& instruction) const {
        if (arch && instruction.arch != *arch) return false;
        const auto has_format = [&](Format format) {
            return instruction.spec.a == format || instruction.spec.b == format;
        };
        if (!formats.empty() && std::ranges::none_of(formats, has_format)) return false;
        if (kind.empty()) return true;
        const auto has_kind = [&](const std::string& name) {
            return to_lower(shown(name)).find(kind) != std::string::npos;
        };
        return has_kind(instruction.name) || std::ranges::any_of(instruction.aliases, has_kind);
    }
};

Filter read_filter(const po::variables_map& values) {
    Filter out;
    if (const auto& arch = values["arch"].as<std::string>(); !arch.empty()) out.arch = required_arch(arch);
    if (values.contains("kind")) out.kind = to_lower(values["kind"].as<std::string>());
    if (!values.contains("format")) return out;
    const auto& text = values["format"].as<std::string>();
    if (to_lower(text) == "fp8") {  // whoever looks for instructions wants all of them
        out.formats = {Format::e4m3, Format::e5m2, Format::e4m3fnuz, Format::e5m2fnuz};
        std::cerr << "karat: note: --format " << text << ": e4m3, e5m2, e4m3fnuz and e5m2fnuz\n";
        return out;
    }
    const auto format = enum_from_any_name<Format>(text);
    if (!format)
        throw UsageError("--format: \"" + text + "\" is not allowed; use " + allowed_names<Format>());
    out.formats = {*format};
    if (to_lower(text) != name_of(*format))
        std::cerr << "karat: note: --format " << text << ": " << text << " is " << name_of(*format) << '\n';
    return out;
}

void print_columns(const std::string& arch, const std::string& name, const std::string& k,
                   const std::string& arithmetic, const std::string& evidence) {
    std::printf("%-13s %-42s %-16s %-18s %s\n", arch.c_str(), name.c_str(), k.c_str(), arithmetic.c_str(),
                evidence.c_str());
}

/// A line for each architecture: "Hopper: H100, H200, ...".
void print_archs() {
    for (std::size_t i = 0; i < EnumNames<Arch>::names.size(); ++i) {
        std::cout << EnumNames<Arch>::names[i];
        const char* separator = ": ";
        for (const std::string_view name : other_names(static_cast<Arch>(i))) {
            std::cout << separator << name;
            separator = ", ";
        }
        std::cout << '\n';
    }
}

}  // namespace

Interface list_interface() {
    Interface out{"list [--arch ARCH] [--format FORMAT] [--kind WORD] [--evidence | --archs] [--json]"};
    po::options_description& options = out.options;
    options.add_options()("arch", po::value<std::string>()->default_value(""),
                          "ARCH: list only this architecture (default: all)")(
        "format", po::value<std::string>(),
        "FORMAT: list only instructions with A or B in this format: fp16, e4m3, fp8 (all of them), ... "
        "(default: all)")(
        "kind", po::value<std::string>(),
        "WORD: list only instructions with this word in a name: hmma, wgmma, ... (default: all)")(
        "evidence",
        "list the sources of each instruction: kind, device, number of results, what they decide")(
        "archs", "list only the architectures, each with the GPUs and compiler targets that --arch takes")(
        "json",
        "print the list as JSON, with the sources. For a sparse instruction, shape.k counts the stored "
        "elements "
        "and shape.k_of_b those of B; a draft has \"draft\": true");
    return out;
}

int list_command(const Arguments& arguments) {
    const auto values = parse(arguments, list_interface());
    if (!values) return 0;
    if (values->contains("archs")) {
        for (const char* option : {"arch", "format", "kind", "evidence", "json"}) {
            if (values->contains(option) && !(*values)[option].defaulted())
                throw UsageError(std::string("--archs: --") + option + " cannot be given with it");
        }
        print_archs();
        return 0;
    }
    const Filter filter = read_filter(*values);
    if (std::ranges::none_of(registry(), [&](const Instruction& each) { return filter.passes(each); }))
        throw UsageError("no instruction matches; leave out --format, --kind or --arch");
    const bool lines = !values->contains("json") && !values->contains("evidence");
    if (lines) print_columns("ARCH", "INSTRUCTION", "K", "ARITHMETIC", "EVIDENCE");
    json::array all;
    for (const Instruction& instruction : registry()) {
        if (!filter.passes(instruction)) continue;
        if (values->contains("json")) {
            all.push_back(describe(instruction));
            continue;
        }
        if (values->contains("evidence")) {
            print_evidence(instruction);
            continue;
        }
        print_columns(std::string(name_of(instruction.arch)), shown(instruction.name),
                      "K=" + k_text(instruction), summary(instruction.spec), instruction.evidence_text());
    }
    if (values->contains("json")) std::cout << json::serialize(all) << '\n';
    return 0;
}

}  // namespace karat::cli
