// SPDX-License-Identifier: Apache-2.0
// FTTN: the block FMA, its width and its order.
#include <algorithm>
#include <array>
#include <set>

#include "karat_probe/suites/fttn.hpp"
#include "karat_probe/suites/values.hpp"

namespace karat::probe::fttn {
namespace {

/// Two addends that reach 1 + u only together, inside one block. The first is at position 0.
struct Halves {
    double c, first, moved;
    std::string text;
};

Halves halves(const Session& session, double one, double u) {
    // without extra bits u/2 is lost beside 1 everywhere; beside 1 - u/2 it is on the grid
    if (session.settled.extra_bits.value_or(1) == 0)
        return {one - u / 2, u, u / 2, "no extra bits, so that c = 1 - u/2 and u at k = 0"};
    return {one, u / 2, u / 2, "c = 1 and u/2 at k = 0"};
}

}  // namespace

void extra_bits_preserved(Session& session, Finding& finding) {
    require_products(session, 3);
    const auto [one, u] = unit_of(session, finding);
    const double d = session.ask(finding, {{session.c(), one}, {0, u / 2}, {1, u / 2}, {2, u / 2}});
    const bool preserved = d != one;
    find(finding, preserved ? "yes" : "no",
         "1 + u/2 + u/2 + u/2 gives " + in_words(d) +
             (preserved ? ": bits below u survive between additions" : ": each u/2 is lost"),
         preserved ? "truncation to u after every addition" : "extra bits in the accumulation");
}

void block_width(Session& session, Finding& finding) {
    const auto [one, u] = unit_of(session, finding);
    const Halves h = halves(session, one, u);
    if (session.k() == 1) {
        session.settled.width = 1;
        session.settled.width_is_k = true;
        (void)session.ask(finding, {{session.c(), h.c}, {0, h.first}});
        return find(finding, "1", "the instruction has one product", "wider blocks");
    }
    int width = 1;
    bool lost = false;
    std::string others;
    for (int i = 1; i < session.k(); ++i) {
        const double d = session.ask(finding, {{session.c(), h.c}, {0, h.first}, {i, h.moved}});
        const bool kept = d >= one + u;
        if (!lost && kept) ++width;
        if (lost && kept) others += " " + std::to_string(i);
        lost = lost || !kept;
    }
    session.settled.width = width;
    session.settled.width_is_k = !lost;
    find(finding, (lost ? "" : ">= ") + std::to_string(width),
         h.text + ": u/2 at k reaches 1 + u up to k = " + std::to_string(width - 1) +
             (lost ? ", so the block has " + std::to_string(width) + (width == 1 ? " product" : " products")
                   : ", the last of the instruction") +
             (others.empty() ? "" : "; also at k =" + others),
         lost ? "wider and narrower blocks" : "narrower blocks");
}

void accumulation_order(Session& session, Finding& finding) {
    require_products(session, 4);
    const auto [one, u] = unit_of(session, finding);
    // five addends, four of them equal: a permutation is the place of the 1
    std::vector<double> answers;
    for (int place = 0; place <= 4; ++place) {
        Placement addends;
        for (int p = 0; p < 5; ++p) {
            const int position = p == 4 ? session.c() : p;
            addends.push_back({position, p == place ? one : u / 4});
        }
        answers.push_back(session.ask(finding, addends));
    }
    std::string text;
    for (std::size_t p = 0; p < 5; ++p)
        text +=
            (p == 0 ? "" : ", ") + (p == 4 ? "c" : "k = " + std::to_string(p)) + ": " + in_words(answers[p]);
    const auto inside = static_cast<std::ptrdiff_t>(std::min(4, session.settled.width.value_or(4)));
    const std::set<double> of_products(answers.begin(), answers.begin() + 4);
    const std::set<double> of_block(answers.begin(), answers.begin() + inside);
    const std::string all = "four times u/4, and 1 in " + text + ". ";
    if (inside == 1)
        return find(finding, "n/a",
                    all + "A block of one product has no order; " +
                        (of_products.size() == 1 ? "the place of the 1 does not matter"
                                                 : "products are added in the order of k"),
                    of_products.size() == 1 ? "an order of products in which the place of the 1 matters"
                                            : "one fused sum of all products");
    const bool same = of_block.size() == 1;
    find(finding, same ? "no" : "yes",
         all + (same ? "Inside the block the place of the 1 does not matter"
                     : "Inside the block the place of the 1 decides"),
         same ? "a sequential order inside the block" : "one fused sum");
}

std::span<const Test> tests() {
    static constexpr std::array kTests{
        Test{"T_si_no", "Subnormal input, normal output", subnormal_in, kAnyUnit},
        Test{"T_ni_so", "Normal input, subnormal output", subnormal_out, kAnyUnit},
        Test{"T_sa", "Subnormal accumulation", subnormal_accumulate, kAnyUnit},
        Test{"T_1_bit", "One extra bit: 1 - u/2", one_bit},
        Test{"T_rnd_dir", "Rounding direction", rounding_direction},
        Test{"T_3_bits_fin_rnd", "Three extra bits, final rounding", three_bits},
        Test{"T_prod", "Product rounding: (1+3u)(1+2^-2)", product_rounding, kAnyUnit},
        Test{"T_out_rnd", "Rounding of a result in fp16 or bf16", output_rounding},
        Test{"T_pres_extra_acc", "Extra bits kept in the accumulation: 1 + u/2 + u/2 + u/2",
             extra_bits_preserved},
        Test{"T_blk_fma_width", "Width of the block FMA", block_width},
        Test{"T_acc_order", "Accumulation order: 1 and four times u/4", accumulation_order},
    };
    return kTests;
}

}  // namespace karat::probe::fttn

namespace karat::probe {

std::span<const Test> fttn_tests() { return fttn::tests(); }

}  // namespace karat::probe
