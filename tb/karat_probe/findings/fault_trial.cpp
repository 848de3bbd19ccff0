// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/findings/fault_trial.hpp"

#include <cmath>

#include "karat_probe/findings/neighbourhood.hpp"
#include "karat_probe/findings/row_shape.hpp"

namespace karat::probe {
namespace {

constexpr std::size_t kAsked = 96;
constexpr std::size_t kFewest = 3;      ///< contradictions: one may be a corner that the library lacks
constexpr std::size_t kFewestSeen = 8;  ///< answers of each kind from which shares are compared
constexpr double kClearly = 3;          ///< standard errors between two shares

}  // namespace

bool FaultTrial::is_refuted() const {
    if (contradicted >= kFewest && contradicted * 3 > agreed) return true;
    const std::size_t acted = agreed + contradicted + other;
    if (acted < kFewestSeen || elsewhere < kFewestSeen) return false;
    const auto n = static_cast<double>(acted);
    const auto m = static_cast<double>(elsewhere);
    const double amiss = static_cast<double>(acted - agreed) / n;
    const double around = static_cast<double>(elsewhere_wrong) / m;
    const double pooled = (amiss * n + around * m) / (n + m);
    const double error = std::sqrt(pooled * (1 - pooled) * (1 / n + 1 / m));
    return amiss > 0.5 && amiss - around > kClearly * error;
}

FaultTrial try_fault(const Agreement& golden, const FaultModel& without, const FaultModel& with,
                     const FaultModel& together, const VectorRow& example, Target& unit) {
    FaultTrial out;
    const Format d = unit.formats().d;
    std::vector<VectorRow> rows = neighbourhood(example, unit.formats(), kAsked);
    for (VectorRow& row : rows) unit.fit(row);
    const auto answers = unit.known(rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!answers[i]) continue;
        const Operands in = rows[i].operands();
        const std::uint64_t before = without(in);
        const std::uint64_t after = with(in);
        const bool as_before = golden.agrees(before, *answers[i]);
        const bool as_together = together && golden.agrees(together(in), *answers[i]);
        if (golden.agrees(before, after)) {
            ++out.elsewhere;
            out.elsewhere_wrong += as_before || as_together ? 0 : 1;
        } else if (golden.agrees(after, *answers[i]) || as_together) {
            ++out.agreed;
        } else {
            const bool in_kind =
                difference_family(before, *answers[i], d) == difference_family(before, after, d);
            ++(as_before || !in_kind ? out.contradicted : out.other);
        }
    }
    return out;
}

}  // namespace karat::probe
