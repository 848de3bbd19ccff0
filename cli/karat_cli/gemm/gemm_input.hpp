// SPDX-License-Identifier: Apache-2.0
// What karat gemm and karat diff-gpu share: matrices from NumPy files, options of the product.
#pragma once
#include "karat_cli/gemm/output_file.hpp"
#include "karat_cli/options.hpp"
#include "karat_gemm/gemm.hpp"
#include "karat_gemm/npy.hpp"

namespace karat::cli {

/// Adds --a-format, --b-format, --c-format, --scale-a, --scale-b, --order, --split, --merge, --seed, --alpha,
/// --beta, --threads.
void add_gemm_options(po::options_description& options);
[[nodiscard]] GemmOptions read_gemm_options(const po::variables_map& values);

/// The files of a product, as read. `c` is empty if there is none.
struct GemmFiles {
    NpyMatrix a, b;
    std::optional<NpyMatrix> c, scale_a, scale_b;
    std::string a_name, b_name, c_name;
};
/// The words A.npy B.npy [C.npy], and --scale-a, --scale-b. Throws UsageError if their shapes do not fit.
[[nodiscard]] GemmFiles read_gemm_files(const po::variables_map& values);

/// The file of -o, judged before anything is computed: it can be written and is none of those read. Nothing
/// without -o.
[[nodiscard]] std::optional<NamedPath> read_gemm_output(const po::variables_map& values);

/// The product by `spec`.
[[nodiscard]] Encoded multiply(const GemmFiles& files, const Spec& spec, const po::variables_map& values);

}  // namespace karat::cli
