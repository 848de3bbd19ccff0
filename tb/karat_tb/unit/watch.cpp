// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/unit/watch.hpp"

#include "karat/error.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat_tb/unit/adapter.hpp"
#include "karat_tb/unit/adapter_text.hpp"
#include "karat_tb/unit/uvm_text.hpp"

namespace karat::tb {
namespace {

/// Two modules: the outer one has the unit's port names, the inner one does the work, with names of its own
/// that no port of the unit can collide with.
class WatchText {
   public:
    explicit WatchText(const Contract& contract) : inner(contract) {}

    /// A port of the unit, as the input `unit_KEY` of the inner module. `ranges`: as in "[3:0] ".
    void port(const std::string& name, const std::string& key, const std::string& ranges = {}) {
        add("logic " + ranges + name, "logic " + ranges + "unit_" + key, key, name);
    }
    void element_ports(const PortShape& shape) {
        std::string declaration = unit_declaration(shape);
        declaration.pop_back();  // the semicolon
        if (shape.port->style == PortStyle::scalar) return scalars(shape, declaration);
        const std::string name = "unit_" + shape.key;
        std::string outside = declaration;
        outside.replace(outside.find(name), name.size(), shape.port->port);
        add(outside, declaration, shape.key, shape.port->port);
    }

    AdapterText inner;
    std::string outer_ports, inner_ports, connections;

