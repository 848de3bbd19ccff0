// SPDX-License-Identifier: Apache-2.0
// What must hold between the keys of a contract.
#include <map>

#include "karat_tb/unit/contract_parts.hpp"
#include "karat_tb/unit/port_shape.hpp"

namespace karat::tb {
namespace {

std::string quoted(int number) { return std::to_string(number); }

void check_shapes(const Contract& contract) {
    const std::string k = quoted(contract.spec.k);
    if (contract.spec.k % contract.k_beats.beats != 0)
        refuse_contract("k_beats.beats", quoted(contract.k_beats.beats) + " does not divide k = " + k +
                                             " of the specification");
    const int lanes = contract.output.by == 'm' ? contract.m : contract.n;
    if (lanes % contract.output.beats != 0)
        refuse_contract("output.beats", quoted(contract.output.beats) + " does not divide the " +
                                            quoted(lanes) + " lanes along " + contract.output.by);
    const bool scaled = contract.spec.scale.has_value();
    for (const auto& [key, given] :
         {std::pair{"scale_a", contract.scale_a.has_value()}, {"scale_b", contract.scale_b.has_value()}}) {
        if (given && !scaled) refuse_contract(key, "the specification has no scale factors");
        if (!given && scaled) refuse_contract(key, "missing; the specification has scale factors");
    }
    const bool sparse = contract.spec.metadata != Metadata::none;
    if (contract.metadata && !sparse) refuse_contract("metadata", "the specification has no metadata");
    if (!contract.metadata && sparse) refuse_contract("metadata", "missing; the specification has metadata");
    if (contract.k_beats.beats > 1 && (scaled || sparse))
        refuse_contract("k_beats", "not together with scale factors or metadata");
}

void check_input(const Contract& contract) {
    const bool free_running =
        contract.input.handshake == InputHandshake::none || contract.input.handshake == InputHandshake::valid;
    if (contract.input.handshake == InputHandshake::none &&
        contract.output.handshake != OutputHandshake::latency)
        refuse_contract("input.handshake",
                        "none needs output.handshake latency; with an output valid the "
                        "unit must know which operands are meant");
    if (!contract.output.enable.empty() && !free_running)
        refuse_contract("output.enable", "needs input.handshake none or valid");
    const bool one_clock = !contract.operand_clock && !contract.result_clock;
    if (!contract.output.enable.empty() && !one_clock)
        refuse_contract("output.enable", "not together with operand_clock or result_clock");
    if (!contract.output.enable.empty() && !(contract.k_beats.clear + contract.k_beats.read).empty())
        refuse_contract("output.enable", "not together with k_beats.clear or k_beats.read");
    if (contract.reset.empty() && contract.output.handshake != OutputHandshake::latency)
        refuse_contract("reset",
                        "missing; without one a unit with output.valid cannot discard the tiles in "
                        "flight");
}

void check_output(const Contract& contract) {
    const KBeats& beats = contract.k_beats;
    if (beats.answers_each && contract.output.handshake == OutputHandshake::latency)
        refuse_contract("k_beats.answers",
                        "each needs an output valid; with latency only the last result is "
                        "read");
    if (beats.answers_each && contract.output.beats > 1)
        refuse_contract("k_beats.answers", "each is not allowed together with output.beats");
    if (contract.result_clock && contract.output.handshake != OutputHandshake::valid)
        refuse_contract("result_clock", "needs output.handshake valid");
    if (!contract.tag) return;
    if (!contract.output.enable.empty())
        refuse_contract("output.enable", "not together with tag, whose answers are kept as they come");
    if (contract.output.handshake == OutputHandshake::latency)
        refuse_contract("tag", "not together with output.handshake latency, which is always in order");
    const int most = 1 << contract.tag->bits;
    if (contract.depth > most)
        refuse_contract("depth", quoted(contract.depth) + " tiles in flight need more than the " +
                                     quoted(most) + " tags of tag.bits = " + quoted(contract.tag->bits));
}

void check_flags(const Contract& contract) {
    if (!contract.flags) return;
    if (contract.output.beats > 1) refuse_contract("flags", "not together with output.beats");
    if (contract.k_beats.answers_each)
        refuse_contract("flags", "not together with k_beats.answers each, whose flags are those of a part");
    if (contract.flags->what.sticky && contract.tag)
        refuse_contract("flags.sticky",
                        "not together with tag; the order of the answers decides what they are");
}

void check_stationary(const Contract& contract) {
    if (!contract.stationary) return;
    if (contract.k_beats.beats > 1) refuse_contract("stationary", "not together with k_beats");
    if (contract.stationary->drain && !contract.output.enable.empty())
        refuse_contract("stationary.drain", "not together with output.enable");
}

void check_flush(const Contract& contract) {
    if (!contract.flushes()) return;
    const std::string key = "flush.drops";
    if (contract.reset.empty()) refuse_contract(key, "needs a reset, which every other time it replaces");
    if (contract.output.handshake == OutputHandshake::latency)
        refuse_contract(key, "needs an output valid; with latency nothing shows that a tile was dropped");
    if (contract.input.handshake == InputHandshake::credit)
        refuse_contract(key, "not together with credits; how many are left after a flush is not known");
    if (contract.result_clock) refuse_contract(key, "not together with result_clock");
    if (!contract.output.enable.empty())
        refuse_contract(key, "not together with output.enable; a unit that stands still drops nothing");
    if (contract.flags && contract.flags->what.sticky)
        refuse_contract(key, "not together with flags.sticky, which only a reset clears");
}

void check_operand_clock(const Contract& contract) {
    if (!contract.operand_clock) return;
    const std::string key = "operand_clock";
    if (contract.output.handshake == OutputHandshake::latency)
        refuse_contract(key, "needs an output valid; a latency is counted in cycles of one clock");
    if (contract.stationary && contract.stationary->drain)
        refuse_contract(key, "not together with stationary.drain, which counts tiles on one clock");
    if (contract.flushes()) refuse_contract(key, "not together with flush.drops, a cycle of the other clock");
}

/// The ports of the contract: each must be connected once.
class Ports {
   public:
    void add(const std::string& port, const std::string& key) {
        if (port.empty()) return;
        const auto [at, fresh] = keys_.emplace(port, key);
        if (!fresh) refuse_contract(key, "the port " + port + " is already that of " + at->second);
    }
    void add(const PortShape& shape, const std::string& key) {
        if (shape.port == nullptr) return;
        if (shape.port->style != PortStyle::scalar) return add(shape.port->port, key);
        for (int row = 0; row < shape.unit_rows(); ++row)
            for (int column = 0; column < shape.unit_columns(); ++column)
                add(scalar_name(shape, row, column), key);
    }

