// SPDX-License-Identifier: Apache-2.0
#include "karat/simd/decoded_lines.hpp"
#include "karat/simd/kernel_driver.hpp"
#include "karat/simd/lane_value.hpp"

namespace karat::simd {
namespace {

struct FusedBuffers final : DriverBuffers {
    std::vector<std::uint32_t> codes;
    DecodedLines<std::int32_t> rows;
    DecodedLines<std::int16_t> lanes;
    LineVector<float> running;
    LineVector<std::byte> scratch;  ///< working storage of the kernel
};

class FusedPath final : public KernelDriver {
   public:
    FusedPath(const Program& program, const FusedPlan& fused, Simd simd)
        : plan_(fused),
          kernel_(fused_kernel(simd)),
          k_(static_cast<std::size_t>(program.operands().k)),
          a_(program, fused.decode, true, simd),
          b_(program, fused.decode, false, simd),
          c_({.format = program.operands().c}),
          d_(fused.out.rule) {}

    [[nodiscard]] std::size_t lanes() const override { return static_cast<std::size_t>(kernel_.lanes); }
    [[nodiscard]] std::unique_ptr<DriverBuffers> buffers() const override {
        auto out = std::make_unique<FusedBuffers>();
        out->running.assign(kRows * lanes(), 0.0F);
        out->scratch.resize(kernel_.scratch_bytes(plan_));
        return out;
    }
    [[nodiscard]] bool fits(const DriverBuffers& buffers) const override {
        const auto* const own = dynamic_cast<const FusedBuffers*>(&buffers);
        return own != nullptr && own->running.size() == kRows * lanes() &&
               own->scratch.size() >= kernel_.scratch_bytes(plan_);
    }
    void decode_rows(const LineBlock& block, DriverBuffers& buffers) const override {
        auto& own = static_cast<FusedBuffers&>(buffers);
        own.rows.fill(block.is_a ? a_ : b_, block, kRows, k_, own.codes);
    }
    void decode_lanes(const LineBlock& block, DriverBuffers& buffers) const override {
        auto& own = static_cast<FusedBuffers&>(buffers);
        own.lanes.fill(block.is_a ? a_ : b_, block, lanes(), k_, own.codes);
    }
    void load(bool is_start, std::span<const std::byte> data, std::size_t first, std::size_t step,
              std::size_t count, std::size_t i, DriverBuffers& buffers) const override {
        (is_start ? c_ : d_)
            .load(data, first, step, count, &static_cast<FusedBuffers&>(buffers).running[i * lanes()]);
    }
    void store(std::span<std::byte> data, std::size_t first, std::size_t step, std::size_t count,
               std::size_t i, DriverBuffers& buffers) const override {
        d_.store(data, first, step, count, &static_cast<FusedBuffers&>(buffers).running[i * lanes()]);
    }
    void run(std::size_t row, std::size_t dot_adds, Repair& repair, DriverBuffers& buffers) const override {
        auto& own = static_cast<FusedBuffers&>(buffers);
        const std::size_t at = row * k_ * dot_adds;
        const FusedOperands in{&own.rows.values[at], &own.rows.exponents[at], own.lanes.values.data(),
                               own.lanes.exponents.data()};
        kernel_.run(plan_, dot_adds, in, repair, own.running.data(), own.scratch.data());
    }

   private:
    FusedPlan plan_;
    FusedKernel kernel_;
    std::size_t k_;
    PanelDecoder a_;
    PanelDecoder b_;
    LaneCodec c_;
    LaneCodec d_;
};

}  // namespace

std::unique_ptr<const KernelDriver> fused_driver(const Program& program, const Bounds& bounds, Simd simd) {
    const auto fused = plan_fused(program, bounds);
    if (!fused) return nullptr;
    return std::make_unique<FusedPath>(program, *fused, simd);
}

}  // namespace karat::simd
