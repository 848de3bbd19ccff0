// SPDX-License-Identifier: Apache-2.0
// C ABI: versions and names, opening and closing, invalid handles.
#include <limits>
#include <set>

#include "c_abi.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/json/spec_json.hpp"

namespace karat::test {
namespace {

constexpr const char* kSpec = R"({"karat_spec": 1, "algorithm": "fda", "k": 4, "F": 21})";

/// The status of every call that takes a model. All other arguments are valid.
std::vector<std::pair<std::string, karat_status>> every_call(karat_model* model) {
    static const std::vector<std::uint64_t> zeros(4);
    static const std::vector<unsigned char> bytes(64);
    const karat_dot_operands dot{elements(zeros), elements(zeros), {nullptr, 0}, {nullptr, 0}, 0, {}};
    const karat_matrix matrix{bytes.data(), bytes.size(), 0, 0};
    const karat_tile_operands tile{1, 1, matrix, matrix, matrix, {}, {}, {}};
    unsigned char room[64];
    const karat_result result{room, sizeof room, 0, 0};
    karat_shape shape;
    karat_coverage_figures figures;
    std::size_t count = 0;
    std::uint32_t lanes[4];
    karat_stimulus* stimulus = nullptr;
    std::uint64_t d = 0;
    char text[4096];
    return {
        {"get_shape", karat_get_shape(model, &shape)},
        {"get_spec", karat_get_spec(model, text, sizeof text, nullptr)},
        {"get_knob", karat_get_knob(model, "F", text, sizeof text, nullptr)},
        {"set_knob", karat_set_knob(model, "F", "20")},
        {"dot_add", karat_dot_add(model, &dot, &d)},
        {"get_trace", karat_get_trace(model, &dot, text, sizeof text, nullptr)},
        {"get_drawing", karat_get_drawing(model, &dot, text, sizeof text, nullptr)},
        {"tile", karat_tile(model, &tile, &result)},
        {"tiles", karat_tiles(model, 1, &tile, &result)},
        {"compare", karat_compare(model, 0, &tile, &matrix, nullptr, nullptr, text, sizeof text, nullptr)},
        {"coverage_start", karat_coverage_start(model, 1, 1)},
        {"coverage_sample", karat_coverage_sample(model, &tile)},
        {"coverage_get", karat_coverage_get(model, &figures)},
        {"coverage_report", karat_coverage_report(model, 0, text, sizeof text, nullptr)},
        {"coverage_save", karat_coverage_save(model, "/dev/null")},
        {"coverage_stop", karat_coverage_stop(model)},
        {"bin_count", karat_bin_count(model, &count)},
        {"bin_name", karat_bin_name(model, 0, text, sizeof text, nullptr)},
        {"bin_reason", karat_bin_reason(model, 0, text, sizeof text, nullptr)},
        {"tile_bins", karat_tile_bins(model, &tile, 0, lanes, 4)},
        {"stimulus_kind_count", karat_stimulus_kind_count(model, &count)},
        {"stimulus_kind", karat_stimulus_kind(model, 0, text, sizeof text, nullptr)},
        {"stimulus_open", karat_stimulus_open(model, "directed", 1, 1, 1, &stimulus)},
        {"stimulus_close", karat_stimulus_close(stimulus)},
        {"close", karat_close(model)}};
}

void expect_every_call_refuses(karat_model* model, const std::string& part) {
    for (const auto& [name, status] : every_call(model)) EXPECT_EQ(status, KARAT_BAD_HANDLE) << name;
    EXPECT_NE(std::string(karat_last_error()).find(part), std::string::npos) << karat_last_error();
}

TEST(CAbi, VersionAndStatusNames) {
    EXPECT_STREQ(karat_version(), KARAT_VERSION);
    EXPECT_EQ(karat_abi_version(), std::uint32_t{KARAT_ABI_VERSION});
    EXPECT_STREQ(karat_status_name(KARAT_OK), "KARAT_OK");
    EXPECT_STREQ(karat_status_name(KARAT_BAD_SPEC), "KARAT_BAD_SPEC");
    EXPECT_STREQ(karat_status_name(KARAT_END), "KARAT_END");
    std::set<std::string> names;
    for (int status = KARAT_OK; status <= KARAT_END; ++status) names.insert(karat_status_name(status));
    EXPECT_EQ(names.size(), 12U);
    for (const int unknown : {12, -1, 4711, std::numeric_limits<int>::min()})
        EXPECT_STREQ(karat_status_name(unknown), "unknown status");
}

TEST(CAbi, EveryCallWorksOnAnOpenModel) {
    karat_model* model = nullptr;
    ASSERT_EQ(karat_open_spec(kSpec, &model), KARAT_OK);
    for (const auto& [name, status] : every_call(model)) EXPECT_EQ(status, KARAT_OK) << name;
}

TEST(CAbi, NullClosedAndInventedHandlesAreRefusedByEveryCall) {
    expect_every_call_refuses(nullptr, "model is NULL");
    karat_model* closed = nullptr;
    ASSERT_EQ(karat_open_spec(kSpec, &closed), KARAT_OK);
    ASSERT_EQ(karat_close(closed), KARAT_OK);
    expect_every_call_refuses(closed, "model is closed or not a valid karat handle");
    // NOLINTBEGIN(performance-no-int-to-ptr): an invented handle is an integer
    for (const std::uintptr_t invented :
         {std::uintptr_t{0x1234}, std::uintptr_t{1}, std::uintptr_t{0x10000}, std::uintptr_t{0x1FFFF},
          std::uintptr_t{0x20000}, ~std::uintptr_t{0}, std::uintptr_t{0x7FFF12345678}}) {
        SCOPED_TRACE(invented);
        expect_every_call_refuses(reinterpret_cast<karat_model*>(invented), "not a valid karat handle");
    }
    // NOLINTEND(performance-no-int-to-ptr)
    int on_the_stack = 0;
    expect_every_call_refuses(reinterpret_cast<karat_model*>(&on_the_stack), "not a valid karat handle");
}

TEST(CAbi, AHandleIsNeverGivenTwice) {
    std::set<karat_model*> seen;
    for (int i = 0; i < 1000; ++i) {
        karat_model* model = nullptr;
        ASSERT_EQ(karat_open_spec(kSpec, &model), KARAT_OK);
        ASSERT_NE(model, nullptr);
        EXPECT_TRUE(seen.insert(model).second) << "the value of a closed handle was reused";
        ASSERT_EQ(karat_close(model), KARAT_OK);
    }
}

TEST(CAbi, TooManyHandlesAreRefusedAndClosedOnesMakeRoom) {
    std::vector<karat_model*> open;
    karat_model* model = nullptr;
    karat_status status = KARAT_OK;
    while (open.size() <= 65536 && (status = karat_open_spec(kSpec, &model)) == KARAT_OK)
        open.push_back(model);
    EXPECT_EQ(open.size(), 65536U);
    EXPECT_EQ(status, KARAT_BAD_STATE);
    EXPECT_EQ(model, nullptr);
    EXPECT_NE(std::string(karat_last_error()).find("65536 models and stimuli are open"), std::string::npos)
        << karat_last_error();
    ASSERT_EQ(karat_close(open.back()), KARAT_OK);
    EXPECT_EQ(karat_open_spec(kSpec, &open.back()), KARAT_OK);
    for (karat_model* one : open) EXPECT_EQ(karat_close(one), KARAT_OK);
}

TEST(CAbi, OpeningAnInstruction) {
    const Opened model("hopper", "hmma.16816.f32");
    const Instruction named = find_instruction("Hopper", "HMMA.16816.F32");
    EXPECT_EQ(spec_of(model), to_json_text(named.spec));
    karat_shape shape{};
    ASSERT_EQ(karat_get_shape(model, &shape), KARAT_OK);
    EXPECT_EQ(std::vector<std::uint32_t>({shape.m, shape.n, shape.k, shape.blocks, shape.scales}),
              std::vector<std::uint32_t>({16, 8, 16, 1, 0}));
    EXPECT_EQ(std::vector<std::uint32_t>(
                  {shape.a_bits, shape.b_bits, shape.c_bits, shape.d_bits, shape.scale_bits}),
              std::vector<std::uint32_t>({16, 16, 32, 32, 0}));
    const Opened all_in_the_name(nullptr, "v_mfma_f32_16x16x32_fp8_bf8");
    EXPECT_EQ(spec_of(all_in_the_name), spec_of(Opened("", "v_mfma_f32_16x16x32_fp8_bf8")));
}

TEST(CAbi, ShapeOfBlocksAndScales) {
    karat_shape shape{};
    ASSERT_EQ(karat_get_shape(Opened("CDNA3", "v_mfma_f32_4x4x4_16b_f16"), &shape), KARAT_OK);
    EXPECT_EQ(shape.blocks, 16U);
    const Spec spec = find_instruction("RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X").spec;
    ASSERT_EQ(karat_get_shape(Opened("RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X"), &shape),
              KARAT_OK);
    EXPECT_EQ(shape.scales, DotAdd(spec).scale_count());
    EXPECT_EQ(shape.scales, 4U);
    EXPECT_EQ(shape.scale_bits, 8U);
    EXPECT_EQ(shape.a_bits, 4U);
}

TEST(CAbi, UnknownNamesAreRefused) {
    int mark = 0;
    auto* model = reinterpret_cast<karat_model*>(&mark);
    expect_refused(KARAT_BAD_NAME, {"HMMA.16816.F99", "nearest"},
                   [&] { return karat_open_instruction("Hopper", "HMMA.16816.F99", &model); });
    EXPECT_EQ(model, nullptr) << "a failed call must set the handle to NULL";
    expect_refused(KARAT_BAD_NAME, {"HMMA?.1?"},
                   [&] { return karat_open_instruction("Hopper", "HMMA\n.1\x1B", &model); });
    expect_refused(KARAT_BAD_NAME, {"Hoppper"},
                   [&] { return karat_open_instruction("Hoppper", "HMMA.16816.F32", &model); });
    expect_refused(KARAT_BAD_NAME, {"HMMA.1688.F32"},
                   [&] { return karat_open_instruction(nullptr, "HMMA.1688.F32", &model); });
    expect_refused(KARAT_BAD_ARGUMENT, {"instruction is NULL"},
                   [&] { return karat_open_instruction("Hopper", nullptr, &model); });
    expect_refused(KARAT_BAD_ARGUMENT, {"model is NULL"},
                   [&] { return karat_open_instruction("Hopper", "HMMA.16816.F32", nullptr); });
}

TEST(CAbi, NamesOfAnyLengthAreRefusedAtOnce) {
    const std::string name(8U << 20, 'H');
    karat_model* model = nullptr;
    expect_refused(KARAT_BAD_NAME, {"8388608 characters", "256"},
                   [&] { return karat_open_instruction("Hopper", name.c_str(), &model); });
    const std::string knob = R"({"karat_spec": 1, "algorithm": "fda", ")" + name + R"(": 1})";
    expect_refused(KARAT_BAD_SPEC, {"unknown knob"}, [&] { return karat_open_spec(knob.c_str(), &model); });
    EXPECT_LT(std::string(karat_last_error()).size(), 4096U) << "the error repeats the whole name";
}

TEST(CAbi, ImpossibleSpecificationsAreRefused) {
    int mark = 0;
    auto* model = reinterpret_cast<karat_model*>(&mark);
    const auto open = [&](const char* json) {
        return [&model, json] { return karat_open_spec(json, &model); };
    };
    expect_refused(KARAT_BAD_SPEC, {"not JSON", "character"}, open("{"));
    EXPECT_EQ(model, nullptr);
    expect_refused(KARAT_BAD_SPEC, {"not JSON"}, open(""));
    expect_refused(KARAT_BAD_SPEC, {"JSON object"}, open("[]"));
    expect_refused(KARAT_BAD_SPEC, {"karat_spec"}, open(R"({"algorithm": "fda"})"));
    expect_refused(KARAT_BAD_SPEC, {"fdda", "fda"}, open(R"({"karat_spec": 1, "algorithm": "fdda"})"));
    expect_refused(KARAT_BAD_SPEC, {"k", "0", "1"}, open(R"({"karat_spec": 1, "algorithm": "fda", "k": 0})"));
    expect_refused(KARAT_BAD_SPEC, {"stickyy"},
                   open(R"({"karat_spec": 1, "algorithm": "fda", "stickyy": "ored"})"));
    expect_refused(KARAT_BAD_ARGUMENT, {"json is NULL"}, open(nullptr));
    expect_refused(KARAT_BAD_ARGUMENT, {"model is NULL"}, [] { return karat_open_spec(kSpec, nullptr); });
}

TEST(CAbi, GetShapeNeedsRoom) {
    const Opened model{std::string(kSpec)};
    expect_refused(KARAT_BAD_ARGUMENT, {"shape is NULL"}, [&] { return karat_get_shape(model, nullptr); });
}

}  // namespace
}  // namespace karat::test
