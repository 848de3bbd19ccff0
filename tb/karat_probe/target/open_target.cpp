// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/target/open_target.hpp"

#include <array>
#include <filesystem>
#include <sstream>

#include "karat/error.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat/recipe/knobs/validate.hpp"
#include "karat/text/file.hpp"
#include "karat_probe/target/library_target.hpp"
#include "karat_probe/target/model_target.hpp"

namespace karat::probe {
namespace {

constexpr std::array<std::string_view, 3> kKinds{"program", "library", "candidate"};

/// "program" of "program:./unit"; empty if the text begins with none of the kinds.
std::string_view kind_of(const std::string& text) {
    for (const std::string_view kind : kKinds) {
        if (text.starts_with(kind) && text.substr(kind.size()).starts_with(':')) return kind;
    }
    return {};
}

/// Removes the KEY=VALUE words from the end of `name`. A file name may hold blanks and "=".
std::vector<std::string> take_settings(std::string& name) {
    std::vector<std::string> out;
    while (true) {
        name = std::string(trimmed(name));
        const std::size_t blank = name.find_last_of(" \t");
        if (name.ends_with(".json") || blank == std::string::npos ||
            name.find('=', blank) == std::string::npos)
            return out;
        out.insert(out.begin(), name.substr(blank + 1));
        name.erase(blank);
    }
}

/// "gpu:" of "gpu:x": what looks like a kind of target, but is none. A file's name may hold a colon.
std::string unknown_kind(const std::string& text) {
    std::string name = text;
    (void)take_settings(name);
    const std::size_t end = name.find_first_of(":/");
    const bool is_kind = end != std::string::npos && name[end] == ':' && !name.ends_with(".json");
    return is_kind && kind_of(name).empty() ? name.substr(0, end + 1) : std::string();
}

Spec read_specification(const std::string& path) {
    try {
        return spec_from_json_text(read_text_file(path));
    } catch (const SpecError& error) {
        throw SpecError(error.key(), path + ": " + error.what());
    }
}

[[noreturn]] void refuse_setting(const std::string& name, const std::string& setting) {
    throw NameError(name + ": " + setting + ": write KEY=VALUE, as in F=24");
}

void apply(const std::vector<std::string>& settings, Spec& spec, const std::string& name) {
    for (const std::string& setting : settings) {
        const std::size_t equals = setting.find('=');
        if (equals == 0) refuse_setting(name, setting);
        set_knob(spec, setting.substr(0, equals), setting.substr(equals + 1));
    }
    if (!settings.empty()) validate(spec);
}

const OperandRules& required_formats(const TargetRequest& request) {
    if (request.formats) {
        (void)exact_spec(*request.formats);
        return *request.formats;
    }
    throw TargetError(
        request.target +
        ": its formats are not known; give --like ARCH/INSTRUCTION, or --formats A,B,C,D and --k");
}

bool is_shared_object(const std::string& path) {
    const std::string file = std::filesystem::path(path).filename().string();
    return file.ends_with(".so") || file.find(".so.") != std::string::npos;
}

std::unique_ptr<Target> open_candidate_file(const std::string& path, const TargetRequest& request) {
    if (!std::filesystem::is_regular_file(path))
        throw TargetError(request.target + ": the file does not exist");
    const std::string file = path.find('/') == std::string::npos ? "./" + path : path;
    const OperandRules& formats = required_formats(request);
    if (!is_shared_object(path)) {
        auto out = std::make_unique<ProgramTarget>(std::vector<std::string>{file, "--serve"}, request.target,
                                                   formats, request.program);
        out->await_lanes();
        return out;
    }
    try {
        return drive_candidate(tb::load_candidate(file), request.target, formats, request.candidate);
    } catch (const TargetError&) {
        throw;
    } catch (const Error& error) {
        throw TargetError(error.what());  // names the file
    }
}

}  // namespace

TargetKind target_kind(const std::string& text) {
    if (trimmed(text).empty())
        throw NameError(
            "the target is empty; write ARCH/INSTRUCTION, FILE.json, program:COMMAND, "
            "library:FILE.so or candidate:FILE");
    const std::string_view kind = kind_of(text);
    if (kind == "program") return TargetKind::program;
    if (kind == "library") return TargetKind::library;
    if (kind == "candidate") {
        const std::string_view path = trimmed(std::string_view(text).substr(kind.size() + 1));
        return is_shared_object(std::string(path)) ? TargetKind::design : TargetKind::design_program;
    }
    const std::string unknown = unknown_kind(text);
    if (unknown.empty()) return TargetKind::model;
    throw NameError(in_quotes(unknown) + " is not a kind of target; use program:, library: or candidate:");
}

bool names_model(const std::string& text) {
    return !trimmed(text).empty() && kind_of(text).empty() && unknown_kind(text).empty();
}

NamedModel read_model(const std::string& text) {
    NamedModel out;
    std::string name = text;
    out.settings = take_settings(name);
    if (name.empty() || !kind_of(name).empty() || !unknown_kind(name).empty())
        throw NameError(in_quotes(name) + " is not a model; use ARCH/INSTRUCTION or FILE.json");
    if (name.ends_with(".json")) {
        out.spec = read_specification(name);
    } else {
        const std::size_t slash = name.find('/');
        const bool has_arch = slash != std::string::npos;
        out.instruction = find_instruction(has_arch ? std::string_view(name).substr(0, slash) : "",
                                           std::string_view(name).substr(has_arch ? slash + 1 : 0));
        out.spec = out.instruction->spec;
        name = std::string(name_of(out.instruction->arch)) + "/" + out.instruction->name;
    }
    apply(out.settings, out.spec, name);
    out.name = name;
    for (const std::string& setting : out.settings) out.name += ' ' + setting;
    return out;
}

std::unique_ptr<Target> open_target(const TargetRequest& request) {
    if (target_kind(request.target) == TargetKind::model) {
        NamedModel model = read_model(request.target);
        return std::make_unique<ModelTarget>(model.spec, std::move(model.name));
    }
    const std::string_view kind = kind_of(request.target);
    const std::string rest(trimmed(std::string_view(request.target).substr(kind.size() + 1)));
    if (rest.empty())
        throw TargetError(request.target + ": " + (kind == "program" ? "a command" : "a file name") +
                          " is missing after the colon");
    if (kind == "library") return open_library(rest, required_formats(request));
    if (kind == "candidate") return open_candidate_file(rest, request);
    return std::make_unique<ProgramTarget>(std::vector<std::string>{"/bin/sh", "-c", rest}, request.target,
                                           required_formats(request), request.program);
}

}  // namespace karat::probe
