// SPDX-License-Identifier: Apache-2.0
// Whether tags were used again. The adapter of a contract gives its tiles the tags 0, 1, ... in turn, and
// begins with 0 after a reset, so the handshakes tell which tile has which tag. High bits that the adapter
// changes every sixteen rounds (karat_reorder.sv) are not counted: bins are hit in the rounds before.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace karat::tb {

class TagReuse {
   public:
    /// 0: the design has no tags.
    explicit TagReuse(std::size_t tags) : lost_(tags) {}
    [[nodiscard]] std::size_t tags() const { return lost_.size(); }

    /// A reset begins.
    void reset() {
        for (std::uint64_t i = answered_; i < accepted_ && tags() != 0; ++i) lost_[i % tags()] = true;
        accepted_ = answered_ = 0;
        freed_ = false;
    }
    /// A cycle that is not in reset.
    void cycle(bool accepted, bool taken) {
        if (tags() == 0) return;
        if (accepted) give();
        if (taken) ++answered_;
        freed_ = taken;
    }

    std::uint64_t reused = 0;       ///< tiles with the tag of an answered tile
    std::uint64_t at_once = 0;      ///< those whose tag became free in the cycle before
    std::uint64_t after_reset = 0;  ///< tiles with a tag that was in flight when the reset began

   private:
    void give() {
        if (accepted_ >= tags()) {
            ++reused;
            if (freed_ && answered_ + tags() == accepted_ + 1) ++at_once;
        }
        if (lost_[accepted_ % tags()]) ++after_reset;
        lost_[accepted_ % tags()] = false;
        ++accepted_;
    }

    std::vector<bool> lost_;  // by tag: in flight at a reset, and not given again since
    std::uint64_t accepted_ = 0, answered_ = 0;
    bool freed_ = false;
};

}  // namespace karat::tb
