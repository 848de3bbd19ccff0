// SPDX-License-Identifier: Apache-2.0
// What SIGINT, SIGTERM and SIGHUP leave behind: no running tool and no half-built folder.
#pragma once
#include <sys/types.h>

#include <string>

namespace karat::tb {

/// While it lives, a signal that ends this process ends the process group of `child` as well.
class EndsWithUs {
   public:
    explicit EndsWithUs(pid_t child);
    ~EndsWithUs();
    EndsWithUs(const EndsWithUs&) = delete;
    EndsWithUs& operator=(const EndsWithUs&) = delete;

   private:
    std::size_t slot_;
};

/// A signal that ends this process removes the folder as well, if it is still there. At most 256 folders are
/// remembered, the last ones.
void remove_if_interrupted(const std::string& folder);

}  // namespace karat::tb
