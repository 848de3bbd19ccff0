// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/diff/witness_set.hpp"

#include <deque>
#include <set>

#include "karat_probe/diff/changes.hpp"
#include "karat_probe/diff/diff.hpp"
#include "karat_probe/separate/recipe_pair.hpp"

namespace karat::probe {
namespace {

std::vector<std::uint64_t> key_of(const VectorRow& row) {
    std::vector<std::uint64_t> out{row.c};
    for (const auto* part : {&row.a, &row.b, &row.scale_a, &row.scale_b, &row.metadata})
        out.insert(out.end(), part->begin(), part->end());
    return out;
}

/// Two recipes that differ in one thing, and dot-adds that show it, not yet used.
struct Pool {
    Recipe x, y;
    std::deque<VectorRow> rows = {};
    bool spent = false;  ///< the last search found nothing
};

class Collector {
   public:
    Collector(const Spec& x, const Spec& y, std::uint64_t seed, std::uint64_t* tried)
        : pair_(DotAdd(x).program().recipe(), DotAdd(y).program().recipe()), seed_(seed), tried_(tried) {
        const Recipe& of_x = pair_.x().program().recipe();
        const Recipe& of_y = pair_.y().program().recipe();
        for (Change& change : changes_between(x, y)) {
            pools_.push_back({of_x, std::move(change.alone)});
            pools_.push_back({std::move(change.without), of_y});
        }
        pools_.push_back({of_x, of_y});
        for (Pool& pool : pools_) begin(pool);
    }

    std::vector<Witness> run(std::size_t count) {
        std::vector<Witness> out;
        bool any = true;
        while (any && out.size() < count) {
            any = false;
            for (Pool& pool : pools_) {
                if (out.size() == count) break;
                if (pool.rows.empty() && !pool.spent) fill(pool, count);
                if (pool.rows.empty()) continue;
                any = true;
                auto witness = pair_.witness(pool.rows.front());
                pool.rows.pop_front();
                if (witness) out.push_back(std::move(*witness));
            }
        }
        return out;
    }

   private:
    [[nodiscard]] bool differ(const VectorRow& row) const { return pair_.differ(row.operands()); }

    /// The simplest dot-add of a few.
    void begin(Pool& pool) {
        const auto few = separate(pool.x, pool.y, {.seed = seed_}, 32, tried_);
        const auto best = simplest(pool.x, pool.y, few, [this](const VectorRow& row) { return differ(row); });
        if (best && seen_.insert(key_of(best->row)).second) pool.rows.push_back(best->row);
        pool.spent = few.empty();
    }
    /// Every search draws other rows.
    void fill(Pool& pool, std::size_t count) {
        for (int search = 0; search < kSearches && pool.rows.empty(); ++search) {
            for (Witness& each :
                 separate(pool.x, pool.y, {.seed = ++seed_}, count / pools_.size() + 1, tried_)) {
                if (differ(each.row) && seen_.insert(key_of(each.row)).second)
                    pool.rows.push_back(std::move(each.row));
            }
        }
        pool.spent = pool.rows.empty();
    }

    static constexpr int kSearches = 3;

    RecipePair pair_;
    std::uint64_t seed_;
    std::uint64_t* tried_;
    std::vector<Pool> pools_;
    std::set<std::vector<std::uint64_t>> seen_;
};

}  // namespace

std::vector<Witness> witness_set(const Spec& x, const Spec& y, std::size_t count, std::uint64_t seed,
                                 std::uint64_t* tried) {
    return Collector(x, y, seed, tried).run(count);
}

}  // namespace karat::probe
