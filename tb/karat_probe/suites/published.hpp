// SPDX-License-Identifier: Apache-2.0
// The tables that the papers print, as data, and what the suites find on the golden models instead.
#pragma once
#include <boost/json/object.hpp>
#include <span>
#include <string>
#include <vector>

#include "karat/enum_names.hpp"

namespace karat::probe {

/// A printed cell, and the instruction of the registry that is probed for it.
struct PublishedCell {
    std::string table;    ///< "FTTN, Table III"
    std::string row;      ///< "FP16, V100"
    std::string column;   ///< "extra bits"
    std::string printed;  ///< as the paper prints it, or its number in words
    std::string arch, instruction;
    std::string test;  ///< what it is compared with: a test of the suite, or a name that compare.cpp explains
    /// Later evidence against the printed cell, or why the instruction cannot show it; may be empty.
    std::string later = {};
};

enum class Agreement : std::uint8_t {
    agree,
    disagree,
    outside,  ///< the instruction does not do what the cell is about
};

}  // namespace karat::probe

namespace karat {
template <>
struct EnumNames<probe::Agreement> {
    static constexpr std::array<std::string_view, 3> names{"agree", "disagree", "outside"};
};
}  // namespace karat

namespace karat::probe {

struct ComparedCell {
    PublishedCell cell;
    std::string found;
    Agreement agreement = Agreement::agree;
};

[[nodiscard]] std::vector<PublishedCell> fttn_cells();     ///< Table III
[[nodiscard]] std::vector<PublishedCell> fasi_cells();     ///< findings 1 to 9
[[nodiscard]] std::vector<PublishedCell> mma_sim_cells();  ///< trees, and the algorithms of Tables I and II

/// Probes the golden model of every instruction named, and compares every cell. Takes a few seconds.
[[nodiscard]] std::vector<ComparedCell> compare_published();
/// The cells that disagree without later evidence.
[[nodiscard]] std::size_t unexplained(std::span<const ComparedCell> cells);

[[nodiscard]] std::string published_text(std::span<const ComparedCell> cells);
[[nodiscard]] boost::json::object published_json(std::span<const ComparedCell> cells);
[[nodiscard]] std::string published_html(std::span<const ComparedCell> cells);

}  // namespace karat::probe
