// SPDX-License-Identifier: Apache-2.0
// The tile around a lane: handshake, operands brought to the stage that takes them, lanes.
#include <algorithm>
#include <sstream>

#include "karat/error.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat_tb/rtl/structure/rtl_netlist.hpp"
#include "karat_tb/rtl/structure/rtl_structure.hpp"

namespace karat::tb {
namespace {

constexpr const char* kLicence = "// SPDX-License-Identifier: Apache-2.0\n";

std::string text(int value) { return std::to_string(value); }
std::string range(int size) { return "[" + text(size - 1) + ":0]"; }

class TileWriter {
   public:
    TileWriter(const Program& program, const Bounds& bounds, const RtlTile& size, const std::string& name)
        : rules_(program.operands()),
          layout_(program, bounds),
          lane_(write_lane(program, bounds, size.stages, name + "_lane")),
          size_(size),
          name_(name),
          scaled_products_(program.scales_products()) {}

    [[nodiscard]] const LaneText& lane() const { return lane_; }

    [[nodiscard]] std::string flat() const {
        const auto dimensions = [](int rows, int columns, int width) {
            return range(rows * columns * width);
        };
        std::string out =
            std::string(kLicence) +
            "//\n// The tile with flat ports, written by karat: handshake, factors made once for a row or\n"
            "// a column, a lane for each row and column.\nmodule " +
            name_ + "_flat (\n" + ports(dimensions) + ");\n";
        out += control();
        if (rules_.scale) out += scales();
        out += factors("a", "row", size_.m, layout_.a()) + factors("b", "column", size_.n, layout_.b());
        return out + lanes() + "endmodule\n";
    }

    [[nodiscard]] std::string top() const {
        const auto dimensions = [](int rows, int columns, int width) {
            return range(rows) + range(columns) + range(width);
        };
        const std::string scales = rules_.scale ? " .scale_a_i, .scale_b_i," : "";
        return std::string(kLicence) +
               "//\n// The tile with the ports of a karat RTL candidate, written by karat.\nmodule " + name_ +
               " (\n" + ports(dimensions) + ");\n  " + name_ +
               "_flat i_flat (\n      .clk_i, .rst_ni, .valid_i, .ready_o, .a_i, .b_i, .c_i," + scales +
               " .valid_o, .ready_i, .d_o\n  );\n`ifndef SYNTHESIS\n  karat_port_check #(.W($bits(d_o))) "
               "i_port_check (\n"
               "      .clk_i, .rst_ni, .valid_i, .ready_o, .valid_o, .ready_i, .d_i(d_o)\n  "
               ");\n`endif\nendmodule\n";
    }

   private:
    [[nodiscard]] int blocks() const { return rules_.k / rules_.scale_block; }
    [[nodiscard]] int scale_bits() const { return rules_.scale ? info(*rules_.scale).bits : 0; }
    [[nodiscard]] bool waits() const { return size_.stages > 0; }

    template <class Dimensions>
    [[nodiscard]] std::string ports(const Dimensions& dimensions) const {
        std::ostringstream out;
        const int m = size_.m;
        const int n = size_.n;
        out << "    input  logic clk_i,\n    input  logic rst_ni,\n    input  logic valid_i,\n    output "
               "logic ready_o,\n    input  logic "
            << dimensions(m, rules_.k, info(rules_.a).bits) << " a_i,\n    input  logic "
            << dimensions(n, rules_.k, info(rules_.b).bits) << " b_i,\n    input  logic "
            << dimensions(m, n, info(rules_.c).bits) << " c_i,\n";
        if (rules_.scale) {
            out << "    input  logic " << dimensions(m, blocks(), scale_bits())
                << " scale_a_i,\n    input  logic " << dimensions(n, blocks(), scale_bits())
                << " scale_b_i,\n";
        }
        out << "    output logic valid_o,\n    input  logic ready_i,\n    output logic "
            << dimensions(m, n, info(rules_.d).bits) << " d_o\n";
        return out.str();
    }

