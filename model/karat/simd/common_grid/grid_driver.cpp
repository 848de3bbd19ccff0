// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "karat/simd/common_grid/grid_kernel.hpp"
#include "karat/simd/decoded_lines.hpp"
#include "karat/simd/kernel_driver.hpp"
#include "karat/simd/lane_value.hpp"

namespace karat::simd {
namespace {

/// The elements of a panel as integers.
struct Integers {
    LineVector<std::int32_t> significands;
    LineVector<std::int32_t> exponents;

    void resize(std::size_t count) {
        significands.resize(count);
        exponents.resize(count);
    }
};

struct GridBuffers final : DriverBuffers {
    std::vector<std::uint32_t> codes;
    DecodedLines<std::int32_t> decoded_rows;
    DecodedLines<std::int16_t> decoded_lanes;
    Integers rows;
    Integers lanes;
    LineVector<float> running;
};

/// c of unused lanes. 0 with no products is a case for the slower path of the kernel.
constexpr float kUnused = 1.0F;

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
        out->running.assign(kRows * lanes(), kUnused);
        return out;
    }
    [[nodiscard]] bool fits(const DriverBuffers& buffers) const override {
        const auto* const own = dynamic_cast<const GridBuffers*>(&buffers);
        return own != nullptr && own->running.size() == kRows * lanes();
    }
    void decode_rows(const LineBlock& block, DriverBuffers& buffers) const override {
        auto& own = static_cast<GridBuffers&>(buffers);
        DecodedLines<std::int32_t>& from = own.decoded_rows;
        from.fill(block.is_a ? a_ : b_, block, kRows, k_, own.codes);
        own.rows.resize(from.values.size());
        kernel_.pack_rows(fraction(block) + plan_.up, from.count, from.values.data(), from.exponents.data(),
                          own.rows.significands.data(), own.rows.exponents.data());
    }
    void decode_lanes(const LineBlock& block, DriverBuffers& buffers) const override {
        auto& own = static_cast<GridBuffers&>(buffers);
        DecodedLines<std::int16_t>& from = own.decoded_lanes;
        from.fill(block.is_a ? a_ : b_, block, lanes(), k_, own.codes);
        own.lanes.resize(from.values.size());
        kernel_.pack_lanes(fraction(block), from.count, from.values.data(), from.exponents.data(),
                           own.lanes.significands.data(), own.lanes.exponents.data());
    }
    void load(bool is_start, std::span<const std::byte> data, std::size_t first, std::size_t step,
              std::size_t count, std::size_t i, DriverBuffers& buffers) const override {
        float* const row = &static_cast<GridBuffers&>(buffers).running[i * lanes()];
        (is_start ? c_ : d_).load(data, first, step, count, row);
        std::fill(row + count, row + lanes(), kUnused);
    }
    void store(std::span<std::byte> data, std::size_t first, std::size_t step, std::size_t count,
               std::size_t i, DriverBuffers& buffers) const override {
        d_.store(data, first, step, count, &static_cast<GridBuffers&>(buffers).running[i * lanes()]);
    }
    void run(std::size_t row, std::size_t dot_adds, Repair& repair, DriverBuffers& buffers) const override {
        auto& own = static_cast<GridBuffers&>(buffers);
        const std::size_t at = row * k_ * dot_adds;
        const GridOperands in{&own.rows.significands[at], &own.rows.exponents[at],
                              own.lanes.significands.data(), own.lanes.exponents.data()};
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
