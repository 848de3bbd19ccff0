// SPDX-License-Identifier: Apache-2.0
// C ABI: the status flags of a tile, and the comparison of a design's flags.
#include <optional>

#include "karat/compare/flag_port.hpp"
#include "karat_dpi/handles.hpp"
#include "karat_dpi/matrices.hpp"

using namespace karat::dpi;  // NOLINT(google-build-using-namespace): the C ABI of this namespace

namespace {

constexpr int kBits = karat::kFlagBits;
constexpr std::uint32_t kAllFlags = 15;

karat::FlagPort flag_port(const karat_flag_port& port) {
    if (port.bits == 0 || port.bits > kAllFlags)
        throw Refusal(KARAT_BAD_ARGUMENT, "port.bits = " + std::to_string(port.bits) + ": must be 1 to 15");
    karat::FlagPort out{{{}, port.roundings == 0}, port.bits, port.per_tile == 0, port.sticky != 0};
    switch (port.tiny) {
        case KARAT_TINY_DEFAULT:
            break;
        case KARAT_TINY_BEFORE:
            out.rule.tiny_when = karat::FlushWhen::before;
            break;
        case KARAT_TINY_UNBOUNDED:
            out.rule.tiny_when = karat::FlushWhen::unbounded;
            break;
        case KARAT_TINY_ENCODED:
            out.rule.tiny_when = karat::FlushWhen::encoded;
            break;
        default:
            throw Refusal(KARAT_BAD_ARGUMENT,
                          "port.tiny = " + std::to_string(port.tiny) + ": must be 0 to 3");
    }
    return out;
}

/// A tile with the flags of its port.
struct FlaggedTile {
    FlaggedTile(const Model& model, const karat_tile_operands& operands, const karat_flag_port& of)
        : lanes(kept_lanes(model, operands.m, operands.n, "flags")),
          elements(tile_elements(model, tile_call(model, operands, 1))),
          port(flag_port(of)),
          rows(port.per_lane ? lanes.m : 1),
          columns(port.per_lane ? lanes.n : 1) {}
    [[nodiscard]] std::vector<std::uint32_t> raised(const Model& model) const {
        return karat::raised_flags(model.dot(), elements, lanes.n, port);
    }
    [[nodiscard]] std::vector<std::uint64_t> load(const karat::Matrix& from, const char* name) const {
        return karat::load_matrix(name, {from.data, from.leading, from.column_major}, rows, columns, kBits);
    }
    [[nodiscard]] std::vector<std::uint64_t> load(const karat_matrix& from, const char* name) const {
        void* const data = const_cast<void*>(from.data);  // only read
        return load(place({data, from.bytes, from.leading, from.column_major}, name), name);
    }
    /// The report of the first mismatch; empty if there is none.
    [[nodiscard]] std::string told(const Model& model,
                                   const std::optional<karat::FlagMismatch>& first) const {
        if (!first) return {};
        return "wrong flags: " + describe(model.dot(), *first, elements, lanes.n, port);
    }
    [[nodiscard]] karat::Matrix place(const karat_result& to, const char* name) const {
        return room(to, rows, columns, kBits, name);
    }
    void store(const karat::Matrix& to, const std::vector<std::uint32_t>& flags) const {
        for (std::size_t at = 0; at < flags.size(); ++at) {
            const std::size_t i = at / columns;
            const std::size_t j = at % columns;
            karat::store_element(to.data, to.column_major ? j * to.leading + i : i * to.leading + j, kBits,
                                 flags[at]);
        }
    }

    Lanes lanes;
    karat::TileElements elements;
    karat::FlagPort port;
    std::size_t rows, columns;  ///< of the matrices of flags
};

/// The comparison of a tile's flags. `expected`: with those since the reset, if they are sticky.
struct Compared {
    karat_flag_comparison counts{};
    std::vector<std::uint32_t> wrong;
    std::optional<karat::FlagMismatch> first;

    Compared(const FlaggedTile& flagged, std::uint64_t tile, const std::vector<std::uint32_t>& expected,
             const std::vector<std::uint64_t>& got, const std::vector<std::uint64_t>& unknown) {
        const std::uint32_t bits = flagged.port.compared;
        counts.compared = expected.size();
        for (std::size_t at = 0; at < expected.size(); ++at) {
            const std::uint32_t right = expected[at] & bits;
            const std::uint32_t seen = static_cast<std::uint32_t>(got[at]) & bits;
            const std::uint32_t x = unknown.empty() ? 0 : static_cast<std::uint32_t>(unknown[at]) & bits;
            wrong.push_back((right ^ seen) | x);
            if (wrong.back() == 0) continue;
            counts.missing |= right & ~seen;
            counts.without_cause |= seen & ~right;
            if (counts.mismatches++ != 0) continue;
            first = {tile, at, right, seen, x};
            counts.m = at / flagged.columns;
            counts.n = at % flagged.columns;
            counts.expected = right;
            counts.got = seen;
        }
    }
};

}  // namespace

extern "C" {

karat_status karat_tile_flags(karat_model* model, const karat_tile_operands* in, const karat_flag_port* port,
                              const karat_result* flags) {
    return guarded([&] {
        const Reading use(model);
        const FlaggedTile tile(*use, require(in, "in"), require(port, "port"));
        const karat::Matrix out = tile.place(require(flags, "flags"), "flags");
        std::vector<std::uint32_t> raised = tile.raised(*use);
        for (std::uint32_t& one : raised) one &= tile.port.compared;
        tile.store(out, raised);
        return KARAT_OK;
    });
}

karat_status karat_compare_flags(karat_model* model, uint64_t tile, const karat_tile_operands* in,
                                 const karat_flag_port* port, const karat_matrix* got,
                                 const karat_matrix* unknown, const karat_result* since_reset,
                                 const karat_result* wrong, karat_flag_comparison* comparison, char* report,
                                 size_t size, size_t* length) {
    return guarded([&] {
        const Reading use(model);
        const FlaggedTile flagged(*use, require(in, "in"), require(port, "port"));
        const auto answer = flagged.load(require(got, "got"), "got");
        const auto x_or_z =
            unknown == nullptr ? std::vector<std::uint64_t>() : flagged.load(*unknown, "unknown");
        std::vector<std::uint32_t> expected = flagged.raised(*use);
        std::optional<karat::Matrix> kept;
        std::optional<karat::Matrix> mask;
        if (flagged.port.sticky) {
            kept = flagged.place(require(since_reset, "since_reset"), "since_reset");
            const auto before = flagged.load(*kept, "since_reset");
            for (std::size_t at = 0; at < expected.size(); ++at)
                expected[at] |= static_cast<std::uint32_t>(before[at]);
        }
        if (wrong != nullptr) mask = flagged.place(*wrong, "wrong");
        const Compared out(flagged, tile, expected, answer, x_or_z);
        const karat_status fit =
            guarded([&] { return give_text(flagged.told(*use, out.first), report, size, length); });
        if (fit != KARAT_OK && (fit != KARAT_TRUNCATED || !out.first)) return fit;
        if (kept) flagged.store(*kept, expected);
        if (mask) flagged.store(*mask, out.wrong);
        if (comparison != nullptr) *comparison = out.counts;
        if (!out.first) return KARAT_OK;
        return fail(KARAT_MISMATCH, (place_of(*out.first, flagged.lanes.n, flagged.port) + ": " +
                                     std::to_string(out.counts.mismatches) + " of " +
                                     std::to_string(out.counts.compared) + " sets of flags differ")
                                        .c_str());
    });
}

}  // extern "C"
