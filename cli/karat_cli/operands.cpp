// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/operands.hpp"

#include <iostream>

#include "karat/error.hpp"
#include "karat/evaluate/dot_add.hpp"
#include "karat/evaluate/sparse.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/text/text.hpp"
#include "karat_cli/vector_model.hpp"

namespace karat::cli {
namespace {

/// Splits a list at its commas; blanks around elements are ignored. A list without commas is split at blanks,
/// as in a vector file.
std::vector<std::string> split_list(const std::string& text) {
    const bool commas = text.find(',') != std::string::npos;
    std::vector<std::string> words(1);
    for (const char ch : text) {
        const bool blank = ch == ' ' || ch == '\t';
        if (ch == ',' || (blank && !commas && !words.back().empty())) {
            words.emplace_back();
        } else if (!blank || (!words.back().empty() && commas)) {
            words.back() += ch;
        }
    }
    for (std::string& word : words) word.erase(word.find_last_not_of(" \t") + 1);
    if (!commas && words.size() > 1 && words.back().empty()) words.pop_back();  // a trailing blank
    return words;
}

/// Reads the operands of a request, and keeps the account of converted numbers.
class Lists {
   public:
    Lists(const po::variables_map& values, Request& request) : values_(values), request_(request) {}

    std::vector<std::uint64_t> read(const char* option, Format format, std::size_t count,
                                    std::uint64_t filler) {
        std::vector<std::uint64_t> out;
        if (values_.contains(option)) out = given(std::string("--") + option, format);
        if (out.size() > count) {
            throw UsageError(std::string("--") + option + ": " + std::to_string(out.size()) +
                             " elements; the maximum is " + std::to_string(count));
        }
        out.resize(count, filler);
        return out;
    }

   private:
    std::vector<std::uint64_t> given(const std::string& option, Format format) {
        std::vector<std::uint64_t> out;
        Converter converter(format, request_.rule);
        for (const std::string& word : split_list(values_[option.substr(2)].as<std::string>())) {
            const std::string place = option + " element " + std::to_string(out.size());
            if (word.empty()) throw UsageError(place + " is empty; write 0");
            try {
                const Converted result = convert(word, format, request_.rule);
                out.push_back(converter.count(result, word, out.size()));
                if (result.rounded) note_rounding(place, word, out.back(), format);
            } catch (const OperandError& error) {
                throw UsageError(place + ": " + error.what());
            }
        }
        const ConversionCounts& counts = converter.counts();
        ConvertedOperand account{option, format, counts};
        if (counts.first)
            account.misfits =
                option + " element " + std::to_string(counts.first->at) + ": " + counts.misfits();
        if (counts.refused > 0) throw UsageError(account.misfits + conversion_hint(counts));
        request_.conversions.push_back(std::move(account));
        return out;
    }

    static void note_rounding(const std::string& place, const std::string& word, std::uint64_t code,
                              Format format) {
        std::cerr << "karat: note: " << place << ": " << word << " is not representable in "
                  << name_of(format) << "; rounded to nearest, 0x" << to_hex(code, format) << " = "
                  << to_value_text(code, format) << '\n';
    }

    const po::variables_map& values_;
    Request& request_;
};

Request from_file(const po::variables_map& values) {
    const auto path = values["vec"].as<std::string>();
    VectorFile file = read_vector_file(path);
    const std::size_t row = read_count(values, "row", 1, file.rows.size());
    Request request;
    request.row = file.rows[row - 1];
    if (values.contains("as")) {
        const probe::NamedModel model = replace_model(values["as"].as<std::string>(), path, file);
        request.subject.instruction = model.instruction;
        request.subject.changed = !model.settings.empty();
    } else if (!file.instruction.empty()) {
        request.subject.instruction = find_instruction(file.arch, file.instruction);
    }
    request.subject.spec = file.spec;
    if (apply_settings(values, request.subject.spec)) request.subject.changed = true;
    return request;
}

}  // namespace

void add_operand_options(po::options_description& options) {
    add_subject_options(options);
    options.add_options()(
        "a", po::value<std::string>(),
        "row of A: up to K values, separated by commas or blanks; missing ones are 0. "
        "A value is a number or an encoding 0x... A number that the format cannot "
        "represent is rounded to nearest, with a note; one that it cannot hold is refused (see "
        "--convert; default: zeros)")("b", po::value<std::string>(),
                                      "column of B, likewise (default: zeros)")(
        "c", po::value<std::string>(), "value of c, likewise (default: 0)")(
        "scale-a", po::value<std::string>(), "scale factors of the row of A (default: all 1)")(
        "scale-b", po::value<std::string>(), "scale factors of the column of B (default: all 1)")(
        "metadata", po::value<std::string>(),
        "which elements of B each group of A takes: an encoding of 4 bits for each group, 0x0..0xf or a "
        "whole "
        "number (default: 0x4, the first ones, for every group)")(
        "vec", po::value<std::string>(),
        "FILE.vec: take the specification and the operands from a vector file")(
        "row", po::value<std::string>()->default_value("1"), "row of the vector file, from 1")(
        "as", po::value<std::string>(),
        "MODEL: with --vec, this ARCH/INSTRUCTION or FILE.json instead of what the file names (default: as "
        "the "
        "file says)")("json", "print the result as JSON");
    add_conversion_option(options);
}

Request read_request(const po::variables_map& values) {
    if (values.contains("vec")) {
        for (const char* option : {"instruction", "spec", "a", "b", "c", "scale-a", "scale-b", "metadata"}) {
            if (values.contains(option))
                throw UsageError(std::string("--") + option +
                                 " cannot be given with --vec, which supplies it; --as names another model");
        }
        if (!values["convert"].defaulted())
            throw UsageError("--convert: applies to numbers; the operands of --vec are encodings");
        return from_file(values);
    }
    if (!values["row"].defaulted()) throw UsageError("--row: applies only with --vec");
    if (values.contains("as")) throw UsageError("--as: applies only with --vec");
    Request request;
    request.rule = read_conversion(values);
    request.subject = read_subject(values);
    Lists lists(values, request);
    const DotAdd dot(request.subject.spec);
    const Spec& spec = dot.spec();
    const auto k = static_cast<std::size_t>(spec.k);
    request.row.a = lists.read("a", spec.a, k, 0);
    request.row.b = lists.read("b", spec.b, static_cast<std::size_t>(dot.operands().k_of_b()), 0);
    if (spec.scale) {
        const std::uint64_t one = encoding_from_value("1", *spec.scale);
        request.row.scale_a = lists.read("scale-a", *spec.scale, dot.scale_count(), one);
        request.row.scale_b = lists.read("scale-b", *spec.scale, dot.scale_count(), one);
    } else if (values.contains("scale-a") || values.contains("scale-b")) {
        throw UsageError("--scale-a, --scale-b: the specification has no scale factors");
    }
    if (spec.metadata != Metadata::none) {
        request.row.metadata = lists.read("metadata", kMetadataFormat,
                                          static_cast<std::size_t>(dot.operands().metadata_count()), 0b0100U);
    } else if (values.contains("metadata")) {
        throw UsageError("--metadata: " + subject_name(request.subject) + " has no metadata");
    }
    request.row.c = lists.read("c", spec.c, 1, 0)[0];
    try {
        dot.check(request.row.operands());
    } catch (const OperandError& error) {
        throw UsageError(error.what());
    }
    return request;
}

}  // namespace karat::cli
