// SPDX-License-Identifier: Apache-2.0
// The generic gates in which costs are counted, and their areas. This is the only such table.
#pragma once
#include <array>
#include <string>
#include <string_view>

namespace karat::tb {

/// A gate and its area in two-input NANDs: the transistors of its static CMOS form, divided by four.
struct Gate {
    std::string_view name;
    double area;
    std::string_view function;  ///< function of the inputs a, b, c, s in genlib syntax
};

inline constexpr std::array kGates{
    Gate{"zero", 0, "CONST0"},
    Gate{"one", 0, "CONST1"},
    Gate{"wire", 0, "a"},  // an output connected to an input
    Gate{"inv", 0.5, "!a"},
    Gate{"nand2", 1, "!(a*b)"},
    Gate{"nor2", 1, "!(a+b)"},
    Gate{"and2", 1.5, "a*b"},
    Gate{"or2", 1.5, "a+b"},
    Gate{"nand3", 1.5, "!(a*b*c)"},
    Gate{"nor3", 1.5, "!(a+b+c)"},
    Gate{"aoi21", 1.5, "!(a*b+c)"},
    Gate{"oai21", 1.5, "!((a+b)*c)"},
    Gate{"aoi22", 2, "!(a*b+c*d)"},
    Gate{"oai22", 2, "!((a+b)*(c+d))"},
    Gate{"xor2", 2.5, "a*!b+!a*b"},
    Gate{"xnor2", 2.5, "a*b+!a*!b"},
    Gate{"mux2", 2.5, "s*b+!s*a"},
};

/// Area of a rising-edge D flip-flop. Enables and resets are separate gates in front of it.
inline constexpr double kFlipFlopArea = 6;

/// The table as a genlib library for abc. Each gate except the wire has a delay of 1.
[[nodiscard]] std::string genlib();

}  // namespace karat::tb
