// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/probe/target_options.hpp"

#include <array>
#include <charconv>

#include "karat/error.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat_cli/check/check_design.hpp"

namespace karat::cli {
namespace {

// Options that say something about formats.
constexpr std::array kFormatOptions{"like", "formats", "k", "scale", "scale-block", "metadata", "multiplier"};

bool given(const po::variables_map& values, const char* option) {
    return values.contains(option) && !values[option].defaulted();
}

std::string text_of(const po::variables_map& values, const char* option) {
    return values[option].as<std::string>();
}

[[noreturn]] void refuse(const char* option, const std::string& value, const std::string& allowed) {
    throw UsageError(std::string("--") + option + ": \"" + value + "\" is not allowed; use " + allowed);
}

template <class Enum>
Enum read_name(const po::variables_map& values, const char* option) {
    const std::string word = text_of(values, option);
    if (const auto found = enum_from_name<Enum>(word)) return *found;
    refuse(option, word, allowed_names<Enum>());
}

int read_int(const po::variables_map& values, const char* option) {
    return static_cast<int>(read_count(values, option, 1, kMaxTerms));
}

}  // namespace

bool has_formats(const po::variables_map& values) { return given(values, "formats"); }

OperandRules read_formats(const po::variables_map& values) {
    OperandRules out;
    try {
        probe::read_format_list(text_of(values, "formats"), out);
    } catch (const NameError& error) {
        throw UsageError(std::string("--formats: ") + error.what());
    }
    if (!given(values, "k")) throw UsageError("--formats needs --k, the number of products of a dot-add");
    out.k = read_int(values, "k");
    if (given(values, "scale")) {
        out.scale = read_name<Format>(values, "scale");
        out.scale_block = given(values, "scale-block") ? read_int(values, "scale-block") : out.k;
    } else if (given(values, "scale-block")) {
        throw UsageError("--scale-block: applies only with --scale");
    }
    if (given(values, "metadata")) out.metadata = read_name<Metadata>(values, "metadata");
    if (given(values, "multiplier")) out.multiplier = read_name<Multiplier>(values, "multiplier");
    try {
        (void)probe::exact_spec(out);
    } catch (const SpecError& error) {
        throw UsageError(std::string("--formats: ") + error.what());
    }
    return out;
}

namespace {

void read_like(const po::variables_map& values, probe::TargetRequest& request) {
    const std::string text = text_of(values, "like");
    if (!probe::names_model(text))
        refuse("like", text, "ARCH/INSTRUCTION or FILE.json, whose formats are known");
    const probe::NamedModel model = probe::read_model(text);
    request.formats = probe::formats_of(DotAdd(model.spec).operands());
    if (model.instruction && model.settings.empty()) {
        request.program.like.arch = name_of(model.instruction->arch);
        request.program.like.instruction = model.instruction->name;
    } else {
        request.program.like.spec = to_json_text(model.spec);
    }
}

/// Refuses the options that have no effect on a target of this kind.
void refuse_idle_options(const po::variables_map& values, const std::string& target) {
    const probe::TargetKind kind = probe::target_kind(target);
    const bool model = kind == probe::TargetKind::model;
    const bool program = kind == probe::TargetKind::program || kind == probe::TargetKind::design_program;
    const auto refuse_idle = [&](const char* option, const std::string& subject) {
        if (given(values, option))
            throw UsageError(std::string("--") + option + ": has no effect on " + target + "; it is for " +
                             subject);
    };
    if (model)
        for (const char* option : kFormatOptions)
            refuse_idle(option, "program:, library: and candidate:, whose formats must be said");
    if (!program) refuse_idle("timeout", "program: and for a candidate: that is a program");
    if (kind != probe::TargetKind::design) {
        for (const char* option : {"patience", "lanes"})
            refuse_idle(option, "a candidate: that is a shared object");
    }
}

std::chrono::milliseconds read_timeout(const po::variables_map& values) {
    const std::string text = text_of(values, "timeout");
    constexpr double longest = 86400;
    double seconds = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    if (!whole || !(seconds >= 0.001 && seconds <= longest)) refuse("timeout", text, "0.001..86400 seconds");
    return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

}  // namespace

namespace {

/// Adds options of one value, which are left as they are if they are there.
class OptionAdder {
   public:
    explicit OptionAdder(po::options_description& options) : options_(options) {}
    void operator()(const char* name, const char* value, const std::string& meaning) {
        if (options_.find_nothrow(name, false) != nullptr) return;
        auto* const semantic = po::value<std::string>();
        if (*value != '\0') semantic->default_value(value);
        options_.add_options()(name, semantic, meaning.c_str());
    }

