// SPDX-License-Identifier: Apache-2.0
#include "karat/evaluate/dot_add.hpp"

#include <array>
#include <charconv>
#include <string>

#include "karat/error.hpp"
#include "karat/evaluate/scratch.hpp"
#include "karat/evaluate/sparse.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/knobs/validate.hpp"

namespace karat {
namespace {

std::string hex(std::uint64_t value) {
    std::array<char, 16> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, 16);
    return "0x" + std::string(digits.data(), end.ptr);
}

void check_elements(const char* name, std::span<const std::uint64_t> values, std::size_t count,
                    const FormatInfo& format) {
    if (values.size() != count) {
        throw OperandError(std::string(name) + ": " + std::to_string(values.size()) +
                           " elements; the specification needs " + std::to_string(count));
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i] <= format.encoding_mask()) continue;
        throw OperandError(std::string(name) + "[" + std::to_string(i) + "]" + ": " + hex(values[i]) +
                           " is wider than the " + std::to_string(format.bits) + " bits of " +
                           std::string(format.name()));
    }
}

/// The operands of the dense dot-add that is left after the selection of b.
Operands with_b(const Operands& in, std::span<const std::uint64_t> b) {
    return {in.a, b, in.scale_a, in.scale_b, in.c};
}

Recipe validated(const Spec& spec) {
    validate(spec);
    return expand(spec);
}

}  // namespace

DotAdd::DotAdd(const Spec& spec) : spec_(spec), evaluator_(validated(spec)), bounds_(evaluator_.program()) {}

std::uint64_t DotAdd::operator()(const Operands& in) const {
    if (operands().metadata == Metadata::none) return evaluator_(in);
    constexpr std::size_t in_place = 96;  // as many as an evaluation holds
    Scratch<std::uint64_t, in_place> b(static_cast<std::size_t>(operands().k));
    select_into(operands(), in.metadata, in.b, b.all());
    return evaluator_(with_b(in, b.all()));
}

std::uint64_t DotAdd::traced(const Operands& in, Trace& trace) const {
    const auto record = [&](const char* matrix, std::span<const std::uint64_t> values, Format format) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            trace.operands.push_back(
                {matrix, static_cast<int>(i), format, values[i], unpack(values[i], info(format))});
        }
    };
    record("a", in.a, operands().a);
    record("metadata", in.metadata, kMetadataFormat);
    record("b", in.b, operands().b);
    if (operands().scale) {
        record("scale_a", in.scale_a, *operands().scale);
        record("scale_b", in.scale_b, *operands().scale);
    }
    record("c", std::span(&in.c, 1), operands().c);
    if (operands().metadata == Metadata::none) return evaluator_.traced(in, trace);
    const std::vector<std::uint64_t> b = selected(operands(), in.metadata, in.b);
    return evaluator_.traced(with_b(in, b), trace);
}

std::uint64_t DotAdd::flagged(const Operands& in, const FlagRule& rule, Flags& flags) const {
    if (operands().metadata == Metadata::none) return evaluator_.flagged(in, rule, flags);
    const std::vector<std::uint64_t> b = selected(operands(), in.metadata, in.b);
    return evaluator_.flagged(with_b(in, b), rule, flags);
}

void DotAdd::check(const Operands& in) const {
    const auto k = static_cast<std::size_t>(operands().k);
    check_elements("a", in.a, k, info(operands().a));
    check_elements("b", in.b, static_cast<std::size_t>(operands().k_of_b()), info(operands().b));
    check_elements("metadata", in.metadata, static_cast<std::size_t>(operands().metadata_count()),
                   info(kMetadataFormat));
    for (std::size_t i = 0; i < in.metadata.size(); ++i) {
        const std::string error = metadata_error(operands().metadata, in.metadata[i]);
        if (!error.empty()) throw OperandError("metadata[" + std::to_string(i) + "]: " + error);
    }
    const FormatInfo& scale = info(operands().scale.value_or(Format::ue8m0));
    check_elements("scale_a", in.scale_a, scale_count(), scale);
    check_elements("scale_b", in.scale_b, scale_count(), scale);
    check_elements("c", std::span(&in.c, 1), 1, info(operands().c));
}

bool DotAdd::matches(std::uint64_t expected, std::uint64_t got) const {
    if (expected == got) return true;
    if (program().operations().back().round->nan != NanEncoding::any) return false;
    const FormatInfo& d = info(operands().d);
    return unpack(expected, d).number_class == NumberClass::nan &&
           unpack(got, d).number_class == NumberClass::nan;
}

}  // namespace karat
