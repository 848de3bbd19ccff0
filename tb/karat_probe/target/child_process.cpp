// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/target/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

#include "karat_probe/target/line_protocol.hpp"
#include "karat_probe/target/target.hpp"

namespace karat::probe {
namespace {

constexpr std::size_t kLongestLine = std::size_t{1} << 16;
constexpr std::size_t kErrorsKept = 4096;

/// Blocks SIGPIPE in this thread, and takes the signal of a write that failed before it is unblocked. The
/// signal handlers of the whole process stay as they are.
class SigpipeBlocked {
   public:
    SigpipeBlocked() {
        sigemptyset(&sigpipe_);
        sigaddset(&sigpipe_, SIGPIPE);
        sigset_t pending;
        sigpending(&pending);
        was_pending_ = sigismember(&pending, SIGPIPE) == 1;
        pthread_sigmask(SIG_BLOCK, &sigpipe_, &before_);
    }
    ~SigpipeBlocked() {
        const timespec now{};
        if (!was_pending_) sigtimedwait(&sigpipe_, nullptr, &now);
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    SigpipeBlocked(const SigpipeBlocked&) = delete;
    SigpipeBlocked& operator=(const SigpipeBlocked&) = delete;

   private:
    sigset_t sigpipe_{}, before_{};
    bool was_pending_ = false;
};

void close_end(int& end) {
    if (end >= 0) ::close(end);
    end = -1;
}

void make_pipe(std::array<int, 2>& ends) {
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        throw TargetError(std::string("no pipe to a program can be made: ") + std::strerror(errno));
}

void set_nonblocking(int end) { ::fcntl(end, F_SETFL, ::fcntl(end, F_GETFL) | O_NONBLOCK); }

/// Reads what is there. Returns false at the end of the stream.
bool read_some(int end, std::string& into) {
    std::array<char, 1 << 16> buffer{};
    const ssize_t count = ::read(end, buffer.data(), buffer.size());
    if (count > 0) into.append(buffer.data(), static_cast<std::size_t>(count));
    return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
}

int milliseconds_until(ChildProcess::Clock::time_point deadline) {
    using std::chrono::milliseconds;
    const auto left = std::chrono::ceil<milliseconds>(deadline - ChildProcess::Clock::now());
    return static_cast<int>(std::clamp(left, milliseconds(0), milliseconds(60000)).count());
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& words) {
    std::array<std::array<int, 2>, 3> pipes{{{-1, -1}, {-1, -1}, {-1, -1}}};
    try {
        for (auto& ends : pipes) make_pipe(ends);
        start(words, {pipes[0][0], pipes[1][1], pipes[2][1]});
    } catch (...) {
        for (auto& ends : pipes)
            for (int& end : ends) close_end(end);
        throw;
    }
    close_end(pipes[0][0]);
    close_end(pipes[1][1]);
    close_end(pipes[2][1]);
    in_ = pipes[0][1];
    out_ = pipes[1][0];
    error_ = pipes[2][0];
    for (const int end : {in_, out_, error_}) set_nonblocking(end);
}

void ChildProcess::start(const std::vector<std::string>& words, std::array<int, 3> ends) {
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (int i = 0; i < 3; ++i)
        posix_spawn_file_actions_adddup2(&actions, ends[static_cast<std::size_t>(i)], i);
    // A group of its own, so that what it starts can be killed with it; signals as a shell would set them.
    sigset_t none;
    sigset_t sigpipe;
    sigemptyset(&none);
    sigemptyset(&sigpipe);
    sigaddset(&sigpipe, SIGPIPE);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &sigpipe);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    const int error = posix_spawnp(&pid_, arguments[0], &actions, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (error == 0) return;
    pid_ = 0;
    throw TargetError(words[0] + " cannot be started: " + std::strerror(error));
}

ChildProcess::~ChildProcess() {
    close_end(in_);
    (void)ending(std::chrono::milliseconds(500));
    kill();
    close_end(out_);
    close_end(error_);
}

void ChildProcess::write_some(std::string_view& text) {
    const ssize_t count = ::write(in_, text.data(), text.size());
    if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
    if (count < 0 && errno != EAGAIN && errno != EINTR) close_end(in_);
}

void ChildProcess::read_output() {
    if (read_some(out_, output_)) return;
    close_end(out_);
    if (!output_.empty() && output_.back() != '\n') output_ += '\n';  // a last line without a newline
}

bool ChildProcess::read_errors() {
    const std::size_t before = errors_.size();
    if (!read_some(error_, errors_)) close_end(error_);
    const bool more = errors_.size() != before;
    if (errors_.size() > kErrorsKept) errors_.erase(0, errors_.size() - kErrorsKept);
    return more;
}

bool ChildProcess::deliver(const std::function<bool(std::string_view)>& take) {
    bool wants_more = true;
    std::size_t from = 0;
    for (std::size_t end = 0; wants_more; from = end + 1) {
        end = output_.find('\n', from);
        if (end == std::string::npos) break;
        wants_more = take(std::string_view(output_).substr(from, end - from));
    }
    output_.erase(0, from);
    return wants_more;
}

ChildProcess::End ChildProcess::exchange(std::string_view text,
                                         const std::function<bool(std::string_view)>& take,
                                         Clock::time_point deadline) {
    const SigpipeBlocked guard;
    bool wants_more = true;
    while (true) {
        if (wants_more) wants_more = deliver(take);
        if (text.empty() && !wants_more) return End::done;
        if (out_ < 0 || (in_ < 0 && !text.empty())) return End::closed;
        if (wants_more && output_.size() > kLongestLine) return End::endless;
        const int left = milliseconds_until(deadline);
        if (left == 0) return End::late;
        std::array<pollfd, 3> ends{
            {{text.empty() ? -1 : in_, POLLOUT, 0}, {out_, POLLIN, 0}, {error_, POLLIN, 0}}};
        if (::poll(ends.data(), ends.size(), left) < 0) continue;
        if (ends[0].revents != 0) write_some(text);
        if (ends[1].revents != 0) read_output();
        if (ends[2].revents != 0) (void)read_errors();
    }
}

std::vector<std::string> ChildProcess::surplus() {
    if (out_ >= 0) read_output();
    std::vector<std::string> lines;
    (void)deliver([&](std::string_view line) {
        lines.emplace_back(line);
        return true;
    });
    return lines;
}

std::string ChildProcess::last_error() {
    // A pipe holds 64 KiB; more can only come from a process that has left the group.
    for (int reads = 0; reads < 64 && error_ >= 0 && read_errors(); ++reads) {
    }
    std::string_view rest = errors_;
    while (!rest.empty()) {
        const std::size_t end = rest.find_last_of('\n');
        const std::string_view line = trimmed(end == std::string_view::npos ? rest : rest.substr(end + 1));
        if (!line.empty()) return std::string(line);
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(0, end);
    }
    return {};
}

std::string ChildProcess::ending(std::chrono::milliseconds patience) const {
    const Clock::time_point deadline = Clock::now() + patience;
    while (pid_ != 0) {
        // WNOWAIT: the group's number must not be free for reuse before kill() has used it
        siginfo_t how{};
        const int error = ::waitid(P_PID, static_cast<id_t>(pid_), &how, WEXITED | WNOHANG | WNOWAIT);
        if (error == 0 && how.si_pid != 0) {
            if (how.si_code == CLD_EXITED) return "exit status " + std::to_string(how.si_status);
            return "signal " + std::to_string(how.si_status) + " (" + strsignal(how.si_status) + ")";
        }
        if (Clock::now() >= deadline) break;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return {};
}

void ChildProcess::kill() {
    if (pid_ == 0) return;
    ::kill(-pid_, SIGKILL);
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
    pid_ = 0;
}

}  // namespace karat::probe
