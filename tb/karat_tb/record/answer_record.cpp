// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/record/answer_record.hpp"

#include <charconv>
#include <numeric>

#include "karat/evaluate/dot_add.hpp"
#include "karat/text/text.hpp"
#include "karat_tb/record/total_lines.hpp"

namespace karat::tb {
namespace {

/// An encoding of NaN, for an answer that is any NaN. Precondition: the format has one.
std::uint64_t some_nan(Format format) {
    std::uint64_t code = info(format).encoding_mask();
    while (!is_nan(code, format)) --code;
    return code;
}

RecordedAnswer answer_of(const VectorRow& row, const DotAdd& dot, std::size_t index) {
    const std::uint64_t expected = dot(row.operands());
    const auto note = read_note(row.note);
    RecordedAnswer out;
    const Answer got{row.d ? *row.d : some_nan(dot.spec().d), note ? note->unknown : 0};
    static_cast<LaneMismatch&>(out) = lane_mismatch(note ? note->tile : index, note ? note->m : 0,
                                                    note ? note->n : 0, row.operands(), expected, got);
    const bool any_nan = !row.d && is_nan(expected, dot.spec().d);
    out.kind = any_nan ? DifferenceKind::none : judge(dot, expected, got);
    if (note) {
        out.operand_class = note->operand_class;
        out.cycle = note->cycle;
    }
    return out;
}

constexpr std::string_view kInMode = ", mode ";  // at the end of the source line

std::optional<std::uint32_t> mode_in(std::string_view source) {
    const std::size_t at = source.rfind(kInMode);
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view number = source.substr(at + kInMode.size());
    std::uint32_t out = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), out);
    if (error != std::errc() || end != number.data() + number.size()) return std::nullopt;
    return out;
}

}  // namespace

void AnswerTotals::count(OperandClass operand_class, DifferenceKind kind) {
    const auto at = static_cast<std::size_t>(operand_class);
    ++answers[at];
    if (kind != DifferenceKind::none) ++wrong[at][static_cast<std::size_t>(kind)];
}

std::uint64_t AnswerTotals::all_answers() const {
    return std::accumulate(answers.begin(), answers.end(), std::uint64_t{0});
}

std::uint64_t AnswerTotals::all_wrong() const {
    std::uint64_t out = 0;
    for (int i = 0; i < kOperandClasses; ++i) out += wrong_in(static_cast<OperandClass>(i));
    return out;
}

std::uint64_t AnswerTotals::wrong_in(OperandClass operand_class) const {
    const auto& kinds = wrong[static_cast<std::size_t>(operand_class)];
    return std::accumulate(kinds.begin(), kinds.end(), std::uint64_t{0});
}

DifferenceKind judge(const DotAdd& dot, std::uint64_t expected, const Answer& got) {
    return is_right(dot, expected, got) ? DifferenceKind::none : difference_kind(expected, got, dot.spec().d);
}

void write_record(std::ostream& out, const AnswerRecord& record) {
    VectorFile file;
    file.arch = record.arch;
    file.instruction = record.instruction;
    file.source = record.source;
    if (record.mode) file.source += std::string(kInMode) + std::to_string(*record.mode);
    file.spec = record.spec;
    file.comments = total_lines(record);
    file.rows.reserve(record.rows.size());
    for (const RecordedAnswer& row : record.rows) {
        file.rows.push_back(
            {row.a, row.b, row.scale_a, row.scale_b, row.c, row.got.d, 0, row.metadata,
             note_text({row.tile, row.m, row.n, row.operand_class, row.cycle, row.kind, row.got.unknown})});
    }
    write_vectors(out, file);
}

AnswerRecord record_of(const VectorFile& file) {
    AnswerRecord out{.arch = file.arch,
                     .instruction = file.instruction,
                     .source = file.source,
                     .spec = file.spec,
                     .mode = mode_in(file.source)};
    const DotAdd dot(file.spec);
    out.rows.reserve(file.rows.size());
    for (const VectorRow& row : file.rows) out.rows.push_back(answer_of(row, dot, out.rows.size()));
    if (read_total_lines(file.comments, out)) return out;
    for (const RecordedAnswer& row : out.rows)
        out.totals.count(row.operand_class.value_or(OperandClass::recorded), row.kind);
    return out;
}

AnswerRecord read_record(const std::string& path) { return record_of(read_vector_file(path)); }

}  // namespace karat::tb
