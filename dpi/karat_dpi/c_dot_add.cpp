// SPDX-License-Identifier: Apache-2.0
// C ABI: one dot-add, its trace and its drawing.
#include "karat/trace/draw.hpp"
#include "karat_dpi/handles.hpp"

using namespace karat::dpi;  // NOLINT(google-build-using-namespace): the C ABI of this namespace

namespace {

std::span<const std::uint64_t> elements(const karat_elements& from, const char* name) {
    if (from.data == nullptr && from.count != 0)
        throw Refusal(KARAT_BAD_ARGUMENT, std::string(name) + ".data is NULL");
    return {from.data, from.count};
}

/// The operands, checked against the model's specification.
karat::Operands operands(const karat::DotAdd& dot, const karat_dot_operands* in) {
    const karat_dot_operands& from = require(in, "in");
    const karat::Operands out{elements(from.a, "a"),
                              elements(from.b, "b"),
                              elements(from.scale_a, "scale_a"),
                              elements(from.scale_b, "scale_b"),
                              from.c,
                              elements(from.metadata, "metadata")};
    dot.check(out);
    return out;
}

karat::Trace trace_of(karat_model* model, const karat_dot_operands* in) {
    const Reading use(model);
    karat::Trace trace;
    static_cast<void>(use->dot().traced(operands(use->dot(), in), trace));
    return trace;
}

}  // namespace

extern "C" {

karat_status karat_dot_add(karat_model* model, const karat_dot_operands* in, uint64_t* d) {
    return guarded([&] {
        const Reading use(model);
        require(d, "d") = use->dot()(operands(use->dot(), in));
        return KARAT_OK;
    });
}

karat_status karat_get_trace(karat_model* model, const karat_dot_operands* in, char* buffer, size_t size,
                             size_t* length) {
    return guarded(
        [&] { return give_text(karat::trace_to_json_text(trace_of(model, in)), buffer, size, length); });
}

karat_status karat_get_drawing(karat_model* model, const karat_dot_operands* in, char* buffer, size_t size,
                               size_t* length) {
    return guarded([&] { return give_text(karat::draw(trace_of(model, in)), buffer, size, length); });
}

}  // extern "C"
