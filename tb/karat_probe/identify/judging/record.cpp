// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/judging/record.hpp"

#include <utility>

namespace karat::probe {

void Record::add(QuestionKind kind, VectorRow row, std::uint64_t d) {
    rows_.push_back(std::move(row));
    answers_.push_back(d);
    kinds_.push_back(kind);
    ++counts_[static_cast<std::size_t>(kind)];
}

}  // namespace karat::probe
