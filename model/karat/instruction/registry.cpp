// SPDX-License-Identifier: Apache-2.0
#include "karat/instruction/registry.hpp"

#include <algorithm>

#include "karat/error.hpp"
#include "karat/instruction/names.hpp"
#include "karat/instruction/vendors.hpp"
#include "karat/recipe/knobs/validate.hpp"
#include "karat/text/nearest.hpp"

namespace karat {
namespace {

std::vector<Instruction> build() {
    std::vector<Instruction> all;
    add_nvidia(all);
    add_amd(all);
    add_rdna(all);
    add_x86(all);
    add_arm(all);
    add_riscv(all);
    add_sources(all);
    std::stable_sort(all.begin(), all.end(), [](const auto& x, const auto& y) { return x.arch < y.arch; });
    for (const Instruction& instruction : all) validate(instruction.spec);
    return all;
}

constexpr std::size_t kLongestName = 256;  // full PTX needs about 100

/// The keys of the names of every instruction, in the order of the registry. A lookup compares all of them.
std::span<const std::vector<std::string>> keys() {
    static const std::vector<std::vector<std::string>> all = [] {
        std::vector<std::vector<std::string>> out;
        for (const Instruction& instruction : registry()) {
            std::vector<std::string>& of_one = out.emplace_back();
            of_one.push_back(name_key(instruction.name));
            for (const std::string& alias : instruction.aliases) of_one.push_back(name_key(alias));
        }
        return out;
    }();
    return all;
}

/// The instruction with the shape that the name gives, if `key` matches one of the keys of its `names`.
std::optional<Instruction> matched(const Instruction& instruction, std::span<const std::string> names,
                                   std::string_view key) {
    Shape shape = instruction.shape;
    const auto is_named = [&](const std::string& name) { return match_name(name, key, shape); };
    if (std::none_of(names.begin(), names.end(), is_named)) return std::nullopt;
    Instruction out = instruction;
    if (shape.m == 0) shape.m = 64;  // a name without a shape: the smallest
    if (shape.n == 0) shape.n = 8;
    out.shape = shape;
    out.name = shown(out.name);
    for (std::string& alias : out.aliases) alias = shown(alias);
    return out;
}

/// Checks the shape of a warpgroup or tcgen05 instruction, which comes in many shapes (PTX ISA, matrix shapes
/// of wgmma and tcgen05).
void check_shape(const Instruction& found, const Shape& registered, std::string_view name) {
    const auto refuse = [&](char extent, int value, const char* allowed) {
        throw NameError("instruction \"" + std::string(name) + "\": " + extent + " = " +
                        std::to_string(value) + " is not allowed; use " + allowed);
    };
    const Shape& shape = found.shape;
    if (registered.m == 0 && shape.m != 64 && shape.m != 128) refuse('M', shape.m, "64 or 128");
    if (registered.n == 0 && (shape.n < 8 || shape.n > 256 || shape.n % 8 != 0))
        refuse('N', shape.n, "a multiple of 8 from 8 to 256");
}

/// The names on `arch` that continue `key` with an underscore, as "x or y"; empty if there is none or many.
/// RDNA4's instructions end in _w32 or _w64.
std::string longer_names(Arch arch, const std::string& key) {
    constexpr std::size_t most = 4;
    std::vector<std::string> names;
    for (const Instruction& one : registry()) {
        if (one.arch == arch && name_key(one.name).starts_with(key + "_")) names.push_back(one.name);
    }
    if (names.size() > most) return "";
    std::string out;
    for (const std::string& name : names) out += (out.empty() ? "" : " or ") + name;
    return out;
}

[[noreturn]] void throw_unknown(std::optional<Arch> arch, std::string_view name) {
    std::vector<std::string> names;
    for (const Instruction& instruction : registry()) {
        if (arch && instruction.arch != *arch) continue;
        names.push_back(shown(instruction.name));
        for (const std::string& alias : instruction.aliases) names.push_back(shown(alias));
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    if (const auto meant = arch ? std::nullopt : arch_from_name(name)) {
        throw NameError("\"" + std::string(name) + "\" is an architecture" +
                        (name == name_of(*meant) ? "" : ", " + std::string(name_of(*meant))) +
                        ", not an instruction; karat list --arch " + std::string(name) +
                        " prints its instructions");
    }
    const std::string where = arch ? " on " + std::string(name_of(*arch)) : std::string();
    throw NameError("unknown instruction \"" + std::string(name) + "\"" + where +
                    nearest_hint(name, names, 3, "; karat list prints them"));
}

}  // namespace

std::span<const Instruction> registry() {
    static const std::vector<Instruction> all = build();
    return all;
}

Instruction find_instruction(std::optional<Arch> arch, std::string_view name) {
    if (name.size() > kLongestName) {
        throw NameError("instruction \"" + std::string(name.substr(0, 32)) + "...\": the name has " +
                        std::to_string(name.size()) + " characters; at most " + std::to_string(kLongestName) +
                        " are allowed");
    }
    const std::string key = name_key(name);
    std::optional<Instruction> found;
    std::string elsewhere;
    bool differs = false;
    for (std::size_t i = 0; i < registry().size(); ++i) {
        const Instruction& candidate = registry()[i];
        const auto hit = matched(candidate, keys()[i], key);
        if (!hit) continue;
        const std::string place(name_of(candidate.arch));
        if (elsewhere.find(place) == std::string::npos) elsewhere += (elsewhere.empty() ? "" : ", ") + place;
        if (arch && candidate.arch != *arch) continue;
        if (!found) {
            check_shape(*hit, candidate.shape, name);
            found = hit;
        } else if (candidate.arch == found->arch && !(hit->spec == found->spec)) {
            throw NameError("instruction \"" + std::string(name) + "\" is ambiguous on " + place + ": " +
                            found->name + " or " + hit->name + "; give the operand types too");
        } else if (!(hit->spec == found->spec)) {
            differs = true;
        }
    }
    if (differs) {
        throw NameError("instruction \"" + std::string(name) +
                        "\" differs between architectures; name one of " + elsewhere);
    }
    if (found) return *found;
    const std::string longer = arch ? longer_names(*arch, key) : "";
    if (!longer.empty()) {
        throw NameError("instruction \"" + std::string(name) + "\" does not exist on " +
                        std::string(name_of(*arch)) + "; use " + longer);
    }
    if (arch && !elsewhere.empty()) {
        throw NameError("instruction \"" + std::string(name) + "\" does not exist on " +
                        std::string(name_of(*arch)) + "; it exists on " + elsewhere);
    }
    throw_unknown(arch, name);
}

Instruction find_instruction(std::string_view arch, std::string_view name) {
    if (arch.empty()) return find_instruction(std::nullopt, name);
    return find_instruction(required_arch(arch), name);
}

}  // namespace karat
