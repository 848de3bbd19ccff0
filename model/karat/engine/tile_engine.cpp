// SPDX-License-Identifier: Apache-2.0
#include "karat/engine/tile_engine.hpp"

#include <algorithm>

#include "karat/engine/fda_kernel.hpp"
#include "karat/engine/lane_value.hpp"
#include "karat/engine/panels.hpp"

namespace karat {

using namespace engine;

struct TileWorkspace::Buffers {
    LineVector<float> row_values;
    LineVector<std::int32_t> row_exponents;
    LineVector<float> lane_values;
    LineVector<std::int16_t> lane_exponents;
    LineVector<float> lanes;
    std::vector<std::uint64_t> a, b, scale_a, scale_b;  // of a lane that is repaired
    std::size_t repaired = 0;
};

TileWorkspace::TileWorkspace() : buffers_(std::make_unique<Buffers>()) {}
TileWorkspace::~TileWorkspace() = default;
std::size_t TileWorkspace::repaired() const { return buffers_->repaired; }
TileWorkspace::TileWorkspace(TileWorkspace&&) noexcept = default;
TileWorkspace& TileWorkspace::operator=(TileWorkspace&&) noexcept = default;

struct TileEngine::Fast {
    FdaPlan plan;
    FdaKernel kernel;
    LineDecoder a;
    LineDecoder b;
    LaneCodec c;
    LaneCodec d;
};

namespace {

std::size_t divide_up(std::size_t x, std::size_t by) { return (x + by - 1) / by; }

template <class M>
std::size_t element_index(const M& matrix, std::size_t row, std::size_t column) {
    return matrix.column_major ? column * matrix.leading + row : row * matrix.leading + column;
}

/// A tile as the kernel sees it: its rows are those of A and its lanes the columns of B, or the other way round (`swapped`), whichever
/// leaves fewer lanes idle.
struct Layout {
    std::size_t m, n;
    bool swapped;
    [[nodiscard]] std::size_t rows() const { return swapped ? n : m; }
    [[nodiscard]] std::size_t columns() const { return swapped ? m : n; }
    [[nodiscard]] std::size_t at(const auto& matrix, std::size_t row, std::size_t column) const {
        return swapped ? element_index(matrix, column, row) : element_index(matrix, row, column);
    }
};

Layout choose_layout(std::size_t m, std::size_t n, int lanes) {
    const auto cost = [&](std::size_t rows, std::size_t columns) {
        return divide_up(rows, kRows) * kRows * divide_up(columns, static_cast<std::size_t>(lanes)) * static_cast<std::size_t>(lanes);
    };
    return {m, n, cost(n, m) < cost(m, n)};
}

/// Lanes the kernel leaves go through DotAdd.
class LaneRepair final : public Repair {
   public:
    LaneRepair(const DotAdd& dot, const TileOperands& in, const Layout& layout, int lanes, TileWorkspace::Buffers& buffers)
        : dot_(dot), in_(in), layout_(layout), lanes_(static_cast<std::size_t>(lanes)), buffers_(buffers) {}

    void move_to(std::size_t row, std::size_t column) {
        row_ = row;
        column_ = column;
    }

    void repair(std::size_t /*index*/, const std::int32_t* bad, const float* before, float* after) override {
        const std::size_t rows = std::min<std::size_t>(kRows, layout_.rows() - row_);
        const std::size_t columns = std::min(lanes_, layout_.columns() - column_);
        for (std::size_t r = 0; r < rows; ++r) {
            for (std::size_t j = 0; j < columns; ++j) {
                const std::size_t lane = r * lanes_ + j;
                if (bad[lane] == 0) continue;
                after[lane] = dot_add(row_ + r, column_ + j, before[lane]);
                ++buffers_.repaired;
            }
        }
    }

   private:
    [[nodiscard]] float dot_add(std::size_t row, std::size_t column, float c) {
        const Spec& spec = dot_.spec();
        const std::size_t i = layout_.swapped ? column : row;
        const std::size_t j = layout_.swapped ? row : column;
        const auto k = static_cast<std::size_t>(spec.k);
        gather(in_.a, true, i, k, info(spec.a).bits, buffers_.a);
        gather(in_.b, false, j, k, info(spec.b).bits, buffers_.b);
        if (spec.scale) {
            gather(in_.scale_a, true, i, dot_.scale_count(), info(*spec.scale).bits, buffers_.scale_a);
            gather(in_.scale_b, false, j, dot_.scale_count(), info(*spec.scale).bits, buffers_.scale_b);
        }
        const OutputRule as_c{.format = spec.c};
        const auto scales = [&](const std::vector<std::uint64_t>& all) { return std::span(all).first(dot_.scale_count()); };
        const std::uint64_t d = dot_({buffers_.a, buffers_.b, scales(buffers_.scale_a), scales(buffers_.scale_b), lane_encoding(c, as_c)});
        return lane_value(d, info(spec.d));
    }

