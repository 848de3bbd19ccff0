// SPDX-License-Identifier: Apache-2.0
// The line protocol from both sides.
#include "karat_probe/target/serve.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "karat_probe/target/line_protocol.hpp"
#include "karat_probe/target/model_target.hpp"
#include "scripts.hpp"

namespace karat::probe {
namespace {

OperandRules formats_with(Format operand, std::optional<Format> scale, Metadata metadata) {
    OperandRules out;
    out.a = out.b = operand;
    out.k = 8;
    out.scale = scale;
    out.scale_block = scale ? 4 : 1;
    out.metadata = metadata;
    return out;
}

TEST(LineProtocol, QuestionsAreReadBack) {
    for (const OperandRules& formats : {formats_with(Format::fp16, {}, Metadata::none),
                                        formats_with(Format::fp64, {}, Metadata::two_of_four),
                                        formats_with(Format::e2m1, Format::ue4m3, Metadata::none),
                                        formats_with(Format::bf16, {}, Metadata::one_of_two)}) {
        for (const VectorRow& row : test::questions_of(formats, 200)) {
            const std::string text = question_text(row, formats);
            ASSERT_EQ(text.find('\n'), text.size() - 1);
            const VectorRow back = read_question(text, formats);
            EXPECT_EQ(std::tie(back.a, back.b, back.scale_a, back.scale_b, back.metadata, back.c),
                      std::tie(row.a, row.b, row.scale_a, row.scale_b, row.metadata, row.c));
            DotAdd(exact_spec(formats)).check(row.operands());  // random questions are allowed ones
        }
    }
}

TEST(LineProtocol, AQuestionIsARowOfAVectorFile) {
    const OperandRules formats = formats_with(Format::bf16, {}, Metadata::one_of_two);
    const VectorRow row = test::questions_of(formats, 1)[0];
    std::string text = question_text(row, formats);
    text.back() = ' ';
    std::istringstream file(
        "# karat-vectors 1\n# spec: {\"karat_spec\": 1, \"algorithm\": \"exact\", \"a\": "
        "\"bf16\", \"b\": \"bf16\", \"k\": 8, \"metadata\": \"1:2\"}\n" +
        header_text(formats, {}).substr(18) + text + "3f800000\n");
    const VectorFile read = read_vectors(file, "row");
    ASSERT_EQ(read.rows.size(), 1U);
    EXPECT_EQ(read.rows[0].a, row.a);
    EXPECT_EQ(read.rows[0].metadata, row.metadata);
    EXPECT_EQ(read.rows[0].c, row.c);
    EXPECT_EQ(read.rows[0].d, 0x3f800000U);
}

TEST(LineProtocol, MetadataMustBeAllowed) {
    const OperandRules formats = formats_with(Format::fp16, {}, Metadata::two_of_four);
    VectorRow row = test::questions_of(formats, 1)[0];
    row.metadata[1] = 0b0101;  // the same element of B twice
    try {
        (void)read_question(question_text(row, formats), formats);
        FAIL() << "accepted";
    } catch (const OperandError& error) {
        EXPECT_SAYS(std::string(error.what()), "metadata 0x5 is not allowed");
    }
}

/// What the exact sum of the small formats answers to `text`.
std::string served(const std::string& text) {
    ModelTarget target(exact_spec(test::small_formats()), "exact");
    std::istringstream in(text);
    std::ostringstream out;
    serve(target, in, out);
    return out.str();
}

TEST(Serve, AnswersBatches) {
    EXPECT_EQ(served(""), "# lanes: 1\n");
    EXPECT_EQ(served("# karat-vectors 1\n# k: 2\n# a: FP16\n# whatever: 7\n\n"
                     "3c00 0 3c00 0 0\n3c00 3c00 3c00 3c00 3f800000\n\n\n7e00 0 0 0 0\n"),
              "# lanes: 1\n3f800000\n40400000\n7fffffff\n");
}

TEST(Serve, RefusesWhatItCannotAnswer) {
    const auto refusal = [](const std::string& text) {
        return test::target_error([&] { (void)served(text); });
    };
    EXPECT_SAYS(refusal("# karat-vectors 1\n# k: 4\n"),
                "line 2 of the questions: k: the questions have 4, this target has 2");
    EXPECT_SAYS(refusal("# d: fp16\n"), "d: the questions have fp16, this target has fp32");
    EXPECT_SAYS(refusal("# scale: ue8m0 block 2\n"),
                "scale: the questions have ue8m0 block 2, this target has no");
    EXPECT_SAYS(refusal("# metadata: 2:4\n"), "this target has no metadata");
    EXPECT_SAYS(refusal("# multiplier: xor\n"), "this target has product");
    EXPECT_SAYS(refusal("# lane: 1\n"), "lane: \"1\" is not allowed; use 0..0 or any");
    EXPECT_SAYS(refusal("0 0 0 0\n"), "line 1 of the questions: column 5 is missing");
    EXPECT_SAYS(refusal("0 0 0 0 0 0\n"), "there are more than 5 columns");
    EXPECT_SAYS(refusal("0 0 10000 0 0\n"), "column 3: ");
    EXPECT_SAYS(refusal("0 0 x 0 0\n"), "column 3: ");
}

}  // namespace
}  // namespace karat::probe
