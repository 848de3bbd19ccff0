// SPDX-License-Identifier: Apache-2.0
// The walk: an instance for every operation, what each is called and why it is as wide as it is.
#include "karat_tb/rtl/lane/rtl_lane.hpp"

namespace karat::tb::lane {

LaneWriter::LaneWriter(const Program& program, const Bounds& bounds)
    : program_(program),
      rules_(program.operands()),
      bounds_(bounds),
      layout_(program, bounds),
      values_(program.slots()) {
    const int scale_bits = rules_.scale ? info(*rules_.scale).bits : 0;
    for (int k = 0; k < rules_.k; ++k) {
        a_.push_back(net_.input("a_i", k * layout_.a().word(), layout_.a().word()));
        b_.push_back(net_.input("b_i", k * layout_.b().word(), layout_.b().word()));
    }
    c_ = net_.input("c_i", 0, info(rules_.c).bits);
    values_[program_.c_slot()].encoding = net_.all(c_);
    const int zero_bits = info(program_.format_of(program_.zero_slot())).bits;
    values_[program_.zero_slot()].encoding = literal(constant(zero_bits, 0));
    if (scales_sums()) {
        for (int block = 0; block < rules_.k / rules_.scale_block; ++block) {
            scale_a_.push_back(net_.input("scale_a_i", block * scale_bits, scale_bits));
            scale_b_.push_back(net_.input("scale_b_i", block * scale_bits, scale_bits));
        }
    }
    for (std::size_t i = 0; i < program_.operations().size(); ++i) operation(i);
}

LaneText LaneWriter::write(int stages, const std::string& name) {
    const Wire d = values_[program_.operations().back().result].encoding.parts.at(0).wire;
    net_.place(stages, d);
    LaneText out;
    out.module = header(stages, name) + net_.text() + "endmodule\n";
    for (std::size_t k = 0; k < a_.size(); ++k)
        out.operands.push_back(std::min(net_.arrival(a_[k]), net_.arrival(b_[k])));
    for (const Wire scale : scale_a_) out.scales.push_back(net_.arrival(scale));
    out.c = net_.arrival(c_);
    return out;
}

std::string LaneWriter::header(int stages, const std::string& name) const {
    const auto port = [](const char* direction, int width, const std::string& port_name, const char* comment,
                         bool last = false) {
        std::string out = std::string("    ") + direction + " logic [" + std::to_string(width - 1) + ":0] " +
                          port_name + (last ? "" : ",");
        return out + (*comment != 0 ? std::string("  // ") + comment : "") + "\n";
    };
    const int k = rules_.k;
    std::string out =
        "// SPDX-License-Identifier: Apache-2.0\n//\n// One lane, written by karat from its recipe: an "
        "instance a node.\n"
        "module " +
        name + " (\n";
    if (stages > 0)
        out += "    input  logic clk_i,\n" +
               port("input ", 3 * stages, "move_i", "three bits a register, of karat_pipe_ctrl");
    out += port("input ", k * layout_.a().word(), "a_i",
                "karat_factor's words, each in the stage that multiplies it");
    out += port("input ", k * layout_.b().word(), "b_i", "");
    out += port("input ", info(rules_.c).bits, "c_i", "encoded, likewise");
    if (scales_sums()) {
        const int width = static_cast<int>(scale_a_.size()) * info(*rules_.scale).bits;
        out +=
            port("input ", width, "scale_a_i", "encoded, likewise") + port("input ", width, "scale_b_i", "");
    }
    return out + port("output", info(rules_.d).bits, "d_o", "", true) + ");\n";
}

WireExpression LaneWriter::part(Wire wire, int index, int width) {
    return {{{wire, index * width, width}}, {}};
}

Wire LaneWriter::assign(const std::string& name, int width, const std::string& expression,
                        const std::vector<WireExpression>& inputs, int delay, bool early) {
    const Wire out = net_.wire(name, width);
    Cell cell;
    cell.assign = expression;
    for (const WireExpression& input : inputs) cell.inputs.emplace_back("", input);
    cell.outputs = {{"", out}};
    cell.delay = delay;
    cell.early = early;
    net_.add(std::move(cell));
    return out;
}

void LaneWriter::operation(std::size_t index) {
    current_ = index;
    const Operation& op = current();
    const SumLayout& sum = layout_.sum(index);
    form_ = sum.form;
    std::vector<std::string> lines = described(program_, op);
    for (std::string& line : widths_of(op, sum)) lines.push_back(std::move(line));
    net_.headline(lines);
    std::vector<Seen> groups;
    for (std::size_t g = 0; g < op.groups; ++g) groups.push_back(see(g));
    Total total;
    switch (sum.form) {
        case SumForm::single:
            total = {groups[0].sign, groups[0].sig, groups[0].exponent, {}};
            break;
        case SumForm::pair:
            total = add_pair(groups, sum);
            break;
        case SumForm::fixed:
            total = add_fixed(groups, sum);
            break;
        case SumForm::moving:
            total = add_moving(groups, sum);
            break;
    }
    if (op.round != nullptr) {
        round(op, sum, total);
        return;
    }
    Value& v = values_[op.result];
    v.sign = total.sign;
    v.magnitude = total.magnitude;
    v.exponent = total.exponent;
}

std::vector<std::string> LaneWriter::widths_of(const Operation& op, const SumLayout& sum) const {
    const SumBounds& b = bounds_.sum(static_cast<std::size_t>(op.result - program_.first_result()));
    switch (sum.form) {
        case SumForm::single:
            return {"Exponents as distances from " + text(sum.base) + "."};
        case SumForm::pair:
            return {"Exponents of leading bits as distances from " + text(sum.base) + ", the least."};
        case SumForm::fixed:
            return {"Unit 2^" + text(-sum.grid) + ", the last bit of any addend; |sum| < 2^" +
                    text(sum.bits) + " units."};
        case SumForm::moving:
            break;
    }
    const bool common = op.sum->grid == GridRule::common;
    return {std::string(common ? "The grid's unit" : "e_max") + " in " + text(sum.least) + ".." +
                text(sum.most) + ", " + text(sum.ew) + " bits as a distance from " + text(sum.base) + ".",
            common ? "|sum| < 2^" + text(sum.bits) + " units."
                   : "Unit 2^(e_max - " + text(sum.grid) + "); |sum| < 2^" + text(bit_length(b.largest)) +
                         " units, kept in " + text(sum.bits) + " bits."};
}

}  // namespace karat::tb::lane

namespace karat::tb {

int deepest_pipeline(const Program& program, const Bounds& bounds) {
    return lane::LaneWriter(program, bounds).depth();
}

LaneText write_lane(const Program& program, const Bounds& bounds, int stages, const std::string& name) {
    lane::LaneWriter writer(program, bounds);
    const int depth = writer.depth();
    if (stages < 0 || stages > depth) {
        throw Error("stages: " + std::to_string(stages) + " is not allowed; this recipe has place for 0.." +
                    std::to_string(depth));
    }
    return writer.write(stages, name);
}

}  // namespace karat::tb
