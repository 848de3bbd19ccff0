// SPDX-License-Identifier: Apache-2.0
// The findings as text.
#include "karat_probe/findings/bugs_output.hpp"

#include <algorithm>
#include <string>

#include "karat/compare/flag_port.hpp"
#include "karat/compare/lane_mismatch.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat/recipe/recipe_text.hpp"
#include "karat/text/text.hpp"

namespace karat::probe {
namespace {

std::string numbered(std::uint64_t count, const char* one, const char* more) {
    return std::to_string(count) + " " + (count == 1 ? one : more);
}

std::string indented(const std::string& text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        out += "     " + text.substr(at, end - at);
        at = end;
    }
    return out;
}

std::string place(const UnitAnswer& first) {
    return "first in tile " + std::to_string(first.tile) + ", lane " + std::to_string(first.lane) +
           ", class " + std::string(class_name(first.operand_class));
}

std::string shape_example(BugKind kind, const FailureShape& shape, const OperandRules& formats) {
    const VectorRow& row = shape.example;
    std::string out;
    const auto list = [&](const char* name, const std::vector<std::uint64_t>& values, Format format) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (values[i] == 0) continue;
            out +=
                (out.empty() ? "" : ", ") + (name + std::to_string(i)) + " = 0x" + to_hex(values[i], format);
        }
    };
    list("a", row.a, formats.a);
    list("b", row.b, formats.b);
    if (formats.scale) {
        list("scale_a", row.scale_a, *formats.scale);
        list("scale_b", row.scale_b, *formats.scale);
    }
    if (!row.metadata.empty()) list("metadata", row.metadata, Format::uint4);
    out += (out.empty() ? "c = 0x" : ", c = 0x") + to_hex(row.c, formats.c);
    const std::string start = kind == BugKind::flags ? "" : "0x";
    return out + ": expected " + start + answer_text(kind, shape.expected, formats.d) + ", got " + start +
           answer_text(kind, *row.d, formats.d);
}

}  // namespace

std::string answer_text(BugKind kind, std::uint64_t answer, Format d) {
    return kind == BugKind::flags ? flag_names(static_cast<std::uint32_t>(answer)) : to_hex(answer, d);
}

std::string diagnosis(const BugReport& report) {
    constexpr std::size_t most = 6;
    std::string out;
    const auto& ways = report.explanations;
    for (std::size_t i = 0; i < std::min(ways.size(), most); ++i) {
        out += i == 0 ? "diagnosis: " : "       or: ";
        out += "the design behaves as " + (ways[i].empty() ? report.start : words(ways[i])) + '\n';
    }
    if (ways.size() > most) out += "       or: " + std::to_string(ways.size() - most) + " more\n";
    if (ways.empty()) return out;
    return out + "           agrees with all " + std::to_string(report.explained) + " answers seen" +
           (report.all_explained ? "" : " (the run had more)") + '\n';
}

std::string nearest(const BugReport& report) {
    if (report.start.empty()) return "";
    const std::size_t all = report.kept + report.right;
    std::string out = "the nearest specification: ";
    out += report.typed.empty() ? "a recipe, which no knobs describe; --nearest FILE.json writes it"
                                : report.typed;
    if (!report.typed.empty() && !report.typed.starts_with("--") && !report.typed.starts_with("the given"))
        out += "; --nearest FILE.json writes it";
    out += "\n  " + formula(report.recipe, 1000) + "\n  it gives " +
           std::to_string(all - report.unexplained) + " of the " + std::to_string(all) +
           " answers looked at, right and wrong; ";
    if (report.unexplained == 0) return out + "none is left unexplained\n";
    return out + "the other " + std::to_string(report.unexplained) + " (" +
           percent(static_cast<double>(report.unexplained) / static_cast<double>(all)) +
           ") are left to the faults below\n";
}

std::string overview(const BugReport& report) {
    const auto about = [](std::size_t kept, std::uint64_t all, const char* one, const char* more) {
        return std::to_string(kept) + " of " + numbered(all, one, more);
    };
    std::string out = numbered(report.bugs.size(), "finding", "findings") + ", from ";
    const bool has_answers = report.kept != 0 || report.flags_kept == 0;
    if (has_answers) {
        out += about(report.kept, report.mismatches, "mismatch", "mismatches");
        if (!report.start.empty()) out += " against " + report.start;
        out += " and " + std::to_string(report.right) + " right answers";
    }
    if (report.flags_kept != 0)
        out += (has_answers ? "; from " : "") +
               about(report.flags_kept, report.flags_wrong, "wrong set of flags", "wrong sets of flags") +
               " and " + std::to_string(report.flags_right) + " right ones";
    out += '\n';
    if (report.unknown != 0)
        out += "left out: " +
               numbered(report.unknown, "mismatch with X or Z bits", "mismatches with X or Z bits") +
               ", first in tile " + std::to_string(report.unknown_tile) + ", lane " +
               std::to_string(report.unknown_lane) + '\n';
    if (report.replayed_unknown != 0)
        out += "left out: " +
               numbered(report.replayed_unknown, "dot-add that had X or Z bits when the unit was asked",
                        "dot-adds that had X or Z bits when the unit was asked") +
               '\n';
    if (!report.not_replayed.empty())
        out += "rows are not reduced, because they could not be replayed: " + report.not_replayed + '\n';
    return out;
}

