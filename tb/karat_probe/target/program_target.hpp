// SPDX-License-Identifier: Apache-2.0
// A program that answers dot-adds on its standard input and output (docs/reference/targets.md).
#pragma once
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "karat_probe/target/child_process.hpp"
#include "karat_probe/target/line_protocol.hpp"
#include "karat_probe/target/target.hpp"

namespace karat::probe {

struct ProgramSettings {
    Likeness like = {};                              ///< named in the header, for programs that want to know
    std::chrono::milliseconds timeout{10000};        ///< for the answers to one batch
    std::size_t batch = 1024;                        ///< most questions of one batch
    std::size_t batch_bytes = std::size_t{1} << 20;  ///< most text of one batch, if it has several questions
};

/// The program is started by the constructor and ended by the destructor. After a TargetError it is killed,
/// and every further question throws the same error.
class ProgramTarget final : public Target {
   public:
    /// Starts words[0], found through PATH, with the other words as arguments. Throws TargetError if it
    /// cannot be started.
    ProgramTarget(const std::vector<std::string>& words, std::string name, const OperandRules& formats,
                  ProgramSettings settings = {});

    [[nodiscard]] const std::string& name() const override { return name_; }
    [[nodiscard]] const OperandRules& formats() const override { return formats_; }
    /// As the program has announced (`# lanes: 4`); 1 before that.
    [[nodiscard]] std::size_t lanes() const override { return lanes_; }
    void use_lane(std::optional<std::size_t> lane) override;
    /// Waits for the announcement. Throws TargetError if the program ends, is late or says anything else.
    void await_lanes();

   private:
    [[nodiscard]] std::vector<std::uint64_t> answers(std::span<const VectorRow> questions) override;
    /// Asks one batch from the front of `questions` and removes it.
    void ask(std::span<const VectorRow>& questions, std::vector<std::uint64_t>& out);
    /// Fails if more has been written than was asked for; `batch`: questions just answered, or 0.
    void refuse_surplus(std::size_t batch);
    /// Takes a line that is no answer: blank or a comment. Returns whether it is one.
    bool take_comment(std::string_view line);
    /// Throws `sentence`, after the name, and with the program's last error line.
    [[noreturn]] void fail(const std::string& sentence);
    [[noreturn]] void fail(ChildProcess::End end, std::size_t given, std::size_t wanted);

    std::string name_;
    OperandRules formats_;
    ProgramSettings settings_;
    ChildProcess child_;
    std::string unsent_;   ///< header and choice of the lane, sent with the next batch
    std::string failure_;  ///< of an earlier question
    std::size_t lanes_ = 1;
    bool announced_ = false;
    bool started_ = false;        ///< a question was asked
    std::uint64_t answered_ = 0;  ///< questions, of earlier batches
};

}  // namespace karat::probe
