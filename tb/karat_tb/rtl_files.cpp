// SPDX-License-Identifier: Apache-2.0
// A tile as SystemVerilog text: parameters, flat unit, top.
#include <sstream>

#include "karat/recipe/families/families.hpp"
#include "karat_tb/rtl_parameters.hpp"
#include "karat_tb/rtl_structure.hpp"

namespace karat::tb {
namespace {

constexpr const char* kLicence = "// SPDX-License-Identifier: Apache-2.0\n";

std::string literal(long value) {
    return value < 0 ? "-32'sd" + std::to_string(-value) : "32'd" + std::to_string(value);
}

/// Widths and counts of the ports.
struct Ports {
    int m, n, k, a, b, c, d, scale, blocks;
};
Ports ports_of(const RtlTile& tile) {
    const Spec& spec = tile.spec;
    return {tile.m,
            tile.n,
            spec.k,
            info(spec.a).bits,
            info(spec.b).bits,
            info(spec.c).bits,
            info(spec.d).bits,
            spec.scale ? info(*spec.scale).bits : 0,
            spec.k / spec.scale_block_or_default()};
}

/// The parameters, as local ones of the flat unit: yosys 0.23 reads a structure's value only inside a module.
std::string parameter_list(const RtlTile& tile) {
    const auto parameters = rtl_parameters(tile);
    std::ostringstream out;
    out << "  localparam int unsigned M = " << tile.m << ";\n  localparam int unsigned N = " << tile.n
        << ";\n  localparam int unsigned STAGES = " << tile.stages
        << ";\n  localparam karat_spec_pkg::spec_t SPEC = {\n";
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const auto& [member, value] = parameters[i];
        out << "    " << literal(value) << (i + 1 < parameters.size() ? ",  // " : "   // ") << member
            << '\n';
    }
    out << "  };\n\n";
    return out.str();
}

/// The port list both modules share; `dimensions(rows, columns, width)` writes a port's type.
template <class Dimensions>
std::string port_list(const Ports& p, const Dimensions& dimensions) {
    std::ostringstream out;
    out << "    input  logic clk_i,\n    input  logic rst_ni,\n    input  logic valid_i,\n    output logic "
           "ready_o,\n"
        << "    input  logic " << dimensions(p.m, p.k, p.a) << " a_i,\n    input  logic "
        << dimensions(p.n, p.k, p.b) << " b_i,\n    input  logic " << dimensions(p.m, p.n, p.c) << " c_i,\n";
    if (p.scale != 0) {
        out << "    input  logic " << dimensions(p.m, p.blocks, p.scale) << " scale_a_i,\n    input  logic "
            << dimensions(p.n, p.blocks, p.scale) << " scale_b_i,\n";
    }
    out << "    output logic valid_o,\n    input  logic ready_i,\n    output logic "
        << dimensions(p.m, p.n, p.d) << " d_o\n";
    return out.str();
}

std::string range(int size) { return "[" + std::to_string(size - 1) + ":0]"; }

/// Knob convert_c: a converter for each element of c, and how the tile's port is connected.
std::pair<std::string, std::string> converted_c(const RtlTile& tile) {
    const Spec& spec = tile.spec;
    if (!spec.convert_c || *spec.convert_c == spec.c) return {"", ".c_i"};
    const std::string from = std::to_string(info(spec.c).bits);
    const std::string to = std::to_string(info(*spec.convert_c).bits);
    std::ostringstream out;
    out << "  logic [M*N*" << to
        << "-1:0] c;\n  for (genvar i = 0; i < M * N; i++) begin : g_c\n    karat_convert #(.FROM("
        << rtl_format_code(spec.c) << "), .TO(" << rtl_format_code(*spec.convert_c)
        << ")) i_convert (\n        .x_i(c_i[i*" << from << "+:" << from << "]), .y_o(c[i*" << to
        << "+:" << to << "])\n    );\n  end\n";
    return {out.str(), ".c_i(c)"};
}

std::string flat_unit(const RtlTile& tile, const std::string& name) {
    const Ports p = ports_of(tile);
    const auto flat = [](int rows, int columns, int width) { return range(rows * columns * width); };
    const std::string scales = p.scale != 0 ? ".scale_a_i, .scale_b_i" : ".scale_a_i('0), .scale_b_i('0)";
    const auto [conversion, c] = converted_c(tile);
    return std::string(kLicence) +
           "//\n// The tile with flat ports and its parameters, written by karat.\nmodule " + name +
           "_flat (\n" + port_list(p, flat) + ");\n" + parameter_list(tile) + conversion +
           "  karat_tile #(\n      .SPEC(SPEC), .M(M), .N(N), .STAGES(STAGES)\n  ) i_tile (\n"
           "      .clk_i, .rst_ni, .valid_i, .ready_o, .a_i, .b_i, " +
           c + ", " + scales + ",\n      .valid_o, .ready_i, .d_o\n  );\nendmodule\n";
}

std::string top(const RtlTile& tile, const std::string& name) {
    const Ports p = ports_of(tile);
    const auto packed = [](int rows, int columns, int width) {
        return range(rows) + range(columns) + range(width);
    };
    const std::string scales = p.scale != 0 ? " .scale_a_i, .scale_b_i," : "";
    return std::string(kLicence) +
           "//\n// The tile with the ports of a karat RTL candidate, written by karat.\nmodule " + name +
           " (\n" + port_list(p, packed) + ");\n  " + name +
           "_flat i_flat (\n      .clk_i, .rst_ni, .valid_i, .ready_o, .a_i, .b_i, .c_i," + scales +
           " .valid_o, .ready_i, .d_o\n  );\n" +
           "`ifndef SYNTHESIS\n  karat_port_check #(.W($bits(d_o))) i_port_check (\n      .clk_i, .rst_ni, "
           ".valid_i, .ready_o, .valid_o, "
           ".ready_i, .d_i(d_o)\n  );\n`endif\nendmodule\n";
}

}  // namespace

std::string rtl_list(const RtlTile& tile) { return tile.from_recipe ? "karat_cells.f" : "karat_rtl.f"; }

std::vector<std::pair<std::string, std::string>> rtl_files(const RtlTile& tile, const std::string& name) {
    if (tile.from_recipe) {
        const Program program(tile.recipe ? *tile.recipe : expand(tile.spec));
        return rtl_structure(program, Bounds(program), {tile.m, tile.n, tile.stages}, name);
    }
    return {{name + "_flat.sv", flat_unit(tile, name)}, {name + ".sv", top(tile, name)}};
}

}  // namespace karat::tb
