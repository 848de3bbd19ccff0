// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/check/kept_mismatches.hpp"

#include <algorithm>
#include <tuple>

namespace karat::tb {
namespace {

std::uint64_t hash_of(const Operands& in, const Answer& got) {
    std::uint64_t hash = 0x9e3779b97f4a7c15ULL;
    const auto mix = [&](std::uint64_t x) {
        hash = (hash ^ x) * 0xff51afd7ed558ccdULL;
        hash ^= hash >> 32;
    };
    for (const auto& part : {in.a, in.b, in.scale_a, in.scale_b, in.metadata}) {
        for (const std::uint64_t x : part) mix(x);
    }
    mix(in.c);
    mix(got.d);
    mix(got.unknown);
    return hash;
}

bool same(const Operands& x, const Operands& y) {
    return std::ranges::equal(x.a, y.a) && std::ranges::equal(x.b, y.b) &&
           std::ranges::equal(x.scale_a, y.scale_a) && std::ranges::equal(x.scale_b, y.scale_b) &&
           std::ranges::equal(x.metadata, y.metadata) && x.c == y.c;
}

}  // namespace

void KeptMismatches::add(const Mismatch& seen, const Operands& in) {
    if (most_ == 0) return;
    const Group group{seen.operand_class, seen.kind};
    ++seen_[group];
    const auto mine = groups_.find(group);
    const std::size_t size = mine == groups_.end() ? 0 : mine->second.size();
    const bool full = all_.size() >= most_;
    // with one less the two groups would only swap their sizes
    if (full && largest_ <= size + 1) return;
    const std::uint64_t hash = hash_of(in, seen.got);
    if (known(hash, seen, in)) return;
    std::size_t place = all_.size();
    if (full) {
        place = largest()->second.back();
        largest()->second.pop_back();
        forget(place);
    } else {
        all_.emplace_back();
    }
    Mismatch& kept = all_[place];
    static_cast<LaneMismatch&>(kept) = lane_mismatch(seen.tile, seen.m, seen.n, in, seen.expected, seen.got);
    kept.operand_class = seen.operand_class;
    kept.kind = seen.kind;
    kept.cycle = seen.cycle;
    groups_[group].push_back(place);
    known_.emplace(hash, place);
    largest_ = largest()->second.size();
}

double KeptMismatches::weight(const Mismatch& kept) const {
    const Group group{kept.operand_class, kept.kind};
    return static_cast<double>(seen_.at(group)) / static_cast<double>(groups_.at(group).size());
}

std::vector<const Mismatch*> KeptMismatches::in_order() const {
    std::vector<const Mismatch*> out;
    out.reserve(all_.size());
    for (const Mismatch& each : all_) out.push_back(&each);
    std::ranges::sort(out, {}, [](const Mismatch* x) { return std::tuple(x->tile, x->m, x->n); });
    return out;
}

bool KeptMismatches::known(std::uint64_t hash, const Mismatch& seen, const Operands& in) const {
    const auto [begin, end] = known_.equal_range(hash);
    return std::any_of(begin, end, [&](const auto& entry) {
        const Mismatch& other = all_[entry.second];
        return other.got.d == seen.got.d && other.got.unknown == seen.got.unknown &&
               same(other.operands(), in);
    });
}

void KeptMismatches::forget(std::size_t place) {
    const auto [begin, end] = known_.equal_range(hash_of(all_[place].operands(), all_[place].got));
    const auto at = std::find_if(begin, end, [&](const auto& entry) { return entry.second == place; });
    if (at != end) known_.erase(at);
}

std::map<KeptMismatches::Group, std::vector<std::size_t>>::iterator KeptMismatches::largest() {
    return std::ranges::max_element(groups_, {}, [](const auto& entry) { return entry.second.size(); });
}

}  // namespace karat::tb
