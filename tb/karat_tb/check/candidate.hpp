// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>

#include "candidate/karat_candidate.h"

namespace karat::tb {

/// A design under test behind DESIGN's candidate ports, one clock cycle at a time.
class Candidate {
   public:
    virtual ~Candidate() = default;
    [[nodiscard]] virtual const karat_candidate_ports& ports() const = 0;
    /// See karat_candidate.h.
    virtual void cycle(karat_candidate_cycle& io) = 0;

   protected:
    Candidate() = default;
    Candidate(const Candidate&) = default;
    Candidate& operator=(const Candidate&) = default;
};

/// A candidate whose `open` is linked into this program. `waves`: path of the FST file that dumped cycles go
/// to; empty: none. Throws karat::Error naming `name`, and if waves are asked of a candidate that was built
/// without them.
[[nodiscard]] std::unique_ptr<Candidate> open_candidate(karat_candidate_open_fn open, const std::string& name,
                                                        const std::string& waves = {});

/// Loads a candidate's shared object and opens it. Throws as above, and if the file is no candidate.
[[nodiscard]] std::unique_ptr<Candidate> load_candidate(const std::string& path,
                                                        const std::string& waves = {});

}  // namespace karat::tb
