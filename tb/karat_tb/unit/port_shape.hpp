// SPDX-License-Identifier: Apache-2.0
// The size of the unit's operand ports.
#pragma once
#include <string>
#include <vector>

#include "karat_tb/unit/contract.hpp"

namespace karat::tb {

/// An operand or the result: karat's port and what the unit's port has of it in one transfer.
struct PortShape {
    std::string key;                      ///< "a", "scale_b", "d": as in the contract
    const OperandPort* port;              ///< null: the unit has none
    char row, column;                     ///< the names of the indices, slowest first: m, k
    int rows, columns;                    ///< of karat's port
    int width;                            ///< bits of an element
    int row_beats = 1, column_beats = 1;  ///< transfers among which the index is divided

    [[nodiscard]] int unit_rows() const { return rows / row_beats; }
    [[nodiscard]] int unit_columns() const { return columns / column_beats; }
};

/// a, b, c, and scale_a, scale_b, metadata where the specification has them.
[[nodiscard]] std::vector<PortShape> operand_shapes(const Contract& contract);
[[nodiscard]] PortShape result_shape(const Contract& contract);

/// A port with status flags; an element is as wide as the port has bits for a lane.
[[nodiscard]] PortShape flags_shape(const Contract& contract, std::size_t port);

/// A scalar's port name with its indices filled in.
[[nodiscard]] std::string scalar_name(const PortShape& shape, int row, int column);

}  // namespace karat::tb
