// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/metrics.hpp"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "karat/text/text.hpp"
#include "karat_gemm/adder.hpp"
#include "karat_sweep/samples.hpp"

namespace karat::sweep {
namespace {

constexpr double kNormal95 = 1.959964;       // half-width of the central 95 % of N(0,1)
constexpr std::size_t kTracedSamples = 100;  // of which addends are looked at one by one

/// The result of one sample, as an encoding of d.
class Evaluation {
   public:
    Evaluation(const Point& point, const Samples& samples) : point_(point), samples_(samples), dot_(point.spec) {
        if (point.order != Order::natural)
            gemm_ = std::make_unique<Gemm>(point.spec, GemmOptions{.order = point.order, .seed = point.seed, .threads = 1});
    }

    [[nodiscard]] std::uint64_t operator()(std::size_t sample) const {
        if (gemm_) return by_gemm(sample);
        const auto k = static_cast<std::size_t>(point_.spec.k);
        std::uint64_t running = 0;
        for (std::size_t first = 0; first < samples_.padded_length(); first += k) {
            running = dot_(operands(sample, first, running));
        }
        return running;
    }

    /// Nonzero addends of the dot-adds that alignment made zero, per dot-add.
    [[nodiscard]] double swamped(std::size_t sample) const {
        const auto k = static_cast<std::size_t>(point_.spec.k);
        std::uint64_t running = 0;
        std::size_t lost = 0;
        for (std::size_t first = 0; first < samples_.padded_length(); first += k) {
            Trace trace;
            running = dot_.traced(operands(sample, first, running), trace);
            for (const TraceStep& step : trace.steps) {
                for (const TraceAddend& addend : step.addends) lost += addend.significand != 0 && addend.aligned == 0 ? 1 : 0;
            }
        }
        return static_cast<double>(lost * k) / static_cast<double>(samples_.padded_length());
    }

   private:
    /// Of the dot-add that begins with product `first`.
    [[nodiscard]] Operands operands(std::size_t sample, std::size_t first, std::uint64_t c) const {
        const auto k = static_cast<std::size_t>(point_.spec.k);
        Operands out{samples_.a(sample).subspan(first, k), samples_.b(sample).subspan(first, k), {}, {}, c};
        if (!point_.spec.scale) return out;
        const auto block = static_cast<std::size_t>(point_.spec.scale_block_or_default());
        out.scale_a = samples_.scale_a(sample).subspan(first / block, k / block);
        out.scale_b = samples_.scale_b(sample).subspan(first / block, k / block);
        return out;
    }

    [[nodiscard]] std::uint64_t by_gemm(std::size_t sample) const {
        const auto pack = [](std::span<const std::uint64_t> values, Format format) {
            std::vector<std::byte> out((values.size() * static_cast<std::size_t>(info(format).bits) + 7) / 8);
            for (std::size_t i = 0; i < values.size(); ++i) store_packed(out, i, info(format).bits, values[i]);
            return out;
        };
        const std::vector<std::byte> a = pack(samples_.a(sample), point_.spec.a);
        const std::vector<std::byte> b = pack(samples_.b(sample), point_.spec.b);
        std::vector<std::byte> d(8);
        gemm_->run({1, 1, samples_.padded_length()}, {{a, samples_.padded_length(), false}, {b, 1, false}, {}, {}, {}}, {d, 1, false});
        return load_packed(d, 0, info(point_.spec.d).bits);
    }

    const Point& point_;
    const Samples& samples_;
    DotAdd dot_;
    std::unique_ptr<Gemm> gemm_;
};

std::size_t bin_of(double error, double exact) {
    if (error == 0) return 0;
    const double relative = std::abs(error) / std::abs(exact);
    const double decade = std::floor(std::log10(relative)) + 14;  // 1e-12 is in bin 2
    return static_cast<std::size_t>(std::clamp(decade, 1.0, static_cast<double>(kHistogramBins - 1)));
}

struct Moments {
    double sum = 0, squares = 0;
    std::size_t count = 0;
    void add(double x) {
        sum += x;
        squares += x * x;
        ++count;
    }
    [[nodiscard]] double mean() const { return count == 0 ? 0 : sum / static_cast<double>(count); }
    [[nodiscard]] double variance() const { return count == 0 ? 0 : std::max(0.0, squares / static_cast<double>(count) - mean() * mean()); }
    [[nodiscard]] double interval() const { return count == 0 ? 0 : kNormal95 * std::sqrt(variance() / static_cast<double>(count)); }
};

Metrics summarise(const Point& point, const Samples& samples, const std::vector<std::uint64_t>& results) {
    const FormatInfo& d = info(point.spec.d);
    Metrics out;
    Moments error, squared, exact_values, values, ulps;
    double absolute = 0;
    double exact_absolute = 0;
    double product = 0;
    std::size_t same = 0;
    for (std::size_t i = 0; i < results.size(); ++i) {
        const double value = to_double(results[i], point.spec.d);
        if (!std::isfinite(value)) {
            ++out.not_finite;
            continue;
        }
        const double exact = samples.exact(i);
        const double e = value - exact;
        const std::uint64_t rounded = encoding_of(exact, d);
        error.add(e);
        squared.add(e * e);
        exact_values.add(exact);
        values.add(value);
        ulps.add(static_cast<double>(ulp_distance(results[i], rounded, point.spec.d)));
        out.max_ulp = std::max(out.max_ulp, static_cast<double>(ulp_distance(results[i], rounded, point.spec.d)));
        same += results[i] == rounded || (value == 0 && exact == 0) ? 1 : 0;
        absolute += std::abs(e);
        exact_absolute += std::abs(exact);
        product += value * exact;
        ++out.histogram[bin_of(e, exact)];
    }
    out.mse = squared.mean();
    out.mse_interval = squared.interval();
    out.variance_of_squared_error = squared.variance();
    out.bias = error.mean();
    out.bias_interval = error.interval();
    out.mean_ulp = ulps.mean();
    out.relative_error = exact_absolute == 0 ? 0 : absolute / exact_absolute;
    const double norms = std::sqrt(values.squares * exact_values.squares);
    out.cosine = norms == 0 ? 0 : product / norms;
    out.vrr = exact_values.variance() == 0 ? 0 : values.variance() / exact_values.variance();
    out.bit_exact = error.count == 0 ? 0 : static_cast<double>(same) / static_cast<double>(error.count);
    return out;
}

}  // namespace

Metrics measure(const Point& point, std::unique_ptr<Samples>& cached, int threads) {
    if (cached == nullptr || !cached->serves(point)) cached = std::make_unique<Samples>(point, threads);
    const Samples& samples = *cached;
    const Evaluation evaluate(point, samples);
    std::vector<std::uint64_t> results(point.samples);
    oneapi::tbb::task_arena arena(threads == 0 ? oneapi::tbb::task_arena::automatic : threads);
    arena.execute([&] { oneapi::tbb::parallel_for(std::size_t{0}, point.samples, [&](std::size_t i) { results[i] = evaluate(i); }); });
    Metrics out = summarise(point, samples, results);  // in the order of the samples, whoever computed them
    if (point.order == Order::natural) {
        const std::size_t traced = std::min(point.samples, kTracedSamples);
        for (std::size_t i = 0; i < traced; ++i) out.swamped += evaluate.swamped(i) / static_cast<double>(traced);
    }
    return out;
}

}  // namespace karat::sweep
