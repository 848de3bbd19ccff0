// SPDX-License-Identifier: Apache-2.0
// DPI-C: stimulus, and the names of the coverage bins. Strings stay valid until the same thread calls the
// same function again.
#include <string>

#include "karat.h"
#include "karat_dpi/guard.hpp"
#include "karat_dpi/sv/sv_text.hpp"
#include "karat_dpi/sv/sv_words.hpp"

using namespace karat::dpi;  // NOLINT(google-build-using-namespace): the DPI calls of this namespace

namespace {

using Array = svOpenArrayHandle;

karat_model* model_of(void* model) { return static_cast<karat_model*>(model); }
karat_stimulus* stimulus_of(void* stimulus) { return static_cast<karat_stimulus*>(stimulus); }

/// Converts a count to an int; 0 if the call failed.
template <class Get>
int give_count(int* count, Get&& get) {
    std::size_t found = 0;
    const karat_status status = get(&found);
    *count = status == KARAT_OK ? static_cast<int>(found) : 0;
    return status;
}

karat_result room(WordArray& array, bool column_major) {
    return {array.words().data(), array.bytes(), 0, column_major ? 1 : 0};
}

void next(void* stimulus, const TileArrays& arrays, const char** operand_class, int* status) {
    *operand_class = "";
    *status = guarded([&] {
        WordArray a(arrays.a, "a");
        WordArray b(arrays.b, "b");
        WordArray c(arrays.c, "c");
        WordArray scale_a(arrays.scale_a, "scale_a");
        WordArray scale_b(arrays.scale_b, "scale_b");
        std::optional<WordArray> metadata;
        if (arrays.metadata != nullptr) metadata.emplace(arrays.metadata, "metadata");
        const karat_tile_room out{room(a, false),      room(b, true),
                                  room(c, false),      room(scale_a, false),
                                  room(scale_b, true), metadata ? room(*metadata, false) : karat_result{}};
        const karat_status given = karat_stimulus_next(stimulus_of(stimulus), &out, operand_class);
        if (given != KARAT_OK) return given;
        for (WordArray* words : {&a, &b, &c, &scale_a, &scale_b}) words->commit();
        if (metadata) metadata->commit();
        return KARAT_OK;
    });
}

}  // namespace

extern "C" {

KARAT_API int karat_dpi_stimulus_kind_count(void* model, int* count) {
    return give_count(count, [&](std::size_t* to) { return karat_stimulus_kind_count(model_of(model), to); });
}

KARAT_API int karat_dpi_stimulus_kind(void* model, int kind, const char** name) {
    thread_local std::string text;
    const int status = get_text(text, [&](char* buffer, std::size_t size, std::size_t* length) {
        return karat_stimulus_kind(model_of(model), lines(kind), buffer, size, length);
    });
    *name = text.c_str();
    return status;
}

KARAT_API void karat_dpi_stimulus_open(void* model, const char* kind, int m, int n, long long seed,
                                       void** stimulus, int* status) {
    karat_stimulus* opened = nullptr;
    *status = karat_stimulus_open(model_of(model), kind, lines(m), lines(n), static_cast<std::uint64_t>(seed),
                                  &opened);
    *stimulus = opened;
}

KARAT_API void karat_dpi_stimulus_next(void* stimulus, Array a, Array b, Array c, Array scale_a,
                                       Array scale_b, const char** operand_class, int* status) {
    next(stimulus, {a, b, c, scale_a, scale_b}, operand_class, status);
}

KARAT_API void karat_dpi_stimulus_next_sparse(void* stimulus, Array a, Array b, Array c, Array scale_a,
                                              Array scale_b, Array metadata, const char** operand_class,
                                              int* status) {
    next(stimulus, {a, b, c, scale_a, scale_b, metadata}, operand_class, status);
}

KARAT_API void karat_dpi_stimulus_close(void* stimulus, int* status) {
    *status = karat_stimulus_close(stimulus_of(stimulus));
}

KARAT_API int karat_dpi_bin_count(void* model, int* count) {
    return give_count(count, [&](std::size_t* to) { return karat_bin_count(model_of(model), to); });
}

KARAT_API int karat_dpi_bin_name(void* model, int bin, const char** name) {
    thread_local std::string text;
    const int status = get_text(text, [&](char* buffer, std::size_t size, std::size_t* length) {
        return karat_bin_name(model_of(model), lines(bin), buffer, size, length);
    });
    *name = text.c_str();
    return status;
}

KARAT_API int karat_dpi_bin_reason(void* model, int bin, const char** reason) {
    thread_local std::string text;
    const int status = get_text(text, [&](char* buffer, std::size_t size, std::size_t* length) {
        return karat_bin_reason(model_of(model), lines(bin), buffer, size, length);
    });
    *reason = text.c_str();
    return status;
}

}  // extern "C"
