// SPDX-License-Identifier: Apache-2.0
// The path of an attribute in a recipe, and the value found there. Text is made only for a message.
#pragma once
#include <string>
#include <string_view>

namespace karat {

/// "result.sum[1].of": a step and the path above it. Each object refers to the one above, which must outlive
/// it.
class AttributePath {
   public:
    explicit AttributePath(std::string_view root) : step_(root) {}

    /// The path with a further step. A step with an index is written ".sum[1]".
    [[nodiscard]] AttributePath operator+(std::string_view step) const { return {*this, step, -1}; }
    [[nodiscard]] AttributePath item(std::string_view step, int index) const { return {*this, step, index}; }

    [[nodiscard]] std::string text() const {
        std::string out = above_ == nullptr ? std::string() : above_->text();
        out += step_;
        if (index_ >= 0) out += '[' + std::to_string(index_) + ']';
        return out;
    }

   private:
    AttributePath(const AttributePath& above, std::string_view step, int index)
        : above_(&above), step_(step), index_(index) {}

    const AttributePath* above_ = nullptr;
    std::string_view step_;
    int index_ = -1;
};

/// A value as a message shows it: a number, or a text, which `quoted` puts in quotation marks.
class ShownValue {
   public:
    ShownValue(int number) : number_(number) {}  // NOLINT(google-explicit-constructor): for arguments
    // NOLINTNEXTLINE(google-explicit-constructor): for arguments
    ShownValue(const char* text) : text_(text), kind_(Kind::text) {}
    [[nodiscard]] static ShownValue quoted(std::string_view text) {
        ShownValue out(0);
        out.text_ = text;
        out.kind_ = Kind::quoted;
        return out;
    }
    [[nodiscard]] std::string text() const {
        if (kind_ == Kind::number) return std::to_string(number_);
        return kind_ == Kind::text ? std::string(text_) : '"' + std::string(text_) + '"';
    }

   private:
    enum class Kind : unsigned char { number, text, quoted };
    int number_ = 0;
    std::string_view text_;
    Kind kind_ = Kind::number;
};

}  // namespace karat
