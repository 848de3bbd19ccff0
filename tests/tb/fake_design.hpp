// SPDX-License-Identifier: Apache-2.0
// A design written in C++ with the ports of a candidate: a correct one, and one for each fault.
#pragma once
#include <deque>
#include <vector>

#include "karat/evaluate/dot_add.hpp"
#include "karat_tb/check/candidate.hpp"
#include "karat_tb/check/tile_ports.hpp"

namespace karat::test {

enum class Fault {
    none,
    never_ready,
    never_answers,
    answers_twice,
    drops_one,
    swaps_lanes,
    reorders,
    finishes,
    one_bit,
    extra_at_end,
    forgets_no_tile
};

/// Outputs the results of the model `latency` cycles later, with one fault: from tile 10 on, or, if it
/// changes the number of answers, at the tenth tile after every reset or from there on.
class FakeDesign final : public tb::Candidate {
   public:
    FakeDesign(const DotAdd& dot, Fault fault, std::uint32_t latency)
        : dot_(dot), shape_(dot.spec(), 2, 3), fault_(fault), latency_(latency) {
        const auto bytes = [](std::size_t elements, std::uint32_t width) {
            return static_cast<std::uint32_t>((elements * width + 31) / 32 * 4);
        };
        ports_ = {KARAT_CANDIDATE_ABI,
                  2,
                  3,
                  bytes(2 * shape_.k, shape_.aw),
                  bytes(3 * shape_.k, shape_.bw),
                  bytes(6, shape_.cw),
                  bytes(6, shape_.dw),
                  0,
                  0,
                  0,
                  0,
                  0,
                  0,
                  0};
    }
    [[nodiscard]] const karat_candidate_ports& ports() const override { return ports_; }

    void cycle(karat_candidate_cycle& io) override {
        if (io.rst_n == 0) {
            accepted_ = 0;
            if (fault_ != Fault::forgets_no_tile) answers_.clear();
            return;
        }
        ++now_;
        io.finished = fault_ == Fault::finishes && accepted_ > 10 ? 1 : 0;
        io.valid_out = !answers_.empty() && answers_.front().first <= now_ ? 1 : 0;
        if (fault_ == Fault::never_answers && accepted_ > 10) io.valid_out = 0;
        if (io.valid_out != 0) {
            tb::PortWords port = tb::make_port(6, shape_.dw);
            for (std::size_t j = 0; j < 6; ++j)
                tb::put_element(port, j, shape_.dw, answers_.front().second[j]);
            std::copy(port.begin(), port.end(), io.d);
            if (io.ready_in != 0) answers_.pop_front();
        }
        io.ready_out = answers_.size() < 4 && !(fault_ == Fault::never_ready && accepted_ > 10) ? 1 : 0;
        if (io.valid_in != 0 && io.ready_out != 0) accept(io);
    }

   private:
    void accept(const karat_candidate_cycle& io) {
        ++accepted_;
        ++total_;
        const std::size_t k = shape_.k;
        const auto read = [](const std::uint32_t* words, std::size_t count, std::uint32_t width) {
            const tb::PortWords port(words, words + count * width / 32 + 1);
            std::vector<std::uint64_t> out(count);
            for (std::size_t i = 0; i < count; ++i) out[i] = tb::get_element(port, i, width);
            return out;
        };
        const auto a = read(io.a, 2 * k, shape_.aw);
        const auto b = read(io.b, 3 * k, shape_.bw);
        const auto c = read(io.c, 6, shape_.cw);
        std::vector<std::uint64_t> d;
        for (std::size_t m = 0; m < 2; ++m) {
            for (std::size_t n = 0; n < 3; ++n) {
                d.push_back(dot_(
                    {std::span(a).subspan(m * k, k), std::span(b).subspan(n * k, k), {}, {}, c[m * 3 + n]}));
            }
        }
        const bool now = total_ >= 10;
        if (fault_ == Fault::one_bit && now) d[4] ^= 1;
        if (fault_ == Fault::swaps_lanes && now) std::swap(d[1], d[2]);
        if (fault_ == Fault::drops_one && accepted_ == 10) return;
        answers_.emplace_back(now_ + latency_, d);
        if (fault_ == Fault::answers_twice && accepted_ == 10) answers_.emplace_back(now_ + latency_, d);
        if (fault_ == Fault::extra_at_end && accepted_ == 500) answers_.emplace_back(now_ + latency_ + 20, d);
        if (fault_ == Fault::reorders && now && accepted_ % 3 == 0 && answers_.size() > 1)
            std::swap(answers_[answers_.size() - 1].second, answers_[answers_.size() - 2].second);
    }

    const DotAdd& dot_;
    tb::TileShape shape_;
    Fault fault_;
    std::uint64_t latency_;
    karat_candidate_ports ports_{};
    std::deque<std::pair<std::uint64_t, std::vector<std::uint64_t>>> answers_;
    std::uint64_t now_ = 0;
    std::uint64_t accepted_ = 0;  // since the last reset
    std::uint64_t total_ = 0;
};

}  // namespace karat::test
