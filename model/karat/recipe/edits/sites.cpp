// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/edits/sites.hpp"

#include <algorithm>

namespace karat::editing {
namespace {

/// Visits the nodes, parents first.
class Finder {
   public:
    explicit Finder(Sites& out) : out_(out) {}

    /// `addend`: the index of its site, if it is one.
    void expression(const Expression& e, const std::string& path, int size,
                    std::optional<std::size_t> addend = std::nullopt) {
        if (e.kind == ExpressionKind::sum) sum(*e.sum, path, size, addend);
        if (e.kind == ExpressionKind::chain) chain(*e.chain, path, size);
    }

   private:
    static int part_size(const Select& select, int size) {
        const int chosen = select.list.empty() ? size : static_cast<int>(select.list.size());
        return chosen / select.parts;
    }

    void sum(const Sum& s, const std::string& path, int size, std::optional<std::size_t> addend) {
        out_.sums.push_back({path, &s, addend});
        if (s.round) out_.rounds.push_back({path + ".round", *s.round, &s, false, path == "result"});
        for (std::size_t i = 0; i < s.terms.size(); ++i) {
            const Term& term = s.terms[i];
            const std::string at = path + ".sum[" + std::to_string(i) + "]";
            out_.terms.push_back({at, &term, &s, path, size});
            expression(term.of, at + ".of", part_size(term.select, size), out_.terms.size() - 1);
        }
    }

    void chain(const Chain& c, const std::string& path, int size) {
        out_.chains.push_back({path, &c, size});
        expression(c.start, path + ".start", part_size(c.start_select, size));
        const std::size_t first = out_.rounds.size();
        sum(*c.step, path + ".chain", part_size(c.slices, size), std::nullopt);
        const bool one = c.slices.parts == 1;
        if (!c.step->round) return;
        RoundSite& step = out_.rounds[first];
        if (one && !c.last) {
            step.result = path == "result";
            return;
        }
        step.between = true;
        out_.rounds.push_back(
            {path + ".last", c.last.value_or(*c.step->round), c.step.operator->(), false, path == "result"});
    }

    Sites& out_;
};

/// Makes a changed copy of a recipe, from the leaves up, so that paths refer to the nodes of the original.
struct Copier {
    std::function<void(Sum&, const std::string&)> on_sum;
    std::function<void(Chain&, const std::string&, const Chain&)> on_chain;
    std::function<void(Expression&, const std::string&)> on_expression;

    [[nodiscard]] Expression expression(const Expression& e, const std::string& path) const {
        Expression out = e;
        if (e.kind == ExpressionKind::sum) out.sum = Child<Sum>(sum(*e.sum, path));
        if (e.kind == ExpressionKind::chain) out.chain = Child<Chain>(chain(*e.chain, path));
        if (on_expression) on_expression(out, path);
        return out;
    }
    [[nodiscard]] Sum sum(const Sum& s, const std::string& path) const {
        Sum out = s;
        for (std::size_t i = 0; i < s.terms.size(); ++i) {
            out.terms[i].of = expression(s.terms[i].of, path + ".sum[" + std::to_string(i) + "].of");
        }
        if (on_sum) on_sum(out, path);
        return out;
    }
    [[nodiscard]] Chain chain(const Chain& c, const std::string& path) const {
        Chain out = c;
        out.start = expression(c.start, path + ".start");
        out.step = Child<Sum>(sum(*c.step, path + ".chain"));
        if (on_chain) on_chain(out, path, c);
        return out;
    }
};

Recipe copy(const Recipe& recipe, const Copier& copier) {
    return {recipe.operands, copier.expression(recipe.result, "result")};
}

bool among(const Paths& paths, const std::string& path) {
    return paths.empty() || std::find(paths.begin(), paths.end(), path) != paths.end();
}

std::string text_of(const Label& label) { return label.text; }

}  // namespace

Sites find_sites(const Recipe& recipe) {
    Sites out;
    Finder(out).expression(recipe.result, "result", recipe.operands.k);
    return out;
}

Recipe with_sums(const Recipe& recipe, const Paths& paths, const std::function<void(Sum&)>& change) {
    Copier copier;
    copier.on_sum = [&](Sum& sum, const std::string& path) {
        if (among(paths, path)) change(sum);
    };
    return copy(recipe, copier);
}

Recipe with_chains(const Recipe& recipe, const Paths& paths, const std::function<void(Chain&)>& change) {
    Copier copier;
    copier.on_chain = [&](Chain& chain, const std::string& path, const Chain&) {
        if (among(paths, path)) change(chain);
    };
    return copy(recipe, copier);
}

Recipe with_expressions(const Recipe& recipe, const Paths& paths,
                        const std::function<Expression(const Expression&)>& change) {
    Copier copier;
    copier.on_expression = [&](Expression& e, const std::string& path) {
        if (among(paths, path)) e = change(e);
    };
    return copy(recipe, copier);
}

Recipe with_terms(const Recipe& recipe, const Paths& paths, const std::function<void(Term&)>& change) {
    Copier copier;
    copier.on_sum = [&](Sum& sum, const std::string& path) {
        for (std::size_t i = 0; i < sum.terms.size(); ++i) {
            if (among(paths, path + ".sum[" + std::to_string(i) + "]")) change(sum.terms[i]);
        }
    };
    return copy(recipe, copier);
}

Recipe with_rounds(const Recipe& recipe, const Paths& paths, const std::function<void(OutputRule&)>& change) {
    Copier copier;
    copier.on_sum = [&](Sum& sum, const std::string& path) {
        if (sum.round && among(paths, path + ".round")) change(*sum.round);
    };
    copier.on_chain = [&](Chain& chain, const std::string& path, const Chain& original) {
        if (!original.step->round || (original.slices.parts == 1 && !original.last)) return;
        OutputRule last = original.last.value_or(*original.step->round);
        if (among(paths, path + ".last")) change(last);
        chain.last = last;
        if (chain.step->round == last) chain.last.reset();
    };
    return copy(recipe, copier);
}

bool is_sum(const Term& term) {
    return term.of.kind == ExpressionKind::sum || term.of.kind == ExpressionKind::chain;
}
bool is_c(const Term& term) {
    return term.of.kind == ExpressionKind::c || term.of.kind == ExpressionKind::acc;
}

std::string phrase(const Sum& sum) {
    const std::string text = text_of(sum.label);
    return text.empty() ? "the sum" : "the " + text;
}

std::string phrase(const Term& term) {
    if (term.of.kind == ExpressionKind::product) return "the products";
    if (is_c(term)) return "c";
    if (!is_sum(term)) return "the zero";
    const std::string text =
        text_of(term.of.kind == ExpressionKind::sum ? term.of.sum->label : term.of.chain->step->label);
    const bool each = term.select.parts > 1 && term.select.index == Select::kEach;
    return (each ? "each " : "the ") + (text.empty() ? "inner sum" : text);
}

std::string joined(const std::vector<std::string>& parts, const std::string& before_last) {
    std::string out;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) out += i + 1 == parts.size() ? before_last : ", ";
        out += parts[i];
    }
    return out;
}

}  // namespace karat::editing
