// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "karat_tb/unit/contract_parts.hpp"

namespace karat::tb {
namespace {

constexpr int kDeepest = 1024;

UnitInput read_input(Members& file) {
    Members object(file.get("input"), "input");
    UnitInput out;
    out.handshake = object.choice<InputHandshake>("handshake");
    switch (out.handshake) {
        case InputHandshake::none:
            break;
        case InputHandshake::valid:
            out.valid = object.name("valid");
            break;
        case InputHandshake::valid_ready:
            out.valid = object.name("valid");
            out.ready = object.name("ready");
            break;
        case InputHandshake::start_busy:
            out.valid = object.name("start");
            out.ready = object.name("busy");
            break;
        case InputHandshake::credit:
            out.valid = object.name("valid");
            out.ready = object.name("return");
            out.credits = object.number("credits", 1, kDeepest);
            break;
    }
    object.done();
    return out;
}

UnitOutput read_output(Members& file) {
    Members object(file.get("output"), "output");
    UnitOutput out;
    out.handshake = object.choice<OutputHandshake>("handshake");
    if (out.handshake == OutputHandshake::latency) {
        out.cycles = object.number("cycles", 1, kDeepest);
        out.enable = object.name_if("enable");
    } else {
        out.valid = object.name("valid");
        if (out.handshake == OutputHandshake::valid_ready)
            out.ready = object.name("ready");
        else
            out.enable = object.name_if("enable");
        out.beats = object.number_or("beats", 2, kDeepest, 1);
        if (out.beats > 1) out.by = object.second_of("by", "m", "n") ? 'n' : 'm';
    }
    object.done();
    return out;
}

KBeats read_beats(Members& file) {
    KBeats out;
    if (!file.has("k_beats")) return out;
    Members object(file.get("k_beats"), "k_beats");
    out.beats = object.number("beats", 2, kMaxTerms);
    out.first = object.name_if("first");
    out.last = object.name_if("last");
    out.clear = object.name_if("clear");
    out.read = object.name_if("read");
    out.answers_each = object.second_of("answers", "last", "each");
    out.gapless = object.flag("gapless");
    object.done();
    return out;
}

void read_stationary(Members& file, Contract& contract) {
    if (!file.has("stationary")) return;
    Members object(file.get("stationary"), "stationary");
    Stationary out;
    out.operand = object.second_of("operand", "b", "a") ? 'a' : 'b';
    out.valid = object.name("valid");
    out.ready = object.name_if("ready");
    out.drain = object.flag("drain");
    out.once = object.flag("once");
    object.done();
    contract.stationary = out;
}

void read_tag(Members& file, Contract& contract) {
    if (!file.has("tag")) return;
    Members object(file.get("tag"), "tag");
    contract.tag = Tag{object.name("in"), object.name("out"), object.number("bits", 1, 10)};
    object.done();
}

std::optional<DividedClock> read_clock(Members& file, const std::string& key) {
    if (!file.has(key)) return std::nullopt;
    Members object(file.get(key), key);
    // a reset lasts four cycles, and the divided clock must rise in it
    DividedClock out{object.name("port"), object.number("divide", 2, 4), "", false};
    if (object.has("reset")) {
        Members reset(object.get("reset"), key + ".reset");
        out.reset = reset.name("port");
        out.reset_high = reset.second_of("active", "low", "high");
        reset.done();
    }
    object.done();
    return out;
}

/// Without "depth": enough for a unit of fixed latency to run full.
int default_depth(const Contract& contract) {
    constexpr int usual = 64;
    if (contract.tag) return std::min(usual, 1 << contract.tag->bits);
    return contract.output.handshake == OutputHandshake::latency ? contract.output.cycles + 2 : usual;
}

}  // namespace

void read_protocol(Members& file, Contract& contract) {
    contract.input = read_input(file);
    contract.output = read_output(file);
    contract.k_beats = read_beats(file);
    read_stationary(file, contract);
    read_tag(file, contract);
    contract.operand_clock = read_clock(file, "operand_clock");
    contract.result_clock = read_clock(file, "result_clock");
    if (file.has("depth") && !contract.keeps_results())
        refuse_contract("depth", "not used; the unit of this contract can be stalled");
    if (contract.keeps_results())
        contract.depth = file.number_or("depth", 1, kDeepest, default_depth(contract));
}

}  // namespace karat::tb
