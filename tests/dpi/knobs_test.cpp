// SPDX-License-Identifier: Apache-2.0
// C ABI: the knobs of an open model, its specification as text, and text buffers.
#include "c_abi.hpp"
#include "karat/recipe/json/spec_json.hpp"

namespace karat::test {
namespace {

TEST(CAbiKnobs, SetKnobsChangeTheResultsToThoseOfTheSpecification) {
    const Opened model("Hopper", "HMMA.16816.F32");
    std::mt19937_64 random(3);
    for (const auto& [key, value] :
         std::vector<std::pair<const char*, const char*>>{{"F", "21"},
                                                          {"align_rounding", "RNE"},
                                                          {"output_rounding", "RU"},
                                                          {"F", "exact"},
                                                          {"c_place", "late"},
                                                          {"k", "8"},
                                                          {"a", "e4m3"}}) {
        ASSERT_EQ(karat_set_knob(model, key, value), KARAT_OK) << karat_last_error();
        EXPECT_EQ(knob_of(model, key), value);
        const DotAdd dot(spec_from_json_text(spec_of(model)));
        for (int i = 0; i < 200; ++i) {
            const DotStorage in(dot, random);
            const karat_dot_operands view = in.view();
            std::uint64_t d = 0;
            ASSERT_EQ(karat_dot_add(model, &view, &d), KARAT_OK) << karat_last_error();
            EXPECT_EQ(d, dot(in.operands())) << key << " = " << value;
        }
    }
    karat_shape shape{};
    ASSERT_EQ(karat_get_shape(model, &shape), KARAT_OK);
    EXPECT_EQ(shape.k, 8U);
    EXPECT_EQ(shape.a_bits, 8U);
    EXPECT_EQ(shape.m, 16U) << "the tile keeps the rows of the instruction";
}

TEST(CAbiKnobs, DefaultUnsets) {
    const Opened model("Hopper", "HMMA.16816.F32");
    EXPECT_EQ(knob_of(model, "F_c"), "default");
    ASSERT_EQ(karat_set_knob(model, "F_c", "30"), KARAT_OK);
    EXPECT_EQ(knob_of(model, "F_c"), "30");
    ASSERT_EQ(karat_set_knob(model, "F_c", "default"), KARAT_OK);
    EXPECT_EQ(knob_of(model, "F_c"), "default");
}

TEST(CAbiKnobs, ARefusalLeavesTheModelAsItWas) {
    const Opened model("Hopper", "HMMA.16816.F32");
    const std::string before = spec_of(model);
    const auto set = [&](const char* key, const char* value) {
        return [&model, key, value] { return karat_set_knob(model, key, value); };
    };
    expect_refused(KARAT_BAD_SPEC, {"F", "1025", "1024"}, set("F", "1025"));
    expect_refused(KARAT_BAD_SPEC, {"k", "0"}, set("k", "0"));
    expect_refused(KARAT_BAD_SPEC, {"terms", "5"}, set("terms", "5"));  // does not divide k
    expect_refused(KARAT_BAD_SPEC, {"align_rounding", "sideways", "RZ"}, set("align_rounding", "sideways"));
    expect_refused(KARAT_BAD_SPEC, {"no_such_knob"}, set("no_such_knob", "1"));
    expect_refused(KARAT_BAD_SPEC, {"d", "e2m1"}, set("d", "e2m1"));  // has no NaN
    expect_refused(KARAT_BAD_SPEC, {"F"}, set("F", ""));
    expect_refused(KARAT_BAD_ARGUMENT, {"key is NULL"}, set(nullptr, "1"));
    expect_refused(KARAT_BAD_ARGUMENT, {"value is NULL"}, set("F", nullptr));
    ASSERT_EQ(karat_coverage_start(model, 1, 1), KARAT_OK);
    expect_refused(KARAT_BAD_STATE, {"F", "coverage"}, set("F", "20"));
    ASSERT_EQ(karat_coverage_stop(model), KARAT_OK);
    EXPECT_EQ(spec_of(model), before);
    EXPECT_EQ(karat_set_knob(model, "F", "20"), KARAT_OK) << karat_last_error();
}

TEST(CAbiKnobs, TheSpecificationOpensAnEqualModel) {
    const Opened model("CDNA3", "v_mfma_f32_32x32x8_f16");
    ASSERT_EQ(karat_set_knob(model, "F_sum", "30"), KARAT_OK) << karat_last_error();
    const Opened again(spec_of(model));
    EXPECT_EQ(spec_of(again), spec_of(model));
    EXPECT_EQ(knob_of(again, "F_sum"), "30");
}

TEST(CAbiKnobs, UnknownKnobsHaveNoValue) {
    const Opened model("Hopper", "HMMA.16816.F32");
    char text[16];
    expect_refused(KARAT_BAD_SPEC, {"no_such_knob"},
                   [&] { return karat_get_knob(model, "no_such_knob", text, sizeof text, nullptr); });
    expect_refused(KARAT_BAD_SPEC, {"group is not a knob of algorithm \"fda\""},
                   [&] { return karat_get_knob(model, "group", text, sizeof text, nullptr); });
    expect_refused(KARAT_BAD_ARGUMENT, {"key is NULL"},
                   [&] { return karat_get_knob(model, nullptr, text, sizeof text, nullptr); });
}

TEST(CAbiText, IsCutToTheBufferAndItsLengthIsAlwaysTheWhole) {
    const Opened model("Hopper", "HMMA.16816.F32");
    const std::string whole = spec_of(model);
    std::size_t length = 0;
    std::string room(whole.size() + 8, '#');
    for (const std::size_t size : {std::size_t{1}, std::size_t{2}, whole.size() / 2, whole.size()}) {
        room.assign(whole.size() + 8, '#');
        expect_refused(KARAT_TRUNCATED, {std::to_string(whole.size()), std::to_string(size - 1)},
                       [&] { return karat_get_spec(model, room.data(), size, &length); });
        EXPECT_EQ(length, whole.size());
        EXPECT_EQ(std::string(room.c_str()), whole.substr(0, size - 1));
        EXPECT_EQ(room.find_first_not_of('#', size), std::string::npos) << "written beyond the buffer";
    }
    EXPECT_EQ(karat_get_spec(model, room.data(), whole.size() + 1, &length), KARAT_OK);
    EXPECT_EQ(std::string(room.c_str()), whole);
    EXPECT_EQ(karat_get_spec(model, nullptr, 0, nullptr), KARAT_OK);
    expect_refused(KARAT_BAD_ARGUMENT, {"buffer is NULL", "7"},
                   [&] { return karat_get_spec(model, nullptr, 7, &length); });
    room[0] = '#';
    EXPECT_EQ(karat_get_spec(model, room.data(), 0, &length), KARAT_OK);
    EXPECT_EQ(room[0], '#') << "written into a buffer of 0 bytes";
}

TEST(CAbiText, TheLastErrorIsThisThreadsLastFailure) {
    EXPECT_EQ(karat_close(nullptr), KARAT_BAD_HANDLE);
    const std::string sentence = karat_last_error();
    const Opened model("Hopper", "HMMA.16816.F32");
    EXPECT_EQ(karat_last_error(), sentence) << "a successful call must not change it";
}

}  // namespace
}  // namespace karat::test