std::string counts(const Bug& bug, const BugReport& report) {
    const bool of_flags = bug.kind == BugKind::flags;
    const std::uint64_t kept = of_flags ? report.flags_kept : report.kept;
    std::string all = std::to_string(kept) + (of_flags ? " wrong sets of flags" : " mismatches");
    if (kept < (of_flags ? report.flags_wrong : report.mismatches))
        all += " looked at (" + percent(bug.share) + " of the run's)";
    std::string out;
    if (bug.kind == BugKind::unnamed || bug.kind == BugKind::mode || of_flags) {
        out = std::to_string(bug.rows.size()) + " of " + all;
        if (bug.example.assumed != 0)
            out += ", " + std::to_string(bug.example.assumed) +
                   " of them placed by class and kind only, not replayed";
    } else if (bug.rows.empty()) {
        out = "acts in " + std::to_string(bug.reduced.size()) + " of " + std::to_string(report.kept) +
              " mismatches" + ", always together with another fault; contradicts " +
              numbered(bug.contradicts, "answer", "answers");
    } else {
        out = "explains " + std::to_string(bug.rows.size()) + " of " + all + ", contradicts " +
              numbered(bug.contradicts, "answer", "answers");
        if (!bug.reduced.empty())
            out +=
                ", and acts in " + std::to_string(bug.reduced.size()) + " more together with another fault";
    }
    if (bug.unseen != 0)
        out += "; " + std::to_string(bug.unseen) +
               " of them because the unit is right when it is asked again, as their neighbours are not known";
    if (bug.only_lane) out += "; only in lane " + std::to_string(*bug.only_lane);
    return out + "; " + place(bug.first);
}

std::vector<std::string> other_shapes(const Bug& bug) {
    constexpr std::size_t most = 4;
    const std::vector<FailureShape>& others = bug.example.others;
    std::vector<std::string> out;
    std::size_t rest = 0;
    for (std::size_t i = 0; i < others.size(); ++i) {
        if (i >= most) {
            rest += others[i].rows;
            continue;
        }
        out.push_back(others[i].shape + ": " + others[i].difference + " (" + std::to_string(others[i].rows) +
                      "), as in " + shape_example(bug.kind, others[i], bug.golden.operands));
    }
    if (rest != 0)
        out.push_back(numbered(others.size() - most, "shape", "shapes") + " more (" + std::to_string(rest) +
                      ")");
    return out;
}

bool suggests_identify(const BugReport& report) {
    if (!report.start.empty()) return false;
    if (report.choices.size() > 1 || (!report.choices.empty() && report.unnamed != 0)) return true;
    return report.unnamed * 2 > report.kept;
}

std::string drawing(const Bug& bug, bool color) {
    const FailureGroup& group = bug.example;
    LaneMismatch mismatch;
    mismatch.a = group.example.a;
    mismatch.b = group.example.b;
    mismatch.scale_a = group.example.scale_a;
    mismatch.scale_b = group.example.scale_b;
    mismatch.metadata = group.example.metadata;
    mismatch.c = group.example.c;
    mismatch.expected = group.expected;
    mismatch.got = {*group.example.d, 0};
    const DotAdd dot(spec_of(bug.golden));
    if (bug.kind != BugKind::flags) return describe(dot, mismatch, {color, 160});
    const auto names = [](std::uint64_t bits) { return flag_names(static_cast<std::uint32_t>(bits)); };
    mismatch.expected = dot(group.example.operands());
    mismatch.got = {mismatch.expected, 0};
    return "flags: expected " + names(group.expected) + "; got " + names(*group.example.d) + '\n' +
           describe(dot, mismatch, {color, 160});
}

std::string text_of(const BugReport& report, bool color) {
    std::string out = nearest(report) + diagnosis(report) + overview(report);
    constexpr std::size_t most_shown = 12;
    std::size_t number = 0;
    for (const Bug& bug : report.bugs) {
        if (number == most_shown) {
            out += "     and " + std::to_string(report.bugs.size() - most_shown) +
                   " smaller ones, which --json lists\n";
            break;
        }
        out +=
            " " + std::to_string(++number) + ". " + std::string(name_of(bug.kind)) + ": " + bug.name + '\n';
        out += "     " + counts(bug, report) + '\n';
        if (!bug.setting.empty()) out += "     it is set by " + bug.setting + '\n';
        if (bug.condition) out += "     " + sentence(*bug.condition) + '\n';
        if (!bug.alternative.empty()) out += "     a fault explains the same: " + bug.alternative + '\n';
        if (!bug.example.repeats) out += "     not repeated: the unit is right when it is asked again\n";
        out += indented(drawing(bug, color));
        if (!bug.example.others.empty()) out += "     in other shapes, perhaps of another fault:\n";
        for (const std::string& shape : other_shapes(bug)) out += "       " + shape + '\n';
    }
    return out;
}

}  // namespace karat::probe
