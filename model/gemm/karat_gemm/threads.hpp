// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/task_arena.h>

#include <optional>

namespace karat {

/// Runs parallel work on `count` threads; 0: on as many as the machine has.
class Threads {
   public:
    explicit Threads(int count) : arena_(count == 0 ? oneapi::tbb::task_arena::automatic : count) {
        // By default, oneTBB uses no more threads than the machine has, so a larger count must raise the
        // limit. A lower limit is not set, because it would apply to the whole program.
        if (count > oneapi::tbb::info::default_concurrency())
            more_.emplace(oneapi::tbb::global_control::max_allowed_parallelism,
                          static_cast<std::size_t>(count));
    }

    /// Runs `work`. Returns when it and all parallel loops in it have ended.
    template <class Work>
    void run(const Work& work) {
        arena_.execute(work);
    }

   private:
    std::optional<oneapi::tbb::global_control> more_;
    oneapi::tbb::task_arena arena_;
};

}  // namespace karat
