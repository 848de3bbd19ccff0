// SPDX-License-Identifier: Apache-2.0
#include "karat_gemm/orders.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "karat/evaluate/lane_source.hpp"
#include "karat_gemm/adder.hpp"

namespace karat {
namespace {

/// Runs dot-adds of the job, starting from `c`, and stores the results in `d`.
void run_chain(const GemmJob& job, const Region& region, const DotAddRange& chain, const ConstMatrix& c,
               const Matrix& d, TileWorkspace& workspace) {
    TileOperands in = job.in;
    in.c = c;
    if (!job.tail || chain.first + chain.count < job.dot_adds)
        return job.engine.run_chain(region, chain, in, d, workspace);
    TileOperands tail = *job.tail;
    tail.c = c;
    if (chain.count > 1) {
        job.engine.run_chain(region, {chain.first, chain.count - 1}, in, d, workspace);
        tail.c = {d.data, d.leading, d.column_major};
    }
    job.engine.run_chain(region, {0, 1}, tail, d, workspace);
}

/// One value of d for each lane of a region.
class Lanes {
   public:
    Lanes(const Region& region, Format format)
        : region_(region),
          bits_(info(format).bits),
          data_((region.rows * region.columns * static_cast<std::size_t>(bits_) + 7) / 8) {}

    [[nodiscard]] std::size_t size() const { return region_.rows * region_.columns; }
    [[nodiscard]] std::uint64_t at(std::size_t lane) const { return load_element(data_, lane, bits_); }
    void set(std::size_t lane, std::uint64_t value) { store_element(data_, lane, bits_, value); }

    /// Runs a chain of the job, starting from +0.
    void run(const GemmJob& job, const DotAddRange& chain, TileWorkspace& workspace) {
        std::fill(data_.begin(), data_.end(), std::byte{0});
        Region own = region_;
        own.local = true;
        run_chain(job, own, chain, {data_, region_.columns, false}, {data_, region_.columns, false},
                  workspace);
    }
    void load(const GemmJob& job) {
        each([&](std::size_t lane, std::size_t i, std::size_t j) {
            set(lane, load_element(job.in.c.data, element_at(job.in.c, i, j), bits_));
        });
    }
    void store(const GemmJob& job) const {
        each([&](std::size_t lane, std::size_t i, std::size_t j) {
            store_element(job.d.data, element_at(job.d, i, j), bits_, at(lane));
        });
    }

