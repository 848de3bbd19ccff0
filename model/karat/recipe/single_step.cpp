// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/single_step.hpp"

namespace karat {
namespace {

Expression rewritten(const Expression& e, bool acc_is_c);

Sum rewritten(Sum sum, bool acc_is_c) {
    for (Term& term : sum.terms) term.of = rewritten(term.of, acc_is_c);
    return sum;
}

Expression rewritten(const Expression& e, bool acc_is_c) {
    Expression out = e;
    if (e.kind == ExpressionKind::acc && acc_is_c) out.kind = ExpressionKind::c;
    if (e.kind == ExpressionKind::sum) out.sum = Child<Sum>(rewritten(*e.sum, acc_is_c));
    if (e.kind == ExpressionKind::chain) {
        Chain chain = *e.chain;
        chain.start = rewritten(chain.start, acc_is_c);  // the start has the acc of the chain around it
        chain.step = Child<Sum>(rewritten(*chain.step, is_single_step(chain)));
        out.chain = Child<Chain>(std::move(chain));
    }
    return out;
}

}  // namespace

bool is_single_step(const Chain& chain) {
    return chain.slices.parts == 1 && chain.slices.list.empty() && chain.start.kind == ExpressionKind::c &&
           chain.start_select == Select{} && !chain.last;
}

Expression with_c_in_single_steps(const Expression& expression) { return rewritten(expression, false); }

}  // namespace karat
