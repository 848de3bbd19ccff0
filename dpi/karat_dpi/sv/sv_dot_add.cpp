// SPDX-License-Identifier: Apache-2.0
// DPI-C: one dot-add. A simulator may evaluate these calls twice.
#include <array>
#include <string>

#include "karat/evaluate/sparse.hpp"
#include "karat/trace/draw.hpp"
#include "karat_dpi/guard.hpp"
#include "karat_dpi/handles.hpp"
#include "karat_dpi/sv/sv_array.hpp"

using namespace karat::dpi;  // NOLINT(google-build-using-namespace): the DPI calls of this namespace

namespace {

using Array = svOpenArrayHandle;

std::uint64_t word64(const svBitVecVal* words) { return words[0] | (std::uint64_t{words[1]} << 32); }

/// The arrays of one dot-add as the imports pass them. `metadata` is null in the calls without metadata.
struct DotArrays {
    Array a, b, scale_a, scale_b, metadata = nullptr;
};

/// The operands of one dot-add; elements that were not read are uninitialised. Bits above the width of a
/// format are cleared, not refused: SystemVerilog may pass anything there.
class DotWords {
   public:
    /// Throws OperandError for a wrong count, Refusal if elements of `width` bits cannot hold the format.
    /// Valid as long as this object.
    karat::Operands read(const karat::DotAdd& dot, int width, const DotArrays& in, const svBitVecVal* c) {
        const karat::Spec& spec = dot.spec();
        require_width(width, spec.a, "a");
        require_width(width, spec.b, "b");
        karat::Operands out{line(in.a, spec.a, "a", a_),
                            line(in.b, spec.b, "b", b_),
                            {},
                            {},
                            word64(c) & karat::info(spec.c).encoding_mask()};
        if (spec.scale) {
            out.scale_a = line(in.scale_a, *spec.scale, "scale_a", scale_a_);
            out.scale_b = line(in.scale_b, *spec.scale, "scale_b", scale_b_);
        }
        const bool sparse = spec.metadata != karat::Metadata::none;
        if (sparse && in.metadata != nullptr)
            out.metadata = line(in.metadata, karat::kMetadataFormat, "metadata", metadata_);
        const auto k = static_cast<std::size_t>(spec.k);
        const bool counts = out.a.size() == k && out.b.size() == k &&
                            out.scale_a.size() == dot.scale_count() &&
                            out.scale_b.size() == dot.scale_count();
        // check throws; of the masked elements of a dense dot-add only the count can be wrong
        if (sparse || !counts) dot.check(out);
        return out;
    }

   private:
    using Line = std::array<std::uint64_t, karat::kMaxTerms>;
    using LineOfB = std::array<std::uint64_t, std::size_t{2} * karat::kMaxTerms>;

    static void require_width(int width, karat::Format format, const char* name) {
        if (width >= karat::info(format).bits) return;
        throw Refusal(KARAT_BAD_OPERAND, std::string(name) + ": elements of " + std::to_string(width) +
                                             " bits cannot hold " + std::string(karat::name_of(format)) +
                                             "; use the call for " +
                                             std::to_string(karat::info(format).bits) + " bits or more");
    }

    static std::span<const std::uint64_t> line(Array array, karat::Format format, const char* name,
                                               std::span<std::uint64_t> to) {
        const std::size_t count = read_array(array, karat::info(format).bits, name, to);
        if (count > to.size()) {
            throw Refusal(KARAT_BAD_OPERAND, std::string(name) + ": " + std::to_string(count) +
                                                 " elements; no specification takes so many");
        }
        return to.first(count);
    }

    Line a_, scale_a_, scale_b_, metadata_;
    LineOfB b_;
};

int dot_add(void* model, int width, const DotArrays& in, const svBitVecVal* c, svBitVecVal* d) {
    d[0] = d[1] = 0;
    return guarded([&] {
        const Reading use(static_cast<karat_model*>(model));
        DotWords words;
        const std::uint64_t out = use->dot()(words.read(use->dot(), width, in, c));
        d[0] = static_cast<svBitVecVal>(out);
        d[1] = static_cast<svBitVecVal>(out >> 32);
        return KARAT_OK;
    });
}

int trace(void* model, const DotArrays& in, const svBitVecVal* c, const char** json) {
    thread_local std::string text;
    text.clear();
    const int status = guarded([&] {
        const Reading use(static_cast<karat_model*>(model));
        DotWords words;
        karat::Trace trace;
        static_cast<void>(use->dot().traced(words.read(use->dot(), 64, in, c), trace));
        text = karat::trace_to_json_text(trace);
        return KARAT_OK;
    });
    *json = text.c_str();
    return status;
}

}  // namespace

extern "C" {

// SystemVerilog imports are typed, so each element width has its own name. All names call the same C
// function, because an open array carries its layout.
// clang-format off
#define KARAT_DPI_DOT_ADD(width)                                                                          \
    KARAT_API int karat_dpi_dot_add_##width(void* model, Array a, Array b, Array scale_a, Array scale_b,  \
                                            const svBitVecVal* c, svBitVecVal* d) {                       \
        return dot_add(model, width, {a, b, scale_a, scale_b}, c, d);                                     \
    }                                                                                                     \
    KARAT_API int karat_dpi_dot_add_sparse_##width(void* model, Array a, Array b, Array scale_a,          \
                                                   Array scale_b, Array metadata, const svBitVecVal* c,   \
                                                   svBitVecVal* d) {                                      \
        return dot_add(model, width, {a, b, scale_a, scale_b, metadata}, c, d);                           \
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
    return trace(model, {a, b, scale_a, scale_b}, c, json);
}

KARAT_API int karat_dpi_trace_sparse(void* model, Array a, Array b, Array scale_a, Array scale_b,
                                     Array metadata, const svBitVecVal* c, const char** json) {
    return trace(model, {a, b, scale_a, scale_b, metadata}, c, json);
}

KARAT_API int karat_dpi_matches(void* model, const svBitVecVal* expected, const svBitVecVal* got, int* yes) {
    *yes = 0;
    return guarded([&] {
        *yes =
            Reading(static_cast<karat_model*>(model))->dot().matches(word64(expected), word64(got)) ? 1 : 0;
        return KARAT_OK;
    });
}

}  // extern "C"
