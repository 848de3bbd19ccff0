// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sys/types.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace karat::probe {

/// A running program whose standard input, output and error are pipes. It has its own process group. The
/// destructor closes its input, gives it half a second to end, and kills the whole group.
class ChildProcess {
   public:
    using Clock = std::chrono::steady_clock;
    /// How an exchange ended. `closed`: the program closed its output, or its input before it had read
    /// everything. `late`: the deadline passed. `endless`: a line of more than 64 KiB.
    enum class End : std::uint8_t { done, closed, late, endless };

    /// Starts words[0], found through PATH, with the other words as arguments. Throws TargetError if it
    /// cannot be started.
    explicit ChildProcess(const std::vector<std::string>& words);
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /// Writes `text` and reads at the same time, so that neither side waits for the other. `take` gets every
    /// line, without its newline, until it returns false. Done when everything is written and `take` wants no
    /// more. A broken pipe raises no signal.
    [[nodiscard]] End exchange(std::string_view text, const std::function<bool(std::string_view)>& take,
                               Clock::time_point deadline);
    /// The lines that have arrived since, without waiting.
    [[nodiscard]] std::vector<std::string> surplus();
    /// "exit status 3" or "signal 11 (Segmentation fault)"; empty if it still runs. Waits up to `patience`
    /// for the end.
    [[nodiscard]] std::string ending(std::chrono::milliseconds patience) const;
    /// Kills the process group. Does nothing the second time.
    void kill();
    /// The last line that is not blank on standard error; empty if there is none. Call kill() first.
    [[nodiscard]] std::string last_error();

   private:
    void start(const std::vector<std::string>& words, std::array<int, 3> ends);
    void write_some(std::string_view& text);
    void read_output();
    /// Returns whether there was anything to read.
    bool read_errors();
    /// Gives complete lines to `take` until it wants no more. Returns whether it still wants some.
    bool deliver(const std::function<bool(std::string_view)>& take);

    pid_t pid_ = 0;  ///< 0: ended
    int in_ = -1, out_ = -1, error_ = -1;
    std::string output_;  ///< bytes not delivered yet
    std::string errors_;  ///< the end of standard error
};

}  // namespace karat::probe
