// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/samples.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <bit>
#include <cmath>
#include <numbers>

#include "karat/evaluate/dot_add.hpp"
#include "karat/text/text.hpp"
#include "karat_gemm/adder.hpp"
#include "karat_gemm/threads.hpp"
#include "karat_tb/stimulus/random.hpp"
#include "karat_tb/stimulus/tensors.hpp"

namespace karat::sweep {
namespace {

/// Draws numbers from a distribution, normal ones in pairs (Box-Muller).
class Draw {
   public:
    Draw(Distribution distribution, std::uint64_t seed) : distribution_(distribution), random_(seed) {}

    double next(bool activation) {
        switch (distribution_) {
            case Distribution::normal:
                return normal();
            case Distribution::uniform:
                return 2 * unit() - 1;
            case Distribution::log_normal: {
                const double magnitude = std::exp(normal());
                return random_.coin() ? magnitude : -magnitude;
            }
            case Distribution::outliers:
                return normal() * (random_.one_in(64) ? 256 : 1);
            case Distribution::npy:  // the operand without a file
                return normal();
            case Distribution::relu:
                return activation ? std::max(0.0, normal()) : normal();
            case Distribution::positive:
                return std::fabs(normal());
            case Distribution::sparse: {
                const double value = normal();
                return !activation || random_.one_in(4) ? value : 0;
            }
            case Distribution::activations: {
                if (!activation) return normal();
                const double magnitude = std::exp(normal()) * (random_.one_in(64) ? 64 : 1);
                return random_.coin() ? magnitude : -magnitude;
            }
        }
        return 0;
    }

   private:
    double unit() { return static_cast<double>(random_.bits() >> 11U) * 0x1p-53; }
    double normal() {
        if (has_spare_) {
            has_spare_ = false;
            return spare_;
        }
        const double radius = std::sqrt(-2 * std::log(1 - unit()));
        const double angle = 2 * std::numbers::pi * unit();
        spare_ = radius * std::sin(angle);
        has_spare_ = true;
        return radius * std::cos(angle);
    }

    Distribution distribution_;
    tb::Random random_;
    double spare_ = 0;
    bool has_spare_ = false;
};

/// A random row of a tensor from an offset on. Without a tensor, the elements are drawn.
class Piece {
   public:
    Piece(const std::optional<Tensor>& tensor, std::size_t offset, tb::Random& random)
        : values_(tensor ? tensor->row(random.below(tensor->rows)).subspan(offset)
                         : std::span<const double>()) {}
    [[nodiscard]] double at(std::size_t i, Draw& draw, bool activation) const {
        return values_.empty() ? draw.next(activation) : values_[i];
    }

   private:
    std::span<const double> values_;
};

/// A dot product in about twice the precision of fp64 (Ogita, Rump and Oishi 2005, algorithm Dot2).
double accurate_dot(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    double rest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double product = a[i] * b[i];
        const double before = sum;
        sum += product;
        const double part = sum - before;
        rest += (before - (sum - part)) + (product - part) + std::fma(a[i], b[i], -product);
    }
    return sum + rest;
}

}  // namespace

Samples::Samples(const Point& point, int threads, std::atomic<std::size_t>* drawn)
    : format_a_(point.spec.a),
      format_b_(point.spec.b),
      scale_(point.spec.scale),
      block_(scale_ ? static_cast<std::size_t>(point.spec.scale_block_or_default()) : 1),
      distribution_(point.distribution),
      drawn_c_(point.c),
      format_c_(point.spec.c),
      tensors_(point.distribution == Distribution::npy ? point.tensors : nullptr),
      length_(point.length),
      padded_(0),
      count_(point.samples),
      seed_(point.seed) {
    const auto k = static_cast<std::size_t>(point.spec.k);
    padded_ = (length_ + k - 1) / k * k;
    a_.resize(count_ * padded_);
    b_.resize(count_ * padded_);
    if (drawn_c_.distribution) c_.resize(count_);
    exact_.resize(count_);
    unrounded_.resize(count_);
    if (scale_) {
        scale_a_.resize(count_ * padded_ / block_);
        scale_b_.resize(count_ * padded_ / block_);
    }
    Threads on(threads);
    on.run([&] {
        oneapi::tbb::parallel_for(std::size_t{0}, count_, [&](std::size_t sample) {
            draw(sample);
            if (drawn != nullptr) ++*drawn;
        });
    });
}

