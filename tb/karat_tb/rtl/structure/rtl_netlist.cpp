// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/rtl/structure/rtl_netlist.hpp"

#include <algorithm>
#include <boost/range/adaptor/reversed.hpp>

namespace karat::tb {
namespace {

constexpr std::size_t kColumns = 110;

std::string range_of(int width) { return "[" + std::to_string(width - 1) + ":0] "; }

std::string declared(const std::string& name, int width) {
    return "  logic " + (width > 1 ? range_of(width) : "") + name + ";\n";
}

/// .name(to): a named port connection or parameter.
std::string connected(const std::string& name, const std::string& to) { return "." + name + "(" + to + ")"; }

}  // namespace

std::string wrapped(const std::vector<std::string>& words, int indent, std::string_view separator) {
    const std::string margin(static_cast<std::size_t>(indent), ' ');
    std::string out;
    std::string line = margin;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string word = words[i] + (i + 1 < words.size() ? std::string(separator) : "");
        if (line.size() > margin.size() && line.size() + word.size() > kColumns) {
            out += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
            line = margin;
        }
        line += word;
    }
    return out + line;
}

Wire Netlist::input(const std::string& port, int low, int width) {
    for (std::size_t i = 0; i < wires_.size(); ++i) {
        if (wires_[i].is_input && wires_[i].name == port && wires_[i].offset == low)
            return static_cast<Wire>(i);
    }
    wires_.push_back(
        {port, width, low, -1, 0, 0, true, std::vector<bool>(static_cast<std::size_t>(width), false)});
    return static_cast<Wire>(wires_.size()) - 1;
}

Wire Netlist::wire(const std::string& name, int width) {
    wires_.push_back(
        {name, width, 0, -1, 0, 0, false, std::vector<bool>(static_cast<std::size_t>(width), false)});
    return static_cast<Wire>(wires_.size()) - 1;
}

int WireExpression::width() const {
    int out = 0;
    for (const WirePart& part : parts) out += part.width;
    return out;
}

int Netlist::headline(const std::vector<std::string>& lines) {
    headlines_.push_back(lines);
    return static_cast<int>(headlines_.size()) - 1;
}

void Netlist::add(Cell cell) {
    cell.node = static_cast<int>(headlines_.size()) - 1;
    for (const auto& [port, wire] : cell.outputs)
        wires_[static_cast<std::size_t>(wire)].producer = static_cast<int>(cells_.size());
    cells_.push_back(std::move(cell));
}

std::string Netlist::name_at(Wire wire, int stage) const {
    const Node& w = node(wire);
    if (stage == w.stage) return w.name;
    const std::string which = w.is_input ? "_" + std::to_string(w.offset) : "";
    return w.name + which + "_p" + std::to_string(stage);
}

std::string Netlist::written(const WireExpression& expression, int stage) const {
    if (expression.parts.empty()) return expression.text;
    struct Run {
        std::string base;
        int low, width, whole;
    };
    std::vector<Run> runs;  // from the least significant end
    for (const WirePart& part : expression.parts) {
        if (!part.constant.empty()) {
            runs.push_back({part.constant, 0, part.width, part.width});
            continue;
        }
        const Node& w = node(part.wire);
        const bool on_port = w.is_input && stage == w.stage;
        const Run run{name_at(part.wire, stage), part.low + (on_port ? w.offset : 0), part.width,
                      on_port ? -1 : w.width};
        if (!runs.empty() && runs.back().base == run.base && runs.back().low + runs.back().width == run.low) {
            runs.back().width += run.width;
        } else {
            runs.push_back(run);
        }
    }
    std::vector<std::string> words;
    for (const Run& run : boost::adaptors::reverse(runs)) {
        if (run.whole == run.width) {
            words.push_back(run.base);
        } else if (run.width == 1) {
            words.push_back(run.base + "[" + std::to_string(run.low) + "]");
        } else {
            words.push_back(run.base + "[" + std::to_string(run.low) + "+:" + std::to_string(run.width) +
                            "]");
        }
    }
    if (words.size() == 1) return words[0];
    std::string list = wrapped(words, 10);
    if (list.find('\n') == std::string::npos) return "{" + list.substr(10) + "}";
    return "{\n" + list + "}";
}

