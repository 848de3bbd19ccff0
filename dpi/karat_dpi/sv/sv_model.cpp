// SPDX-License-Identifier: Apache-2.0
// DPI-C: opening, closing, knobs, coverage. The calls that change the model return nothing and pass their
// status as an argument. Strings stay valid until the same thread calls the same function again.
#include <string>

#include "karat.h"
#include "karat_dpi/recording.hpp"
#include "karat_dpi/sv/sv_text.hpp"
#include "karat_dpi/sv/sv_words.hpp"

using karat::dpi::get_text;

extern "C" {

KARAT_API const char* karat_dpi_version() { return karat_version(); }
KARAT_API const char* karat_dpi_last_error() { return karat_last_error(); }
KARAT_API const char* karat_dpi_record_path() { return karat::dpi::record_path().c_str(); }
KARAT_API const char* karat_dpi_status_name(int status) { return karat_status_name(status); }

KARAT_API void karat_dpi_open_instruction(const char* arch, const char* instruction, void** model,
                                          int* status) {
    karat_model* opened = nullptr;
    *status = karat_open_instruction(arch, instruction, &opened);
    *model = opened;
}

KARAT_API void karat_dpi_open_spec(const char* json, void** model, int* status) {
    karat_model* opened = nullptr;
    *status = karat_open_spec(json, &opened);
    *model = opened;
}

KARAT_API void karat_dpi_close(void* model, int* status) {
    *status = karat_close(static_cast<karat_model*>(model));
}

KARAT_API void karat_dpi_set_knob(void* model, const char* key, const char* value, int* status) {
    *status = karat_set_knob(static_cast<karat_model*>(model), key, value);
}

KARAT_API void karat_dpi_without_c(void* model, int* status) {
    *status = karat_without_c(static_cast<karat_model*>(model));
}

KARAT_API void karat_dpi_record_mode(void* model, unsigned int mode, int* status) {
    *status = karat_record_mode(static_cast<karat_model*>(model), mode);
}

KARAT_API int karat_dpi_get_knob(void* model, const char* key, const char** value) {
    thread_local std::string text;
    const int status = get_text(text, [&](char* buffer, std::size_t size, std::size_t* length) {
        return karat_get_knob(static_cast<karat_model*>(model), key, buffer, size, length);
    });
    *value = text.c_str();
    return status;
}

KARAT_API int karat_dpi_get_spec(void* model, const char** json) {
    thread_local std::string text;
    const int status = get_text(text, [&](char* buffer, std::size_t size, std::size_t* length) {
        return karat_get_spec(static_cast<karat_model*>(model), buffer, size, length);
    });
    *json = text.c_str();
    return status;
}

KARAT_API int karat_dpi_get_shape(void* model, int* m, int* n, int* k, int* blocks, int* scales, int* a_bits,
                                  int* b_bits, int* c_bits, int* d_bits, int* scale_bits) {
    karat_shape shape{};
    const karat_status status = karat_get_shape(static_cast<karat_model*>(model), &shape);
    const auto give_number = [](int* to, std::uint32_t value) { *to = static_cast<int>(value); };
    give_number(m, shape.m);
    give_number(n, shape.n);
    give_number(k, shape.k);
    give_number(blocks, shape.blocks);
    give_number(scales, shape.scales);
    give_number(a_bits, shape.a_bits);
    give_number(b_bits, shape.b_bits);
    give_number(c_bits, shape.c_bits);
    give_number(d_bits, shape.d_bits);
    give_number(scale_bits, shape.scale_bits);
    return status;
}

KARAT_API int karat_dpi_get_sparsity(void* model, int* k_of_b, int* metadata, int* metadata_bits) {
    karat_shape shape{};
    const karat_status status = karat_get_shape(static_cast<karat_model*>(model), &shape);
    *k_of_b = static_cast<int>(shape.k_of_b);
    *metadata = static_cast<int>(shape.metadata);
    *metadata_bits = static_cast<int>(shape.metadata_bits);
    return status;
}

KARAT_API void karat_dpi_coverage_start(void* model, int m, int n, int* status) {
    *status =
        karat_coverage_start(static_cast<karat_model*>(model), karat::dpi::lines(m), karat::dpi::lines(n));
}

KARAT_API void karat_dpi_coverage_stop(void* model, int* status) {
    *status = karat_coverage_stop(static_cast<karat_model*>(model));
}

KARAT_API int karat_dpi_coverage_save(void* model, const char* path) {
    return karat_coverage_save(static_cast<karat_model*>(model), path);
}

KARAT_API int karat_dpi_coverage_get(void* model, long long* tiles, int* reachable, int* holes,
                                     double* percent) {
    karat_coverage_figures figures{};
    const karat_status status = karat_coverage_get(static_cast<karat_model*>(model), &figures);
    *tiles = static_cast<long long>(figures.tiles);
    *reachable = static_cast<int>(figures.reachable);
    *holes = static_cast<int>(figures.holes);
    *percent = figures.percent;
    return status;
}

KARAT_API int karat_dpi_coverage_report(void* model, int holes, const char** report) {
    thread_local std::string text;
    const int status = get_text(text, [&](char* buffer, std::size_t size, std::size_t* length) {
        return karat_coverage_report(static_cast<karat_model*>(model), karat::dpi::lines(holes), buffer, size,
                                     length);
    });
    *report = text.c_str();
    return status;
}

}  // extern "C"
