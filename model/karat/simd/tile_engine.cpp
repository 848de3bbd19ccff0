// SPDX-License-Identifier: Apache-2.0
#include "karat/simd/tile_engine.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "karat/evaluate/lane_source.hpp"
#include "karat/simd/kernel_driver.hpp"
#include "karat/simd/lane_value.hpp"

namespace karat {

using namespace simd;

struct TileWorkspace::Buffers {
    std::unique_ptr<DriverBuffers> path;
    std::size_t repaired = 0;

    DriverBuffers& of(const KernelDriver& wanted) {
        if (path == nullptr || !wanted.fits(*path)) path = wanted.buffers();
        return *path;
    }
};

TileWorkspace::TileWorkspace() : buffers_(std::make_unique<Buffers>()) {}
TileWorkspace::~TileWorkspace() = default;
std::size_t TileWorkspace::repaired() const { return buffers_->repaired; }
TileWorkspace::TileWorkspace(TileWorkspace&&) noexcept = default;
TileWorkspace& TileWorkspace::operator=(TileWorkspace&&) noexcept = default;

namespace {

// Operands are decoded in blocks of kBlockRows rows and about kBlockK positions. Decoded blocks then stay in
// the L1 and L2 caches and need little memory: 8 bytes per element of a row and 6 bytes per element of a
// lane.
constexpr std::size_t kBlockRows = 64;
constexpr std::size_t kBlockK = 256;

std::size_t divide_up(std::size_t x, std::size_t by) { return (x + by - 1) / by; }

/// The mapping of D to the kernel: rows of A become its rows and columns of B its lanes, or the other way
/// round (`swapped`), whichever leaves fewer lanes idle.
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
    /// Index in C or D of the first element of a row, and the distance between its elements.
    [[nodiscard]] std::size_t first(const auto& matrix, std::size_t row, std::size_t column) const {
        const std::size_t i = region.local ? row - region.row : row;
        const std::size_t j = region.local ? column - region.column : column;
        return swapped ? element_at(matrix, j, i) : element_at(matrix, i, j);
    }
    [[nodiscard]] static std::size_t step(const auto& matrix, bool across) {
        return matrix.column_major != across ? matrix.leading : 1;
    }
    [[nodiscard]] std::size_t step(const auto& matrix) const { return step(matrix, swapped); }
};

/// Computes the lanes that the kernel leaves, with DotAdd.
class LaneRepair final : public Repair {
   public:
    LaneRepair(const DotAdd& dot, const TileOperands& in, const std::uint32_t* k_order, const Layout& layout,
               std::size_t lanes, std::size_t& repaired)
        : dot_(dot), source_(dot, in, k_order), layout_(layout), lanes_(lanes), repaired_(repaired) {}

    /// Sets the lanes of the next call (rows and columns of D in the layout) and its first dot-add.
    void move_to(const Region& lanes, std::size_t first) {
        at_ = lanes;
        first_ = first;
    }

    void repair(std::size_t index, const std::int32_t* bad, const float* before, float* after) override {
        for_each(index, bad, [&](std::size_t lane, const auto& dot_add) {
            after[lane] =
                lane_value(dot_add(c_encoding(before[lane], dot_.operands().c)), info(dot_.operands().d));
        });
    }
    void repair(std::size_t index, const std::int32_t* bad, const double* before, double* after) override {
        for_each(index, bad, [&](std::size_t lane, const auto& dot_add) {
            after[lane] = std::bit_cast<double>(dot_add(std::bit_cast<std::uint64_t>(before[lane])));
        });
    }

   private:
    /// Calls `compute(lane, dot_add)` for each bad lane; dot_add gives d for an encoding of c.
    void for_each(std::size_t index, const std::int32_t* bad, const auto& compute) {
        for (std::size_t r = 0; r < at_.rows; ++r) {
            for (std::size_t j = 0; j < at_.columns; ++j) {
                const std::size_t lane = r * lanes_ + j;
                if (bad[lane] == 0) continue;
                const std::size_t row = layout_.swapped ? at_.column + j : at_.row + r;
                const std::size_t column = layout_.swapped ? at_.row + r : at_.column + j;
                compute(lane,
                        [&](std::uint64_t c) { return source_.dot_add(row, column, first_ + index, c); });
                ++repaired_;
            }
        }
    }

    const DotAdd& dot_;
    LaneSource source_;
    const Layout& layout_;
    std::size_t lanes_;
    std::size_t& repaired_;
    Region at_;
    std::size_t first_ = 0;
};

}  // namespace

