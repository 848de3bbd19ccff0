// SPDX-License-Identifier: Apache-2.0
// The page of karat diagnose --html.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "karat_probe/findings/bugs.hpp"
#include "karat_tb/record/answer_record.hpp"

namespace karat::cli {

struct Diagnosis {
    std::string file;
    const tb::AnswerRecord& record;
    std::uint64_t unknown = 0;     ///< mismatches with X or Z bits, which are left out
    std::string unit = {};         ///< on which rows were replayed; empty: none
    const probe::BugReport* bugs;  ///< null: the file has no mismatches
    std::vector<std::pair<std::string, std::string>> commands = {};  ///< what each is for, and the command
};

/// The findings as one page that needs no other file: the counts, then a section for each finding with its
/// minimal example, then commands.
[[nodiscard]] std::string diagnose_page(const Diagnosis& what);

}  // namespace karat::cli
