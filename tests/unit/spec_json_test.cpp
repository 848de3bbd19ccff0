// SPDX-License-Identifier: Apache-2.0
// The JSON of a specification: round trips, and errors for invalid specifications.
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <random>
#include <set>

#include "karat/instruction/registry.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat/recipe/knobs/validate.hpp"
#include "specs.hpp"

namespace karat::test {
namespace {

namespace json = boost::json;

// ---- round trips --------------------------------------------------------------------------------

TEST(SpecJson, EveryInstructionComesBack) {
    for (const Instruction& instruction : registry()) {
        EXPECT_EQ(spec_from_json(to_json(instruction.spec)), instruction.spec) << instruction.name;
        EXPECT_EQ(spec_from_json_text(to_json_text(instruction.spec)), instruction.spec) << instruction.name;
    }
}

/// Values that are valid for at least one knob. Most knobs refuse most of them.
std::vector<json::value> pool() {
    std::vector<json::value> values{true, false, nullptr, "exact"};
    for (const int number :
         {1, 2, 3, 4, 7, 8, 10, 13, 16, 24, 25, 31, 32, 35, 64, 1024, 0, -1, -133, -2000, 2000})
        values.emplace_back(number);
    const auto add = [&](const auto& names) {
        for (const std::string_view name : names) values.emplace_back(json::string(name));
    };
    add(EnumNames<Algorithm>::names);
    add(EnumNames<Format>::names);
    add(EnumNames<Rounding>::names);
    for (const char* name :
         {"contiguous", "interleaved", "pairs",   "fused",    "late",       "first",    "last",
          "leaf_first", "leaf_last",   "ignored", "minus126", "format_min", "max",      "scale",
          "normalised", "counted",     "none",    "ored",     "positive",   "ieee",     "format",
          "inf",        "saturate",    "signed",  "adjacent", "half",       "nvidia",   "riscv",
          "any",        "keep",        "2:4",     "1:2",      "before",     "unbounded"}) {
        values.emplace_back(name);
    }
    return values;
}

TEST(SpecJson, RandomValidSpecsComeBack) {
    const std::vector<json::value> values = pool();
    const Spec defaults;
    std::mt19937_64 random(1);
    std::set<std::string_view> exercised;
    int valid = 0;
    for (int attempt = 0; attempt < 32'000; ++attempt) {
        Spec spec;
        spec.algorithm = static_cast<Algorithm>(random() % (EnumNames<Algorithm>::names.size() - 1));
        const std::size_t changes = 1 + random() % 12;
        for (std::size_t i = 0; i < changes; ++i) {
            const Knob& knob = knobs()[random() % knobs().size()];
            if (knob.key == "algorithm" || !knob.applies_to(spec.algorithm)) continue;
            for (int draw = 0; draw < 12; ++draw) {
                try {
                    knob.set(spec, values[random() % values.size()], knob.key);
                    break;
                } catch (const SpecError& error) {
                    ASSERT_EQ(error.key(), knob.key);
                }
            }
        }
        try {
            validate(spec);
        } catch (const SpecError&) {
            continue;
        }
        ++valid;
        const json::object object = to_json(spec);
        ASSERT_EQ(spec_from_json(object), spec) << json::serialize(object);
        ASSERT_EQ(spec_from_json_text(to_json_text(spec)), spec) << json::serialize(object);
        for (const auto& [key, value] : object) {
            if (key == "karat_spec") continue;
            const Knob& knob = find_knob(std::string_view(key));
            ASSERT_TRUE(knob.applies_to(spec.algorithm)) << key;
            if (value != knob.get(defaults)) exercised.insert(knob.key);
        }
    }
    EXPECT_GT(valid, 2'000);
    for (const Knob& knob : knobs()) {
        // see tests/recipe/ and SpecMaker::integers
        if (knob.key == "recipe" || knob.key == "multiplier") continue;
        EXPECT_EQ(exercised.count(knob.key), 1U) << knob.key << " was never changed from its default";
    }
}

TEST(SpecJson, ExactDotWithADotFormatComesBackOrIsRefused) {
    Spec spec;
    spec.algorithm = Algorithm::sda;
    spec.dot_exact = true;
    spec.dot_format = Format::fp16;  // contradicts dot_exact: both are the same JSON key
    try {
        validate(spec);
    } catch (const SpecError& error) {
        EXPECT_EQ(error.key(), "dot_format");
        return;
    }
    EXPECT_EQ(spec_from_json(to_json(spec)), spec)
        << "accepted by validate(), but the JSON round trip changes it";
}

TEST(SpecJson, MissingKeysTakeTheirDefaults) {
    const Spec spec = spec_from_json_text(R"({"karat_spec": 1, "algorithm": "sda", "dot_format": "exact"})");
    Spec expected;
    expected.algorithm = Algorithm::sda;
    expected.dot_exact = true;
    EXPECT_EQ(spec, expected);
    EXPECT_EQ(spec_from_json_text(
                  " {\"algorithm\":\"fda\",\"karat_spec\":1,\"F_c\":\"exact\",\"terms\":null} \r\n\t")
                  .F_c,
              Width::exact());
}

TEST(SpecJson, NamesAreCaseInsensitive) {
    const Spec spec = spec_from_json_text(
        R"({"karat_spec": 1, "algorithm": "FDA", "a": "BF16", "F": "Exact", "align_rounding": "rz"})");
    EXPECT_EQ(spec.a, Format::bf16);
    EXPECT_TRUE(spec.F.is_exact());
    EXPECT_NO_THROW((void)spec_from_json_text(spec_text("sda", "\"dot_format\": \"EXACT\"")))
        << "F accepts \"Exact\" too";
}

// ---- errors of the reader -----------------------------------------------------------------------

TEST(SpecJson, WhatIsNotASpecificationIsRefused) {
    for (const char* text : {"", "{", "nonsense", "{\"karat_spec\": 1,}", "{'karat_spec': 1}"})
        expect_text_refused(text, "", {"not JSON at character"});
    expect_text_refused(R"({"karat_spec": 1, "algorithm": "fda"} {})", "",
                        {"not JSON at character 38", "text after"});
    expect_text_refused(R"({"karat_spec": 1, "algorithm": "fda"}x)", "", {"character 37"});
    for (const char* text : {"[]", "5", "null", "\"fda\""}) expect_text_refused(text, "", {"JSON object"});
    expect_text_refused(std::string(100'000, '['), "", {"not JSON at character"});
}

TEST(SpecJson, VersionAndAlgorithmAreNeeded) {
    expect_text_refused("{}", "karat_spec", {"missing", "\"karat_spec\": 1"});
    expect_text_refused(R"({"algorithm": "fda"})", "karat_spec", {"missing"});
    for (const char* version : {"2", "0", "-1", "1.0", "\"1\"", "true", "null"}) {
        expect_text_refused(R"({"algorithm": "fda", "karat_spec": )" + std::string(version) + "}",
                            "karat_spec", {"use 1"});
    }
    expect_text_refused(R"({"karat_spec": 1})", "algorithm", {"missing", "fda", "gfdrda", "exact"});
    expect_text_refused(R"({"karat_spec": 1, "algorithm": "fdb"})", "algorithm",
                        {"\"fdb\"", "fda, sda", "or recipe"});
    expect_text_refused(R"({"karat_spec": 1, "algorithm": 0})", "algorithm", {"0 is not allowed"});
}

TEST(SpecJson, UnknownKeysNameTheNearest) {
    const auto refused = [](const std::string& pair, const std::string& key,
                            const std::vector<std::string>& parts) {
        expect_text_refused(spec_text("fda", pair), key, parts);
    };
    refused(R"("align_roundin": "RZ")", "align_roundin",
            {"unknown knob \"align_roundin\"", "nearest: align_rounding"});
    refused(R"("outputfraction": 13)", "outputfraction", {"nearest: output_fraction"});
    refused(R"("f": 24)", "f", {"\"f\"", "spelled F"});
    refused(R"("": 1)", "", {"unknown knob \"\""});
}

TEST(SpecJson, WrongTypesAreRefused) {
    struct Wrong {
        const char *key, *value, *allowed;
    };
    for (const auto& [key, value, allowed] :
         {Wrong{"k", "\"16\"", "an integer"},
          {"k", "16.5", "an integer"},
          {"k", "16.0", "an integer"},
          {"k", "true", "an integer"},
          {"k", "[16]", "an integer"},
          {"k", "null", "an integer"},
          {"k", "99999999999", "an integer"},
          {"k", "18446744073709551615", "an integer"},
          {"terms", "\"8\"", "an integer"},
          {"exponent_floor", "\"-126\"", "an integer"},
          {"output_fraction", "{}", "an integer"},
          {"F", "\"24\"", "1..1024 or \"exact\""},
          {"F", "24.5", "an integer"},
          {"F", "0", "1..1024"},
          {"F", "1025", "1..1024"},
          {"F", "-1", "1..1024"},
          {"F_c", "\"all\"", "exact"},
          {"flush_a", "1", "true or false"},
          {"flush_output", "\"true\"", "true or false"},
          {"a", "16", "fp16"},
          {"a", "\"half\"", "fp64, fp32"},
          {"d", "null", "fp32"},
          {"align_rounding", "\"RX\"", "RZ, RD"},
          {"output_rounding", "3", "RNE"},
          {"overflow", "\"wrap\"", "inf, saturate or ieee"},
          {"nan", "\"arm\"", "nvidia, riscv, any, amd_rdna, x86, indefinite or nvidia_fp64"},
          {"sticky", "true", "none or ored"},
          {"chain_pattern", "\"even\"", "contiguous, interleaved or pairs"}}) {
        const std::string shown = json::serialize(json::parse(value));
        expect_text_refused(spec_text("fda", "\"" + std::string(key) + "\": " + value), key,
                            {key, shown, allowed});
    }
}

TEST(SpecJson, NoneIsOnlyAValueWhereItMeansSomething) {
    for (const char* key : {"convert", "scale", "exponent_floor"}) {
        EXPECT_NO_THROW((void)spec_from_json_text(spec_text("fda", "\"" + std::string(key) + "\": \"none\"")))
            << key;
    }
    for (const char* key : {"terms", "output_rounding", "output_fraction", "F_c"}) {
        expect_text_refused(spec_text("fda", "\"" + std::string(key) + "\": \"none\""), key, {"\"none\""});
    }
}

TEST(SpecJson, KnobsOfOtherAlgorithmsAreRefused) {
    for (std::size_t i = 0; i + 1 < EnumNames<Algorithm>::names.size(); ++i) {
        const std::string algorithm(EnumNames<Algorithm>::names[i]);
        for (const Knob& knob : knobs()) {
            if (knob.applies_to(static_cast<Algorithm>(i))) continue;
            json::value value = knob.get(Spec{});
            expect_text_refused(R"({"karat_spec": 1, "algorithm": ")" + algorithm + "\", \"" +
                                    std::string(knob.key) + "\": " + json::serialize(value) + "}",
                                std::string(knob.key), {"not a knob of algorithm \"" + algorithm + "\""});
        }
    }
}

TEST(SetKnob, ReadsTextAsTheCommandLineDoes) {
    Spec spec;
    set_knob(spec, "F", "13");
    set_knob(spec, "F_c", "exact");
    set_knob(spec, "flush_a", "true");
    set_knob(spec, "output_rounding", "rne");
    set_knob(spec, "exponent_floor", "-133");
    EXPECT_EQ(spec.F.bits, 13);
    EXPECT_EQ(spec.F_c, Width::exact());
    EXPECT_TRUE(spec.flush_a);
    EXPECT_EQ(spec.output_rounding, Rounding::RNE);
    EXPECT_EQ(spec.exponent_floor, -133);
    for (const char* key : {"F", "F_c", "flush_a", "output_rounding", "exponent_floor"})
        set_knob(spec, key, "default");
    EXPECT_EQ(spec, Spec{});
    expect_refused([&] { set_knob(spec, "F", ""); }, "F", {"1..1024"});
    expect_refused([&] { set_knob(spec, "F", "24x"); }, "F", {"24x"});
    expect_refused([&] { set_knob(spec, "k", "99999999999"); }, "k", {"99999999999"});
    expect_refused([&] { set_knob(spec, "algoritm", "fda"); }, "algoritm", {"nearest: algorithm"});
    EXPECT_EQ(spec, Spec{}) << "a refused value changed the specification";
}

}  // namespace
}  // namespace karat::test
