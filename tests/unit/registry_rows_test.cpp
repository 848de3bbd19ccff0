// SPDX-License-Identifier: Apache-2.0
// What the registry says of each instruction must not change unseen: registry.golden says it in words. Who
// changes a row on purpose runs this test with KARAT_UPDATE_GOLDEN=1, reads the difference, and says so in
// the changelog.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/recipe_text.hpp"

namespace karat {
namespace {

std::string shape_text(const Shape& shape) {
    const auto extent = [](int value, const char* letter) {
        return value == 0 ? std::string(letter) : std::to_string(value);
    };
    std::string out = extent(shape.m, "M") + "x" + extent(shape.n, "N") + "x" + std::to_string(shape.k);
    return shape.blocks > 1 ? out + ", " + std::to_string(shape.blocks) + " blocks" : out;
}

void put_instruction(std::ostream& out, const Instruction& one) {
    out << "  " << one.name << "  " << shape_text(one.shape) << "  " << name_of(one.evidence) << ": "
        << one.source << '\n';
    for (const std::string& alias : one.aliases) out << "    also " << alias << '\n';
}

void put_open(std::ostream& out, const Instruction& one) {
    for (const OpenQuestion& open : one.open)
        out << "  open: " << open.knob << " (" << name_of(open.evidence) << ") " << open.text << '\n';
}

/// Instructions of an architecture that compute the same share a paragraph.
std::string registry_text() {
    std::ostringstream out;
    for (std::size_t i = 0; i < EnumNames<Arch>::names.size(); ++i) {
        const auto arch = static_cast<Arch>(i);
        std::vector<std::string> order;
        std::map<std::string, std::string> paragraphs;
        for (const Instruction& one : registry()) {
            if (one.arch != arch) continue;
            std::ostringstream head;
            head << recipe_text(expand(one.spec)) << '\n';
            put_open(head, one);
            std::ostringstream row;
            put_instruction(row, one);
            if (!paragraphs.contains(head.str())) order.push_back(head.str());
            paragraphs[head.str()] += row.str();
        }
        out << "==== " << name_of(arch) << " ====\n\n";
        for (const std::string& head : order) out << head << paragraphs[head] << '\n';
    }
    return out.str();
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> out;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) out.push_back(line);
    return out;
}

TEST(Registry, RowsStayWhatTheyAre) {
    const std::string path = KARAT_TEST_SOURCES "/unit/registry.golden";
    const std::string now = registry_text();
    if (std::getenv("KARAT_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << now;
    std::ostringstream golden;
    golden << std::ifstream(path).rdbuf();
    const auto expected = lines_of(golden.str());
    const auto got = lines_of(now);
    int shown = 0;
    for (std::size_t i = 0; i < std::max(expected.size(), got.size()) && shown < 8; ++i) {
        const std::string old_line = i < expected.size() ? expected[i] : "(no line)";
        const std::string new_line = i < got.size() ? got[i] : "(no line)";
        if (old_line == new_line) continue;
        ++shown;
        ADD_FAILURE() << path << ':' << i + 1 << "\n  golden  " << old_line << "\n  now     " << new_line;
    }
}

}  // namespace
}  // namespace karat
