// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/gemm/gemm_input.hpp"

#include <charconv>
#include <cmath>
#include <iostream>
#include <new>

#include "karat/evaluate/sparse.hpp"
#include "karat/recipe/knobs/aliases.hpp"

namespace karat::cli {
namespace {

template <class Enum>
Enum read_name(const po::variables_map& values, const char* option) {
    const auto& text = values[option].as<std::string>();
    if (const auto known = enum_from_any_name<Enum>(text)) {
        if (to_lower(name_of(*known)) != to_lower(text))
            std::cerr << "karat: note: --" << option << ' ' << text << ": " << text << " is "
                      << name_of(*known) << '\n';
        return *known;
    }
    throw UsageError("--" + std::string(option) + ": \"" + text + "\" is not allowed; use " +
                     allowed_names<Enum>());
}

double read_number(const po::variables_map& values, const char* option) {
    const auto& text = values[option].as<std::string>();
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) {
        throw UsageError("--" + std::string(option) + ": \"" + text +
                         "\" is not allowed; use a finite number");
    }
    return number;
}

/// The format of the encodings in a file of unsigned integers: nothing else says it. Throws UsageError if it
/// is not given, and if it is given for a file of numbers. `expected` is the instruction's.
std::optional<Format> read_format(const po::variables_map& values, const std::string& option,
                                  const NpyMatrix& matrix, const std::string& name, Format expected) {
    if (!values.contains(option)) {
        if (holds_numbers(matrix.type)) return std::nullopt;
        throw UsageError(name + ": holds encodings, whose format the file does not say; give --" + option +
                         ", as in --" + option + ' ' + std::string(name_of(expected)));
    }
    const auto format = read_name<Format>(values, option.c_str());
    if (holds_numbers(matrix.type)) {
        throw UsageError("--" + option + ' ' + std::string(name_of(format)) +
                         ": applies only to encodings (|u1, <u2, <u4); " + name +
                         " holds numbers, whose format is known");
    }
    return format;
}

/// One operand in the format of the specification. Adds what became of its numbers to `product`.
Encoded read_operand(const po::variables_map& values, const NpyMatrix& matrix, const std::string& name,
                     const std::string& option, Format format, Product& product) {
    Converter converter(format, read_conversion(values));
    const auto stored = read_format(values, option, matrix, name, format);
    Encoded out;
    try {
        out = encode(matrix, converter, name, stored);
    } catch (const NpyError& error) {
        if (converter.counts().refused == 0) throw;
        throw UsageError(error.what() + conversion_hint(converter.counts()));
    }
    ConvertedOperand account{name, format, converter.counts()};
    if (account.counts.first) account.misfits = misfits_of(account.counts, matrix, name);
    product.conversions.push_back(std::move(account));
    return out;
}

/// Throws UsageError if `option`, which applies only to `order`, is used with another order, `given`.
void belongs_to(const po::variables_map& values, const char* option, Order order, Order given) {
    if (given == order || values[option].defaulted()) return;
    throw UsageError("--" + std::string(option) + ' ' + values[option].as<std::string>() +
                     ": applies only to --order " + std::string(name_of(order)) + "; the order is " +
                     std::string(name_of(given)));
}

std::string shape_text(const NpyMatrix& matrix) {
    return std::to_string(matrix.rows) + " x " + std::to_string(matrix.columns);
}

std::optional<NpyMatrix> read_optional(const po::variables_map& values, const char* option) {
    if (!values.contains(option)) return std::nullopt;
    return read_npy(values[option].as<std::string>());
}

/// The scale factors of one operand. Throws UsageError unless they are `rows` x `columns`.
Encoded read_scales(const NpyMatrix& matrix, Format format, const std::string& name, std::size_t rows,
                    std::size_t columns) {
    if (matrix.rows != rows || matrix.columns != columns) {
        throw UsageError(name + ": is " + shape_text(matrix) +
                         ", but the scale factors of this product are " + std::to_string(rows) + " x " +
                         std::to_string(columns));
    }
    return encode(matrix, format, name);
}

[[noreturn]] void refuse_element(const std::string& name, std::size_t i, std::size_t j,
                                 const std::string& error) {
    throw UsageError(name + ": element (" + std::to_string(i) + ", " + std::to_string(j) + "): " + error);
}

/// The metadata of A, which has `rows` rows and k columns. Throws UsageError, naming the file, for another
/// shape, for signed elements, and for an element that is not allowed.
Encoded read_metadata(const NpyMatrix& matrix, const std::string& name, const OperandRules& rules,
                      std::size_t rows, std::size_t k) {
    if (holds_numbers(matrix.type))
        throw UsageError(name + ": holds numbers; metadata are unsigned encodings (|u1, <u2, <u4)");
    const auto step = static_cast<std::size_t>(rules.k);
    const std::size_t columns = k / step * static_cast<std::size_t>(rules.metadata_count());
    if (k % step == 0 && (matrix.rows != rows || matrix.columns != columns)) {
        throw UsageError(name + " is " + shape_text(matrix) + "; it must be " + std::to_string(rows) + " x " +
                         std::to_string(columns));
    }
    Encoded out = encode(matrix, kMetadataFormat, name);
    for (std::size_t at = 0; at < matrix.rows * matrix.columns; ++at) {
        const std::string error =
            metadata_error(rules.metadata, load_element(out.data, at, info(kMetadataFormat).bits));
        if (!error.empty()) refuse_element(name, at / matrix.columns, at % matrix.columns, error);
    }
    return out;
}

/// D, filled with zeros. Throws UsageError if it does not fit in memory.
Encoded make_d(std::size_t rows, std::size_t columns, Format format) {
    Encoded out{format, rows, columns, {}};
    const auto bits = static_cast<std::size_t>(info(format).bits);
    try {
        if (columns != 0 && rows > out.data.max_size() / columns / bits) throw std::bad_alloc();
        out.data.resize((rows * columns * bits + 7) / 8);
    } catch (const std::bad_alloc&) {
        throw UsageError("D: " + std::to_string(rows) + " x " + std::to_string(columns) + ' ' +
                         std::string(name_of(format)) + " does not fit in memory");
    }
    return out;
}

}  // namespace

