// SPDX-License-Identifier: Apache-2.0
#include "karat_gemm/gemm.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>

#include "karat/error.hpp"
#include "karat/evaluate/lane_source.hpp"
#include "karat/evaluate/sparse.hpp"
#include "karat_gemm/adder.hpp"
#include "karat_gemm/orders.hpp"
#include "karat_gemm/threads.hpp"

namespace karat {
namespace {

// The part of D that one task computes: as many rows as the engine decodes at once, and enough columns to
// amortise the decoding.
constexpr std::size_t kTaskRows = 64;
constexpr std::size_t kTaskColumns = 256;

std::size_t divide_up(std::size_t x, std::size_t by) { return (x + by - 1) / by; }

/// A matrix that owns its storage.
struct Owned {
    std::vector<std::byte> data;
    ConstMatrix view;
};

struct Extent {
    std::size_t rows, columns;
};

/// Copies the part of a matrix of extent `whole` that starts at `row`, `column` into a matrix of extent
/// `size`, padded with `fill`.
Owned padded(const ConstMatrix& from, Extent whole, std::size_t row, std::size_t column, Extent size,
             int bits, std::uint64_t fill) {
    Owned out;
    out.data.resize((size.rows * size.columns * static_cast<std::size_t>(bits) + 7) / 8);
    for (std::size_t i = 0; i < size.rows; ++i) {
        for (std::size_t j = 0; j < size.columns; ++j) {
            const bool inside = row + i < whole.rows && column + j < whole.columns;
            const std::uint64_t element =
                inside ? load_element(from.data, element_at(from, row + i, column + j), bits) : fill;
            store_element(out.data, i * size.columns + j, bits, element);
        }
    }
    out.view = {out.data, size.columns, false};
    return out;
}

/// One product of a batch. The operands of an incomplete last dot-add are padded (all of A and B if the order
/// permutes k). C is replaced by zeros if the chain does not start from C.
class Product {
   public:
    Product(const TileEngine& engine, const GemmOptions& options, const GemmShape& shape,
            const TileOperands& in, const Matrix& d)
        : engine_(engine), options_(options), shape_(shape), c_(in.c), job_{engine, options, in, d,
                                                                            0,      {},      {}} {
        const Spec& spec = engine.dot().spec();
        const auto k = static_cast<std::size_t>(spec.k);
        job_.dot_adds = std::max<std::size_t>(1, divide_up(shape.k, k));
        check(in, d);
        pad(in, k);
        if (options.order == Order::random) job_.k_order = permutation(job_.dot_adds * k, options.seed);
        if (in.c.data.empty() || scaled()) {
            // one row of zeros serves as all rows
            zeros_ = padded({}, {0, 0}, 0, 0, {1, shape.n}, info(spec.c).bits, 0);
            zeros_.view.leading = 0;
            job_.in.c = zeros_.view;
        }
    }

    void run(const Region& region, TileWorkspace& workspace) const {
        if (!scaled() || c_.data.empty() || c_.data.data() != job_.d.data.data()) {
            accumulate(job_, region, workspace);
            if (scaled()) scale(region, c_);
            return;
        }
        // D overwrites C: keep a copy of this part of C
        const Spec& spec = engine_.dot().spec();
        Owned own;
        own.data.resize(region.rows * region.columns * 8);
        for (std::size_t lane = 0; lane < region.rows * region.columns; ++lane) {
            const std::size_t at =
                element_at(c_, region.row + lane / region.columns, region.column + lane % region.columns);
            store_element(own.data, lane, info(spec.c).bits, load_element(c_.data, at, info(spec.c).bits));
        }
        accumulate(job_, region, workspace);
        scale(region, {own.data, region.columns, false}, true);
    }

   private:
    [[nodiscard]] bool scaled() const { return options_.alpha != 1 || options_.beta != 1; }

    void check(const TileOperands& in, const Matrix& d) const {
        const Spec& spec = engine_.dot().spec();
        check_matrix("A", in.a, shape_.m, shape_.k, info(spec.a).bits);
        const std::size_t rows_of_b = spec.metadata == Metadata::none ? shape_.k : 2 * shape_.k;
        check_matrix("B", in.b, rows_of_b, shape_.n, info(spec.b).bits);
        if (!in.c.data.empty()) check_matrix("C", in.c, shape_.m, shape_.n, info(spec.c).bits);
        check_matrix("D", {d.data, d.leading, d.column_major}, shape_.m, shape_.n, info(spec.d).bits);
        check_metadata(in);
        if (!spec.scale) return;
        const auto block = static_cast<std::size_t>(spec.scale_block_or_default());
        if (shape_.k % block != 0) {
            throw OperandError("k: " + std::to_string(shape_.k) + " is not a multiple of the scale block, " +
                               std::to_string(block));
        }
        check_matrix("scales of A", in.scale_a, shape_.m, shape_.k / block, info(*spec.scale).bits);
        check_matrix("scales of B", in.scale_b, shape_.k / block, shape_.n, info(*spec.scale).bits);
    }

