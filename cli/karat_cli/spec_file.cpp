// SPDX-License-Identifier: Apache-2.0
#include "karat_cli/spec_file.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <sstream>

#include "karat/error.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat/recipe/knobs/validate.hpp"

namespace karat::cli {
namespace {

namespace json = boost::json;

/// An object or a list over several lines, two columns deeper for each level. What holds nothing but
/// values, or one object of values, stays on a line.
void print_json(std::ostream& out, const json::value& value, std::size_t margin) {
    constexpr std::size_t longest = 90;
    const std::string flat = json::serialize(value);
    if (margin > 0 && flat.size() + margin <= longest) {
        out << flat;
        return;
    }
    const std::string deeper(margin + 2, ' ');
    const char* separator = "\n";
    if (value.is_object()) {
        out << '{';
        for (const auto& [key, of] : value.get_object()) {
            out << separator << deeper << json::serialize(json::value(key)) << ": ";
            print_json(out, of, margin + 2);
            separator = ",\n";
        }
    } else if (value.is_array()) {
        out << '[';
        for (const json::value& of : value.get_array()) {
            out << separator << deeper;
            print_json(out, of, margin + 2);
            separator = ",\n";
        }
    } else {
        out << flat;
        return;
    }
    out << '\n' << std::string(margin, ' ') << (value.is_object() ? '}' : ']');
}

}  // namespace

Spec completed(const Spec& spec, bool followers) {
    if (spec.algorithm == Algorithm::recipe) return spec;
    const std::string recipe = to_json_text(expand(spec));
    Spec out = spec;
    const auto complete = [&](const char* knob, auto member, auto value) {
        if (out.*member || !find_knob(knob).applies_to(spec.algorithm)) return;
        if (info(spec.d).is_integer() && !find_knob(knob).integers) return;
        Spec tried = out;
        tried.*member = value;
        try {
            validate(tried);
            if (to_json_text(expand(tried)) == recipe) out = tried;
        } catch (const SpecError&) {
            return;  // it cannot be set beside the other knobs
        }
    };
    complete("output_rounding", &Spec::output_rounding, spec.output_rounding_or_default());
    complete("c_place", &Spec::c_place, spec.c_place_or_default());
    if (!followers) return out;
    complete("terms", &Spec::terms, spec.terms_or_default());
    complete("group", &Spec::group, spec.group_or_default());
    complete("F_c", &Spec::F_c, spec.F_c_or_default());
    complete("c_rounding", &Spec::c_rounding, spec.c_rounding_or_default());
    complete("chain_format", &Spec::chain_format, spec.chain_format_or_default());
    complete("chain_rounding", &Spec::chain_rounding, spec.chain_rounding_or_default());
    complete("product_format", &Spec::product_format, spec.product_format_or_default());
    complete("acc_format", &Spec::acc_format, spec.acc_format_or_default());
    complete("dot_format", &Spec::dot_format, spec.dot_format_or_default());
    complete("dot_rounding", &Spec::dot_rounding, spec.dot_rounding_or_default());
    return out;
}

std::string indented(const json::value& value) {
    std::ostringstream out;
    print_json(out, value, 0);
    return out.str() + '\n';
}

std::string spec_file_text(const Spec& spec) {
    return indented(json::parse(to_json_text(completed(spec, false))));
}

}  // namespace karat::cli
