// SPDX-License-Identifier: Apache-2.0
// Converts between 32-bit words and the port values of a Verilated SystemC module (bool, machine words,
// sc_bv) or of a four-state module (sc_lv).
#pragma once
#include <cstdint>
#include <span>
#include <systemc>
#include <type_traits>

namespace karat::cosim {

template <class T>
[[nodiscard]] T port_from_words(std::span<const std::uint32_t> words) {
    if constexpr (std::is_integral_v<T>) {
        std::uint64_t value = words[0];
        if constexpr (sizeof(T) > sizeof(std::uint32_t)) value |= std::uint64_t{words[1]} << 32;
        return static_cast<T>(value);
    } else {
        T value;
        for (int i = 0; i < value.size(); ++i) {  // size() counts words, not bits
            const int word = i;
            if (word * 32 >= value.length()) break;
            value.set_word(word, words[static_cast<std::size_t>(word)]);
            if constexpr (requires { value.set_cword(word, 0U); }) value.set_cword(word, 0U);
        }
        value.clean_tail();
        return value;
    }
}

/// `unknown` gets the bits that are X or Z. It is not written for a two-state port.
template <class T>
void words_from_port(const T& value, std::span<std::uint32_t> words, std::span<std::uint32_t> unknown) {
    if constexpr (std::is_integral_v<T>) {
        const auto bits = static_cast<std::uint64_t>(value);
        words[0] = static_cast<std::uint32_t>(bits);
        if constexpr (sizeof(T) > sizeof(std::uint32_t)) words[1] = static_cast<std::uint32_t>(bits >> 32);
    } else {
        for (int i = 0; i < value.size(); ++i) {
            words[static_cast<std::size_t>(i)] = value.get_word(i);
            if constexpr (std::is_base_of_v<sc_dt::sc_lv_base, T>)
                unknown[static_cast<std::size_t>(i)] = value.get_cword(i);
        }
    }
}

/// True if a one-bit port is 1; X and Z are false.
[[nodiscard]] inline bool is_one(bool value) { return value; }
[[nodiscard]] inline bool is_one(const sc_dt::sc_logic& value) { return value == sc_dt::SC_LOGIC_1; }

}  // namespace karat::cosim
