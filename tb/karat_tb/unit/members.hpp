// SPDX-License-Identifier: Apache-2.0
// Strict reading of a JSON object: every key must be known, every value of its type.
#pragma once
#include <boost/json/object.hpp>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "karat/recipe/json/codec.hpp"

namespace karat::tb {

/// The members of an object in the contract. All functions throw SpecError, one sentence that names the key
/// by its path ("input.valid").
class Members {
   public:
    /// `path`: the key of the object; empty for the whole file. Throws if `value` is no object.
    Members(const boost::json::value& value, std::string path);

    /// The value, or null if the key is missing or its value is null.
    [[nodiscard]] const boost::json::value* find(std::string_view key);
    [[nodiscard]] const boost::json::value& get(std::string_view key);
    [[nodiscard]] bool has(std::string_view key) { return find(key) != nullptr; }
    /// Whether the key is there with the value null.
    [[nodiscard]] bool is_null(std::string_view key);

    /// A text that is not empty.
    [[nodiscard]] std::string text(std::string_view key);
    /// The name of a port, module or parameter; the second form returns "" if the key is missing.
    [[nodiscard]] std::string name(std::string_view key);
    [[nodiscard]] std::string name_if(std::string_view key);
    [[nodiscard]] int number(std::string_view key, int low, int high);
    [[nodiscard]] int number_or(std::string_view key, int low, int high, int otherwise);
    [[nodiscard]] bool flag(std::string_view key);  ///< false if missing
    /// One of two words; `words.begin()` if missing. Returns whether it is the second.
    [[nodiscard]] bool second_of(std::string_view key, std::string_view first, std::string_view second);
    [[nodiscard]] std::vector<std::string> texts(std::string_view key);
    template <class Enum>
    [[nodiscard]] Enum choice(std::string_view key) {
        return Codec<Enum>::from_json(get(key), full(key));
    }

    [[nodiscard]] std::string full(std::string_view key) const;
    [[noreturn]] void refuse(std::string_view key, const std::string& allowed);
    /// Throws if the object has a key that was not asked for.
    void done() const;

   private:
    const boost::json::object* object_;
    std::string path_;
    std::vector<std::string> known_;
};

/// Throws SpecError unless `text` can be the name of a port, module or parameter.
void require_name(const std::string& text, const std::string& key);

/// Throws SpecError with the sentence "KEY: TEXT".
[[noreturn]] void refuse_contract(const std::string& key, const std::string& sentence);

}  // namespace karat::tb
