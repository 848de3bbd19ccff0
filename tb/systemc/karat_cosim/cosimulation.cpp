// SPDX-License-Identifier: Apache-2.0
#include "karat_cosim/cosimulation.hpp"

#include <algorithm>
#include <deque>

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
        payload_.set_extension(&pins_);
    }
    ~Transaction() {
        payload_.clear_extension(&tile_);
        payload_.clear_extension(&pins_);
    }
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;

    void load(const tb::Tile& tile, std::uint32_t mode) {
        operands_.load(tile, shape_);
        pins_.mode = mode;
    }
    /// False if the target returned an error response.
    [[nodiscard]] bool send(InitiatorSocket& socket) {
        sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
        payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        socket->b_transport(payload_, delay);
        return payload_.is_response_ok();
    }
    [[nodiscard]] std::uint64_t d(std::size_t lane) const { return tb::get_element(d_, lane, shape_.dw); }
    [[nodiscard]] std::uint64_t unknown(std::size_t lane) const {
        return pins_.unknown.empty() ? 0 : tb::get_element(pins_.unknown, lane, shape_.dw);
    }
    [[nodiscard]] const tb::PortWords& flags() const { return pins_.flags; }

   private:
    const tb::TileShape& shape_;
    tb::TilePorts operands_;
    tb::PortWords d_;
    systemc::TileExtension tile_;
    PinExtension pins_;
    tlm::tlm_generic_payload payload_;
};

std::string g_reported;  // SystemC's first warning or error; global, because its handler has no context

void note_report(const sc_core::sc_report& report, const sc_core::sc_actions& actions) {
    if (report.get_severity() >= sc_core::SC_WARNING && g_reported.empty()) g_reported = report.what();
    sc_core::sc_report_handler::default_handler(report, actions);
}

}  // namespace

Initiator::Initiator(const sc_core::sc_module_name& name, std::vector<std::uint32_t> modes,
                     const RtlTransactor& transactor)
    : sc_module(name), design("design"), transactor_(transactor), modes_(std::move(modes)) {
    for (std::size_t i = 0; i < modes_.size(); ++i)
        golden.push_back(std::make_unique<InitiatorSocket>(sc_core::sc_gen_unique_name("golden")));
}

void Initiator::begin(tb::TileSource& source, tb::ModeBoards& boards, const tb::CheckSettings& settings) {
    source_ = &source;
    boards_ = &boards;
    settings_ = &settings;
    shapes_.clear();
    golden_of_.clear();
    for (const tb::ModeBoards::Entry& entry : boards.entries()) {
        shapes_.emplace_back(entry.board->dot().spec(), entry.board->rows(), entry.board->columns());
        golden_of_.push_back(
            static_cast<std::size_t>(std::ranges::find(modes_, entry.mode) - modes_.begin()));
    }
    sent_ = first_mismatch_cycle_ = 0;
    exhausted_ = false;
    early_.clear();
    working_ = kThreads;
    for (int i = 0; i < kThreads; ++i)
        sc_core::sc_spawn([this] { work(); }, sc_core::sc_gen_unique_name("thread"));
}

bool Initiator::finished() const {
    const std::uint64_t wrong_flags = settings_->flags == nullptr ? 0 : settings_->flags->mismatches();
    return exhausted_ || transactor_.fault() != tb::Verdict::passed ||
           (settings_->max_mismatches != 0 &&
            std::max(boards_->mismatches(), wrong_flags) >= settings_->max_mismatches);
}

void Initiator::work() {
    std::deque<Transaction> transactions;  // one for each mode; a transaction does not move
    for (const tb::TileShape& shape : shapes_) transactions.emplace_back(shape);
    while (!finished()) {
        std::optional<tb::Tile> tile;
        if (sent_ < settings_->count) tile = source_->next();
        exhausted_ = !tile.has_value();
        if (exhausted_) break;
        const std::uint64_t tag = sent_++;
        const std::size_t entry = boards_->entry_of(tile->mode);
        Transaction& transaction = transactions[entry];
        transaction.load(*tile, boards_->entries()[entry].mode);
        Answered answered;
        if (!transaction.send(design)) {
            if (transactor_.fault() == tb::Verdict::passed)
                throw Error("the transactor rejected a transaction");
            break;  // the transactor holds the reason
        }
        const std::size_t lanes = shapes_[entry].lanes();
        answered.answers.resize(lanes);
        for (std::size_t lane = 0; lane < lanes; ++lane)
            answered.answers[lane] = {transaction.d(lane), transaction.unknown(lane)};
        answered.flags = transaction.flags();
        if (!transaction.send(*golden[golden_of_[entry]]))
            throw Error("the golden module rejected a transaction");
        answered.expected.resize(lanes);
        for (std::size_t lane = 0; lane < lanes; ++lane) answered.expected[lane] = transaction.d(lane);
        answered.tile = std::move(*tile);
        deliver(tag, std::move(answered));
    }
    if (--working_ != 0) return;
    if (transactor_.fault() == tb::Verdict::passed)
        sc_core::wait(64 * sc_core::sc_time(2, sc_core::SC_NS));  // no further answer may follow
    sc_core::sc_pause();
}

