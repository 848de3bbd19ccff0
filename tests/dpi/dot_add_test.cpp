// SPDX-License-Identifier: Apache-2.0
// C ABI: dot-adds equal those of the model bit for bit, wrong operands are errors, traces and drawings.
#include <boost/json/parse.hpp>

#include "c_abi.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/trace/draw.hpp"

namespace karat::test {
namespace {

struct Name {
    const char *arch, *instruction;
};
constexpr Name kNames[] = {{"Volta", "HMMA.884.F32.F16"},
                           {"Hopper", "HMMA.16816.F32"},
                           {"Hopper", "QGMMA.64x8x32.F32.E4M3.E5M2"},
                           {"Ampere", "DMMA.884"},
                           {"Ampere", "HMMA.1684.F32.TF32"},
                           {"RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X"},
                           {"CDNA1", "v_mfma_f32_32x32x4bf16"},
                           {"CDNA3", "v_mfma_f32_16x16x32_fp8_bf8"}};

/// Calls `check` with an open model of each of these instructions and with the C++ model that it must equal.
template <class Check>
void for_every_name(Check check) {
    for (const Name& name : kNames) {
        SCOPED_TRACE(name.instruction);
        const Opened model(name.arch, name.instruction);
        check(model, DotAdd(find_instruction(name.arch, name.instruction).spec));
    }
}

TEST(CAbiDotAdd, EqualsTheModel) {
    std::mt19937_64 random(1);
    for_every_name([&](karat_model* model, const DotAdd& dot) {
        for (int i = 0; i < 500; ++i) {
            const DotStorage in(dot, random);
            const karat_dot_operands view = in.view();
            std::uint64_t d = ~std::uint64_t{0};
            ASSERT_EQ(karat_dot_add(model, &view, &d), KARAT_OK) << karat_last_error();
            EXPECT_EQ(d, dot(in.operands()));
        }
    });
}

/// A valid dot-add, which the tests then modify.
class CAbiDotAddRefusals : public testing::Test {
   protected:
    void expect(karat_status status, const std::vector<std::string>& parts) {
        d = 77;
        std::size_t length = 0;
        expect_refused(status, parts, [&] { return karat_dot_add(model, &in, &d); });
        EXPECT_EQ(d, 77U) << "a failed call wrote its result";
        expect_refused(status, parts, [&] { return karat_get_trace(model, &in, nullptr, 0, &length); });
        expect_refused(status, parts, [&] { return karat_get_drawing(model, &in, nullptr, 0, &length); });
    }
    Opened model{"Hopper", "HMMA.16816.F32"};
    std::vector<std::uint64_t> a = std::vector<std::uint64_t>(16, 0x3C00), b = a;
    std::uint64_t d = 0;
    karat_dot_operands in{elements(a), elements(b), {nullptr, 0}, {nullptr, 0}, 0x3F800000, {nullptr, 0}};
};

TEST_F(CAbiDotAddRefusals, TheBaseWorks) {
    ASSERT_EQ(karat_dot_add(model, &in, &d), KARAT_OK) << karat_last_error();
    EXPECT_EQ(d, 0x41880000U);  // 16 * 1 * 1 + 1
}

TEST_F(CAbiDotAddRefusals, WrongCounts) {
    in.a.count = 15;
    expect(KARAT_BAD_OPERAND, {"a", "15", "16"});
    in.a.count = static_cast<std::size_t>(-1);
    expect(KARAT_BAD_OPERAND, {"a", "16"});
    in.a = {nullptr, 0};
    expect(KARAT_BAD_OPERAND, {"a", "0", "16"});
    in.a = elements(a);
    in.b.count = 17;
    expect(KARAT_BAD_OPERAND, {"b", "17", "16"});
    in.b = elements(b);
    in.scale_a = {a.data(), 1};
    expect(KARAT_BAD_OPERAND, {"scale_a", "1", "0"});
    in.scale_a = {nullptr, 0};
    in.scale_b = {a.data(), 4};
    expect(KARAT_BAD_OPERAND, {"scale_b", "4", "0"});
    in.scale_b = {nullptr, 0};
    in.metadata = {a.data(), 8};
    expect(KARAT_BAD_OPERAND, {"metadata", "8", "0"});
}

TEST_F(CAbiDotAddRefusals, EncodingsWiderThanTheFormat) {
    a[7] = 0x10000;
    expect(KARAT_BAD_OPERAND, {"a", "7", "10000", "fp16"});
    a[7] = 0;
    b[15] = ~std::uint64_t{0};
    expect(KARAT_BAD_OPERAND, {"b", "15", "ffffffffffffffff", "fp16"});
    b[15] = 0;
    in.c = 0x100000000;
    expect(KARAT_BAD_OPERAND, {"c", "100000000", "fp32"});
}

TEST_F(CAbiDotAddRefusals, NullData) {
    in.a.data = nullptr;
    expect(KARAT_BAD_ARGUMENT, {"a.data is NULL"});
    in.a = elements(a);
    in.scale_b = {nullptr, 3};
    expect(KARAT_BAD_ARGUMENT, {"scale_b.data is NULL"});
    in.scale_b = {nullptr, 0};
    expect_refused(KARAT_BAD_ARGUMENT, {"d is NULL"}, [&] { return karat_dot_add(model, &in, nullptr); });
    expect_refused(KARAT_BAD_ARGUMENT, {"in is NULL"}, [&] { return karat_dot_add(model, nullptr, &d); });
    expect_refused(KARAT_BAD_ARGUMENT, {"in is NULL"},
                   [&] { return karat_get_trace(model, nullptr, nullptr, 0, nullptr); });
    expect_refused(KARAT_BAD_ARGUMENT, {"in is NULL"},
                   [&] { return karat_get_drawing(model, nullptr, nullptr, 0, nullptr); });
}

TEST(CAbiDotAdd, ScalesMustBeThere) {
    const char* const name = "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X";
    const Opened model("RTXBlackwell", name);
    std::mt19937_64 random(2);
    const DotStorage in(DotAdd(find_instruction("RTXBlackwell", name).spec), random);
    karat_dot_operands view = in.view();
    view.scale_a = {nullptr, 0};
    std::uint64_t d = 0;
    expect_refused(KARAT_BAD_OPERAND, {"scale_a", "0", "4"}, [&] { return karat_dot_add(model, &view, &d); });
    const std::vector<std::uint64_t> wide{0x38, 0x38, 0x100, 0x38};
    view.scale_a = elements(wide);
    expect_refused(KARAT_BAD_OPERAND, {"scale_a", "2", "100"},
                   [&] { return karat_dot_add(model, &view, &d); });
}

TEST(CAbiDotAdd, TraceIsJsonAndTheDrawingIsTheModels) {
    std::mt19937_64 random(4);
    for_every_name([&](karat_model* model, const DotAdd& dot) {
        const DotStorage in(dot, random);
        const karat_dot_operands view = in.view();
        Trace trace;
        (void)dot.traced(in.operands(), trace);
        const std::string text = text_of([&](char* to, std::size_t size, std::size_t* length) {
            return karat_get_trace(model, &view, to, size, length);
        });
        EXPECT_EQ(text, trace_to_json_text(trace));
        const boost::json::value json = boost::json::parse(text);
        ASSERT_TRUE(json.is_object());
        EXPECT_FALSE(json.at("operands").as_array().empty());
        EXPECT_FALSE(json.at("steps").as_array().empty());
        EXPECT_EQ(text_of([&](char* to, std::size_t size, std::size_t* length) {
                      return karat_get_drawing(model, &view, to, size, length);
                  }),
                  draw(trace));
    });
}

}  // namespace
}  // namespace karat::test