TileEngine::TileEngine(DotAdd dot, Simd simd) : dot_(std::move(dot)) {
    path_ = fused_driver(dot_.program(), dot_.bounds(), simd);
    if (path_ == nullptr) path_ = step_driver(dot_.program(), dot_.bounds(), simd);
    if (path_ == nullptr) path_ = grid_driver(dot_.program(), simd);
    if (path_ == nullptr) path_ = integer_driver(dot_.program(), simd);
}
TileEngine::~TileEngine() = default;
TileEngine::TileEngine(TileEngine&&) noexcept = default;
TileEngine& TileEngine::operator=(TileEngine&&) noexcept = default;

void TileEngine::run_fast(const Region& region, const DotAddRange& chain, const TileOperands& in,
                          const Matrix& d, TileWorkspace& workspace) const {
    const std::size_t width = path_->lanes();
    const auto k = static_cast<std::size_t>(dot_.operands().k);
    const Layout layout(region, width);
    const Lines a{in.a, in.scale_a, true, chain.k_order};
    const Lines b{in.b, in.scale_b, false, chain.k_order};
    DriverBuffers& buffers = workspace.buffers().of(*path_);
    LaneRepair repair(dot_, in, chain.k_order, layout, width, workspace.buffers().repaired);
    const Region& all = layout.region;
    const std::size_t chunk = std::max<std::size_t>(1, kBlockK / k);
    for (std::size_t row = 0; row < all.rows; row += kBlockRows) {
        const std::size_t rows = std::min(kBlockRows, all.rows - row);
        for (std::size_t done = 0; done < chain.count; done += chunk) {
            const std::size_t count = std::min(chunk, chain.count - done);
            const std::size_t first = chain.first + done;
            const ConstMatrix start = done == 0 ? in.c : ConstMatrix{d.data, d.leading, d.column_major};
            path_->decode_rows(
                {layout.swapped ? b : a, !layout.swapped, all.row + row, rows, first * k, count}, buffers);
            for (std::size_t column = 0; column < all.columns; column += width) {
                const std::size_t columns = std::min(width, all.columns - column);
                path_->decode_lanes(
                    {layout.swapped ? a : b, layout.swapped, all.column + column, columns, first * k, count},
                    buffers);
                for (std::size_t r = 0; r < rows; r += kRows) {
                    const Region lanes{all.row + row + r, std::min<std::size_t>(kRows, rows - r),
                                       all.column + column, columns};
                    for (std::size_t i = 0; i < lanes.rows; ++i) {
                        path_->load(done == 0, start.data, layout.first(start, lanes.row + i, lanes.column),
                                    layout.step(start), columns, i, buffers);
                    }
                    repair.move_to(lanes, first);
                    path_->run(r, count, repair, buffers);
                    for (std::size_t i = 0; i < lanes.rows; ++i) {
                        path_->store(d.data, layout.first(d, lanes.row + i, lanes.column), layout.step(d),
                                     columns, i, buffers);
                    }
                }
            }
        }
    }
}

void TileEngine::run_chain(const Region& region, const DotAddRange& chain, const TileOperands& in,
                           const Matrix& d, TileWorkspace& workspace) const {
    if (region.rows == 0 || region.columns == 0) return;
    if (is_fast() && chain.count > 0) return run_fast(region, chain, in, d, workspace);
    LaneSource source(dot_, in, chain.k_order);
    const int c_bits = info(dot_.operands().c).bits;
    const std::size_t row = region.local ? 0 : region.row;  // the position in C and D
    const std::size_t column = region.local ? 0 : region.column;
    for (std::size_t i = 0; i < region.rows; ++i) {
        for (std::size_t j = 0; j < region.columns; ++j) {
            std::uint64_t running = load_element(in.c.data, element_at(in.c, row + i, column + j), c_bits);
            for (std::size_t index = 0; index < chain.count; ++index) {
                running = source.dot_add(region.row + i, region.column + j, chain.first + index, running);
            }
            store_element(d.data, element_at(d, row + i, column + j), info(dot_.operands().d).bits, running);
        }
    }
}

void TileEngine::run(std::size_t m, std::size_t n, const TileOperands& in, const Matrix& d,
                     TileWorkspace& workspace) const {
    if (!is_fast()) return tile(dot_, m, n, in, d);
    check_tile(dot_, m, n, in, d);
    run_chain({0, m, 0, n}, {}, in, d, workspace);
}

void TileEngine::run(const Shape& shape, const TileOperands& in, const Matrix& d,
                     TileWorkspace& workspace) const {
    for_each_block(dot_.operands(), shape, in, d, [&](const TileOperands& block, const Matrix& out) {
        run(static_cast<std::size_t>(shape.m), static_cast<std::size_t>(shape.n), block, out, workspace);
    });
}

}  // namespace karat
