// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/nan_pairs.hpp"

#include <algorithm>

#include "karat/format/unpack.hpp"
#include "karat_tb/stimulus/operand_bits.hpp"

namespace karat::probe {
namespace {

/// Leaves the operand as it is if its format has no NaN.
void put_nan(std::uint64_t& operand, const FormatInfo& format, tb::Random& random, std::uint64_t& walk) {
    constexpr int tries = 20;  // infinities are special, too
    for (int n = 0; n < tries && format.has_nan(); ++n) {
        const std::uint64_t special = tb::any_special(format, random, walk);
        if (unpack(special, format).number_class != NumberClass::nan) continue;
        operand = special;
        return;
    }
}

}  // namespace

NanPairs::NanPairs(const Program& program, std::uint64_t seed)
    : program_(program),
      random_(seed),
      show_(std::ranges::any_of(program.operations(), [](const Operation& operation) {
          return operation.round != nullptr && depends_on_cause(operation.round->nan);
      })) {}

void NanPairs::in(VectorRow& row) {
    const int addends = program_.operands().k + 1;
    const int one = random_.between(0, addends - 1);
    put(row, one);
    put(row, (one + random_.between(1, addends - 1)) % addends);
}

void NanPairs::put(VectorRow& row, int addend) {
    const OperandRules& formats = program_.operands();
    if (addend == formats.k) return put_nan(row.c, info(formats.c), random_, walk_);
    const auto product = static_cast<std::size_t>(addend);
    const bool in_a = random_.coin();
    put_nan(in_a ? row.a[product] : row.b[product], info(in_a ? formats.a : formats.b), random_, walk_);
}

}  // namespace karat::probe
