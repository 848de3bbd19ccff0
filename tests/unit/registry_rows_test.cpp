// SPDX-License-Identifier: Apache-2.0
// Guards the contents of the registry against unintended changes: registry.golden describes every instruction
// in text. To change a row on purpose, run this test with KARAT_UPDATE_GOLDEN=1, review the difference, and
// add the change to the changelog.
#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "golden.hpp"
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
    out << "  " << one.name << "  " << shape_text(one.shape) << "  " << name_of(one.evidence) << '\n';
    for (const Source& source : one.sources) {
        out << "    " << name_of(source.kind) << ": " << source.text;
        for (const std::string& part : {source.device, source.date, source.decides})
            if (!part.empty()) out << "; " << part;
        if (source.elements > 0) out << "; " << source.elements;
        out << '\n';
    }
    for (const std::string& alias : one.aliases) out << "    also " << alias << '\n';
}

void put_open(std::ostream& out, const Instruction& one) {
    for (const OpenQuestion& open : one.open)
        out << "  open: " << open.knob << " (" << name_of(open.evidence) << ") " << open.text << '\n';
}

/// Instructions of one architecture with the same arithmetic share a paragraph.
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

TEST(Registry, SparseSumsAreOpenUnlessTheyAreOfIntegers) {
    int sums = 0;
    for (const Instruction& one : registry()) {
        if (one.spec.metadata == Metadata::none) continue;
        const bool integers = info(one.spec.d).is_integer();
        for (const OpenQuestion& question : one.open)
            EXPECT_EQ(question.knob, integers ? "overflow" : "sum") << one.name;
        const bool recorded = one.arch == Arch::Hopper;
        EXPECT_EQ(one.evidence, recorded   ? Evidence::hardware_checked
                                : integers ? Evidence::documented
                                           : Evidence::assumed)
            << one.name;
        if (integers) continue;
        EXPECT_EQ(one.open.size(), 1U) << one.name;
        ++sums;
    }
    EXPECT_GT(sums, 50);
}

TEST(Registry, DraftsAreThoseOfRiscv) {
    for (const Instruction& one : registry()) {
        EXPECT_EQ(one.draft, one.arch == Arch::RISCV) << one.name;
        EXPECT_EQ(one.evidence_text().ends_with(" (draft)"), one.draft) << one.name;
    }
}

TEST(Registry, WhatIsHardwareCheckedIsRecorded) {
    for (const Instruction& one : registry()) {
        EXPECT_EQ(one.recorded() > 0, one.evidence == Evidence::hardware_checked)
            << name_of(one.arch) << ' ' << one.name;
    }
}

TEST(Registry, RowsStayWhatTheyAre) { test::expect_golden("/unit/registry.golden", registry_text()); }

}  // namespace
}  // namespace karat
