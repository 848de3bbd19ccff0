// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/instruction_text.hpp"

#include <iostream>

namespace karat::cli {

std::string in_words(const Source& source) {
    std::string out(name_of(source.kind));
    if (!source.device.empty()) out += " on " + source.device;
    if (source.elements > 0) out += ", " + std::to_string(source.elements) + " results";
    if (!source.date.empty())
        out += (source.kind == SourceKind::recorded ? ", replayed " : ", ") + source.date;
    out += ": " + source.text;
    return source.decides.empty() ? out : out + "; decides " + source.decides;
}

std::string undecided(const Instruction& instruction) {
    std::string out;
    for (const OpenQuestion& question : instruction.open) {
        if (question.evidence == Evidence::assumed) out += (out.empty() ? "" : ", ") + question.knob;
    }
    return out;
}

std::string k_text(const Instruction& instruction) {
    const int k = instruction.shape.k;
    return instruction.spec.metadata != Metadata::none
               ? std::to_string(2 * k) + " (" + std::to_string(k) + " stored)"
               : std::to_string(k);
}

void print_sources(const Instruction& instruction, const char* indent) {
    for (const Source& source : instruction.sources) std::cout << indent << in_words(source) << '\n';
}

}  // namespace karat::cli