void add_gemm_options(po::options_description& options) {
    options.add_options()("a-format", po::value<std::string>(),
                          "FORMAT: format of the encodings in A.npy; required if it holds unsigned integers")(
        "b-format", po::value<std::string>(), "FORMAT: the same for B.npy")(
        "c-format", po::value<std::string>(), "FORMAT: the same for C.npy")(
        "scale-a", po::value<std::string>(), "FILE.npy: scale factors of A, m x (k / block), unsigned")(
        "scale-b", po::value<std::string>(), "FILE.npy: scale factors of B, (k / block) x n, unsigned")(
        "metadata", po::value<std::string>(),
        "FILE.npy: metadata of a sparse A, one element of 4 bits for each group, unsigned; required for a "
        "sparse instruction, without a default")(
        "order", po::value<std::string>()->default_value("natural"),
        "order of the sum over k: natural, split_k, random, magnitude, kahan or anti_kahan")(
        "split", po::value<std::string>()->default_value("2"), "number of chains of split_k, 1..1024")(
        "merge", po::value<std::string>()->default_value("sequential"),
        "how split_k adds its chains: sequential or pairwise")(
        "seed", po::value<std::string>()->default_value("1"), "seed of order random, 0..2^64-1")(
        "alpha", po::value<std::string>()->default_value("1"),
        "alpha in D = alpha * A * B + beta * C, finite")("beta", po::value<std::string>()->default_value("1"),
                                                         "beta in D = alpha * A * B + beta * C, finite")(
        "threads", po::value<std::string>()->default_value("0"),
        "number of threads, 0..1024; 0: all cores. Results do not depend on it");
    add_conversion_option(options);
}

GemmOptions read_gemm_options(const po::variables_map& values) {
    GemmOptions out;
    out.order = read_name<Order>(values, "order");
    out.split = static_cast<int>(read_count(values, "split", 1, 1024));
    out.merge = read_name<Merge>(values, "merge");
    for (const char* option : {"split", "merge"}) belongs_to(values, option, Order::split_k, out.order);
    belongs_to(values, "seed", Order::random, out.order);
    out.seed = read_count(values, "seed", 0, ~std::uint64_t{0});
    out.alpha = read_number(values, "alpha");
    out.beta = read_number(values, "beta");
    out.threads = static_cast<int>(read_count(values, "threads", 0, 1024));
    return out;
}

void require_metadata(const po::variables_map& values, const Subject& subject) {
    const bool given = values.contains("metadata");
    const bool sparse = subject.spec.metadata != Metadata::none;
    if (sparse && !given) throw UsageError(subject_name(subject) + " is sparse; give --metadata FILE.npy");
    if (!sparse && given) throw UsageError("--metadata: " + subject_name(subject) + " has no metadata");
}

