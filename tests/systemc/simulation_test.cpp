// SPDX-License-Identifier: Apache-2.0
// A running simulation: blocking and non-blocking transport, timing annotation, and a thread with a small
// stack. There is only one test, because a process can run only one simulation.
#include <tlm_utils/simple_initiator_socket.h>

#include "karat_systemc/algorithm_modules.hpp"
#include "tiles.hpp"

namespace karat::systemc::test {
namespace {

const sc_core::sc_time kLatency(3, sc_core::SC_NS);

class Driver : public sc_core::sc_module {
   public:
    tlm_utils::simple_initiator_socket<Driver> socket{"socket"};
    bool finished = false;

    explicit Driver(const sc_core::sc_module_name& name, const Spec& spec)
        : sc_core::sc_module(name), spec_(spec) {
        SC_HAS_PROCESS(Driver);
        SC_THREAD(run);
        socket.register_nb_transport_bw(this, &Driver::nb_transport_bw);
    }

   private:
    void run() {
        loosely_timed();
        approximately_timed();
        finished = true;
    }

    /// Temporal decoupling: the target annotates the delay and does not wait.
    void loosely_timed() {
        wait(10, sc_core::SC_NS);
        plain::Initiator initiator(*socket.operator->());
        initiator.delay = sc_core::sc_time(5, sc_core::SC_NS);
        const RandomTiles tiles(initiator, spec_, 2, 1);
        tiles.write_to(initiator);
        EXPECT_EQ(initiator.delay, sc_core::sc_time(5, sc_core::SC_NS)) << "data transfers take no time";
        EXPECT_EQ(initiator.start(2), 1U);
        EXPECT_EQ(initiator.delay, sc_core::sc_time(5, sc_core::SC_NS) + kLatency * 12) << "2 tiles of 2 x 3";
        EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::sc_time(10, sc_core::SC_NS));
        EXPECT_EQ(tiles.read_d(initiator), tiles.expected(DotAdd(spec_)));
        EXPECT_EQ(initiator.start(0), 2U);
        EXPECT_EQ(initiator.delay, sc_core::sc_time(5, sc_core::SC_NS) + kLatency * 12)
            << "a refused start takes no time";
    }

    /// The four phases of the base protocol. The socket converts them to the blocking call.
    void approximately_timed() {
        std::uint32_t start = 1;
        tlm::tlm_generic_payload payload;
        plain::Initiator::fill(payload, tlm::TLM_WRITE_COMMAND, 0x84, &start, 4);
        tlm::tlm_generic_payload tiles;
        std::uint32_t count = 1;
        plain::Initiator::fill(tiles, tlm::TLM_WRITE_COMMAND, 0x80, &count, 4);
        sc_core::sc_time delay;
        socket->b_transport(tiles, delay);
        const sc_core::sc_time before = sc_core::sc_time_stamp();
        tlm::tlm_phase phase = tlm::BEGIN_REQ;
        delay = sc_core::SC_ZERO_TIME;
        EXPECT_EQ(socket->nb_transport_fw(payload, phase, delay), tlm::TLM_ACCEPTED);
        wait(response_);
        EXPECT_EQ(payload.get_response_status(), tlm::TLM_OK_RESPONSE);
        EXPECT_EQ(sc_core::sc_time_stamp() - before, kLatency * 6);
        phase = tlm::END_RESP;
        delay = sc_core::SC_ZERO_TIME;
        EXPECT_EQ(socket->nb_transport_fw(payload, phase, delay), tlm::TLM_COMPLETED);
    }

    tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& /*payload*/, tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) {
        if (phase == tlm::BEGIN_RESP) response_.notify(delay);
        return tlm::TLM_ACCEPTED;
    }

    Spec spec_;
    sc_core::sc_event response_;
};

/// Computes a tile with wide sums in a thread with half of SystemC's default stack, which ends at a guard
/// page.
class SmallStack : public sc_core::sc_module {
   public:
    tlm_utils::simple_initiator_socket<SmallStack> socket{"socket"};
    bool finished = false;

    explicit SmallStack(const sc_core::sc_module_name& name, const Spec& spec)
        : sc_core::sc_module(name), spec_(spec) {
        SC_HAS_PROCESS(SmallStack);
        SC_THREAD(run);
#ifdef __SANITIZE_ADDRESS__
        set_stack_size(0x40000);  // AddressSanitizer puts red zones around locals
#else
        set_stack_size(0x8000);
#endif
    }

   private:
    void run() {
        plain::Initiator initiator(*socket.operator->());
        const RandomTiles tiles(initiator, spec_, 1, 1);
        tiles.write_to(initiator);
        EXPECT_EQ(initiator.start(1), 1U);
        EXPECT_EQ(tiles.read_d(initiator), tiles.expected(DotAdd(spec_)));
        finished = true;
    }

    Spec spec_;
};

/// GFDA with exact bf16 sums, the widest sums that knobs can describe.
Spec widest_sums() {
    Spec spec;
    spec.algorithm = Algorithm::gfda;
    spec.a = spec.b = Format::bf16;
    spec.k = 16;
    spec.group = 4;
    spec.F = Width::exact();
    return spec;
}

TEST(Simulation, BlockingAndNonBlocking) {
    Spec spec;
    spec.F = {25};
    Fda unit("unit", spec, {.m = 2, .n = 3, .batch = 2}, kLatency);
    Driver driver("driver", spec);
    driver.socket.bind(unit.socket);
    const Spec wide = widest_sums();
    TileModule wide_unit("wide_unit", wide, {.m = 2, .n = 3});
    SmallStack small("small", wide);
    small.socket.bind(wide_unit.socket);
    sc_core::sc_start();
    EXPECT_TRUE(driver.finished);
    EXPECT_TRUE(small.finished);
}

}  // namespace
}  // namespace karat::systemc::test
