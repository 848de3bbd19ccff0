// SPDX-License-Identifier: Apache-2.0
// DPI-C, what has no effect but its outputs: a simulator may evaluate these twice.
#include <string>

#include "karat/compare/lane_mismatch.hpp"
#include "karat_dpi/guard.hpp"
#include "karat_dpi/handles.hpp"
#include "karat_dpi/sv_words.hpp"

using namespace karat::dpi;  // NOLINT(google-build-using-namespace): this file is their DPI face

namespace {

using Array = svOpenArrayHandle;

std::uint64_t word64(const svBitVecVal* words) { return words[0] | (std::uint64_t{words[1]} << 32); }

/// The upper bits of what SystemVerilog hands over mean nothing: they are cleared, not refused.
struct DotWords {
    std::vector<std::uint64_t> a, b, scale_a, scale_b;
    std::uint64_t c;

    DotWords(const karat::Spec& spec, Array a_array, Array b_array, Array sa_array, Array sb_array, const svBitVecVal* c_words) {
        a = read_array(a_array, karat::info(spec.a).bits, "a");
        b = read_array(b_array, karat::info(spec.b).bits, "b");
        if (spec.scale) {
            scale_a = read_array(sa_array, karat::info(*spec.scale).bits, "scale_a");
            scale_b = read_array(sb_array, karat::info(*spec.scale).bits, "scale_b");
        }
        c = word64(c_words) & karat::info(spec.c).encoding_mask();
    }
    [[nodiscard]] karat::Operands operands() const { return {a, b, scale_a, scale_b, c}; }
};

int dot_add(void* model, Array a, Array b, Array scale_a, Array scale_b, const svBitVecVal* c, svBitVecVal* d) {
    d[0] = d[1] = 0;
    return guarded([&] {
        const Reading use(static_cast<karat_model*>(model));
        const DotWords in(use->dot.spec(), a, b, scale_a, scale_b, c);
        use->dot.check(in.operands());
        const std::uint64_t out = use->dot(in.operands());
        d[0] = static_cast<svBitVecVal>(out);
        d[1] = static_cast<svBitVecVal>(out >> 32);
        return KARAT_OK;
    });
}

}  // namespace

extern "C" {

// One name an element width: the same C function, since an open array tells its own layout, but SystemVerilog's imports are typed.
// clang-format off
#define KARAT_DPI_DOT_ADD(width)                                                                                                         \
    KARAT_API int karat_dpi_dot_add_##width(void* model, Array a, Array b, Array scale_a, Array scale_b, const svBitVecVal* c, svBitVecVal* d) { \
        return dot_add(model, a, b, scale_a, scale_b, c, d);                                                                             \
    }
KARAT_DPI_DOT_ADD(4)
KARAT_DPI_DOT_ADD(6)
KARAT_DPI_DOT_ADD(8)
KARAT_DPI_DOT_ADD(16)
KARAT_DPI_DOT_ADD(32)
KARAT_DPI_DOT_ADD(64)
// clang-format on

KARAT_API int karat_dpi_trace(void* model, Array a, Array b, Array scale_a, Array scale_b, const svBitVecVal* c, const char** json) {
    thread_local std::string text;
    text.clear();
    const int status = guarded([&] {
        const Reading use(static_cast<karat_model*>(model));
        const DotWords in(use->dot.spec(), a, b, scale_a, scale_b, c);
        use->dot.check(in.operands());
        karat::Trace trace;
        static_cast<void>(use->dot.traced(in.operands(), trace));
        text = karat::trace_to_json_text(trace);
        return KARAT_OK;
    });
    *json = text.c_str();
    return status;
}

KARAT_API int karat_dpi_matches(void* model, const svBitVecVal* expected, const svBitVecVal* got, int* yes) {
    *yes = 0;
    return guarded([&] {
        *yes = Reading(static_cast<karat_model*>(model))->dot.matches(word64(expected), word64(got)) ? 1 : 0;
        return KARAT_OK;
    });
}

KARAT_API int karat_dpi_tile(void* model, int m, int n, Array a, Array b, Array c, Array scale_a, Array scale_b, Array d) {
    return guarded([&] {
        TileWords in(m, n, a, b, c, scale_a, scale_b);
        WordArray out(d, "d");
        const karat_tile_operands operands = in.operands();
        const karat_result result{out.words().data(), out.bytes(), 0, 0};
        const karat_status status = karat_tile(static_cast<karat_model*>(model), &operands, &result);
        if (status == KARAT_OK) out.commit();
        return status;
    });
}

KARAT_API int karat_dpi_compare(void* model, long long tile, int m, int n, Array a, Array b, Array c, Array scale_a, Array scale_b,
                                Array got, Array unknown, int* mismatches, const char** report) {
    constexpr std::size_t kLongestReport = 1 << 16;
    thread_local std::vector<char> text(kLongestReport);
    text[0] = '\0';
    *report = text.data();
    *mismatches = 0;
    return guarded([&] {
        TileWords in(m, n, a, b, c, scale_a, scale_b);
        WordArray answer(got, "got");
        WordArray x_or_z(unknown, "unknown");
        const karat_tile_operands operands = in.operands();
        const karat_matrix answers{answer.words().data(), answer.bytes(), 0, 0};
        const karat_matrix unknowns{x_or_z.words().data(), x_or_z.bytes(), 0, 0};
        karat_comparison found{};
        const karat_status verdict = karat_compare(static_cast<karat_model*>(model), static_cast<std::uint64_t>(tile), &operands, &answers,
                                                   &unknowns, &found, text.data(), text.size(), nullptr);
        *mismatches = static_cast<int>(found.mismatches);
        return verdict;
    });
}

KARAT_API int karat_dpi_coverage_sample(void* model, int m, int n, Array a, Array b, Array c, Array scale_a, Array scale_b, int* status) {
    *status = guarded([&] {
        TileWords in(m, n, a, b, c, scale_a, scale_b);
        const karat_tile_operands operands = in.operands();
        return karat_coverage_sample(static_cast<karat_model*>(model), &operands);
    });
    return 0;
}

}  // extern "C"
