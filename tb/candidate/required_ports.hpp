// SPDX-License-Identifier: Apache-2.0
// Compile-time check that a Verilated top module has karat's ports. It runs before any port is used, so that
// the only error for a missing port is the message below. Plain C++14, because Verilator's flags select the
// language version.
#pragma once
#include <type_traits>
#include <utility>

namespace required_ports {

#define KARAT_HAS_PORT(port)                \
    template <class Top, class = void>      \
    struct has_##port : std::false_type {}; \
    template <class Top>                    \
    struct has_##port<Top, decltype(void(std::declval<Top&>().port))> : std::true_type {};
KARAT_HAS_PORT(clk_i)
KARAT_HAS_PORT(rst_ni)
KARAT_HAS_PORT(valid_i)
KARAT_HAS_PORT(ready_o)
KARAT_HAS_PORT(a_i)
KARAT_HAS_PORT(b_i)
KARAT_HAS_PORT(c_i)
KARAT_HAS_PORT(valid_o)
KARAT_HAS_PORT(ready_i)
KARAT_HAS_PORT(d_o)
KARAT_HAS_PORT(scale_a_i)
KARAT_HAS_PORT(scale_b_i)
KARAT_HAS_PORT(mode_i)
#undef KARAT_HAS_PORT

/// True if the module has all ports; a static assertion reports each missing one.
template <class Top>
constexpr bool all() {
#define KARAT_REQUIRE_PORT(port)          \
    static_assert(has_##port<Top>::value, \
                  "TOP has no port " #port "; docs/reference/files.md in karat lists the ports")
    KARAT_REQUIRE_PORT(clk_i);
    KARAT_REQUIRE_PORT(rst_ni);
    KARAT_REQUIRE_PORT(valid_i);
    KARAT_REQUIRE_PORT(ready_o);
    KARAT_REQUIRE_PORT(a_i);
    KARAT_REQUIRE_PORT(b_i);
    KARAT_REQUIRE_PORT(c_i);
    KARAT_REQUIRE_PORT(valid_o);
    KARAT_REQUIRE_PORT(ready_i);
    KARAT_REQUIRE_PORT(d_o);
#undef KARAT_REQUIRE_PORT
    static_assert(
        has_scale_a_i<Top>::value == has_scale_b_i<Top>::value,
        "TOP has only one of the ports scale_a_i, scale_b_i; docs/reference/files.md in karat lists the "
        "ports");
#ifdef KARAT_MODE_BITS
    static_assert(has_mode_i<Top>::value,
                  "TOP has no port mode_i, but the build declares MODE_BITS; docs/reference/files.md in "
                  "karat lists the ports");
#endif
    return has_clk_i<Top>::value && has_rst_ni<Top>::value && has_valid_i<Top>::value &&
           has_ready_o<Top>::value && has_a_i<Top>::value && has_b_i<Top>::value && has_c_i<Top>::value &&
           has_valid_o<Top>::value && has_ready_i<Top>::value && has_d_o<Top>::value;
}

}  // namespace required_ports
