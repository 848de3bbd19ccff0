// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/check/report.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <ostream>

#include "karat/recipe/summary.hpp"
#include "karat/vectors/vector_file.hpp"
#include "karat_tb/stimulus/row_note.hpp"

namespace karat::tb {
namespace {

std::string lane_name(std::size_t lane, std::size_t columns) {
    return "(" + std::to_string(lane / columns) + "," + std::to_string(lane % columns) + ")";
}

std::string counts(const ReportInput& in, std::size_t columns) {
    const Scoreboard& board = in.board;
    std::string out = "  by lane ";
    for (std::size_t lane = 0; lane < board.by_lane().size(); ++lane) {
        if (board.by_lane()[lane] != 0)
            out += " " + lane_name(lane, columns) + ": " + std::to_string(board.by_lane()[lane]);
    }
    out += "\n  by class";
    for (std::size_t i = 0; i < board.by_class().size(); ++i) {
        if (board.by_class()[i] == 0) continue;
        out += " " + std::string(class_name(static_cast<OperandClass>(i))) + ": " +
               std::to_string(board.by_class()[i]) + "/" + std::to_string(board.lanes_of_class()[i]);
    }
    return out + '\n';
}

std::string first_mismatch(const ReportInput& in) {
    const Mismatch& first = in.board.kept().front();
    std::string out = "first mismatch: " + place_of(first) + ", class " +
                      std::string(class_name(first.operand_class)) + '\n';
    out += describe(in.board.dot(), first, {in.colour, 160});
    if (in.findings.misplaced) out += "diagnosis: " + *in.findings.misplaced + '\n';
    return out;
}

/// The findings, and commands that repeat the run, replay the mismatches and draw the first one.
std::string findings(const ReportInput& in) {
    std::string out = in.findings.text + "seed " + std::to_string(in.seed) + '\n';
    if (!in.again.empty()) out += "  this run again   " + in.again + '\n';
    if (!in.vector_path.empty()) {
        out += "  the mismatches   " + in.program + " replay " + in.vector_path + '\n';
        out += "  the first one    " + in.program + " explain --vec " + in.vector_path + " --row 1\n";
    }
    if (in.findings.suggests_identify && !in.again.empty())
        out += "  if the specification may be wrong   " + in.again + " --identify\n";
    if (!in.findings.nearest.empty())
        out += "  against the nearest specification   " + in.findings.nearest + '\n';
    if (!in.wave_path.empty())
        out += "  waves            " + in.wave_path + ", gtkwave " + in.wave_path + ".gtkw\n";
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
    out += "  " + (in.name.empty() ? "" : in.name + "  ") + summary(in.board.dot().spec()) + "  " +
           in.subject + '\n';
    out += "  " + std::to_string(board.tiles()) + " tiles, " + std::to_string(board.lanes()) +
           " lanes compared, " + std::to_string(board.mismatches()) + " mismatches, " +
           std::to_string(in.result.cycles) + " cycles, seed " + std::to_string(in.seed) + '\n';
    if (!in.result.reason.empty()) out += "  " + in.result.reason + '\n';
    if (in.findings.contract) out += "  " + *in.findings.contract + '\n';
    if (in.protocol != nullptr) out += in.protocol->limits();
    if (in.flags != nullptr) out += in.flags->report();
    if (in.coverage != nullptr) out += in.coverage->report();
    if (in.coverage != nullptr && in.protocol != nullptr) out += in.protocol->report();
    if (const auto shortfall = coverage_shortfall(in)) out += "FAIL  " + *shortfall + '\n';
    if (!board.kept().empty())
        out += counts(in, board.columns()) + first_mismatch(in);
    else if (in.findings.text.empty())
        return out;
    return out + findings(in);
}

std::optional<std::string> coverage_shortfall(const ReportInput& in) {
    if (!in.coverage_goal || in.coverage == nullptr || in.result.verdict != Verdict::passed)
        return std::nullopt;
    const double arithmetic = in.coverage->percentage();
    const double protocol = in.protocol == nullptr ? 100 : in.protocol->percentage();
    if (std::min(arithmetic, protocol) >= *in.coverage_goal) return std::nullopt;
    const bool only_protocol = arithmetic >= *in.coverage_goal;
    const double reached = only_protocol ? protocol : arithmetic;
    const auto text = [](double percent) {
        std::array<char, 32> digits{};
        return std::string(digits.data(),
                           std::to_chars(digits.data(), digits.data() + digits.size(), percent).ptr) +
               " %";
    };
    // rounded down, so that 99.99 is not shown as 100
    return std::string(only_protocol ? "protocol " : "") +
           "coverage: " + text(std::floor(reached * 10) / 10) + " reached, " + text(*in.coverage_goal) +
           " asked for, after " + std::to_string(in.board.tiles()) + " tiles";
}

void write_mismatch_vectors(std::ostream& out, const Scoreboard& board, std::uint64_t seed) {
    VectorFile file;
    file.spec = board.dot().spec();
    file.source = std::string(kMismatchSource) + " seed " + std::to_string(seed);
    for (const Mismatch* const seen : board.kept_mismatches().in_order())
        file.rows.push_back({seen->a, seen->b, seen->scale_a, seen->scale_b, seen->c, seen->got.d, 0,
                             seen->metadata,
                             note_text({seen->tile, seen->m, seen->n, seen->operand_class, seen->cycle,
                                        seen->kind, seen->got.unknown})});
    write_vectors(out, file);
}

}  // namespace karat::tb
