// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/target/program_target.hpp"

#include <charconv>
#include <utility>

#include "karat/error.hpp"

namespace karat::probe {
namespace {

constexpr std::size_t kMostLanes = 4096;  // 64 x 64, as for candidates

std::string seconds_text(std::chrono::milliseconds time) {
    const auto ms = time.count();
    std::string out = std::to_string(ms / 1000);
    if (ms % 1000 != 0) out += '.' + std::to_string(1000 + ms % 1000).substr(1);
    return out + (ms == 1000 ? " second" : " seconds");
}

std::string answers_text(std::size_t given, std::size_t wanted) {
    return std::to_string(given) + " of " + std::to_string(wanted) + (wanted == 1 ? " answer" : " answers");
}

}  // namespace

ProgramTarget::ProgramTarget(const std::vector<std::string>& words, std::string name,
                             const OperandRules& formats, ProgramSettings settings)
    : name_(std::move(name)),
      formats_(formats_of(formats)),
      settings_(std::move(settings)),
      child_(words),
      unsent_(header_text(formats_, settings_.like)) {}

void ProgramTarget::use_lane(std::optional<std::size_t> lane) {
    if (lanes_ > 1) unsent_ += "# lane: " + (lane ? std::to_string(*lane) : std::string("any")) + '\n';
}

std::vector<std::uint64_t> ProgramTarget::answers(std::span<const VectorRow> questions) {
    if (!failure_.empty()) throw TargetError(failure_);
    std::vector<std::uint64_t> out;
    out.reserve(questions.size());
    while (!questions.empty()) ask(questions, out);
    return out;
}

void ProgramTarget::ask(std::span<const VectorRow>& questions, std::vector<std::uint64_t>& out) {
    std::string text = std::exchange(unsent_, {});
    std::size_t wanted = 0;
    while (wanted < questions.size() && wanted < settings_.batch &&
           (wanted == 0 || text.size() < settings_.batch_bytes))
        text += question_text(questions[wanted++], formats_);
    text += '\n';
    refuse_surplus(0);
    started_ = true;
    std::size_t given = 0;
    std::size_t unknown = 0;  // the number of the first one
    const auto take = [&](std::string_view line) {
        if (take_comment(line)) return true;
        const bool is_unknown = trimmed(line) == kUnknownAnswer;
        if (is_unknown && unknown == 0) unknown = given + 1;
        try {
            out.push_back(is_unknown ? 0 : read_answer(line, formats_.d));
        } catch (const OperandError& error) {
            fail("answer " + std::to_string(given + 1) + " of " + std::to_string(wanted) + ", " +
                 error.what());
        }
        return ++given < wanted;
    };
    const auto end = child_.exchange(text, take, ChildProcess::Clock::now() + settings_.timeout);
    if (end != ChildProcess::End::done) fail(end, given, wanted);
    answered_ += wanted;
    refuse_surplus(wanted);
    if (unknown != 0)
        throw UnknownAnswer(name_ + ": answer " + std::to_string(unknown) + " of " + std::to_string(wanted) +
                            " has unknown (X or Z) bits");
    questions = questions.subspan(wanted);
}

void ProgramTarget::refuse_surplus(std::size_t batch) {
    for (const std::string& line : child_.surplus()) {
        if (take_comment(line)) continue;
        const std::string when = batch != 0 ? "after " + answers_text(batch, batch)
                                 : started_ ? "after all questions were answered"
                                            : "before it was asked anything";
        fail("wrote " + in_quotes(trimmed(line)) + " " + when + "; write one line for each question");
    }
}

bool ProgramTarget::take_comment(std::string_view line) {
    const std::string_view text = trimmed(line);
    if (!text.empty() && text.front() != '#') return false;
    const HeaderLine comment = read_header_line(text);
    if (comment.key != "lanes" || announced_) return true;
    const std::string& number = comment.value;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), lanes_);
    const bool whole = error == std::errc() && end == number.data() + number.size();
    if (!whole || lanes_ == 0 || lanes_ > kMostLanes)
        fail("announced " + in_quotes(number) + " lanes; 1.." + std::to_string(kMostLanes) + " are allowed");
    announced_ = true;
    return true;
}

void ProgramTarget::await_lanes() {
    const auto take = [&](std::string_view line) {
        if (!take_comment(line))
            fail("wrote " + in_quotes(trimmed(line)) + " instead of the number of its lanes");
        return !announced_;
    };
    const auto end = child_.exchange({}, take, ChildProcess::Clock::now() + settings_.timeout);
    if (end != ChildProcess::End::done) fail(end, 0, 0);
}

void ProgramTarget::fail(const std::string& sentence) {
    child_.kill();
    failure_ = name_ + ": " + sentence;
    const std::string error = child_.last_error();
    if (!error.empty()) failure_ += "; its last line on standard error: " + in_quotes(error, 200);
    throw TargetError(failure_);
}

void ProgramTarget::fail(ChildProcess::End end, std::size_t given, std::size_t wanted) {
    const std::string progress = wanted == 0 ? "before it announced its lanes"
                                             : "after " + answers_text(given, wanted) + " of a batch, " +
                                                   std::to_string(answered_ + given) + " in all";
    if (end == ChildProcess::End::endless) fail("wrote a line of more than 64 KiB " + progress);
    const std::string ending = child_.ending(std::chrono::milliseconds(200));
    if (!ending.empty()) fail("ended with " + ending + " " + progress);
    if (end == ChildProcess::End::closed) fail("closed its standard input or output " + progress);
    fail("said nothing more " + progress + ", and was stopped " + seconds_text(settings_.timeout) +
         " after the batch began; flush the output at each blank line, or allow more with --timeout");
}

}  // namespace karat::probe