   private:
    po::options_description& options_;
};

}  // namespace

void add_format_options(po::options_description& options, const std::string& when) {
    OptionAdder add(options);
    add("formats", "", "A,B,C,D: formats of a, b, c and d, as in fp16,fp16,fp32,fp32; " + when);
    add("k", "", "K: products of one dot-add, 1..1024; required with --formats");
    add("scale", "",
        "FORMAT: with --formats, format of block scale factors, ue8m0 or ue4m3 (default: no scale factors)");
    add("scale-block", "", "K: with --scale, products that share a scale factor (default: all)");
    add("metadata", "",
        "KIND: with --formats, structured sparsity of A, 2:4, 2:4_ordered or 1:2 (default: none)");
    add("multiplier", "", "KIND: with --formats, product, or xor for b1 (default: product)");
}

void add_target_options(po::options_description& options) {
    OptionAdder add(options);
    add("like", "",
        "MODEL: for program:, library: and candidate:, ARCH/INSTRUCTION or FILE.json with the same formats; "
        "required unless --formats is given");
    add_format_options(options, "required unless --like is given");
    add("timeout", "10", "SECONDS: a program must answer a batch within this time");
    add("patience", "10000",
        "CYCLES: a candidate FILE.so must take a question, and answer it, within this time");
    add("lanes", "", "MxN: lanes of a candidate FILE.so (default: as it declares)");
}

probe::TargetRequest read_target(const po::variables_map& values, const std::string& target) {
    probe::TargetRequest request;
    request.target = target;
    refuse_idle_options(values, target);
    request.program.timeout = read_timeout(values);
    constexpr std::uint64_t most_cycles = 1000000000;
    request.candidate.patience = read_count(values, "patience", 1, most_cycles);
    if (given(values, "lanes")) {
        const Lanes lanes = read_lanes(text_of(values, "lanes"));
        request.candidate.rows = lanes.m;
        request.candidate.columns = lanes.n;
    }
    if (given(values, "like") && given(values, "formats"))
        throw UsageError("--like and --formats: give one of them");
    for (const char* option : kFormatOptions) {
        if (!given(values, option)) continue;
        const bool alone = std::string_view(option) == "like" || std::string_view(option) == "formats";
        if (!alone && !given(values, "formats"))
            throw UsageError(std::string("--") + option + ": applies only with --formats");
    }
    if (given(values, "like")) read_like(values, request);
    if (given(values, "formats")) request.formats = read_formats(values);
    return request;
}

std::vector<std::string> read_target_words(const po::variables_map& values, std::size_t count,
                                           const std::string& usage) {
    std::string kinds = "a target is ";
    kinds += kTargetWord;
    return read_words(values, count, usage, kinds);
}

std::vector<std::string> read_words(const po::variables_map& values, std::size_t count,
                                    const std::string& usage, const std::string& kinds) {
    std::vector<std::string> words;
    if (values.contains("words")) words = values["words"].as<std::vector<std::string>>();
    if (words.size() == count) return words;
    throw UsageError("write " + usage + ", where " + kinds + "; put quotation marks around one with blanks");
}

}  // namespace karat::cli
