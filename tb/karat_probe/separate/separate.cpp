// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/separate/separate.hpp"

#include <algorithm>

#include "karat_probe/separate/crafted_rows.hpp"
#include "karat_probe/separate/recipe_pair.hpp"
#include "karat_probe/separate/tie_rows.hpp"

namespace karat::probe {
namespace {

/// A source and how many of its rows are still to be tried.
struct Turn {
    std::unique_ptr<RowSource> rows;
    std::uint64_t left = 0;
};

class Search {
   public:
    Search(const RecipePair& pair, std::size_t count) : pair_(pair), count_(count) {}

    /// Tries rows of the sources in turn, until enough witnesses are found or every source is spent.
    void run(std::vector<Turn> turns) {
        constexpr std::uint64_t kAtATime = 32;
        bool any = true;
        while (any && !done()) {
            any = false;
            for (Turn& turn : turns) {
                const std::uint64_t rows = std::min(kAtATime, turn.left);
                turn.left -= rows;
                any = any || turn.left != 0;
                try_rows(*turn.rows, rows);
            }
        }
    }
    [[nodiscard]] bool done() const { return found_.size() >= count_; }
    [[nodiscard]] std::uint64_t tried() const { return tried_; }
    [[nodiscard]] std::vector<Witness> take() { return std::move(found_); }

   private:
    void try_rows(RowSource& source, std::uint64_t rows) {
        for (std::uint64_t i = 0; i < rows && !done(); ++i) {
            const auto row = source.next();
            if (!row) return;
            ++tried_;
            if (auto witness = pair_.witness(*row)) found_.push_back(std::move(*witness));
        }
    }

    const RecipePair& pair_;
    std::size_t count_;
    std::uint64_t tried_ = 0;
    std::vector<Witness> found_;
};

/// Crafted rows, and the directed stimulus of both recipes.
std::vector<Turn> directed(const RecipePair& pair, const Effort& effort) {
    std::vector<Turn> out;
    const bool integers = pair.formats().are_integers();
    const std::uint64_t of_each = effort.directed / (integers ? 2 : 4);
    const auto add = [&](std::unique_ptr<RowSource> rows, std::uint64_t count) {
        if (count != 0) out.push_back({std::move(rows), count});
    };
    if (!integers) {
        add(crafted_rows(pair.x().program(), pair.y().program(), effort.seed), effort.directed - 2 * of_each);
    }
    add(stimulus_rows("directed", pair.x().spec(), effort.seed), of_each);
    add(stimulus_rows("directed", pair.y().spec(), effort.seed + 1), of_each);
    return out;
}

/// What the last bits of a sum hide if d has few bits.
std::vector<Turn> tie_rows(const RecipePair& pair, const Effort& effort) {
    std::vector<Turn> out;
    if (pair.formats().are_integers()) return out;
    for (const DotAdd* one : {&pair.x(), &pair.y()})
        out.push_back({std::make_unique<TieRows>(one->program(), effort.seed), effort.directed / 10});
    return out;
}

std::vector<Turn> random_rows(const RecipePair& pair, const Effort& effort) {
    std::vector<Turn> out;
    std::vector<std::string_view> kinds{"uniform", "normal", "level1"};
    if (!pair.formats().are_integers()) kinds.insert(kinds.end(), {"cancel_many", "near_one"});
    for (const std::string_view kind : kinds) {
        const std::uint64_t count = effort.random / kinds.size();
        if (count != 0) out.push_back({stimulus_rows(kind, pair.x().spec(), effort.seed), count});
    }
    return out;
}

}  // namespace

std::vector<Witness> separate(const Recipe& x, const Recipe& y, const Effort& effort, std::size_t count,
                              std::uint64_t* tried) {
    const RecipePair pair(x, y);
    Search search(pair, count);
    if (!(pair.x().program().recipe() == pair.y().program().recipe())) {
        search.run(directed(pair, effort));
        if (!search.done()) search.run(random_rows(pair, effort));
        if (!search.done()) search.run(tie_rows(pair, effort));
        // the coverage of a large recipe takes longer to build than all the rows before
        for (const Recipe* recipe : {&x, &y}) {
            const std::uint64_t rows = effort.steered / 2;
            if (rows == 0 || search.done()) continue;
            std::vector<Turn> turns;
            turns.push_back({steered_rows(*recipe, effort.seed), rows});
            search.run(std::move(turns));
        }
    }
    if (tried != nullptr) *tried += search.tried();
    return search.take();
}

}  // namespace karat::probe
