// SPDX-License-Identifier: Apache-2.0
// C ABI: numbers to encodings of a format.
#include "karat/recipe/knobs/aliases.hpp"
#include "karat/text/convert.hpp"
#include "karat_dpi/handles.hpp"

using namespace karat::dpi;  // NOLINT(google-build-using-namespace): the C ABI of this namespace

namespace {

karat::Format format_of(const char* name) {
    const auto format = karat::enum_from_any_name<karat::Format>(&require(name, "format"));
    if (format) return *format;
    throw Refusal(KARAT_BAD_NAME, "format: \"" + std::string(name) + "\" is not allowed; use " +
                                      karat::allowed_names<karat::Format>());
}

karat::Conversion rule_of(int rule) {
    switch (rule) {
        case KARAT_REFUSE:
            return karat::Conversion::refuse;
        case KARAT_SATURATE:
            return karat::Conversion::saturate;
        case KARAT_TO_INF:
            return karat::Conversion::inf;
        case KARAT_TO_NAN:
            return karat::Conversion::nan;
        default:
            throw Refusal(KARAT_BAD_ARGUMENT, "rule: " + std::to_string(rule) +
                                                  " is not allowed; use KARAT_REFUSE, KARAT_SATURATE, "
                                                  "KARAT_TO_INF or KARAT_TO_NAN");
    }
}

}  // namespace

extern "C" {

karat_status karat_encode(const char* format, int rule, const double* values, size_t count,
                          uint64_t* encodings, karat_conversion_counts* counts) {
    return guarded([&] {
        karat::Converter converter(format_of(format), rule_of(rule));
        if (count > 0) {
            require(values, "values");
            require(encodings, "encodings");
        }
        for (size_t i = 0; i < count; ++i) static_cast<void>(converter(values[i], i));
        const karat::ConversionCounts& found = converter.counts();
        if (counts != nullptr)
            *counts = {found.rounded, found.converted, found.refused, found.first ? found.first->at : count};
        if (found.refused > 0)
            throw Refusal(KARAT_BAD_OPERAND,
                          "values[" + std::to_string(found.first->at) + "]: " + found.misfits());
        for (size_t i = 0; i < count; ++i) encodings[i] = converter(values[i], i);
        return KARAT_OK;
    });
}

}  // extern "C"
