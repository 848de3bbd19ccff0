// SPDX-License-Identifier: Apache-2.0
// A candidate without Verilator: the arithmetic of Volta HMMA.884.F32.F32 in 2 x 3 lanes. Lane (1, 2) has a
// fault if KARAT_FAULT is defined.
#include "../tb/fake_design.hpp"
#include "karat/instruction/registry.hpp"

namespace {

struct Unit {
    karat::DotAdd dot{karat::find_instruction("Volta", "HMMA.884.F32.F32").spec};
    karat::test::FakeDesign design{dot, karat::test::Fault::none, 3U};
};

void cycle(void* self, karat_candidate_cycle* io) {
    static_cast<Unit*>(self)->design.cycle(*io);
#ifdef KARAT_FAULT
    if (io->valid_out != 0) io->d[5] ^= 1;
#endif
}

}  // namespace

extern "C" int karat_candidate_open(karat_candidate* out, const karat_candidate_options* /*options*/) {
    auto* const unit = new Unit;
    *out = {unit->design.ports(), unit, cycle, [](void* self) { delete static_cast<Unit*>(self); }};
    return 0;
}
