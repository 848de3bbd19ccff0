// SPDX-License-Identifier: Apache-2.0
#include "karat/simd/common_grid/grid_kernel.hpp"
#include "karat/simd/decoded_lines.hpp"
#include "karat/simd/kernel_driver.hpp"
#include "karat/simd/lane_value.hpp"

namespace karat::simd {
namespace {

struct GridBuffers final : DriverBuffers {
    std::vector<std::uint32_t> codes;
    DecodedLines<std::int32_t> rows;
    DecodedLines<std::int16_t> lanes;
    LineVector<std::int32_t> row_significands;
    LineVector<std::int32_t> row_exponents;
    LineVector<std::int32_t> lane_words;
    LineVector<float> running;
};

class GridPath final : public KernelDriver {
   public:
    GridPath(const Program& program, const GridPlan& plan, Simd simd)
        : plan_(plan),
          kernel_(grid_kernel(simd)),
          k_(static_cast<std::size_t>(program.operands().k)),
          a_(program, plan.decode, true, simd),
          b_(program, plan.decode, false, simd),
          c_({.format = program.operands().c}),
          d_(plan.stored) {}

    [[nodiscard]] std::size_t lanes() const override { return static_cast<std::size_t>(kernel_.lanes); }
    [[nodiscard]] std::unique_ptr<DriverBuffers> buffers() const override {
        auto out = std::make_unique<GridBuffers>();
        out->running.assign(kRows * lanes(), 0.0F);
        return out;
    }
    [[nodiscard]] bool fits(const DriverBuffers& buffers) const override {
        const auto* const own = dynamic_cast<const GridBuffers*>(&buffers);
        return own != nullptr && own->running.size() == kRows * lanes();
    }
    void decode_rows(const LineBlock& block, DriverBuffers& buffers) const override {
        auto& own = static_cast<GridBuffers&>(buffers);
        own.rows.fill(block.is_a ? a_ : b_, block, kRows, k_, own.codes);
        own.row_significands.resize(own.rows.values.size());
        own.row_exponents.resize(own.rows.values.size());
        kernel_.pack_rows(fraction(block) + plan_.up, own.rows.count, own.rows.values.data(),
                          own.rows.exponents.data(), own.row_significands.data(), own.row_exponents.data());
    }
    void decode_lanes(const LineBlock& block, DriverBuffers& buffers) const override {
        auto& own = static_cast<GridBuffers&>(buffers);
        own.lanes.fill(block.is_a ? a_ : b_, block, lanes(), k_, own.codes);
        own.lane_words.resize(own.lanes.values.size());
        kernel_.pack_lanes(fraction(block), own.lanes.count, own.lanes.values.data(),
                           own.lanes.exponents.data(), own.lane_words.data());
    }
    void load(bool is_start, std::span<const std::byte> data, std::size_t first, std::size_t step,
              std::size_t count, std::size_t i, DriverBuffers& buffers) const override {
        (is_start ? c_ : d_)
            .load(data, first, step, count, &static_cast<GridBuffers&>(buffers).running[i * lanes()]);
    }
    void store(std::span<std::byte> data, std::size_t first, std::size_t step, std::size_t count,
               std::size_t i, DriverBuffers& buffers) const override {
        d_.store(data, first, step, count, &static_cast<GridBuffers&>(buffers).running[i * lanes()]);
    }
    void run(std::size_t row, std::size_t dot_adds, Repair& repair, DriverBuffers& buffers) const override {
        auto& own = static_cast<GridBuffers&>(buffers);
        const std::size_t at = row * k_ * dot_adds;
        const GridOperands in{&own.row_significands[at], &own.row_exponents[at], own.lane_words.data()};
        kernel_.run(plan_, dot_adds, in, repair, own.running.data());
    }

   private:
    [[nodiscard]] int fraction(const LineBlock& block) const {
        return block.is_a ? plan_.fraction_a : plan_.fraction_b;
    }

    GridPlan plan_;
    GridKernel kernel_;
    std::size_t k_;
    PanelDecoder a_;
    PanelDecoder b_;
    LaneCodec c_;
    LaneCodec d_;
};

}  // namespace

std::unique_ptr<const KernelDriver> grid_driver(const Program& program, Simd simd) {
    const auto plan = plan_grid(program);
    if (!plan) return nullptr;
    return std::make_unique<GridPath>(program, *plan, simd);
}

}  // namespace karat::simd
