// SPDX-License-Identifier: Apache-2.0
// Which mutant of a design lives: the environment variable KARAT_MUTANT; 0 or none: the design as it was.
#include <cstdlib>

extern "C" int karat_mutant() {
    const char* const text = std::getenv("KARAT_MUTANT");
    return text == nullptr ? 0 : std::atoi(text);
}
