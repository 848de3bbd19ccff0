// SPDX-License-Identifier: Apache-2.0
// From a word to a target: models with settings, and words that name nothing.
#include "karat_probe/target/open_target.hpp"

#include <gtest/gtest.h>

#include "karat/recipe/json/spec_json.hpp"
#include "scripts.hpp"

namespace karat::probe {
namespace {

using test::Folder;

std::unique_ptr<Target> open(const std::string& text) {
    TargetRequest request;
    request.target = text;
    return open_target(request);
}

/// The sentence of the karat::Error that opening it throws.
std::string failure(const TargetRequest& request) {
    try {
        (void)open_target(request);
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing was thrown";
}
std::string failure(const std::string& text) {
    TargetRequest request;
    request.target = text;
    request.formats = test::small_formats();
    return failure(request);
}

TEST(OpenTarget, RegistryInstructions) {
    EXPECT_EQ(open("Hopper/HMMA.16816.F32")->name(), "Hopper/HMMA.16816.F32");
    EXPECT_EQ(open("  hopper/hmma.16816.f32 ")->name(), "Hopper/HMMA.16816.F32");
    EXPECT_EQ(open("VDPBF16PS")->name(), "x86/VDPBF16PS");
    const NamedModel model = read_model("Hopper/HMMA.16816.F32 F=24  output_rounding=RNE");
    EXPECT_EQ(model.name, "Hopper/HMMA.16816.F32 F=24 output_rounding=RNE");
    EXPECT_EQ(model.spec.F.bits, 24);
    EXPECT_EQ(model.spec.output_rounding, Rounding::RNE);
    ASSERT_TRUE(model.instruction);
    EXPECT_EQ(model.instruction->spec.F.bits, 25);
    EXPECT_EQ(read_model("Hopper/HMMA.16816.F32 result.sum[0].F=23").spec.algorithm, Algorithm::recipe);
}

TEST(OpenTarget, Files) {
    const Folder folder;
    Spec spec;
    spec.F = {19};
    const std::string path = folder.write("my unit=2.json", to_json_text(spec));
    EXPECT_EQ(read_model(path).spec, spec);
    EXPECT_EQ(read_model(path + " F=18").spec.F.bits, 18);
    EXPECT_EQ(open(path + " k=8")->formats().k, 8);
    EXPECT_SAYS(failure(folder.write("bad.json", "{}")), "bad.json: ");
    EXPECT_SAYS(failure(folder.file("none.json")), "none.json");
}

TEST(OpenTarget, WhatNamesNothing) {
    EXPECT_SAYS(failure(""), "the target is empty");
    EXPECT_SAYS(failure("Hopper/HMMA.16816.F33"), "HMMA.16816.F32");
    EXPECT_SAYS(failure("Hoper/HMMA.16816.F32"), "Hopper");
    EXPECT_SAYS(failure("Hopper/HMMA.16816.F32 F=0"), "F: 0 is not allowed");
    EXPECT_SAYS(failure("Hopper/HMMA.16816.F32 =0"), "write KEY=VALUE");
    EXPECT_SAYS(failure("Hopper/HMMA.16816.F32 G=2"), "G");
    EXPECT_SAYS(failure("progam:./unit"), "\"progam:\" is not a kind of target; use program:, library: or");
    EXPECT_THROW((void)read_model("program:./unit"), NameError);
    EXPECT_SAYS(failure("program:  "), "program:  : a command is missing after the colon");
    EXPECT_SAYS(failure("library:"), "library:: a file name is missing");
    EXPECT_SAYS(failure("library:none.so"), "library:none.so: the file does not exist");
    EXPECT_SAYS(failure("candidate:none.so"), "candidate:none.so: the file does not exist");
    EXPECT_SAYS(failure("candidate:/tmp"), "candidate:/tmp: the file does not exist");
}

TEST(OpenTarget, FormatsAreNeededAndChecked) {
    for (const char* const text : {"program:cat", "library:/bin/sh", "candidate:/bin/sh"}) {
        TargetRequest request;
        request.target = text;
        EXPECT_SAYS(failure(request), "its formats are not known; give --like") << text;
        request.formats = test::small_formats();
        request.formats->k = 0;
        EXPECT_SAYS(failure(request), "k: 0 is not allowed") << text;
    }
}

TEST(OpenTarget, ProgramsGoToTheShell) {
    TargetRequest request;
    request.target = "program: read x; echo 7; cat > /dev/null";
    request.formats = test::small_formats();
    EXPECT_EQ((*open_target(request))(test::questions_of(test::small_formats(), 1)[0]), 7U);
}

TEST(OpenTarget, ACandidateThatCannotServe) {
    const Folder folder;
    const std::string script =
        folder.write("old_check", "#!/bin/sh\necho \"karat: $1 is not an option\" >&2; exit 2\n");
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    const std::string old = failure("candidate:" + script);
    EXPECT_SAYS(old, "ended with exit status 2 before it announced its lanes");
    EXPECT_SAYS(old, "\"karat: --serve is not an option\"");
    EXPECT_SAYS(failure("candidate:" + folder.write("text", "hello")),
                "cannot be started: Permission denied");
    EXPECT_SAYS(failure("candidate:" + folder.write("text.so", "hello")), "cannot be loaded as a candidate");
    EXPECT_SAYS(failure("candidate:" + folder.write("text.so.1", "hello")),
                "cannot be loaded as a candidate");
}

TEST(Formats, Lists) {
    OperandRules formats;
    read_format_list("e4m3,E5M2,fp32,fp16", formats);
    EXPECT_EQ(formats_text(formats), "e4m3 x e5m2 + fp32 -> fp16, k = 16");
    const auto failure = [](const std::string& text) {
        OperandRules rules;
        try {
            read_format_list(text, rules);
        } catch (const NameError& error) {
            return std::string(error.what());
        }
        return std::string("nothing was thrown");
    };
    EXPECT_SAYS(failure("fp16,fp16,fp32"), "has 3 formats; write those of a, b, c and d");
    EXPECT_SAYS(failure("fp16"), "has 1 format;");
    EXPECT_SAYS(failure(""), "has 0 formats;");
    EXPECT_SAYS(failure("fp16,fp17,fp32,fp32"), "\"fp17\" is not a format; nearest: fp16");
    EXPECT_SAYS(failure("fp16,,fp32,fp32"), "\"\" is not a format");
}

}  // namespace
}  // namespace karat::probe
