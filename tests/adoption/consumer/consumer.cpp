// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdint>
#include <cstdio>

#include "karat/evaluate/dot_add.hpp"
#include "karat/instruction/registry.hpp"

// 1 * 1 + 2 = 3
int main() {
    const karat::DotAdd dot(karat::find_instruction("Volta", "HMMA.884.F32.F32").spec);
    const std::array<std::uint64_t, 4> one{0x3c00, 0, 0, 0};
    std::printf("0x%08llx\n", static_cast<unsigned long long>(dot({one, one, {}, {}, 0x40000000})));
    return 0;
}
