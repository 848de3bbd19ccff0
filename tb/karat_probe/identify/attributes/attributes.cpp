// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/attributes/attributes.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "karat/recipe/edits/scales.hpp"
#include "karat/recipe/edits/sites.hpp"
#include "karat_probe/identify/attributes/node_attributes.hpp"
#include "karat_probe/identify/trees/bare_tree.hpp"
#include "karat_probe/identify/trees/enclosing.hpp"

namespace karat::probe {
namespace {

using Take = std::function<void(Recipe)>;

/// The site with this path, or null.
template <class Site>
const Site* at(const std::vector<Site>& sites, const std::string& path) {
    const auto site = std::ranges::find(sites, path, &Site::path);
    return site == sites.end() ? nullptr : &*site;
}

void copy_specials(const OutputRule& from, OutputRule& to) {
    to.overflow = from.overflow;
    to.nan = from.nan;
}
void copy_flush(const OutputRule& from, OutputRule& to) {
    to.underflow_sign = from.underflow_sign;
    to.flush = from.flush;
    to.flush_when = from.flush_when;
    to.flush_sign = from.flush_sign;
}
/// The attributes of a rounding that units have everywhere alike.
struct Copy {
    std::string_view attribute;
    void (*copy)(const OutputRule&, OutputRule&);
};
constexpr std::array kCopies{Copy{"specials", copy_specials}, Copy{"flush", copy_flush}};

class Attributes {
   public:
    explicit Attributes(const Recipe& recipe) : recipe_(recipe), sites_(editing::find_sites(recipe)) {}

    std::vector<Attribute> run() {
        if (!recipe_.operands.are_integers()) {
            operands();
            zero_products();
            if (recipe_.operands.scale) scales();
            for (const editing::TermSite& site : sites_.terms) addend(site.path, *site.term);
        }
        for (const editing::SumSite& site : sites_.sums) sum(site.path, *site.sum);
        for (const editing::RoundSite& site : sites_.rounds) rounding(site);
        if (!recipe_.operands.are_integers() && sites_.rounds.size() > 1) {
            alike();
            everywhere();
        }
        return std::move(out_);
    }

   private:
    void add(std::string name, bool odd, const std::function<void(const Recipe&, const Take&)>& each_value,
             bool joint = false, bool graded = false) {
        const auto changed = [each_value](const Recipe& recipe, const Take& take) {
            each_value(recipe, [&](Recipe value) {
                if (!(value == recipe)) take(std::move(value));
            });
        };
        out_.push_back({std::move(name), odd, joint, graded, changed});
    }
    void operands() {
        for (const NodeAttribute<OperandRules>& each : operand_attributes()) {
            add(std::string("operands.") + each.name, each.odd,
                [each](const Recipe& recipe, const Take& take) {
                    each.values(recipe.operands, [&](const OperandRules& changed) {
                        Recipe out = recipe;
                        out.operands = changed;
                        take(std::move(out));
                    });
                });
        }
    }
    /// Of all products: they are multiplied by the same hardware.
    void zero_products() {
        add("zero_product", false, [](const Recipe& recipe, const Take& take) {
            for (const ZeroPart zero : {ZeroPart::ignored, ZeroPart::minus126, ZeroPart::format_min}) {
                take(editing::with_terms(recipe, {}, [&](Term& term) {
                    if (term.of.kind == ExpressionKind::product && term.compared_by != ComparedBy::leading)
                        term.zero = zero;
                }));
            }
        });
    }
    void scales() {
        add("scaled", false, [](const Recipe& recipe, const Take& take) {
            for (editing::ScalePlace& place : editing::scale_places(recipe)) take(std::move(place.recipe));
        });
    }
    /// `find`: the node in a recipe of the same tree, or null. `with`: the recipe with another node there.
    template <class Node, class Find, class With>
    void of_node(const std::string& path, const std::vector<NodeAttribute<Node>>& attributes, Find find,
                 With with) {
        for (const NodeAttribute<Node>& each : attributes) {
            const auto each_value = [=](const Recipe& recipe, const Take& take) {
                const editing::Sites sites = editing::find_sites(recipe);
                if (const Node* node = find(sites))
                    each.values(*node, [&](const Node& changed) { take(with(recipe, changed)); });
            };
            add(path + '.' + each.name, each.odd, each_value, each.joint, each.graded);
        }
    }
    void addend(const std::string& path, const Term& term) {
        of_node(
            path, addend_attributes(term),
            [path](const editing::Sites& sites) -> const Term* {
                const auto* site = at(sites.terms, path);
                return site == nullptr ? nullptr : site->term;
            },
            [path](const Recipe& recipe, const Term& changed) {
                return editing::with_terms(recipe, {path}, [&](Term& one) { one = changed; });
            });
    }
    void sum(const std::string& path, const Sum& sum) {
        std::vector<NodeAttribute<Sum>> attributes = sum_attributes(sum);
        if (!recipe_.operands.are_integers()) {
            const bool starts_chain = path.ends_with(".start");  // no addend has the attribute
            if (starts_chain) attributes.push_back({"rounds", false, each_presence_of_rounding});
            const bool whole = path == "result" || path.ends_with(".chain");
            attributes.push_back(
                {"encloses", true,
                 [whole](const Sum& was, const auto& take) { each_enclosure(was, whole, take); }, false,
                 true});
        }
        of_node(
            path, attributes,
            [path](const editing::Sites& sites) -> const Sum* {
                const auto* site = at(sites.sums, path);
                return site == nullptr ? nullptr : site->sum;
            },
            [path](const Recipe& recipe, const Sum& changed) {
                return editing::with_sums(recipe, {path}, [&](Sum& one) { one = changed; });
            });
    }
    void rounding(const editing::RoundSite& of) {
        of_node(
            of.path, rounding_attributes(of.rule, !of.result),
            [path = of.path](const editing::Sites& sites) -> const OutputRule* {
                const auto* site = at(sites.rounds, path);
                return site == nullptr ? nullptr : &site->rule;
            },
            [path = of.path](const Recipe& recipe, const OutputRule& changed) {
                return editing::with_rounds(recipe, {path}, [&](OutputRule& one) { one = changed; });
            });
    }

