// SPDX-License-Identifier: Apache-2.0
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <iostream>

#include "commands.hpp"
#include "karat/engine/dot_add.hpp"
#include "karat/text/text.hpp"
#include "karat/vectors/vector_file.hpp"
#include "options.hpp"

namespace karat::cli {
namespace {

namespace json = boost::json;

struct Mismatch {
    const VectorRow* row;
    std::uint64_t expected;  ///< the model's
};

bool row_matches(const DotAdd& dot, const VectorRow& row, std::uint64_t model) {
    return row.d ? dot.matches(model, *row.d) : is_nan(model, dot.spec().d);
}

std::string hex_list(const std::vector<std::uint64_t>& values, Format format) {
    std::string out;
    for (const std::uint64_t value : values) out += (out.empty() ? "" : " ") + to_hex(value, format);
    return out;
}

std::string recorded_text(const VectorRow& row, Format d) {
    return row.d ? to_hex(*row.d, d) + " (" + to_value_text(*row.d, d) + ")" : "nan";
}

void print_mismatch(const std::string& path, const Mismatch& mismatch, const Spec& spec, std::size_t index) {
    const VectorRow& row = *mismatch.row;
    std::cout << "  " << path << ':' << row.line << '\n'
              << "    a " << hex_list(row.a, spec.a) << "\n    b " << hex_list(row.b, spec.b) << '\n';
    if (spec.scale) std::cout << "    scales " << hex_list(row.scale_a, *spec.scale) << " / " << hex_list(row.scale_b, *spec.scale) << '\n';
    std::cout << "    c " << to_hex(row.c, spec.c) << " (" << to_value_text(row.c, spec.c) << ")\n    expected "
              << to_hex(mismatch.expected, spec.d) << " (" << to_value_text(mismatch.expected, spec.d) << "), got "
              << recorded_text(row, spec.d);
    if (row.d && !is_nan(*row.d, spec.d) && !is_nan(mismatch.expected, spec.d)) {
        std::cout << ", " << ulp_distance(mismatch.expected, *row.d, spec.d) << " ulp";
    }
    std::cout << "\n    karat explain --vec " << path << " --row " << index << '\n';
}

}  // namespace

int replay_command(const Arguments& arguments) {
    po::options_description options("options");
    options.add_options()("first", po::value<std::string>()->default_value("3"), "mismatches shown per file")(
        "set", po::value<std::vector<std::string>>()->composing(), "KEY=VALUE: replay against a changed specification")("json", "as JSON");
    const auto values = parse(arguments, options, "replay FILE.vec... [--first N] [--set KEY=VALUE] [--json]", "vector files");
    if (!values) return 0;
    if (!values->contains("words")) throw UsageError("replay needs at least one vector file");
    const std::size_t shown = read_count(*values, "first", 0, 1000000);
    bool all_good = true;
    json::array report;
    for (const std::string& path : (*values)["words"].as<std::vector<std::string>>()) {
        VectorFile file = read_vector_file(path);
        apply_settings(*values, file.spec);
        const DotAdd dot(file.spec);
        std::vector<std::pair<std::size_t, Mismatch>> mismatches;
        for (std::size_t i = 0; i < file.rows.size(); ++i) {
            dot.check(file.rows[i].operands());
            const std::uint64_t model = dot(file.rows[i].operands());
            if (!row_matches(dot, file.rows[i], model)) mismatches.push_back({i + 1, {&file.rows[i], model}});
        }
        all_good &= mismatches.empty();
        if (values->contains("json")) {
            json::array rows;
            for (const auto& [index, mismatch] : mismatches) {
                rows.push_back(json::object{{"row", index},
                                            {"line", mismatch.row->line},
                                            {"expected", to_hex(mismatch.expected, file.spec.d)},
                                            {"got", mismatch.row->d ? to_hex(*mismatch.row->d, file.spec.d) : "nan"}});
            }
            report.push_back(
                json::object{{"file", path}, {"vectors", file.rows.size()}, {"mismatches", mismatches.size()}, {"rows", std::move(rows)}});
            continue;
        }
        std::cout << path << ": " << file.rows.size() << " vectors, " << mismatches.size() << " mismatches\n";
        for (std::size_t i = 0; i < std::min(mismatches.size(), shown); ++i) {
            print_mismatch(path, mismatches[i].second, file.spec, mismatches[i].first);
        }
    }
    if (values->contains("json")) std::cout << json::serialize(report) << '\n';
    return all_good ? 0 : 1;
}

}  // namespace karat::cli
