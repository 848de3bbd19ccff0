// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/target/random_question.hpp"

#include <algorithm>
#include <array>

#include "karat/arithmetic/round.hpp"

namespace karat::probe {
namespace {

using Draw = std::uint64_t (*)(const FormatInfo&, tb::Random&);

std::uint64_t random_bits(const FormatInfo& format, tb::Random& random) {
    return random.bits() & format.encoding_mask();
}

std::uint64_t near_one(const FormatInfo& format, tb::Random& random) {
    if (format.is_integer()) return random_bits(format, random);
    const int exponent = std::max(0, format.bias + random.between(-3, 3));
    const std::uint64_t code = (static_cast<std::uint64_t>(exponent) << format.fraction_bits) |
                               (random.bits() & format.fraction_mask());
    return format.encoding(format.is_signed && random.coin(), std::min(code, format.max_finite_code()));
}

std::vector<std::uint64_t> draw_all(int count, Format format, tb::Random& random, Draw draw) {
    std::vector<std::uint64_t> out(static_cast<std::size_t>(count));
    for (std::uint64_t& x : out) x = draw(info(format), random);
    return out;
}

/// Elements of metadata that are allowed for the kind (evaluate/sparse.hpp).
std::vector<std::uint64_t> draw_metadata(const OperandRules& formats, tb::Random& random) {
    // 2:4: the pairs of indices in ascending order, which every variant allows
    constexpr std::array<std::uint64_t, 6> pairs{0b0100, 0b1000, 0b1001, 0b1100, 0b1101, 0b1110};
    std::vector<std::uint64_t> out(static_cast<std::size_t>(formats.metadata_count()));
    for (std::uint64_t& x : out) {
        x = formats.metadata != Metadata::one_of_two ? pairs[random.below(pairs.size())]
            : random.coin()                          ? 0b1110
                                                     : 0b0100;
    }
    return out;
}

std::uint64_t largest(const FormatInfo& format) { return format.encoding(false, format.max_finite_code()); }

std::uint64_t special(const FormatInfo& format) {
    return format.has_nan() ? encode_nan(format.id, NanEncoding::any) : largest(format);
}

/// A question whose operands are all alike.
VectorRow uniform(const OperandRules& formats, std::uint64_t (*value)(const FormatInfo&)) {
    const auto all = [&](int count, Format format) {
        return std::vector<std::uint64_t>(static_cast<std::size_t>(count), value(info(format)));
    };
    VectorRow out;
    out.a = all(formats.k, formats.a);
    out.b = all(formats.k_of_b(), formats.b);
    if (formats.scale) out.scale_a = out.scale_b = all(formats.scale_count(), *formats.scale);
    out.metadata.assign(static_cast<std::size_t>(formats.metadata_count()), 0b0100);
    out.c = value(info(formats.c));
    return out;
}

}  // namespace

VectorRow random_question(const OperandRules& formats, tb::Random& random) {
    const Draw draw = random.one_in(4) ? random_bits : near_one;
    VectorRow out;
    out.a = draw_all(formats.k, formats.a, random, draw);
    out.b = draw_all(formats.k_of_b(), formats.b, random, draw);
    if (formats.scale) {
        out.scale_a = draw_all(formats.scale_count(), *formats.scale, random, draw);
        out.scale_b = draw_all(formats.scale_count(), *formats.scale, random, draw);
    }
    out.metadata = draw_metadata(formats, random);
    out.c = draw(info(formats.c), random);
    return out;
}

std::vector<VectorRow> extreme_questions(const OperandRules& formats) {
    return {uniform(formats, [](const FormatInfo&) { return std::uint64_t{0}; }), uniform(formats, largest),
            uniform(formats, special)};
}

}  // namespace karat::probe
