// SPDX-License-Identifier: Apache-2.0
// The comments of a record that count all answers of the run.
#pragma once
#include "karat_tb/record/answer_record.hpp"

namespace karat::tb {

/// One line for the run and one for each class that occurred.
[[nodiscard]] std::vector<std::string> total_lines(const AnswerRecord& record);
/// Reads them into the lanes and totals of `record`. False if no line counts a run. Throws VectorError for a
/// line that begins as one of these and does not go on so.
bool read_total_lines(const std::vector<std::string>& comments, AnswerRecord& record);

}  // namespace karat::tb
