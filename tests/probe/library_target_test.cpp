// SPDX-License-Identifier: Apache-2.0
// Shared libraries as targets, compiled here from C.
#include "karat_probe/target/library_target.hpp"

#include <gtest/gtest.h>

#include "karat_probe/target/model_target.hpp"
#include "karat_tb/rtl/process.hpp"
#include "scripts.hpp"

namespace karat::probe {
namespace {

using test::Folder;

/// Compiles C code behind karat_target.h, with the warnings of a careful user.
std::string library(const Folder& folder, const std::string& code) {
    const std::string source = folder.write("unit.c", "#include \"karat_target.h\"\n" + code);
    const std::string include = "-I" KARAT_TEST_SOURCES "/../tb/karat_probe/target";
    const auto end = tb::run_program({"cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-shared",
                                      "-fPIC", include, "-o", folder.file("unit.so"), source},
                                     folder.file("log"));
    EXPECT_TRUE(end.succeeded()) << folder.read("log");
    return folder.file("unit.so");
}

OperandRules byte_formats() {
    OperandRules out;
    out.a = out.b = Format::int8;
    out.c = out.d = Format::int32;
    out.k = 4;
    return out;
}

TEST(LibraryTarget, AnswersLikeTheModel) {
    const Folder folder;
    const std::string code = R"(
#include <string.h>
int karat_target_dot_add(const karat_target_question* q, uint64_t* d) {
    uint32_t sum = (uint32_t)q->c;
    if (q->version != 1 || q->k_of_b != q->k || q->scales != 0 || q->groups != 0 || q->scale_a != 0) return 1;
    if (strcmp(q->a_format, "int8") != 0 || strcmp(q->d_format, "int32") != 0) return 2;
    if (q->scale_format != 0 || q->metadata_format != 0 || strcmp(q->multiplier, "product") != 0) return 3;
    for (uint32_t i = 0; i < q->k; ++i) sum += (uint32_t)((int8_t)q->a[i] * (int8_t)q->b[i]);
    *d = sum;
    return 0;
}
)";
    const auto target = open_library(library(folder, code), byte_formats());
    Spec spec = exact_spec(byte_formats());
    spec.overflow = Overflow::wrap;
    ModelTarget model(spec, "model");
    const auto questions = test::questions_of(byte_formats(), 1000);
    EXPECT_EQ((*target)(questions), model(questions));
}

TEST(LibraryTarget, SeesScalesAndMetadata) {
    const Folder folder;
    const std::string code = R"(
int karat_target_dot_add(const karat_target_question* q, uint64_t* d) {
    *d = q->scales != 0 ? q->scale_a[q->scales - 1] << 8 | q->scale_b[0]
                        : (uint64_t)q->groups << 8 | (uint64_t)q->metadata_format[0] << 4 | q->metadata[0];
    return 0;
}
)";
    OperandRules scaled = test::small_formats();
    scaled.scale = Format::ue8m0;
    scaled.scale_block = 1;
    const std::string path = library(folder, code);
    const VectorRow row = test::questions_of(scaled, 1)[0];
    EXPECT_EQ((*open_library(path, scaled))(row), row.scale_a[1] << 8 | row.scale_b[0]);
    OperandRules sparse = test::small_formats();
    sparse.metadata = Metadata::one_of_two;
    const VectorRow other = test::questions_of(sparse, 1)[0];
    EXPECT_EQ((*open_library(path, sparse))(other), 2U << 8 | '1' << 4 | other.metadata[0]);
}

TEST(LibraryTarget, RefusalsAndWideAnswers) {
    const Folder folder;
    const auto failure = [&](const std::string& body) {
        const auto target = open_library(library(folder,
                                                 "int karat_target_dot_add(const karat_target_question* "
                                                 "q, uint64_t* d) {\n" +
                                                     body + "\n}\n"),
                                         test::small_formats());
        return test::target_error([&] { (void)(*target)(test::questions_of(test::small_formats(), 1)[0]); });
    };
    EXPECT_SAYS(failure("(void)q; *d = 0; return 7;"), "refused a question with status 7");
    EXPECT_SAYS(failure("*d = q->c | 1ull << 32; return 0;"), "is wider than the 32 bits of fp32");
}

TEST(LibraryTarget, WhatIsNoLibrary) {
    const Folder folder;
    const auto failure = [](const std::string& path) {
        return test::target_error([&] { (void)open_library(path, test::small_formats()); });
    };
    EXPECT_SAYS(failure(folder.file("none.so")), "none.so: the file does not exist");
    EXPECT_SAYS(failure(folder.write("text.so", "hello")), "cannot be loaded");
    EXPECT_SAYS(failure(library(folder, "int other(void);\nint other(void) { return 0; }\n")),
                "does not export karat_target_dot_add");
}

}  // namespace
}  // namespace karat::probe
