// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/check/kept_flags.hpp"

#include <utility>

namespace karat::tb {

KeptFlags::Key KeptFlags::group_of(const KeptFlag& flag) {
    return {flag.tile.mode, static_cast<std::uint64_t>(flag.tile.operand_class), flag.expected & ~flag.got,
            flag.got & ~flag.expected};
}

void KeptFlags::add_wrong(KeptFlag seen) {
    Group& group = groups_[group_of(seen)];
    ++group.seen;
    if (group.kept >= kMostOfGroup) return;
    Key row{seen.tile.mode, seen.got};
    for (const auto* part : {&seen.tile.a, &seen.tile.b, &seen.tile.c, &seen.tile.scale_a, &seen.tile.scale_b,
                             &seen.tile.metadata})
        row.insert(row.end(), part->begin(), part->end());
    if (!known_.insert(std::move(row)).second) return;
    ++group.kept;
    wrong_.push_back(std::move(seen));
}

void KeptFlags::add_right(KeptFlag seen) {
    right_.push_back(std::move(seen));
    if (right_.size() < kMostRight) return;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < right_.size(); i += 2) {
        if (i != kept) right_[kept] = std::move(right_[i]);
        ++kept;
    }
    right_.resize(kept);
    stride_ *= 2;
}

double KeptFlags::weight(const KeptFlag& kept) const {
    const Group& group = groups_.at(group_of(kept));
    return static_cast<double>(group.seen) / static_cast<double>(group.kept);
}

std::uint64_t KeptFlags::wrong_in(std::uint32_t mode) const {
    std::uint64_t out = 0;
    for (const auto& [key, group] : groups_) out += key.front() == mode ? group.seen : 0;
    return out;
}

}  // namespace karat::tb
