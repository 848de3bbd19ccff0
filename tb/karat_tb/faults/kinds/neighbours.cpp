// SPDX-License-Identifier: Apache-2.0
// Registers of the wrong cycle: a lane mixes the operands of two tiles.
#include <algorithm>
#include <array>

#include "karat_tb/faults/instances.hpp"

namespace karat::tb {
namespace {

using Answer = decltype(NeighbourFault::answer);
using Mix = void (*)(Words& in, const Operands& other);

std::vector<std::uint64_t> copied(std::span<const std::uint64_t> x) { return {x.begin(), x.end()}; }

/// The neighbour that a fault takes, if it is known.
const std::optional<Operands>& side(bool next, const Neighbours& tiles) {
    return next ? tiles.next : tiles.previous;
}

Answer mixed(bool next, Mix mix) {
    return [next, mix](const NeighbourModel& model, const Operands& in,
                       const Neighbours& tiles) -> std::optional<std::uint64_t> {
        const std::optional<Operands>& other = side(next, tiles);
        if (!other) return std::nullopt;
        Words words(in);
        mix(words, *other);
        return model.correct()(words.operands());
    };
}

void c_of(Words& in, const Operands& other) { in.c = other.c; }
void a_of(Words& in, const Operands& other) { in.a = copied(other.a); }
void b_of(Words& in, const Operands& other) { in.b = copied(other.b); }
void last_a_of(Words& in, const Operands& other) { in.a.back() = other.a.back(); }
void scale_a_of(Words& in, const Operands& other) { in.scale_a = copied(other.scale_a); }
void scale_b_of(Words& in, const Operands& other) { in.scale_b = copied(other.scale_b); }
void metadata_of(Words& in, const Operands& other) { in.metadata = copied(other.metadata); }

Answer c_previous(const Program& /*program*/) { return mixed(false, c_of); }
Answer c_next(const Program& /*program*/) { return mixed(true, c_of); }
Answer a_previous(const Program& /*program*/) { return mixed(false, a_of); }
Answer a_next(const Program& /*program*/) { return mixed(true, a_of); }
Answer b_previous(const Program& /*program*/) { return mixed(false, b_of); }
Answer b_next(const Program& /*program*/) { return mixed(true, b_of); }
Answer last_a_previous(const Program& /*program*/) { return mixed(false, last_a_of); }
Answer scales(const Program& program, bool next, Mix mix) {
    return program.operands().scale ? mixed(next, mix) : nullptr;
}
Answer scale_a_previous(const Program& program) { return scales(program, false, scale_a_of); }
Answer scale_a_next(const Program& program) { return scales(program, true, scale_a_of); }
Answer scale_b_previous(const Program& program) { return scales(program, false, scale_b_of); }
Answer scale_b_next(const Program& program) { return scales(program, true, scale_b_of); }
Answer metadata(const Program& program, bool next) {
    return program.operands().metadata != Metadata::none ? mixed(next, metadata_of) : nullptr;
}
Answer metadata_previous(const Program& program) { return metadata(program, false); }
Answer metadata_next(const Program& program) { return metadata(program, true); }

Answer result_of(bool next) {
    return [next](const NeighbourModel& model, const Operands& /*in*/,
                  const Neighbours& tiles) -> std::optional<std::uint64_t> {
        const std::optional<Operands>& other = side(next, tiles);
        if (!other) return std::nullopt;
        return model.correct()(*other);
    };
}
Answer result_previous(const Program& /*program*/) { return result_of(false); }
Answer result_next(const Program& /*program*/) { return result_of(true); }

/// Whether a tile has a special result because of its operands, not because of an overflow.
bool is_special(const NeighbourModel& model, const Operands& in) {
    const OperandRules& rules = model.correct().program().operands();
    const auto any = [](std::span<const std::uint64_t> words, Format format) {
        return std::ranges::any_of(
            words, [&](std::uint64_t word) { return !unpack(word, info(format)).is_finite(); });
    };
    return any(in.a, rules.a) || any(in.b, rules.b) || any({&in.c, 1}, rules.c);
}

/// NaN and infinity come from another tile. The arithmetic of this one takes its own for numbers.
Answer specials_of(bool next, const Program& program) {
    const OperandRules& rules = program.operands();
    if (rules.are_integers() || rules.metadata != Metadata::none) return nullptr;
    return [next](const NeighbourModel& model, const Operands& in,
                  const Neighbours& tiles) -> std::optional<std::uint64_t> {
        const std::optional<Operands>& other = side(next, tiles);
        if (!other) return std::nullopt;
        return is_special(model, *other) ? model.correct()(*other) : model.numbers()(in);
    };
}
Answer specials_previous(const Program& program) { return specials_of(false, program); }
Answer specials_next(const Program& program) { return specials_of(true, program); }

constexpr auto kNeighbourFaults = std::to_array<NeighbourKind>({
    {"c_previous", "c is that of the previous tile", c_previous},
    {"c_next", "c is that of the next tile", c_next},
    {"a_previous", "a is that of the previous tile", a_previous},
    {"a_next", "a is that of the next tile", a_next},
    {"b_previous", "b is that of the previous tile", b_previous},
    {"b_next", "b is that of the next tile", b_next},
    {"last_a_previous", "the a of the last product is that of the previous tile", last_a_previous},
    {"scale_a_previous", "the scale factors of a are those of the previous tile", scale_a_previous},
    {"scale_a_next", "the scale factors of a are those of the next tile", scale_a_next},
    {"scale_b_previous", "the scale factors of b are those of the previous tile", scale_b_previous},
    {"scale_b_next", "the scale factors of b are those of the next tile", scale_b_next},
    {"metadata_previous", "the metadata is that of the previous tile", metadata_previous},
    {"metadata_next", "the metadata is that of the next tile", metadata_next},
    {"specials_previous", "NaN and infinity are those of the previous tile", specials_previous},
    {"specials_next", "NaN and infinity are those of the next tile", specials_next},
    {"result_previous", "the result is that of the previous tile", result_previous},
    {"result_next", "the result is that of the next tile", result_next},
});

}  // namespace

std::span<const NeighbourKind> neighbour_faults() { return kNeighbourFaults; }

}  // namespace karat::tb
