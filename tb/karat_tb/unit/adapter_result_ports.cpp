// SPDX-License-Identifier: Apache-2.0
// The unit's ports with a result, as karat has them.
#include <algorithm>
#include <array>

#include "karat_tb/unit/adapter_text.hpp"

namespace karat::tb {
namespace {

/// The elements of a port of the unit as the signal `name`, [m][n].
void write_elements(AdapterText& out, const PortShape& shape, const std::string& name,
                    const std::string& comment) {
    out.line("logic " + packed_ranges(shape.unit_rows(), shape.unit_columns(), shape.width) + " " + name +
             ";" + comment);
    if (shape.port->style == PortStyle::scalar) {
        for (int row = 0; row < shape.unit_rows(); ++row)
            for (int column = 0; column < shape.unit_columns(); ++column)
                out.pin(scalar_name(shape, row, column),
                        name + "[" + std::to_string(row) + "][" + std::to_string(column) + "]");
        return;
    }
    out.line(unit_declaration(shape));
    write_loops(out, shape, name + "[m][n] = " + unit_element(shape));
    out.pin(shape.port->port, "unit_" + shape.key);
}

/// For each of karat's flags the bit of the unit's, as in "status0[m][n][2]"; 1'b0 for a flag that the unit
/// lacks. The bits that are not compared are unused.
std::array<std::string, kFlagBits> places(AdapterText& out) {
    std::array<std::string, kFlagBits> at;
    at.fill("1'b0");
    const UnitFlags& flags = *out.contract.flags;
    for (std::size_t i = 0; i < flags.ports.size(); ++i) {
        const std::string name = "status" + std::to_string(i);
        const auto& bits = flags.ports[i].bits;
        for (std::size_t bit = 0; bit < bits.size(); ++bit) {
            if (bits[bit])
                at[static_cast<std::size_t>(*bits[bit])] = name + "[m][n][" + std::to_string(bit) + "]";
        }
        if (std::ranges::any_of(bits, [](const auto& bit) { return !bit; })) out.unused.push_back(name);
    }
    return at;
}

}  // namespace

void write_result_port(AdapterText& out) {
    out.heading("the results");
    write_elements(out, result_shape(out.contract), "elements", "  // in one transfer, [m][n]");
}

void write_flag_ports(AdapterText& out) {
    for (std::size_t i = 0; i < out.contract.flags->ports.size(); ++i)
        write_elements(out, flags_shape(out.contract, i), "status" + std::to_string(i), "");
    write_flags(out, "flags");
}

void write_flags(AdapterText& out, const std::string& name) {
    PortShape flags = flags_shape(out.contract, 0);
    flags.key = "flags";
    flags.width = kFlagBits;
    const auto at = places(out);
    out.line("logic " + packed_ranges(flags.rows, flags.columns, flags.width) + " " + name +
             ";  // invalid, overflow, underflow, inexact");
    write_loops(out, flags, name + "[m][n] = {" + at[3] + ", " + at[2] + ", " + at[1] + ", " + at[0] + "}");
}

void write_unused(AdapterText& out) {
    if (out.unused.empty()) return;
    std::string list;
    for (const std::string& name : out.unused) list += ", " + name;
    out.line();
    out.line("logic unused;  // nothing reads these");
    out.line("assign unused = &{1'b0" + list + "};");
}

}  // namespace karat::tb
