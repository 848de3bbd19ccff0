// SPDX-License-Identifier: Apache-2.0
// When the unit answers, and what becomes of the answer: collected from its beats, kept, put in order.
#include "karat_tb/unit/adapter_text.hpp"

namespace karat::tb {
namespace {

/// The answers on their way to karat's port: one stage's outputs are the next one's inputs.
struct Flow {
    std::string valid, ready, data, flags;
};

/// The valid of the unit and its results, in the same cycle. A failed check tries other cycles.
Flow write_offset(AdapterText& out, const Flow& in) {
    const Contract& contract = out.contract;
    Flow next{"answered", in.ready, "results_then", contract.flags ? "flags_then" : ""};
    out.line("logic " + next.valid + ";");
    out.line("logic [$bits(" + in.data + ")-1:0] " + next.data + ";");
    if (contract.flags) out.line("logic [$bits(" + in.flags + ")-1:0] " + next.flags + ";");
    const auto both = [&](const Flow& flow) {
        return contract.flags ? "{" + flow.flags + ", " + flow.data + "}" : flow.data;
    };
    out.helper("karat_result_offset", ".W($bits(" + both(in) + "))", "offset",
               {{"enable_i", contract.result_clock             ? "sample"
                             : !contract.output.enable.empty() ? "enable"
                                                               : "1'b1"},
                {"valid_i", in.valid},
                {"data_i", both(in)},
                {"valid_o", next.valid},
                {"data_o", both(next)}});
    return next;
}

std::string write_source(AdapterText& out) {
    const UnitOutput& output = out.contract.output;
    if (output.handshake == OutputHandshake::latency) {
        const std::string enable = output.enable.empty() ? "1'b1" : "enable";
        out.line("logic done;");
        out.helper("karat_latency", ".CYCLES(" + std::to_string(output.cycles) + ")", "latency",
                   {{"enable_i", enable}, {"start_i", "issue"}, {"done_o", "done"}});
        return "done";
    }
    out.line("logic unit_valid;");
    out.pin(output.valid, "unit_valid");
    if (!out.contract.result_clock) return "unit_valid";
    write_clock(out, *out.contract.result_clock, "result_clock", "sample");
    return "unit_valid && sample";
}

/// A stage between the unit and the store. Declares the wires on its far side.
Flow write_stage(AdapterText& out, const Flow& in, const std::string& name, const std::string& module,
                 const std::string& parameters, bool with_data) {
    Flow next{name + "_valid", name + "_ready", in.data, in.flags};
    out.line("logic " + next.valid + ", " + next.ready + ";");
    Names pins{
        {"valid_i", in.valid}, {"ready_o", in.ready}, {"valid_o", next.valid}, {"ready_i", next.ready}};
    if (with_data) {
        next.data = name;
        pins.insert(pins.begin() + 2, {{"data_i", in.data}, {"data_o", next.data}});
    }
    out.helper(module, parameters, name + "_of_unit", pins);
    return next;
}

void write_store(AdapterText& out, const Flow& from) {
    const Contract& contract = out.contract;
    Names pins{{"issue_i", "issue"}, {"room_o", "room"}};
    std::string parameters = contract.flags ? ".W($bits(d_o) + $bits(flags_o))" : ".W($bits(d_o))";
    std::string module = "karat_result_fifo";
    if (contract.tag) {
        module = "karat_reorder";
        const std::string bits = std::to_string(contract.tag->bits);
        parameters += ", .TAG(" + bits + ")";
        pins.emplace_back("tag_o", "tag");
        out.pin(contract.tag->in, contract.operand_clock ? "tag_held" : "tag");
        out.pin(contract.tag->out, "answered_tag");
    }
    parameters += ", .DEPTH(" + std::to_string(contract.depth) + ")";
    pins.emplace_back("push_i", from.valid);
    if (contract.tag) pins.emplace_back("tag_i", "answered_tag");
    pins.insert(pins.end(),
                {{"data_i", contract.flags ? "{" + from.flags + ", " + from.data + "}" : from.data},
                 {"valid_o", "valid_o"},
                 {"ready_i", "ready_i"},
                 {"data_o", contract.flags ? "{flags_o, d_o}" : "d_o"}});
    out.helper(module, parameters, "results", pins);
}

/// The last answer or the collected one, with its elements in karat's order as the signal `answer`.
Flow write_answer(AdapterText& out, Flow flow) {
    const Contract& contract = out.contract;
    const PortShape shape = result_shape(contract);
    const std::string beats = std::to_string(contract.output.beats);
    out.line("logic " + packed_ranges(shape.rows, shape.columns, shape.width) + " answer;");
    if (contract.k_beats.answers_each)
        flow = write_stage(out, flow, "last", "karat_last_answer",
                           ".BEATS(" + std::to_string(contract.k_beats.beats) + ")", false);
    if (contract.output.beats == 1) {
        out.line("assign answer = " + flow.data + ";");
        return {flow.valid, flow.ready, "answer", flow.flags};
    }
    out.line("logic [" + std::to_string(contract.output.beats - 1) + ":0]" +
             packed_ranges(shape.unit_rows(), shape.unit_columns(), shape.width) + " collected;");
    flow = write_stage(out, flow, "collected", "karat_result_beats",
                       ".W($bits(" + flow.data + ")), .BEATS(" + beats + ")", true);
    const bool by_rows = contract.output.by == 'm';
    const std::string size = std::to_string(by_rows ? shape.unit_rows() : shape.unit_columns());
    out.line("for (genvar beat_of = 0; beat_of < " + beats + "; beat_of++) begin : gen_collected");
    const std::string part = "beat_of * " + size + " + ";
    PortShape one = shape;
    one.key = "part";
    AdapterText inner(contract);
    write_loops(inner, one,
                "answer[" + std::string(by_rows ? part : "") + "m][" + (by_rows ? "" : part) +
                    "n] = collected[beat_of][m][n]");
    std::string text = inner.body;
    for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
        out.body += "  " + text.substr(at, text.find('\n', at) - at) + "\n";
    }
    out.line("end");
    return {flow.valid, flow.ready, "answer", flow.flags};
}

}  // namespace

void write_results(AdapterText& out) {
    const Contract& contract = out.contract;
    write_result_port(out);
    if (contract.flags) write_flag_ports(out);
    const std::string valid = write_source(out);
    const bool stalls = !contract.keeps_results();
    const bool staged = contract.k_beats.answers_each || contract.output.beats > 1;
    const bool enabled = !contract.output.enable.empty();
    const bool has_ready = contract.output.handshake == OutputHandshake::valid_ready || enabled;
    const std::string ready = has_ready ? "unit_taken" : "unused_ready";
    if (has_ready || staged) out.line("logic " + ready + ";");
    Flow flow{valid, ready, "elements", "flags"};
    if (contract.output.handshake == OutputHandshake::valid && !contract.tag) flow = write_offset(out, flow);
    const Flow last = write_answer(out, flow);
    const std::string taken = stalls ? "ready_i" : "1'b1";
    if (has_ready || staged) out.line("assign " + last.ready + " = " + taken + ";");
    out.pin(contract.output.ready, "unit_taken");
    if (stalls) {
        out.line("assign valid_o = " + last.valid + ";");
        out.line("assign d_o = answer;");
        if (contract.flags) out.line("assign flags_o = flags;");
        if (enabled) out.line("assign enable = !" + flow.valid + " || unit_taken;");
        out.pin(contract.output.enable, "enable");
    } else {
        write_store(out, last);
    }
}

}  // namespace karat::tb
