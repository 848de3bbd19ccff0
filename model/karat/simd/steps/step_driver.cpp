// SPDX-License-Identifier: Apache-2.0
#include "karat/simd/kernel_driver.hpp"
#include "karat/simd/steps/step_decoder.hpp"
#include "karat/simd/steps/step_kernel.hpp"

namespace karat::simd {
namespace {

template <class T>
struct StepBuffers final : DriverBuffers {
    std::vector<T> numbers;
    LineVector<T> rows;
    LineVector<T> lanes;
    LineVector<T> running;
    // For lanes that are left to the readable model:
    LineVector<T> before;
    LineVector<T> after;
    LineVector<std::int32_t> bad;
};

template <class T>
class StepPath final : public KernelDriver {
   public:
    StepPath(const OperandRules& operands, const StepPlan& steps, const StepKernel<T>& kernel)
        : plan_(steps),
          kernel_(kernel),
          k_(static_cast<std::size_t>(operands.k)),
          a_(operands.a, steps.flush_a, steps.flush_sign, steps.order),
          b_(operands.b, steps.flush_b, steps.flush_sign, steps.order),
          c_({.format = operands.c}),
          d_(steps.out) {}

    [[nodiscard]] std::size_t lanes() const override { return static_cast<std::size_t>(kernel_.lanes); }
    [[nodiscard]] std::unique_ptr<DriverBuffers> buffers() const override {
        auto out = std::make_unique<StepBuffers<T>>();
        out->running.assign(kRows * lanes(), T{0});
        out->bad.assign(kRows * lanes(), 0);
        return out;
    }
    [[nodiscard]] bool fits(const DriverBuffers& buffers) const override {
        const auto* const own = dynamic_cast<const StepBuffers<T>*>(&buffers);
        return own != nullptr && own->running.size() == kRows * lanes();
    }
    void decode_rows(const LineBlock& block, DriverBuffers& buffers) const override {
        auto& own = static_cast<StepBuffers<T>&>(buffers);
        fill(block, kRows, own.rows, own.numbers);
    }
    void decode_lanes(const LineBlock& block, DriverBuffers& buffers) const override {
        auto& own = static_cast<StepBuffers<T>&>(buffers);
        fill(block, lanes(), own.lanes, own.numbers);
    }
    void load(bool is_start, std::span<const std::byte> data, std::size_t first, std::size_t step,
              std::size_t count, std::size_t i, DriverBuffers& buffers) const override {
        (is_start ? c_ : d_)
            .load(data, first, step, count, &static_cast<StepBuffers<T>&>(buffers).running[i * lanes()]);
    }
    void store(std::span<std::byte> data, std::size_t first, std::size_t step, std::size_t count,
               std::size_t i, DriverBuffers& buffers) const override {
        d_.store(data, first, step, count, &static_cast<StepBuffers<T>&>(buffers).running[i * lanes()]);
    }
    void run(std::size_t row, std::size_t dot_adds, Repair& repair, DriverBuffers& buffers) const override {
        auto& own = static_cast<StepBuffers<T>&>(buffers);
        if (plan_.leaves_nan) own.before = own.running;
        kernel_.run(plan_, dot_adds, &own.rows[row * k_ * dot_adds], own.lanes.data(), own.running.data());
        if (plan_.leaves_nan) repair_nans(dot_adds, repair, own);
    }

   private:
    /// Computes the lanes that have become NaNs again, from the first dot-add on.
    static void repair_nans(std::size_t dot_adds, Repair& repair, StepBuffers<T>& own) {
        std::int32_t any = 0;
        for (std::size_t i = 0; i < own.bad.size(); ++i)
            any |= own.bad[i] = std::isnan(own.running[i]) ? 1 : 0;
        if (any == 0) return;
        own.after.assign(own.before.size(), T{0});  // unused lanes, which nobody repairs
        for (std::size_t i = 0; i < dot_adds; ++i) {
            repair.repair(i, own.bad.data(), own.before.data(), own.after.data());
            own.before.swap(own.after);
        }
        for (std::size_t i = 0; i < own.bad.size(); ++i)
            if (own.bad[i] != 0) own.running[i] = own.before[i];
    }

    /// Unused columns keep their old values: no lane depends on another one, and unused lanes are not stored.
    void fill(const LineBlock& block, std::size_t width, LineVector<T>& panels,
              std::vector<T>& numbers) const {
        const std::size_t length = k_ * block.dot_adds;
        const std::size_t padded = (block.count + width - 1) / width * width;
        panels.resize(std::max(panels.size(), padded * length));
        for (std::size_t i = 0; i < block.count; ++i) {
            T* const out = &panels[i / width * width * length + i % width];
            (block.is_a ? a_ : b_)
                .decode(block.lines, block.first + i, block.place, block.dot_adds, out, width, numbers);
        }
    }

    StepPlan plan_;
    StepKernel<T> kernel_;
    std::size_t k_;
    StepDecoder<T> a_;
    StepDecoder<T> b_;
    StepCodec<T> c_;
    StepCodec<T> d_;
};

}  // namespace

std::unique_ptr<const KernelDriver> step_driver(const Program& program, const Bounds& bounds, Simd simd) {
    const auto steps = plan_steps(program, bounds);
    if (!steps) return nullptr;
    if (steps->wide)
        return std::make_unique<StepPath<double>>(program.operands(), *steps, step_kernel_fp64(simd));
    return std::make_unique<StepPath<float>>(program.operands(), *steps, step_kernel_fp32(simd));
}

}  // namespace karat::simd
