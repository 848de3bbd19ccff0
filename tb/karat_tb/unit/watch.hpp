// SPDX-License-Identifier: Apache-2.0
// The module karat_watch: bound into a unit, it shows the unit's own ports as karat's, where the unit is.
#pragma once
#include <string>

#include "karat_tb/unit/adapter_module.hpp"
#include "karat_tb/unit/contract.hpp"

namespace karat::tb {

inline constexpr const char* kWatchName = "karat_watch";

enum class Watcher : std::uint8_t {
    checker,  ///< karat_checker (tb/sv)
    uvm       ///< karat_tile_if, published under the instance's path for a passive agent (tb/uvm)
};

/// The text of the module, whose ports are the unit's, with the watcher in it, and of the bind; and the
/// modules of tb/adapter that it needs. Throws karat::Error, which names the key, for a contract whose tiles
/// take several transfers or change their order.
[[nodiscard]] Adapter make_watch(const Contract& contract, Watcher watcher, const std::string& name);

}  // namespace karat::tb

namespace karat {
template <>
struct EnumNames<tb::Watcher> {
    static constexpr std::array<std::string_view, 2> names{"checker", "uvm"};
};
}  // namespace karat
