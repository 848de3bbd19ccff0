// SPDX-License-Identifier: Apache-2.0
// A contract from its file: the unit's sources and what it computes.
#include <filesystem>

#include "karat/error.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/json/json_text.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat/text/file.hpp"
#include "karat_tb/unit/contract_parts.hpp"

namespace karat::tb {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

constexpr int kVersion = 1;

/// The path as seen from the folder of the contract. It must exist and be a folder, or not be one.
std::string path_of(const Contract& contract, const std::string& text, const std::string& key, bool folder) {
    const fs::path path = fs::absolute(fs::path(contract.path).parent_path() / text).lexically_normal();
    std::error_code error;
    if (!fs::exists(path, error))
        refuse_contract(key, "\"" + text +
                                 "\" does not exist; paths are relative "
                                 "to the folder of the contract");
    if (fs::is_directory(path, error) != folder)
        refuse_contract(key, "\"" + text + "\" is " + (folder ? "not a folder" : "a folder, not a file"));
    if (path.string().find_first_of(" \t") != std::string::npos)
        refuse_contract(key, "\"" + path.string() + "\" contains a blank, which file lists do not support");
    return path.string();
}

void read_sources(Members& file, Contract& contract) {
    contract.top = file.name("top");
    for (const auto& [key, into, folder] : {std::tuple{"sources", &contract.sources, false},
                                            {"filelists", &contract.filelists, false},
                                            {"include", &contract.include, true}}) {
        for (const std::string& text : file.texts(key)) into->push_back(path_of(contract, text, key, folder));
    }
    if (contract.sources.empty() && contract.filelists.empty())
        refuse_contract("sources", "missing; name the unit's RTL in sources or filelists");
    contract.verilator = file.texts("verilator");
    for (const std::string& word : contract.verilator) {
        if (!word.starts_with("-") && !word.starts_with("+"))
            refuse_value("verilator", json::value(word), "options, which begin with - or +, one word each");
    }
    if (!file.has("parameters")) return;
    const json::value& value = file.get("parameters");
    Members parameters(value, "parameters");  // its keys are free
    for (const auto& [key, item] : value.get_object()) {
        const std::string name(key);
        require_name(name, "parameters." + name);
        if (item.is_int64())
            contract.parameters.emplace_back(name, std::to_string(item.get_int64()));
        else if (item.is_string() && !item.get_string().empty())
            contract.parameters.emplace_back(name, std::string(item.get_string()));
        else
            refuse_value("parameters." + name, item,
                         "a whole number, or a text with the value as in "
                         "SystemVerilog");
    }
}

/// As a specification: the exact sum of the formats that are named, rounded once.
json::object exact_sum(const json::value& value) {
    Members named(value, "spec");
    const json::value& formats = named.get("formats");
    if (!formats.is_array() || formats.get_array().size() != 4)
        named.refuse("formats", R"(those of a, b, c and d, as in ["fp16", "fp16", "fp32", "fp32"])");
    json::object out{{"karat_spec", 1}, {"algorithm", "exact"}, {"k", named.get("k")}};
    for (std::size_t i = 0; i < 4; ++i) out[std::string(1, "abcd"[i])] = formats.get_array()[i];
    for (const char* key : {"scale", "scale_block", "metadata", "multiplier"}) {
        if (named.has(key)) out[key] = named.get(key);
    }
    named.done();
    const Format d = Codec<Format>::from_json(out["d"], "spec.formats");
    if (info(d).is_integer()) out["overflow"] = "saturate";
    return out;
}

void read_spec(Members& file, Contract& contract) {
    const json::value& value = file.get("spec");
    if (value.is_string()) {
        contract.spec_file = path_of(contract, file.text("spec"), "spec", false);
        try {
            contract.spec = spec_from_json_text(read_text_file(contract.spec_file));
        } catch (const SpecError& error) {
            refuse_contract("spec", contract.spec_file + ": " + error.what());
        }
        return;
    }
    if (!value.is_object())
        file.refuse("spec",
                    "a file, {\"arch\": ..., \"instruction\": ...}, {\"formats\": [...], \"k\": ...} or a "
                    "specification");
    if (value.get_object().contains("instruction")) {
        Members named(value, "spec");
        const Instruction found = find_instruction(named.has("arch") ? named.text("arch") : std::string(),
                                                   named.text("instruction"));
        named.done();
        contract.arch = std::string(name_of(found.arch));
        contract.instruction = found.name;
        contract.spec = found.spec;
        return;
    }
    contract.formats_only = value.get_object().contains("formats");
    const json::object spec = contract.formats_only ? exact_sum(value) : value.get_object();
    try {
        contract.spec = spec_from_json(spec);
    } catch (const SpecError& error) {
        refuse_contract("spec", error.what());
    }
}

/// The specifications of modes that have one of their own, as seen from the folder of the contract.
void find_mode_files(Contract& contract) {
    if (!contract.mode) return;
    constexpr std::string_view key = "spec=";
    for (auto& [value, settings] : contract.mode->values) {
        if (!settings.starts_with(key)) continue;
        const std::string file = settings.substr(key.size(), settings.find(' ') - key.size());
        settings.replace(key.size(), file.size(), path_of(contract, file, "mode.values." + value, false));
    }
}

void read_lanes(Members& file, Contract& contract) {
    const json::value& value = file.get("lanes");
    const auto lane = [](const json::value& one) {
        return one.is_int64() && one.get_int64() >= 1 && one.get_int64() <= 64;
    };
    if (!value.is_array() || value.get_array().size() != 2 || !lane(value.get_array()[0]) ||
        !lane(value.get_array()[1]))
        file.refuse("lanes", "[M, N] from [1, 1] to [64, 64]");
    contract.m = static_cast<int>(value.get_array()[0].get_int64());
    contract.n = static_cast<int>(value.get_array()[1].get_int64());
}

Contract read(const std::string& path) {
    const json::value text = parse_object(read_text_file(path), "a contract is one JSON object");
    check_version(text.get_object(), "karat_unit", kVersion, "a contract");
    Contract out;
    out.path = fs::absolute(path).lexically_normal().string();
    Members file(text, "");
    (void)file.find("karat_unit");
    read_sources(file, out);
    read_spec(file, out);
    read_lanes(file, out);
    read_ports(file, out);
    find_mode_files(out);
    read_protocol(file, out);
    file.done();
    check_contract(out);
    return out;
}

}  // namespace

Contract read_contract(const std::string& path) {
    try {
        return read(path);
    } catch (const SpecError& error) {
        throw Error(path + ": " + error.what());
    } catch (const NameError& error) {
        throw Error(path + ": spec: " + error.what());
    }
}

}  // namespace karat::tb
