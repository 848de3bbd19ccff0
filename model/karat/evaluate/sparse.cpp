// SPDX-License-Identifier: Apache-2.0
#include "karat/evaluate/sparse.hpp"

#include "karat/error.hpp"
#include "karat/text/text.hpp"

namespace karat {

std::string metadata_error(Metadata kind, std::uint64_t element) {
    const std::string value = "0x" + to_hex(element, kMetadataFormat);
    const std::uint64_t first = element & 3U;
    const std::uint64_t second = element >> 2U;
    switch (kind) {
        case Metadata::none:
            break;
        case Metadata::one_of_two:
            if (element != 0b0100U && element != 0b1110U)
                return value + " is not allowed; use 0x4 (the first of two) or 0xe (the second)";
            break;
        case Metadata::two_of_four_ordered:
            if (first > second)
                return value + " is not allowed; its indices " + std::to_string(first) + " and " +
                       std::to_string(second) + " must ascend";
            [[fallthrough]];
        case Metadata::two_of_four:
            if (first == second)
                return value + " is not allowed; it selects element " + std::to_string(first) + " twice";
            break;
    }
    return "";
}

void check_selection(const OperandRules& rules, const std::vector<std::uint64_t>& metadata,
                     std::size_t columns, const std::string& where) {
    for (std::size_t i = 0; i < metadata.size(); ++i) {
        const std::string error = metadata_error(rules.metadata, metadata[i]);
        if (!error.empty())
            throw OperandError("metadata: " + where + "row " + std::to_string(i / columns) + ", element " +
                               std::to_string(i % columns) + ": " + error);
    }
}

void select_into(const OperandRules& rules, std::span<const std::uint64_t> metadata,
                 std::span<const std::uint64_t> b, std::span<std::uint64_t> out) {
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = b[selected_index(rules.metadata, metadata, k)];
}

std::vector<std::uint64_t> selected(const OperandRules& rules, std::span<const std::uint64_t> metadata,
                                    std::span<const std::uint64_t> b) {
    std::vector<std::uint64_t> out(static_cast<std::size_t>(rules.k));
    select_into(rules, metadata, b, out);
    return out;
}

}  // namespace karat
