// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "candidate/karat_candidate.h"

namespace karat::tb {

/// A design under test with the ports of karat_candidate.h, driven one clock cycle at a time.
class Candidate {
   public:
    virtual ~Candidate() = default;
    [[nodiscard]] virtual const karat_candidate_ports& ports() const = 0;
    /// Runs one clock cycle; see karat_candidate.h.
    virtual void cycle(karat_candidate_cycle& io) = 0;

   protected:
    Candidate() = default;
    Candidate(const Candidate&) = default;
    Candidate& operator=(const Candidate&) = default;
};

struct CandidateOptions {
    std::string waves = {};                  ///< path of the FST file for dumped cycles; empty: none
    std::vector<std::string> plusargs = {};  ///< as the design sees them: "+fault=1"
};

/// Opens a candidate whose `open` function is linked into this program. Throws karat::Error, which names
/// `name`, if the candidate cannot be opened, has another interface version, or was built without waves
/// although they are asked for.
[[nodiscard]] std::unique_ptr<Candidate> open_candidate(karat_candidate_open_fn open, const std::string& name,
                                                        const CandidateOptions& options = {});

/// Loads a candidate's shared object and opens it. Throws as above, and if the file is not a candidate.
[[nodiscard]] std::unique_ptr<Candidate> load_candidate(const std::string& path,
                                                        const CandidateOptions& options = {});

/// A candidate whose mode input has one value, whatever its user drives.
[[nodiscard]] std::unique_ptr<Candidate> in_mode(std::unique_ptr<Candidate> candidate, std::uint32_t mode);

}  // namespace karat::tb