    static void gather(const ConstMatrix& matrix, bool by_row, std::size_t line, std::size_t count, int bits,
                       std::vector<std::uint64_t>& out) {
        out.resize(count);
        for (std::size_t k = 0; k < count; ++k) {
            out[k] = load_element(matrix.data, by_row ? element_index(matrix, line, k) : element_index(matrix, k, line), bits);
        }
    }

    const DotAdd& dot_;
    const TileOperands& in_;
    Layout layout_;
    std::size_t lanes_;
    TileWorkspace::Buffers& buffers_;
    std::size_t row_ = 0;
    std::size_t column_ = 0;
};

/// Decodes lines [0, count) into panels of `width` lines each. The lines that the last panel has too many are zeros.
template <class Exponent>
void fill_panels(const LineDecoder& decoder, const Lines& lines, std::size_t count, std::size_t width, std::size_t k,
                 LineVector<float>& values, LineVector<Exponent>& exponents) {
    const std::size_t padded = divide_up(count, width) * width;
    values.resize(padded * k);
    exponents.resize(padded * k);
    for (std::size_t i = 0; i < padded; ++i) {
        const std::size_t first = i / width * width * k;
        const Panel<Exponent> panel{&values[first], &exponents[first], width};
        i < count ? decoder.decode(lines, i, 0, panel, i % width) : clear(panel, k, i % width);
    }
}

/// C or D as the kernel walks it: the element of row r and lane j of the block at `at` is number at + r * row + j * lane.
struct Walk {
    std::size_t row, lane;
    Walk(const auto& matrix, bool swapped)
        : row(matrix.column_major != swapped ? 1 : matrix.leading), lane(matrix.column_major != swapped ? matrix.leading : 1) {}
};

}  // namespace

TileEngine::TileEngine(const DotAdd& dot, Simd simd) : dot_(dot) {
    if (const auto plan = plan_fda(dot_.plan())) {
        fast_ = std::make_unique<Fast>(Fast{*plan, fda_kernel(simd), LineDecoder(dot_.plan(), true), LineDecoder(dot_.plan(), false),
                                            LaneCodec({.format = dot_.spec().c}), LaneCodec(plan->out.rule)});
    }
}
TileEngine::~TileEngine() = default;
TileEngine::TileEngine(TileEngine&&) noexcept = default;
TileEngine& TileEngine::operator=(TileEngine&&) noexcept = default;

void TileEngine::run(std::size_t m, std::size_t n, const TileOperands& in, const Matrix& d, TileWorkspace& workspace) const {
    if (!is_fast()) return tile(dot_, m, n, in, d);
    check_tile(dot_, m, n, in, d);
    if (m == 0 || n == 0) return;
    const Spec& spec = dot_.spec();
    const FdaKernel& kernel = fast_->kernel;
    const auto width = static_cast<std::size_t>(kernel.lanes);
    const auto k = static_cast<std::size_t>(spec.k);
    const Layout layout = choose_layout(m, n, kernel.lanes);
    TileWorkspace::Buffers& buffers = workspace.buffers();
    const Lines a{in.a, in.scale_a, true};
    const Lines b{in.b, in.scale_b, false};
    fill_panels(layout.swapped ? fast_->b : fast_->a, layout.swapped ? b : a, layout.rows(), kRows, k, buffers.row_values,
                buffers.row_exponents);
    fill_panels(layout.swapped ? fast_->a : fast_->b, layout.swapped ? a : b, layout.columns(), width, k, buffers.lane_values,
                buffers.lane_exponents);

    const Walk c_walk(in.c, layout.swapped);
    const Walk d_walk(d, layout.swapped);
    LaneRepair repair(dot_, in, layout, kernel.lanes, buffers);
    buffers.lanes.assign(kRows * width, 0.0F);
    for (std::size_t column = 0; column < layout.columns(); column += width) {
        const std::size_t columns = std::min(width, layout.columns() - column);
        for (std::size_t row = 0; row < layout.rows(); row += kRows) {
            const std::size_t rows = std::min<std::size_t>(kRows, layout.rows() - row);
            for (std::size_t r = 0; r < rows; ++r) {
                fast_->c.load(in.c.data, (row + r) * c_walk.row + column * c_walk.lane, c_walk.lane, columns, &buffers.lanes[r * width]);
            }
            repair.move_to(row, column);
            kernel.run(fast_->plan, 1,
                       {&buffers.row_values[row * k], &buffers.row_exponents[row * k], &buffers.lane_values[column * k],
                        &buffers.lane_exponents[column * k]},
                       repair, buffers.lanes.data());
            for (std::size_t r = 0; r < rows; ++r) {
                fast_->d.store(d.data, (row + r) * d_walk.row + column * d_walk.lane, d_walk.lane, columns, &buffers.lanes[r * width]);
            }
        }
    }
}

void TileEngine::run(const Shape& shape, const TileOperands& in, const Matrix& d, TileWorkspace& workspace) const {
    for_each_block(dot_.spec(), shape, in, d, [&](const TileOperands& block, const Matrix& out) {
        run(static_cast<std::size_t>(shape.m), static_cast<std::size_t>(shape.n), block, out, workspace);
    });
}

}  // namespace karat
