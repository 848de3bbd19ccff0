// SPDX-License-Identifier: Apache-2.0
// Shared by the tests of the C ABI: open models, operands in the types of the ABI, and expected errors.
#pragma once
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "karat.h"
#include "karat/evaluate/tile.hpp"

namespace karat::test {

/// Expects that `call` returns `status` and that karat_last_error() is one line that contains all `parts`.
template <class Call>
void expect_refused(karat_status status, const std::vector<std::string>& parts, Call call) {
    const karat_status given = call();
    const std::string sentence = karat_last_error();
    EXPECT_EQ(given, status) << karat_status_name(given) << ": " << sentence;
    EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
    EXPECT_FALSE(parts.empty());
    for (const std::string& part : parts)
        EXPECT_NE(sentence.find(part), std::string::npos) << "no \"" << part << "\" in: " << sentence;
}

/// An open model, closed at the end of the test.
class Opened {
   public:
    Opened(const char* arch, const char* instruction) {
        EXPECT_EQ(karat_open_instruction(arch, instruction, &model_), KARAT_OK) << karat_last_error();
    }
    explicit Opened(const std::string& json) {
        EXPECT_EQ(karat_open_spec(json.c_str(), &model_), KARAT_OK) << karat_last_error();
    }
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;
    ~Opened() { EXPECT_EQ(karat_close(model_), KARAT_OK) << karat_last_error(); }
    // NOLINTNEXTLINE(google-explicit-constructor): it stands for the handle
    operator karat_model*() const { return model_; }

   private:
    karat_model* model_ = nullptr;
};

/// The text from `get(buffer, size, &length)`, read as karat.h describes: first the length, then the text.
template <class Get>
std::string text_of(Get get) {
    std::size_t length = 0;
    EXPECT_EQ(get(nullptr, std::size_t{0}, &length), KARAT_OK) << karat_last_error();
    std::string text(length, '?');
    EXPECT_EQ(get(text.data(), length + 1, nullptr), KARAT_OK) << karat_last_error();
    return text;
}
inline std::string knob_of(karat_model* model, const char* key) {
    return text_of([&](char* to, std::size_t size, std::size_t* length) {
        return karat_get_knob(model, key, to, size, length);
    });
}
inline std::string spec_of(karat_model* model) {
    return text_of([&](char* to, std::size_t size, std::size_t* length) {
        return karat_get_spec(model, to, size, length);
    });
}

inline karat_elements elements(const std::vector<std::uint64_t>& of) { return {of.data(), of.size()}; }

/// The elements of metadata that a kind allows, written out by hand.
inline const std::vector<std::uint64_t>& allowed_metadata(Metadata kind) {
    static const std::vector<std::uint64_t> none{0};
    static const std::vector<std::uint64_t> ordered{0b0100, 0b1000, 0b1100, 0b1001, 0b1101, 0b1110};
    static const std::vector<std::uint64_t> any{0b0100, 0b1000, 0b1100, 0b1001, 0b1101, 0b1110,
                                                0b0001, 0b0010, 0b0011, 0b0110, 0b0111, 0b1011};
    static const std::vector<std::uint64_t> one_of_two{0b0100, 0b1110};
    switch (kind) {
        case Metadata::two_of_four:
            return any;
        case Metadata::two_of_four_ordered:
            return ordered;
        case Metadata::one_of_two:
            return one_of_two;
        default:
            return none;
    }
}
inline std::uint64_t random_metadata(Metadata kind, std::mt19937_64& random) {
    const std::vector<std::uint64_t>& allowed = allowed_metadata(kind);
    return allowed[random() % allowed.size()];
}

/// Random operands of one dot-add. Most have the top exponent bit cleared, so that sums stay finite.
struct DotStorage {
    std::vector<std::uint64_t> a, b, scale_a, scale_b, metadata;
    std::uint64_t c = 0;

    DotStorage(const DotAdd& dot, std::mt19937_64& random) {
        const auto draw = [&](Format format) {
            const int bits = info(format).bits;
            std::uint64_t value =
                random() & (bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1);
            if (format == Format::tf32) value &= ~std::uint64_t{0x1FFF};
            if (random() % 64 != 0) value &= ~(std::uint64_t{1} << (bits - 2));
            return value;
        };
        const Spec& spec = dot.spec();
        for (int i = 0; i < spec.k; ++i) {
            a.push_back(draw(spec.a));
            b.push_back(draw(spec.b));
        }
        for (int i = spec.k; i < dot.operands().k_of_b(); ++i) b.push_back(draw(spec.b));
        for (int i = 0; i < dot.operands().metadata_count(); ++i)
            metadata.push_back(random_metadata(spec.metadata, random));
        for (std::size_t i = 0; i < dot.scale_count(); ++i) {
            scale_a.push_back(draw(*spec.scale));
            scale_b.push_back(draw(*spec.scale));
        }
        c = draw(spec.c);
    }
    [[nodiscard]] karat_dot_operands view() const {
        return {elements(a), elements(b), elements(scale_a), elements(scale_b), c, elements(metadata)};
    }
    [[nodiscard]] Operands operands() const { return {a, b, scale_a, scale_b, c, metadata}; }
};

}  // namespace karat::test
