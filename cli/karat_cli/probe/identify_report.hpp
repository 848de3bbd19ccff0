// SPDX-License-Identifier: Apache-2.0
// What karat identify prints.
#pragma once
#include <boost/json/object.hpp>
#include <ostream>
#include <string>

#include "karat_probe/identify/evidence.hpp"

namespace karat::cli {

/// What was inferred of a target, ready to print.
struct IdentifyReport {
    std::string target;
    probe::Identification found;
    std::vector<probe::AttributeEvidence> evidence;
    std::vector<probe::NearInstruction> nearest;

    IdentifyReport(std::string name, probe::Identification identification);
};

/// The verdict, the recipe, the nearest instructions, the dot-add that decided each attribute, and what no
/// dot-add decides.
void print_identification(std::ostream& out, const IdentifyReport& report);
[[nodiscard]] boost::json::object to_json(const IdentifyReport& report);

}  // namespace karat::cli
