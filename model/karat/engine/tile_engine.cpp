// SPDX-License-Identifier: Apache-2.0
#include "karat/engine/tile_engine.hpp"

#include <algorithm>

#include "karat/engine/fused_kernel.hpp"
#include "karat/engine/lane_source.hpp"
#include "karat/engine/lane_value.hpp"
#include "karat/engine/line_decoder.hpp"

namespace karat {

using namespace engine;

struct TileWorkspace::Buffers {
    std::vector<std::uint32_t> codes;
    LineVector<float> row_values;
    LineVector<std::int32_t> row_exponents;
    LineVector<float> lane_values;
    LineVector<std::int16_t> lane_exponents;
    LineVector<float> lanes;
    std::size_t repaired = 0;
};

TileWorkspace::TileWorkspace() : buffers_(std::make_unique<Buffers>()) {}
TileWorkspace::~TileWorkspace() = default;
std::size_t TileWorkspace::repaired() const { return buffers_->repaired; }
TileWorkspace::TileWorkspace(TileWorkspace&&) noexcept = default;
TileWorkspace& TileWorkspace::operator=(TileWorkspace&&) noexcept = default;

struct TileEngine::Fast {
    FusedPlan plan;
    FusedKernel kernel;
    LineDecoder a;
    LineDecoder b;
    LaneCodec c;
    LaneCodec d;
};

namespace {

// Operands are decoded in blocks of kBlockRows rows and about kBlockK places, so that the decoded ones stay in the second-level cache and
// need little memory beside the matrices: 8 bytes an element of a row, 6 of a lane.
constexpr std::size_t kBlockRows = 64;
constexpr std::size_t kBlockK = 512;

std::size_t divide_up(std::size_t x, std::size_t by) { return (x + by - 1) / by; }

/// D as the kernel sees it: its rows are those of A and its lanes the columns of B, or the other way round (`swapped`), whichever leaves
/// fewer lanes idle.
struct Layout {
    Region region;
    bool swapped;

    Layout(const Region& wanted, std::size_t lanes) : region(wanted) {
        const auto cost = [&](std::size_t rows, std::size_t columns) {
            return divide_up(rows, kRows) * kRows * divide_up(columns, lanes) * lanes;
        };
        swapped = cost(region.columns, region.rows) < cost(region.rows, region.columns);
        if (swapped) region = {region.column, region.columns, region.row, region.rows, region.local};
    }
    /// Index in C or D of a row's first element, and the distance of its elements.
    [[nodiscard]] std::size_t first(const auto& matrix, std::size_t row, std::size_t column) const {
        const std::size_t i = region.local ? row - region.row : row;
        const std::size_t j = region.local ? column - region.column : column;
        return swapped ? element_at(matrix, j, i) : element_at(matrix, i, j);
    }
    [[nodiscard]] static std::size_t step(const auto& matrix, bool across) { return matrix.column_major != across ? matrix.leading : 1; }
    [[nodiscard]] std::size_t step(const auto& matrix) const { return step(matrix, swapped); }
};

/// Lanes the kernel leaves go through DotAdd.
class LaneRepair final : public Repair {
   public:
    LaneRepair(const DotAdd& dot, const TileOperands& in, const std::uint32_t* k_order, const Layout& layout, std::size_t lanes,
               std::size_t& repaired)
        : dot_(dot), source_(dot, in, k_order), layout_(layout), lanes_(lanes), repaired_(repaired) {}

    /// The lanes of the next call: rows and columns of the layout's D, and the first dot-add.
    void move_to(const Region& lanes, std::size_t first) {
        at_ = lanes;
        first_ = first;
    }

    void repair(std::size_t index, const std::int32_t* bad, const float* before, float* after) override {
        const OutputRule c_rule{.format = dot_.spec().c};
        for (std::size_t r = 0; r < at_.rows; ++r) {
            for (std::size_t j = 0; j < at_.columns; ++j) {
                const std::size_t lane = r * lanes_ + j;
                if (bad[lane] == 0) continue;
                const std::size_t row = layout_.swapped ? at_.column + j : at_.row + r;
                const std::size_t column = layout_.swapped ? at_.row + r : at_.column + j;
                const std::uint64_t d = source_.dot_add(row, column, first_ + index, lane_encoding(before[lane], c_rule));
                after[lane] = lane_value(d, info(dot_.spec().d));
                ++repaired_;
            }
        }
    }

