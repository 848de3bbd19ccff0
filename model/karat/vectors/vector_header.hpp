// SPDX-License-Identifier: Apache-2.0
// The header of a vector file: lines `# key: value` in front of the rows.
#pragma once
#include <map>
#include <string>
#include <string_view>

#include "karat/vectors/vector_file.hpp"

namespace karat {

/// The header's word for a kind of metadata. Whether the indices must ascend is the specification's matter.
[[nodiscard]] std::string_view layout_of(Metadata kind);

/// `text` without the blanks around it.
[[nodiscard]] std::string trimmed(const std::string& text);

/// Collects header lines. Errors are VectorErrors and name the line at fault, or the file if a line is
/// missing.
class VectorHeader {
   public:
    explicit VectorHeader(std::string file) : file_(std::move(file)) {}

    /// Takes a line that begins with `#`; false if it is a comment. An unknown or repeated key is refused,
    /// and any key after the first row.
    bool add(const std::string& line, std::size_t number, bool after_rows);

    /// Fills in everything but the rows. Throws for a key that is missing or contradicts the specification.
    void read_into(VectorFile& out) const;

   private:
    struct Entry {
        std::string value;
        std::size_t line;
    };

    [[noreturn]] void fail(std::size_t line, const std::string& sentence) const;
    [[noreturn]] void fail_missing(const std::string& lines) const;
    [[nodiscard]] const Entry* find(const std::string& key) const;
    [[nodiscard]] std::string value_of(const std::string& key) const;
    [[nodiscard]] Spec read_spec() const;
    void require(const std::string& key, std::string_view wanted) const;
    void require_if_given(const std::string& key, std::string_view wanted) const;
    void require_absent(const std::string& key, const std::string& reason) const;

    std::string file_;
    std::map<std::string, Entry> entries_;
};

}  // namespace karat
