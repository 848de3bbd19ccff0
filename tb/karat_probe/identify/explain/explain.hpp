// SPDX-License-Identifier: Apache-2.0
// The search for a recipe that gives every answer.
#pragma once
#include <chrono>
#include <optional>
#include <set>
#include <vector>

#include "karat/recipe/recipe.hpp"
#include "karat_probe/identify/challenge/inquiry.hpp"
#include "karat_probe/identify/search/climb.hpp"
#include "karat_probe/identify/topology/exchanges.hpp"
#include "karat_probe/identify/topology/topology.hpp"
#include "karat_probe/identify/trees/tree_edits.hpp"

namespace karat::probe {

/// Keeps its first guesses and starts from them again when new answers refute the best one.
class Explainer {
   public:
    /// Makes the first guesses from the answers in the record.
    explicit Explainer(Inquiry& inquiry);

    /// The best first guess.
    [[nodiscard]] const Guess& first() const { return guesses_.front(); }
    /// Searches from `best` until a guess explains every answer, or the time is spent. May ask more.
    [[nodiscard]] Guess operator()(Guess best);
    /// A guess that gives every answer, without parts of its tree that no answer shows, and with exact widths
    /// and without limits where the answers allow it.
    [[nodiscard]] Guess simplest(Guess guess);
    /// Searches for a specification by knobs that gives every answer; the best one that it met.
    [[nodiscard]] Guess by_knobs(Guess best);
    /// Looks for other recipes that give every answer too, of the same tree and of those next to it. Asks the
    /// target what tells them apart. Whether it contradicts `best`.
    [[nodiscard]] bool rivalled(const Guess& best);
    /// The weight of all answers that the guess does not give.
    [[nodiscard]] double all_of(const Guess& guess);

