// SPDX-License-Identifier: Apache-2.0
// --convert: what becomes of numbers that a format cannot hold, and the account of it in the output.
#pragma once
#include <boost/json/object.hpp>
#include <boost/program_options.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "karat/text/convert.hpp"

namespace karat::cli {

/// Adds --convert.
void add_conversion_option(boost::program_options::options_description& options);
/// Throws UsageError for an unknown rule.
[[nodiscard]] Conversion read_conversion(const boost::program_options::variables_map& values);

/// The numbers of one operand that were converted to one format. `misfits`: the first misfit with its place
/// and their number, if there is one.
struct ConvertedOperand {
    std::string name;  ///< "--a", or the file
    Format format = Format::fp32;
    ConversionCounts counts;
    std::string misfits = {};
};

/// The end of a sentence that refuses numbers: "; --convert saturate, inf or nan converts them", or "".
[[nodiscard]] std::string conversion_hint(const ConversionCounts& counts);

/// A line for each operand with misfits, "  convert saturate: a.npy: element (0, 3): ...", or one that says
/// that there are none. Nothing for `refuse`. `whose`: " for Hopper HMMA.16816.F32", if several computed.
void print_conversions(std::ostream& out, Conversion rule, const std::vector<ConvertedOperand>& operands,
                       const std::string& whose = {});
/// Adds "convert" and "conversions" to a result.
void add_conversions(boost::json::object& out, Conversion rule,
                     const std::vector<ConvertedOperand>& operands);

}  // namespace karat::cli
