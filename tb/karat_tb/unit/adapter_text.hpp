// SPDX-License-Identifier: Apache-2.0
// The text of karat_adapter while it is being written.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "karat_tb/unit/contract.hpp"
#include "karat_tb/unit/port_shape.hpp"

namespace karat::tb {

class AdapterText {
   public:
    explicit AdapterText(const Contract& made_of) : contract(made_of) {}

    /// A line of the module's body.
    void line(const std::string& text = {}) { body += text.empty() ? "\n" : "  " + text + "\n"; }
    /// A heading above the lines that follow.
    void heading(const std::string& text) {
        line();
        line("// ---- " + text + " ----");
    }
    /// A pin of the unit.
    void pin(const std::string& port, const std::string& expression) {
        if (!port.empty()) pins.emplace_back(port, expression);
    }
    /// An instance of a module of tb/adapter. `parameters`: as in "#(.W(32))" without the braces; may be
    /// empty.
    void helper(const std::string& module, const std::string& parameters, const std::string& name,
                const Names& connections);

    /// The signal with the operand `key` of the tile that the unit is given, or with its "mode".
    [[nodiscard]] std::string offered(const std::string& key) const {
        return key + (staged ? "_held" : "_i");
    }

    const Contract& contract;
    std::string clock = "clk_i", reset = "rst_ni";  ///< of helpers
    bool staged = false;                            ///< the tile waits in karat_operand_stage
    std::string body;
    Names pins;
    std::set<std::string> helpers;
    std::vector<std::string> unused;  ///< inputs of the adapter that nothing reads
};

/// adapter_clocks.cpp: a clock of the unit as the signal `name`, and the cycle before its rising edge as
/// `sample`. Declares both.
void write_clock(AdapterText& out, const DividedClock& clock, const std::string& name,
                 const std::string& sample);
/// adapter_clocks.cpp: the operand clock, and the tile on it: `tile_valid` and what offered() names. Drives
/// karat's ready.
void write_operand_stage(AdapterText& out);
/// adapter_operands.cpp: the operands, arranged as the unit has them.
void write_operands(AdapterText& out);
/// adapter_input.cpp: when the unit gets a tile. Declares `room` and drives `issue`.
void write_input(AdapterText& out);
/// adapter_results.cpp: when the unit answers. Drives `room`.
void write_results(AdapterText& out);
/// adapter_result_ports.cpp: the declaration of the unit's result port, and its elements as `elements`.
void write_result_port(AdapterText& out);
/// adapter_result_ports.cpp: the unit's status flags as `flags`, in karat's order.
void write_flag_ports(AdapterText& out);
/// The same from signals status0, status1, ..., [m][n], one for each port.
void write_flags(AdapterText& out, const std::string& name);
/// The signals that nothing reads, if there are any.
void write_unused(AdapterText& out);

/// "[1:0][3:0][15:0]"
[[nodiscard]] std::string packed_ranges(int rows, int columns, int width);
/// The element (row, column) of the unit's port as an expression of the genvars named like the indices.
[[nodiscard]] std::string unit_element(const PortShape& shape);
/// The declaration of a signal for the unit's port: "logic [15:0] unit_a[2][4];"
[[nodiscard]] std::string unit_declaration(const PortShape& shape);
/// Writes two nested generate loops over the rows and columns of the unit's port around an assignment.
void write_loops(AdapterText& out, const PortShape& shape, const std::string& assignment);

}  // namespace karat::tb
