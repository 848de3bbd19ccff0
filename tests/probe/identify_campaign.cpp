// SPDX-License-Identifier: Apache-2.0
// Blind identification of many arithmetics, from their answers alone: every one of the registry,
// specifications drawn at random from all knobs, and random recipes of up to four sums that no knobs
// describe.
//
// usage: identify_campaign [registry N] [specs N] [recipes N] [first N] [seconds N] [directed N] [least N]
//                          [seed N] [named ARCH/NAME]... [verbose 1]
//
// Each number says how many; they are spread over the registry, and random ones begin at `first`. Another
// `seed` varies the questions and what the search does at random. An arithmetic counts as found if the recipe
// is the same, if the two are proved equal, or if none of `directed` dot-adds (10^6 by default) separates
// them. It is left open if the report names the right recipe among the values that it calls undecided. A
// recipe that is reported as found and is wrong ends the program with status 1, and so do fewer than `least`
// percent found.
#include <algorithm>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <string>

#include "algorithm/spec_maker.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/edits/sites.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat_probe/diff/canonical.hpp"
#include "karat_probe/diff/unrolled.hpp"
#include "karat_probe/identify/identify.hpp"
#include "karat_probe/separate/separate.hpp"
#include "karat_probe/target/model_target.hpp"
#include "recipe/recipe_maker.hpp"

namespace karat::probe {
namespace {

/// Recipes with more are left out. (The maker may add a fifth, for a late c.)
constexpr std::size_t kMostSums = 4;

/// What became of the identifications of one population.
struct Tally {
    int same = 0, proved = 0, tested = 0, open = 0, wrong = 0, missed = 0;
    std::vector<double> seconds, asked;

    [[nodiscard]] int found() const { return same + proved + tested; }
    [[nodiscard]] int all() const { return found() + open + wrong + missed; }
};

double percentile(std::vector<double> values, int percent) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    return values[(values.size() - 1) * static_cast<std::size_t>(percent) / 100];
}

class Campaign {
   public:
    Campaign(double seconds, std::uint64_t directed, int seed, bool verbose) : directed_(directed) {
        settings_.seconds = seconds;
        if (seed != 0) settings_.seed = static_cast<std::uint64_t>(seed);
        settings_.processor_time = true;  // other work on the machine does not change the figures
        if (!verbose) return;
        settings_.progress = [](const std::string& text) {
            const double seconds = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
            std::printf("%7.2f s %s\n", seconds, text.c_str());
        };
    }

    void identify_one(Tally& tally, const Spec& spec, const std::string& name) {
        const Recipe truth = expand(spec);
        ModelTarget target(spec, name);
        settings_.use_registry = false;
        const Identification found = identify(target, settings_);
        tally.seconds.push_back(found.seconds);
        tally.asked.push_back(static_cast<double>(found.asked));
        const char* verdict = judge(tally, found, truth);
        constexpr double million = 1e6;
        std::printf("%-44s %-9s %6llu dot-adds %6.1f s, %llu recipes, %.1f million evaluations\n",
                    name.c_str(), verdict, static_cast<unsigned long long>(found.asked), found.seconds,
                    static_cast<unsigned long long>(found.tried),
                    static_cast<double>(found.evaluations) / million);
        if (verdict == kWrong || verdict == kMissed || verdict == kOpen)
            std::printf("  is    %s\n  found %s\n", to_json_text(truth).c_str(),
                        to_json_text(found.recipe).c_str());
        if (verdict == kWrong) print_rate(found, target);
        if (settings_.progress) print_undecided(found);
        std::fflush(stdout);
    }

   private:
    static constexpr const char* kWrong = "WRONG";
    static constexpr const char* kMissed = "not found";
    static constexpr const char* kOpen = "open";

