// SPDX-License-Identifier: Apache-2.0
// Further clocks of the unit.
#include "karat_tb/unit/adapter_text.hpp"

namespace karat::tb {

void write_clock(AdapterText& out, const DividedClock& clock, const std::string& name,
                 const std::string& sample) {
    out.line("logic " + name + ", " + sample + ";");
    out.line("karat_divided_clock #(.DIVIDE(" + std::to_string(clock.divide) + ")) " + name + "_of_unit (");
    out.line("    .clk_i, .clk_o(" + name + "), .sample_o(" + sample + ")");
    out.line(");");
    out.helpers.insert("karat_divided_clock");
    out.pin(clock.port, name);
    if (clock.reset.empty()) return;
    out.line("logic " + name + "_rst_n;");
    out.line("karat_domain_reset reset_of_" + name + " (");
    out.line("    .clk_i(" + name + "), .rst_ni, .rst_no(" + name + "_rst_n)");
    out.line(");");
    out.helpers.insert("karat_domain_reset");
    out.pin(clock.reset, (clock.reset_high ? "!" : "") + name + "_rst_n");
}

void write_operand_stage(AdapterText& out) {
    const Contract& contract = out.contract;
    out.heading("the tile on the operand clock");
    write_clock(out, *contract.operand_clock, "operand_clock", "unused_sample");
    std::string given;
    std::string held;
    const auto add = [&](const std::string& from, const std::string& to) {
        given += (given.empty() ? "" : ", ") + from;
        held += (held.empty() ? "" : ", ") + to;
    };
    out.staged = true;
    for (const PortShape& shape : operand_shapes(contract)) {
        if (shape.port == nullptr) continue;
        const std::string to = out.offered(shape.key);
        out.line("logic " + packed_ranges(shape.rows, shape.columns, shape.width) + " " + to + ";");
        add(shape.key + "_i", to);
    }
    for (const auto& [from, to, bits] :
         {std::tuple{"mode_i", "mode_held", contract.mode ? contract.mode->bits : 0},
          {"tag", "tag_held", contract.tag ? contract.tag->bits : 0}}) {
        if (bits == 0) continue;
        out.line("logic [" + std::to_string(bits - 1) + ":0] " + to + ";");
        add(from, to);
    }
    out.line("logic tile_valid, tile_taken;");
    out.helper("karat_operand_stage", ".W($bits({" + given + "}))", "operand_stage",
               {{"operand_clk_i", "operand_clock"},
                {"valid_i", contract.keeps_results() ? "room && valid_i" : "valid_i"},
                {"ready_o", "ready_o"},
                {"data_i", "{" + given + "}"},
                {"valid_o", "tile_valid"},
                {"taken_i", "tile_taken"},
                {"data_o", "{" + held + "}"}});
    if (contract.keeps_results()) out.line("assign issue = ready_o;");
}

}  // namespace karat::tb
