// SPDX-License-Identifier: Apache-2.0
// Random tiles in the packing of the plain initiator, and the expected results from DotAdd.
#pragma once
#include <gtest/gtest.h>

#include <vector>

#include "karat/evaluate/dot_add.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat_systemc/tile_module.hpp"
#include "karat_tb/stimulus/random.hpp"
#include "plain_initiator.hpp"

namespace karat::systemc::test {

/// The target interface of a module's socket, accessible before the simulation starts.
inline tlm::tlm_fw_transport_if<>& target_of(TileModule& module) {
    return *module.socket.get_base_export().operator->();
}

/// Mostly values with exponents between -5 and 5, so that results are finite. Occasionally random bits.
inline std::uint64_t random_encoding(Format format, tb::Random& random) {
    const FormatInfo& f = info(format);
    if (random.one_in(24)) return random.bits() & f.encoding_mask();
    const int exponent = random.between(std::max(f.min_exponent(), -5), std::min(f.max_exponent() - 1, 5));
    const std::uint64_t code = (static_cast<std::uint64_t>(exponent + f.bias) << f.fraction_bits) |
                               (random.bits() & f.fraction_mask());
    return (code | (random.coin() ? f.sign_bit() : 0)) << f.ignored_low_bits;
}

/// Metadata as docs/reference/knobs.md allows it: 2:4 two different indices, 1:2 the first or the second.
inline std::uint64_t random_metadata(Metadata kind, tb::Random& random) {
    if (kind == Metadata::one_of_two) return random.coin() ? 0x4 : 0xE;
    const bool ordered = kind == Metadata::two_of_four_ordered;
    while (true) {
        const std::uint64_t first = random.bits() & 3;
        const std::uint64_t second = random.bits() & 3;
        if (first < second || (first > second && !ordered)) return first | second << 2;
    }
}

/// `tiles` random tiles for a module, one buffer for each window; those of D and of the text are empty.
struct RandomTiles {
    std::array<plain::Window, plain::kWindowCount> windows;
    std::array<plain::Bytes, plain::kWindowCount> operands;
    std::size_t tiles;

    RandomTiles(plain::Initiator& initiator, const Spec& spec, std::size_t count, std::uint64_t seed)
        : tiles(count) {
        tb::Random random(seed);
        const Format scale = spec.scale.value_or(Format::ue8m0);
        const std::array formats{spec.a, spec.b, spec.c, scale, scale};
        for (int w = 0; w < plain::kWindowCount; ++w)
            windows[static_cast<std::size_t>(w)] = initiator.window(w);
        for (std::size_t w = 0; w < formats.size(); ++w)
            fill(w, [&] { return random_encoding(formats[w], random); });
        fill(plain::kMetadata, [&] { return random_metadata(spec.metadata, random); });
    }

    /// Stores an encoding from `make` in every element of window `w`.
    template <class Make>
    void fill(std::size_t w, Make make) {
        operands[w].resize(tiles * windows[w].tile_bytes);
        for (std::size_t t = 0; t < tiles; ++t) {
            for (std::size_t i = 0; i < windows[w].lines * windows[w].line_elements; ++i)
                plain::store_bits(operands[w], plain::bit_of(windows[w], t, 0, i), windows[w].element_bits,
                                  make());
        }
    }

    /// One line of an operand, unpacked: the operand of a dot-add.
    [[nodiscard]] std::vector<std::uint64_t> line(plain::WindowIndex w, std::size_t t,
                                                  std::size_t index) const {
        std::vector<std::uint64_t> out(windows[w].line_elements);
        for (std::size_t i = 0; i < out.size(); ++i) {
            out[i] = plain::load_bits(operands[w], plain::bit_of(windows[w], t, index, i),
                                      windows[w].element_bits);
        }
        return out;
    }

    /// The expected bytes of D. Element (i, j) is the DotAdd of row i and column j.
    [[nodiscard]] plain::Bytes expected(const DotAdd& dot) const {
        const plain::Window& d = windows[plain::kD];
        plain::Bytes out(tiles * d.tile_bytes);
        for (std::size_t t = 0; t < tiles; ++t) {
            for (std::size_t i = 0; i < d.lines; ++i) {
                const auto a = line(plain::kA, t, i);
                const auto scale_a = line(plain::kScaleA, t, i);
                const auto c = line(plain::kC, t, i);
                const auto metadata = line(plain::kMetadata, t, i);
                for (std::size_t j = 0; j < d.line_elements; ++j) {
                    const auto b = line(plain::kB, t, j);
                    const auto scale_b = line(plain::kScaleB, t, j);
                    plain::store_bits(out, plain::bit_of(d, t, i, j), d.element_bits,
                                      dot({a, b, scale_a, scale_b, c[j], metadata}));
                }
            }
        }
        return out;
    }

    void write_to(plain::Initiator& initiator) const {
        for (std::size_t w = 0; w < operands.size(); ++w) {
            if (!operands[w].empty()) initiator.write(windows[w].offset, operands[w]);
        }
    }
    [[nodiscard]] plain::Bytes read_d(plain::Initiator& initiator) const {
        return initiator.read(windows[plain::kD].offset, tiles * windows[plain::kD].tile_bytes);
    }

    /// The data for the extension. Results go to `d`.
    [[nodiscard]] TileData data(plain::Bytes& d) const {
        const auto view = [&](std::size_t w) { return std::as_bytes(std::span(operands[w])); };
        return {view(plain::kA),       view(plain::kB),      view(plain::kC),
                view(plain::kScaleA),  view(plain::kScaleB), std::as_writable_bytes(std::span(d)),
                view(plain::kMetadata)};
    }
};

}  // namespace karat::systemc::test
