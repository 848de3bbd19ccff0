// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <boost/json/object.hpp>
#include <string>

#include "karat_tb/check/report.hpp"

namespace karat::tb {

/// The report as JSON: verdict, counts by class and lane, the first mismatches, the diagnosis and the
/// specification.
[[nodiscard]] boost::json::object check_to_json(const ReportInput& input);
[[nodiscard]] std::string check_to_json_text(const ReportInput& input);

}  // namespace karat::tb
