// SPDX-License-Identifier: Apache-2.0
// A lane as instances of cells and the wires between them, written stage by stage with the pipeline registers
// that these need.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace karat::tb {

using Wire = int;

/// Consecutive bits of a wire; or with `constant` a number, and no wire.
struct WirePart {
    Wire wire = 0;
    int low = 0;
    int width = 0;
    std::string constant{};
};

/// A concatenation, last part on top; parts that continue one another are written as one. Without parts
/// `text` stands for it, a constant of any width.
struct WireExpression {
    std::vector<WirePart> parts;
    std::string text;

    void append(const WireExpression& more) {
        parts.insert(parts.end(), more.parts.begin(), more.parts.end());
    }
    [[nodiscard]] int width() const;  ///< bits of its parts
};

/// An instance of a module, or with `assign` an expression in which %0, %1 ... stand for the inputs.
struct Cell {
    std::string module, name;
    std::vector<std::pair<std::string, std::string>> parameters;
    std::vector<std::pair<std::string, WireExpression>> inputs;
    std::vector<std::pair<std::string, Wire>> outputs;
    std::string assign;
    int delay = 1;       ///< in gates, roughly: where registers are placed
    bool early = false;  ///< reduces many bits to few: at once, before a register rather than after
    int node = -1;       ///< which headline it stands below
};

class Netlist {
   public:
    /// Part of a port of the lane, whose element `low`.. it is. Comes in the stage that first looks at it.
    [[nodiscard]] Wire input(const std::string& port, int low, int width);
    [[nodiscard]] Wire wire(const std::string& name, int width);
    /// The whole wire.
    [[nodiscard]] WireExpression all(Wire wire) const { return {{{wire, 0, width(wire)}}, {}}; }
    [[nodiscard]] int width(Wire wire) const { return wires_[static_cast<std::size_t>(wire)].width; }
    /// What follows is below this headline: lines without "// ".
    int headline(const std::vector<std::string>& lines);
    void add(Cell cell);

    /// Instances from input to result, at most; the largest number of stages.
    [[nodiscard]] int depth() const;
    /// Shares the cells out over `stages` stages, each with at least one of the longest path; 0: no
    /// registers. Precondition: <= depth().
    void place(int stages, Wire result);
    /// Stage in which an input is first looked at.
    [[nodiscard]] int arrival(Wire input) const { return wires_[static_cast<std::size_t>(input)].stage; }
    /// Declarations, instances, registers and the assignment of the port `d_o`.
    [[nodiscard]] std::string text() const;

   private:
    struct Node {
        std::string name;  ///< of an input: of the port
        int width = 0;
        int offset = 0;     ///< of an input: in its port
        int producer = -1;  ///< cell
        int stage = 0;      ///< made, or come, in
        int last = 0;       ///< last stage that looks at it
        bool is_input = false;
        std::vector<bool> seen;  ///< bits that are looked at in stage `last`
    };
    [[nodiscard]] const Node& node(Wire wire) const { return wires_[static_cast<std::size_t>(wire)]; }
    /// The cell that makes it; -1: a port or a constant.
    [[nodiscard]] int producer_of(const WirePart& part) const {
        return part.constant.empty() ? node(part.wire).producer : -1;
    }
    [[nodiscard]] std::string name_at(Wire wire, int stage) const;
    [[nodiscard]] std::string written(const WireExpression& expression, int stage) const;
    void write_cell(std::string& out, const Cell& cell, int stage) const;
    void write_registers(std::string& out, int stage) const;
    void write_unused(std::string& out) const;
    [[nodiscard]] std::vector<int> levels() const;
    /// Calls visit(part, stage) for each part of a wire that a cell reads.
    template <class Visit>
    void for_each_read(const Visit& visit) const;

    std::vector<Node> wires_;
    std::vector<Cell> cells_;
    std::vector<int> stage_of_;  ///< of each cell
    std::vector<std::vector<std::string>> headlines_;
    int stages_ = 0;
    Wire result_ = 0;
};

/// Divides levels with these delays into `stages` runs of at least one, the slowest as quick as can be.
/// Returns the run of each level.
[[nodiscard]] std::vector<int> divide_levels(const std::vector<int>& delays, int stages);

/// Breaks a list at 110 columns, with `indent` blanks before each line.
[[nodiscard]] std::string wrapped(const std::vector<std::string>& words, int indent,
                                  std::string_view separator = ", ");

}  // namespace karat::tb
