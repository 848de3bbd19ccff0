// SPDX-License-Identifier: Apache-2.0
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <iostream>

#include "karat/evaluate/dot_add.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat/recipe/summary.hpp"
#include "karat/text/text.hpp"
#include "karat/trace/draw.hpp"
#include "karat_cli/command_table.hpp"
#include "karat_cli/operands.hpp"

namespace karat::cli {
namespace {

namespace json = boost::json;

json::object result_json(const Request& request, std::uint64_t d) {
    const Spec& spec = request.subject.spec;
    json::object out;
    out["d"] = to_hex(d, spec.d);
    out["value"] = to_value_text(d, spec.d);
    out["format"] = name_of(spec.d);
    out["spec"] = to_json(spec);
    add_conversions(out, request.rule, request.conversions);
    return out;
}

constexpr std::size_t kColumns = 160;

void print_values(const char* name, const std::vector<std::uint64_t>& values, Format format) {
    if (values.empty()) return;
    std::string line = std::string(name) + " (" + std::string(name_of(format)) + ")";
    const std::string indent(line.size(), ' ');
    const auto put = [&](const std::string& word) {
        if (line.size() + 2 + word.size() > kColumns) {
            std::cout << line << '\n';
            line = indent;
        }
        line += "  " + word;
    };
    // trailing zeros are only counted
    std::size_t count = values.size();
    while (count > 1 && values[count - 1] == 0) --count;
    for (std::size_t i = 0; i < count; ++i)
        put(to_hex(values[i], format) + " = " + to_value_text(values[i], format));
    if (count < values.size())
        put("and " + std::to_string(values.size() - count) + " x " +
            (info(format).is_integer() ? "0" : "+0"));
    std::cout << line << '\n';
}

}  // namespace

Interface run_interface() {
    Interface out{"run --arch ARCH --instruction NAME --a LIST --b LIST [--c VALUE]"};
    po::options_description& options = out.options;
    add_operand_options(options);
    return out;
}

int run_command(const Arguments& arguments) {
    const auto values = parse(arguments, run_interface());
    if (!values) return 0;
    const Request request = read_request(*values);
    const DotAdd dot(request.subject.spec);
    const std::uint64_t d = dot(request.row.operands());
    if (values->contains("json")) {
        std::cout << json::serialize(result_json(request, d)) << '\n';
    } else {
        std::cout << "0x" << to_hex(d, dot.spec().d) << "  " << to_value_text(d, dot.spec().d) << '\n';
        print_conversions(std::cout, request.rule, request.conversions);
    }
    return 0;
}

Interface explain_interface() {
    Interface out{"explain --arch ARCH --instruction NAME --a LIST --b LIST [--c VALUE]"};
    po::options_description& options = out.options;
    add_operand_options(options);
    add_color_option(options);
    return out;
}

int explain_command(const Arguments& arguments) {
    const auto values = parse(arguments, explain_interface());
    if (!values) return 0;
    const bool color = wants_color(*values);
    const Request request = read_request(*values);
    const DotAdd dot(request.subject.spec);
    Trace trace;
    const std::uint64_t d = dot.traced(request.row.operands(), trace);
    if (values->contains("json")) {
        json::object out = result_json(request, d);
        out["trace"] = json::parse(trace_to_json_text(trace));
        std::cout << json::serialize(out) << '\n';
        return 0;
    }
    const Spec& spec = dot.spec();
    if (request.subject.instruction) {
        std::cout << name_of(request.subject.instruction->arch) << ' ' << request.subject.instruction->name
                  << (request.subject.changed ? " with changed knobs" : "") << ", "
                  << request.subject.instruction->evidence_text() << '\n';
    }
    std::cout << summary(spec) << ", K = ";
    if (spec.metadata == Metadata::none) {
        std::cout << spec.k << '\n';
    } else {
        std::cout << 2 * spec.k << " (" << spec.k << " stored)\n";
    }
    print_values("a", request.row.a, spec.a);
    print_values("b", request.row.b, spec.b);
    if (spec.scale) {
        print_values("scale_a", request.row.scale_a, *spec.scale);
        print_values("scale_b", request.row.scale_b, *spec.scale);
    }
    if (!request.row.metadata.empty()) {
        std::cout << "metadata (" << name_of(spec.metadata) << ")  ";
        for (const std::uint64_t x : request.row.metadata) std::cout << to_hex(x, Format::uint4);
        std::cout << '\n';
    }
    print_values("c", {request.row.c}, spec.c);
    print_conversions(std::cout, request.rule, request.conversions);
    std::cout << draw(trace, {color, static_cast<int>(kColumns)});
    std::cout << "d = 0x" << to_hex(d, spec.d) << "  " << to_value_text(d, spec.d) << '\n';
    return 0;
}

}  // namespace karat::cli