   private:
    void each(auto&& one) const {
        for (std::size_t lane = 0; lane < size(); ++lane)
            one(lane, region_.row + lane / region_.columns, region_.column + lane % region_.columns);
    }
    Region region_;
    int bits_;
    std::vector<std::byte> data_;
};

void add_into(Lanes& sum, const Lanes& other, const Adder& adder) {
    for (std::size_t lane = 0; lane < sum.size(); ++lane)
        sum.set(lane, adder.add(sum.at(lane), other.at(lane)));
}

/// Range number `i` of split_k: contiguous dot-adds. If they do not divide evenly, the first chains are
/// longer by one.
DotAddRange part_of(const GemmJob& job, std::size_t i, std::size_t parts) {
    const std::size_t length = job.dot_adds / parts;
    const std::size_t longer = job.dot_adds % parts;
    return {i * length + std::min(i, longer), length + (i < longer ? 1 : 0)};
}

/// C is the start of the first chain (sequential), or one more term at the end (pairwise, in which all chains
/// are alike).
void split_k(const GemmJob& job, const Region& region, TileWorkspace& workspace) {
    const Format format = job.engine.dot().spec().d;
    const Adder adder(format);
    const std::size_t parts = std::min(static_cast<std::size_t>(job.options.split), job.dot_adds);
    if (job.options.merge == Merge::sequential) {
        run_chain(job, region, part_of(job, 0, parts), job.in.c, job.d, workspace);
        Lanes sum(region, format);
        Lanes partial(region, format);
        GemmJob so_far{job.engine, job.options, job.in, job.d, job.dot_adds, {}, {}};
        so_far.in.c = {job.d.data, job.d.leading, job.d.column_major};
        sum.load(so_far);
        for (std::size_t i = 1; i < parts; ++i) {
            partial.run(job, part_of(job, i, parts), workspace);
            add_into(sum, partial, adder);
        }
        return sum.store(job);
    }
    std::vector<Lanes> partials(parts, Lanes(region, format));
    for (std::size_t i = 0; i < parts; ++i) partials[i].run(job, part_of(job, i, parts), workspace);
    for (std::size_t distance = 1; distance < parts; distance *= 2) {
        for (std::size_t i = 0; i + distance < parts; i += 2 * distance)
            add_into(partials[i], partials[i + distance], adder);
    }
    Lanes c(region, format);
    c.load(job);
    add_into(partials[0], c, adder);
    partials[0].store(job);
}

/// Kahan's compensated sum of the dot-adds' results, in the format of d:
///   y = p - e; t = s + y; e = (t - s) - y; s = t
/// With `wrong_way`, y = p + e.
void compensated(const GemmJob& job, const Region& region, TileWorkspace& workspace, bool wrong_way) {
    const Format format = job.engine.dot().spec().d;
    const Adder adder(format);
    Lanes sum(region, format);
    Lanes error(region, format);
    Lanes partial(region, format);
    sum.load(job);
    for (std::size_t index = 0; index < job.dot_adds; ++index) {
        partial.run(job, {index, 1}, workspace);
        for (std::size_t lane = 0; lane < sum.size(); ++lane) {
            const std::uint64_t p = partial.at(lane);
            const std::uint64_t s = sum.at(lane);
            const std::uint64_t y =
                wrong_way ? adder.add(p, error.at(lane)) : adder.subtract(p, error.at(lane));
            const std::uint64_t t = adder.add(s, y);
            error.set(lane, adder.subtract(adder.subtract(t, s), y));
            sum.set(lane, t);
        }
    }
    sum.store(job);
}

/// Sort key of a product: its binary exponent and the two bits after its leading 1.
int magnitude_key(double product) {
    if (product == 0 || !std::isfinite(product)) return product == 0 ? -(1 << 20) : 1 << 20;
    int exponent = 0;
    const double fraction = std::frexp(std::abs(product), &exponent);  // [1/2, 1)
    return 4 * exponent + static_cast<int>(fraction * 8) - 4;
}

void by_magnitude(const GemmJob& job, const Region& region) {
    const Spec& spec = job.engine.dot().spec();
    const FormatInfo& fa = info(spec.a);
    const FormatInfo& fb = info(spec.b);
    const std::size_t k = job.dot_adds * static_cast<std::size_t>(spec.k);
    std::vector<int> keys(k);
    std::vector<std::uint32_t> order(k);
    LaneSource source(job.engine.dot(), job.in, order.data());
    for (std::size_t i = region.row; i < region.row + region.rows; ++i) {
        for (std::size_t j = region.column; j < region.column + region.columns; ++j) {
            for (std::size_t p = 0; p < k; ++p) {
                const double a =
                    value_of(load_element(job.in.a.data, element_at(job.in.a, i, p), fa.bits), fa);
                const double b =
                    value_of(load_element(job.in.b.data, element_at(job.in.b, p, j), fb.bits), fb);
                keys[p] = magnitude_key(a * b);
            }
            std::iota(order.begin(), order.end(), 0U);
            std::stable_sort(order.begin(), order.end(),
                             [&](std::uint32_t x, std::uint32_t y) { return keys[x] < keys[y]; });
            std::uint64_t running =
                load_element(job.in.c.data, element_at(job.in.c, i, j), info(spec.c).bits);
            for (std::size_t index = 0; index < job.dot_adds; ++index)
                running = source.dot_add(i, j, index, running);
            store_element(job.d.data, element_at(job.d, i, j), info(spec.d).bits, running);
        }
    }
}

}  // namespace

void accumulate(const GemmJob& job, const Region& region, TileWorkspace& workspace) {
    switch (job.options.order) {
        case Order::natural:
            return run_chain(job, region, {0, job.dot_adds}, job.in.c, job.d, workspace);
        case Order::random:
            return job.engine.run_chain(region, {0, job.dot_adds, job.k_order.data()}, job.in, job.d,
                                        workspace);
        case Order::split_k:
            return split_k(job, region, workspace);
        case Order::magnitude:
            return by_magnitude(job, region);
        case Order::kahan:
            return compensated(job, region, workspace, false);
        case Order::anti_kahan:
            return compensated(job, region, workspace, true);
    }
}

std::vector<std::uint32_t> permutation(std::size_t count, std::uint64_t seed) {
    std::vector<std::uint32_t> out(count);
    std::iota(out.begin(), out.end(), 0U);
    // A Fisher-Yates shuffle with SplitMix64, because std::shuffle may differ between machines.
    std::uint64_t state = seed;
    for (std::size_t i = count; i > 1; --i) {
        state += 0x9e3779b97f4a7c15ULL;
        std::uint64_t z = state;
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
        std::swap(out[i - 1], out[(z ^ (z >> 31U)) % i]);
    }
    return out;
}

}  // namespace karat
