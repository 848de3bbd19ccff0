// SPDX-License-Identifier: Apache-2.0
// What the registry says of each instruction must not change unseen: a bit, a shape, a level of evidence.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "karat/recipe/spec_json.hpp"
#include "karat/enum_names.hpp"
#include "karat/instruction/registry.hpp"

namespace karat {
namespace {

std::string row(const Instruction& one) {
    std::string text = one.name + "|" + to_json_text(one.spec) + "|" + std::string(name_of(one.evidence)) + "|" + one.source;
    for (const int size : {one.shape.m, one.shape.n, one.shape.k, one.shape.blocks}) text += "|" + std::to_string(size);
    for (const std::string& alias : one.aliases) text += "|" + alias;
    for (const OpenQuestion& open : one.open) text += "|" + open.knob + " " + std::string(name_of(open.evidence)) + " " + open.text;
    return text;
}

/// Rows and FNV-1a hash of an architecture's.
std::pair<int, std::uint64_t> fingerprint(Arch arch) {
    std::pair<int, std::uint64_t> out{0, 0xcbf29ce484222325ULL};
    for (const Instruction& one : registry()) {
        if (one.arch != arch) continue;
        ++out.first;
        for (const char c : row(one)) out.second = (out.second ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    }
    return out;
}

// Who changes a row on purpose looks at `karat list --json` before and after, puts the new number here, and says so in the changelog.
constexpr std::array<std::pair<int, std::uint64_t>, 10> kRows{{{3, 0x5737a981e0d042a3ULL},
                                                               {5, 0x42c964d332eb9393ULL},
                                                               {9, 0xbf28392d3082f64eULL},
                                                               {25, 0xcbc0e1ce894d45f2ULL},
                                                               {32, 0x4af79125d66d460dULL},
                                                               {99, 0xafd901302b509975ULL},
                                                               {95, 0xe75173decc281993ULL},
                                                               {15, 0xa97831a0ef0defa0ULL},
                                                               {22, 0x56e3c41be4263c93ULL},
                                                               {27, 0xde17deec0a214863ULL}}};

TEST(Registry, RowsStayWhatTheyAre) {
    for (std::size_t i = 0; i < kRows.size(); ++i) {
        const auto arch = static_cast<Arch>(i);
        const auto [rows, hash] = fingerprint(arch);
        EXPECT_EQ(rows, kRows[i].first) << name_of(arch);
        EXPECT_EQ(hash, kRows[i].second) << name_of(arch) << ": {" << rows << ", 0x" << std::hex << hash << "ULL}";
    }
}

}  // namespace
}  // namespace karat