void Netlist::write_cell(std::string& out, const Cell& cell, int stage) const {
    for (const auto& [port, wire] : cell.outputs) out += declared(node(wire).name, node(wire).width);
    if (cell.module.empty()) {
        std::string text = cell.assign;
        for (std::size_t i = cell.inputs.size(); i-- > 0;) {
            const std::string mark = "%" + std::to_string(i);
            for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark)) {
                text.replace(at, mark.size(), written(cell.inputs[i].second, stage));
            }
        }
        out += "  assign " + node(cell.outputs[0].second).name + " = " + text + ";\n";
        return;
    }
    std::vector<std::string> parameters;
    for (const auto& [name, value] : cell.parameters) parameters.push_back(connected(name, value));
    std::vector<std::string> ports;
    for (const auto& [port, from] : cell.inputs) ports.push_back(connected(port, written(from, stage)));
    for (const auto& [port, wire] : cell.outputs) ports.push_back(connected(port, node(wire).name));
    out += "  " + cell.module + " #(\n" + wrapped(parameters, 6) + "\n  ) " + cell.name + " (\n" +
           wrapped(ports, 6) + "\n  );\n";
}

void Netlist::write_registers(std::string& out, int stage) const {
    std::vector<std::string> from;
    std::vector<std::string> to;
    std::string declarations;
    int width = 0;
    for (std::size_t i = 0; i < wires_.size(); ++i) {
        const Wire wire = static_cast<Wire>(i);
        const Node& w = wires_[i];
        if (w.stage > stage || w.last <= stage) continue;
        from.push_back(written(all(wire), stage));
        to.push_back(name_at(wire, stage + 1));
        declarations += declared(to.back(), w.width);
        width += w.width;
    }
    const std::string number = std::to_string(stage + 1);
    out += "\n  // ---- Pipeline register " + number + " of " + std::to_string(stages_) + " ----\n" +
           declarations;
    out += "  karat_pipe_reg #(.W(" + std::to_string(width) + ")) i_register_" + number +
           " (\n      .clk_i, .move_i(move_i[" + std::to_string(3 * stage) + "+:3]),\n      .data_i({\n" +
           wrapped(from, 10) + "}),\n      .data_o({\n" + wrapped(to, 10) + "})\n  );\n";
}

void Netlist::write_unused(std::string& out) const {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < wires_.size(); ++i) {
        const Node& w = wires_[i];
        if (w.producer < 0 && (!w.is_input || w.last <= w.stage)) continue;
        const std::string name = name_at(static_cast<Wire>(i), w.last);
        for (std::size_t low = 0; low < w.seen.size();) {
            std::size_t high = low;
            while (high < w.seen.size() && !w.seen[high]) ++high;
            if (high > low) {
                const bool whole = high - low == w.seen.size();
                words.push_back(whole ? name
                                      : name + "[" + std::to_string(low) + "+:" + std::to_string(high - low) +
                                            "]");
            }
            low = std::max(high, low + 1);
        }
    }
    if (words.empty()) return;
    out += "\n  // Bits that this arithmetic does not use.\n  logic unused;\n  assign unused = ^{\n" +
           wrapped(words, 6) + "};\n";
}

std::string Netlist::text() const {
    std::string out;
    for (int stage = 0; stage < std::max(stages_, 1); ++stage) {
        int below = -1;
        for (std::size_t i = 0; i < cells_.size(); ++i) {
            if (stage_of_[i] != stage) continue;
            if (cells_[i].node != below) {
                below = cells_[i].node;
                out += '\n';
                for (const std::string& line : headlines_[static_cast<std::size_t>(below)])
                    out += "  // " + line + '\n';
            }
            write_cell(out, cells_[i], stage);
        }
        if (stages_ > 0) write_registers(out, stage);
    }
    out += "\n  assign d_o = " + name_at(result_, stages_) + ";\n";
    write_unused(out);
    return out;
}

}  // namespace karat::tb
