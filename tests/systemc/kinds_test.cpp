// SPDX-License-Identifier: Apache-2.0
// A module accepts the specifications of its algorithm and refuses all others.
#include <map>
#include <set>
#include <string>

#include "karat/error.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/summary.hpp"
#include "karat_systemc/algorithm_modules.hpp"
#include "karat_systemc/instruction_module.hpp"
#include "tiles.hpp"

namespace karat::systemc::test {
namespace {

bool accepts(AlgorithmKind kind, const Spec& spec) {
    try {
        require_kind(kind, spec);
        return true;
    } catch (const SpecError&) {
        return false;
    }
}

template <class Action>
void expect_refused(Action action, const std::string& key, const std::string& part) {
    try {
        action();
        ADD_FAILURE() << "accepted; expected an error about " << key;
    } catch (const SpecError& error) {
        EXPECT_EQ(error.key(), key) << error.what();
        EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
}

TEST(Kinds, EveryInstructionBelongsToTheKindsOfItsName) {
    std::set<std::string> seen;
    for (const Instruction& instruction : registry()) {
        const std::string text = summary(instruction.spec);
        const std::string name = text.substr(0, text.find_first_of(" ,"));
        seen.insert(name);
        std::set<std::string> kinds{name};
        if (name == "SFMA") kinds.insert("FMA");
        if (name == "GDFS") kinds.insert("GFDA");
        for (std::size_t i = 0; i < kAlgorithmKinds; ++i) {
            const auto kind = static_cast<AlgorithmKind>(i);
            EXPECT_EQ(accepts(kind, instruction.spec), kinds.contains(std::string(name_of(kind))))
                << instruction.name << " is " << text << "; " << name_of(kind);
        }
    }
    EXPECT_GE(seen.size(), 8U) << "the vendors' instructions use nine algorithms; at most one may be missing";
}

TEST(Kinds, AnotherAlgorithmIsRefused) {
    const Spec fda;
    expect_refused([&] { Sfma module("sfma", fda); }, "algorithm", "fda does not match SFMA; use fma");
    expect_refused([&] { Gps module("gps", fda); }, "algorithm", "use gps");
    expect_refused([&] { Gdfs module("gdfs", fda); }, "algorithm", "use gfda");
    expect_refused([&] { Fdrda module("fdrda", fda); }, "algorithm", "use fdrda");
    expect_refused([&] { CoFdrda module("cofdrda", fda); }, "algorithm", "use fdrda");
    expect_refused([&] { Gfdrda module("gfdrda", fda); }, "algorithm", "use gfdrda");
    expect_refused([&] { CoGfdrda module("cogfdrda", fda); }, "algorithm", "use gfdrda");
    expect_refused([&] { Sda module("sda", fda); }, "algorithm", "use sda");
    expect_refused([&] { Gfda module("gfda", fda); }, "algorithm", "use gfda");
    expect_refused([&] { MulAdd module("muladd", fda); }, "algorithm", "use muladd");
    expect_refused([&] { Fma module("fma", fda); }, "algorithm", "use fma");
    expect_refused([&] { Exact module("exact", fda); }, "algorithm", "use exact");
    Spec sda;
    sda.algorithm = Algorithm::sda;
    expect_refused([&] { Fda module("fda", sda); }, "algorithm", "sda does not match FDA; use fda");
    expect_refused([&] { CoFda module("cofda", sda); }, "algorithm", "use fda");
}

TEST(Kinds, ChainOrNot) {
    for (const Algorithm algorithm : {Algorithm::fda, Algorithm::fdrda, Algorithm::gfdrda}) {
        Spec spec;
        spec.algorithm = algorithm;
        const auto index = [&](AlgorithmKind of_fda, AlgorithmKind of_fdrda, AlgorithmKind of_gfdrda) {
            return algorithm == Algorithm::fda     ? of_fda
                   : algorithm == Algorithm::fdrda ? of_fdrda
                                                   : of_gfdrda;
        };
        const AlgorithmKind one = index(AlgorithmKind::fda, AlgorithmKind::fdrda, AlgorithmKind::gfdrda);
        const AlgorithmKind chain =
            index(AlgorithmKind::cofda, AlgorithmKind::cofdrda, AlgorithmKind::cogfdrda);
        EXPECT_TRUE(accepts(one, spec));
        expect_refused([&] { require_kind(chain, spec); }, "terms", "16 does not match Co");
        spec.terms = 16;
        EXPECT_TRUE(accepts(one, spec));
        spec.terms = 4;
        EXPECT_TRUE(accepts(chain, spec));
        expect_refused([&] { require_kind(one, spec); }, "terms", "use k = 16");
    }
}

TEST(Kinds, SfmaRoundsToNearestEven) {
    Spec spec;
    spec.algorithm = Algorithm::fma;
    EXPECT_TRUE(accepts(AlgorithmKind::sfma, spec));
    spec.output_rounding = Rounding::RZ;
    EXPECT_TRUE(accepts(AlgorithmKind::fma, spec));
    expect_refused([&] { Sfma module("sfma", spec); }, "output_rounding", "use RNE");
}

TEST(Kinds, GdfsIsGroupedByScale) {
    const Spec good = find_instruction("RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.E8").spec;
    EXPECT_TRUE(accepts(AlgorithmKind::gdfs, good));
    Spec spec = good;
    spec.group_exponent = GroupExponent::max;
    expect_refused([&] { Gdfs module("gdfs", spec); }, "group_exponent", "use scale");
    spec = good;
    spec.zero_group = ZeroGroup::ignored;
    expect_refused([&] { Gdfs module("gdfs", spec); }, "zero_group", "use terms or counted");
    spec = good;
    spec.zero_group = ZeroGroup::counted;  // as in MMA-Sim
    EXPECT_TRUE(accepts(AlgorithmKind::gdfs, spec));
    spec = good;
    spec.terms = 32;
    expect_refused([&] { Gdfs module("gdfs", spec); }, "terms", "use k = 64");
    EXPECT_TRUE(accepts(AlgorithmKind::gfda, spec));
}

TEST(Kinds, ImpossibleOnesAreRefused) {
    Spec spec;
    spec.terms = 0;
    expect_refused([&] { Fda module("terms", spec); }, "terms", "0 is not allowed");
    expect_refused([&] { Fda module("json", R"({"karat_spec": 1, "algorithm": "fda", "G": 3})"); }, "G", "G");
    expect_refused([&] { TileModule module("m", Spec{}, {.m = 0}); }, "m", "1..65536");
    expect_refused([&] { TileModule module("n", Spec{}, {.n = -1}); }, "n", "1..65536");
    expect_refused([&] { TileModule module("batch", Spec{}, {.batch = 65537}); }, "batch", "1..65536");
    expect_refused([&] { TileModule module("blocks", Spec{}, {.blocks = 0}); }, "blocks", "1..65536");
    expect_refused(
        [&] { TileModule module("huge", Spec{}, {.m = 65536, .n = 65536, .batch = 65536, .blocks = 65536}); },
        "batch", "4 GiB");
    EXPECT_THROW(InstructionModule("unknown", "Hopper", "HMMA.16817.F32"), NameError);
    EXPECT_TRUE(sc_core::sc_get_top_level_objects().empty())
        << "a refused module must leave no SystemC objects behind";
}

}  // namespace
}  // namespace karat::systemc::test
