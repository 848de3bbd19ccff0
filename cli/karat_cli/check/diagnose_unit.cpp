// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/check/diagnose_unit.hpp"

#include <algorithm>
#include <optional>

#include "karat_cli/check/check_contract.hpp"
#include "karat_probe/target/candidate_target.hpp"
#include "karat_probe/target/open_target.hpp"
#include "karat_tb/check/tile_ports.hpp"

namespace karat::cli {
namespace {

/// An opened unit, and how messages name it.
struct Unit {
    std::unique_ptr<tb::Candidate> candidate;
    std::string name;
    bool has_c = true;
};

Unit open_candidate_file(const po::variables_map& values) {
    const auto path = values["candidate"].as<std::string>();
    const std::string found = path.find('/') == std::string::npos ? "./" + path : path;
    return {tb::load_candidate(found, {{}, read_plusargs(values)}), path, !values.contains("no-c")};
}

Unit open_unit_of_contract(const po::variables_map& values, const tb::Contract& contract, const Spec& spec) {
    require_same_ports(spec, contract.spec);
    return {open_contract(contract, values)->open(), contract.top, contract.c.has_value()};
}

void require_no_unit_options(const po::variables_map& values) {
    for (const char* option : {"lanes", "mode", "plusarg", "no-c"}) {
        if (values.contains(option))
            throw UsageError(std::string("--") + option + ": applies only with --candidate or --contract");
    }
}

/// The value of the unit's mode input: that of --mode, or the one that the file names. Nothing if there is no
/// such input.
std::optional<std::uint32_t> mode_of(const po::variables_map& values, const karat_candidate_ports& ports,
                                     std::optional<std::uint32_t> recorded) {
    const bool is_given = values.contains("mode");
    if (ports.mode_bits == 0) {
        if (is_given) throw UsageError("--mode: the unit has no mode input");
        return std::nullopt;
    }
    if (!is_given && !recorded)
        throw UsageError("the unit has a mode input; say its value for this file with --mode");
    const std::uint64_t most = (std::uint64_t{1} << std::min<std::uint32_t>(ports.mode_bits, 32)) - 1;
    const auto mode = is_given ? static_cast<std::uint32_t>(read_count(values, "mode", 0, most)) : *recorded;
    if (mode > most)
        throw UsageError("the file is of mode " + std::to_string(mode) + ", but the unit's mode input has " +
                         std::to_string(ports.mode_bits) + (ports.mode_bits == 1 ? " bit" : " bits"));
    return mode;
}

/// Takes the lanes of the record from the unit, or requires that both are the same.
Lanes require_lanes(const po::variables_map& values, const karat_candidate_ports& ports,
                    tb::AnswerRecord& record) {
    const Lanes lanes =
        choose_lanes(values, ports.m == 0 ? Lanes{record.m, record.n} : Lanes{ports.m, ports.n});
    if (record.m != 0) tb::require_lanes(lanes.m, lanes.n, record.m, record.n);
    record.m = lanes.m;
    record.n = lanes.n;
    for (const tb::RecordedAnswer& row : record.rows) {
        if (row.m >= lanes.m || row.n >= lanes.n)
            throw UsageError("the unit has no lane (" + std::to_string(row.m) + "," + std::to_string(row.n) +
                             "), which the file has");
    }
    return lanes;
}

}  // namespace

void add_unit_options(po::options_description& options) {
    options.add_options()(
        "candidate", po::value<std::string>(),
        "FILE: the unit, a shared object or a program that karat_add_rtl_check() built; rows are replayed on "
        "it, to find the smallest examples (default: no unit)")(
        "contract", po::value<std::string>(),
        "FILE.json: the same with the unit that this contract describes (default: no unit)")(
        "param", po::value<std::vector<std::string>>()->composing(),
        "NAME=VALUE: with --contract, a parameter of the unit; may be repeated (default: the contract's)")(
        "plusarg", po::value<std::vector<std::string>>()->composing(),
        "NAME=VALUE: a plusarg that the unit reads; may be repeated (default: none)")(
        "lanes", po::value<std::string>(),
        "MxN: lanes of the candidate (default: as it declares or recorded)")(
        "no-c", "the candidate has no input c, so that rows are replayed with c = +0")(
        "mode", po::value<std::string>(),
        "N: value of the unit's mode input for this file (default: the mode that the file names; required "
        "if it names none)")("quiet", "no progress messages");
}

namespace {

/// A program of karat_add_rtl_check(), which knows its lanes; null if --candidate is a shared object.
std::unique_ptr<probe::Target> open_check_program(const po::variables_map& values,
                                                  const tb::AnswerRecord& record) {
    const std::string target = "candidate:" + values["candidate"].as<std::string>();
    if (probe::target_kind(target) != probe::TargetKind::design_program) return nullptr;
    for (const char* option : {"lanes", "mode", "plusarg", "no-c"}) {
        if (values.contains(option))
            throw UsageError(std::string("--") + option + ": not with a program as --candidate");
    }
    auto out = probe::open_target({.target = target,
                                   .formats = probe::formats_of(DotAdd(record.spec).operands()),
                                   .program = {},
                                   .candidate = {}});
    if (record.m != 0 && out->lanes() != record.m * record.n)
        throw UsageError("the program has " + std::to_string(out->lanes()) + " lanes, the file " +
                         std::to_string(record.m * record.n));
    return out;
}

}  // namespace

std::unique_ptr<probe::Target> open_unit(const po::variables_map& values, tb::AnswerRecord& record) {
    const auto contract = read_contract_option(values);
    if (!contract && !values.contains("candidate")) {
        require_no_unit_options(values);
        return nullptr;
    }
    if (!contract) {
        if (auto checker = open_check_program(values, record)) return checker;
    }
    Unit unit =
        contract ? open_unit_of_contract(values, *contract, record.spec) : open_candidate_file(values);
    const karat_candidate_ports& ports = unit.candidate->ports();
    const Lanes lanes = require_lanes(values, ports, record);
    if (const auto mode = mode_of(values, ports, record.mode))
        unit.candidate = tb::in_mode(std::move(unit.candidate), *mode);
    return probe::drive_candidate(std::move(unit.candidate), unit.name, DotAdd(record.spec).operands(),
                                  {.rows = lanes.m, .columns = lanes.n, .has_c = unit.has_c});
}

}  // namespace karat::cli
