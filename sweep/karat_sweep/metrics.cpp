// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/metrics.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "karat/text/text.hpp"
#include "karat_gemm/adder.hpp"
#include "karat_gemm/threads.hpp"
#include "karat_sweep/samples.hpp"

namespace karat::sweep {
namespace {

constexpr double kNormal95 = 1.959964;       // half-width of the central 95 % of N(0,1)
constexpr std::size_t kTracedSamples = 100;  // traced to count swamped addends
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Computes the result of a sample, as an encoding of d.
class Evaluation {
   public:
    Evaluation(const Point& point, const Samples& samples)
        : point_(point), samples_(samples), dot_(point.spec) {
        if (point.order != Order::natural)
            gemm_ = std::make_unique<Gemm>(
                point.spec, GemmOptions{.order = point.order, .seed = point.seed, .threads = 1});
    }

    [[nodiscard]] std::uint64_t operator()(std::size_t sample) const {
        if (gemm_) return by_gemm(sample);
        const auto k = static_cast<std::size_t>(point_.spec.k);
        std::uint64_t running = samples_.c(sample);
        for (std::size_t first = 0; first < samples_.padded_length(); first += k) {
            running = dot_(operands(sample, first, running));
        }
        return running;
    }

    /// Nonzero addends that the alignment reduced to zero, per dot-add.
    [[nodiscard]] double swamped(std::size_t sample) const {
        const auto k = static_cast<std::size_t>(point_.spec.k);
        std::uint64_t running = samples_.c(sample);
        std::size_t lost = 0;
        for (std::size_t first = 0; first < samples_.padded_length(); first += k) {
            Trace trace;
            running = dot_.traced(operands(sample, first, running), trace);
            for (const TraceStep& step : trace.steps) {
                for (const TraceAddend& addend : step.addends)
                    lost += addend.significand != 0 && addend.aligned == 0 ? 1 : 0;
            }
        }
        return static_cast<double>(lost * k) / static_cast<double>(samples_.padded_length());
    }

   private:
    /// The operands of the dot-add whose first product is `first`.
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
            for (std::size_t i = 0; i < values.size(); ++i)
                store_packed(out, i, info(format).bits, values[i]);
            return out;
        };
        const std::vector<std::byte> a = pack(samples_.a(sample), point_.spec.a);
        const std::vector<std::byte> b = pack(samples_.b(sample), point_.spec.b);
        const std::uint64_t start = samples_.c(sample);
        const std::vector<std::byte> c = pack({&start, 1}, point_.spec.c);
        std::vector<std::byte> d(8);
        gemm_->run({1, 1, samples_.padded_length()},
                   {{a, samples_.padded_length(), false}, {b, 1, false}, {c, 1, false}, {}, {}},
                   {d, 1, false});
        return load_packed(d, 0, info(point_.spec.d).bits);
    }

    const Point& point_;
    const Samples& samples_;
    DotAdd dot_;
    std::unique_ptr<Gemm> gemm_;
};

std::size_t bin_of(double error, double exact) {
    if (error == 0) return 0;
    if (!std::isfinite(error)) return kHistogramBins - 1;  // the exact result overflows fp64
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
    [[nodiscard]] double mean() const { return count == 0 ? kNone : sum / static_cast<double>(count); }
    [[nodiscard]] double variance() const {
        const double out = count == 0 ? kNone : squares / static_cast<double>(count) - mean() * mean();
        return out < 0 ? 0 : out;  // through rounding
    }
    [[nodiscard]] double interval() const {
        return count == 0 ? kNone : kNormal95 * std::sqrt(variance() / static_cast<double>(count));
    }
};

/// One sample with a finite result.
struct FiniteOutcome {
    double value = 0, exact = 0, ulps = 0;
    bool same = false;
    [[nodiscard]] double error() const { return value - exact; }
};

