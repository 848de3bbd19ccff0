// SPDX-License-Identifier: Apache-2.0
// 8 threads on 8 handles and on a shared one mix dot-adds, tiles, comparisons, coverage, knobs, opening and
// closing. Every result must match a specification that the handle had at some time. `make tsan` runs this
// program under ThreadSanitizer. Usage: threads_test [ROUNDS]
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "karat.h"

namespace {

constexpr int kThreads = 8;
std::atomic<int> failures{0};

void expect(bool good, const char* what) {
    if (good) return;
    ++failures;
    std::fprintf(stderr, "FAILED: %s (last error: %s)\n", what, karat_last_error());
}

/// 2048 * 2048 - 2048 * 2048 + c. The result shows which F was set: c with F = 25, 0 with F = 20.
struct Edge {
    std::uint64_t a[16] = {0x6800, 0x6800};
    std::uint64_t b[16] = {0x6800, 0xE800};
    std::uint16_t a16[2 * 16]{}, b16[16 * 2]{};
    std::uint32_t c32[4] = {kC, kC, kC, kC}, d32[4]{};
    static constexpr std::uint32_t kC = 0x3F800000;  // 1 = 2^(22 - 22)

    Edge() {
        for (int i = 0; i < 2; ++i) {
            for (int k = 0; k < 2; ++k) {
                a16[i * 16 + k] = static_cast<std::uint16_t>(a[k]);
                b16[k * 2 + i] = static_cast<std::uint16_t>(b[k]);
            }
        }
    }
    [[nodiscard]] karat_dot_operands dot() const { return {{a, 16}, {b, 16}, {}, {}, kC, {}}; }
    [[nodiscard]] karat_tile_operands tile() const {
        return {2, 2, {a16, sizeof a16, 0, 0}, {b16, sizeof b16, 0, 0}, {c32, sizeof c32, 0, 0}, {}, {}, {}};
    }
    [[nodiscard]] karat_result result() { return {d32, sizeof d32, 0, 0}; }
    [[nodiscard]] karat_matrix got() const { return {d32, sizeof d32, 0, 0}; }
};

constexpr bool is_answer(std::uint64_t d) { return d == Edge::kC || d == 0; }

karat_model* opened() {
    karat_model* model = nullptr;
    expect(karat_open_instruction("Hopper", "HMMA.16816.F32", &model) == KARAT_OK, "open");
    return model;
}

/// Makes calls that read a model. `closing`: another thread may close it at the same time.
void read(karat_model* model, Edge& edge, bool closing) {
    const auto fine = [&](karat_status status) {
        return status == KARAT_OK || (closing && status == KARAT_BAD_HANDLE);
    };
    const karat_dot_operands dot = edge.dot();
    const karat_tile_operands tile = edge.tile();
    const karat_result result = edge.result();
    const karat_matrix got = edge.got();
    std::uint64_t d = 0;
    expect(fine(karat_dot_add(model, &dot, &d)) && is_answer(d), "dot-add");
    const karat_status tiled = karat_tile(model, &tile, &result);
    expect(fine(tiled), "tile");
    for (const std::uint32_t lane : edge.d32)
        expect(is_answer(lane) && lane == edge.d32[0], "the lanes of a tile come from one specification");
    const karat_status compared = karat_compare(model, 1, &tile, &got, nullptr, nullptr, nullptr, 0, nullptr);
    expect(fine(compared) || compared == KARAT_MISMATCH, "compare");
    if (compared == KARAT_MISMATCH)
        expect(std::strstr(karat_last_error(), "tile 1, lane (0,0): 4 of 4 lanes differ") != nullptr,
               "the last error of this thread");
    char text[16384];
    expect(fine(karat_get_trace(model, &dot, text, sizeof text, nullptr)), "trace");
    karat_shape shape{};
    expect(fine(karat_get_shape(model, &shape)), "shape");
}

void change(karat_model* model, int round) {
    const karat_status status = karat_set_knob(model, "F", round % 2 == 0 ? "20" : "25");
    expect(status == KARAT_OK || status == KARAT_BAD_HANDLE || status == KARAT_BAD_STATE, "set a knob");
    char text[8];
    const karat_status got = karat_get_knob(model, "F", text, sizeof text, nullptr);
    expect(got == KARAT_BAD_HANDLE ||
               (got == KARAT_OK && (std::strcmp(text, "20") == 0 || std::strcmp(text, "25") == 0)),
           "get a knob");
}

void cover(karat_model* model, Edge& edge, int round) {
    const auto fine = [](karat_status status) {
        return status == KARAT_OK || status == KARAT_BAD_STATE || status == KARAT_BAD_HANDLE;
    };
    const karat_tile_operands tile = edge.tile();
    karat_coverage_figures figures{};
    if (round % 16 == 0) expect(fine(karat_coverage_start(model, 2, 2)), "start coverage");
    expect(fine(karat_coverage_sample(model, &tile)), "sample");
    expect(fine(karat_coverage_get(model, &figures)), "figures");
    if (round % 16 == 13) expect(fine(karat_coverage_stop(model)), "stop coverage");
}

void in_threads(const std::function<void(int)>& body) {
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) threads.emplace_back(body, i);
    for (std::thread& thread : threads) thread.join();
}

void own_handles(int rounds) {
    in_threads([rounds](int /*self*/) {
        Edge edge;
        for (int round = 0; round < rounds; ++round) {
            karat_model* const model = opened();
            read(model, edge, false);
            change(model, round);
            cover(model, edge, 0);
            expect(karat_close(nullptr) == KARAT_BAD_HANDLE &&
                       std::strcmp(karat_last_error(), "model is NULL") == 0,
                   "the last error of this thread");
            expect(karat_close(model) == KARAT_OK, "close");
            expect(karat_close(model) == KARAT_BAD_HANDLE, "close twice");
        }
    });
}

void one_handle(int rounds) {
    karat_model* const model = opened();
    in_threads([=](int self) {
        Edge edge;
        for (int round = 0; round < rounds; ++round) {
            if (self < 5) read(model, edge, false);
            if (self == 5) change(model, round);
            if (self > 5) cover(model, edge, round + 8 * self);
        }
    });
    expect(karat_close(model) == KARAT_OK, "close");
}

/// Six threads use the handle in `shared`, while the other two replace it by a new one and close the old one.
void handles_closed_in_use(int rounds) {
    std::atomic<karat_model*> shared{opened()};
    in_threads([&shared, rounds](int self) {
        Edge edge;
        for (int round = 0; round < rounds; ++round) {
            if (self < 6) {
                read(shared.load(), edge, true);
                continue;
            }
            karat_model* const old = shared.exchange(opened());
            expect(karat_close(old) == KARAT_OK, "close in use");
        }
    });
    expect(karat_close(shared.load()) == KARAT_OK, "close");
}

}  // namespace

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 100;
    if (rounds < 1) {
        std::fprintf(stderr, "usage: threads_test [ROUNDS], at least 1\n");
        return 2;
    }
    own_handles(rounds);
    one_handle(rounds);
    handles_closed_in_use(rounds);
    std::printf(
        "threads: %d threads, %d rounds each on 8 handles, on one, and on handles closed in use: %d "
        "failures\n",
        kThreads, rounds, failures.load());
    return failures == 0 ? 0 : 1;
}
