// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/report.hpp"

#include <algorithm>
#include <array>
#include <ostream>

#include "karat/algorithm/summary.hpp"
#include "karat/text/text.hpp"
#include "karat/trace/draw.hpp"
#include "karat/vectors/vector_file.hpp"

namespace karat::tb {
namespace {

std::string hex_and_value(std::uint64_t encoding, Format format) {
    return "0x" + to_hex(encoding, format) + " (" + to_value_text(encoding, format) + ")";
}

std::string operand_lines(const char* name, const std::vector<std::uint64_t>& values, Format format) {
    std::string hex = std::string("  ") + name + " hex   ";
    std::string text = std::string("  ") + name + " value ";
    for (const std::uint64_t value : values) {
        hex += " " + to_hex(value, format);
        text += " " + to_value_text(value, format);
    }
    return hex + '\n' + text + '\n';
}

std::string difference(std::uint64_t expected, std::uint64_t got, Format format) {
    if (is_nan(expected, format) != is_nan(got, format)) return "one is a NaN";
    if (is_nan(expected, format)) return "another NaN encoding";
    return std::to_string(ulp_distance(expected, got, format)) + " ulp";
}

std::string lane_name(std::size_t lane, std::size_t columns) {
    return "(" + std::to_string(lane / columns) + "," + std::to_string(lane % columns) + ")";
}

std::string counts(const ReportInput& in, std::size_t columns) {
    const Scoreboard& board = in.board;
    std::string out = "  by lane ";
    for (std::size_t lane = 0; lane < board.by_lane().size(); ++lane) {
        if (board.by_lane()[lane] != 0) out += " " + lane_name(lane, columns) + ": " + std::to_string(board.by_lane()[lane]);
    }
    out += "\n  by class";
    for (std::size_t i = 0; i < board.by_class().size(); ++i) {
        if (board.by_class()[i] == 0) continue;
        out += " " + std::string(class_name(static_cast<OperandClass>(i))) + ": " + std::to_string(board.by_class()[i]) + "/" +
               std::to_string(board.lanes_of_class()[i]);
    }
    return out + '\n';
}

std::string diagnosis_lines(const Findings& findings) {
    std::string out;
    if (findings.misplaced) out += "diagnosis: " + *findings.misplaced + '\n';
    if (!findings.diagnosis) return out;
    const Diagnosis& diagnosis = *findings.diagnosis;
    constexpr std::size_t shown = 6;
    const std::string seen = std::to_string(diagnosis.lanes) + " answers seen" + (diagnosis.whole ? "" : " (the first of them)");
    for (std::size_t i = 0; i < std::min(diagnosis.explanations.size(), shown); ++i) {
        out += (i == 0 ? "diagnosis: " : "       or: ") + sentence(diagnosis.explanations[i]) + '\n';
    }
    if (diagnosis.explanations.size() > shown) out += "       or: " + std::to_string(diagnosis.explanations.size() - shown) + " more\n";
    if (!diagnosis.explanations.empty()) return out + "           agrees with all " + seen + '\n';
    if (findings.misplaced) return out;
    return out + "diagnosis: no change of one or two knobs explains all " + seen + " (" + std::to_string(diagnosis.tried) +
           " specifications tried)\n";
}

std::string first_mismatch(const ReportInput& in) {
    const Mismatch& first = in.board.kept().front();
    const Spec& spec = in.board.dot().spec();
    Trace trace;
    const std::uint64_t expected = in.board.dot().traced(first.operands(), trace);
    std::string out = "first mismatch: tile " + std::to_string(first.tile) + ", lane (" + std::to_string(first.m) + "," +
                      std::to_string(first.n) + "), class " + std::string(class_name(first.operand_class)) + '\n';
    out += operand_lines("a", first.a, spec.a) + operand_lines("b", first.b, spec.b);
    if (spec.scale) out += operand_lines("sa", first.scale_a, *spec.scale) + operand_lines("sb", first.scale_b, *spec.scale);
    out += "  c        " + hex_and_value(first.c, spec.c) + '\n';
    out += "  expected " + hex_and_value(expected, spec.d) + '\n';
    out += "  got      " + hex_and_value(first.got.d, spec.d);
    if (first.got.unknown != 0) out += ", X or Z in bits 0x" + to_hex(first.got.unknown, spec.d);
    out += "\n  apart    " + difference(expected, first.got.d, spec.d) + '\n' + draw(trace, {in.colour, 160});
    out += diagnosis_lines(in.findings) + "seed " + std::to_string(in.seed) + '\n';
    if (!in.again.empty()) out += "  this run again   " + in.again + '\n';
    if (!in.vector_path.empty()) {
        out += "  the mismatches   " + in.program + " replay " + in.vector_path + '\n';
        out += "  the first one    " + in.program + " explain --vec " + in.vector_path + " --row 1\n";
    }
    if (!in.wave_path.empty()) out += "  waves            " + in.wave_path + ", gtkwave " + in.wave_path + ".gtkw\n";
    return out;
}

}  // namespace

std::string_view verdict_name(Verdict verdict) {
    static constexpr std::array<std::string_view, 6> names{"passed",      "mismatched",       "no_answer",
                                                           "never_ready", "too_many_answers", "finished"};
    return names[static_cast<std::size_t>(verdict)];
}

std::string report(const ReportInput& in) {
    const Scoreboard& board = in.board;
    std::string out = in.result.verdict == Verdict::passed ? "PASS" : "FAIL";
    out += "  " + summary(in.board.dot().spec()) + "  " + in.subject + '\n';
    out += "  " + std::to_string(board.tiles()) + " tiles, " + std::to_string(board.lanes()) + " lanes compared, " +
           std::to_string(board.mismatches()) + " mismatches, " + std::to_string(in.result.cycles) + " cycles, seed " +
           std::to_string(in.seed) + '\n';
    if (!in.result.reason.empty()) out += "  " + in.result.reason + '\n';
    if (in.coverage != nullptr) out += in.coverage->report();
    if (board.kept().empty()) return out;
    return out + counts(in, board.columns()) + first_mismatch(in);
}

void write_mismatch_vectors(std::ostream& out, const Scoreboard& board, std::uint64_t seed) {
    VectorFile file;
    file.spec = board.dot().spec();
    file.source = "answers of an RTL candidate that differ from the model, karat check seed " + std::to_string(seed);
    for (const Mismatch& mismatch : board.kept())
        file.rows.push_back({mismatch.a, mismatch.b, mismatch.scale_a, mismatch.scale_b, mismatch.c, mismatch.got.d, 0});
    write_vectors(out, file);
}

}  // namespace karat::tb
