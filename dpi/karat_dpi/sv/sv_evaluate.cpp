// SPDX-License-Identifier: Apache-2.0
// DPI-C: calls without side effects, which a simulator may evaluate twice, and karat_dpi_coverage_sample.
#include <array>
#include <string>

#include "karat/compare/lane_mismatch.hpp"
#include "karat_dpi/guard.hpp"
#include "karat_dpi/handles.hpp"
#include "karat_dpi/sv/sv_words.hpp"

using namespace karat::dpi;  // NOLINT(google-build-using-namespace): the DPI calls of this namespace

namespace {

using Array = svOpenArrayHandle;

std::uint64_t word64(const svBitVecVal* words) { return words[0] | (std::uint64_t{words[1]} << 32); }

/// The operands of one dot-add; elements that were not read are uninitialised. Bits above the width of a
/// format are cleared, not refused: SystemVerilog may pass anything there.
class DotWords {
   public:
    /// Throws OperandError for a wrong count, Refusal if elements of `width` bits cannot hold the format.
    /// Valid as long as this object.
    karat::Operands read(const karat::DotAdd& dot, int width, Array a, Array b, Array scale_a, Array scale_b,
                         const svBitVecVal* c) {
        const karat::Spec& spec = dot.spec();
        require_width(width, spec.a, "a");
        require_width(width, spec.b, "b");
        karat::Operands out{line(a, spec.a, "a", a_),
                            line(b, spec.b, "b", b_),
                            {},
                            {},
                            word64(c) & karat::info(spec.c).encoding_mask()};
        if (spec.scale) {
            out.scale_a = line(scale_a, *spec.scale, "scale_a", scale_a_);
            out.scale_b = line(scale_b, *spec.scale, "scale_b", scale_b_);
        }
        const auto k = static_cast<std::size_t>(spec.k);
        const bool counts = out.a.size() == k && out.b.size() == k &&
                            out.scale_a.size() == dot.scale_count() &&
                            out.scale_b.size() == dot.scale_count();
        if (!counts) dot.check(out);  // throws; the masked elements need no width check
        return out;
    }

   private:
    using Line = std::array<std::uint64_t, karat::kMaxTerms>;

    static void require_width(int width, karat::Format format, const char* name) {
        if (width >= karat::info(format).bits) return;
        throw Refusal(KARAT_BAD_OPERAND, std::string(name) + ": elements of " + std::to_string(width) +
                                             " bits cannot hold " + std::string(karat::name_of(format)) +
                                             "; use the call for " +
                                             std::to_string(karat::info(format).bits) + " bits or more");
    }

    static std::span<const std::uint64_t> line(Array array, karat::Format format, const char* name,
                                               Line& to) {
        const std::size_t count = read_array(array, karat::info(format).bits, name, to);
        if (count > to.size()) {
            throw Refusal(KARAT_BAD_OPERAND, std::string(name) + ": " + std::to_string(count) +
                                                 " elements; no specification takes so many");
        }
        return std::span(to).first(count);
    }

    Line a_, b_, scale_a_, scale_b_;
};

int dot_add(void* model, int width, Array a, Array b, Array scale_a, Array scale_b, const svBitVecVal* c,
            svBitVecVal* d) {
    d[0] = d[1] = 0;
    return guarded([&] {
        const Reading use(static_cast<karat_model*>(model));
        DotWords words;
        const std::uint64_t out = use->dot()(words.read(use->dot(), width, a, b, scale_a, scale_b, c));
        d[0] = static_cast<svBitVecVal>(out);
        d[1] = static_cast<svBitVecVal>(out >> 32);
        return KARAT_OK;
    });
}

}  // namespace

extern "C" {

// SystemVerilog imports are typed, so each element width has its own name. All names call the same C
// function, because an open array carries its layout.
// clang-format off
#define KARAT_DPI_DOT_ADD(width)                                                                          \
    KARAT_API int karat_dpi_dot_add_##width(void* model, Array a, Array b, Array scale_a, Array scale_b,  \
                                            const svBitVecVal* c, svBitVecVal* d) {                       \
        return dot_add(model, width, a, b, scale_a, scale_b, c, d);                                       \
    }
KARAT_DPI_DOT_ADD(4)
KARAT_DPI_DOT_ADD(6)
KARAT_DPI_DOT_ADD(8)
KARAT_DPI_DOT_ADD(16)
KARAT_DPI_DOT_ADD(32)
KARAT_DPI_DOT_ADD(64)
// clang-format on

KARAT_API int karat_dpi_trace(void* model, Array a, Array b, Array scale_a, Array scale_b,
                              const svBitVecVal* c, const char** json) {
    thread_local std::string text;
    text.clear();
    const int status = guarded([&] {
        const Reading use(static_cast<karat_model*>(model));
        DotWords words;
        karat::Trace trace;
        static_cast<void>(use->dot().traced(words.read(use->dot(), 64, a, b, scale_a, scale_b, c), trace));
        text = karat::trace_to_json_text(trace);
        return KARAT_OK;
    });
    *json = text.c_str();
    return status;
}

KARAT_API int karat_dpi_matches(void* model, const svBitVecVal* expected, const svBitVecVal* got, int* yes) {
    *yes = 0;
    return guarded([&] {
        *yes =
            Reading(static_cast<karat_model*>(model))->dot().matches(word64(expected), word64(got)) ? 1 : 0;
        return KARAT_OK;
    });
}

KARAT_API int karat_dpi_tile(void* model, int m, int n, Array a, Array b, Array c, Array scale_a,
                             Array scale_b, Array d) {
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

KARAT_API int karat_dpi_compare(void* model, long long tile, int m, int n, Array a, Array b, Array c,
                                Array scale_a, Array scale_b, Array got, Array unknown, int* mismatches,
                                const char** report) {
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
        const karat_status verdict =
            karat_compare(static_cast<karat_model*>(model), static_cast<std::uint64_t>(tile), &operands,
                          &answers, &unknowns, &found, text.data(), text.size(), nullptr);
        *mismatches = static_cast<int>(found.mismatches);
        return verdict;
    });
}

KARAT_API int karat_dpi_coverage_sample(void* model, int m, int n, Array a, Array b, Array c, Array scale_a,
                                        Array scale_b, int* status) {
    *status = guarded([&] {
        TileWords in(m, n, a, b, c, scale_a, scale_b);
        const karat_tile_operands operands = in.operands();
        return karat_coverage_sample(static_cast<karat_model*>(model), &operands);
    });
    return 0;
}

}  // extern "C"
