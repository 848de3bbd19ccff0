// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/conversion.hpp"

#include <boost/json/array.hpp>
#include <iostream>

#include "karat_cli/commands.hpp"

namespace karat::cli {

namespace po = boost::program_options;
namespace json = boost::json;

void add_conversion_option(po::options_description& options) {
    options.add_options()("convert", po::value<std::string>()->default_value("refuse"),
                          "RULE: for numbers that a format cannot hold: refuse; saturate (the nearest value "
                          "that it holds); inf; "
                          "nan. Rounding alone is always allowed, except to integers");
}

Conversion read_conversion(const po::variables_map& values) {
    const auto& text = values["convert"].as<std::string>();
    if (const auto rule = enum_from_name<Conversion>(text)) return *rule;
    throw UsageError("--convert: \"" + text + "\" is not allowed; use " + allowed_names<Conversion>());
}

std::string conversion_hint(const ConversionCounts& counts) {
    if (!counts.first || counts.first->alternatives.empty()) return {};
    return "; --convert " + counts.first->alternatives + " converts " + (counts.refused == 1 ? "it" : "them");
}

void print_conversions(std::ostream& out, Conversion rule, const std::vector<ConvertedOperand>& operands,
                       const std::string& whose) {
    if (rule == Conversion::refuse) return;
    const std::string start = "  convert " + std::string(name_of(rule)) + whose + ": ";
    bool any = false;
    for (const ConvertedOperand& operand : operands) {
        if (operand.misfits.empty()) continue;
        any = true;
        out << start << operand.misfits << '\n';
    }
    if (!any) out << start << "every value fits\n";
}

void add_conversions(json::object& out, Conversion rule, const std::vector<ConvertedOperand>& operands) {
    out["convert"] = name_of(rule);
    json::array all;
    for (const ConvertedOperand& operand : operands) {
        json::object one{{"operand", operand.name},
                         {"format", name_of(operand.format)},
                         {"rounded", operand.counts.rounded},
                         {"converted", operand.counts.converted}};
        if (!operand.misfits.empty()) one["first"] = operand.misfits;
        all.push_back(std::move(one));
    }
    out["conversions"] = std::move(all);
}

}  // namespace karat::cli
