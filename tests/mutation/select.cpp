// SPDX-License-Identifier: Apache-2.0
// The number of the active mutant, from the environment variable KARAT_MUTANT. 0 or unset: the unmutated
// design.
#include <cstdlib>

extern "C" int karat_mutant() {
    const char* const text = std::getenv("KARAT_MUTANT");
    return text == nullptr ? 0 : std::atoi(text);
}