    [[nodiscard]] std::string control() const {
        if (!waits()) {
            return "  // No registers: everything is combinational.\n  logic unused_clock;\n  assign "
                   "unused_clock = clk_i ^ rst_ni;\n"
                   "  assign valid_o = valid_i;\n  assign ready_o = ready_i;\n";
        }
        const std::string s = text(size_.stages);
        return "  // ---- Control: " + s + " elastic registers for the whole tile ----\n  logic [" + s +
               ":0] valid, ready;\n  logic [" + text(3 * size_.stages - 1) +
               ":0] move;\n  assign valid[0] = valid_i;\n  assign ready_o = ready[0];\n  assign valid_o = "
               "valid[" +
               s + "];\n  assign ready[" + s + "] = ready_i;\n  for (genvar s = 0; s < " + s +
               "; s++) begin : g_control\n"
               "    karat_pipe_ctrl i_control (\n        .clk_i, .rst_ni, .valid_i(valid[s]), "
               ".ready_o(ready[s]),\n"
               "        .valid_o(valid[s+1]), .ready_i(ready[s+1]), .move_o(move[3*s+:3])\n    );\n  end\n";
    }

    /// Stage in which the factor of each k is made.
    [[nodiscard]] static int last(const std::vector<int>& stages) {
        return stages.empty() ? 0 : *std::max_element(stages.begin(), stages.end());
    }
    [[nodiscard]] std::vector<int> scale_stages() const {
        return scaled_products_ ? lane_.operands : lane_.scales;
    }

    [[nodiscard]] bool last_takes_all(int stage) const {
        const std::vector<int> taken = scale_stages();  // of each k, or of each block
        const std::size_t share = taken.size() / static_cast<std::size_t>(blocks());
        for (std::size_t block = 0; block < static_cast<std::size_t>(blocks()); ++block) {
            const auto first = taken.begin() + static_cast<std::ptrdiff_t>(block * share);
            const auto end = first + static_cast<std::ptrdiff_t>(share);
            if (std::find(first, end, stage) == end) return false;
        }
        return true;
    }

    /// The scale factors as they are in each stage that needs them, stage after stage.
    [[nodiscard]] std::string scales() const {
        const int stages = last(scale_stages());
        return scales_of("a", size_.m, stages) + scales_of("b", size_.n, stages);
    }
    [[nodiscard]] std::string scales_of(const std::string& side, int rows, int stages) const {
        const int width = rows * blocks() * scale_bits();
        const std::string w = text(width);
        std::string out = "\n  // ---- Scale factors of " + side + ", stage by stage ----\n  logic [" +
                          text((stages + 1) * width - 1) + ":0] scales_" + side + ";\n  assign scales_" +
                          side + "[0+:" + w + "] = scale_" + side + "_i;\n";
        if (stages == 0) return out;
        out += "  for (genvar s = 0; s < " + text(stages) + "; s++) begin : g_scales_" + side +
               "\n    karat_pipe_reg #(.W(" + w +
               ")) i_scales (\n        .clk_i, .move_i(move[3*s+:3]), .data_i(scales_" + side + "[s*" + w +
               "+:" + w + "]), .data_o(scales_" + side + "[(s+1)*" + w + "+:" + w + "])\n    );\n  end\n";
        if (last_takes_all(stages)) return out;
        return out + "  // The last stage takes some blocks only.\n  logic unused_scales_" + side +
               ";\n  assign unused_scales_" + side + " = ^scales_" + side + "[" + text(stages * width) +
               "+:" + w + "];\n";
    }

    /// A table of numbers below 2^8 as a parameter, element 0 lowest.
    [[nodiscard]] static std::string table(const std::string& name, const std::vector<int>& values) {
        std::vector<std::string> words;
        words.reserve(values.size());
        for (const int value : values) words.push_back("8'd" + text(value));
        std::reverse(words.begin(), words.end());
        return "  localparam logic [" + text(8 * static_cast<int>(values.size()) - 1) + ":0] " + name +
               " = {\n" + wrapped(words, 6) + "};\n";
    }

