// SPDX-License-Identifier: Apache-2.0
#include "karat/vectors/vector_file.hpp"

#include <fstream>
#include <sstream>
#include <utility>

#include "karat/error.hpp"
#include "karat/evaluate/dot_add.hpp"
#include "karat/evaluate/sparse.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat/text/file.hpp"
#include "karat/text/text.hpp"
#include "karat/vectors/vector_header.hpp"

namespace karat {
namespace {

constexpr std::size_t kLongestLine = 1U << 20;  // a row of 1024 fp64 products needs 35,000 characters
constexpr std::string_view kMagic = "# karat-vectors 1";

/// Reads the text in one pass. `line_` is the current line, for error messages.
class Reader {
   public:
    Reader(std::istream& in, std::string name) : in_(in), name_(std::move(name)), header_(name_) {}

    VectorFile read() {
        std::string text;
        if (!next(text)) fail("the file is empty; the first line must be \"" + std::string(kMagic) + "\"");
        if (trimmed(text) != kMagic) fail("the first line must be \"" + std::string(kMagic) + "\"");
        std::optional<DotAdd> dot;
        while (next(text)) {
            const std::string line = trimmed(text);
            if (line.empty()) continue;
            if (line[0] == '#') {
                header(line, dot.has_value());
                continue;
            }
            if (!dot) {
                header_.read_into(file_);
                dot.emplace(file_.spec);
            }
            row(line, *dot);
        }
        if (!dot) {
            header_.read_into(file_);
            fail("the file has no rows");
        }
        return std::move(file_);
    }

   private:
    [[noreturn]] void fail(const std::string& sentence) const {
        throw VectorError(name_ + ":" + std::to_string(line_) + ": " + sentence);
    }
    bool next(std::string& text) {
        text.clear();
        auto& buffer = *in_.rdbuf();
        auto next = buffer.sbumpc();
        if (next == std::istream::traits_type::eof()) return false;
        ++line_;
        for (; next != std::istream::traits_type::eof() && next != '\n'; next = buffer.sbumpc()) {
            if (next == 0)
                fail("the line contains a NUL byte; a vector file is text whose first line is \"" +
                     std::string(kMagic) + "\"");
            text += static_cast<char>(next);
            if (text.size() > kLongestLine)
                fail("the line is longer than " + std::to_string(kLongestLine) + " characters");
        }
        return true;
    }

    /// A comment is the note of the row that follows. Other comments in front of the rows are kept.
    void header(const std::string& line, bool after_rows) {
        const bool is_key = header_.add(line, line_, after_rows);
        keep_comment();
        if (!is_key) comment_ = trimmed(line.substr(1));
    }
    /// The comment read last is not the note of a row.
    void keep_comment() {
        if (!comment_.empty() && file_.rows.empty()) file_.comments.push_back(comment_);
        comment_.clear();
    }

    void row(const std::string& line, const DotAdd& dot) {
        std::istringstream words(line);
        std::vector<std::string> columns;
        for (std::string word; words >> word;) columns.push_back(word);
        const auto k = static_cast<std::size_t>(dot.spec().k);
        const std::size_t scales = dot.scale_count();
        const auto k_of_b = static_cast<std::size_t>(dot.operands().k_of_b());
        const auto groups = static_cast<std::size_t>(dot.operands().metadata_count());
        const std::size_t wanted = k + k_of_b + 2 * scales + groups + 2;
        if (columns.size() != wanted) {
            fail(std::to_string(columns.size()) + " columns; k = " + std::to_string(k) + " needs " +
                 std::to_string(wanted));
        }
        VectorRow out;
        out.line = line_;
        out.note = std::exchange(comment_, {});
        std::size_t at = 0;
        const auto take = [&](std::vector<std::uint64_t>& into, std::size_t count, Format format) {
            into.reserve(count);
            for (std::size_t i = 0; i < count; ++i) into.push_back(value(columns, at++, format));
        };
        take(out.a, k, dot.spec().a);
        take(out.b, k_of_b, dot.spec().b);
        if (scales != 0) {
            take(out.scale_a, scales, *dot.spec().scale);
            take(out.scale_b, scales, *dot.spec().scale);
        }
        take(out.metadata, groups, kMetadataFormat);
        for (std::size_t i = 0; i < groups; ++i) {
            const std::string error = metadata_error(dot.spec().metadata, out.metadata[i]);
            if (!error.empty()) fail("column " + std::to_string(at - groups + i + 1) + ": metadata " + error);
        }
        out.c = value(columns, at++, dot.spec().c);
        const bool any_nan = to_lower(columns[at]) == "nan";
        if (any_nan && !info(dot.spec().d).has_nan()) {
            fail("column " + std::to_string(at + 1) + ": d is nan, but " +
                 std::string(name_of(dot.spec().d)) + " has no NaN");
        }
        if (!any_nan) out.d = value(columns, at, dot.spec().d);
        file_.rows.push_back(std::move(out));
    }

    [[nodiscard]] std::uint64_t value(const std::vector<std::string>& columns, std::size_t column,
                                      Format format) const {
        try {
            return encoding_from_hex(columns[column], format);
        } catch (const OperandError& error) {
            fail("column " + std::to_string(column + 1) + ": " + error.what());
        }
    }

    std::istream& in_;
    std::string name_;
    std::size_t line_ = 0;
    VectorHeader header_;
    std::string comment_;  // the last one; the note of the row that follows
    VectorFile file_;
};

}  // namespace

VectorFile read_vectors(std::istream& in, const std::string& name) { return Reader(in, name).read(); }

VectorFile read_vector_file(const std::string& path) {
    std::ifstream in = [&] {
        try {
            return open_text_file(path);
        } catch (const Error& error) {
            throw VectorError(error.what());
        }
    }();
    return read_vectors(in, path);
}

void write_vectors(std::ostream& out, const VectorFile& file) {
    const Spec& spec = file.spec;
    out << kMagic << '\n';
    if (!file.source.empty()) out << "# source: " << file.source << '\n';
    for (const std::string& comment : file.comments) out << "# " << comment << '\n';
    if (file.instruction.empty()) {
        out << "# spec: " << to_json_text(spec) << '\n';
    } else {
        out << "# arch: " << file.arch << "\n# instruction: " << file.instruction << '\n';
    }
    out << "# k: " << spec.k << "\n# a: " << name_of(spec.a) << "\n# b: " << name_of(spec.b)
        << "\n# c: " << name_of(spec.c) << "\n# d: " << name_of(spec.d) << '\n';
    if (spec.scale)
        out << "# scale: " << name_of(*spec.scale) << " block " << spec.scale_block_or_default() << '\n';
    if (spec.metadata != Metadata::none) out << "# metadata: " << layout_of(spec.metadata) << '\n';
    for (const VectorRow& row : file.rows) {
        if (!row.note.empty()) out << "# " << row.note << '\n';
        for (const std::uint64_t x : row.a) out << to_hex(x, spec.a) << ' ';
        for (const std::uint64_t x : row.b) out << to_hex(x, spec.b) << ' ';
        for (const std::uint64_t x : row.scale_a) out << to_hex(x, *spec.scale) << ' ';
        for (const std::uint64_t x : row.scale_b) out << to_hex(x, *spec.scale) << ' ';
        for (const std::uint64_t x : row.metadata) out << to_hex(x, kMetadataFormat) << ' ';
        out << to_hex(row.c, spec.c) << ' ' << (row.d ? to_hex(*row.d, spec.d) : "nan") << '\n';
    }
}

}  // namespace karat
