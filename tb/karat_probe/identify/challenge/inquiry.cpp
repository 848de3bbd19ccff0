// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/challenge/inquiry.hpp"

namespace karat::probe {

void Inquiry::ask(QuestionKind kind, std::vector<VectorRow> rows) const {
    const std::vector<std::uint64_t> answers = target(rows);
    for (std::size_t i = 0; i < rows.size(); ++i) record().add(kind, std::move(rows[i]), answers[i]);
}

void Inquiry::report(const std::string& text) const {
    if (settings.progress) settings.progress(text + ", " + std::to_string(asked()) + " dot-adds asked");
}

}  // namespace karat::probe
