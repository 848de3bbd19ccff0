// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/suites/test.hpp"

#include <algorithm>

#include "karat_probe/suites/values.hpp"

namespace karat::probe {

void require_products(const Session& session, int least) {
    if (session.k() >= least) return;
    throw NotExpressible("the test needs " + std::to_string(least) + " products; the target has " +
                         std::to_string(session.k()));
}

void require_wide_result(const Session& session) {
    const Format d = session.formats().d;
    if (d == Format::fp32 || d == Format::fp64) return;
    throw NotExpressible("the paper states this test for results in fp32 and fp64; d is " +
                         std::string(name_of(d)));
}

int one_exponent(const Session& session, int below) {
    const int wanted = std::max(0, session.least_product() + below);
    return std::min(wanted, std::max(0, session.most_common() - 3));
}

int result_bits(Session& session, Finding& finding) {
    if (session.settled.result_bits) return *session.settled.result_bits;
    const FormatInfo& d = info(session.formats().d);
    if (d.is_integer()) throw NotExpressible("the results are integers");
    const double one = two(one_exponent(session, d.fraction_bits + 4));
    std::string last;
    for (int bits = d.fraction_bits; bits > 0; --bits) {
        const double small = one * two(-bits);
        const std::vector<Placed> addends{{session.c(), one}, {0, small}};
        if (!session.expressible(addends)) continue;
        const double sum = session.ask(finding, addends);
        if (sum == one + small) {
            session.settled.result_bits = bits;
            return bits;
        }
        last = in_words(one) + " + " + in_words(small) + " gives " + in_words(sum);
    }
    if (last.empty()) throw NotExpressible("no sum just above " + in_words(one) + " exists in these formats");
    throw Inconclusive("no sum just above " + in_words(one) + " comes back: " + last);
}

}  // namespace karat::probe
