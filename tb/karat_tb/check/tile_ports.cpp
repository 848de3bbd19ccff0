// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/check/tile_ports.hpp"

#include "karat/error.hpp"
#include "karat/recipe/families/families.hpp"

namespace karat::tb {
namespace {

constexpr std::uint32_t kMetadataBits = 4;

}  // namespace

PortWords make_port(std::size_t elements, std::uint32_t width) {
    PortWords words(elements * width / 32 + 2, 0);
    return words;
}

void put_element(std::span<std::uint32_t> port, std::size_t index, std::uint32_t width, std::uint64_t value) {
    for (std::uint32_t done = 0; done < width;) {
        const std::size_t at = index * width + done;
        const auto offset = static_cast<std::uint32_t>(at % 32);
        const std::uint32_t taken = std::min(32 - offset, width - done);
        const auto mask = static_cast<std::uint32_t>((std::uint64_t{1} << taken) - 1);
        std::uint32_t& word = port[at / 32];
        word = (word & ~(mask << offset)) | ((static_cast<std::uint32_t>(value >> done) & mask) << offset);
        done += taken;
    }
}

std::uint64_t get_element(std::span<const std::uint32_t> port, std::size_t index, std::uint32_t width) {
    std::uint64_t value = 0;
    for (std::uint32_t done = 0; done < width;) {
        const std::size_t at = index * width + done;
        const auto offset = static_cast<std::uint32_t>(at % 32);
        const std::uint32_t taken = std::min(32 - offset, width - done);
        const auto mask = static_cast<std::uint32_t>((std::uint64_t{1} << taken) - 1);
        value |= static_cast<std::uint64_t>((port[at / 32] >> offset) & mask) << done;
        done += taken;
    }
    return value;
}

TileShape::TileShape(const Spec& spec, std::size_t rows, std::size_t columns)
    : m(rows), n(columns), k(static_cast<std::size_t>(spec.k)) {
    const OperandRules rules = expand(spec).operands;
    k_of_b = static_cast<std::size_t>(rules.k_of_b());
    groups = static_cast<std::size_t>(rules.metadata_count());
    const auto width = [](Format format) { return static_cast<std::uint32_t>(info(format).bits); };
    aw = width(spec.a);
    bw = width(spec.b);
    cw = width(spec.c);
    dw = width(spec.d);
    if (spec.scale) {
        sw = width(*spec.scale);
        scales = k / static_cast<std::size_t>(spec.scale_block_or_default());
    }
}

TilePorts::TilePorts(const TileShape& shape)
    : a(make_port(shape.m * shape.k, shape.aw)),
      b(make_port(shape.n * shape.k_of_b, shape.bw)),
      c(make_port(shape.lanes(), shape.cw)),
      scale_a(make_port(shape.m * shape.scales, shape.sw)),
      scale_b(make_port(shape.n * shape.scales, shape.sw)),
      metadata(make_port(shape.m * shape.groups, kMetadataBits)),
      d(make_port(shape.lanes(), shape.dw)),
      d_unknown(d) {}

void TilePorts::connect(karat_candidate_cycle& io) {
    io.a = a.data();
    io.b = b.data();
    io.c = c.data();
    io.scale_a = scale_a.data();
    io.scale_b = scale_b.data();
    io.metadata = metadata.data();
    io.d = d.data();
    io.d_unknown = d_unknown.data();
}

void TilePorts::load(const Tile& tile, const TileShape& shape) {
    const auto put = [](PortWords& port, const std::vector<std::uint64_t>& elements, std::uint32_t width) {
        for (std::size_t i = 0; i < elements.size(); ++i) put_element(port, i, width, elements[i]);
    };
    put(a, tile.a, shape.aw);
    put(b, tile.b, shape.bw);
    put(c, tile.c, shape.cw);
    put(scale_a, tile.scale_a, shape.sw);
    put(scale_b, tile.scale_b, shape.sw);
    put(metadata, tile.metadata, kMetadataBits);
}

void require_lanes(std::size_t built_m, std::size_t built_n, std::size_t m, std::size_t n) {
    if ((built_m == 0 || built_m == m) && (built_n == 0 || built_n == n)) return;
    const auto text = [](std::size_t rows, std::size_t columns) {
        return std::to_string(rows) + "x" + std::to_string(columns);
    };
    throw Error("the candidate has " + text(built_m, built_n) + " lanes, not " + text(m, n));
}

namespace {

/// The storage of a port in a Verilated design.
std::size_t bytes_of(std::size_t bits) {
    return bits == 0    ? 0
           : bits <= 8  ? 1
           : bits <= 16 ? 2
           : bits <= 32 ? 4
           : bits <= 64 ? 8
                        : (bits + 31) / 32 * 4;
}

std::string has_text(std::uint32_t bytes) {
    return bytes == 0 ? "no bits" : "up to " + std::to_string(bytes * 8) + " bits";
}

}  // namespace

void require_flags(const karat_candidate_ports& ports, std::size_t elements) {
    constexpr std::size_t flags = 4;
    if (ports.flags_bytes == bytes_of(elements * flags)) return;
    throw Error("the candidate's port flags_o has " + has_text(ports.flags_bytes) + "; " +
                std::to_string(elements * flags) + " are needed, four flags each for " +
                std::to_string(elements) + (elements == 1 ? " element" : " lanes"));
}

void require_ports(const karat_candidate_ports& ports, const TileShape& shape) {
    require_lanes(ports.m, ports.n, shape.m, shape.n);
    const auto lanes = std::to_string(shape.m) + "x" + std::to_string(shape.n);
    const auto check = [&](const char* port, std::uint32_t bytes, std::size_t elements, std::uint32_t width) {
        const std::size_t bits = elements * width;
        if (bytes == bytes_of(bits)) return;
        throw Error(std::string("the candidate's port ") + port + " has " + has_text(bytes) +
                    "; the specification needs " + std::to_string(elements) + " elements of " +
                    std::to_string(width) + " bits each, " + std::to_string(bits) + " in total, for " +
                    lanes + " lanes of K = " + std::to_string(shape.k));
    };
    check("a_i", ports.a_bytes, shape.m * shape.k, shape.aw);
    check("b_i", ports.b_bytes, shape.n * shape.k_of_b, shape.bw);
    check("c_i", ports.c_bytes, shape.lanes(), shape.cw);
    check("d_o", ports.d_bytes, shape.lanes(), shape.dw);
    check("scale_a_i", ports.scale_a_bytes, shape.m * shape.scales, shape.sw);
    check("scale_b_i", ports.scale_b_bytes, shape.n * shape.scales, shape.sw);
    check("metadata_i", ports.metadata_bytes, shape.m * shape.groups, kMetadataBits);
}

}  // namespace karat::tb
