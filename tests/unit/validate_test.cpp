// SPDX-License-Identifier: Apache-2.0
// Every rule of validate(): a meaningless specification is refused. The error names the knob, its value and
// the allowed values.
#include "karat/recipe/knobs/validate.hpp"

#include "specs.hpp"

namespace karat::test {
namespace {

/// The algorithm and knobs of a specification as JSON, and the expected error.
struct Rule {
    const char* algorithm;
    const char* pairs;
    const char* key;
    std::vector<std::string> parts;
};

void expect_rules(const std::vector<Rule>& rules) {
    for (const Rule& rule : rules)
        expect_text_refused(spec_text(rule.algorithm, rule.pairs), rule.key, rule.parts);
}

void expect_accepted(const char* algorithm, const char* pairs) {
    EXPECT_NO_THROW((void)spec_from_json_text(spec_text(algorithm, pairs))) << algorithm << ' ' << pairs;
}

/// The same for values that JSON cannot express: the specification is built in code.
template <class Change>
void expect_built_refused(Change change, const std::string& key, const std::vector<std::string>& parts) {
    Spec spec;
    change(spec);
    SCOPED_TRACE(key);
    expect_refused([&] { validate(spec); }, key, parts);
}

TEST(Validate, DefaultsOfEveryAlgorithmAreValid) {
    for (std::size_t i = 0; i + 1 < EnumNames<Algorithm>::names.size(); ++i) {
        Spec spec;
        spec.algorithm = static_cast<Algorithm>(i);
        EXPECT_NO_THROW(validate(spec)) << EnumNames<Algorithm>::names[i];
    }
}

TEST(Validate, CountOfProducts) {
    expect_rules({{"fda", R"("k": 0)", "k", {"0", "1..1024"}},
                  {"fma", R"("k": -4)", "k", {"-4", "1..1024"}},
                  {"gps", R"("k": 1025)", "k", {"1025", "1..1024"}}});
    expect_accepted("exact", R"("k": 1)");
    expect_accepted("fda", R"("k": 1024)");
}

TEST(Validate, IntegersNeedAnOverflow) {
    const std::string integers = R"("a": "int8", "b": "uint8", "c": "int32", "d": "int32")";
    expect_rules({{"exact", integers.c_str(), "overflow", {"integers need overflow: wrap or saturate"}}});
    expect_accepted("exact", (integers + R"(, "overflow": "wrap")").c_str());
    // an operand of any integer format is its value, c included
    expect_accepted("exact", R"("a": "b1", "b": "uint4", "c": "b1", "d": "int32", "overflow": "saturate")");
}

TEST(Validate, UnknownFormatsNameThoseOfTheirKey) {
    const std::string results =
        "use fp64, fp32, tf32, fp16, bf16, e5m2, e4m3, e4m3ieee, e5m2fnuz, e4m3fnuz, e3m4";
    expect_rules({{"fda", R"("d": "uint16")", "d", {"\"uint16\"", results + ", int4, int8, int16 or int32"}},
                  {"fda", R"("a": "ue8m")", "a", {"e3m4, int4, uint4, int8, uint8, int16, int32 or b1"}},
                  {"fda", R"("scale": "ue8m0 block 4")", "scale", {"use none, ue8m0 or ue4m3"}},
                  {"fda", R"("convert": "fp33")", "convert", {"use none, fp64", "e2m1 or e3m4"}},
                  {"sda", R"("dot_format": "fp33")", "dot_format", {"e4m3fnuz or e3m4, or exact"}},
                  {"fda", R"("chain_format": "int32")", "chain_format", {"a signed floating-point format"}},
                  {"gps", R"("product_format": "int8")", "product_format", {"floating-point"}},
                  {"fma", R"("acc_format": "e2m1")", "acc_format", {"has a NaN"}}});
}

TEST(Validate, TermsAndGroupsDivide) {
    expect_rules({{"fda", R"("k": 16, "terms": 5)", "terms", {"5", "divide k = 16"}},
                  {"fda", R"("k": 16, "terms": 0)", "terms", {"0", "divide k = 16"}},
                  {"sda", R"("k": 16, "terms": -8)", "terms", {"-8", "divide k = 16"}},
                  {"fdrda", R"("k": 16, "terms": 32)", "terms", {"32", "divide k = 16"}},
                  {"gfda", R"("k": 16, "terms": 8, "group": 16)", "group", {"16", "divide terms = 8"}},
                  {"gfdrda", R"("k": 16, "group": 3)", "group", {"3", "divide terms = 16"}},
                  {"gps", R"("k": 16, "group": 6)", "group", {"6", "divide k = 16"}},
                  {"gps", R"("k": 16, "group": 0)", "group", {"0", "divide k = 16"}}});
    expect_accepted("gfda", R"("k": 16, "terms": 8, "group": 4)");
}

TEST(Validate, PairsNeedEvenParts) {
    expect_rules({{"fda",
                   R"("k": 6, "terms": 3, "chain_pattern": "pairs")",
                   "chain_pattern",
                   {"\"pairs\"", "even", "3"}},
                  {"gps",
                   R"("k": 6, "group": 3, "group_pattern": "pairs")",
                   "group_pattern",
                   {"\"pairs\"", "even", "3"}},
                  {"gfda",
                   R"("k": 12, "terms": 6, "group": 1, "group_pattern": "pairs")",
                   "group_pattern",
                   {"\"pairs\"", "even", "1"}}});
    expect_accepted("fda", R"("k": 3, "chain_pattern": "pairs")");  // a single part contains all products
    expect_accepted("fda", R"("k": 12, "terms": 6, "chain_pattern": "pairs")");
}

TEST(Validate, PlaceOfC) {
    for (const char* place : {"first", "last", "leaf_first", "leaf_last"}) {
        const std::string pair = std::string("\"c_place\": \"") + place + '"';
        for (const char* fused : {"fda", "sda", "gfda", "fdrda", "gfdrda"}) {
            expect_text_refused(spec_text(fused, pair), "c_place",
                                {std::string("\"") + place + '"', "use fused or late"});
        }
        expect_accepted("gps", pair.c_str());
    }
    expect_rules(
        {{"gps", R"("c_place": "fused")", "c_place", {"\"fused\"", "first, last, leaf_first or leaf_last"}},
         {"gps", R"("c_place": "late")", "c_place", {"\"late\"", "first, last, leaf_first or leaf_last"}}});
    expect_accepted("sda", R"("c_place": "late")");
}

TEST(Validate, FormatsOfOperandsAndResults) {
    expect_rules({{"fda", R"("a": "ue8m0")", "a", {"\"ue8m0\"", "operand"}},
                  {"fma", R"("b": "ue4m3")", "b", {"\"ue4m3\"", "operand"}},
                  {"exact", R"("c": "ue8m0")", "c", {"\"ue8m0\"", "operand"}},
                  {"fda", R"("d": "ue4m3")", "d", {"\"ue4m3\"", "signed", "NaN"}},
                  {"fma", R"("d": "e2m1")", "d", {"\"e2m1\"", "NaN"}},
                  {"fda", R"("d": "e3m2")", "d", {"\"e3m2\"", "NaN"}},
                  {"fda", R"("chain_format": "e2m3")", "chain_format", {"\"e2m3\"", "NaN"}},
                  {"gps", R"("product_format": "e2m1")", "product_format", {"\"e2m1\"", "NaN"}},
                  {"muladd", R"("acc_format": "ue8m0")", "acc_format", {"\"ue8m0\"", "signed"}},
                  {"sda", R"("dot_format": "e3m2")", "dot_format", {"\"e3m2\"", "NaN"}}});
    expect_accepted("fda", R"("a": "e2m1", "b": "e3m2", "c": "e2m3", "d": "e4m3fnuz")");
}

TEST(Validate, ConversionHoldsEveryValue) {
    expect_rules(
        {{"fda", R"("a": "fp16", "convert": "bf16")", "convert", {"\"bf16\"", "every value", "\"fp16\""}},
         {"fda", R"("a": "bf16", "b": "bf16", "convert": "fp16")", "convert", {"\"fp16\"", "\"bf16\""}},
         {"fda",
          R"("a": "e4m3", "b": "fp32", "convert": "fp16")",
          "convert",
          {"\"fp16\"", "\"fp32\""}},  // because of b
         {"fda",
          R"("a": "e5m2", "b": "e5m2", "convert": "e5m2fnuz")",
          "convert",
          {"\"e5m2fnuz\""}},  // no infinities
         {"fda",
          R"("a": "e4m3", "b": "e4m3", "convert": "e4m3fnuz")",
          "convert",
          {"\"e4m3fnuz\""}},  // max 240
         {"fda", R"("a": "e2m1", "b": "e2m1", "convert": "ue8m0")", "convert", {"\"ue8m0\""}},
         {"fda", R"("a": "e5m2", "b": "e5m2", "convert": "e3m2")", "convert", {"\"e3m2\""}},
         {"fda",
          R"("c": "fp32", "convert_c": "fp16")",
          "convert_c",
          {"\"fp16\"", "every value", "\"fp32\""}}});
    expect_accepted("fda", R"("c": "fp16", "convert_c": "fp32")");
    expect_accepted("fda", R"("a": "e4m3", "b": "e5m2", "convert": "fp16")");
    expect_accepted("exact", R"("a": "fp16", "b": "bf16", "convert": "fp32")");
    expect_accepted("fda", R"("a": "e2m1", "b": "e3m2", "convert": "e5m2")");
}

TEST(Validate, FractionsFitTheirFormat) {
    expect_rules(
        {{"fda", R"("output_fraction": 0)", "output_fraction", {"0", "1..23"}},
         {"fma", R"("output_fraction": 24)", "output_fraction", {"24", "1..23"}},
         {"fda", R"("c": "fp16", "d": "fp16", "output_fraction": 13)", "output_fraction", {"13", "1..10"}},
         {"fda", R"("chain_format": "bf16", "chain_fraction": 8)", "chain_fraction", {"8", "1..7"}},
         {"sda", R"("chain_fraction": 0)", "chain_fraction", {"0", "1..23"}}});
    expect_accepted("fda", R"("output_fraction": 13, "chain_format": "fp16")");
    expect_accepted("fda", R"("d": "fp16", "chain_format": "fp32", "chain_fraction": 23)");
}

TEST(Validate, Scales) {
    expect_rules(
        {{"fda", R"("scale_block": 16)", "scale_block", {"16", "no scale"}},
         {"fda", R"("scale": "e4m3")", "scale", {"\"e4m3\"", "ue8m0 or ue4m3"}},
         {"exact", R"("k": 64, "scale": "ue8m0", "scale_block": 48)", "scale_block", {"48", "divide k = 64"}},
         {"sda", R"("k": 64, "scale": "ue8m0", "scale_block": 0)", "scale_block", {"0", "divide k = 64"}},
         {"gfda",
          R"("k": 64, "group": 32, "scale": "ue4m3", "scale_block": 16)",
          "scale_block",
          {"16", "multiple of group = 32"}},
         {"gfda",
          R"("k": 64, "group": 16, "scale": "ue8m0", "group_pattern": "interleaved")",
          "group_pattern",
          {"contiguous"}},
         {"gfda",
          R"("k": 64, "terms": 32, "group": 16, "scale": "ue8m0", "scale_block": 16, )"
          R"("chain_pattern": "pairs")",
          "chain_pattern",
          {"\"pairs\"", "contiguous"}}});
    expect_accepted("gfda", R"("k": 64, "group": 16, "scale": "ue4m3", "scale_block": 32)");
    expect_accepted("fda",
                    R"("k": 64, "terms": 32, "chain_pattern": "pairs", "scale": "ue8m0", "scale_block": 16)");
}

TEST(Validate, Widths) {
    for (const int bits : {0, -2, 1025}) {
        const std::string value = std::to_string(bits);
        expect_built_refused([&](Spec& s) { s.F = {bits}; }, "F", {value, "1..1024"});
        expect_built_refused([&](Spec& s) { s.F_c = Width{bits}; }, "F_c", {value, "1..1024"});
        expect_built_refused([&](Spec& s) { s.algorithm = Algorithm::fdrda, s.F_sum = {bits}; }, "F_sum",
                             {value, "1..1024"});
        expect_built_refused([&](Spec& s) { s.algorithm = Algorithm::gfdrda, s.F_group = {bits}; }, "F_group",
                             {value, "1..1024"});
        expect_built_refused([&](Spec& s) { s.algorithm = Algorithm::gfda, s.F_inner = {bits}; }, "F_inner",
                             {value, "1..1024"});
    }
    for (const char* width : {"1", "1024", "\"exact\""}) {
        expect_accepted("gfdrda", (std::string("\"F_group\": ") + width + ", \"F\": " + width).c_str());
    }
}

TEST(Validate, FloorAndCutoff) {
    expect_rules({{"fda", R"("exponent_floor": -2001)", "exponent_floor", {"-2001", "-2000..2000"}},
                  {"sda", R"("exponent_floor": 2001)", "exponent_floor", {"2001", "-2000..2000"}},
                  {"fdrda", R"("c_cutoff": -1)", "c_cutoff", {"-1", "0..1024"}},
                  {"gfdrda", R"("c_cutoff": 1025)", "c_cutoff", {"1025", "0..1024"}}});
    expect_accepted("gfdrda", R"("c_cutoff": 0, "exponent_floor": -2000)");
}

TEST(Validate, CountedZeroGroupNeedsAnExponent) {
    expect_rules({{"gfda",
                   R"("group_exponent": "normalised", "zero_group": "counted")",
                   "zero_group",
                   {"\"counted\"", "ignored"}}});
    expect_accepted("gfda", R"("group_exponent": "normalised")");
    expect_accepted("gfda", R"("group_exponent": "scale", "zero_group": "counted")");
}

TEST(Validate, StickyNeedsTruncation) {
    expect_rules(
        {{"fda", R"("sticky": "ored", "align_rounding": "RNE")", "align_rounding", {"\"RNE\"", "RZ or RD"}},
         {"gfda", R"("sticky": "ored", "c_rounding": "RU")", "c_rounding", {"\"RU\"", "RZ or RD"}},
         {"sda", R"("sticky": "ored", "align_rounding": "RA")", "align_rounding", {"\"RA\"", "RZ or RD"}},
         {"sda", R"("sticky": "ored", "dot_format": "exact")", "dot_format", {"\"exact\"", "sticky"}}});
    expect_accepted("fda", R"("sticky": "ored", "align_rounding": "RD", "c_rounding": "RZ")");
    expect_accepted("sda", R"("dot_format": "exact", "align_rounding": "RNE")");
}

TEST(Validate, KnobsOfOtherAlgorithmsBuiltInCode) {
    expect_built_refused([](Spec& s) { s.algorithm = Algorithm::fma, s.F = {10}; }, "F",
                         {"not a knob", "\"fma\""});
    expect_built_refused([](Spec& s) { s.algorithm = Algorithm::sda, s.zero_c = ZeroExponent::minus126; },
                         "zero_c", {"\"sda\""});
    expect_built_refused([](Spec& s) { s.algorithm = Algorithm::gps, s.terms = 8; }, "terms", {"\"gps\""});
    expect_built_refused([](Spec& s) { s.dot_exact = true; }, "dot_format", {"\"fda\""});
    expect_built_refused([](Spec& s) { s.algorithm = Algorithm::muladd, s.scale = Format::ue8m0; }, "scale",
                         {"\"muladd\""});
    expect_built_refused(
        [](Spec& s) { s.algorithm = Algorithm::exact, s.output_rounding = Rounding::RZ, s.group = 4; },
        "group", {"\"exact\""});
}

}  // namespace
}  // namespace karat::test
