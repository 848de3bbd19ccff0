// SPDX-License-Identifier: Apache-2.0
// What the suites find on the golden models, beside what the papers print.
#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "karat/instruction/registry.hpp"
#include "karat_probe/suites/algorithm_name.hpp"
#include "karat_probe/suites/published.hpp"
#include "karat_probe/suites/suites.hpp"
#include "karat_probe/target/model_target.hpp"

namespace karat::probe {
namespace {

/// An instruction, probed with a suite when its results are asked for.
class Probed {
   public:
    explicit Probed(const PublishedCell& cell)
        : target_(find_instruction(cell.arch, cell.instruction).spec, cell.arch + "/" + cell.instruction) {}

    const SuiteReport& report(SuiteName suite) {
        auto& out = reports_[static_cast<std::size_t>(suite)];
        if (!out) out = run_suite(suite, target_);
        return *out;
    }

   private:
    ModelTarget target_;
    std::array<std::optional<SuiteReport>, 3> reports_;
};

/// The result of a test; "n/a" if it cannot be stated.
std::string result(Probed& probed, SuiteName suite, const std::string& id) {
    const Finding& finding = finding_of(probed.report(suite), id);
    return finding.outcome == Outcome::found            ? finding.result
           : finding.outcome == Outcome::not_applicable ? "n/a"
                                                        : std::string(name_of(finding.outcome));
}

std::string fttn_rounding(Probed& probed) {
    std::string direction = result(probed, SuiteName::fttn, "T_rnd_dir");
    if (direction == "RZ") return "truncate";
    if (direction != "nearest") return direction;
    return result(probed, SuiteName::fttn, "T_3_bits_fin_rnd").starts_with("RNE") ? "RNE" : "RN";
}

/// The columns of FTTN's table, from the tests that decide them.
std::string fttn_found(Probed& probed, const std::string& column) {
    const auto test = [&](const char* id) { return result(probed, SuiteName::fttn, id); };
    const Settled& settled = probed.report(SuiteName::fttn).settled;
    if (column == "in-out") return test("T_si_no") + " / " + test("T_ni_so");
    if (column == "extra-bits")
        return !settled.extra_bits
                   ? "undecided"
                   : (settled.at_least_extra_bits ? ">= " : "") + std::to_string(*settled.extra_bits);
    if (column == "rounding") return fttn_rounding(probed);
    if (column == "width") return settled.width ? std::to_string(*settled.width) : "undecided";
    if (column == "order") return test("T_acc_order");
    return test("T_prod") == "n/a" ? test("T_out_rnd") : test("T_prod");
}

std::string found_of(const PublishedCell& cell, Probed& probed) {
    if (cell.table.starts_with("FTTN")) return fttn_found(probed, cell.test);
    if (cell.table.starts_with("Fasi")) return result(probed, SuiteName::fasi, cell.test);
    if (cell.test == "shape") return result(probed, SuiteName::mma_sim, "summation-order");
    return algorithm_name(probed.report(SuiteName::mma_sim), probed.report(SuiteName::fasi));
}

/// Whether the finding is what the cell says. "no / n/a" is a cell for several GPUs: one of the two.
bool says(const PublishedCell& cell, const std::string& found) {
    if (cell.printed.starts_with(">= ")) {
        const bool number = !found.empty() && found.find_first_not_of("0123456789") == std::string::npos;
        return found == cell.printed || (number && std::stoi(found) >= std::stoi(cell.printed.substr(3)));
    }
    if (cell.printed == "no / n/a") return found == "no" || found == "n/a";
    return found == cell.printed;
}

Agreement agreement_of(const PublishedCell& cell, const std::string& found) {
    if (says(cell, found)) return Agreement::agree;
    // what the instruction cannot show is not a disagreement
    return found == "n/a" && !cell.later.empty() ? Agreement::outside : Agreement::disagree;
}

}  // namespace

std::vector<ComparedCell> compare_published() {
    std::vector<ComparedCell> out;
    std::map<std::string, Probed> probed;  // each instruction once
    for (const auto& cells : {mma_sim_cells(), fttn_cells(), fasi_cells()}) {
        for (const PublishedCell& cell : cells) {
            Probed& of = probed.try_emplace(cell.arch + "/" + cell.instruction, cell).first->second;
            const std::string found = found_of(cell, of);
            out.push_back({cell, found, agreement_of(cell, found)});
        }
    }
    return out;
}

std::size_t unexplained(std::span<const ComparedCell> cells) {
    return static_cast<std::size_t>(std::ranges::count_if(cells, [](const ComparedCell& cell) {
        return cell.agreement == Agreement::disagree && cell.cell.later.empty();
    }));
}

}  // namespace karat::probe
