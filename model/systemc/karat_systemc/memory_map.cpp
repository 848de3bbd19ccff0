// SPDX-License-Identifier: Apache-2.0
#include "karat_systemc/memory_map.hpp"

#include <limits>
#include <string>

#include "karat/error.hpp"
#include "karat/evaluate/sparse.hpp"

namespace karat::systemc {
namespace {

constexpr int kMaxSide = 65536;

void require_side(const std::string& name, int value) {
    if (value >= 1 && value <= kMaxSide) return;
    throw SpecError(
        name, name + ": " + std::to_string(value) + " is not allowed; use 1.." + std::to_string(kMaxSide));
}

/// Places the windows one after the other.
class Placer {
   public:
    explicit Placer(std::uint64_t tiles) : tiles_(tiles) {}

    WindowInfo matrix(Format format, std::uint64_t lines, std::uint64_t line_elements, bool column_major) {
        const auto bits = static_cast<std::uint64_t>(info(format).bits);
        // A tile starts at a byte boundary.
        const std::uint64_t tile_bytes = (lines * line_elements * bits + 7) / 8;
        if (tile_bytes == 0) return {};
        WindowInfo window = place(tiles_ * tile_bytes);
        window.tile_bytes = static_cast<std::uint32_t>(tile_bytes);
        window.format = static_cast<std::uint32_t>(format);
        window.element_bits = static_cast<std::uint32_t>(bits);
        window.lines = static_cast<std::uint32_t>(lines);
        window.line_elements = static_cast<std::uint32_t>(line_elements);
        window.column_major = column_major ? 1 : 0;
        return window;
    }
    WindowInfo text(std::string_view content) {
        WindowInfo window = place(content.size());
        window.tile_bytes = window.line_elements = window.size;
        window.element_bits = 8;
        window.lines = 1;
        return window;
    }
    [[nodiscard]] std::uint32_t end() const { return static_cast<std::uint32_t>(next_); }

   private:
    /// The map must stay below 4 GiB, because offsets and sizes are 32-bit registers. The sums cannot
    /// overflow, because every factor is at most 2^16.
    WindowInfo place(std::uint64_t size) {
        WindowInfo window;
        window.offset = static_cast<std::uint32_t>(next_);
        window.size = static_cast<std::uint32_t>(size);
        next_ = (next_ + size + kWindowAlignment - 1) / kWindowAlignment * kWindowAlignment;
        if (next_ > std::numeric_limits<std::uint32_t>::max()) {
            throw SpecError("batch", "batch: " + std::to_string(tiles_) +
                                         " tiles need a map of 4 GiB or more; use a smaller batch or tile");
        }
        return window;
    }

    std::uint64_t tiles_;
    std::uint64_t next_ = kFirstWindow;
};

}  // namespace

MemoryMap lay_out(const DotAdd& dot, const TileGeometry& geometry, std::string_view spec_text) {
    require_side("m", geometry.m);
    require_side("n", geometry.n);
    require_side("batch", geometry.batch);
    require_side("blocks", geometry.blocks);
    const Spec& spec = dot.spec();
    const auto m = static_cast<std::uint64_t>(geometry.m);
    const auto n = static_cast<std::uint64_t>(geometry.n);
    const auto k = static_cast<std::uint64_t>(dot.operands().k);
    const auto k_of_b = static_cast<std::uint64_t>(dot.operands().k_of_b());
    const auto groups = static_cast<std::uint64_t>(dot.operands().metadata_count());
    const Format scale = spec.scale.value_or(Format::ue8m0);
    Placer placer(static_cast<std::uint64_t>(geometry.batch) * static_cast<std::uint64_t>(geometry.blocks));
    MemoryMap map;
    // In the order of Window. The elements of a dot-add are contiguous in A and in B, and so are their scale
    // factors and metadata.
    map.windows = {placer.matrix(spec.a, m, k, false),
                   placer.matrix(spec.b, n, k_of_b, true),
                   placer.matrix(spec.c, m, n, false),
                   placer.matrix(scale, m, dot.scale_count(), false),
                   placer.matrix(scale, n, dot.scale_count(), true),
                   placer.matrix(spec.d, m, n, false),
                   placer.text(spec_text),
                   placer.matrix(kMetadataFormat, m, groups, false)};
    map.end = placer.end();
    return map;
}

}  // namespace karat::systemc
