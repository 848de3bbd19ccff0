// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/unit/contract_modes.hpp"

#include <algorithm>
#include <charconv>
#include <sstream>

#include "karat/error.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat/recipe/knobs/validate.hpp"
#include "karat/text/file.hpp"

namespace karat::tb {
namespace {

std::uint32_t read_value(const std::string& text, int bits) {
    const bool hex = text.starts_with("0x") || text.starts_with("0X");
    std::uint32_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data() + (hex ? 2 : 0), end, value, hex ? 16 : 10);
    if (error != std::errc() || at != end) throw Error("not a number");
    if (bits < 32 && value >> bits != 0)
        throw Error("does not fit the port, which has " + std::to_string(bits) +
                    (bits == 1 ? " bit" : " bits"));
    return value;
}

/// spec=FILE.json or instruction=ARCH/NAME, instead of the unit's specification.
std::optional<Spec> own_spec(const std::string& word, bool is_first) {
    if (!word.starts_with("spec=") && !word.starts_with("instruction=")) return std::nullopt;
    if (!is_first) throw Error(word + ": must come first");
    const std::string name = word.substr(word.find('=') + 1);
    if (word.starts_with("spec=")) return spec_from_json_text(read_text_file(name));
    const std::size_t slash = name.find('/');
    if (slash == std::string::npos) throw Error(word + ": write instruction=ARCH/NAME");
    return find_instruction(name.substr(0, slash), name.substr(slash + 1)).spec;
}

Spec read_settings(Spec spec, const std::string& settings) {
    std::istringstream words(settings);
    bool is_first = true;
    for (std::string word; words >> word; is_first = false) {
        if (const auto own = own_spec(word, is_first)) {
            spec = *own;
            continue;
        }
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos) throw Error(word + ": write KEY=VALUE, as in F=24");
        set_knob(spec, word.substr(0, equals), word.substr(equals + 1));
    }
    validate(spec);
    return spec;
}

}  // namespace

std::vector<ModeSpec> mode_specs(const Contract& contract) {
    std::vector<ModeSpec> out;
    if (!contract.mode) return out;
    for (const auto& [value, settings] : contract.mode->values) {
        try {
            out.push_back({read_value(value, contract.mode->bits), read_settings(contract.spec, settings)});
        } catch (const Error& error) {
            throw Error(contract.path + ": mode.values." + value + ": " + error.what());
        }
    }
    return out;
}

}  // namespace karat::tb
