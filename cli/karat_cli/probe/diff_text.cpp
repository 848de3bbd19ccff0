// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/probe/diff_text.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iomanip>

#include "karat/evaluate/dot_add.hpp"
#include "karat/evaluate/sparse.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat/recipe/recipe_text.hpp"
#include "karat/text/text.hpp"
#include "karat_cli/probe/diff_json.hpp"
#include "karat_probe/diff/tree_words.hpp"

namespace karat::cli {
namespace {

/// Whether all addends and the sum are zero, and the result +0.
bool is_sum_of_zeros(const TraceStep& step) {
    return !step.is_special && step.sum == 0 && step.result == 0 &&
           std::ranges::all_of(step.addends, [](const TraceAddend& addend) {
               return addend.number_class == NumberClass::zero;
           });
}

/// Removes the sums of zeros, but not the result. Returns how many.
std::size_t leave_zeros_out(Trace& trace) {
    if (trace.steps.empty()) return 0;
    const TraceStep last = trace.steps.back();
    trace.steps.pop_back();
    const std::size_t out = std::erase_if(trace.steps, is_sum_of_zeros);
    trace.steps.push_back(last);
    return out;
}

/// One side of a picture.
void print_side(std::ostream& out, const std::string& name, const Recipe& recipe, const VectorRow& row,
                const DrawStyle& style) {
    const DotAdd dot(recipe);
    Trace trace;
    (void)dot.traced(row.operands(), trace);
    const std::size_t zeros = leave_zeros_out(trace);
    out << "  " << name << ":\n" << draw(trace, style);
    if (zeros != 0)
        out << "  (" << zeros << (zeros == 1 ? " sum" : " sums") << " of zeros "
            << (zeros == 1 ? "is" : "are") << " left out)\n";
}

/// The two recipes that a difference's dot-add tells apart, with their names.
struct Sides {
    std::string x, y;
    Recipe of_x, of_y;
};

Sides sides_of(const probe::AttributeDiff& each, const probe::NamedModel& x, const probe::NamedModel& y) {
    const Recipe of_x = DotAdd(x.spec).program().recipe();
    const Recipe of_y = DotAdd(y.spec).program().recipe();
    if (each.as_given) return {x.name, y.name, of_x, of_y};
    const std::string key = each.change.key;
    if (each.effect == probe::Effect::masked)
        return {y.name + " with the " + key + " of " + x.name, y.name, each.change.without, of_y};
    return {x.name, x.name + " with the " + key + " of " + y.name, of_x, each.change.alone};
}

void print_attribute(std::ostream& out, const probe::AttributeDiff& each, const probe::NamedModel& x,
                     const probe::NamedModel& y, const DrawStyle& style) {
    out << '\n' << title(each.change) << '\n';
    if (each.change.key == "recipe") {
        for (const probe::TreeWords& words : probe::tree_words(each.change.without, each.change.alone))
            out << "  " << words.what << ": " << words.x << " against " << words.y << '\n';
    }
    switch (each.effect) {
        case probe::Effect::proved_void:
            out << "  no effect: " << each.reason << '\n';
            return;
        case probe::Effect::unseen:
            out << "  no effect found in " << each.tried << " dot-adds; this is no proof\n";
            return;
        case probe::Effect::masked:
            out << "  has an effect only beside the other differences\n";
            break;
        case probe::Effect::shown:
            break;
    }
    const Sides sides = sides_of(each, x, y);
    out << "  " << operands_text(each.witness->row, sides.of_x.operands) << '\n';
    print_side(out, sides.x, sides.of_x, each.witness->row, style);
    print_side(out, sides.y, sides.of_y, each.witness->row, style);
}

/// An unset knob shows what it follows.
std::string value_of(const std::string& key, const boost::json::value& value) {
    if (!value.is_null()) return value_text(value);
    for (const Knob& knob : knobs()) {
        if (knob.key == key && !knob.unset.empty()) return std::string(knob.unset);
    }
    return "default";
}

std::string percentage(const probe::Rate& rate) {
    std::array<char, 32> text;
    const double percent = 100.0 * static_cast<double>(rate.differ) / static_cast<double>(rate.of);
    (void)std::snprintf(text.data(), text.size(), "%.3f %%", percent);
    return text.data();
}

void print_rates(std::ostream& out, const probe::Diff& diff) {
    if (diff.rates.empty()) return;
    std::size_t width = 3;
    for (const probe::AttributeDiff& each : diff.attributes) width = std::max(width, each.change.key.size());
    const auto row = [&](const std::string& name, const std::vector<probe::Rate>& rates) {
        out << "  " << std::left << std::setw(static_cast<int>(width)) << name << std::right;
        for (const probe::Rate& rate : rates) out << std::setw(14) << percentage(rate);
        out << '\n';
    };
    out << "\nHow often operands of a distribution tell them apart, of " << diff.rates[0].of
        << " dot-adds:\n  " << std::string(width, ' ');
    for (const probe::Rate& rate : diff.rates) out << std::setw(14) << rate.distribution;
    out << '\n';
    row("all", diff.rates);
    for (const probe::AttributeDiff& each : diff.attributes) {
        if (!each.rates.empty() && diff.attributes.size() > 1) row(each.change.key, each.rates);
    }
}

void print_verdict(std::ostream& out, const probe::Diff& diff) {
    if (diff.equal) {
        out << "equal: " << (diff.set_aside.empty() ? "the recipes are the same\n" : "proved\n");
        for (const probe::VoidAttribute& each : diff.set_aside)
            out << "  " << each.path << " has no effect: " << each.reason << '\n';
        return;
    }
    if (!diff.witness) {
        out << "no difference found in " << diff.tried
            << " dot-adds (crafted, directed, random, at ties, steered to the coverage of both); this is no "
               "proof\n";
        return;
    }
    const std::size_t count = diff.attributes.size();
    out << "different in " << count << (count == 1 ? " attribute" : " attributes") << '\n';
}

std::string in_words(const probe::Change& change, const char* is, const char* against) {
    if (change.key == "recipe") return "the tree of sums";
    return change.key + is + value_of(change.key, change.x) + against + value_of(change.key, change.y);
}

}  // namespace

std::string result_text(std::uint64_t code, Format format) {
    return "0x" + to_hex(code, format) + " (" + to_value_text(code, format) + ")";
}

std::string title(const probe::Change& change) { return in_words(change, ": ", " against "); }

std::string both_values(const probe::Change& change) { return in_words(change, " = ", " / "); }

std::string operands_text(const VectorRow& row, const OperandRules& formats) {
    std::string out;
    const auto add = [&](const std::string& name, std::uint64_t code, Format format) {
        out += (out.empty() ? "" : ", ") + name + " = " + to_value_text(code, format);
    };
    const auto list = [&](const char* name, const std::vector<std::uint64_t>& codes, Format format,
                          std::uint64_t usual) {
        for (std::size_t i = 0; i < codes.size(); ++i) {
            if (codes[i] != usual) add(name + std::to_string(i), codes[i], format);
        }
    };
    list("a", row.a, formats.a, 0);
    list("b", row.b, formats.b, 0);
    if (row.c != 0) add("c", row.c, formats.c);
    if (formats.scale) {
        const std::uint64_t one = static_cast<std::uint64_t>(info(*formats.scale).bias)
                                  << info(*formats.scale).fraction_bits;
        list("scale_a", row.scale_a, *formats.scale, one);
        list("scale_b", row.scale_b, *formats.scale, one);
    }
    if (!row.metadata.empty()) {
        out += "; metadata ";
        for (const std::uint64_t each : row.metadata) out += to_hex(each, kMetadataFormat);
    }
    if (out.empty()) return "all operands are +0";
    return out + "; the others are +0";
}

void print_diff(std::ostream& out, const probe::NamedModel& x, const probe::NamedModel& y,
                const probe::Diff& diff, const DrawStyle& style) {
    for (const probe::NamedModel* model : {&x, &y})
        out << model->name << "\n  " << formula(DotAdd(model->spec).program().recipe()) << '\n';
    print_verdict(out, diff);
    for (const probe::AttributeDiff& each : diff.attributes) print_attribute(out, each, x, y, style);
    const bool shown = std::any_of(diff.attributes.begin(), diff.attributes.end(),
                                   [](const probe::AttributeDiff& each) { return each.witness.has_value(); });
    if (diff.witness && !shown) {
        const Recipe of_x = DotAdd(x.spec).program().recipe();
        out << "\nonly together: " << operands_text(diff.witness->row, of_x.operands) << '\n';
        print_side(out, x.name, of_x, diff.witness->row, style);
        print_side(out, y.name, DotAdd(y.spec).program().recipe(), diff.witness->row, style);
    }
    print_rates(out, diff);
}

}  // namespace karat::cli
