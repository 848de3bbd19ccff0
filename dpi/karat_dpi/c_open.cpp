// SPDX-License-Identifier: Apache-2.0
// C ABI: versions, opening and closing a model, the specification and its knobs.
#include <boost/json/serialize.hpp>

#include "karat/evaluate/sparse.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat_dpi/handles.hpp"

using namespace karat::dpi;  // NOLINT(google-build-using-namespace): the C ABI of this namespace

namespace {

std::string knob_text(const karat::Spec& spec, std::string_view key) {
    const karat::Knob& knob = karat::find_knob(key);
    if (!knob.applies_to(spec.algorithm)) {
        throw karat::SpecError(std::string(key), std::string(key) + " is not a knob of algorithm \"" +
                                                     std::string(karat::name_of(spec.algorithm)) + "\"");
    }
    const boost::json::value value = knob.get(spec);
    if (value.is_null()) return "default";
    return value.is_string() ? std::string(value.get_string()) : boost::json::serialize(value);
}

std::uint32_t count(std::size_t number) { return static_cast<std::uint32_t>(number); }
std::uint32_t bits(karat::Format format) { return static_cast<std::uint32_t>(karat::info(format).bits); }

}  // namespace

extern "C" {

const char* karat_version() { return KARAT_VERSION; }
uint32_t karat_abi_version() { return KARAT_ABI_VERSION; }
const char* karat_last_error() { return last_error(); }

const char* karat_status_name(int status) {
    static constexpr const char* kNames[] = {"KARAT_OK",         "KARAT_MISMATCH",     "KARAT_TRUNCATED",
                                             "KARAT_BAD_HANDLE", "KARAT_BAD_ARGUMENT", "KARAT_BAD_NAME",
                                             "KARAT_BAD_SPEC",   "KARAT_BAD_OPERAND",  "KARAT_BAD_STATE",
                                             "KARAT_NO_MEMORY",  "KARAT_INTERNAL",     "KARAT_END"};
    const auto at = static_cast<unsigned>(status);
    return at < std::size(kNames) ? kNames[at] : "unknown status";
}

karat_status karat_open_instruction(const char* arch, const char* instruction, karat_model** model) {
    return guarded([&] {
        require(model, "model") = nullptr;
        const auto found = karat::find_instruction(std::string_view(arch == nullptr ? "" : arch),
                                                   &require(instruction, "instruction"));
        *model = open_handle(std::make_unique<Model>(found.spec, found.shape));
        return KARAT_OK;
    });
}

karat_status karat_open_spec(const char* json, karat_model** model) {
    return guarded([&] {
        require(model, "model") = nullptr;
        const karat::Spec spec = karat::spec_from_json_text(&require(json, "json"));
        *model = open_handle(std::make_unique<Model>(spec, karat::Shape{1, 1, spec.k, 1}));
        return KARAT_OK;
    });
}

karat_status karat_close(karat_model* model) {
    return guarded([&] {
        close_handle<Model>(model);
        return KARAT_OK;
    });
}

karat_status karat_get_shape(karat_model* model, karat_shape* shape) {
    return guarded([&] {
        const Reading use(model);
        const karat::Spec& spec = use->dot().spec();
        const karat::OperandRules& rules = use->dot().operands();
        const auto lines = [](int own) { return static_cast<std::uint32_t>(own); };
        require(shape, "shape") = {lines(use->shape.m),
                                   lines(use->shape.n),
                                   lines(spec.k),
                                   lines(use->shape.blocks),
                                   count(use->dot().scale_count()),
                                   bits(spec.a),
                                   bits(spec.b),
                                   bits(spec.c),
                                   bits(spec.d),
                                   spec.scale ? bits(*spec.scale) : 0,
                                   lines(rules.k_of_b()),
                                   lines(rules.metadata_count()),
                                   rules.metadata_count() != 0 ? bits(karat::kMetadataFormat) : 0};
        return KARAT_OK;
    });
}

karat_status karat_get_spec(karat_model* model, char* buffer, size_t size, size_t* length) {
    return guarded(
        [&] { return give_text(karat::to_json_text(Reading(model)->dot().spec()), buffer, size, length); });
}

karat_status karat_get_knob(karat_model* model, const char* key, char* buffer, size_t size, size_t* length) {
    return guarded([&] {
        return give_text(knob_text(Reading(model)->dot().spec(), &require(key, "key")), buffer, size, length);
    });
}

karat_status karat_set_knob(karat_model* model, const char* key, const char* value) {
    return guarded([&] {
        const Changing use(model);
        karat::Spec spec = use->dot().spec();
        karat::set_knob(spec, &require(key, "key"), &require(value, "value"));
        if (use->collected)
            throw Refusal(KARAT_BAD_STATE,
                          std::string(key) + ": cannot be set while coverage is being collected");
        use->engine = karat::TileEngine(karat::DotAdd(spec));
        use->shape.k = spec.k;
        use->bins.reset();
        use->recordings.clear();  // their answers were judged by the specification before
        return KARAT_OK;
    });
}

karat_status karat_without_c(karat_model* model) {
    return guarded([&] {
        const Changing use(model);
        if (use->collected)
            throw Refusal(KARAT_BAD_STATE, "karat_without_c: not while coverage is being collected");
        use->has_c = false;
        use->bins.reset();
        return KARAT_OK;
    });
}

}  // extern "C"