   private:
    const DotAdd& dot_;
    LaneSource source_;
    const Layout& layout_;
    std::size_t lanes_;
    std::size_t& repaired_;
    Region at_;
    std::size_t first_ = 0;
};

/// Decodes lines [first, first + count) into panels of `width` lines. What the last panel has too many of becomes zeros.
template <class Exponent>
void fill_panels(const LineDecoder& decoder, const Lines& lines, std::size_t first, std::size_t count, std::size_t width, std::size_t place,
                 std::size_t dot_adds, std::size_t k, TileWorkspace::Buffers& buffers, LineVector<float>& values,
                 LineVector<Exponent>& exponents) {
    const std::size_t padded = divide_up(count, width) * width;
    values.resize(std::max(values.size(), padded * k * dot_adds));
    exponents.resize(values.size());
    for (std::size_t i = 0; i < padded; i += 4) {
        const std::size_t start = i / width * width * k * dot_adds;
        const int present = i < count ? static_cast<int>(std::min<std::size_t>(4, count - i)) : 0;
        decoder.decode(lines, first + i, present, place, dot_adds, Panel<Exponent>{&values[start], &exponents[start], width}, i % width,
                       buffers.codes);
    }
}

}  // namespace

TileEngine::TileEngine(const DotAdd& dot, Simd simd) : dot_(dot) {
    if (const auto plan = plan_fused(dot_.plan())) {
        fast_ = std::make_unique<Fast>(Fast{*plan, fused_kernel(simd), LineDecoder(dot_.plan(), *plan, true, simd),
                                            LineDecoder(dot_.plan(), *plan, false, simd), LaneCodec({.format = dot_.spec().c}),
                                            LaneCodec(plan->out.rule)});
    }
}
TileEngine::~TileEngine() = default;
TileEngine::TileEngine(TileEngine&&) noexcept = default;
TileEngine& TileEngine::operator=(TileEngine&&) noexcept = default;

void TileEngine::run_fast(const Region& region, const Chain& chain, const TileOperands& in, const Matrix& d,
                          TileWorkspace& workspace) const {
    const FusedKernel& kernel = fast_->kernel;
    const auto width = static_cast<std::size_t>(kernel.lanes);
    const auto k = static_cast<std::size_t>(dot_.spec().k);
    const Layout layout(region, width);
    const Lines a{in.a, in.scale_a, true, chain.k_order};
    const Lines b{in.b, in.scale_b, false, chain.k_order};
    const Lines& row_lines = layout.swapped ? b : a;
    const Lines& lane_lines = layout.swapped ? a : b;
    const LineDecoder& row_decoder = layout.swapped ? fast_->b : fast_->a;
    const LineDecoder& lane_decoder = layout.swapped ? fast_->a : fast_->b;
    TileWorkspace::Buffers& buffers = workspace.buffers();
    LaneRepair repair(dot_, in, chain.k_order, layout, width, buffers.repaired);
    buffers.lanes.assign(kRows * width, 0.0F);
    const Region& all = layout.region;
    const std::size_t chunk = std::max<std::size_t>(1, kBlockK / k);
    for (std::size_t row = 0; row < all.rows; row += kBlockRows) {
        const std::size_t rows = std::min(kBlockRows, all.rows - row);
        for (std::size_t done = 0; done < chain.count; done += chunk) {
            const std::size_t count = std::min(chunk, chain.count - done);
            const std::size_t first = chain.first + done;
            const ConstMatrix start = done == 0 ? in.c : ConstMatrix{d.data, d.leading, d.column_major};
            const LaneCodec& start_codec = done == 0 ? fast_->c : fast_->d;
            fill_panels(row_decoder, row_lines, all.row + row, rows, kRows, first * k, count, k, buffers, buffers.row_values,
                        buffers.row_exponents);
            for (std::size_t column = 0; column < all.columns; column += width) {
                const std::size_t columns = std::min(width, all.columns - column);
                fill_panels(lane_decoder, lane_lines, all.column + column, columns, width, first * k, count, k, buffers,
                            buffers.lane_values, buffers.lane_exponents);
                for (std::size_t r = 0; r < rows; r += kRows) {
                    const Region lanes{all.row + row + r, std::min<std::size_t>(kRows, rows - r), all.column + column, columns};
                    for (std::size_t i = 0; i < lanes.rows; ++i) {
                        start_codec.load(start.data, layout.first(start, lanes.row + i, lanes.column), layout.step(start), columns,
                                         &buffers.lanes[i * width]);
                    }
                    repair.move_to(lanes, first);
                    const std::size_t at = r * k * count;
                    kernel.run(
                        fast_->plan, count,
                        {&buffers.row_values[at], &buffers.row_exponents[at], buffers.lane_values.data(), buffers.lane_exponents.data()},
                        repair, buffers.lanes.data());
                    for (std::size_t i = 0; i < lanes.rows; ++i) {
                        fast_->d.store(d.data, layout.first(d, lanes.row + i, lanes.column), layout.step(d), columns,
                                       &buffers.lanes[i * width]);
                    }
                }
            }
        }
    }
}

void TileEngine::run_chain(const Region& region, const Chain& chain, const TileOperands& in, const Matrix& d,
                           TileWorkspace& workspace) const {
    if (region.rows == 0 || region.columns == 0) return;
    if (is_fast() && chain.count > 0) return run_fast(region, chain, in, d, workspace);
    LaneSource source(dot_, in, chain.k_order);
    const int c_bits = info(dot_.spec().c).bits;
    const std::size_t row = region.local ? 0 : region.row;  // in C and D
    const std::size_t column = region.local ? 0 : region.column;
    for (std::size_t i = 0; i < region.rows; ++i) {
        for (std::size_t j = 0; j < region.columns; ++j) {
            std::uint64_t running = load_element(in.c.data, element_at(in.c, row + i, column + j), c_bits);
            for (std::size_t index = 0; index < chain.count; ++index) {
                running = source.dot_add(region.row + i, region.column + j, chain.first + index, running);
            }
            store_element(d.data, element_at(d, row + i, column + j), info(dot_.spec().d).bits, running);
        }
    }
}

void TileEngine::run(std::size_t m, std::size_t n, const TileOperands& in, const Matrix& d, TileWorkspace& workspace) const {
    if (!is_fast()) return tile(dot_, m, n, in, d);
    check_tile(dot_, m, n, in, d);
    run_chain({0, m, 0, n}, {}, in, d, workspace);
}

void TileEngine::run(const Shape& shape, const TileOperands& in, const Matrix& d, TileWorkspace& workspace) const {
    for_each_block(dot_.spec(), shape, in, d, [&](const TileOperands& block, const Matrix& out) {
        run(static_cast<std::size_t>(shape.m), static_cast<std::size_t>(shape.n), block, out, workspace);
    });
}

}  // namespace karat
