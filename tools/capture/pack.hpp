// SPDX-License-Identifier: Apache-2.0
// Rows of a vector file to requests of the kernels.
#pragma once
#include "request.hpp"
#include "vec_io.hpp"

namespace capture {

/// Writes `bits` bits of value at a bit position that does not straddle 64-bit words beyond two 32-bit ones.
inline void put_bits(std::uint32_t* words, std::size_t position, unsigned bits, std::uint64_t value) {
    for (unsigned done = 0; done < bits;) {
        const std::size_t at = position + done;
        const unsigned room = 32 - static_cast<unsigned>(at % 32);
        const unsigned now = bits - done < room ? bits - done : room;
        const std::uint64_t part = value >> done & (now == 32 ? 0xffffffffU : (1U << now) - 1);
        words[at / 32] |= static_cast<std::uint32_t>(part) << at % 32;
        done += now;
    }
}

/// Elements side by side (`container` false, `padded` false); each in 8 bits, e2m1 in the middle four; or 16
/// side by side and then padding to 128 bits.
inline void pack_elements(std::uint32_t* words, const std::vector<std::uint64_t>& values,
                          const std::string& format, bool container, bool padded) {
    const unsigned width = width_of(format);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (container)
            put_bits(words, 8 * i + (width == 4 ? 2 : 0), width, values[i]);
        else if (padded && width < 8)
            put_bits(words, 128 * (i / 16) + width * (i % 16), width, values[i]);
        else
            put_bits(words, width * i, width, values[i]);
    }
}

inline std::uint32_t packed_scales(const std::vector<std::uint64_t>& scales) {
    std::uint32_t out = 0;
    for (std::size_t i = 0; i < scales.size(); ++i) out |= static_cast<std::uint32_t>(scales[i]) << 8 * i;
    return out;
}

inline Request packed_request(const Row& row, const Formats& f, bool container, bool padded) {
    Request out{};
    pack_elements(out.a, row.a, f.a, container, padded);
    pack_elements(out.b, row.b, f.b, container, padded);
    out.scale_a = packed_scales(row.scale_a);
    out.scale_b = packed_scales(row.scale_b);
    for (std::size_t i = 0; i < row.metadata.size(); ++i) put_bits(out.metadata, 4 * i, 4, row.metadata[i]);
    out.c[0] = static_cast<std::uint32_t>(row.c);
    out.c[1] = static_cast<std::uint32_t>(row.c >> 32);
    return out;
}

/// What fills a tile that has fewer requests: zeros, with valid metadata and scale factors.
inline Request empty_request() {
    Request out{};
    out.metadata[0] = out.metadata[1] = 0x44444444;
    out.scale_a = out.scale_b = 0x38383838;
    return out;
}

}  // namespace capture