    [[nodiscard]] std::string factors(const std::string& side, const std::string& what, int rows,
                                      const FactorLayout& factor) const {
        const Format format = side == "a" ? rules_.a : rules_.b;
        const std::string bits = text(info(format).bits);
        const std::string word = text(factor.word());
        const int count = rows * rules_.k;
        const int latest = last(lane_.operands);
        const bool late = latest > 0;
        const std::string stage = side == "a" ? "A_STAGE" : "B_STAGE";
        std::string out =
            "\n  // ---- Factors " + side + ": element k of a " + what + " at (" + what + " * K + k) ----\n";
        if (late) out += "  // The stage that multiplies them.\n" + table(stage, lane_.operands);
        out += "  logic [" + text(count * factor.word() - 1) + ":0] " + side +
               ";\n  for (genvar i = 0; i < " + text(count) + "; i++) begin : g_" + side + "\n";
        std::string x = side + "_i[i*" + bits + "+:" + bits + "]";
        if (late) {
            out += "    localparam logic [" + text(latest - 1) + ":0] PASSED = " + text(latest) + "'(~({" +
                   text(latest + 1) + "{1'b1}} << " + stage + "[(i%" + text(rules_.k) +
                   ")*8+:8]));\n    logic [" + text(info(format).bits - 1) +
                   ":0] x;\n    karat_pipe_delay #(.W(" + bits + "), .N(" + text(latest) +
                   "), .CUTS(PASSED)) i_wait (\n        .clk_i, .move_i(move[" + text(3 * latest - 1) +
                   ":0]), .data_i(" + x + "), .data_o(x)\n    );\n";
            x = "x";
        }
        std::string scale = "1'b0";
        if (scaled_products_) {
            const std::string s = text(scale_bits());
            const std::string element = "((i/" + text(rules_.k) + ")*" + text(blocks()) + "+(i%" +
                                        text(rules_.k) + ")/" + text(rules_.scale_block) + ")*" + s;
            scale = "scales_" + side + "[" +
                    (late ? "32'(" + stage + "[(i%" + text(rules_.k) + ")*8+:8])*" +
                                text(rows * blocks() * scale_bits()) + "+"
                          : "") +
                    element + "+:" + s + "]";
        }
        std::vector<std::string> words;
        for (const auto& [key, value] : parameters(factor)) words.push_back(pin(key, value));
        out += "    karat_factor #(\n" + wrapped(words, 8) + "\n    ) i_factor (\n        .x_i(" + x +
               "),\n        .scale_i(" + scale + "),\n        .word_o(" + side + "[i*" + word + "+:" + word +
               "])\n    );\n  end\n";
        return out;
    }

    [[nodiscard]] static std::string pin(const std::string& name, const std::string& value) {
        return "." + name + "(" + value + ")";
    }
    [[nodiscard]] static std::vector<std::pair<std::string, std::string>> parameters(const FactorLayout& f) {
        auto p = layout_parameters(f.operand.format);
        const auto flag = [&](const char* key, bool on) {
            if (on) p.emplace_back(key, "1'b1");
        };
        if (f.operand.flush_below != 0) p.emplace_back("FLUSH_BELOW", text(f.operand.flush_below));
        flag("CONVERT", f.operand.convert);
        if (f.operand.convert) {
            p.emplace_back("LEAST", text(f.operand.least));
            p.emplace_back("SB", text(f.operand.fraction + 1));
        }
        p.emplace_back("EW", text(f.ew));
        const int base = f.base - f.scale_base;
        if (f.operand.origin != base) p.emplace_back("OFFSET", text(f.operand.origin - base));
        if (f.zero) {
            p.emplace_back("ZERO_HELD", "1'b0");
            p.emplace_back("ZERO_EXP", text(*f.zero - base));
        }
        if (!f.scale) return p;
        flag("SCALED", true);
        for (auto& one : layout_parameters(f.scale->format, "SCALE_")) {
            if (one.first != "SCALE_LOW_BITS") p.push_back(one);
        }
        if (f.scale->origin != f.scale_base)
            p.emplace_back("SCALE_OFFSET", text(f.scale->origin - f.scale_base));
        if (f.scale_zero) {
            p.emplace_back("SCALE_ZERO_HELD", "1'b0");
            p.emplace_back("SCALE_ZERO_EXP", text(*f.scale_zero - f.scale_base));
        }
        return p;
    }

