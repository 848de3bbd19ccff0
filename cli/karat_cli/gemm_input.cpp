// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/gemm_input.hpp"

#include <charconv>
#include <cmath>

namespace karat::cli {
namespace {

template <class Enum>
Enum read_name(const po::variables_map& values, const char* option) {
    const auto& text = values[option].as<std::string>();
    for (std::size_t i = 0; i < EnumNames<Enum>::names.size(); ++i) {
        if (EnumNames<Enum>::names[i] == text) return static_cast<Enum>(i);
    }
    std::string allowed;
    for (const std::string_view name : EnumNames<Enum>::names) allowed += (allowed.empty() ? "" : ", ") + std::string(name);
    throw UsageError("--" + std::string(option) + ": \"" + text + "\" is not allowed; use " + allowed);
}

double read_number(const po::variables_map& values, const char* option) {
    const auto& text = values[option].as<std::string>();
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) {
        throw UsageError("--" + std::string(option) + ": \"" + text + "\" is not allowed; use a finite number");
    }
    return number;
}

std::optional<Format> read_format(const po::variables_map& values, const char* option) {
    if (!values.contains(option)) return std::nullopt;
    return read_name<Format>(values, option);
}

std::string shape_text(const NpyMatrix& matrix) { return std::to_string(matrix.rows) + " x " + std::to_string(matrix.columns); }

std::optional<NpyMatrix> read_optional(const po::variables_map& values, const char* option) {
    if (!values.contains(option)) return std::nullopt;
    return read_npy(values[option].as<std::string>());
}

}  // namespace

void add_gemm_options(po::options_description& options) {
    options.add_options()("a-format", po::value<std::string>(),
                          "format of the encodings in an unsigned A.npy (default: the specification's)")(
        "b-format", po::value<std::string>(), "the same for B.npy")("c-format", po::value<std::string>(), "the same for C.npy")(
        "order", po::value<std::string>()->default_value("natural"), "natural, split_k, random, magnitude, kahan or anti_kahan")(
        "split", po::value<std::string>()->default_value("2"), "chains of split_k")(
        "merge", po::value<std::string>()->default_value("sequential"), "how split_k adds its chains: sequential or pairwise")(
        "seed", po::value<std::string>()->default_value("1"), "seed of the random order")(
        "alpha", po::value<std::string>()->default_value("1"), "D = alpha * A * B + beta * C")(
        "beta", po::value<std::string>()->default_value("1"), "see alpha")(
        "threads", po::value<std::string>()->default_value("0"), "threads; 0: as many as the machine has. Results do not depend on it");
}

GemmOptions read_gemm_options(const po::variables_map& values) {
    GemmOptions out;
    out.order = read_name<Order>(values, "order");
    out.split = static_cast<int>(read_count(values, "split", 1, 1024));
    out.merge = read_name<Merge>(values, "merge");
    out.seed = read_count(values, "seed", 0, ~std::uint64_t{0});
    out.alpha = read_number(values, "alpha");
    out.beta = read_number(values, "beta");
    out.threads = static_cast<int>(read_count(values, "threads", 0, 1024));
    return out;
}

GemmFiles read_gemm_files(const po::variables_map& values) {
    const auto words = values.contains("words") ? values["words"].as<std::vector<std::string>>() : std::vector<std::string>{};
    if (words.size() < 2 || words.size() > 3) {
        throw UsageError("give A.npy B.npy and, if the chain does not start at 0, C.npy; there are " + std::to_string(words.size()) +
                         " files");
    }
    GemmFiles out;
    out.a_name = words[0];
    out.b_name = words[1];
    out.a = read_npy(words[0]);
    out.b = read_npy(words[1]);
    if (out.a.columns != out.b.rows) {
        throw UsageError(words[1] + ": " + shape_text(out.b) + " does not follow " + words[0] + ", " + shape_text(out.a));
    }
    if (words.size() == 3) {
        out.c_name = words[2];
        out.c = read_npy(words[2]);
        if (out.c->rows != out.a.rows || out.c->columns != out.b.columns) {
            throw UsageError(words[2] + ": " + shape_text(*out.c) + "; the product is " + std::to_string(out.a.rows) + " x " +
                             std::to_string(out.b.columns));
        }
    }
    out.scale_a = read_optional(values, "scale-a");
    out.scale_b = read_optional(values, "scale-b");
    return out;
}

Encoded multiply(const GemmFiles& files, const Spec& spec, const po::variables_map& values) {
    const Encoded a = encode(files.a, spec.a, files.a_name, read_format(values, "a-format"));
    const Encoded b = encode(files.b, spec.b, files.b_name, read_format(values, "b-format"));
    Encoded c{spec.c, 0, 0, {}};
    if (files.c) c = encode(*files.c, spec.c, files.c_name, read_format(values, "c-format"));
    Encoded scale_a;
    Encoded scale_b;
    if (spec.scale.has_value() != files.scale_a.has_value() || spec.scale.has_value() != files.scale_b.has_value()) {
        throw UsageError(spec.scale ? "the specification has scale factors: give --scale-a and --scale-b"
                                    : "the specification has no scale factors: --scale-a and --scale-b are not allowed");
    }
    if (spec.scale) {
        scale_a = encode(*files.scale_a, *spec.scale, "scales of A");
        scale_b = encode(*files.scale_b, *spec.scale, "scales of B");
    }
    Encoded d{spec.d, a.rows, b.columns, {}};
    d.data.resize((d.rows * d.columns * static_cast<std::size_t>(info(spec.d).bits) + 7) / 8);
    const Gemm gemm(spec, read_gemm_options(values));
    gemm.run({a.rows, b.columns, a.columns}, {a.view(), b.view(), c.view(), scale_a.view(), scale_b.view()}, d.mutable_view());
    return d;
}

}  // namespace karat::cli
