// SPDX-License-Identifier: Apache-2.0
#include "karat_cosim/cosimulation.hpp"

#include "karat/error.hpp"
#include "karat/evaluate/sparse.hpp"

namespace karat::cosim {
namespace {

constexpr int kThreads = 32;  // more tiles than the deepest pipeline of the reference RTL holds

/// The memory of one transaction. The operands are packed as on the ports, which is also the packing of the
/// memory windows.
class Transaction {
   public:
    explicit Transaction(const tb::TileShape& shape)
        : shape_(shape), operands_(shape), d_(tb::make_port(shape.lanes(), shape.dw)) {
        const auto bytes = [](tb::PortWords& words, std::size_t elements, std::uint32_t width) {
            return std::as_writable_bytes(std::span(words)).first((elements * width + 7) / 8);
        };
        tile_.data = {bytes(operands_.a, shape.m * shape.k, shape.aw),
                      bytes(operands_.b, shape.n * shape.k_of_b, shape.bw),
                      bytes(operands_.c, shape.lanes(), shape.cw),
                      bytes(operands_.scale_a, shape.m * shape.scales, shape.sw),
                      bytes(operands_.scale_b, shape.n * shape.scales, shape.sw),
                      bytes(d_, shape.lanes(), shape.dw),
                      bytes(operands_.metadata, shape.m * shape.groups,
                            static_cast<std::uint32_t>(info(kMetadataFormat).bits))};
        payload_.set_command(tlm::TLM_IGNORE_COMMAND);
        payload_.set_extension(&tile_);
        payload_.set_extension(&unknown_);
    }
    ~Transaction() {
        payload_.clear_extension(&tile_);
        payload_.clear_extension(&unknown_);
    }
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;

    void load(const tb::Tile& tile) { operands_.load(tile, shape_); }
    /// False if the target returned an error response.
    [[nodiscard]] bool send(tlm_utils::simple_initiator_socket<Initiator>& socket) {
        sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
        payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        socket->b_transport(payload_, delay);
        return payload_.is_response_ok();
    }
    [[nodiscard]] std::uint64_t d(std::size_t lane) const { return tb::get_element(d_, lane, shape_.dw); }
    [[nodiscard]] std::uint64_t unknown(std::size_t lane) const {
        return unknown_.words.empty() ? 0 : tb::get_element(unknown_.words, lane, shape_.dw);
    }

   private:
    const tb::TileShape& shape_;
    tb::TilePorts operands_;
    tb::PortWords d_;
    systemc::TileExtension tile_;
    UnknownExtension unknown_;
    tlm::tlm_generic_payload payload_;
};

std::string g_reported;  // SystemC's first warning or error; global, because its handler has no context

void note_report(const sc_core::sc_report& report, const sc_core::sc_actions& actions) {
    if (report.get_severity() >= sc_core::SC_WARNING && g_reported.empty()) g_reported = report.what();
    sc_core::sc_report_handler::default_handler(report, actions);
}

}  // namespace

Initiator::Initiator(const sc_core::sc_module_name& name, tb::TileSource& source, tb::Scoreboard& board,
                     const tb::CheckSettings& settings, const RtlTransactor& transactor)
    : sc_module(name),
      golden("golden"),
      design("design"),
      source_(source),
      board_(board),
      settings_(settings),
      transactor_(transactor),
      shape_(board.dot().spec(), board.rows(), board.columns()) {
    SC_HAS_PROCESS(Initiator);
    for (int i = 0; i < kThreads; ++i) {
        ++working_;
        sc_core::sc_spawn([this] { work(); }, sc_core::sc_gen_unique_name("thread"));
    }
}

bool Initiator::finished() const {
    return exhausted_ || transactor_.fault() != tb::Verdict::passed ||
           (settings_.max_mismatches != 0 && board_.mismatches() >= settings_.max_mismatches);
}

void Initiator::work() {
    Transaction transaction(shape_);
    while (!finished()) {
        std::optional<tb::Tile> tile;
        if (sent_ < settings_.count) tile = source_.next();
        exhausted_ = !tile.has_value();
        if (exhausted_) break;
        const std::uint64_t tag = sent_++;
        transaction.load(*tile);
        Answered answered;
        if (!transaction.send(design)) {
            if (transactor_.fault() == tb::Verdict::passed)
                throw Error("the transactor rejected a transaction");
            break;  // the transactor holds the reason
        }
        answered.answers.resize(shape_.lanes());
        for (std::size_t lane = 0; lane < shape_.lanes(); ++lane)
            answered.answers[lane] = {transaction.d(lane), transaction.unknown(lane)};
        if (!transaction.send(golden)) throw Error("the golden module rejected a transaction");
        answered.expected.resize(shape_.lanes());
        for (std::size_t lane = 0; lane < shape_.lanes(); ++lane)
            answered.expected[lane] = transaction.d(lane);
        answered.tile = std::move(*tile);
        deliver(tag, std::move(answered));
    }
    if (--working_ != 0) return;
    if (transactor_.fault() == tb::Verdict::passed)
        sc_core::wait(64 * sc_core::sc_time(2, sc_core::SC_NS));  // no further answer may follow
    sc_core::sc_stop();
}

void Initiator::deliver(std::uint64_t tag, Answered answered) {
    early_.emplace(tag, std::move(answered));
    while (!early_.empty() && early_.begin()->first == board_.tiles()) {
        Answered& next = early_.begin()->second;
        const std::uint64_t before = board_.mismatches();
        board_.compare(std::move(next.tile), next.expected, std::move(next.answers), transactor_.cycles());
        early_.erase(early_.begin());
        if (before == 0 && board_.mismatches() != 0) first_mismatch_cycle_ = transactor_.cycles();
        if (settings_.progress && board_.tiles() % 4096 == 0)
            settings_.progress(board_.tiles(), board_.mismatches());
    }
}

tb::CheckResult simulate(Pins& pins, sc_core::sc_signal<bool>& clock, tb::TileSource& source,
                         tb::Scoreboard& board, const tb::CheckSettings& settings) {
    sc_core::sc_report_handler::set_handler(note_report);
    sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_INFO,
                                            sc_core::SC_DO_NOTHING);  // silences "stopped by user"
    const Spec& spec = board.dot().spec();
    const tb::TileShape shape(spec, board.rows(), board.columns());
    systemc::TileModule golden("golden", spec,
                               {.m = static_cast<int>(shape.m), .n = static_cast<int>(shape.n)});
    RtlTransactor transactor("transactor", pins, shape, settings);
    Initiator initiator("initiator", source, board, settings, transactor);
    initiator.golden.bind(golden.socket);
    initiator.design.bind(transactor.socket);
    transactor.clock(clock);
    sc_core::sc_spawn([&clock] {
        const sc_core::sc_time half(1, sc_core::SC_NS);
        while (true) {
            clock.write(false);
            sc_core::wait(half);
            clock.write(true);
            sc_core::wait(half);
        }
    });
    sc_core::sc_start();
    if (!g_reported.empty()) throw Error("SystemC reported: " + g_reported);
    tb::CheckResult out;
    out.cycles = transactor.cycles();
    out.first_mismatch_cycle = initiator.first_mismatch_cycle();
    if (board.mismatches() != 0) {
        out.verdict = tb::Verdict::mismatched;
        out.reason =
            std::to_string(board.mismatches()) + " of " + std::to_string(board.lanes()) + " lanes differ";
    }
    if (transactor.fault() != tb::Verdict::passed) {
        out.verdict = transactor.fault();
        out.reason = transactor.reason();
    }
    return out;
}

}  // namespace karat::cosim
