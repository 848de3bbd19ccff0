// SPDX-License-Identifier: Apache-2.0
// DPI-C: status flags. All calls take metadata; dense models ignore it.
#include "karat_dpi/guard.hpp"
#include "karat_dpi/sv/sv_words.hpp"

using namespace karat::dpi;  // NOLINT(google-build-using-namespace): the DPI calls of this namespace

namespace {

using Array = svOpenArrayHandle;

karat_model* model_of(void* model) { return static_cast<karat_model*>(model); }

karat_flag_port port_of(int bits, int per_tile, int sticky, int tiny, int roundings) {
    return {static_cast<std::uint32_t>(bits), per_tile, sticky, tiny, roundings};
}

karat_result result(WordArray& array) { return {array.words().data(), array.bytes(), 0, 0}; }
karat_matrix matrix(WordArray& array) { return {array.words().data(), array.bytes(), 0, 0}; }

}  // namespace

extern "C" {

KARAT_API int karat_dpi_tile_flags(void* model, int m, int n, Array a, Array b, Array c, Array scale_a,
                                   Array scale_b, Array metadata, int bits, int per_tile, int sticky,
                                   int tiny, int roundings, Array flags) {
    return guarded([&] {
        TileWords in(m, n, {a, b, c, scale_a, scale_b, metadata});
        WordArray out(flags, "flags");
        const karat_tile_operands operands = in.operands();
        const karat_flag_port port = port_of(bits, per_tile, sticky, tiny, roundings);
        const karat_result to = result(out);
        const karat_status status = karat_tile_flags(model_of(model), &operands, &port, &to);
        if (status == KARAT_OK) out.commit();
        return status;
    });
}

KARAT_API int karat_dpi_compare_flags(void* model, long long tile, int m, int n, Array a, Array b, Array c,
                                      Array scale_a, Array scale_b, Array metadata, int bits, int per_tile,
                                      int sticky, int tiny, int roundings, Array got, Array unknown,
                                      Array since_reset, Array wrong, int* mismatches, const char** report) {
    constexpr std::size_t kLongestReport = 1 << 16;
    thread_local std::vector<char> text(kLongestReport);
    text[0] = '\0';
    *report = text.data();
    *mismatches = 0;
    return guarded([&] {
        TileWords in(m, n, {a, b, c, scale_a, scale_b, metadata});
        WordArray answer(got, "got");
        WordArray x_or_z(unknown, "unknown");
        WordArray kept(since_reset, "since_reset");
        WordArray mask(wrong, "wrong");
        const karat_tile_operands operands = in.operands();
        const karat_flag_port port = port_of(bits, per_tile, sticky, tiny, roundings);
        const karat_matrix answers = matrix(answer);
        const karat_matrix unknowns = matrix(x_or_z);
        const karat_result keeps = result(kept);
        const karat_result masks = result(mask);
        karat_flag_comparison found{};
        const karat_status verdict =
            karat_compare_flags(model_of(model), static_cast<std::uint64_t>(tile), &operands, &port, &answers,
                                &unknowns, &keeps, &masks, &found, text.data(), text.size(), nullptr);
        *mismatches = static_cast<int>(found.mismatches);
        if (verdict == KARAT_OK || verdict == KARAT_MISMATCH) {
            kept.commit();
            mask.commit();
        }
        return verdict;
    });
}

}  // extern "C"
