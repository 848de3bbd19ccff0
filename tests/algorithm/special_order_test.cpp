// SPDX-License-Identifier: Apache-2.0
// Precedence among special values: many NaNs, infinities, overflowing products, and zero or NaN scale factors
// in one dot-add.
#include <array>

#include "bridge.hpp"
#include "karat_tb/stimulus/random.hpp"

namespace karat::test {
namespace {

/// bf16. The product of two of the large values overflows fp32.
constexpr std::array<std::uint64_t, 9> kElements{0x3F80, 0xBF80, 0x0000, 0x8000, 0x7F00,
                                                 0xFF00, 0x7F80, 0xFF80, 0x7FC0};
constexpr std::array<std::uint64_t, 7> kC{0x3F800000, 0xBF800000, 0x00000000, 0x80000000,
                                          0x7F800000, 0xFF800000, 0x7FC00000};

class SpecialOperands {
   public:
    explicit SpecialOperands(const Spec& spec) : spec_(spec), random_(3) {}

    reference::Case next() {
        reference::Case out;
        const std::size_t some = random_.one_in(3) ? kElements.size() : 6;  // 6: no infinite or NaN operand
        for (int k = 0; k < spec_.k; ++k) {
            out.a.push_back(kElements[random_.below(some)]);
            out.b.push_back(kElements[random_.below(some)]);
        }
        out.c = kC[random_.below(kC.size())];
        if (!spec_.scale) return out;
        const std::uint64_t one = spec_.scale == Format::ue8m0 ? 0x7F : 0x38;
        const std::uint64_t nan = spec_.scale == Format::ue8m0 ? 0xFF : 0x7F;
        for (int i = 0; i < 2 * spec_.k / spec_.scale_block_or_default(); ++i) {
            const std::uint64_t factor = random_.one_in(6) ? 0 : random_.one_in(10) ? nan : one;
            (i % 2 == 0 ? out.scale_a : out.scale_b).push_back(factor);
        }
        return out;
    }

   private:
    Spec spec_;
    tb::Random random_;
};

class SpecialOrder : public testing::TestWithParam<Algorithm> {};

TEST_P(SpecialOrder, IsTheReferences) {
    Spec spec;
    spec.algorithm = GetParam();
    spec.a = spec.b = Format::bf16;
    spec.k = 4;
    if (spec.algorithm == Algorithm::gfda || spec.algorithm == Algorithm::gfdrda) spec.group = 2;
    const bool scales = spec.algorithm <= Algorithm::gfda;
    for (const ProductOverflow overflow : {ProductOverflow::none, ProductOverflow::inf}) {
        spec.product_overflow = overflow;
        for (const auto scale :
             {std::optional<Format>(), std::optional(Format::ue8m0), std::optional(Format::ue4m3)}) {
            if (scale && !scales) continue;
            spec.scale = scale;
            spec.scale_block = scale ? std::optional(2) : std::nullopt;
            const DotAdd dot(spec);
            const reference::Params params = to_params(spec);
            SpecialOperands operands(spec);
            for (int i = 0; i < 20'000; ++i) {
                const reference::Case x = operands.next();
                const std::uint64_t expected =
                    reference::dot_add(params, x.a, x.b, x.scale_a, x.scale_b, x.c);
                std::string shown;
                for (const auto* row : {&x.a, &x.b, &x.scale_a, &x.scale_b}) {
                    for (const std::uint64_t v : *row) shown += " " + to_hex(v, Format::bf16);
                    shown += " |";
                }
                ASSERT_EQ(dot({x.a, x.b, x.scale_a, x.scale_b, x.c}), expected)
                    << to_json_text(spec) << "\n"
                    << shown << " c " << to_hex(x.c, spec.c);
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Algorithms, SpecialOrder,
                         testing::Values(Algorithm::fda, Algorithm::sda, Algorithm::gfda, Algorithm::fdrda,
                                         Algorithm::gfdrda),
                         [](const auto& info) { return std::string(name_of(info.param)); });

}  // namespace
}  // namespace karat::test
