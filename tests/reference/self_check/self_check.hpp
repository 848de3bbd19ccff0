// SPDX-License-Identifier: Apache-2.0
//
// The parts of the self-check.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "reference/params.hpp"
#include "reference/recorded.hpp"

namespace reference {

using Row = std::vector<std::uint64_t>;

// Counts a check, and prints `what` if it failed.
void expect(bool ok, const std::string& what);

bool refuses(const std::function<void()>& call);  // whether it throws std::invalid_argument

std::uint64_t bits_of(const std::string& format, double value);  // rounded RNE if it is not exact
double double_of(const std::string& format, std::uint64_t bits);

// The dot-add of doubles, as a double. Missing operands are zero.
double dot(const Params& p, std::initializer_list<double> a, std::initializer_list<double> b, double c);

void check_knobs();       // one or two hand-written cases for each knob
void check_identities();  // algorithms that agree if every width is exact

// Replays every .vec file of the folder, prints one line for each, and returns the number of mismatches. A
// file without known parameters or without rows counts as one mismatch.
int replay_vectors(const std::string& folder);

void check_rvbna();
void check_rdna4();
int replay_rdna4(const std::string& folder);  // like replay_vectors(); 0 if there are no recordings
void check_rdna3();
int replay_rdna3(const std::string& folder);
void check_x86();
int replay_x86(const std::string& folder);
void check_arm();
void check_integer();
void check_integer_instructions();
void check_sparse();

// Replays the recordings whose names begin with `prefix`; 0 if there are none. `evaluate` gets a file's name
// without folder and extension.
int replay_family(
    const std::string& folder, const std::string& prefix,
    const std::function<std::uint64_t(const std::string& name, const RecordedRow& row)>& evaluate);

// Prints the line for one file and returns its mismatches. A file without rows counts as one mismatch.
int report_replay(const std::string& path, std::size_t rows, int mismatches);

}  // namespace reference
