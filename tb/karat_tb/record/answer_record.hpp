// SPDX-License-Identifier: Apache-2.0
// The answers of a unit to a stimulus, as a file that later analysis reads: a vector file whose d are the
// answers. A note before each row says where it was given, in which class and cycle, and whether it is right
// (karat_tb/stimulus/row_note.hpp). Comments of the header count all answers of the run, so that shares refer
// to all of them:
//
//   # record of 2x2 lanes: 1000 tiles, 4000 answers, 3 wrong
//   # record of class near_one: 250 answers, 3 wrong: one_ulp 2, far_off 1
#pragma once
#include <array>
#include <iosfwd>
#include <optional>

#include "karat/vectors/vector_file.hpp"
#include "karat_tb/stimulus/row_note.hpp"

namespace karat::tb {

/// One answer, right or wrong.
struct RecordedAnswer : LaneMismatch {
    std::optional<OperandClass> operand_class = {};  ///< none: unknown
    DifferenceKind kind = DifferenceKind::none;      ///< none: right
    std::uint64_t cycle = 0;                         ///< in which the answer was taken; 0: unknown
    [[nodiscard]] bool right() const { return kind == DifferenceKind::none; }
};

/// Numbers of answers, by operand class. Those of unknown class count as OperandClass::recorded.
struct AnswerTotals {
    std::uint64_t tiles = 0;  ///< 0: unknown
    std::array<std::uint64_t, kOperandClasses> answers{};
    std::array<std::array<std::uint64_t, kDifferenceKinds>, kOperandClasses> wrong{};

    void count(OperandClass operand_class, DifferenceKind kind);
    [[nodiscard]] std::uint64_t all_answers() const;
    [[nodiscard]] std::uint64_t all_wrong() const;
    [[nodiscard]] std::uint64_t wrong_in(OperandClass operand_class) const;
};

struct AnswerRecord {
    std::string arch, instruction;  ///< empty: only `spec` is known
    std::string source;
    Spec spec;
    std::optional<std::uint32_t> mode = {};  ///< value of the unit's mode input; the source line says it
    std::size_t m = 0, n = 0;                ///< lanes of a tile; 0: unknown
    std::vector<RecordedAnswer> rows = {};
    AnswerTotals totals = {};  ///< of the whole run; of the rows if the file does not say
};

/// The start of the `source` line of a record.
inline constexpr std::string_view kRecordSource = "answers of an RTL candidate, right and wrong, karat check";

/// `none` for a right answer, also for a NaN where any NaN is right.
[[nodiscard]] DifferenceKind judge(const DotAdd& dot, std::uint64_t expected, const Answer& got);

/// Writes the record as a vector file.
void write_record(std::ostream& out, const AnswerRecord& record);
/// Reads a record, or any vector file: without notes the place is row number / (0,0), and class and cycle
/// are unknown. What is expected, and so what is right, follows from the file's specification. Throws
/// VectorError.
[[nodiscard]] AnswerRecord read_record(const std::string& path);
/// The same from a file that was read already.
[[nodiscard]] AnswerRecord record_of(const VectorFile& file);

}  // namespace karat::tb
