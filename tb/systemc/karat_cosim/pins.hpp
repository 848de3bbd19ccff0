// SPDX-License-Identifier: Apache-2.0
// The pins of a design with the candidate's ports (docs/reference/files.md).
#pragma once
#include <array>
#include <memory>
#include <systemc>

#include "karat_cosim/port_value.hpp"
#include "karat_tb/check/tile_ports.hpp"

namespace karat::cosim {

/// The pins that a transactor drives and samples, independent of the types of the ports.
class Pins {
   public:
    virtual ~Pins() = default;
    virtual void drive(bool reset, bool valid, bool ready) = 0;
    virtual void drive_operands(const tb::TilePorts& operands) = 0;
    /// Does nothing without a mode input.
    virtual void drive_mode(std::uint32_t mode) = 0;
    [[nodiscard]] virtual bool ready() const = 0;
    [[nodiscard]] virtual bool valid() const = 0;
    virtual void sample(std::span<std::uint32_t> d, std::span<std::uint32_t> unknown) const = 0;
    /// The status flags; writes nothing without them. An X or Z is a flag that is not raised.
    virtual void sample_flags(std::span<std::uint32_t> flags) const = 0;
    /// 0, or why the design ended, with the codes of karat_candidate.h.
    [[nodiscard]] virtual std::uint32_t finished() const = 0;
    /// The sizes of the ports, as defined in karat_candidate.h.
    [[nodiscard]] virtual karat_candidate_ports ports() const = 0;
};

/// The data type of a port. Verilator's ports are references.
template <class Port>
using DataOf = typename std::remove_reference_t<Port>::data_type;

/// A signal with the data type of one of the design's ports.
template <class Port>
using SignalOf = sc_core::sc_signal<DataOf<Port>>;

/// The signals between the transactor and `Top`, which is a module from `verilator --sc` or a hand-written
/// one with the same ports.
template <class Top>
class PinsOf final : public sc_core::sc_module, public Pins {
   public:
    Top top;

    PinsOf(const sc_core::sc_module_name& name, sc_core::sc_signal<bool>& clock)
        : sc_module(name), top("top") {
        top.clk_i(clock);
        top.rst_ni(rst_n_);
        top.valid_i(valid_i_);
        top.ready_o(ready_o_);
        top.a_i(a_);
        top.b_i(b_);
        top.c_i(c_);
        top.valid_o(valid_o_);
        top.ready_i(ready_i_);
        top.d_o(d_);
        if constexpr (kHasScales) {
            top.scale_a_i(scales_.a);
            top.scale_b_i(scales_.b);
        }
        if constexpr (kHasMetadata) top.metadata_i(metadata_.signal);
        if constexpr (kHasMode) top.mode_i(mode_.signal);
        if constexpr (kHasFlags) top.flags_o(flags_.signal);
    }

