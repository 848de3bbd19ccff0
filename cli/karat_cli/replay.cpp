// SPDX-License-Identifier: Apache-2.0
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <iostream>
#include <limits>

#include "karat/error.hpp"
#include "karat/evaluate/dot_add.hpp"
#include "karat/text/text.hpp"
#include "karat/vectors/vector_file.hpp"
#include "karat_cli/check/check_output.hpp"
#include "karat_cli/command_table.hpp"
#include "karat_cli/vector_model.hpp"

namespace karat::cli {
namespace {

namespace json = boost::json;

struct Mismatch {
    const VectorRow* row;
    std::uint64_t expected;  ///< the model's result
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

/// `model`: options that name the model in the place of the file's.
void print_mismatch(const std::string& path, const Mismatch& mismatch, const Spec& spec, std::size_t index,
                    const std::string& model) {
    const VectorRow& row = *mismatch.row;
    std::cout << "  " << path << ':' << row.line << '\n'
              << "    a " << hex_list(row.a, spec.a) << "\n    b " << hex_list(row.b, spec.b) << '\n';
    if (spec.scale)
        std::cout << "    scales " << hex_list(row.scale_a, *spec.scale) << " / "
                  << hex_list(row.scale_b, *spec.scale) << '\n';
    std::cout << "    c " << to_hex(row.c, spec.c) << " (" << to_value_text(row.c, spec.c)
              << ")\n    expected " << to_hex(mismatch.expected, spec.d) << " ("
              << to_value_text(mismatch.expected, spec.d) << "), got " << recorded_text(row, spec.d);
    if (row.d && !is_nan(*row.d, spec.d) && !is_nan(mismatch.expected, spec.d)) {
        std::cout << ", " << ulp_distance(mismatch.expected, *row.d, spec.d) << " ulp";
    }
    std::cout << "\n    " << program() << " explain --vec " << path << " --row " << index << model << '\n';
}

/// A vector file and its mismatches against the model.
struct Replayed {
    VectorFile file;
    std::vector<std::pair<std::size_t, Mismatch>> mismatches;  ///< with row numbers, from 1
};

Replayed replay_file(const std::string& path, const po::variables_map& values) {
    Replayed out{read_vector_file(path), {}};
    if (values.contains("as")) (void)replace_model(values["as"].as<std::string>(), path, out.file);
    apply_settings(values, out.file.spec);
    const DotAdd dot(out.file.spec);
    for (std::size_t i = 0; i < out.file.rows.size(); ++i) {
        dot.check(out.file.rows[i].operands());
        const std::uint64_t model = dot(out.file.rows[i].operands());
        if (!row_matches(dot, out.file.rows[i], model))
            out.mismatches.push_back({i + 1, {&out.file.rows[i], model}});
    }
    return out;
}

json::object to_json(const std::string& path, const Replayed& replayed, std::size_t shown) {
    json::array rows;
    for (const auto& [index, mismatch] : replayed.mismatches) {
        if (rows.size() == shown) break;
        rows.push_back(
            json::object{{"row", index},
                         {"line", mismatch.row->line},
                         {"expected", to_hex(mismatch.expected, replayed.file.spec.d)},
                         {"got", mismatch.row->d ? to_hex(*mismatch.row->d, replayed.file.spec.d) : "nan"}});
    }
    return {{"file", path},
            {"vectors", replayed.file.rows.size()},
            {"mismatches", replayed.mismatches.size()},
            {"rows", std::move(rows)}};
}

/// The options of karat explain that draw what is replayed against.
std::string model_options(const po::variables_map& values) {
    std::string out;
    if (values.contains("as")) out += " --as '" + values["as"].as<std::string>() + "'";
    if (values.contains("set"))
        for (const std::string& setting : values["set"].as<std::vector<std::string>>())
            out += " --set " + setting;
    return out;
}

void print(const std::string& path, const Replayed& replayed, std::size_t shown, const std::string& model) {
    std::cout << path << ": " << replayed.file.rows.size() << " vectors, " << replayed.mismatches.size()
              << " mismatches\n";
    for (std::size_t i = 0; i < std::min(replayed.mismatches.size(), shown); ++i) {
        print_mismatch(path, replayed.mismatches[i].second, replayed.file.spec, replayed.mismatches[i].first,
                       model);
    }
    if (!replayed.mismatches.empty() && model.find("--as") == std::string::npos)
        std::cout << "  find the causes   " << program() << " diagnose " << quoted(path) << model << '\n';
}

}  // namespace

Interface replay_interface() {
    Interface out{"replay FILE.vec... [--as MODEL] [--first N] [--set KEY=VALUE] [--json]", "vector files"};
    po::options_description& options = out.options;
    options.add_options()(
        "first", po::value<std::string>()->default_value("3"),
        "maximum number of mismatches to show per file, 0..1000000; --json lists all of them unless this "
        "is given")("set", po::value<std::vector<std::string>>()->composing(),
                    "KEY=VALUE: set one knob of the specification before replaying; may be repeated")(
        "as", po::value<std::string>(),
        "MODEL: replay against this ARCH/INSTRUCTION or FILE.json, whose results are then the expected ones "
        "(default: as the file says)")("json", "print the results as JSON");
    return out;
}

int replay_command(const Arguments& arguments) {
    const auto values = parse(arguments, replay_interface());
    if (!values) return 0;
    if (!values->contains("words")) throw UsageError("replay needs at least one vector file");
    const std::size_t shown = read_count(*values, "first", 0, 1000000);
    const std::size_t listed =
        (*values)["first"].defaulted() ? std::numeric_limits<std::size_t>::max() : shown;
    bool all_good = true;
    std::string broken;  // error of the first unreadable file; the other files are replayed nevertheless
    json::array report;
    for (const std::string& path : (*values)["words"].as<std::vector<std::string>>()) {
        try {
            const Replayed replayed = replay_file(path, *values);
            all_good &= replayed.mismatches.empty();
            if (values->contains("json")) {
                report.push_back(to_json(path, replayed, listed));
            } else {
                print(path, replayed, shown, model_options(*values));
            }
        } catch (const Error& error) {
            if (broken.empty()) {
                broken = error.what();
            } else {
                std::cerr << program() << ": " << error.what() << '\n';
            }
        }
    }
    if (values->contains("json") && broken.empty()) std::cout << json::serialize(report) << '\n';
    if (!broken.empty()) throw UsageError(broken);
    return all_good ? 0 : 1;
}

}  // namespace karat::cli
