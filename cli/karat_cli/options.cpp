// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/options.hpp"

#include <unistd.h>

#include <algorithm>
#include <boost/json/value.hpp>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "karat/error.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat/recipe/knobs/validate.hpp"
#include "karat/text/file.hpp"
#include "karat/text/nearest.hpp"
#include "karat_cli/named_instruction.hpp"

namespace karat::cli {

namespace {

/// The message for an unknown option, with the nearest known ones.
[[noreturn]] void refuse_option(const std::string& option, const po::options_description& options,
                                const std::string& command) {
    std::vector<std::string> names;
    for (const auto& known : options.options()) names.push_back("--" + known->long_name());
    throw UsageError(option + " is not an option of " + command +
                     nearest_hint(option, names, 2, "; --help lists them"));
}

/// The name of an option's value in the help: the word before a colon in its description ("FILE.json: ..."),
/// else N for a number, else VALUE. Removes that word from the description.
std::string value_name(const po::option_description& option, std::string& description) {
    const std::size_t end = description.find(": ");
    std::string word = description.substr(0, end);
    if (end != std::string::npos && word.find(' ') == std::string::npos && word != "RTL" && word != "axis") {
        description.erase(0, end + 2);
        return word;
    }
    const std::string value = option.format_parameter();  // "arg", or "arg (=default)"
    const bool number = value.size() > 6 && std::isdigit(static_cast<unsigned char>(value[6])) != 0 &&
                        value.find_first_not_of("0123456789.", 6) == value.size() - 1;
    return number ? "N" : "VALUE";
}

}  // namespace

po::options_description with_value_names(const po::options_description& options) {
    po::options_description out("options");
    for (const auto& option : options.options()) {
        if (option->semantic()->max_tokens() == 0) {
            out.add(option);
            continue;
        }
        std::string description = option->description();
        const std::string name = value_name(*option, description);
        const std::string value = name + option->format_parameter().substr(3);
        const std::string dashed =
            option->canonical_display_name(po::command_line_style::allow_dash_for_short);
        const bool has_letter = dashed.size() == 2 && dashed[0] == '-';
        const std::string names = option->long_name() + (has_letter ? std::string(",") + dashed[1] : "");
        out.add_options()(names.c_str(), po::value<std::string>()->value_name(value), description.c_str());
    }
    return out;
}

std::optional<po::variables_map> parse(const Arguments& arguments, const Interface& interface,
                                       const std::string& program) {
    const std::string name = interface.usage.substr(0, interface.usage.find_first_of(" \n"));
    const std::string command = program.empty() ? "karat " + name : program;
    po::options_description all;
    if (!interface.options.options().empty()) all.add(interface.options);
    all.add_options()("help,h", "print this help");
    po::options_description parsed;
    parsed.add(all);
    po::positional_options_description words;
    parsed.add_options()("words", po::value<std::vector<std::string>>(), interface.positional.c_str());
    words.add("words", -1);
    Arguments spelled = arguments;
    for (std::string& word : spelled) {
        if (word == "--colour" || word.starts_with("--colour=")) word.replace(0, 8, "--color");
    }
    // no guessing: option names must not be abbreviated
    const int style = po::command_line_style::default_style & ~po::command_line_style::allow_guessing;
    po::variables_map values;
    try {
        po::store(po::command_line_parser(spelled).options(parsed).positional(words).style(style).run(),
                  values);
    } catch (const po::unknown_option& error) {
        refuse_option(error.get_option_name(), all, command);
    }
    if (values.contains("help")) {
        po::options_description shown;
        if (!interface.options.options().empty()) shown.add(with_value_names(interface.options));
        shown.add_options()("help,h", "print this help");
        std::cout << "usage: " << command << interface.usage.substr(name.size()) << "\n\n" << shown;
        return std::nullopt;
    }
    po::notify(values);
    if (interface.positional.empty() && values.contains("words")) {
        throw UsageError(
            command + " does not take \"" + values["words"].as<std::vector<std::string>>()[0] +
            "\"; options begin with --" +
            (interface.options.find_nothrow("arch", false) != nullptr ? ", as in --arch Hopper" : ""));
    }
    return values;
}

void add_color_option(po::options_description& options) {
    options.add_options()("color", po::value<std::string>()->default_value("auto"),
                          "color the output: always, never, or auto (on a terminal, unless NO_COLOR is set)");
}

bool wants_color(const po::variables_map& values) {
    const auto& word = values["color"].as<std::string>();
    if (word == "always" || word == "never") return word == "always";
    if (word != "auto")
        throw UsageError("--color: \"" + word + "\" is not allowed; use auto, always or never");
    const char* const no_color = std::getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) == 1 && (no_color == nullptr || *no_color == '\0');
}