    /// The scale factors of a lane's row, each as it is in the stage that takes it.
    [[nodiscard]] std::string lane_scales(const std::string& side, const std::string& row, int rows) const {
        std::vector<std::string> words;
        const int width = rows * blocks() * scale_bits();
        for (int block = blocks() - 1; block >= 0; --block) {
            const int at = lane_.scales[static_cast<std::size_t>(block)] * width + block * scale_bits();
            words.push_back(lane_scale(side, row, at));
        }
        return words.size() == 1 ? words[0] : "{\n" + wrapped(words, 12) + "}";
    }

    [[nodiscard]] std::string lane_scale(const std::string& side, const std::string& row, int at) const {
        return "scales_" + side + "[" + row + "*" + text(blocks() * scale_bits()) + "+" + text(at) +
               "+:" + text(scale_bits()) + "]";
    }

    [[nodiscard]] std::string lanes() const {
        const std::string cw = text(info(rules_.c).bits);
        const std::string dw = text(info(rules_.d).bits);
        const std::string aw = text(rules_.k * layout_.a().word());
        const std::string bw = text(rules_.k * layout_.b().word());
        const int lanes = size_.m * size_.n;
        std::string out = "\n  // ---- Lanes ----\n";
        std::string c = "c_i";
        if (lane_.c > 0) {
            const std::string width = text(lanes * info(rules_.c).bits);
            out += "  logic [" + text(lanes * info(rules_.c).bits - 1) + ":0] c;\n  karat_pipe_delay #(.W(" +
                   width + "), .N(" + text(lane_.c) + "), .CUTS({" + text(lane_.c) +
                   "{1'b1}})) i_c (\n      .clk_i, .move_i(move[" + text(3 * lane_.c - 1) +
                   ":0]), .data_i(c_i), .data_o(c)\n  );\n";
            c = "c";
        }
        out += "  for (genvar m = 0; m < " + text(size_.m) +
               "; m++) begin : g_row\n    for (genvar n = 0; n < " + text(size_.n) +
               "; n++) begin : g_lane\n      " + name_ + "_lane i_lane (\n          " +
               (waits() ? ".clk_i, .move_i(move), " : "") + ".a_i(a[m*" + aw + "+:" + aw + "]), .b_i(b[n*" +
               bw + "+:" + bw + "]),\n          .c_i(" + c + "[(m*" + text(size_.n) + "+n)*" + cw +
               "+:" + cw + "]),";
        if (!lane_.scales.empty()) {
            out += "\n          .scale_a_i(" + lane_scales("a", "m", size_.m) + "),\n          .scale_b_i(" +
                   lane_scales("b", "n", size_.n) + "),";
        }
        return out + " .d_o(d_o[(m*" + text(size_.n) + "+n)*" + dw + "+:" + dw +
               "])\n      );\n    end\n  end\n";
    }

    const OperandRules& rules_;
    RtlLayout layout_;
    LaneText lane_;
    RtlTile size_;
    std::string name_;
    bool scaled_products_;
};

}  // namespace

std::vector<std::pair<std::string, std::string>> rtl_files(const RtlTile& tile, const std::string& name) {
    const auto is_count = [](int lanes) { return lanes >= 1 && lanes <= 64; };
    if (!is_count(tile.m) || !is_count(tile.n))
        throw Error("lanes: " + text(tile.m) + "x" + text(tile.n) + " is not allowed; use 1x1..64x64");
    const Program program(expand(tile.spec));
    const Bounds bounds(program);
    const TileWriter writer(program, bounds, tile, name);
    return {{name + "_lane.sv", writer.lane().module},
            {name + "_flat.sv", writer.flat()},
            {name + ".sv", writer.top()}};
}

}  // namespace karat::tb