GemmFiles read_gemm_files(const po::variables_map& values) {
    const auto words = values.contains("words") ? values["words"].as<std::vector<std::string>>()
                                                : std::vector<std::string>{};
    if (words.size() < 2 || words.size() > 3) {
        throw UsageError("give A.npy, B.npy and optionally C.npy; got " + std::to_string(words.size()) +
                         " file(s)");
    }
    GemmFiles out;
    out.a_name = words[0];
    out.b_name = words[1];
    out.a = read_npy(words[0]);
    out.b = read_npy(words[1]);
    out.metadata = read_optional(values, "metadata");
    const std::size_t rows_of_b = out.metadata ? 2 * out.a.columns : out.a.columns;
    if (rows_of_b != out.b.rows) {
        throw UsageError(words[1] + ": is " + shape_text(out.b) + "; its rows must " +
                         (out.metadata ? "be twice" : "match") + " the columns of " + words[0] +
                         ", which is " + shape_text(out.a));
    }
    if (words.size() == 3) {
        out.c_name = words[2];
        out.c = read_npy(words[2]);
        if (out.c->rows != out.a.rows || out.c->columns != out.b.columns) {
            throw UsageError(words[2] + ": is " + shape_text(*out.c) + ", but the product is " +
                             std::to_string(out.a.rows) + " x " + std::to_string(out.b.columns));
        }
    }
    if (values.contains("c-format") && !out.c)
        throw UsageError("--c-format " + values["c-format"].as<std::string>() + ": no C.npy was given");
    out.scale_a = read_optional(values, "scale-a");
    out.scale_b = read_optional(values, "scale-b");
    return out;
}

std::optional<NamedPath> read_gemm_output(const po::variables_map& values) {
    if (!values.contains("output")) return std::nullopt;
    std::vector<NamedPath> inputs;
    if (values.contains("words")) {
        for (const std::string& word : values["words"].as<std::vector<std::string>>())
            inputs.push_back({"the command", word});
    }
    for (const char* option : {"scale-a", "scale-b", "metadata"}) {
        if (values.contains(option))
            inputs.push_back({std::string("--") + option, values[option].as<std::string>()});
    }
    const NamedPath out{"-o", values["output"].as<std::string>()};
    require_outputs({out}, inputs);
    return out;
}

GemmOptions shown_by(Progress& progress, GemmOptions options) {
    progress.meter.steps = 1000;
    options.progress = [&](double share) { progress.meter.step = static_cast<std::size_t>(1000 * share); };
    return options;
}

Encoded product_of(const Spec& spec, const Operands& operands, std::size_t k, const GemmOptions& options) {
    Encoded out = make_d(operands.a.rows, operands.b.columns, spec.d);
    Gemm(spec, options)
        .run({operands.a.rows, operands.b.columns, k},
             {operands.a.view(), operands.b.view(), operands.c.view(), operands.scale_a.view(),
              operands.scale_b.view(), operands.metadata.view()},
             out.mutable_view());
    return out;
}

Product multiply(const GemmFiles& files, const Spec& spec, const po::variables_map& values) {
    const Gemm gemm(spec, read_gemm_options(values));
    Product out;
    Operands& in = out.operands;
    in.a = read_operand(values, files.a, files.a_name, "a-format", spec.a, out);
    in.b = read_operand(values, files.b, files.b_name, "b-format", spec.b, out);
    in.c = {spec.c, 0, 0, {}};
    if (files.c) in.c = read_operand(values, *files.c, files.c_name, "c-format", spec.c, out);
    if (spec.scale.has_value() != files.scale_a.has_value() ||
        spec.scale.has_value() != files.scale_b.has_value()) {
        throw UsageError(
            spec.scale ? "the specification has scale factors: give --scale-a and --scale-b"
                       : "the specification has no scale factors: --scale-a and --scale-b are not allowed");
    }
    if (spec.scale) {
        const auto block = static_cast<std::size_t>(spec.scale_block_or_default());
        if (in.a.columns % block != 0)
            throw UsageError("k = " + std::to_string(in.a.columns) +
                             " is not a multiple of the scale block, " + std::to_string(block));
        in.scale_a =
            read_scales(*files.scale_a, *spec.scale, "--scale-a " + values["scale-a"].as<std::string>(),
                        in.a.rows, in.a.columns / block);
        in.scale_b =
            read_scales(*files.scale_b, *spec.scale, "--scale-b " + values["scale-b"].as<std::string>(),
                        in.b.rows / block, in.b.columns);
    }
    if (files.metadata) {
        in.metadata = read_metadata(*files.metadata, "--metadata " + values["metadata"].as<std::string>(),
                                    gemm.engine().dot().operands(), in.a.rows, in.a.columns);
    }
    Progress progress("products");
    progress.meter.all = 1;
    out.d = product_of(spec, in, in.a.columns, shown_by(progress, read_gemm_options(values)));
    return out;
}

}  // namespace karat::cli