std::vector<FiniteOutcome> finite_outcomes(const Samples& samples, const std::vector<std::uint64_t>& results,
                                           Format d) {
    std::vector<FiniteOutcome> out;
    out.reserve(results.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
        const double value = to_double(results[i], d);
        if (!std::isfinite(value)) continue;
        const double exact = samples.exact(i);
        const std::uint64_t rounded = encoding_of(exact, info(d));
        out.push_back({value, exact, static_cast<double>(ulp_distance(results[i], rounded, d)),
                       results[i] == rounded || (value == 0 && exact == 0)});
    }
    return out;
}

/// Half-width of a metric's confidence interval, from the influence of each sample on the metric.
template <class Influence>
double half_width(const std::vector<FiniteOutcome>& outcomes, const Influence& influence) {
    Moments moments;
    for (const FiniteOutcome& x : outcomes) moments.add(influence(x));
    return moments.interval();
}

double square(double x) { return x * x; }

/// The smallest value that at least `percent` of the values do not exceed. Sorts them. NaN if there is none.
double quantile(std::vector<double>& values, std::size_t percent) {
    if (values.empty()) return kNone;
    std::ranges::sort(values);
    return values[(percent * values.size() + 99) / 100 - 1];
}

/// Adds what the arithmetic does to the magnitude of the results. Precondition: some exact result is not 0.
void add_shrinkage(const std::vector<FiniteOutcome>& outcomes, double mean_magnitude, Metrics& out) {
    const auto inward = [](const FiniteOutcome& x) {
        return x.exact == 0 ? 0 : x.exact > 0 ? -x.error() : x.error();
    };
    Moments loss;
    for (const FiniteOutcome& x : outcomes) loss.add(inward(x));
    out.shrinkage = loss.mean() / mean_magnitude;
    out.shrinkage_interval = half_width(outcomes, [&](const FiniteOutcome& x) {
        return (inward(x) - out.shrinkage * std::abs(x.exact)) / mean_magnitude;
    });
}

/// Adds the error of rounding the operands, which no accumulator makes good.
void add_operand_error(const Samples& samples, std::size_t count, Metrics& out) {
    out.operand_error = out.operand_error_interval = kNone;
    const auto error = [&](std::size_t i) { return std::abs(samples.exact(i) - samples.unrounded(i)); };
    Moments errors, magnitudes, influence;
    for (std::size_t i = 0; i < count; ++i) {
        errors.add(error(i));
        magnitudes.add(std::abs(samples.unrounded(i)));
    }
    if (!std::isfinite(errors.sum) || !std::isfinite(magnitudes.sum) || magnitudes.sum == 0) return;
    out.operand_error = errors.sum / magnitudes.sum;
    for (std::size_t i = 0; i < count; ++i)
        influence.add((error(i) - out.operand_error * std::abs(samples.unrounded(i))) / magnitudes.mean());
    out.operand_error_interval = influence.interval();
}

/// Half-width of the Wilson interval of a share. It is not 0 even if the share is 0 or 1.
double share_interval(double share, std::size_t samples) {
    if (samples == 0) return kNone;
    const double n = static_cast<double>(samples);
    return kNormal95 * std::sqrt(share * (1 - share) / n + square(kNormal95 / n) / 4) /
           (1 + square(kNormal95) / n);
}

/// Replaces metrics and intervals that overflow fp64 by NaN.
void drop_infinite(Metrics& m) {
    for (double* const x :
         {&m.mse, &m.mse_interval, &m.variance_of_squared_error, &m.variance_of_squared_error_interval,
          &m.bias, &m.bias_interval, &m.relative_error, &m.relative_error_interval, &m.cosine,
          &m.cosine_interval, &m.vrr, &m.vrr_interval, &m.shrinkage, &m.shrinkage_interval}) {
        if (!std::isfinite(*x)) *x = kNone;
    }
}

