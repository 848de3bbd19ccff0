// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/record/total_lines.hpp"

#include <algorithm>
#include <sstream>

#include "karat/error.hpp"

namespace karat::tb {
namespace {

std::string line_of_class(const AnswerTotals& totals, OperandClass operand_class) {
    const auto at = static_cast<std::size_t>(operand_class);
    std::ostringstream out;
    out << "record of class " << class_name(operand_class) << ": " << totals.answers[at] << " answers, "
        << totals.wrong_in(operand_class) << " wrong";
    const char* separator = ": ";
    for (std::size_t kind = 0; kind < kDifferenceKinds; ++kind) {
        if (totals.wrong[at][kind] == 0) continue;
        out << separator << kind_name(static_cast<DifferenceKind>(kind)) << ' ' << totals.wrong[at][kind];
        separator = ", ";
    }
    return out.str();
}

/// The words of a line after "record of", without punctuation.
std::istringstream words_of(std::string line) {
    std::ranges::replace_if(
        line, [](char ch) { return ch == ',' || ch == ':'; }, ' ');
    std::istringstream in(line);
    std::string word;
    in >> word >> word;
    return in;
}

/// Reads "2x2 lanes 1000 tiles".
bool read_run(std::istringstream in, AnswerRecord& record) {
    char by = 0;
    std::string lanes;
    std::string tiles;
    in >> record.m >> by >> record.n >> lanes >> record.totals.tiles >> tiles;
    return in && by == 'x' && lanes == "lanes" && tiles == "tiles";
}

/// Reads "class near_one 250 answers 3 wrong one_ulp 2 far_off 1".
bool read_class(std::istringstream in, AnswerTotals& totals) {
    std::string word;
    std::string name;
    in >> word >> name;
    const auto operand_class = find_class(name);
    if (word != "class" || !operand_class) return false;
    const auto at = static_cast<std::size_t>(*operand_class);
    std::uint64_t wrong = 0;
    std::string answers;
    if (!(in >> totals.answers[at] >> answers >> wrong >> word) || answers != "answers" || word != "wrong")
        return false;
    std::uint64_t count = 0;
    while (in >> name) {
        const auto kind = find_difference_kind(name);
        if (!kind || !(in >> count)) return false;
        totals.wrong[at][static_cast<std::size_t>(*kind)] = count;
    }
    return totals.wrong_in(*operand_class) == wrong;
}

}  // namespace

std::vector<std::string> total_lines(const AnswerRecord& record) {
    const AnswerTotals& totals = record.totals;
    std::vector<std::string> out;
    out.push_back("record of " + std::to_string(record.m) + "x" + std::to_string(record.n) + " lanes: " +
                  std::to_string(totals.tiles) + " tiles, " + std::to_string(totals.all_answers()) +
                  " answers, " + std::to_string(totals.all_wrong()) + " wrong");
    for (int i = 0; i < kOperandClasses; ++i) {
        if (totals.answers[static_cast<std::size_t>(i)] != 0)
            out.push_back(line_of_class(totals, static_cast<OperandClass>(i)));
    }
    return out;
}

bool read_total_lines(const std::vector<std::string>& comments, AnswerRecord& record) {
    bool found = false;
    for (const std::string& line : comments) {
        if (!line.starts_with("record of ")) continue;
        const bool run = line.find(" lanes: ") != std::string::npos;
        if (!(run ? read_run(words_of(line), record) : read_class(words_of(line), record.totals)))
            throw VectorError("\"# " + line + "\" is not a count of a record");
        found |= run;
    }
    return found;
}

}  // namespace karat::tb