    /// Each rounding as one of the others, with all of its rules, and all of them as one.
    void alike() {
        for (const editing::RoundSite& of : sites_.rounds) {
            add(of.path + ".alike", false, [of](const Recipe& recipe, const Take& take) {
                for (const editing::RoundSite& other : editing::find_sites(recipe).rounds)
                    take(with_rule(recipe, of, other.rule));
            });
        }
        add("every.alike", false, [](const Recipe& recipe, const Take& take) {
            const editing::Sites sites = editing::find_sites(recipe);
            for (const editing::RoundSite& one : sites.rounds) {
                Recipe out = recipe;
                for (const editing::RoundSite& each : sites.rounds) out = with_rule(out, each, one.rule);
                take(std::move(out));
            }
        });
    }
    /// The result stays in its format.
    static Recipe with_rule(const Recipe& recipe, const editing::RoundSite& site, const OutputRule& rule) {
        return editing::with_rounds(recipe, {site.path}, [&](OutputRule& changed) {
            const Format format = changed.format;
            changed = rule;
            if (!site.result || rule.format == format) return;
            changed.format = format;
            changed.fraction = info(format).fraction_bits;
        });
    }

    /// Attributes of all nodes at once: units have the same rounding hardware everywhere, and one node alone
    /// often shows nothing of what it has.
    void everywhere() {
        add("every.rounding", false, [](const Recipe& recipe, const Take& take) {
            each_of<Rounding>([&](Rounding rounding) {
                take(editing::with_rounds(recipe, {}, [&](OutputRule& rule) { rule.rounding = rounding; }));
                take(editing::with_rounds(recipe, {}, [&](OutputRule& rule) {
                    rule.rounding = rounding;
                    rule.format = recipe.operands.d;
                    rule.fraction = info(rule.format).fraction_bits;
                }));
            });
        });
        for (const NodeAttribute<OutputRule>& each : rounding_attributes({}, false)) {
            const auto* const copy = std::ranges::find(kCopies, each.name, &Copy::attribute);
            if (copy == kCopies.end()) continue;
            add(std::string("every.") + each.name, false,
                [each, copy = copy->copy](const Recipe& recipe, const Take& take) {
                    each.values({}, [&](const OutputRule& from) {
                        take(editing::with_rounds(recipe, {}, [&](OutputRule& rule) { copy(from, rule); }));
                    });
                });
        }
        add("every.zero_sum", false, [](const Recipe& recipe, const Take& take) {
            each_of<ZeroSum>([&](ZeroSum zero) {
                take(editing::with_sums(recipe, {}, [&](Sum& sum) { sum.zero_sum = zero; }));
            });
        });
        add("every.plain", false, [](const Recipe& recipe, const Take& take) {
            take(editing::with_sums(bare_tree(recipe), {}, [&](Sum& sum) { sum.zero_sum = ZeroSum::ieee; }));
            take(bare_tree(recipe));
        });
    }

    const Recipe& recipe_;
    editing::Sites sites_;
    std::vector<Attribute> out_;
};

}  // namespace

std::vector<Attribute> attributes_of(const Recipe& recipe) { return Attributes(recipe).run(); }

}  // namespace karat::probe
