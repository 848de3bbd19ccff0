// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/questions/nearby.hpp"

#include <algorithm>
#include <utility>

namespace karat::probe {
namespace {

class Changer {
   public:
    Changer(VectorRow& row, const OperandRules& formats, tb::Random& random)
        : row_(row), formats_(formats), random_(random) {}

    void run() {
        const std::size_t k = random_.below(row_.a.size());
        switch (random_.below(8)) {
            case 0:
                drop(k);
                break;
            case 1:
                std::swap(row_.a[k], row_.a[other(k)]);
                break;
            case 2: {
                const std::size_t to = other(k);
                std::swap(row_.a[k], row_.a[to]);
                std::swap(row_.b[k], row_.b[to]);
                break;
            }
            case 3:
                if (!row_.scale_a.empty()) scale();
                break;
            case 4:
                change(row_.c, info(formats_.c));
                break;
            default:
                if (random_.coin())
                    change(row_.a[nonzero(k)], info(formats_.a));
                else
                    change(row_.b[nonzero(k)], info(formats_.b));
        }
    }

   private:
    [[nodiscard]] std::size_t other(std::size_t k) {
        return (k + 1 + random_.below(row_.a.size())) % row_.a.size();
    }
    /// The first product from k on that is not zero, or k.
    [[nodiscard]] std::size_t nonzero(std::size_t k) const {
        for (std::size_t n = 0; n < row_.a.size(); ++n) {
            const std::size_t at = (k + n) % row_.a.size();
            if (row_.a[at] != 0 || row_.b[at] != 0) return at;
        }
        return k;
    }
    void drop(std::size_t k) {
        if (random_.one_in(4)) {
            row_.c = 0;
            return;
        }
        row_.a[nonzero(k)] = 0;
    }
    void scale() {
        auto& factors = random_.coin() ? row_.scale_a : row_.scale_b;
        change(factors[random_.below(factors.size())], info(*formats_.scale));
    }
    void change(std::uint64_t& encoding, const FormatInfo& format) {
        const std::uint64_t magnitude = (encoding >> format.ignored_low_bits) & format.magnitude_mask();
        const bool negative = ((encoding >> format.ignored_low_bits) & format.sign_bit()) != 0;
        const std::uint64_t one = std::uint64_t{1} << format.fraction_bits;
        switch (random_.below(5)) {
            case 0:
                encoding = format.encoding(!negative && format.sign_bit() != 0, magnitude);
                break;
            case 1:
                encoding = format.encoding(negative, magnitude & ~format.fraction_mask());
                break;
            case 2:
                encoding = format.encoding(
                    negative, magnitude ^ (std::uint64_t{1} << random_.below(
                                               static_cast<std::uint64_t>(format.fraction_bits) + 1)));
                break;
            default: {
                const std::uint64_t by = one * (random_.one_in(3) ? random_.below(24) + 1 : 1);
                const bool up = random_.coin();
                encoding = format.encoding(negative, up ? std::min(magnitude + by, format.max_finite_code())
                                                        : (magnitude > by ? magnitude - by : magnitude));
            }
        }
    }

    VectorRow& row_;
    const OperandRules& formats_;
    tb::Random& random_;
};

}  // namespace

VectorRow nearby(VectorRow row, const OperandRules& formats, tb::Random& random) {
    const int changes = random.between(1, 3);
    for (int i = 0; i < changes; ++i) Changer(row, formats, random).run();
    return row;
}

}  // namespace karat::probe
