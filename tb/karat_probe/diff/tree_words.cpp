// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/diff/tree_words.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "karat/recipe/program.hpp"

namespace karat::probe {
namespace {

/// Adds a word to a list that is joined by " and ", unless it is there.
void note(std::string& list, const std::string& word) {
    const std::string padded = " and " + list + " and ";
    if (padded.find(" and " + word + " and ") != std::string::npos) return;
    list += (list.empty() ? "" : " and ") + word;
}

/// "24 fraction bits, RZ"
std::string kept(const Term& term) {
    if (term.F.is_exact()) return "all bits";
    return std::to_string(term.F.bits) + " fraction bits, " + std::string(name_of(term.rounding));
}

/// What is said of one tree.
struct Description {
    std::size_t at_once = 0;  ///< products in the largest sum
    std::string c_joins;
    std::string products, sums, c, results;  ///< what is kept of them in a sum
    std::string rounding;                    ///< of every rounded sum
    std::size_t rounded = 0;
};

Description described(const Recipe& recipe) {
    const Program program(recipe);
    Description out;
    for (const Operation& op : program.operations()) {
        std::size_t products = 0;
        bool has_c = false;
        bool has_others = false;
        for (const AddendGroup& group : program.groups(op)) {
            for (const Slot slot : program.addends(group)) {
                const bool is_result = slot >= program.first_result();
                has_c = has_c || slot == program.c_slot();
                products += program.is_product(slot) ? 1 : 0;
                has_others = has_others || is_result;
                if (slot == program.c_slot())
                    note(out.c, kept(*group.term));
                else if (program.is_product(slot))
                    note(out.products, kept(*group.term));
                else if (is_result)
                    note(program.is_number(slot) ? out.results : out.sums, kept(*group.term));
            }
        }
        out.at_once = std::max(out.at_once, products);
        if (has_c)
            out.c_joins = products > 0 ? "in the sum of " + std::to_string(products) +
                                             (products == 1 ? " product" : " products")
                          : has_others ? "after a sum of products"
                                       : "on its own";
        if (op.round == nullptr) continue;
        note(out.rounding,
             std::string(name_of(op.round->format)) + ' ' + std::string(name_of(op.round->rounding)));
        ++out.rounded;
    }
    return out;
}

}  // namespace

std::vector<TreeWords> tree_words(const Recipe& x, const Recipe& y) {
    const Description of_x = described(x);
    const Description of_y = described(y);
    std::vector<TreeWords> out;
    const auto add = [&](std::string what, const std::string& in_x, const std::string& in_y) {
        const auto shown = [](const std::string& text) {
            return text.empty() ? std::string("(there is none)") : text;
        };
        if (in_x != in_y) out.push_back({std::move(what), shown(in_x), shown(in_y)});
    };
    add("products added at once", std::to_string(of_x.at_once), std::to_string(of_y.at_once));
    add("c joins", of_x.c_joins, of_y.c_joins);
    add("kept of a product", of_x.products, of_y.products);
    add("kept of an inner sum", of_x.sums, of_y.sums);
    add("kept of c", of_x.c, of_y.c);
    add("kept of a rounded sum", of_x.results, of_y.results);
    add("rounded sums", std::to_string(of_x.rounded), std::to_string(of_y.rounded));
    add("rounding of a sum", of_x.rounding, of_y.rounding);
    return out;
}

}  // namespace karat::probe
