// SPDX-License-Identifier: Apache-2.0
// The answers that a model was compared with, kept for karat diagnose: a simulation cannot replay rows by
// itself. The environment variable KARAT_RECORD names the file, so that no testbench needs a change.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "karat/compare/lane_mismatch.hpp"
#include "karat/evaluate/tile_elements.hpp"
#include "karat_tb/record/answer_recorder.hpp"

namespace karat::dpi {

/// The value of KARAT_RECORD when it was first looked at; empty: nothing is recorded.
[[nodiscard]] const std::string& record_path();

/// The answers to tiles of m x n lanes, all in one mode if it is known. The file is written when the
/// recording is destroyed or the process ends. The first recording of a process gets the file of
/// KARAT_RECORD, the next FILE_2.vec, and so on. A file that cannot be written is a line on stderr.
class Recording {
   public:
    Recording(DotAdd dot, std::size_t m, std::size_t n, std::optional<std::uint32_t> mode);
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;
    ~Recording();
    /// Tiles of another size are left out.
    void take(std::uint64_t number, std::size_t m, std::size_t n, TileElements tile,
              std::span<const std::uint64_t> expected, std::span<const Answer> answers);
    void write() noexcept;

   private:
    std::string path_;
    DotAdd dot_;
    std::size_t m_, n_;
    std::optional<std::uint32_t> mode_;
    tb::AnswerRecorder recorder_;
    std::uint64_t lanes_ = 0, wrong_ = 0, left_out_ = 0;
    bool is_written_ = false;
};

}  // namespace karat::dpi
