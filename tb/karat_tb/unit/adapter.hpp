// SPDX-License-Identifier: Apache-2.0
// The module karat_adapter: karat's ports around a unit, generated from its contract.
#pragma once
#include <string>
#include <vector>

#include "karat_tb/unit/adapter_module.hpp"
#include "karat_tb/unit/contract.hpp"
#include "karat_tb/unit/watch.hpp"

namespace karat::tb {

inline constexpr const char* kAdapterName = "karat_adapter";

/// `overrides`: values for parameters of the unit, which replace those of the contract. `name`: of the
/// module. `events`: with the port events_o (tb/candidate/karat_candidate.h).
[[nodiscard]] Adapter make_adapter(const Contract& contract, const Names& overrides = {},
                                   const std::string& name = kAdapterName, bool events = false);

/// A module with karat's ports that instantiates the unit and arranges its operands and result, for a
/// handshake that no contract describes: the user writes when a tile is taken and when its result is there.
/// It compiles as it is, but takes no tile.
[[nodiscard]] std::string make_skeleton(const Contract& contract, const Names& overrides,
                                        const std::string& name);

/// The parameters of karat_checker and karat_tile_if for the shape of the ports: ".M(2), .N(2), ...".
[[nodiscard]] std::string port_parameters(const Contract& contract);
/// An instance of karat_checker where signals have the names of karat's ports. Throws as mode_specs().
[[nodiscard]] std::string checker_instance(const Contract& contract);

/// A bind of karat_checker (tb/sv) to the adapter's ports. Throws as checker_instance().
[[nodiscard]] std::string make_checker_bind(const Contract& contract, const std::string& name);

struct AdapterFiles {
    std::string folder;
    std::string name = kAdapterName;  ///< of the module and the files
    bool checker = false;             ///< with NAME_checker.sv
    bool skeleton = false;            ///< NAME.sv is the skeleton
    bool events = false;              ///< NAME.sv has the port events_o
    std::optional<Watcher> watch;     ///< NAME.sv is bound into the unit instead
};

/// Writes into the folder, which is created if needed: NAME.sv, the helper modules, the shape of the ports
/// for tb/uvm (NAME_shape.svh), the specification (NAME.json) and last NAME.f, which lists all sources, the
/// unit's included. Returns the paths. Throws karat::Error, which names a file that cannot be written.
[[nodiscard]] std::vector<std::string> write_adapter(const Contract& contract, const Names& overrides,
                                                     const AdapterFiles& files);

}  // namespace karat::tb
