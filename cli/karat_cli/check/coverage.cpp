// SPDX-License-Identifier: Apache-2.0
#include "karat_coverage/coverage.hpp"

#include <boost/json/serialize.hpp>
#include <iostream>
#include <optional>

#include "karat/error.hpp"
#include "karat_cli/command_table.hpp"
#include "karat_cli/gemm/output_file.hpp"

namespace karat::cli {

Interface coverage_interface() {
    Interface out{"coverage FILE.json... [--out MERGED.json] [--holes N] [--excluded N]", "coverage files"};
    po::options_description& options = out.options;
    auto add = options.add_options();
    add("out", po::value<std::string>(), "FILE.json: write the merged coverage");
    add("holes", po::value<std::string>()->default_value("20"),
        "maximum number of holes to list, 0..1000000");
    add("excluded", po::value<std::string>()->default_value("0"),
        "maximum number of excluded bins to list, with their reasons, 0..1000000");
    add("json", "print the merged coverage as JSON");
    return out;
}

int coverage_command(const Arguments& arguments) {
    const auto values = parse(arguments, coverage_interface());
    if (!values) return 0;
    if (!values->contains("words"))
        throw UsageError("coverage needs at least one file written by karat check --coverage");
    const auto& files = (*values)["words"].as<std::vector<std::string>>();
    std::optional<NamedPath> out;
    if (values->contains("out")) {
        std::vector<NamedPath> inputs;
        inputs.reserve(files.size());
        for (const std::string& file : files) inputs.push_back({"the command", file});
        out = NamedPath{"--out", (*values)["out"].as<std::string>()};
        require_outputs({*out}, inputs);
    }
    Coverage merged = Coverage::load(files[0]);
    for (std::size_t i = 1; i < files.size(); ++i) {
        try {
            merged.merge(Coverage::load(files[i]));
        } catch (const CoverageError& error) {
            throw UsageError(files[i] + ": " + error.what());
        }
    }
    if (out) write_output(*out, boost::json::serialize(merged.to_json()) + "\n");
    if (values->contains("json")) {
        std::cout << boost::json::serialize(merged.to_json()) << '\n';
    } else {
        std::cout << merged.report(read_count(*values, "holes", 0, 1000000),
                                   read_count(*values, "excluded", 0, 1000000));
    }
    return merged.holes().empty() && merged.contradictions().empty() ? 0 : 1;
}

}  // namespace karat::cli