    void check_metadata(const TileOperands& in) const {
        const OperandRules& rules = engine_.dot().operands();
        if (rules.metadata == Metadata::none) return;
        const auto k = static_cast<std::size_t>(rules.k);
        if (shape_.k % k != 0)
            throw OperandError("k: " + std::to_string(shape_.k) + " is not a multiple of " +
                               std::to_string(k) + ", the products of one dot-add; a sparse A is not padded");
        const std::size_t groups = shape_.k / k * static_cast<std::size_t>(rules.metadata_count());
        check_selection(rules,
                        load_matrix("metadata", in.metadata, shape_.m, groups, info(kMetadataFormat).bits),
                        groups);
    }

    void pad(const TileOperands& in, std::size_t k) {
        const std::size_t full = job_.dot_adds * k;
        if (full == shape_.k) return;
        const bool moves_k = options_.order == Order::random || options_.order == Order::magnitude;
        const std::size_t first = moves_k ? 0 : full - k;
        const Spec& spec = engine_.dot().spec();
        a_ = padded(in.a, {shape_.m, shape_.k}, 0, first, {shape_.m, full - first}, info(spec.a).bits, 0);
        b_ = padded(in.b, {shape_.k, shape_.n}, first, 0, {full - first, shape_.n}, info(spec.b).bits, 0);
        TileOperands& target = moves_k ? job_.in : job_.tail.emplace();
        target.a = a_.view;
        target.b = b_.view;
        if (!spec.scale) return;
        const auto block = static_cast<std::size_t>(spec.scale_block_or_default());
        const FormatInfo& scale = info(*spec.scale);
        const std::uint64_t one = static_cast<std::uint64_t>(scale.bias)
                                  << static_cast<unsigned>(scale.fraction_bits);
        const std::size_t blocks = shape_.k / block;
        scale_a_ = padded(in.scale_a, {shape_.m, blocks}, 0, first / block,
                          {shape_.m, (full - first) / block}, scale.bits, one);
        scale_b_ = padded(in.scale_b, {blocks, shape_.n}, first / block, 0,
                          {(full - first) / block, shape_.n}, scale.bits, one);
        target.scale_a = scale_a_.view;
        target.scale_b = scale_b_.view;
    }

    /// alpha * d + beta * c, computed in fp64 and rounded once to the format of d.
    void scale(const Region& region, const ConstMatrix& c, bool local = false) const {
        const Spec& spec = engine_.dot().spec();
        const Adder adder(spec.d);
        for (std::size_t i = 0; i < region.rows; ++i) {
            for (std::size_t j = 0; j < region.columns; ++j) {
                const std::size_t at = element_at(job_.d, region.row + i, region.column + j);
                double start = 0;
                if (!c.data.empty()) {
                    const std::size_t c_at =
                        local ? element_at(c, i, j) : element_at(c, region.row + i, region.column + j);
                    start = value_of(load_element(c.data, c_at, info(spec.c).bits), info(spec.c));
                }
                const int bits = info(spec.d).bits;
                // As in BLAS, C has no effect if beta is 0.
                const double beta = options_.beta == 0 ? 0.0 : options_.beta * start;
                store_element(job_.d.data, at, bits,
                              adder.combine(options_.alpha, load_element(job_.d.data, at, bits), 1.0, beta));
            }
        }
    }

    const TileEngine& engine_;
    const GemmOptions& options_;
    GemmShape shape_;
    ConstMatrix c_;
    GemmJob job_;
    Owned a_, b_, scale_a_, scale_b_, zeros_;
};

/// Matrix number `index` of a batch.
template <class M>
M of_batch(const M& first, std::size_t index, std::size_t stride, int bits, const char* name) {
    if (index == 0 || first.data.empty()) return first;
    const std::size_t offset = index * stride * static_cast<std::size_t>(bits);
    if (offset % 8 != 0)
        throw OperandError(std::string(name) + ": a stride of " + std::to_string(stride) +
                           " elements is not a whole number of bytes");
    M out = first;
    out.data = out.data.subspan(std::min(offset / 8, out.data.size()));
    return out;
}

/// Reports the progress, from the thread that has completed a task.
class Progress {
   public:
    Progress(const std::function<void(double)>& tell, std::size_t tasks) : tell_(tell), tasks_(tasks) {}
    void one_more() {
        if (!tell_) return;
        const std::lock_guard lock(mutex_);
        tell_(static_cast<double>(++done_) / static_cast<double>(tasks_));
    }

