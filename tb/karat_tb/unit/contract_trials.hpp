// SPDX-License-Identifier: Apache-2.0
// Mistakes that a contract is likely to have. The modules of the adapter read plusargs, so that a failed
// check can try another value without another build.
#pragma once
#include <string>
#include <vector>

#include "karat_tb/unit/contract.hpp"

namespace karat::tb {

struct ContractTrial {
    struct Value {
        std::string plusarg;  ///< "+karat_cycles=5"
        std::string text;     ///< "output.cycles = 5"
    };
    std::vector<Value> values = {};  ///< the most likely first
    std::string says = {};           ///< "the contract says 4"
    /// The values ascend; one that is right is also right for all before it. The last one is meant.
    bool fewest = false;
    /// With the right value most answers are right, even if the unit has faults besides.
    bool partly = false;
};

/// What to try, the most specific mistakes first.
[[nodiscard]] std::vector<ContractTrial> contract_trials(const Contract& contract);

}  // namespace karat::tb
