// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cstring>

#include "karat/evaluate/packed.hpp"
#include "karat/simd/integer/integer_kernel.hpp"
#include "karat/simd/integer/integer_packer.hpp"

namespace karat::simd {
namespace {

struct IntegerBuffers final : DriverBuffers {
    LineVector<std::int16_t> lines;  ///< working storage of the packers
    LineVector<std::int32_t> row_panels;
    LineVector<std::int32_t> lane_panels;
    LineVector<std::int32_t> running;
};

/// No lane needs a repair.
class IntegerPath final : public KernelDriver {
   public:
    IntegerPath(const OperandRules& rules, const IntegerPlan& plan, Simd simd)
        : plan_(plan),
          kernel_(integer_kernel(simd)),
          a_(plan, rules, true, simd),
          b_(plan, rules, false, simd) {}

    [[nodiscard]] std::size_t lanes() const override { return static_cast<std::size_t>(kernel_.lanes); }
    [[nodiscard]] std::unique_ptr<DriverBuffers> buffers() const override {
        auto out = std::make_unique<IntegerBuffers>();
        out->running.assign(kRows * lanes(), 0);
        return out;
    }
    [[nodiscard]] bool fits(const DriverBuffers& buffers) const override {
        const auto* const own = dynamic_cast<const IntegerBuffers*>(&buffers);
        return own != nullptr && own->running.size() == kRows * lanes();
    }
    void decode_rows(const LineBlock& block, DriverBuffers& buffers) const override {
        auto& own = static_cast<IntegerBuffers&>(buffers);
        (block.is_a ? a_ : b_).pack(block, kRows, own.row_panels, own.lines);
    }
    void decode_lanes(const LineBlock& block, DriverBuffers& buffers) const override {
        auto& own = static_cast<IntegerBuffers&>(buffers);
        (block.is_a ? a_ : b_).pack(block, lanes(), own.lane_panels, own.lines);
    }
    void load(bool /*is_start*/, std::span<const std::byte> data, std::size_t first, std::size_t step,
              std::size_t count, std::size_t i, DriverBuffers& buffers) const override {
        std::int32_t* const out = running(buffers, i);
        if (step == 1 && std::endian::native == std::endian::little) {
            std::memcpy(out, &data[first * sizeof *out], count * sizeof *out);
            return;
        }
        for (std::size_t j = 0; j < count; ++j)
            out[j] = static_cast<std::int32_t>(load_element(data, first + j * step, 32));
    }
    void store(std::span<std::byte> data, std::size_t first, std::size_t step, std::size_t count,
               std::size_t i, DriverBuffers& buffers) const override {
        const std::int32_t* const from = running(buffers, i);
        for (std::size_t j = 0; j < count; ++j)
            store_element(data, first + j * step, 32, static_cast<std::uint32_t>(from[j]));
    }
    void run(std::size_t row, std::size_t dot_adds, Repair& /*unused*/,
             DriverBuffers& buffers) const override {
        auto& own = static_cast<IntegerBuffers&>(buffers);
        kernel_.run(plan_, dot_adds, &own.row_panels[row * a_.length(dot_adds)], own.lane_panels.data(),
                    own.running.data());
    }

   private:
    [[nodiscard]] std::int32_t* running(DriverBuffers& buffers, std::size_t row) const {
        return &static_cast<IntegerBuffers&>(buffers).running[row * lanes()];
    }

    IntegerPlan plan_;
    IntegerKernel kernel_;
    IntegerPacker a_;
    IntegerPacker b_;
};

}  // namespace

std::unique_ptr<const KernelDriver> integer_driver(const Program& program, Simd simd) {
    const auto plan = plan_integers(program);
    if (!plan) return nullptr;
    return std::make_unique<IntegerPath>(program.operands(), *plan, simd);
}

}  // namespace karat::simd
