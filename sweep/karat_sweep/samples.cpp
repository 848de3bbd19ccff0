// SPDX-License-Identifier: Apache-2.0
#include "karat_sweep/samples.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <bit>
#include <cmath>
#include <mutex>
#include <numbers>

#include "karat/error.hpp"
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
        : tensor_(tensor ? &*tensor : nullptr),
          row_(tensor ? random.below(tensor->rows) : 0),
          offset_(offset) {}
    [[nodiscard]] double at(std::size_t i, Draw& draw, bool activation) const {
        return tensor_ == nullptr ? draw.next(activation) : tensor_->row(row_)[offset_ + i];
    }
    /// "a.npy: element (3, 17)"; empty without a tensor.
    [[nodiscard]] std::string place(std::size_t i) const {
        if (tensor_ == nullptr) return "";
        return tensor_->name + ": element (" + std::to_string(row_) + ", " + std::to_string(offset_ + i) +
               ')';
    }

   private:
    const Tensor* tensor_;
    std::size_t row_, offset_;
};

/// Where the numbers of a sample come from: its own random sequence.
struct Source {
    Source(std::uint64_t seed, std::size_t sample, Distribution distribution, const Tensors& tensors,
           std::size_t length)
        : random(seed ^ (sample * 0x9e3779b97f4a7c15ULL)),
          draw(distribution, random.bits()),
          offset(tensors.a || tensors.b ? random.below(tensors.columns() - length + 1) : 0),
          a(tensors.a, offset, random),
          b(tensors.b, offset, random) {}
    tb::Random random;
    Draw draw;
    std::size_t offset;
    Piece a, b;
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
      seed_(point.seed),
      rule_(point.conversion) {
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
    std::mutex mutex;
    Threads on(threads);
    on.run([&] {
        oneapi::tbb::parallel_for(std::size_t{0}, count_, [&](std::size_t sample) {
            const ConversionCounts counts = draw(sample);
            if (drawn != nullptr) ++*drawn;
            const std::scoped_lock lock(mutex);
            conversions_.add(counts);  // does not depend on the order
        });
    });
    require_held(point);
}

void Samples::require_held(const Point& point) const {
    if (conversions_.refused == 0) return;
    const std::size_t sample = conversions_.first->at / positions_each();
    const std::size_t i = conversions_.first->at % positions_each();
    const std::string of = " of sample " + std::to_string(sample);
    const bool is_c = i == 2 * length_;
    const Tensors none;
    const Source from(seed_, sample, distribution_, tensors_ ? *tensors_ : none, length_);
    std::string where = is_c ? "" : i < length_ ? from.a.place(i) : from.b.place(i - length_);
    if (where.empty())
        where = is_c ? "c_distribution " + drawn_c_.name() + ": c" + of
                     : "distribution " + point.distribution_name() + ": " + (i < length_ ? "A" : "B") + of +
                           ", element " + std::to_string(i % length_);
    throw OperandError(where + ": " + conversions_.misfits());
}

bool Samples::serves(const Point& point) const {
    const auto k = static_cast<std::size_t>(point.spec.k);
    return format_a_ == point.spec.a && format_b_ == point.spec.b && scale_ == point.spec.scale &&
           (!scale_ || block_ == static_cast<std::size_t>(point.spec.scale_block_or_default())) &&
           distribution_ == point.distribution && drawn_c_ == point.c &&
           (!drawn_c_.distribution || format_c_ == point.spec.c) &&
           (distribution_ != Distribution::npy || tensors_ == point.tensors) && length_ == point.length &&
           padded_ == (length_ + k - 1) / k * k && count_ == point.samples && seed_ == point.seed &&
           rule_ == point.conversion;
}

ConversionCounts Samples::draw(std::size_t sample) {
    const Tensors none;
    Source from(seed_, sample, distribution_, tensors_ ? *tensors_ : none, length_);
    std::vector<double> a(padded_);
    std::vector<double> b(padded_);
    for (std::size_t i = 0; i < length_; ++i) {
        a[i] = from.a.at(i, from.draw, true);
        b[i] = from.b.at(i, from.draw, false);
    }
    const std::size_t scales_each = scale_ ? padded_ / block_ : 0;
    const auto own = [&](std::vector<std::uint64_t>& all, std::size_t each) {
        return std::span(all).subspan(sample * each, each);
    };
    Converter to_a(format_a_, rule_);
    Converter to_b(format_b_, rule_);
    Converter to_c(format_c_, rule_);
    const std::size_t at = sample * positions_each();
    quantise(a, to_a, at, own(a_, padded_), own(scale_a_, scales_each));
    quantise(b, to_b, at + length_, own(b_, padded_), own(scale_b_, scales_each));
    if (drawn_c_.distribution) {  // a sequence of its own, so that c does not change A and B
        Draw draw_c(*drawn_c_.distribution, ~from.random.bits());
        a.push_back(draw_c.next(true) * drawn_c_.factor);
        b.push_back(1);
        c_[sample] = to_c(a.back(), at + 2 * length_);
    }
    exact_[sample] = exact_dot(sample);
    unrounded_[sample] = accurate_dot(a, b);
    ConversionCounts out = to_a.counts();
    out.add(to_b.counts());
    out.add(to_c.counts());
    return out;
}

void Samples::quantise(const std::vector<double>& values, Converter& converter, std::size_t at,
                       std::span<std::uint64_t> out, std::span<std::uint64_t> out_scales) const {
    const FormatInfo& element = info(converter.format());
    const auto scaling =
        rule_ == Conversion::refuse ? tb::BlockScaling::holding : tb::BlockScaling::saturating;
    double divisor = 1;
    for (std::size_t i = 0; i < padded_; ++i) {
        if (scale_ && i % block_ == 0) {
            double largest = 0;
            for (std::size_t j = i; j < i + block_; ++j) largest = std::max(largest, std::fabs(values[j]));
            const auto [code, value] = tb::block_scale(largest, element, info(*scale_), scaling);
            out_scales[i / block_] = code;
            divisor = value;
        }
        // padding is not counted
        out[i] = i < length_ ? converter(values[i] / divisor, at + i) : encode_zero(element.id, false);
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
