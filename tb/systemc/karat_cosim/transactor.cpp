// SPDX-License-Identifier: Apache-2.0
#include "karat_cosim/transactor.hpp"

#include <cstring>

#include "karat/evaluate/sparse.hpp"

namespace karat::cosim {

RtlTransactor::RtlTransactor(const sc_core::sc_module_name& name, Pins& pins, const tb::TileShape& shape)
    : sc_module(name),
      socket("socket"),
      clock("clock"),
      pins_(pins),
      shape_(shape),
      operands_(shape),
      d_(tb::make_port(shape.lanes(), shape.dw)),
      unknown_(d_),
      traffic_(0, tb::all_traffic(), nullptr) {
    tb::require_ports(pins.ports(), shape);
    socket.register_b_transport(this, &RtlTransactor::b_transport);
    SC_HAS_PROCESS(RtlTransactor);
    SC_METHOD(cycle);
    sensitive << clock.pos();
    dont_initialize();
    pins_.drive(true, false, false);
}

void RtlTransactor::begin(const tb::CheckSettings& settings) {
    if (settings.flags != nullptr) {
        const std::size_t elements = settings.flags->port().elements(shape_.lanes());
        tb::require_flags(pins_.ports(), elements);
        flags_ = tb::make_port(elements, tb::kFlagBits);
    }
    flag_board_ = settings.flags;
    traffic_ = tb::Traffic(settings.seed, settings.traffic, settings.protocol);
    driven_ = {};
    patience_ = settings.patience;
    on_pins_ = false;
    cycles_ = answered_ = idle_ = 0;
    reset_cycles_ = tb::kFirstResetCycles;
    fault_ = tb::Verdict::passed;
    reason_.clear();
}

bool RtlTransactor::fits(const systemc::TileExtension& tile) const {
    const auto bytes = [](std::size_t elements, std::uint32_t width) { return (elements * width + 7) / 8; };
    return tile.tiles == 1 && tile.data.a.size() == bytes(shape_.m * shape_.k, shape_.aw) &&
           tile.data.b.size() == bytes(shape_.n * shape_.k_of_b, shape_.bw) &&
           tile.data.c.size() == bytes(shape_.lanes(), shape_.cw) &&
           tile.data.d.size() == bytes(shape_.lanes(), shape_.dw) &&
           tile.data.scale_a.size() == bytes(shape_.m * shape_.scales, shape_.sw) &&
           tile.data.scale_b.size() == bytes(shape_.n * shape_.scales, shape_.sw) &&
           tile.data.metadata.size() ==
               bytes(shape_.m * shape_.groups, static_cast<std::uint32_t>(info(kMetadataFormat).bits));
}

void RtlTransactor::b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
    if (delay != sc_core::SC_ZERO_TIME) sc_core::wait(delay);  // which would change the order of the tiles
    delay = sc_core::SC_ZERO_TIME;
    Job job;
    transaction.get_extension(job.tile);
    transaction.get_extension(job.pins);
    if (job.tile == nullptr || transaction.get_command() != tlm::TLM_IGNORE_COMMAND) {
        transaction.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
        return;
    }
    if (!fits(*job.tile)) {
        transaction.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
        return;
    }
    if (fault_ == tb::Verdict::passed) {
        waiting_.push_back(&job);
        sc_core::wait(job.done);
    }
    transaction.set_response_status(job.answered ? tlm::TLM_OK_RESPONSE : tlm::TLM_GENERIC_ERROR_RESPONSE);
}

/// Runs at the rising edge: samples the handshakes of the cycle that ends and drives the pins for the next
/// one.
void RtlTransactor::cycle() {
    if (reset_cycles_ != 0) {
        if (--reset_cycles_ == 0) {
            drive();
        } else {
            pins_.drive(true, false, false);
        }
        return;
    }
    if (fault_ != tb::Verdict::passed) return;
    // every answer before the reset has been compared by now
    if (driven_.reset && flag_board_ != nullptr) flag_board_->reset();
    ++cycles_;
    if ((driven_.valid && !driven_.filler && pending_.empty()) || (driven_.ready && !pending_.empty()))
        ++idle_;  // the design is not late for what is not asked of it
    const tb::Traffic::Events seen = traffic_.saw(pins_.ready(), pins_.valid());
    if (seen.accepted) {
        pending_.push_back(waiting_.front());
        waiting_.pop_front();
        on_pins_ = false;
        idle_ = 0;
    }
    if (seen.answered) take_answer();
    watch();
    drive();
}

void RtlTransactor::take_answer() {
    if (pending_.empty()) {
        const std::string asked = std::to_string(answered_);
        fail(tb::Verdict::too_many_answers, "the design gave " + std::to_string(answered_ + 1) +
                                                " answers, but only " + asked + " tiles were sent");
        return;
    }
    pins_.sample(d_, unknown_);
    Job& job = *pending_.front();
    pending_.pop_front();
    std::memcpy(job.tile->data.d.data(), d_.data(), job.tile->data.d.size());
    if (job.pins != nullptr) {
        pins_.sample_flags(flags_);
        job.pins->unknown = unknown_;
        job.pins->flags = flags_;
    }
    job.tile->dot_adds = shape_.lanes();
    job.answered = true;
    job.done.notify();
    ++answered_;
    idle_ = 0;
}

void RtlTransactor::watch() {
    if (fault_ != tb::Verdict::passed) return;
    const std::uint32_t finished = pins_.finished();
    if (finished != 0)
        fail(tb::Verdict::finished,
             tb::why_finished(finished) + " after " + std::to_string(answered_) + " tiles");
    if (waiting_.empty() && pending_.empty()) idle_ = 0;
    if (idle_ < patience_) return;
    const std::string waited = " for " + std::to_string(idle_) + " cycles";
    if (pending_.empty()) {
        fail(tb::Verdict::never_ready,
             "tile " + std::to_string(answered_) + " was offered, but ready_o stayed low" + waited);
    } else {
        fail(tb::Verdict::no_answer,
             "tile " + std::to_string(answered_) + " was accepted but not answered" + waited);
    }
}

/// Drives the operands of the first waiting tile.
void RtlTransactor::load() {
    const systemc::TileData& tile = waiting_.front()->tile->data;
    const auto copy = [](tb::PortWords& port, std::span<const std::byte> bytes) {
        if (!bytes.empty()) std::memcpy(port.data(), bytes.data(), bytes.size());
    };
    copy(operands_.a, tile.a);
    copy(operands_.b, tile.b);
    copy(operands_.c, tile.c);
    copy(operands_.scale_a, tile.scale_a);
    copy(operands_.scale_b, tile.scale_b);
    copy(operands_.metadata, tile.metadata);
    pins_.drive_operands(operands_);
    if (const PinExtension* pins = waiting_.front()->pins) pins_.drive_mode(pins->mode);
    on_pins_ = true;
}

/// The pins keep the operands of the last tile until the next is offered, so a filler needs none of its own.
void RtlTransactor::drive() {
    driven_ = traffic_.next(!waiting_.empty());
    if (driven_.valid && !driven_.filler && !on_pins_) load();
    pins_.drive(driven_.reset, driven_.valid, driven_.ready);
}

void RtlTransactor::fail(tb::Verdict verdict, const std::string& reason) {
    fault_ = verdict;
    reason_ = reason;
    for (std::deque<Job*>* jobs : {&waiting_, &pending_}) {
        for (Job* job : *jobs) job->done.notify();
        jobs->clear();
    }
}

}  // namespace karat::cosim
