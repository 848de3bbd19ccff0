// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/stimulus/row_note.hpp"

#include <algorithm>
#include <sstream>

namespace karat::tb {

std::string note_text(const RowNote& note) {
    std::ostringstream out;
    out << "tile " << note.tile << ", lane (" << note.m << ',' << note.n << ')';
    if (note.operand_class) out << ", class " << class_name(*note.operand_class);
    if (note.cycle != 0) out << ", cycle " << note.cycle;
    if (note.kind == DifferenceKind::none) {
        out << ", right";
    } else {
        out << ", wrong: " << kind_name(note.kind);
        if (note.unknown != 0) out << ' ' << std::hex << note.unknown;
    }
    return out.str();
}

std::optional<RowNote> read_note(const std::string& text) {
    std::string words = text;
    std::ranges::replace_if(
        words, [](char ch) { return ch == ',' || ch == '(' || ch == ')'; }, ' ');
    std::istringstream in(words);
    RowNote out;
    std::string word;
    std::string lane;
    if (!(in >> word >> out.tile >> lane >> out.m >> out.n) || word != "tile" || lane != "lane")
        return std::nullopt;
    while (in >> word) {
        std::string value;
        if (word == "right") continue;
        if (word == "class" && in >> value) {
            out.operand_class = find_class(value);
            if (out.operand_class) continue;
        } else if (word == "cycle" && in >> out.cycle) {
            continue;
        } else if (word == "wrong:" && in >> value) {
            const auto kind = find_difference_kind(value);
            if (kind) out.kind = *kind;
            if (kind == DifferenceKind::unknown_bits) in >> std::hex >> out.unknown;
            if (kind) continue;
        }
        return std::nullopt;
    }
    return out;
}

}  // namespace karat::tb
