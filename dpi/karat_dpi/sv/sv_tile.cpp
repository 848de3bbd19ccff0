// SPDX-License-Identifier: Apache-2.0
// DPI-C: tiles. Each call exists twice, without and with metadata, because the types of an import are fixed.
// The calls with metadata also take dense models, which ignore it.
#include <string>

#include "karat_dpi/guard.hpp"
#include "karat_dpi/sv/sv_words.hpp"

using namespace karat::dpi;  // NOLINT(google-build-using-namespace): the DPI calls of this namespace

namespace {

using Array = svOpenArrayHandle;

karat_model* model_of(void* model) { return static_cast<karat_model*>(model); }

int tile(void* model, int m, int n, const TileArrays& arrays, Array d) {
    return guarded([&] {
        TileWords in(m, n, arrays);
        WordArray out(d, "d");
        const karat_tile_operands operands = in.operands();
        const karat_result result{out.words().data(), out.bytes(), 0, 0};
        const karat_status status = karat_tile(model_of(model), &operands, &result);
        if (status == KARAT_OK) out.commit();
        return status;
    });
}

int compare(void* model, long long tile, int m, int n, const TileArrays& arrays, Array got, Array unknown,
            int* mismatches, const char** report) {
    constexpr std::size_t kLongestReport = 1 << 16;
    thread_local std::vector<char> text(kLongestReport);
    text[0] = '\0';
    *report = text.data();
    *mismatches = 0;
    return guarded([&] {
        TileWords in(m, n, arrays);
        WordArray answer(got, "got");
        WordArray x_or_z(unknown, "unknown");
        const karat_tile_operands operands = in.operands();
        const karat_matrix answers{answer.words().data(), answer.bytes(), 0, 0};
        const karat_matrix unknowns{x_or_z.words().data(), x_or_z.bytes(), 0, 0};
        karat_comparison found{};
        const karat_status verdict =
            karat_compare(model_of(model), static_cast<std::uint64_t>(tile), &operands, &answers, &unknowns,
                          &found, text.data(), text.size(), nullptr);
        *mismatches = static_cast<int>(found.mismatches);
        return verdict;
    });
}

void sample(void* model, int m, int n, const TileArrays& arrays, int* status) {
    *status = guarded([&] {
        TileWords in(m, n, arrays);
        const karat_tile_operands operands = in.operands();
        return karat_coverage_sample(model_of(model), &operands);
    });
}

int tile_bins(void* model, int m, int n, const TileArrays& arrays, int first, Array hits) {
    return guarded([&] {
        TileWords in(m, n, arrays);
        WordArray out(hits, "hits");
        const karat_tile_operands operands = in.operands();
        const karat_status status =
            karat_tile_bins(model_of(model), &operands, lines(first), out.words().data(), out.words().size());
        if (status == KARAT_OK) out.commit();
        return status;
    });
}

}  // namespace

extern "C" {

KARAT_API int karat_dpi_tile(void* model, int m, int n, Array a, Array b, Array c, Array scale_a,
                             Array scale_b, Array d) {
    return tile(model, m, n, {a, b, c, scale_a, scale_b}, d);
}

KARAT_API int karat_dpi_tile_sparse(void* model, int m, int n, Array a, Array b, Array c, Array scale_a,
                                    Array scale_b, Array metadata, Array d) {
    return tile(model, m, n, {a, b, c, scale_a, scale_b, metadata}, d);
}

KARAT_API int karat_dpi_compare(void* model, long long tile, int m, int n, Array a, Array b, Array c,
                                Array scale_a, Array scale_b, Array got, Array unknown, int* mismatches,
                                const char** report) {
    return compare(model, tile, m, n, {a, b, c, scale_a, scale_b}, got, unknown, mismatches, report);
}

KARAT_API int karat_dpi_compare_sparse(void* model, long long tile, int m, int n, Array a, Array b, Array c,
                                       Array scale_a, Array scale_b, Array metadata, Array got, Array unknown,
                                       int* mismatches, const char** report) {
    return compare(model, tile, m, n, {a, b, c, scale_a, scale_b, metadata}, got, unknown, mismatches,
                   report);
}

KARAT_API void karat_dpi_coverage_sample(void* model, int m, int n, Array a, Array b, Array c, Array scale_a,
                                         Array scale_b, int* status) {
    sample(model, m, n, {a, b, c, scale_a, scale_b}, status);
}

KARAT_API void karat_dpi_coverage_sample_sparse(void* model, int m, int n, Array a, Array b, Array c,
                                                Array scale_a, Array scale_b, Array metadata, int* status) {
    sample(model, m, n, {a, b, c, scale_a, scale_b, metadata}, status);
}

KARAT_API int karat_dpi_tile_bins(void* model, int m, int n, Array a, Array b, Array c, Array scale_a,
                                  Array scale_b, int first, Array hits) {
    return tile_bins(model, m, n, {a, b, c, scale_a, scale_b}, first, hits);
}

KARAT_API int karat_dpi_tile_bins_sparse(void* model, int m, int n, Array a, Array b, Array c, Array scale_a,
                                         Array scale_b, Array metadata, int first, Array hits) {
    return tile_bins(model, m, n, {a, b, c, scale_a, scale_b, metadata}, first, hits);
}

}  // extern "C"
