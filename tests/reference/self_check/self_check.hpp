// SPDX-License-Identifier: Apache-2.0
//
// The parts of the self-check.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "params.hpp"

namespace reference {

using Row = std::vector<std::uint64_t>;

// Counts a check and prints `what` where it failed.
void expect(bool ok, const std::string& what);

std::uint64_t bits_of(const std::string& format, double value);  // rounded RNE where it does not fit
double double_of(const std::string& format, std::uint64_t bits);

// The dot-add of numbers, as a number; operands that are not named are zero.
double dot(const Params& p, std::initializer_list<double> a, std::initializer_list<double> b, double c);

void check_knobs();       // one hand-made case or two for a knob
void check_identities();  // algorithms that must agree where every width is exact

// Replays every .vec file of the folder, prints a line for each, and returns the number of mismatches
// (a file without known parameters or without rows counts as one).
int replay_vectors(const std::string& folder);

void check_rvbna();
void check_rdna4();
int replay_rdna4(const std::string& folder);  // as replay_vectors; without recordings 0

// Prints the line of one file and returns its mismatches; a file without rows counts as one.
int report_replay(const std::string& path, std::size_t rows, int mismatches);

}  // namespace reference
