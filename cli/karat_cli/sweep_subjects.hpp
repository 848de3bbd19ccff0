// SPDX-License-Identifier: Apache-2.0
// The instructions and specifications that a sweep starts from.
#pragma once
#include <string>
#include <vector>

#include "karat_cli/options.hpp"
#include "karat_sweep/point.hpp"

namespace karat::cli {

/// What the knobs of a sweep are set on, one point each: every instruction of --instruction on every
/// architecture of --arch; or the specification of --spec; or the default one. --set is applied to each.
/// `named`: a list such as "Hopper/HMMA.16816.F32,CDNA3/v_mfma_f32_16x16x16_f16". Throws UsageError or
/// NameError.
[[nodiscard]] std::vector<sweep::Point> read_bases(const po::variables_map& values,
                                                   const sweep::Point& point);

/// The instructions of --beside, unchanged.
[[nodiscard]] std::vector<sweep::Point> read_beside(const po::variables_map& values,
                                                    const sweep::Point& point);

}  // namespace karat::cli
