// SPDX-License-Identifier: Apache-2.0
#include "karat_dpi/recording.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <mutex>
#include <set>
#include <utility>

namespace karat::dpi {
namespace {

/// Those that the end of the process must write. Never destroyed: a simulator may end in an exit handler.
struct Open {
    std::mutex lock;
    std::set<Recording*> all;
    std::size_t count = 0;
};
Open& open_recordings() {
    static auto* const instance = new Open;
    return *instance;
}

void say(const char* text) { static_cast<void>(std::fprintf(stderr, "karat: %s\n", text)); }

void write_all() {
    Open& open = open_recordings();
    const std::scoped_lock hold(open.lock);
    for (Recording* recording : open.all) recording->write();
}

std::string numbered(const std::string& path, std::size_t number) {
    if (number == 1) return path;
    const std::filesystem::path whole(path);
    const std::string name =
        whole.stem().string() + '_' + std::to_string(number) + whole.extension().string();
    return (whole.parent_path() / name).string();
}

}  // namespace

const std::string& record_path() {
    static const auto* const path = [] {
        const char* const value = std::getenv("KARAT_RECORD");  // NOLINT(concurrency-mt-unsafe): read once
        return new std::string(value == nullptr ? "" : value);
    }();
    return *path;
}

Recording::Recording(DotAdd dot, std::size_t m, std::size_t n, std::optional<std::uint32_t> mode)
    : dot_(std::move(dot)), m_(m), n_(n), mode_(mode), recorder_(dot_, m, n) {
    Open& open = open_recordings();
    const std::scoped_lock hold(open.lock);
    if (open.count == 0 && std::atexit(write_all) != 0) say("the record of KARAT_RECORD will be incomplete");
    path_ = numbered(record_path(), ++open.count);
    open.all.insert(this);
}

Recording::~Recording() {
    Open& open = open_recordings();
    const std::scoped_lock hold(open.lock);
    open.all.erase(this);
    write();
}

void Recording::take(std::uint64_t number, std::size_t m, std::size_t n, TileElements tile,
                     std::span<const std::uint64_t> expected, std::span<const Answer> answers) {
    if (m != m_ || n != n_) {
        ++left_out_;
        return;
    }
    tb::Tile seen;
    static_cast<TileElements&>(seen) = std::move(tile);
    seen.operand_class = tb::OperandClass::recorded;
    recorder_.take({seen, expected, answers, number, 0});
    lanes_ += answers.size();
    for (std::size_t lane = 0; lane < answers.size(); ++lane)
        wrong_ += is_right(dot_, expected[lane], answers[lane]) ? 0 : 1;
    is_written_ = false;
}

void Recording::write() noexcept {
    if (is_written_ || lanes_ == 0) return;
    is_written_ = true;
    try {
        tb::AnswerRecord record = recorder_.record();
        record.mode = mode_;
        record.source = "answers compared through libkarat_dpi";
        if (left_out_ != 0)
            record.source += ", without " + std::to_string(left_out_) + " tiles of other sizes";
        std::ofstream out(path_);
        tb::write_record(out, record);
        out.close();
        std::cerr << "karat: " << path_ << (out ? ": " : " cannot be written: ") << lanes_ << " answers, "
                  << wrong_ << " wrong";
        if (out && wrong_ != 0) std::cerr << "; karat diagnose " << path_ << " looks for the causes";
        std::cerr << std::endl;
    } catch (...) {  // a simulation must not end because of its record
        say("the record of KARAT_RECORD cannot be written");
    }
}

}  // namespace karat::dpi
