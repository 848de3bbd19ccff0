// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/target/formats.hpp"

#include <sstream>
#include <vector>

#include "karat/error.hpp"
#include "karat/recipe/knobs/validate.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat/text/nearest.hpp"

namespace karat::probe {

OperandRules formats_of(const OperandRules& rules) {
    OperandRules out;
    out.a = rules.a;
    out.b = rules.b;
    out.c = rules.c;
    out.d = rules.d;
    out.k = rules.k;
    out.scale = rules.scale;
    out.scale_block = rules.scale_block;
    out.metadata = rules.metadata;
    out.multiplier = rules.multiplier;
    return out;
}

Spec exact_spec(const OperandRules& formats) {
    Spec spec;
    take_operands(spec, formats_of(formats));
    spec.algorithm = Algorithm::exact;
    if (formats.are_integers()) spec.overflow = Overflow::saturate;
    validate(spec);
    return spec;
}

void read_format_list(const std::string& text, OperandRules& formats) {
    std::vector<Format> read;
    std::istringstream words(text);
    for (std::string word; std::getline(words, word, ',');) {
        const auto format = enum_from_name<Format>(word);
        if (!format) {
            const auto& names = EnumNames<Format>::names;
            throw NameError("\"" + word + "\" is not a format; nearest: " +
                            nearest_names(word, {names.begin(), names.end()}, 3));
        }
        read.push_back(*format);
    }
    if (read.size() != 4)
        throw NameError("\"" + text + "\" has " + std::to_string(read.size()) +
                        (read.size() == 1 ? " format" : " formats") +
                        "; write those of a, b, c and d, as in fp16,fp16,fp32,fp32");
    formats.a = read[0];
    formats.b = read[1];
    formats.c = read[2];
    formats.d = read[3];
}

std::string formats_text(const OperandRules& formats) {
    const auto name = [](Format format) { return std::string(name_of(format)); };
    std::string out = name(formats.a) + " x " + name(formats.b) + " + " + name(formats.c) + " -> " +
                      name(formats.d) + ", k = " + std::to_string(formats.k);
    if (formats.scale)
        out += ", scale factors " + name(*formats.scale) + " for blocks of " +
               std::to_string(formats.scale_block);
    if (formats.metadata != Metadata::none) out += ", metadata " + std::string(name_of(formats.metadata));
    if (formats.multiplier != Multiplier::product)
        out += ", multiplier " + std::string(name_of(formats.multiplier));
    return out;
}

}  // namespace karat::probe