    [[nodiscard]] const char* judge(Tally& tally, const Identification& found, const Recipe& truth) const {
        if (!found.found) return ++tally.missed, kMissed;
        if (found.recipe == truth) return ++tally.same, "same";
        if (proved_equal(found.recipe, truth)) return ++tally.proved, "proved";
        constexpr std::size_t witnesses = 20;
        const auto differ = separate(found.recipe, truth, effort(), witnesses);
        if (differ.empty()) return ++tally.tested, "tested";
        if (is_left_open(found, truth, differ)) return ++tally.open, kOpen;
        return ++tally.wrong, kWrong;
    }
    [[nodiscard]] Effort effort() const { return {directed_, 2000, directed_ / 50, 5}; }
    /// Whether one of the recipes that the report calls undecided is the right one.
    [[nodiscard]] bool is_left_open(const Identification& found, const Recipe& truth,
                                    const std::vector<Witness>& differ) const {
        return std::any_of(found.neighbours.begin(), found.neighbours.end(), [&](const Neighbour& x) {
            const auto agrees = [&](const Witness& one) { return x.evaluator(one.row.operands()) == one.y; };
            if (!x.open() || !std::all_of(differ.begin(), differ.end(), agrees)) return false;
            return proved_equal(x.edit.recipe, truth) || separate(x.edit.recipe, truth, effort()).empty();
        });
    }
    /// How many of the dot-adds that a challenge draws at random show that the recipe is wrong.
    static void print_rate(const Identification& found, Target& target) {
        constexpr std::uint64_t seed = 1000;  // of none of the challenges before
        constexpr std::uint64_t most = 500'000;
        Budget budget;
        budget.end = budget.now() + std::chrono::hours(1);
        Record record;
        std::vector<Neighbour> neighbours = neighbours_of(found.recipe);
        Challenger challenge(found.recipe, target, record, seed, budget);
        const std::uint64_t before = target.asked();
        std::size_t wrong = 0;
        for (std::uint64_t left = most; left != 0; left = most - std::min(most, target.asked() - before))
            wrong += challenge(neighbours, {0, left, 0});
        std::printf("  differs in %zu of %llu dot-adds drawn at random; %llu drawn before did not\n", wrong,
                    static_cast<unsigned long long>(target.asked() - before),
                    static_cast<unsigned long long>(found.tested.drawn));
    }
    static void print_undecided(const Identification& found) {
        for (const Neighbour& x : found.neighbours) {
            if (!x.open()) continue;
            std::printf("  undecided: %s=%s\n", x.edit.key.c_str(),
                        boost::json::serialize(x.edit.value).c_str());
        }
    }
    [[nodiscard]] static bool proved_equal(const Recipe& found, const Recipe& truth) {
        const bool any = has_any_nan(truth);
        const Recipe x = canonical(found, any).recipe;
        const Recipe y = canonical(truth, any).recipe;
        return x == y || unrolled(x) == unrolled(y);
    }
    std::uint64_t directed_;
    IdentifySettings settings_;
};

void print(const char* name, const Tally& tally) {
    if (tally.all() == 0) return;
    std::printf(
        "%s: %d of %d found (%d the same, %d proved equal, %d not told apart), %d left open, %d not found, "
        "%d wrong; dot-adds: median %.0f, 95th percentile %.0f; seconds: %.1f, %.1f\n",
        name, tally.found(), tally.all(), tally.same, tally.proved, tally.tested, tally.open, tally.missed,
        tally.wrong, percentile(tally.asked, 50), percentile(tally.asked, 95), percentile(tally.seconds, 50),
        percentile(tally.seconds, 95));
}

int run(std::map<std::string, int> numbers, const std::vector<std::string>& names) {
    const int directed = numbers.contains("directed") ? numbers["directed"] : 1'000'000;
    Campaign campaign(numbers.contains("seconds") ? numbers["seconds"] : 60,
                      static_cast<std::uint64_t>(directed), numbers["seed"], numbers["verbose"] != 0);
    Tally instructions, specs, recipes;
    std::vector<const Instruction*> distinct;
    std::vector<Recipe> seen;
    for (const Instruction& each : registry()) {
        Recipe recipe = expand(each.spec);
        if (std::find(seen.begin(), seen.end(), recipe) != seen.end()) continue;
        seen.push_back(std::move(recipe));
        distinct.push_back(&each);
    }
    const std::size_t most = std::min(distinct.size(), static_cast<std::size_t>(numbers["registry"]));
    for (std::size_t i = 0; i < most; ++i) {
        const Instruction& each = *distinct[i * distinct.size() / most];
        campaign.identify_one(instructions, each.spec, std::string(name_of(each.arch)) + '/' + each.name);
    }
    for (const std::string& name : names) {
        const std::size_t slash = name.find('/');
        const Instruction& each = find_instruction(name.substr(0, slash), name.substr(slash + 1));
        campaign.identify_one(instructions, each.spec, name);
    }
    test::SpecMaker spec_maker(1);
    for (int i = 0; i < numbers["first"] + numbers["specs"]; ++i) {
        const Spec spec = spec_maker.make(static_cast<Algorithm>(i % 9));
        if (i >= numbers["first"]) campaign.identify_one(specs, spec, "specification " + std::to_string(i));
    }
    test::RecipeMaker recipe_maker(1);
    int asked = 0;
    for (int i = 0; asked < numbers["recipes"]; ++i) {
        const Recipe recipe = recipe_maker.make();
        if (i < numbers["first"] || editing::find_sites(recipe).sums.size() > kMostSums) continue;
        ++asked;
        campaign.identify_one(recipes, spec_of(recipe), "recipe " + std::to_string(i));
    }
    print("registry", instructions);
    print("specifications", specs);
    print("recipes", recipes);
    int wrong = 0, all = 0, found = 0;
    for (const Tally* tally : {&instructions, &specs, &recipes}) {
        wrong += tally->wrong;
        found += tally->found();
        all += tally->all();
    }
    if (100 * found < numbers["least"] * all) {
        std::printf("%d of %d found; at least %d percent were asked for\n", found, all, numbers["least"]);
        return 1;
    }
    return wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace karat::probe

int main(int argc, char** argv) {
    std::map<std::string, int> numbers;
    std::vector<std::string> names;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::string(argv[i]) == "named")
            names.emplace_back(argv[i + 1]);
        else
            numbers[argv[i]] = std::atoi(argv[i + 1]);
    }
    return karat::probe::run(std::move(numbers), names);
}