void Initiator::deliver(std::uint64_t tag, Answered answered) {
    early_.emplace(tag, std::move(answered));
    while (!early_.empty() && early_.begin()->first == boards_->tiles()) {
        Answered& next = early_.begin()->second;
        if (settings_->flags != nullptr) {
            const tb::Scoreboard& board = *boards_->entries()[boards_->entry_of(next.tile.mode)].board;
            settings_->flags->compare(board.dot(), next.tile, next.flags);
        }
        const std::uint64_t before = boards_->mismatches();
        boards_->compare(std::move(next.tile), next.expected, std::move(next.answers), transactor_.cycles());
        early_.erase(early_.begin());
        if (before == 0 && boards_->mismatches() != 0) first_mismatch_cycle_ = transactor_.cycles();
        if (settings_->progress && boards_->tiles() % 4096 == 0)
            settings_->progress(boards_->tiles(), boards_->mismatches());
    }
}

namespace {

/// What the scoreboards, and the transactor, say about the design.
tb::CheckResult verdict(const tb::ModeBoards& boards, const tb::CheckSettings& settings,
                        const RtlTransactor& transactor) {
    tb::CheckResult out;
    if (boards.mismatches() != 0) {
        out.verdict = tb::Verdict::mismatched;
        out.reason =
            std::to_string(boards.mismatches()) + " of " + std::to_string(boards.lanes()) + " lanes differ";
    } else if (settings.flags != nullptr && settings.flags->mismatches() != 0) {
        out.verdict = tb::Verdict::mismatched;
        out.reason = "the results are right, but not the status flags";
    }
    if (transactor.fault() != tb::Verdict::passed) {
        out.verdict = transactor.fault();
        out.reason = transactor.reason();
    }
    return out;
}

/// The shape of the tiles: that of the first mode, which the others must have too.
tb::TileShape shape_of(const std::vector<Cosimulation::Mode>& modes, std::size_t rows, std::size_t columns) {
    return {modes.front().spec, rows, columns};
}

std::vector<std::uint32_t> values_of(const std::vector<Cosimulation::Mode>& modes) {
    std::vector<std::uint32_t> out;
    for (const Cosimulation::Mode& mode : modes) out.push_back(mode.value);
    return out;
}

void run_clock(sc_core::sc_signal<bool>& clock) {
    const sc_core::sc_time half(1, sc_core::SC_NS);
    while (true) {
        clock.write(false);
        sc_core::wait(half);
        clock.write(true);
        sc_core::wait(half);
    }
}

}  // namespace

Cosimulation::Cosimulation(Pins& pins, sc_core::sc_signal<bool>& clock, const std::vector<Mode>& modes,
                           std::size_t rows, std::size_t columns)
    : pins_(pins),
      transactor_("transactor", pins, shape_of(modes, rows, columns)),
      initiator_("initiator", values_of(modes), transactor_) {
    sc_core::sc_report_handler::set_handler(note_report);
    sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_INFO,
                                            sc_core::SC_DO_NOTHING);  // silences "stopped by user"
    for (const Mode& mode : modes) {
        tb::require_ports(pins.ports(), tb::TileShape(mode.spec, rows, columns));
        golden_.push_back(std::make_unique<systemc::TileModule>(
            sc_core::sc_gen_unique_name("golden"), mode.spec,
            systemc::TileGeometry{.m = static_cast<int>(rows), .n = static_cast<int>(columns)}));
        initiator_.golden[golden_.size() - 1]->bind(golden_.back()->socket);
    }
    initiator_.design.bind(transactor_.socket);
    transactor_.clock(clock);
    sc_core::sc_spawn([&clock] { run_clock(clock); });
}

Cosimulation::~Cosimulation() {
    if (sc_core::sc_get_status() == sc_core::SC_PAUSED) sc_core::sc_stop();
}

tb::CheckResult Cosimulation::run(tb::TileSource& source, tb::ModeBoards& boards,
                                  const tb::CheckSettings& settings) {
    pins_.drive_mode(boards.entries().front().mode);
    transactor_.begin(settings);
    initiator_.begin(source, boards, settings);
    sc_core::sc_start();
    if (!g_reported.empty()) throw Error("SystemC reported: " + g_reported);
    tb::CheckResult out = verdict(boards, settings, transactor_);
    out.cycles = transactor_.cycles();
    out.first_mismatch_cycle = initiator_.first_mismatch_cycle();
    return out;
}

tb::CheckResult simulate(Pins& pins, sc_core::sc_signal<bool>& clock, tb::TileSource& source,
                         tb::ModeBoards& boards, const tb::CheckSettings& settings) {
    std::vector<Cosimulation::Mode> modes;
    for (const tb::ModeBoards::Entry& entry : boards.entries())
        modes.push_back({entry.mode, entry.board->dot().spec()});
    const tb::Scoreboard& first = *boards.entries().front().board;
    return Cosimulation(pins, clock, modes, first.rows(), first.columns()).run(source, boards, settings);
}

tb::CheckResult simulate(Pins& pins, sc_core::sc_signal<bool>& clock, tb::TileSource& source,
                         tb::Scoreboard& board, const tb::CheckSettings& settings) {
    tb::ModeBoards boards(settings.mode, board);
    return simulate(pins, clock, source, boards, settings);
}

}  // namespace karat::cosim