   private:
    using Clock = Budget::Clock;
    /// A loss that edits of a tree mend sooner than another start.
    static constexpr double kPromising = 0.15;
    static constexpr int kMostNearby = 14;  ///< how often dot-adds next to wrong ones are asked, in all
    static constexpr std::chrono::milliseconds kShortDrift{700};  ///< before annealing
    static constexpr std::chrono::seconds kGrowth{3};  ///< of trees, at first, before more is asked
    /// A recipe that may have another tree than any knobs, and what was tried with it.
    struct Shape {
        Guess guess;
        bool annealed = false, edited = false, redrawn = false;
    };
    /// A guess held against other recipes that give every answer.
    struct Rivalry {
        const Recipe& guess;
        std::size_t met = 0, asked = 0;
        bool contradicted = false, enough = false;
    };
    void first_guesses();
    /// Adds the best specifications that a search among knobs finds in this share of the time that is left.
    void search_knobs(double share);
    /// The same again, with what was asked since, if knobs describe the guess. The first search ended with
    /// the first specification that gave every answer.
    [[nodiscard]] Guess of_other_knobs(Guess best);
    void finish_knobs();
    struct Finish {
        bool far;       ///< with steps of several knobs
        double share;   ///< of the time that is left
        double enough;  ///< loss with which one guess ends it
    };
    /// Finishes the guesses at these places.
    void finish(const std::vector<std::size_t>& places, const Finish& how);
    [[nodiscard]] Guess finished(Guess guess, bool far);
    /// Every shape for these formats and this order, made once.
    [[nodiscard]] const std::vector<Recipe>& shapes();
    [[nodiscard]] Guess mended(Guess best);
    [[nodiscard]] Guess or_right_neighbour(Guess best);
    [[nodiscard]] Guess mended_again(Guess best);
    [[nodiscard]] Guess afresh_if_stuck(Guess best, Clock::time_point& begin);
    [[nodiscard]] Guess searched(Guess best, Clock::time_point begin);
    [[nodiscard]] Guess climbed(Guess guess);
    [[nodiscard]] Guess restarted(Guess best);
    [[nodiscard]] Guess raced(Guess best);
    /// What begins later would not be challenged to the end.
    [[nodiscard]] Clock::time_point last_start() const;
    [[nodiscard]] Clock::time_point soon(Clock::duration from_now) const;
    void choose_shapes();
    [[nodiscard]] Guess of_other_shape(Guess best);
    void add_likeliest();
    [[nodiscard]] bool has_few_left() const;
    void keep_best_shapes();
    [[nodiscard]] Clock::time_point growing_until(const Guess& best, Clock::duration fitting,
                                                  bool stays) const;
    [[nodiscard]] Guess of_simple_shape(std::vector<Guess>& simple, Guess best);
    [[nodiscard]] Guess annealed_from_nothing(std::vector<Guess>& simple, Guess best);
    [[nodiscard]] Guess fitted(std::vector<Guess>& shapes, Guess best);
    [[nodiscard]] Recipe enclosed_once(const Recipe& bare);
    [[nodiscard]] Guess roughly_fitted_from(const Recipe& bare);
    [[nodiscard]] Guess fitted_from(const Recipe& bare);
    [[nodiscard]] Guess refined(Guess guess);
    /// `enough`: stops at a tree that is nearly right.
    [[nodiscard]] Guess grown(Guess best, Clock::time_point until, bool enough = false);
    [[nodiscard]] std::optional<Recipe> simpler_rival(const Recipe& tree, const Guess& best);
    void meet(Rivalry& rivalry, Recipe rival);
    void smooth(Shape& rough);
    [[nodiscard]] Guess refitted(const Guess& guess, int tries);
    [[nodiscard]] Guess edited_while_better(Guess guess, Clock::time_point until);
    [[nodiscard]] std::optional<Guess> edited(const Guess& from, std::vector<TreeEdit> edits);
    [[nodiscard]] std::vector<TreeEdit> most_promising(std::vector<TreeEdit> edits, const Guess& from);
    [[nodiscard]] std::vector<TreeEdit> likely_subtrees(const Recipe& recipe) const;
    /// A guess that gives every answer, without the parts of its tree that no answer shows.
    [[nodiscard]] Guess pruned(Guess guess);
    /// Judges the pool by all answers. A tree that new ones contradict is to be annealed and edited again.
    void judge_pool();
    /// Adds it to the pool, if it is not there yet.
    void add_shape(Guess guess);
    /// As far as annealing leads.
    [[nodiscard]] Guess annealed(Guess guess);
    [[nodiscard]] Guess polished(Guess guess, const Space& space);
    [[nodiscard]] Guess polished_recipe(const Guess& guess);
    [[nodiscard]] Guess drifted_until_better(Guess best, Clock::duration each);
    /// With addends in another order, if that explains more.
    [[nodiscard]] Guess reordered(Guess guess);
    [[nodiscard]] bool asked_again(const Guess& best);
    /// Whether it is right in all answers but those to specials.
    [[nodiscard]] bool is_right_but_for_specials(const Guess& guess) const;
    /// How many answers of these kinds are wrong; `most`, if at least as many are.
    [[nodiscard]] std::size_t wrong_answers(const Guess& guess, const KindSet& kinds, std::size_t most) const;
    [[nodiscard]] bool is_close(const Guess& guess) const;
    /// Whether it is wrong in many of the answers that were asked next to wrong ones, and the topology does
    /// not speak for its tree.
    [[nodiscard]] bool is_contradicted(const Guess& guess) const;
    /// Whether it is wrong in a few answers only: those next to them tell more than other trees.
    [[nodiscard]] bool is_nearly_right(const Guess& guess) const;
    /// Several first guesses may lead to the same recipe; keeps one of them.
    void drop_repeated();
    void ask_nearby(const Guess& best);

    Inquiry& inquiry_;
    tb::Random random_;
    std::vector<Guess> guesses_;
    std::vector<Shape> pool_;         ///< the best of them
    std::vector<int> order_;          ///< of the products, if it can be seen
    std::vector<Recipe> all_shapes_;  ///< once made
    int nearby_ = 0;                  ///< how often dot-adds next to wrong ones were asked
    bool raced_ = false;
    int searched_knobs_ = 0;        ///< how often since a guess was refuted
    std::vector<Guess> simplest_;   ///< shapes of the simplest kinds, or the likeliest, once chosen
    std::vector<Guess> likeliest_;  ///< other shapes that were not fitted yet
    std::vector<Guess> shapes_;     ///< the best of those that were
    std::size_t more_ = 0;          ///< of the likeliest are fitted next
    std::optional<Exchanges> exchanges_;
    std::optional<Topology> topology_;  ///< by which they were chosen, too
    bool shaped_ = false;               ///< they were tried
    bool shaped_again_ = false;
    std::optional<Recipe> pruned_;  ///< the last tree of which parts were to be left out
    std::set<std::size_t> again_;   ///< answers that were asked again
};

}  // namespace karat::probe