   private:
    const std::function<void(double)>& tell_;
    std::size_t tasks_;
    std::size_t done_ = 0;
    std::mutex mutex_;
};

/// Runs all tasks of one product.
void run_tasks(const Product& product, const GemmShape& shape,
               oneapi::tbb::enumerable_thread_specific<TileWorkspace>& workspaces, Progress& progress) {
    const std::size_t columns = divide_up(shape.n, kTaskColumns);
    const std::size_t tasks = divide_up(shape.m, kTaskRows) * columns;
    oneapi::tbb::parallel_for(std::size_t{0}, tasks, [&](std::size_t task) {
        const std::size_t row = task / columns * kTaskRows;
        const std::size_t column = task % columns * kTaskColumns;
        product.run(
            {row, std::min(kTaskRows, shape.m - row), column, std::min(kTaskColumns, shape.n - column)},
            workspaces.local());
        progress.one_more();
    });
}

void check_options(const Spec& spec, const GemmOptions& options) {
    if (options.split < 1 || options.split > 1024) {
        throw SpecError("split", "split: " + std::to_string(options.split) + " is not allowed; use 1..1024");
    }
    if (options.threads < 0 || options.threads > 1024) {
        throw SpecError("threads",
                        "threads: " + std::to_string(options.threads) + " is not allowed; use 0..1024");
    }
    const bool moves_k = options.order == Order::random || options.order == Order::magnitude;
    if (moves_k && spec.metadata != Metadata::none) {
        throw SpecError("order", "order: " + std::string(name_of(options.order)) +
                                     " moves products between groups of metadata, so it cannot be used with "
                                     "a sparse A");
    }
    const bool adds = options.order != Order::natural && options.order != Order::random;
    if (info(spec.d).is_integer() && (adds || options.alpha != 1 || options.beta != 1)) {
        throw SpecError("order",
                        "order, alpha, beta: integers have the orders natural and random, with alpha "
                        "and beta 1");
    }
    if (moves_k && spec.scale) {
        throw SpecError("order",
                        "order: " + std::string(name_of(options.order)) +
                            " moves products between scale blocks, so it cannot be used with scale factors");
    }
}

}  // namespace

Gemm::Gemm(const Spec& spec, GemmOptions options) : engine_(DotAdd(spec)), options_(std::move(options)) {
    check_options(spec, options_);
}

void Gemm::run(const GemmShape& shape, const TileOperands& in, const Matrix& d) const {
    const Spec& spec = engine_.dot().spec();
    const bool one_format = info(spec.c).id == info(spec.d).id;
    if (shape.k > static_cast<std::size_t>(spec.k) && !one_format) {
        throw SpecError("c", "c: " + std::string(name_of(spec.c)) + " differs from d, which is " +
                                 std::string(name_of(spec.d)) + "; with k above " + std::to_string(spec.k) +
                                 ", a chain needs c and d in one format");
    }
    const bool adds_d = options_.order == Order::split_k || options_.order == Order::kahan ||
                        options_.order == Order::anti_kahan;
    if (adds_d && !one_format)
        throw SpecError("c",
                        "c: must have the format of d for the order " + std::string(name_of(options_.order)));
    const std::size_t tasks = divide_up(shape.m, kTaskRows) * divide_up(shape.n, kTaskColumns) * shape.batch;
    Progress progress(options_.progress, std::max<std::size_t>(1, tasks));
    Threads on(options_.threads);
    oneapi::tbb::enumerable_thread_specific<TileWorkspace> workspaces;
    for (std::size_t i = 0; i < shape.batch; ++i) {
        TileOperands one = in;
        one.a = of_batch(in.a, i, shape.stride_a, info(spec.a).bits, "A");
        one.b = of_batch(in.b, i, shape.stride_b, info(spec.b).bits, "B");
        one.c = of_batch(in.c, i, shape.stride_c, info(spec.c).bits, "C");
        const Product product(engine_, options_, shape, one,
                              of_batch(d, i, shape.stride_d, info(spec.d).bits, "D"));
        on.run([&] { run_tasks(product, shape, workspaces, progress); });
    }
}

}  // namespace karat
