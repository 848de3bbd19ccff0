// SPDX-License-Identifier: Apache-2.0
// When the unit gets a tile: handshake, beats of K, the load of a stationary operand.
#include "karat_tb/unit/adapter_text.hpp"

namespace karat::tb {
namespace {

/// `takes`: whether the unit takes a transfer that is offered in this cycle.
void write_takes(AdapterText& out) {
    const UnitInput& input = out.contract.input;
    switch (input.handshake) {
        case InputHandshake::none:
        case InputHandshake::valid:
            out.line("assign takes = " +
                     std::string(out.contract.output.enable.empty() ? "1'b1;" : "enable;"));
            break;
        case InputHandshake::valid_ready:
            out.pin(input.ready, "takes");
            break;
        case InputHandshake::start_busy:
            out.line("logic busy;");
            out.line("assign takes = !busy;");
            out.pin(input.ready, "busy");
            break;
        case InputHandshake::credit:
            out.line("logic credit;  // the unit returns one");
            out.helper("karat_credits", ".CREDITS(" + std::to_string(input.credits) + ")", "credits",
                       {{"spend_i", "send && takes"}, {"return_i", "credit"}, {"ready_o", "takes"}});
            out.pin(input.ready, "credit");
            break;
    }
    const bool only_if_taken =
        input.handshake == InputHandshake::start_busy || input.handshake == InputHandshake::credit;
    out.pin(input.valid, only_if_taken ? "send && takes" : "send");
}

void write_stationary(AdapterText& out) {
    const Stationary& kept = *out.contract.stationary;
    const std::string operand = out.offered(std::string(1, kept.operand));
    const std::string valid = out.staged ? "tile_valid" : "valid_i";
    out.heading("the operand that the unit keeps: loaded when it changes");
    std::string idle = "1'b1";
    if (out.contract.counts_before_loads()) {
        constexpr int most = 1024;
        const int tiles = out.contract.depth != 0 ? out.contract.depth : most;
        out.line("logic idle;  // no tile is in the unit");
        out.helper("karat_in_flight", ".MOST(" + std::to_string(tiles) + ")", "in_flight",
                   {{"issue_i", "issue"}, {"answer_i", "valid_o && ready_i"}, {"idle_o", "idle"}});
        idle = "idle";
    }
    std::string ready = "1'b1";
    if (!kept.ready.empty()) {
        out.line("logic load_ready;");
        out.pin(kept.ready, "load_ready");
        ready = "load_ready";
    } else if (!out.contract.output.enable.empty()) {
        ready = "enable";
    }
    std::string parameters = ".W($bits(" + operand + "))";
    if (kept.once) parameters += ", .ONCE(1'b1)";
    if (kept.drain) parameters += ", .DRAIN(1'b1)";
    out.helper("karat_stationary", parameters, "stationary",
               {{"valid_i", out.contract.flushes() ? "rst_ni && " + valid : valid},
                {"operand_i", operand},
                {"idle_i", idle},
                {"load_o", "load"},
                {"shown_o", "load_shown"},
                {"ready_i", ready},
                {"loaded_o", "loaded"},
                {"again_o", "load_again"}});
    out.pin(kept.valid, "load");
}

void write_k_beats(AdapterText& out, const std::string& tile) {
    const KBeats& beats = out.contract.k_beats;
    std::string parameters = ".BEATS(" + std::to_string(beats.beats) + ")";
    if (!beats.clear.empty()) parameters += ", .CLEAR(1'b1)";
    if (!beats.read.empty()) parameters += ", .READ(1'b1)";
    // without a valid of its own the unit cannot know of a gap
    if (beats.gapless || out.contract.input.valid.empty()) parameters += ", .GAPS(1'b0)";
    Names pins;
    for (const auto& [name, signal] : {std::pair{"valid_i", tile.c_str()},
                                       {"taken_i", "send && takes"},
                                       {"offer_o", "send"},
                                       {"beat_o", "beat"}})
        pins.emplace_back(name, signal);
    for (const auto& [name, port] : {std::pair{"first", &beats.first},
                                     {"last", &beats.last},
                                     {"clear", &beats.clear},
                                     {"read", &beats.read}}) {
        const std::string signal = (port->empty() ? "unused_" : "beat_") + std::string(name);
        out.line("logic " + signal + ";");
        pins.emplace_back(std::string(name) + "_o", signal);
        out.pin(*port, signal);
    }
    pins.emplace_back("started_o", "beats_started");
    pins.emplace_back("done_o", out.staged ? "tile_taken" : "issue");
    out.helper("karat_beats", parameters, "beats", pins);
    if (!out.staged) out.line("assign ready_o = issue;");
}

}  // namespace

void write_input(AdapterText& out) {
    const Contract& contract = out.contract;
    if (out.staged) out.clock = "operand_clock";
    if (contract.stationary) write_stationary(out);
    out.heading("a tile for the unit");
    std::string conditions = contract.flushes() ? "rst_ni && " : "";  // the unit may not be in reset
    if (contract.keeps_results() && !out.staged) conditions += "room && ";
    if (contract.stationary) conditions += "loaded && ";
    write_takes(out);
    const std::string tile = conditions + (out.staged ? "tile_valid" : "valid_i");
    const bool beats = contract.k_beats.beats > 1;
    if (beats) write_k_beats(out, tile);
    out.clock = "clk_i";
    if (beats) return;
    out.line("assign send = " + tile + ";");
    if (out.staged) return out.line("assign tile_taken = send && takes;");
    out.line("assign ready_o = " + conditions + "takes;");
    if (contract.counts_tiles()) out.line("assign issue = send && takes;");
}

}  // namespace karat::tb