bool Samples::serves(const Point& point) const {
    const auto k = static_cast<std::size_t>(point.spec.k);
    return format_a_ == point.spec.a && format_b_ == point.spec.b && scale_ == point.spec.scale &&
           (!scale_ || block_ == static_cast<std::size_t>(point.spec.scale_block_or_default())) &&
           distribution_ == point.distribution && drawn_c_ == point.c &&
           (!drawn_c_.distribution || format_c_ == point.spec.c) &&
           (distribution_ != Distribution::npy || tensors_ == point.tensors) && length_ == point.length &&
           padded_ == (length_ + k - 1) / k * k && count_ == point.samples && seed_ == point.seed;
}

void Samples::draw(std::size_t sample) {
    tb::Random random(seed_ ^ (sample * 0x9e3779b97f4a7c15ULL));
    Draw draw(distribution_, random.bits());
    const Tensors none;
    const Tensors& tensors = tensors_ ? *tensors_ : none;
    const std::size_t offset = tensors_ ? random.below(tensors.columns() - length_ + 1) : 0;
    const Piece from_a(tensors.a, offset, random);
    const Piece from_b(tensors.b, offset, random);
    std::vector<double> a(padded_);
    std::vector<double> b(padded_);
    for (std::size_t i = 0; i < length_; ++i) {
        a[i] = from_a.at(i, draw, true);
        b[i] = from_b.at(i, draw, false);
    }
    quantise(a, format_a_, sample, a_, scale_a_);
    quantise(b, format_b_, sample, b_, scale_b_);
    if (drawn_c_.distribution) {  // a sequence of its own, so that c does not change A and B
        Draw draw_c(*drawn_c_.distribution, ~random.bits());
        a.push_back(draw_c.next(true) * drawn_c_.factor);
        b.push_back(1);
        c_[sample] = tb::quantised(a.back(), info(format_c_));
    }
    exact_[sample] = exact_dot(sample);
    unrounded_[sample] = accurate_dot(a, b);
}

void Samples::quantise(const std::vector<double>& values, Format format, std::size_t sample,
                       std::vector<std::uint64_t>& out, std::vector<std::uint64_t>& out_scales) const {
    const FormatInfo& element = info(format);
    double divisor = 1;
    for (std::size_t i = 0; i < padded_; ++i) {
        if (scale_ && i % block_ == 0) {
            double largest = 0;
            for (std::size_t j = i; j < i + block_; ++j) largest = std::max(largest, std::fabs(values[j]));
            const auto [code, value] = tb::block_scale(largest, element, info(*scale_));
            out_scales[(sample * padded_ + i) / block_] = code;
            divisor = value;
        }
        out[sample * padded_ + i] = tb::quantised(values[i] / divisor, element);
    }
}

double Samples::exact_dot(std::size_t sample) const {
    Spec spec;
    spec.algorithm = Algorithm::exact;
    spec.a = format_a_;
    spec.b = format_b_;
    spec.c = spec.d = Format::fp64;
    spec.scale = scale_;
    if (scale_) spec.scale_block = static_cast<int>(block_);
    const std::size_t most = static_cast<std::size_t>(kMaxTerms) / block_ * block_;
    const std::size_t size = scale_ ? padded_ : length_;
    auto running = std::bit_cast<std::uint64_t>(to_double(c(sample), format_c_));
    for (std::size_t first = 0; first < size; first += most) {
        const std::size_t count = std::min(most, size - first);
        spec.k = static_cast<int>(count);
        const auto scales = [&](std::span<const std::uint64_t> all) {
            return scale_ ? all.subspan(first / block_, count / block_) : all;
        };
        running = DotAdd(spec)({a(sample).subspan(first, count), b(sample).subspan(first, count),
                                scales(scale_a(sample)), scales(scale_b(sample)), running});
    }
    return std::bit_cast<double>(running);
}

}  // namespace karat::sweep
