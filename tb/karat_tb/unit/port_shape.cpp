// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/unit/port_shape.hpp"

#include "karat_tb/check/tile_ports.hpp"

namespace karat::tb {
namespace {

const OperandPort* pointer(const std::optional<OperandPort>& port) { return port ? &*port : nullptr; }

}  // namespace

std::vector<PortShape> operand_shapes(const Contract& contract) {
    const TileShape tile(contract.spec, static_cast<std::size_t>(contract.m),
                         static_cast<std::size_t>(contract.n));
    const auto size = [](auto number) { return static_cast<int>(number); };
    const int beats = contract.k_beats.beats;
    std::vector<PortShape> out{
        {"a", &contract.a, 'm', 'k', contract.m, size(tile.k), size(tile.aw), 1, beats},
        {"b", &contract.b, 'n', 'k', contract.n, size(tile.k_of_b), size(tile.bw), 1, beats},
        {"c", pointer(contract.c), 'm', 'n', contract.m, contract.n, size(tile.cw)},
    };
    if (tile.scales != 0) {
        out.push_back(
            {"scale_a", pointer(contract.scale_a), 'm', 's', contract.m, size(tile.scales), size(tile.sw)});
        out.push_back(
            {"scale_b", pointer(contract.scale_b), 'n', 's', contract.n, size(tile.scales), size(tile.sw)});
    }
    constexpr int metadata_bits = 4;
    if (tile.groups != 0)
        out.push_back(
            {"metadata", pointer(contract.metadata), 'm', 'g', contract.m, size(tile.groups), metadata_bits});
    return out;
}

PortShape result_shape(const Contract& contract) {
    const int beats = contract.output.beats;
    const bool by_rows = contract.output.by == 'm';
    const int width = info(contract.spec.d).bits;
    return {
        "d", &contract.d, 'm', 'n', contract.m, contract.n, width, by_rows ? beats : 1, by_rows ? 1 : beats};
}

PortShape flags_shape(const Contract& contract, std::size_t port) {
    const FlagsPort& flags = contract.flags->ports[port];
    const bool per_lane = contract.flags->what.per_lane;
    return {"flags" + std::to_string(port),
            &flags.port,
            'm',
            'n',
            per_lane ? contract.m : 1,
            per_lane ? contract.n : 1,
            static_cast<int>(flags.bits.size())};
}

std::string scalar_name(const PortShape& shape, int row, int column) {
    std::string out = shape.port->port;
    for (const auto& [index, value] : {std::pair{shape.row, row}, {shape.column, column}}) {
        const std::string place = std::string("{") + index + "}";
        out.replace(out.find(place), place.size(), std::to_string(value));
    }
    return out;
}

}  // namespace karat::tb
