// SPDX-License-Identifier: Apache-2.0
// A lane as instances of cells and the wires between them. It is written stage by stage, with the pipeline
// registers between the stages.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace karat::tb {

using Wire = int;

/// Consecutive bits of a wire; or, if `constant` is not empty, a constant instead of a wire.
struct WirePart {
    Wire wire = 0;
    int low = 0;
    int width = 0;
    std::string constant{};
};

/// A concatenation of parts, the last part most significant. Adjacent parts of one wire are written as a
/// single range. Without parts, the expression is `text`, a constant of any width.
struct WireExpression {
    std::vector<WirePart> parts;
    std::string text;

    void append(const WireExpression& more) {
        parts.insert(parts.end(), more.parts.begin(), more.parts.end());
    }
    [[nodiscard]] int width() const;  ///< sum of the parts' widths
};

/// An instance of a module; or, without a module, the assignment of the expression `assign`, in which %0, %1
/// ... stand for the inputs.
struct Cell {
    std::string module, name;
    std::vector<std::pair<std::string, std::string>> parameters;
    std::vector<std::pair<std::string, WireExpression>> inputs;
    std::vector<std::pair<std::string, Wire>> outputs;
    std::string assign;
    int delay = 1;       ///< approximate, in gates; decides where registers are placed
    bool early = false;  ///< reduces many bits to few: placed before a register rather than after it
    int node = -1;       ///< index of its headline
};

class Netlist {
   public:
    /// Bits [low+width-1 : low] of an input port of the lane. They arrive in the first stage that reads them.
    [[nodiscard]] Wire input(const std::string& port, int low, int width);
    [[nodiscard]] Wire wire(const std::string& name, int width);
    /// The whole wire.
    [[nodiscard]] WireExpression all(Wire wire) const { return {{{wire, 0, width(wire)}}, {}}; }
    [[nodiscard]] int width(Wire wire) const { return wires_[static_cast<std::size_t>(wire)].width; }
    /// Starts a headline, lines without "// "; cells added later are written below it. Returns its index.
    int headline(const std::vector<std::string>& lines);
    void add(Cell cell);

    /// Number of cells on the longest path from input to result. This is also the largest number of stages.
    [[nodiscard]] int depth() const;
    /// Distributes the cells over `stages` stages, each with at least one cell of the longest path. 0: no
    /// registers. Precondition: stages <= depth().
    void place(int stages, Wire result);
    /// The first stage that reads an input.
    [[nodiscard]] int arrival(Wire input) const { return wires_[static_cast<std::size_t>(input)].stage; }
    /// The text of the module's body: declarations, instances, registers and the assignment of the port
    /// `d_o`.
    [[nodiscard]] std::string text() const;

   private:
    struct Node {
        std::string name;  ///< of an input: the name of its port
        int width = 0;
        int offset = 0;     ///< of an input: its low bit in the port
        int producer = -1;  ///< index of the cell that drives it; -1: none
        int stage = 0;      ///< stage in which it is computed or arrives
        int last = 0;       ///< last stage that reads it
        bool is_input = false;
        std::vector<bool> seen;  ///< bits that are read in stage `last`
    };
    [[nodiscard]] const Node& node(Wire wire) const { return wires_[static_cast<std::size_t>(wire)]; }
    /// The cell that drives the part; -1: a port or a constant.
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

/// Divides consecutive levels with these delays into `stages` runs of at least one level each, and minimises
/// the delay of the slowest run. Returns the run of each level.
[[nodiscard]] std::vector<int> divide_levels(const std::vector<int>& delays, int stages);

/// Wraps a list at 110 columns and indents each line by `indent` blanks.
[[nodiscard]] std::string wrapped(const std::vector<std::string>& words, int indent,
                                  std::string_view separator = ", ");

}  // namespace karat::tb
