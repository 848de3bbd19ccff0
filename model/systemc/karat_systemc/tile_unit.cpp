// SPDX-License-Identifier: Apache-2.0
#include "karat_systemc/tile_unit.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "karat/evaluate/packed.hpp"
#include "karat/evaluate/sparse.hpp"
#include "karat/recipe/json/spec_json.hpp"

namespace karat::systemc {
namespace {

/// Tile `index` of storage for several tiles. Empty if the window does not exist.
template <class Byte>
std::span<Byte> tile_of(std::span<Byte> all, const WindowInfo& window, std::size_t index) {
    return all.subspan(index * window.tile_bytes, window.tile_bytes);
}

ConstMatrix matrix(std::span<const std::byte> all, const WindowInfo& window, std::size_t index) {
    return {tile_of(all, window, index), window.line_elements, window.column_major != 0};
}

bool is_writable_register(std::uint32_t offset) { return offset == reg::tiles || offset == reg::control; }

}  // namespace

TileUnit::TileUnit(const Spec& spec, const TileGeometry& geometry)
    : engine_(DotAdd(spec)),
      m_(static_cast<std::size_t>(geometry.m)),
      n_(static_cast<std::size_t>(geometry.n)),
      map_(lay_out(dot(), geometry, to_json_text(spec))),
      memory_(map_.end) {
    identify(geometry);
    const std::string text = to_json_text(spec);
    std::memcpy(memory_.data() + map_[Window::spec].offset, text.data(), text.size());
}

void TileUnit::identify(const TileGeometry& geometry) {
    set_word(reg::magic, kMagic);
    set_word(reg::version, kMapVersion);
    set_word(reg::algorithm, static_cast<std::uint32_t>(dot().spec().algorithm));
    set_word(reg::m, static_cast<std::uint32_t>(geometry.m));
    set_word(reg::n, static_cast<std::uint32_t>(geometry.n));
    set_word(reg::k, static_cast<std::uint32_t>(dot().spec().k));
    set_word(reg::scale_count, static_cast<std::uint32_t>(dot().scale_count()));
    set_word(reg::capacity, map_[Window::a].size / map_[Window::a].tile_bytes);
    set_word(reg::blocks, static_cast<std::uint32_t>(geometry.blocks));
    set_word(reg::metadata_count, static_cast<std::uint32_t>(dot().operands().metadata_count()));
    set_word(reg::tiles, static_cast<std::uint32_t>(geometry.blocks));
    std::memcpy(memory_.data() + reg::windows, map_.windows.data(), sizeof map_.windows);
}

// TLM stores the bytes of a word in host order, so a register is a word of the host.
std::uint32_t TileUnit::word(std::uint32_t offset) const {
    std::uint32_t value = 0;
    std::memcpy(&value, memory_.data() + offset, sizeof value);
    return value;
}

void TileUnit::set_word(std::uint32_t offset, std::uint32_t value) {
    std::memcpy(memory_.data() + offset, &value, sizeof value);
}

std::optional<TileUnit::Region> TileUnit::region_at(std::uint64_t address) const {
    if (address < kRegisterBytes) return Region{.begin = 0, .end = kRegisterBytes, .registers = true};
    for (std::size_t i = 0; i < kWindows; ++i) {
        const WindowInfo& window = map_.windows[i];
        if (!window.holds(address)) continue;
        const bool text = i == static_cast<std::size_t>(Window::spec);
        const bool result = i == static_cast<std::size_t>(Window::d);
        return Region{.begin = window.offset,
                      .end = window.offset + window.size,
                      .writable = !text && !result,
                      .pokable = !text};
    }
    return std::nullopt;
}

Access TileUnit::check(const std::optional<Region>& region, std::uint64_t address, std::size_t length) {
    if (!region || (region->registers && address % 4 != 0)) return Access::bad_address;
    if (length == 0 || length > region->end - address || (region->registers && length % 4 != 0))
        return Access::bad_length;
    return Access::ok;
}

Access TileUnit::read(std::uint64_t address, std::span<std::byte> out) const {
    const Access access = check(region_at(address), address, out.size());
    if (access == Access::ok) std::memcpy(out.data(), memory_.data() + address, out.size());
    return access;
}

Access TileUnit::write(std::uint64_t address, std::span<const std::byte> in) {
    const auto region = region_at(address);
    const Access access = check(region, address, in.size());
    if (access != Access::ok) return access;
    if (!region->registers) {
        if (!region->writable) return Access::read_only;
        std::memcpy(memory_.data() + address, in.data(), in.size());
        return Access::ok;
    }
    const auto first = static_cast<std::uint32_t>(address);
    const auto last = first + static_cast<std::uint32_t>(in.size());
    for (std::uint32_t offset = first; offset < last; offset += 4) {
        if (!is_writable_register(offset)) return Access::read_only;
    }
    for (std::uint32_t offset = first; offset < last; offset += 4) {
        std::uint32_t value = 0;
        std::memcpy(&value, in.data() + (offset - first), sizeof value);
        if (offset == reg::control) {
            control(value);
        } else {
            set_word(offset, value);
        }
    }
    return Access::ok;
}

std::size_t TileUnit::peek(std::uint64_t address, std::span<std::byte> out) const {
    const auto region = region_at(address);
    if (!region) return 0;
    const std::size_t count = std::min<std::size_t>(out.size(), region->end - address);
    if (count != 0) std::memcpy(out.data(), memory_.data() + address, count);
    return count;
}

std::size_t TileUnit::poke(std::uint64_t address, std::span<const std::byte> in) {
    const auto region = region_at(address);
    if (!region || !region->pokable) return 0;
    const std::size_t count = std::min<std::size_t>(in.size(), region->end - address);
    if (count != 0) std::memcpy(memory_.data() + address, in.data(), count);
    return count;
}

void TileUnit::control(std::uint32_t value) {
    if ((value & ~(kStart | kReset)) != 0) return fail(ErrorCode::reserved_control_bit);
    if ((value & kReset) != 0) {
        for (const std::uint32_t offset : {reg::status, reg::error, reg::dot_adds_low, reg::dot_adds_high})
            set_word(offset, 0);
    }
    if ((value & kStart) != 0) start();
}

void TileUnit::start() {
    const std::uint32_t tiles = word(reg::tiles);
    if (tiles == 0 || tiles > word(reg::capacity)) return fail(ErrorCode::bad_tile_count);
    if (!is_allowed(bytes(Window::metadata, tiles), tiles)) return fail(ErrorCode::bad_metadata);
    run_tiles({bytes(Window::a, tiles), bytes(Window::b, tiles), bytes(Window::c, tiles),
               bytes(Window::scale_a, tiles), bytes(Window::scale_b, tiles), bytes(Window::d, tiles),
               bytes(Window::metadata, tiles)},
              tiles);
    set_word(reg::error, static_cast<std::uint32_t>(ErrorCode::none));
    set_word(reg::status, kDone);
}

void TileUnit::fail(ErrorCode code) {
    set_word(reg::error, static_cast<std::uint32_t>(code));
    set_word(reg::status, kError);
}

std::span<std::byte> TileUnit::bytes(Window window, std::size_t tiles) {
    return std::span(memory_).subspan(map_[window].offset, tiles * map_[window].tile_bytes);
}

bool TileUnit::is_allowed(std::span<const std::byte> metadata, std::size_t tiles) const {
    const WindowInfo& window = map_[Window::metadata];
    const std::size_t elements = std::size_t{window.lines} * window.line_elements;
    for (std::size_t t = 0; t < tiles; ++t) {
        for (std::size_t i = 0; i < elements; ++i) {
            const std::uint64_t element =
                load_element(tile_of(metadata, window, t), i, static_cast<int>(window.element_bits));
            if (!metadata_error(dot().operands().metadata, element).empty()) return false;
        }
    }
    return true;
}

bool TileUnit::compute(const TileData& data, std::size_t tiles) {
    // Division, because a huge count could overflow a multiplication.
    const auto fits = [&](std::size_t size, Window window) {
        const std::size_t one = map_[window].tile_bytes;
        return one == 0 ? size == 0 : size % one == 0 && size / one == tiles;
    };
    if (tiles == 0) return false;
    if (!fits(data.a.size(), Window::a) || !fits(data.b.size(), Window::b) || !fits(data.c.size(), Window::c))
        return false;
    if (!fits(data.scale_a.size(), Window::scale_a) || !fits(data.scale_b.size(), Window::scale_b))
        return false;
    if (!fits(data.d.size(), Window::d) || !fits(data.metadata.size(), Window::metadata)) return false;
    if (!is_allowed(data.metadata, tiles)) return false;
    run_tiles(data, tiles);
    return true;
}

void TileUnit::run_tiles(const TileData& data, std::size_t tiles) {
    for (std::size_t t = 0; t < tiles; ++t) {
        const TileOperands in{matrix(data.a, map_[Window::a], t),
                              matrix(data.b, map_[Window::b], t),
                              matrix(data.c, map_[Window::c], t),
                              matrix(data.scale_a, map_[Window::scale_a], t),
                              matrix(data.scale_b, map_[Window::scale_b], t),
                              matrix(data.metadata, map_[Window::metadata], t)};
        engine_.run(m_, n_, in, {tile_of(data.d, map_[Window::d], t), n_, false}, workspace_);
    }
    const std::uint64_t done = std::uint64_t{tiles} * m_ * n_;
    total_dot_adds_ += done;
    const std::uint64_t count =
        ((std::uint64_t{word(reg::dot_adds_high)} << 32) | word(reg::dot_adds_low)) + done;
    set_word(reg::dot_adds_low, static_cast<std::uint32_t>(count));
    set_word(reg::dot_adds_high, static_cast<std::uint32_t>(count >> 32));
}

}  // namespace karat::systemc
