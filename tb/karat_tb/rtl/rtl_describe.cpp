// SPDX-License-Identifier: Apache-2.0
// Describes the nodes of a recipe for the comments in the RTL.
#include <array>

#include "karat_tb/rtl/structure/rtl_structure.hpp"

namespace karat::tb {
namespace {

std::string width_of(const Term& term) {
    if (term.F.is_exact()) return "exact";
    std::string out = std::to_string(term.F.bits) + " " + std::string(name_of(term.rounding));
    if (term.cutoff) out += ", 0 below e_max - " + std::to_string(*term.cutoff);
    return out;
}

std::string addends_of(const Program& program, const AddendGroup& group) {
    const Term& term = *group.term;
    std::string what = group.are_products ? "a_k*b_k" : program.name_of(program.addends(group)[0]);
    if (group.count > 1) what = std::to_string(group.count) + " x " + what;
    if (term.scaled) what = "scale(" + what + ")";
    if (term.compared_by != ComparedBy::held) what += " by " + std::string(name_of(term.compared_by));
    return what + " [" + width_of(term) + "]";
}

}  // namespace

std::vector<std::string> described(const Program& program, const Operation& op) {
    std::string sum = "sum(";
    for (std::size_t g = 0; g < op.groups; ++g)
        sum += (g > 0 ? ", " : "") + addends_of(program, program.groups(op)[g]);
    sum += ")";
    if (op.sum->grid == GridRule::common) sum += " on a common grid";
    if (op.sum->floor) sum += ", e_max >= " + std::to_string(*op.sum->floor);
    if (op.sum->sticky == Sticky::ored) sum += ", sticky";
    if (op.round != nullptr) {
        const bool integer = info(op.round->format).is_integer();
        const auto how = integer ? name_of(op.round->overflow) : name_of(op.round->rounding);
        sum = "round(" + std::string(name_of(op.round->format)) + " " + std::string(how) + "; " + sum + ")";
    }
    return {"==== " + op.path + ": " + op.title, "     " + sum};
}

std::vector<std::pair<std::string, std::string>> layout_parameters(Format format, const std::string& prefix) {
    static constexpr std::array kSpecials{"SPECIALS_IEEE", "SPECIALS_FN", "SPECIALS_FNUZ", "SPECIALS_NONE",
                                          "SPECIALS_INTEGER"};
    const FormatInfo& f = info(format);
    std::vector<std::pair<std::string, std::string>> out{
        {prefix + "W", std::to_string(f.bits)},
        {prefix + "EXPONENT_BITS", std::to_string(f.exponent_bits)},
        {prefix + "FRACTION_BITS", std::to_string(f.fraction_bits)},
        {prefix + "SPECIALS",
         std::string("karat_rtl_pkg::") + kSpecials[static_cast<std::size_t>(f.specials)]}};
    if (f.ignored_low_bits != 0) out.emplace_back(prefix + "LOW_BITS", std::to_string(f.ignored_low_bits));
    if (f.is_integer() && !f.is_signed) out.emplace_back(prefix + "SIGNED", "1'b0");
    if (!f.has_zero) out.emplace_back(prefix + "SUBNORMALS", "1'b0");
    return out;
}

}  // namespace karat::tb
