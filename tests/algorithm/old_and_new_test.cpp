// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "../reference/operands.hpp"
#include "bridge.hpp"
#include "karat/engine/dot_add.hpp"
#include "karat/evaluate/evaluator.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/spec_json.hpp"
#include "karat/instruction/registry.hpp"
#include "spec_maker.hpp"

namespace karat::test {
namespace {
class Both {
   public:
    explicit Both(const Spec& spec) : old_(spec), now_(expand(spec)) {}
    bool compare(tb::Random& random, int count, const reference::Params& params) {
        (void)params;
        const Spec& s = old_.spec();
        for (int i = 0; i < count; ++i) {
            const auto draw = [&](std::vector<std::uint64_t>& v, std::size_t n, Format f, std::uint64_t mode) {
                v.resize(n);
                const FormatInfo& x = info(f);
                for (auto& e : v) {
                    e = random.bits() & x.encoding_mask();
                    if (mode == 1 || (mode == 2 && random.coin())) { // near one
                        const int span = random.between(1, 12);
                        const auto ex = static_cast<std::uint64_t>(std::clamp(x.bias + random.between(-span, span), 0, (1 << x.exponent_bits) - 1));
                        e = ((ex << x.fraction_bits) | (random.bits() & x.fraction_mask()) | (random.coin() ? x.sign_bit() : 0)) << x.ignored_low_bits;
                    }
                    if (random.one_in(16)) e = random.coin() ? 0 : x.sign_bit() << x.ignored_low_bits;
                    if (random.one_in(200)) e = x.magnitude_mask() << x.ignored_low_bits;
                    if (x.has_infinity() && random.one_in(200)) e = (x.infinity_code() | (random.coin() ? x.sign_bit() : 0)) << x.ignored_low_bits;
                }
            };
            std::vector<std::uint64_t> a, b, sa, sb, c;
            const std::uint64_t mode = random.below(3);
            draw(a, static_cast<std::size_t>(s.k), s.a, mode);
            draw(b, static_cast<std::size_t>(s.k), s.b, mode);
            draw(c, 1, s.c, mode);
            if (s.scale) { draw(sa, old_.scale_count(), *s.scale, mode); draw(sb, old_.scale_count(), *s.scale, mode); }
            const Operands in{a, b, sa, sb, c[0]};
            Trace t0;
            const auto x = old_.traced_by_algorithm(in, t0), y = now_(in);
            if (x != y && s.product_overflow == ProductOverflow::inf && info(s.d).has_nan() && unpack(x, info(s.d)).number_class == NumberClass::nan) { ++overflows_; continue; }
            if (x != y) {
                std::ostringstream t;
                t << to_json_text(s) << "\n a";
                for (auto v : a) t << " " << std::hex << v;
                t << "\n b";
                for (auto v : b) t << " " << std::hex << v;
                t << "\n c " << c[0] << " sa";
                for (auto v : sa) t << " " << std::hex << v;
                t << " sb";
                for (auto v : sb) t << " " << std::hex << v;
                t << "\n old " << x << " new " << y;
                ADD_FAILURE() << t.str();
                return false;
            }
        }
        return true;
    }
    int overflows_ = 0;
    DotAdd old_;
    Evaluator now_;
};
TEST(OldAndNew, Random) {
    tb::Random random(std::getenv("SEED") ? std::stoull(std::getenv("SEED")) : 5);
    SpecMaker maker(random.bits());
    int bad = 0;
    const int rounds = std::getenv("ROUNDS") ? std::stoi(std::getenv("ROUNDS")) : 300;
    for (int i = 0; i < rounds && bad < 8; ++i) {
        for (unsigned a = 0; a < 9; ++a) {
            Spec spec = maker.make(static_cast<Algorithm>(a));
            if (spec.nan == NanEncoding::amd_rdna || spec.nan == NanEncoding::x86) spec.nan = NanEncoding::nvidia;
            if (spec.zero_group == ZeroGroup::terms) spec.zero_group = ZeroGroup::ignored;
            try {
                Both both(spec);
                if (!both.compare(random, 40, {})) ++bad;
            } catch (const std::exception& e) {
                ADD_FAILURE() << to_json_text(spec) << " " << e.what();
                ++bad;
            }
        }
    }
}
TEST(OldAndNew, Registry) {
    tb::Random random(7);
    for (const Instruction& x : registry()) {
        Both both(x.spec);
        both.compare(random, 300, {});
    }
}
}  // namespace
}  // namespace karat::test