   private:
    std::map<std::string, std::string> keys_;
};

void check_ports(const Contract& contract) {
    Ports ports;
    ports.add(contract.clock, "clock");
    ports.add(contract.reset, "reset");
    for (const PortShape& shape : operand_shapes(contract)) ports.add(shape, shape.key);
    ports.add(result_shape(contract), "d");
    for (std::size_t i = 0; contract.flags && i < contract.flags->ports.size(); ++i)
        ports.add(flags_shape(contract, i), contract.flags->ports[i].key);
    ports.add(contract.input.valid, "input");
    ports.add(contract.input.ready, "input");
    ports.add(contract.output.valid, "output");
    ports.add(contract.output.ready, "output");
    ports.add(contract.output.enable, "output.enable");
    for (const std::string* port :
         {&contract.k_beats.first, &contract.k_beats.last, &contract.k_beats.clear, &contract.k_beats.read})
        ports.add(*port, "k_beats");
    if (contract.stationary) {
        ports.add(contract.stationary->valid, "stationary.valid");
        ports.add(contract.stationary->ready, "stationary.ready");
    }
    if (contract.tag) {
        ports.add(contract.tag->in, "tag.in");
        ports.add(contract.tag->out, "tag.out");
    }
    for (std::size_t i = 0; contract.mode && i < contract.mode->ports.size(); ++i)
        ports.add(contract.mode->ports[i].first, "mode");
    for (const auto& [key, clock] :
         {std::pair{"operand_clock", &contract.operand_clock}, {"result_clock", &contract.result_clock}}) {
        if (!*clock) continue;
        ports.add((*clock)->port, key);
        ports.add((*clock)->reset, std::string(key) + ".reset");
    }
    if (contract.flush) ports.add(contract.flush->port, "flush");
    for (const auto& [port, level] : contract.ties) ports.add(port, "ties");
    for (const std::string& port : contract.open) ports.add(port, "open");
}

}  // namespace

void check_contract(const Contract& contract) {
    check_shapes(contract);
    check_input(contract);
    check_output(contract);
    check_flags(contract);
    check_stationary(contract);
    check_flush(contract);
    check_operand_clock(contract);
    check_ports(contract);
}

}  // namespace karat::tb
