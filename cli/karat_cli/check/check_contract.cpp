// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/check/check_contract.hpp"

#include <iostream>
#include <optional>

#include "karat/instruction/registry.hpp"
#include "karat_cli/check/check_design.hpp"
#include "karat_cli/progress.hpp"
#include "karat_tb/unit/unit_build.hpp"

namespace karat::cli {
namespace {

class ContractUnit final : public CandidateDesign {
   public:
    ContractUnit(tb::Contract contract, tb::Names parameters, std::vector<std::string> plusargs, bool quiet)
        : CandidateDesign(std::move(plusargs)),
          contract_(std::move(contract)),
          parameters_(std::move(parameters)),
          quiet_(quiet) {}
    [[nodiscard]] Lanes lanes(const po::variables_map& /*values*/) const override {
        return {static_cast<std::size_t>(contract_.m), static_cast<std::size_t>(contract_.n)};
    }
    [[nodiscard]] std::uint32_t mode_bits() const override {
        return contract_.mode ? static_cast<std::uint32_t>(contract_.mode->bits) : 0;
    }

   protected:
    [[nodiscard]] std::unique_ptr<tb::Candidate> open_with(
        const tb::CandidateOptions& options) const override {
        std::optional<Progress> progress;
        const auto announce = [&](const std::string& /*path*/) {
            if (quiet_) return;
            std::cerr << "  building the unit with Verilator (cached for later runs) ...\n";
            progress.emplace("building the unit", kSecondsToBuild);
        };
        const bool waves = !options.waves.empty();
        return tb::load_candidate(tb::build_unit(contract_, parameters_, waves, announce), options);
    }

   private:
    tb::Contract contract_;
    tb::Names parameters_;
    bool quiet_;
};

void replace(po::variables_map& values, const std::string& option, const boost::any& value) {
    values.erase(option);
    values.insert({option, po::variable_value(value, false)});
}

}  // namespace

void add_contract_options(po::options_description& options, const Design* linked) {
    auto add = options.add_options();
    if (linked != nullptr) {
        add("contract", po::value<std::string>(),
            "FILE.json: the contract from which the design's ports were made; it gives the specification, "
            "the modes and the status flags (default: none)");
        return;
    }
    add("contract", po::value<std::string>(),
        "FILE.json: check the unit that this contract describes; it gives the "
        "specification, the lanes and the modes (default: the reference RTL)");
    add("param", po::value<std::vector<std::string>>()->composing(),
        "NAME=VALUE: with --contract, a parameter of the unit; may be repeated (default: the contract's)");
}

std::optional<tb::Contract> read_contract_option(const po::variables_map& values) {
    if (!values.contains("contract")) {
        if (values.contains("param")) throw UsageError("--param: applies only to --contract");
        return std::nullopt;
    }
    for (const char* option : {"candidate", "F", "align-rounding", "output-rounding", "output-fraction",
                               "exponent-floor", "rtl-set", "stages", "lanes"}) {
        if (values.contains(option) && !values[option].defaulted())
            throw UsageError(std::string("--") + option + ": not together with --contract");
    }
    return tb::read_contract(values["contract"].as<std::string>());
}

void require_same_ports(const Spec& given, const Spec& of_unit) {
    const auto require = [](const char* what, int value, int of_contract) {
        if (value != of_contract)
            throw UsageError("the specification has " + std::string(what) + ' ' + std::to_string(value) +
                             ", but the contract's unit has " + std::to_string(of_contract));
    };
    const auto bits = [](std::optional<Format> format) { return format ? info(*format).bits : 0; };
    require("k", given.k, of_unit.k);
    require("bits of a", bits(given.a), bits(of_unit.a));
    require("bits of b", bits(given.b), bits(of_unit.b));
    require("bits of c", bits(given.c), bits(of_unit.c));
    require("bits of d", bits(given.d), bits(of_unit.d));
    require("bits of a scale factor", bits(given.scale), bits(of_unit.scale));
    if (given.scale) require("scale_block", given.scale_block_or_default(), of_unit.scale_block_or_default());
    if (given.metadata != of_unit.metadata)
        throw UsageError("the specification and the contract's unit differ in metadata");
}

Subject read_subject(const po::variables_map& values, const tb::Contract& contract) {
    if (has_subject(values)) {
        Subject other = read_subject(values);
        require_same_ports(other.spec, contract.spec);
        return other;
    }
    if (!values["arch"].as<std::string>().empty())
        throw UsageError("--arch: with --contract only with --instruction");
    Subject out;
    out.spec = contract.spec;
    if (!contract.instruction.empty())
        out.instruction = find_instruction(contract.arch, contract.instruction);
    out.in_contract = contract.spec_file.empty();
    out.spec_path = out.in_contract ? contract.path : contract.spec_file;
    out.changed = apply_settings(values, out.spec);
    if (out.changed) out.settings = values["set"].as<std::vector<std::string>>();
    out.formats_only = contract.formats_only && !out.changed;
    return out;
}

namespace {

tb::UnitBins unit_bins(const tb::Contract& contract) {
    const auto depth = static_cast<std::size_t>(contract.depth);
    return {.tags = contract.tag ? depth : 0,
            .tag_bits = contract.tag ? static_cast<std::size_t>(contract.tag->bits) : 0,
            .depth = depth,
            .transfers = contract.k_beats.beats > 1,
            .loads_in_a_row = contract.stationary && !contract.stationary->once};
}

}  // namespace

po::variables_map with_contract(const po::variables_map& values, const tb::Contract& contract) {
    po::variables_map out = values;
    replace(out, "lanes", std::to_string(contract.m) + "x" + std::to_string(contract.n));
    if (contract.mode && !values.contains("mode")) {
        std::vector<std::string> modes;
        for (const auto& [value, settings] : contract.mode->values)
            modes.emplace_back(value).append(": ").append(settings);
        replace(out, "mode", modes);
    }
    if (contract.stationary && !values.contains("keep"))
        replace(out, "keep", std::string(1, contract.stationary->operand));
    if (!contract.c) replace(out, "no-c", std::string());
    replace(out, "unit-bins", unit_bins(contract));
    return out;
}

std::unique_ptr<Design> open_contract(const tb::Contract& contract, const po::variables_map& values) {
    return std::make_unique<ContractUnit>(contract, read_parameters(values), read_plusargs(values),
                                          values.contains("quiet"));
}

tb::Names read_parameters(const po::variables_map& values) {
    tb::Names out;
    if (!values.contains("param")) return out;
    for (const std::string& text : values["param"].as<std::vector<std::string>>()) {
        const std::size_t equals = text.find('=');
        if (equals == 0 || equals == std::string::npos || equals + 1 == text.size())
            throw UsageError("--param " + text + ": write NAME=VALUE, as in --param F=24");
        out.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    }
    return out;
}

}  // namespace karat::cli
