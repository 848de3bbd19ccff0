// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/stimulus/steer/steered_source.hpp"

#include <algorithm>

#include "karat/error.hpp"
#include "karat_tb/stimulus/steer/bin_generators.hpp"

namespace karat::tb {

const DotOperands& HoleAim::attempt(const Bin& bin) {
    draft_.blank();
    aim(bin);
    if (!draft_.model.has_c()) draft_.x.c = 0;
    return draft_.x;
}

void HoleAim::aim(const Bin& bin) {
    switch (bin.kind) {
        case BinKind::metadata:
        case BinKind::operand:
        case BinKind::scale:
        case BinKind::product:
            if (draft_.random.coin()) pile_up_products(draft_, bin);
            set_extreme(draft_, bin);
            break;
        case BinKind::max:
        case BinKind::shift:
        case BinKind::dropped:
            aim_at_alignment(draft_, bin);
            break;
        case BinKind::cancel:
            if (draft_.random.one_in(4)) {
                pile_up_products(draft_, bin);
            } else {
                aim_at_cancellation(draft_, bin);
            }
            break;
        case BinKind::carry:
            if (draft_.random.coin()) {
                pile_up_products(draft_, bin);
            } else {
                fill_site(draft_, bin);
            }
            break;
        case BinKind::residue:
        case BinKind::step:
        case BinKind::result:
        case BinKind::special:
            switch (draft_.random.below(6)) {
                case 0:
                case 1:
                    pile_up_products(draft_, bin);
                    break;
                case 2:
                    aim_at_specials(draft_, bin);
                    break;
                case 3:
                    aim_at_zeros(draft_);
                    break;
                default:
                    aim_around_result(draft_, bin);
            }
            break;
    }
}

SteeredSource::SteeredSource(const Coverage& coverage, const Spec& spec, std::size_t m, std::size_t n,
                             std::uint64_t seed, std::uint64_t patience)
    : coverage_(coverage),
      m_(m),
      n_(n),
      aim_(coverage.model(), seed),
      patience_(patience),
      last_holes_(coverage.hole_count()) {
    if (!(spec == coverage.dot().spec()) || m != coverage.rows() || n != coverage.columns()) {
        throw Error("steered stimulus: the coverage belongs to a different specification or shape");
    }
    const OperandRules& rules = coverage.model().program().operands();
    if (rules.metadata != Metadata::none) sparse_.emplace(rules, seed + 1);
}

std::optional<Tile> SteeredSource::next() {
    constexpr std::uint64_t kTriesOfOneHole = 24;
    std::vector<std::uint32_t> hit;
    for (std::uint64_t tries = 0; coverage_.hole_count() != 0; ++tries) {
        if (coverage_.hole_count() != last_holes_) {
            last_holes_ = coverage_.hole_count();
            idle_ = 0;
        }
        if (idle_++ >= patience_) return std::nullopt;
        // Take the next hole at the cursor, and move on to the one after it after a few tries.
        const auto& bins = coverage_.bins();
        if (tries % kTriesOfOneHole == 0) ++cursor_;
        cursor_ %= bins.size();
        while (!coverage_.model().reachable(cursor_) || coverage_.is_hit(cursor_))
            cursor_ = (cursor_ + 1) % bins.size();
        const Tile tile = spread(aim_.attempt(bins[cursor_]), bins[cursor_]);
        hit.clear();
        coverage_.model().evaluate(tile.operands(0, 0, n_), hit);
        const auto is_hole = [&](std::uint32_t bin) {
            return coverage_.model().reachable(bin) && !coverage_.is_hit(bin);
        };
        if (std::any_of(hit.begin(), hit.end(), is_hole)) return tile;
    }
    return std::nullopt;
}

Tile SteeredSource::spread(const DotOperands& x, const Bin& bin) {
    Tile tile;
    tile.operand_class = OperandClass::steered;
    const auto repeat = [](std::vector<std::uint64_t>& out, const std::vector<std::uint64_t>& row,
                           std::size_t rows) {
        for (std::size_t i = 0; i < rows; ++i) out.insert(out.end(), row.begin(), row.end());
    };
    repeat(tile.a, x.a, m_);
    repeat(tile.b, x.b, n_);
    repeat(tile.scale_a, x.scale_a, m_);
    repeat(tile.scale_b, x.scale_b, n_);
    tile.c.assign(m_ * n_, x.c);
    if (!sparse_) return tile;
    return bin.kind == BinKind::metadata
               ? sparse_->expanded(std::move(tile), static_cast<std::size_t>(bin.index),
                                   static_cast<std::uint64_t>(bin.what))
               : sparse_->expanded(std::move(tile));
}

}  // namespace karat::tb
