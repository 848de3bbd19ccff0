// SPDX-License-Identifier: Apache-2.0
// A capture program at work: a request file to a result file, or the program protocol of karat's targets.
//
// Protocol: the header lines of a `.vec` file, then batches of rows without d. A batch ends with an empty
// line or after 1024 rows; it is answered with one hexadecimal d per row, and flushed. Lines that begin with
// # are comments. The end of the input ends the program.
#pragma once
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

#include "self_check.hpp"
#include "unit.hpp"
#include "vec_io.hpp"

namespace capture {

struct Options {
    std::string in;           ///< request file; empty: the protocol
    std::string out;          ///< result file; empty: standard output
    std::string instruction;  ///< overrides the header
    bool any_arch = false;
    bool list = false;
};

/// The instruction that the header or the command line names. Throws Error.
inline const Instruction& chosen_instruction(const Unit& unit, const Options& options, const Header& header) {
    const std::string name = options.instruction.empty() ? header["instruction"] : options.instruction;
    if (name.empty()) throw Error("neither the header nor --instruction names an instruction");
    const std::string arch = header["arch"];
    if (!arch.empty() && lower(arch) != lower(unit.arch()) && !options.any_arch)
        throw Error("the request is for " + arch + ", but this device is " + unit.arch() + " (" +
                    unit.device() + "); --any-arch answers it nevertheless");
    for (const Instruction& one : unit.instructions()) {
        if (!is_name(one.name, name) && !is_name(one.other, name)) continue;
        const std::string why = unit.refusal(one);
        if (!why.empty()) throw Error(why);
        header.check(one.formats, one.name);
        return one;
    }
    throw Error("instruction \"" + name + "\" is not one of this program's; --list prints them");
}

/// Today, UTC: 2026-11-23.
inline std::string today() {
    const std::time_t now = std::time(nullptr);
    char text[16] = {};
    std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
    return text;
}

/// One run over a file or a conversation.
class Session {
   public:
    Session(Unit& unit, const Options& options, std::istream& in, std::ostream& out)
        : unit_(unit), options_(options), in_(in), out_(out) {}

    void run() {
        std::string text;
        while (next(text)) {
            const std::string line = trimmed(text);
            if (number_ == 1) {
                if (line != "# karat-vectors 1") fail("the first line must be \"# karat-vectors 1\"");
            } else if (!line.empty() && line[0] == '#') {
                if (instruction_ == nullptr) at_line([&] { header_.line(line); });
            } else if (!line.empty()) {
                if (instruction_ == nullptr) open();
                at_line([&] { rows_.push_back(parse_row(line, instruction_->formats)); });
                if (rows_.size() == (protocol() ? 1024 : 65536)) answer();
            } else if (protocol()) {
                answer();
            }
        }
        answer();
        if (!protocol() && total_ == 0) fail("the file has no rows");
        if (compared_ != 0)
            std::cerr << total_ << " results; " << differing_ << " of the " << compared_
                      << " that the request states differ\n";
    }

   private:
    [[nodiscard]] bool protocol() const { return options_.in.empty(); }
    [[noreturn]] void fail(const std::string& sentence) const {
        throw Error((protocol() ? "standard input" : options_.in) + ":" + std::to_string(number_) + ": " +
                    sentence);
    }
    template <class Action>
    void at_line(Action action) {
        try {
            action();
        } catch (const Error& error) {
            fail(error.what());
        }
    }
    bool next(std::string& text) {
        ++number_;
        bool more = false;
        at_line([&] { more = read_line(in_, text); });
        return more;
    }

    void open() {
        at_line([&] { instruction_ = &chosen_instruction(unit_, options_, header_); });
        self_check(unit_, *instruction_);
        if (!protocol()) write_header();
    }

    /// The name in the request's spelling, which is the registry's for this architecture.
    [[nodiscard]] std::string name() const {
        return options_.instruction.empty() ? header_["instruction"] : options_.instruction;
    }

    void write_header() {
        const Formats& f = instruction_->formats;
        out_ << "# karat-vectors 1\n# source: captured on " << unit_.device() << ", " << instruction_->name
             << ", " << today() << '\n';
        if (header_["spec"].empty())
            out_ << "# arch: " << unit_.arch() << "\n# instruction: " << name() << '\n';
        else
            out_ << "# spec: " << header_["spec"] << '\n';
        out_ << "# k: " << f.k << "\n# a: " << f.a << "\n# b: " << f.b << "\n# c: " << f.c << "\n# d: " << f.d
             << '\n';
        if (!f.scale.empty()) out_ << "# scale: " << f.scale << " block " << f.scale_block << '\n';
        if (!f.metadata.empty()) out_ << "# metadata: " << f.metadata << '\n';
    }

    void answer() {
        if (rows_.empty()) return;
        const std::vector<std::uint64_t> d = unit_.run(*instruction_, rows_);
        const Formats& f = instruction_->formats;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            const std::string text = hex_of(d.at(i), f.d);
            if (!protocol()) write_operands(rows_[i]);
            out_ << text << '\n';
            if (rows_[i].expected.empty() || rows_[i].expected == "nan") continue;
            ++compared_;
            if (rows_[i].expected != text) ++differing_;
        }
        total_ += rows_.size();
        rows_.clear();
        if (!out_.flush()) throw Error("the results cannot be written");
    }

    void write_operands(const Row& row) {
        const Formats& f = instruction_->formats;
        const auto write = [&](const std::vector<std::uint64_t>& values, const std::string& format) {
            for (const std::uint64_t value : values) out_ << hex_of(value, format) << ' ';
        };
        write(row.a, f.a);
        write(row.b, f.b);
        write(row.scale_a, f.scale);
        write(row.scale_b, f.scale);
        write(row.metadata, "uint4");
        out_ << hex_of(row.c, f.c) << ' ';
    }

    Unit& unit_;
    const Options& options_;
    std::istream& in_;
    std::ostream& out_;
    Header header_;
    const Instruction* instruction_ = nullptr;
    std::vector<Row> rows_;
    std::size_t number_ = 0, total_ = 0, compared_ = 0, differing_ = 0;
};

}  // namespace capture
