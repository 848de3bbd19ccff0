// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/check/kept_mismatches.hpp"

#include <gtest/gtest.h>

#include <map>

namespace karat::test {
namespace {

using tb::OperandClass;

/// Adds mismatches whose operands are their number, in the order of a run.
class Sequence {
   public:
    explicit Sequence(std::size_t most) : kept(most) {}
    void add(OperandClass operand_class, DifferenceKind kind, std::size_t times = 1) {
        for (std::size_t i = 0; i < times; ++i) add_operand(tile_, operand_class, kind);
    }
    void add_operand(std::uint64_t x, OperandClass operand_class, DifferenceKind kind) {
        tb::Mismatch seen;
        seen.tile = tile_++;
        seen.operand_class = operand_class;
        seen.kind = kind;
        const std::vector<std::uint64_t> a{x};
        kept.add(seen, {a, a, {}, {}, 0, {}});
    }
    [[nodiscard]] std::map<std::pair<OperandClass, DifferenceKind>, int> groups() const {
        std::map<std::pair<OperandClass, DifferenceKind>, int> out;
        for (const tb::Mismatch& each : kept.all()) ++out[{each.operand_class, each.kind}];
        return out;
    }

    tb::KeptMismatches kept;

   private:
    std::uint64_t tile_ = 0;
};

TEST(KeptMismatches, AFrequentFaultDoesNotHideARareOne) {
    Sequence run(30);
    run.add(OperandClass::near_one, DifferenceKind::one_ulp, 1000);
    run.add(OperandClass::near_one, DifferenceKind::sign_flipped, 3);
    run.add(OperandClass::zeros, DifferenceKind::one_ulp, 500);
    run.add(OperandClass::near_one, DifferenceKind::one_ulp, 1000);
    const auto groups = run.groups();
    EXPECT_EQ(run.kept.all().size(), 30U);
    EXPECT_EQ(groups.at({OperandClass::near_one, DifferenceKind::sign_flipped}), 3);
    EXPECT_NEAR(groups.at({OperandClass::near_one, DifferenceKind::one_ulp}), 13.5, 0.6);
    EXPECT_NEAR(groups.at({OperandClass::zeros, DifferenceKind::one_ulp}), 13.5, 0.6);
}

TEST(KeptMismatches, TheFirstStaysInFrontAndTheOrderIsThatOfTheRun) {
    Sequence run(4);
    run.add(OperandClass::near_one, DifferenceKind::one_ulp, 10);
    for (const auto kind : {DifferenceKind::far_off, DifferenceKind::other_nan, DifferenceKind::few_ulps,
                            DifferenceKind::sign_flipped, DifferenceKind::one_ulp})
        run.add(OperandClass::zeros, kind, 5);
    EXPECT_EQ(run.kept.all().front().tile, 0U);
    EXPECT_EQ(run.groups().size(), 4U);
    std::uint64_t last = 0;
    for (const tb::Mismatch* each : run.kept.in_order()) {
        EXPECT_GE(each->tile, last);
        last = each->tile;
    }
    EXPECT_EQ(run.kept.in_order().size(), 4U);
}

TEST(KeptMismatches, EqualOnesAreKeptOnce) {
    Sequence run(10);
    for (int i = 0; i < 20; ++i) run.add_operand(7, OperandClass::near_one, DifferenceKind::one_ulp);
    EXPECT_EQ(run.kept.all().size(), 1U);
    run.add_operand(8, OperandClass::near_one, DifferenceKind::one_ulp);
    EXPECT_EQ(run.kept.all().size(), 2U);
    EXPECT_EQ(run.kept.all()[1].a, std::vector<std::uint64_t>{8});
}

TEST(KeptMismatches, AReplacedOneMayComeBack) {
    Sequence run(3);
    for (const std::uint64_t x : {1, 2, 3})
        run.add_operand(x, OperandClass::near_one, DifferenceKind::one_ulp);
    run.add_operand(4, OperandClass::zeros, DifferenceKind::one_ulp);
    EXPECT_EQ(run.kept.all()[2].a, std::vector<std::uint64_t>{4});
    run.add_operand(3, OperandClass::overflow, DifferenceKind::one_ulp);
    EXPECT_EQ(run.kept.all()[1].a, std::vector<std::uint64_t>{3});
}

TEST(KeptMismatches, NoRoomKeepsNone) {
    Sequence run(0);
    run.add(OperandClass::near_one, DifferenceKind::one_ulp, 3);
    EXPECT_TRUE(run.kept.all().empty());
}

}  // namespace
}  // namespace karat::test
