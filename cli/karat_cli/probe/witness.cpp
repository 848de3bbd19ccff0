// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <sstream>

#include "karat/evaluate/dot_add.hpp"
#include "karat/text/text.hpp"
#include "karat_cli/command_table.hpp"
#include "karat_cli/gemm/output_file.hpp"
#include "karat_cli/probe/model_words.hpp"
#include "karat_probe/diff/diff.hpp"
#include "karat_probe/diff/witness_set.hpp"

namespace karat::cli {
namespace {

/// The dot-adds with the results of x.
VectorFile file_of(const probe::NamedModel& x, const probe::NamedModel& y,
                   std::vector<probe::Witness> witnesses) {
    VectorFile out;
    if (x.instruction && x.settings.empty()) {
        out.arch = name_of(x.instruction->arch);
        out.instruction = x.instruction->name;
    }
    out.spec = x.spec;
    out.source = "karat witness: d of " + x.name + "; " + y.name + " differs in every vector";
    const DotAdd dot(x.spec);
    const bool any = dot.program().operations().back().round->nan == NanEncoding::any;
    for (probe::Witness& each : witnesses) {
        each.row.d = each.x;
        if (any && is_nan(each.x, dot.operands().d)) each.row.d.reset();
        out.rows.push_back(std::move(each.row));
    }
    return out;
}

/// "X and Y are equal (proved: result.floor has no effect, because ...)".
std::string equality_text(const std::string& names, const std::vector<probe::VoidAttribute>& proof) {
    std::string reasons;
    for (const probe::VoidAttribute& each : proof)
        reasons += (reasons.empty() ? "proved: " : "; ") + each.path + " has no effect: " + each.reason;
    return names + " are equal (" + (reasons.empty() ? "the recipes are the same" : reasons) + ")";
}

}  // namespace

Interface witness_interface() {
    Interface out{
        "witness MODEL MODEL -o FILE.vec\n\nA MODEL is ARCH/INSTRUCTION or FILE.json; KEY=VALUE settings may "
        "follow in the same quotes.\nExit status: 0 vectors written; 1 none, because the two are equal or "
        "were not told apart.",
        kModelWord};
    out.options.add_options()("count", po::value<std::string>()->default_value("1000"),
                              "vectors to write, 1..1000000")(
        "seed", po::value<std::string>()->default_value("1"), "seed of the vectors")(
        "out,o", po::value<std::string>(),
        "FILE.vec: write the vectors there, with the results of the first MODEL (required)");
    return out;
}

int witness_command(const Arguments& arguments) {
    const auto values = parse(arguments, witness_interface());
    if (!values) return 0;
    const std::uint64_t count = read_count(*values, "count", 1, 1000000);
    const std::uint64_t seed = read_count(*values, "seed", 0, ~std::uint64_t{0});
    const auto models = read_models(*values, 2, "karat witness MODEL MODEL -o FILE.vec");
    if (!values->contains("out")) throw UsageError("witness needs --out FILE.vec");
    const NamedPath path{"--out", (*values)["out"].as<std::string>()};
    require_outputs({path}, {});
    const std::string names = models[0].name + " and " + models[1].name;
    if (const auto proof = probe::proof_of_equality(models[0].spec, models[1].spec)) {
        std::cout << equality_text(names, *proof) << "; nothing written\n";
        return 1;
    }
    std::uint64_t tried = 0;
    auto found = probe::witness_set(models[0].spec, models[1].spec, count, seed, &tried);
    if (found.empty()) {
        std::cout << names << " were not told apart by " << tried
                  << " dot-adds, which is no proof that they are equal; nothing written\n";
        return 1;
    }
    const std::size_t written = found.size();
    std::ostringstream text;
    write_vectors(text, file_of(models[0], models[1], std::move(found)));
    write_output(path, text.str());
    std::cout << path.path << ": " << written << " vectors\n";
    if (written < count)
        std::cerr << program() << ": the search found only " << written << " of " << count << " vectors\n";
    return 0;
}

}  // namespace karat::cli
