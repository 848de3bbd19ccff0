// SPDX-License-Identifier: Apache-2.0
// Shared by karat gemm and karat diff-gpu: matrices from NumPy files, and the options of the product.
#pragma once
#include "karat_cli/conversion.hpp"
#include "karat_cli/gemm/output_file.hpp"
#include "karat_cli/options.hpp"
#include "karat_cli/progress.hpp"
#include "karat_gemm/gemm.hpp"
#include "karat_gemm/npy.hpp"

namespace karat::cli {

/// Adds --convert, --a-format, --b-format, --c-format, --scale-a, --scale-b, --order, --split, --merge,
/// --seed, --alpha, --beta, --threads.
void add_gemm_options(po::options_description& options);
[[nodiscard]] GemmOptions read_gemm_options(const po::variables_map& values);

/// Throws UsageError if a sparse subject comes without --metadata, or a dense one with it.
void require_metadata(const po::variables_map& values, const Subject& subject);

/// The input files of a product. `c` is empty without C.npy.
struct GemmFiles {
    NpyMatrix a, b;
    std::optional<NpyMatrix> c, scale_a, scale_b, metadata;
    std::string a_name, b_name, c_name;
};
/// The words A.npy B.npy [C.npy], and --scale-a, --scale-b, --metadata. Throws UsageError if their shapes do
/// not match.
[[nodiscard]] GemmFiles read_gemm_files(const po::variables_map& values);

/// The file of -o; nothing without -o. Called before anything is computed. Throws UsageError if the file
/// cannot be written or is one of the inputs.
[[nodiscard]] std::optional<NamedPath> read_gemm_output(const po::variables_map& values);

/// The matrices of a product, in the formats of a specification. Those that it does not have are empty.
struct Operands {
    Encoded a, b, c, scale_a, scale_b, metadata;
};
/// The product of the first `k` columns of A and their rows of B.
[[nodiscard]] Encoded product_of(const Spec& spec, const Operands& operands, std::size_t k,
                                 const GemmOptions& options);

/// The options, with a product that shows how far it is: a step of `progress`, which must outlive it.
[[nodiscard]] GemmOptions shown_by(Progress& progress, GemmOptions options);

/// A product, and what became of the numbers of A, B and C in the formats of the specification.
struct Product {
    Operands operands;
    Encoded d;
    std::vector<ConvertedOperand> conversions;
};
/// Computes the product with `spec` and the options. Throws UsageError for numbers that --convert refuses,
/// and for encodings in a file that come without their format.
[[nodiscard]] Product multiply(const GemmFiles& files, const Spec& spec, const po::variables_map& values);

}  // namespace karat::cli