Metrics summarise(const Point& point, const Samples& samples, const std::vector<std::uint64_t>& results) {
    const std::vector<FiniteOutcome> outcomes = finite_outcomes(samples, results, point.spec.d);
    Metrics out;
    out.not_finite = results.size() - outcomes.size();
    out.max_ulp = outcomes.empty() ? kNone : 0;
    out.relative_error = out.relative_error_interval = out.cosine = out.cosine_interval = out.vrr =
        out.vrr_interval = out.shrinkage = out.shrinkage_interval = kNone;
    std::vector<double> distances;
    Moments error, squared, exact, values, ulps, same, absolute, exact_absolute, product;
    for (const FiniteOutcome& x : outcomes) {
        error.add(x.error());
        squared.add(square(x.error()));
        exact.add(x.exact);
        values.add(x.value);
        ulps.add(x.ulps);
        distances.push_back(x.ulps);
        same.add(x.same ? 1 : 0);
        absolute.add(std::abs(x.error()));
        exact_absolute.add(std::abs(x.exact));
        product.add(x.value * x.exact);
        out.max_ulp = std::max(out.max_ulp, x.ulps);
        ++out.histogram[bin_of(x.error(), x.exact)];
    }
    out.mse = squared.mean();
    out.mse_interval = squared.interval();
    out.variance_of_squared_error = squared.variance();
    out.variance_of_squared_error_interval =
        half_width(outcomes, [&](const FiniteOutcome& x) { return square(square(x.error()) - out.mse); });
    out.bias = error.mean();
    out.bias_interval = error.interval();
    out.mean_ulp = ulps.mean();
    out.mean_ulp_interval = ulps.interval();
    out.median_ulp = quantile(distances, 50);
    out.p99_ulp = quantile(distances, 99);
    out.bit_exact = same.mean();
    out.bit_exact_interval = share_interval(same.mean(), same.count);
    if (exact_absolute.sum != 0) {
        out.relative_error = absolute.sum / exact_absolute.sum;
        out.relative_error_interval = half_width(outcomes, [&](const FiniteOutcome& x) {
            return (std::abs(x.error()) - out.relative_error * std::abs(x.exact)) / exact_absolute.mean();
        });
    }
    if (exact_absolute.sum != 0) add_shrinkage(outcomes, exact_absolute.mean(), out);
    const double norms = std::sqrt(values.squares * exact.squares);
    if (norms != 0 && std::isfinite(norms)) {
        out.cosine = product.sum / norms;
        const auto n = static_cast<double>(outcomes.size());
        out.cosine_interval = half_width(outcomes, [&](const FiniteOutcome& x) {
            return n *
                   (x.value * x.exact / norms -
                    out.cosine / 2 * (square(x.value) / values.squares + square(x.exact) / exact.squares));
        });
    }
    if (exact.variance() != 0) {
        out.vrr = values.variance() / exact.variance();
        out.vrr_interval = half_width(outcomes, [&](const FiniteOutcome& x) {
            return (square(x.value - values.mean()) - out.vrr * square(x.exact - exact.mean())) /
                   exact.variance();
        });
    }
    add_operand_error(samples, results.size(), out);
    drop_infinite(out);
    return out;
}

}  // namespace

Metrics measure(const Point& point, std::unique_ptr<Samples>& cached, int threads, Meter* meter) {
    Meter unseen;
    Meter& seen = meter == nullptr ? unseen : *meter;
    seen.steps = 2 * point.samples;  // to draw one, and to compute its result
    seen.step = 0;
    if (cached == nullptr || !cached->serves(point))
        cached = std::make_unique<Samples>(point, threads, &seen.step);
    seen.step = point.samples;
    const Samples& samples = *cached;
    const Evaluation evaluate(point, samples);
    std::vector<std::uint64_t> results(point.samples);
    Threads on(threads);
    on.run([&] {
        oneapi::tbb::parallel_for(std::size_t{0}, point.samples, [&](std::size_t i) {
            results[i] = evaluate(i);
            ++seen.step;
        });
    });
    Metrics out = summarise(point, samples, results);  // in sample order, whatever the threads did
    out.converted = samples.conversions().converted;
    out.swamped = out.swamped_interval = kNone;
    if (point.order == Order::natural) {
        const std::size_t traced = std::min(point.samples, kTracedSamples);
        Moments swamped;
        for (std::size_t i = 0; i < traced; ++i) swamped.add(evaluate.swamped(i));
        out.swamped = swamped.mean();
        out.swamped_interval = swamped.interval();
    }
    return out;
}

}  // namespace karat::sweep
