// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/unit/adapter_text.hpp"

namespace karat::tb {
namespace {

std::string index_text(char index) { return {index}; }

std::string range(int size, bool descending) {
    return descending ? "[" + std::to_string(size - 1) + ":0]" : "[" + std::to_string(size) + "]";
}

bool rows_first(const PortShape& shape) { return shape.port->order[0] == shape.row; }

/// "k * 2 + n": the number of an element, the last index fastest.
std::string flat_index(const PortShape& shape) {
    const bool rows = rows_first(shape);
    const char slow = rows ? shape.row : shape.column;
    const char fast = rows ? shape.column : shape.row;
    const int count = rows ? shape.unit_columns() : shape.unit_rows();
    return index_text(slow) + " * " + std::to_string(count) + " + " + index_text(fast);
}

/// An element of karat's operand in this transfer: "a_i[m][k]", "a_beats[m][beat][k]".
std::string source(const PortShape& shape, const std::string& name, const std::string& row,
                   const std::string& column) {
    const std::string beat = shape.column_beats > 1 ? "[beat]" : "";
    return name + "[" + row + "]" + beat + "[" + column + "]";
}

/// The signal that the elements are taken from. Declares it if it is not karat's port.
std::string write_source(AdapterText& out, const PortShape& shape) {
    const auto& stationary = out.contract.stationary;
    if (stationary && shape.key == std::string(1, stationary->operand)) {
        const std::string shown = shape.key + "_shown";
        out.line("// inverted except during its load, so that a unit which does not keep it is caught");
        out.line("logic " + packed_ranges(shape.rows, shape.columns, shape.width) + " " + shown + ";");
        const std::string offered = out.offered(shape.key);
        out.line("assign " + shown + " = load_shown ? " + offered + " : ~" + offered + ";");
        return shown;
    }
    if (shape.column_beats == 1) return out.offered(shape.key);
    const std::string name = shape.key + "_beats";
    out.line("logic [" + std::to_string(shape.rows - 1) + ":0]" +
             packed_ranges(shape.column_beats, shape.unit_columns(), shape.width) + " " + name + ";");
    out.line("assign " + name + " = " + out.offered(shape.key) + ";");
    return name;
}

}  // namespace

std::string packed_ranges(int rows, int columns, int width) {
    const auto one = [](int size) { return "[" + std::to_string(size - 1) + ":0]"; };
    return one(rows) + one(columns) + one(width);
}

std::string unit_declaration(const PortShape& shape) {
    const std::string name = "unit_" + shape.key;
    const int slow = rows_first(shape) ? shape.unit_rows() : shape.unit_columns();
    const int fast = rows_first(shape) ? shape.unit_columns() : shape.unit_rows();
    const std::string element = "[" + std::to_string(shape.width - 1) + ":0]";
    switch (shape.port->style) {
        case PortStyle::unpacked:
            return "logic " + element + " " + name + range(slow, shape.port->descending) +
                   range(fast, shape.port->descending) + ";";
        case PortStyle::flat:
            return "logic [" + std::to_string(slow * fast * shape.width - 1) + ":0] " + name + ";";
        case PortStyle::packed:
        case PortStyle::scalar:
            break;
    }
    return "logic " + packed_ranges(slow, fast, shape.width) + " " + name + ";";
}

std::string unit_element(const PortShape& shape) {
    const std::string name = "unit_" + shape.key;
    const int count = shape.unit_rows() * shape.unit_columns();
    if (shape.port->style == PortStyle::flat) {
        const std::string at = shape.port->msb_first
                                   ? std::to_string(count - 1) + " - (" + flat_index(shape) + ")"
                                   : flat_index(shape);
        return name + "[(" + at + ") * " + std::to_string(shape.width) +
               " +: " + std::to_string(shape.width) + "]";
    }
    const auto index = [&](char letter, int size) {
        const std::string last = std::to_string(size - 1);
        return shape.port->msb_first ? "[" + last + " - " + letter + "]" : "[" + index_text(letter) + "]";
    };
    const std::string row = index(shape.row, shape.unit_rows());
    const std::string column = index(shape.column, shape.unit_columns());
    return name + (rows_first(shape) ? row + column : column + row);
}

void write_loops(AdapterText& out, const PortShape& shape, const std::string& assignment) {
    const auto loop = [](char index, int size) {
        const std::string name(1, index);
        return "for (genvar " + name + " = 0; " + name + " < " + std::to_string(size) + "; " + name + "++) ";
    };
    out.line(loop(shape.row, shape.unit_rows()) + "begin : gen_" + shape.key);
    out.line("  " + loop(shape.column, shape.unit_columns()) + "assign " + assignment + ";");
    out.line("end");
}

void write_operands(AdapterText& out) {
    out.heading("the operands, as the unit has them");
    for (const PortShape& shape : operand_shapes(out.contract)) {
        if (shape.port == nullptr) {
            out.unused.push_back(shape.key + "_i");
            continue;
        }
        const std::string name = write_source(out, shape);
        if (shape.port->style == PortStyle::scalar) {
            for (int row = 0; row < shape.unit_rows(); ++row)
                for (int column = 0; column < shape.unit_columns(); ++column)
                    out.pin(scalar_name(shape, row, column),
                            source(shape, name, std::to_string(row), std::to_string(column)));
            continue;
        }
        out.line(unit_declaration(shape));
        write_loops(out, shape,
                    unit_element(shape) + " = " +
                        source(shape, name, index_text(shape.row), index_text(shape.column)));
        out.pin(shape.port->port, "unit_" + shape.key);
    }
}

}  // namespace karat::tb