void add_subject_options(po::options_description& options) {
    options.add_options()(
        "arch", po::value<std::string>()->default_value(""),
        "ARCH: architecture (Volta, Hopper, CDNA3, RISCV, ...), GPU or compiler target (V100, "
        "sm_90, gfx942, ...); default: any, if they agree on the instruction")(
        "instruction", po::value<std::string>(),
        "NAME: instruction in the vendor's spelling (see karat list); required unless --spec is given")(
        "spec", po::value<std::string>(),
        "FILE.json: specification or recipe (see karat show --json, --recipe)")(
        "set", po::value<std::vector<std::string>>()->composing(),
        "KEY=VALUE: set one knob of the specification (see karat knobs) or one attribute of its recipe by "
        "path, as in result.sum[0].F=24; may be repeated, applied in order");
}

bool has_subject(const po::variables_map& values) {
    return values.contains("instruction") || values.contains("spec");
}

[[noreturn]] static void refuse_setting(const std::string& option, const std::string& setting) {
    throw UsageError("--" + option + " " + setting + ": write KEY=VALUE, as in --" + option + " F=24");
}

/// Says what a name means that is not the canonical one.
static void note_alias(const std::string& setting, const Spec& spec, const std::string& key,
                       const std::string& word) {
    if (key.find('.') != std::string::npos || to_lower(word) == "default") return;
    const boost::json::value value = find_knob(key).get(spec);
    if (!value.is_string() || to_lower(std::string_view(value.get_string())) == to_lower(word)) return;
    std::cerr << "karat: note: " << setting << ": " << word << " is " << std::string_view(value.get_string())
              << '\n';
}

bool apply_settings(const po::variables_map& values, Spec& spec, const std::string& option, Validate when) {
    if (!values.contains(option)) return false;
    const std::string typed = "--" + option + ' ';
    for (const std::string& setting : values[option].as<std::vector<std::string>>()) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos) refuse_setting(option, setting);
        const std::string key = setting.substr(0, equals);
        const std::string word = setting.substr(equals + 1);
        set_knob(spec, key, word);
        note_alias(typed + setting, spec, key, word);
    }
    if (when == Validate::now) validate(spec);
    return true;
}

Subject subject_of_instruction(const std::string& arch, const std::string& name) {
    Subject out;
    out.instruction = named_instruction(arch, name);
    out.spec = out.instruction->spec;
    return out;
}

Subject subject_of_file(const std::string& path) {
    Subject out;
    out.spec_path = path;
    try {
        out.spec = spec_from_json_text(read_text_file(path));
    } catch (const SpecError& error) {
        throw UsageError(path + ": " + error.what());
    }
    return out;
}

Subject read_subject(const po::variables_map& values, Validate when) {
    if (values.contains("instruction") == values.contains("spec")) {
        throw UsageError("give either --instruction NAME (with --arch) or --spec FILE.json");
    }
    Subject subject;
    if (values.contains("instruction")) {
        subject =
            subject_of_instruction(values["arch"].as<std::string>(), values["instruction"].as<std::string>());
    } else {
        const auto path = values["spec"].as<std::string>();
        if (!values["arch"].defaulted())
            throw UsageError("--arch " + values["arch"].as<std::string>() +
                             ": applies only to --instruction; the specification comes from --spec " + path);
        subject = subject_of_file(path);
    }
    subject.changed = apply_settings(values, subject.spec, "set", when);
    if (subject.changed) subject.settings = values["set"].as<std::vector<std::string>>();
    return subject;
}

bool gives(const Arguments& words, const std::string& option) {
    return std::ranges::any_of(
        words, [&](const std::string& word) { return word == option || word.starts_with(option + "="); });
}

std::uint64_t read_count(const po::variables_map& values, const char* option, std::uint64_t low,
                         std::uint64_t high) {
    const auto& text = values[option].as<std::string>();
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < low || number > high) {
        throw UsageError(std::string("--") + option + ": \"" + text + "\" is not allowed; use " +
                         std::to_string(low) + ".." + std::to_string(high));
    }
    return number;
}

std::string subject_name(const Subject& subject) {
    if (subject.instruction) return "the instruction " + subject.instruction->name;
    if (subject.spec_path.empty()) return "the default specification";
    return "the specification " + std::filesystem::path(subject.spec_path).filename().string();
}

std::string subject_arguments(const Subject& subject) {
    const bool own = !subject.instruction && subject.spec_path.empty();
    std::string out = own ? (subject.formats.empty() ? "default" : subject.formats)
                      : subject.instruction
                          ? "--arch " + std::string(name_of(subject.instruction->arch)) + " --instruction " +
                                subject.instruction->name
                          : (subject.in_contract ? "--contract " : "--spec ") +
                                std::filesystem::path(subject.spec_path).filename().string();
    for (const std::string& setting : subject.settings) out += " --set " + setting;
    return out;
}

}  // namespace karat::cli