   private:
    static void append(std::string& list, const std::string& text) {
        list += (list.empty() ? "    " : ",\n    ") + text;
    }
    void add(const std::string& outside, const std::string& inside, const std::string& key,
             const std::string& expression) {
        append(outer_ports, "input " + outside);
        append(inner_ports, "input " + inside);
        append(connections, ".unit_" + key + "(" + expression + ")");
    }
    /// A port for each element outside, a packed array inside.
    void scalars(const PortShape& shape, const std::string& declaration) {
        std::string list;
        for (int row = 0; row < shape.unit_rows(); ++row) {
            for (int column = 0; column < shape.unit_columns(); ++column) {
                const std::string name = scalar_name(shape, row, column);
                append(outer_ports, "input logic [" + std::to_string(shape.width - 1) + ":0] " + name);
                list = name + (list.empty() ? "" : ", ") + list;
            }
        }
        append(inner_ports, "input " + declaration);
        append(connections, ".unit_" + shape.key + "({" + list + "})");
    }
};

void require_watchable(const Contract& contract, Watcher watcher) {
    const auto refuse = [&](const std::string& key, const std::string& why) {
        throw Error(contract.path + ": " + key + ": " + why);
    };
    const std::string parts = "a watch sees a tile in one transfer only; use the adapter without --watch";
    if (contract.k_beats.beats > 1) refuse("k_beats", parts);
    if (contract.output.beats > 1) refuse("output.beats", parts);
    if (contract.tag) refuse("tag", "a watch needs answers in order; use the adapter without --watch");
    for (const auto& [key, clock] :
         {std::pair{"operand_clock", &contract.operand_clock}, {"result_clock", &contract.result_clock}}) {
        if (*clock) refuse(key, "a watch has one clock; use the adapter without --watch");
    }
    if (contract.input.handshake == InputHandshake::none && watcher == Watcher::uvm)
        refuse("input.handshake",
               "with none every cycle would be a request of the agent; use --watch checker");
}

void write_ports(WatchText& out) {
    const Contract& contract = out.inner.contract;
    const auto port = [&](const std::string& name, const std::string& key) {
        if (!name.empty()) out.port(name, key);
    };
    port(contract.clock, "clock");
    port(contract.reset, "reset");
    if (contract.flush) port(contract.flush->port, "flush");
    port(contract.input.valid, "request");
    if (contract.input.handshake != InputHandshake::credit) port(contract.input.ready, "accept");
    port(contract.output.valid, "answer");
    port(contract.output.ready, "taken");
    port(contract.output.enable, "enable");
    if (contract.stationary) {
        port(contract.stationary->valid, "load");
        port(contract.stationary->ready, "loaded");
    }
    for (std::size_t i = 0; contract.mode && i < contract.mode->ports.size(); ++i) {
        const auto& [name, bits] = contract.mode->ports[i];
        out.port(name, "mode" + std::to_string(i), "[" + std::to_string(bits - 1) + ":0] ");
    }
}

/// Clock and reset. The unit drops its tiles if the flush is active at a clock edge, whatever it is between
/// the edges: no handshake counts then (`flush`), and karat_checker is reset after the edge.
void write_clock_and_reset(AdapterText& out, Watcher watcher) {
    const Contract& contract = out.contract;
    out.line(std::string("assign clk_i = ") + (contract.falling ? "!unit_clock;" : "unit_clock;"));
    std::string runs = contract.reset_high ? "!unit_reset" : "unit_reset";
    if (contract.reset.empty()) {
        out.line("logic started = 1'b0;  // the unit has no reset: the watch starts after the first edge");
        out.line("always_ff @(posedge clk_i) started <= 1'b1;");
        runs = "started";
    }
    if (contract.flush)
        out.line(std::string("assign flush = ") + (contract.flush->high ? "unit_flush;" : "!unit_flush;"));
    if (contract.flush && watcher == Watcher::checker) {
        out.line("logic flushed;");
        out.line("karat_flushed flushed_of_unit (.clk_i, .flush_i(flush), .flushed_o(flushed));");
        out.helpers.insert("karat_flushed");
        runs += " && !flushed";
    }
    out.line("assign rst_ni = " + runs + ";");
}

void write_handshakes(AdapterText& out, Watcher watcher) {
    const Contract& contract = out.contract;
    const bool enabled = !contract.output.enable.empty();
    const bool latency = contract.output.handshake == OutputHandshake::latency;
    out.line("logic clk_i, rst_ni, valid_i, ready_o, valid_o, ready_i;");
    if (contract.flush) out.line("logic flush;");
    write_clock_and_reset(out, watcher);
    const std::string unless_flushed = contract.flush ? " && !flush;" : ";";
    const bool always = contract.input.handshake == InputHandshake::none;
    out.line(std::string("assign valid_i = ") + (always ? "1'b1" : "unit_request") + unless_flushed);
    std::string accept = enabled ? "unit_enable" : "1'b1";
    if (contract.input.handshake == InputHandshake::valid_ready) accept = "unit_accept";
    if (contract.input.handshake == InputHandshake::start_busy) accept = "!unit_accept";
    out.line("assign ready_o = " + accept + ";");
    if (latency) {
        out.line("logic done;");
        if (contract.flush) out.reset = "rst_ni && !flush";  // it is synchronous
        out.helper("karat_latency", ".CYCLES(" + std::to_string(contract.output.cycles) + ")", "latency",
                   {{"enable_i", enabled ? "unit_enable" : "1'b1"},
                    {"start_i", "valid_i && ready_o"},
                    {"done_o", "done"}});
    }
    out.line(std::string("assign valid_o = ") + (latency ? "done" : "unit_answer") + unless_flushed);
    std::string taken = enabled ? "unit_enable" : "1'b1";
    if (!contract.output.ready.empty()) taken = "unit_taken";
    out.line("assign ready_i = " + taken + ";");
}

/// When the unit takes an operand that it keeps.
std::string load_condition(const Contract& contract) {
    std::string out = "unit_load";
    if (!contract.stationary->ready.empty()) out += " && unit_loaded";
    if (!contract.output.enable.empty()) out += " && unit_enable";
    return out;
}

/// An operand or the result as karat's `key_i` or `d_o`.
void write_elements_of(WatchText& out, const PortShape& shape) {
    AdapterText& inner = out.inner;
    const std::string name = shape.key + (shape.key == "d" ? "_o" : "_i");
    const std::string type = "logic " + packed_ranges(shape.rows, shape.columns, shape.width) + " ";
    inner.line(type + name + ";");
    if (shape.port == nullptr) {
        inner.line("assign " + name + " = '0;");
        return;
    }
    out.element_ports(shape);
    const auto& kept = inner.contract.stationary;
    const bool stays = kept && shape.key == std::string(1, kept->operand);
    const std::string shown = stays ? shape.key + "_shown" : name;
    if (stays) inner.line(type + shown + ";");
    write_loops(inner, shape, shown + "[" + shape.row + "][" + shape.column + "] = " + unit_element(shape));
    if (stays)
        inner.line("always_ff @(posedge clk_i) if (" + load_condition(inner.contract) + ") " + name +
                   " <= " + shown + ";");
}

/// The status flags as karat's `flags_o`.
void write_flags_of(WatchText& out) {
    AdapterText& inner = out.inner;
    for (std::size_t i = 0; i < inner.contract.flags->ports.size(); ++i) {
        const PortShape shape = flags_shape(inner.contract, i);
        const std::string name = "status" + std::to_string(i);
        inner.line("logic " + packed_ranges(shape.rows, shape.columns, shape.width) + " " + name + ";");
        out.element_ports(shape);
        write_loops(inner, shape, name + "[m][n] = " + unit_element(shape));
    }
    write_flags(inner, "flags_o");
}

void write_watcher(AdapterText& out, Watcher watcher) {
    const Contract& contract = out.contract;
    const std::string shape = port_parameters(contract);
    const TileShape tile(contract.spec, static_cast<std::size_t>(contract.m),
                         static_cast<std::size_t>(contract.n));
    out.line();
    if (contract.mode) {
        out.line("logic [" + std::to_string(contract.mode->bits - 1) + ":0] mode_i;");
        std::string parts;
        for (std::size_t i = 0; i < contract.mode->ports.size(); ++i)
            parts = "unit_mode" + std::to_string(i) + (parts.empty() ? "" : ", ") + parts;
        out.line("assign mode_i = {" + parts + "};");
    }
    if (watcher == Watcher::checker) {
        out.line(checker_instance(contract));
        return;
    }
    out.line("karat_tile_if #(");
    out.line("    " + shape);
    out.line(") ports (.clk_i, .rst_ni);");
    for (const std::string name : {"valid_i", "ready_o", "a_i", "b_i", "c_i", "valid_o", "ready_i", "d_o"})
        out.line("assign ports." + name + " = " + name + ";");
    out.line(std::string("assign ports.flush_i = ") + (contract.flush ? "flush;" : "1'b0;"));
    out.line(std::string("assign ports.mode_i = ") + (contract.mode ? "32'(mode_i);" : "'0;"));
    out.line("assign ports.flags_o = " +
             (contract.flags
                  ? std::to_string(contract.m * contract.n * static_cast<int>(kFlagBits)) + "'(flags_o);"
                  : std::string("'0;")));
    for (const auto& [name, present] : {std::pair{"scale_a_i", tile.scales != 0},
                                        {"scale_b_i", tile.scales != 0},
                                        {"metadata_i", tile.groups != 0}})
        out.line(std::string("assign ports.") + name + " = " + (present ? name : "'0") + ";");
    out.line("typedef karat_uvm_pkg::karat_tile_port#(");
    out.line("    " + shape);
    out.line(") port_t;");
    out.line("initial port_t::publish_watch(ports, $sformatf(\"%m\"), karat_uvm_pkg::karat_unit::make(");
    out.line("    " + sv_literal(to_json_text(contract.spec)) + ",");
    out.line("    " + sv_literal(uvm_modes(contract)) + ", " + sv_literal(uvm_flags(contract)) +
             (contract.mode ? ", 1'b1" : ", 1'b0") + (contract.c ? "));" : ", 1'b0));"));
}

}  // namespace

Adapter make_watch(const Contract& contract, Watcher watcher, const std::string& name) {
    require_watchable(contract, watcher);
    WatchText out(contract);
    write_ports(out);
    write_handshakes(out.inner, watcher);
    for (const PortShape& shape : operand_shapes(contract)) write_elements_of(out, shape);
    write_elements_of(out, result_shape(contract));
    if (contract.flags) write_flags_of(out);
    write_watcher(out.inner, watcher);
    write_unused(out.inner);
    std::string text = "// Generated by karat adapter --watch: the ports of " + contract.top +
                       " as karat's, in each of its instances.\nmodule " + name + "_body (\n" +
                       out.inner_ports + "\n);\n" + out.inner.body + "endmodule\n\nmodule " + name + " (\n" +
                       out.outer_ports + "\n);\n  " + name + "_body body (\n" + out.connections +
                       "\n  );\nendmodule\n\nbind " + contract.top + " " + name + " " + name + "_i (.*);\n";
    return {std::move(text), {out.inner.helpers.begin(), out.inner.helpers.end()}};
}

}  // namespace karat::tb