    void drive(bool reset, bool valid, bool ready) override {
        rst_n_.write(DataOf<decltype(Top::rst_ni)>(!reset));
        valid_i_.write(DataOf<decltype(Top::valid_i)>(valid));
        ready_i_.write(DataOf<decltype(Top::ready_i)>(ready));
    }
    void drive_operands(const tb::TilePorts& operands) override {
        put(a_, operands.a);
        put(b_, operands.b);
        put(c_, operands.c);
        if constexpr (kHasScales) {
            put(scales_.a, operands.scale_a);
            put(scales_.b, operands.scale_b);
        }
        if constexpr (kHasMetadata) put(metadata_.signal, operands.metadata);
    }
    void drive_mode(std::uint32_t mode) override {
        if constexpr (kHasMode) put(mode_.signal, {mode, 0});
    }
    [[nodiscard]] bool ready() const override { return is_one(ready_o_.read()); }
    [[nodiscard]] bool valid() const override { return is_one(valid_o_.read()); }
    void sample(std::span<std::uint32_t> d, std::span<std::uint32_t> unknown) const override {
        words_from_port(d_.read(), d, unknown);
    }
    void sample_flags(std::span<std::uint32_t> flags) const override {
        if constexpr (kHasFlags) {
            tb::PortWords unknown(flags.size());
            words_from_port(flags_.signal.read(), flags, unknown);
            for (std::size_t i = 0; i < flags.size(); ++i) flags[i] &= ~unknown[i];
        }
    }
    [[nodiscard]] std::uint32_t finished() const override {
        if constexpr (requires(Top & t) { t.contextp()->gotFinish(); }) {
            auto& context = *const_cast<Top&>(top).contextp();
            return context.gotError()    ? KARAT_CANDIDATE_STOPPED
                   : context.gotFinish() ? KARAT_CANDIDATE_FINISHED
                                         : 0;
        }
        return 0;
    }
    [[nodiscard]] karat_candidate_ports ports() const override {
        karat_candidate_ports out{};
        out.abi = KARAT_CANDIDATE_ABI;
        out.a_bytes = bytes(a_);
        out.b_bytes = bytes(b_);
        out.c_bytes = bytes(c_);
        out.d_bytes = bytes(d_);
        if constexpr (kHasScales) {
            out.scale_a_bytes = bytes(scales_.a);
            out.scale_b_bytes = bytes(scales_.b);
        }
        if constexpr (kHasMetadata) out.metadata_bytes = bytes(metadata_.signal);
        if constexpr (kHasFlags) out.flags_bytes = bytes(flags_.signal);
        return out;
    }

   private:
    static constexpr bool kHasScales = requires(Top & t) {
        t.scale_a_i;
        t.scale_b_i;
    };
    static constexpr bool kHasMetadata = requires(Top & t) { t.metadata_i; };
    static constexpr bool kHasMode = requires(Top & t) { t.mode_i; };
    static constexpr bool kHasFlags = requires(Top & t) { t.flags_o; };
    template <class T>
    static void put(sc_core::sc_signal<T>& signal, const tb::PortWords& words) {
        signal.write(port_from_words<T>(words));
    }
    /// The storage of the port in a design that is Verilated without SystemC (`--pins-uint8` with it).
    template <class T>
    static std::uint32_t bytes(const sc_core::sc_signal<T>& /*signal*/) {
        if constexpr (std::is_integral_v<T>) {
            return sizeof(T);
        } else {
            const T value;
            const int bits = value.length();
            return bits <= 8 ? 1 : bits <= 16 ? 2 : static_cast<std::uint32_t>(value.size() * 4);
        }
    }

    template <class T, bool = kHasScales>
    struct ScaleSignals {};
    template <class T>
    struct ScaleSignals<T, true> {
        SignalOf<decltype(T::scale_a_i)> a;
        SignalOf<decltype(T::scale_b_i)> b;
    };
    template <class T, bool = kHasMetadata>
    struct MetadataSignal {};
    template <class T>
    struct MetadataSignal<T, true> {
        SignalOf<decltype(T::metadata_i)> signal;
    };
    template <class T, bool = kHasMode>
    struct ModeSignal {};
    template <class T>
    struct ModeSignal<T, true> {
        SignalOf<decltype(T::mode_i)> signal;
    };
    template <class T, bool = kHasFlags>
    struct FlagsSignal {};
    template <class T>
    struct FlagsSignal<T, true> {
        SignalOf<decltype(T::flags_o)> signal;
    };

    SignalOf<decltype(Top::rst_ni)> rst_n_;
    SignalOf<decltype(Top::valid_i)> valid_i_;
    SignalOf<decltype(Top::ready_o)> ready_o_;
    SignalOf<decltype(Top::a_i)> a_;
    SignalOf<decltype(Top::b_i)> b_;
    SignalOf<decltype(Top::c_i)> c_;
    SignalOf<decltype(Top::valid_o)> valid_o_;
    SignalOf<decltype(Top::ready_i)> ready_i_;
    SignalOf<decltype(Top::d_o)> d_;
    [[no_unique_address]] ScaleSignals<Top> scales_;
    [[no_unique_address]] MetadataSignal<Top> metadata_;
    [[no_unique_address]] ModeSignal<Top> mode_;
    [[no_unique_address]] FlagsSignal<Top> flags_;
};

}  // namespace karat::cosim
