// SPDX-License-Identifier: Apache-2.0
// This machine's processor against the golden model, through karat_capture_x86: 100,000 directed dot-adds an
// instruction as a vector file, some through the protocol, and with other settings of MXCSR.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "karat/evaluate/dot_add.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/vectors/vector_file.hpp"
#include "karat_tb/stimulus/stimulus.hpp"

namespace {

namespace fs = std::filesystem;

struct Ran {
    int status = 0;
    std::string out, err;
};

std::string contents(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

/// Runs the program in a folder of its own.
Ran capture(const std::string& arguments, const std::string& input = "") {
    const fs::path folder = fs::path(testing::TempDir()) / ("capture_x86_" + std::to_string(getpid()));
    fs::create_directories(folder);
    std::ofstream(folder / "in") << input;
    const std::string at = folder.string();
    const int status = std::system((std::string(KARAT_CAPTURE_X86) + " " + arguments + " <" + at + "/in >" +
                                    at + "/out 2>" + at + "/err")
                                       .c_str());
    Ran ran{WEXITSTATUS(status), contents(folder / "out"), contents(folder / "err")};
    fs::remove_all(folder);
    return ran;
}

/// Empty if the processor has the instruction, otherwise why not.
std::string missing(const std::string& name, const std::string& options = "") {
    const std::string list = capture(options + "--list").out;
    const std::size_t at = list.find(name + "  k=");
    const std::string line = list.substr(at, list.find('\n', at) - at);
    const std::size_t no = line.find("  no: ");
    return no == std::string::npos ? "" : line.substr(no + 6);
}

karat::VectorFile directed_rows(const std::string& name, std::size_t count) {
    karat::VectorFile file;
    const karat::Instruction& row = karat::find_instruction("x86", name);
    file.arch = "x86";
    file.instruction = name;
    file.spec = row.spec;
    karat::tb::Stimulus stimulus(row.spec, 4, 4, 19);
    const karat::DotAdd dot(row.spec);
    const auto k = static_cast<std::size_t>(dot.operands().k);
    while (file.rows.size() < count) {
        const karat::tb::Tile tile = *stimulus.next();
        for (std::size_t m = 0; m < 4; ++m) {
            for (std::size_t n = 0; n < 4; ++n) {
                karat::VectorRow x;
                for (std::size_t i = 0; i < k; ++i) {
                    x.a.push_back(tile.a[m * k + i]);
                    x.b.push_back(tile.b[n * k + i]);
                }
                x.c = tile.c[m * 4 + n];
                x.d = dot(x.operands());
                file.rows.push_back(std::move(x));
            }
        }
    }
    file.rows.resize(count);
    return file;
}

class CaptureX86 : public testing::TestWithParam<const char*> {};

TEST_P(CaptureX86, AgreesWithTheModel) {
    const std::string name = GetParam(), why = missing(name);
    if (!why.empty()) GTEST_SKIP() << why;
    const fs::path folder = fs::path(testing::TempDir()) / ("capture_x86_rows_" + name);
    fs::create_directories(folder);
    const std::string requests = (folder / "requests.vec").string(), results = (folder / "d.vec").string();
    {
        std::ofstream out(requests);
        karat::write_vectors(out, directed_rows(name, 100000));
    }
    for (const char* option : {"", "--mxcsr 7f80 ", "--mxcsr ffc0 "}) {
        const Ran ran = capture(option + ("-o " + results + " " + requests));
        EXPECT_EQ(ran.status, 0) << ran.err;
        EXPECT_EQ(ran.err, "100000 results; 0 of the 100000 that the request states differ\n") << option;
        const karat::VectorFile file = karat::read_vector_file(results);
        EXPECT_EQ(file.rows.size(), 100000U);
        EXPECT_NE(file.source.find("captured on "), std::string::npos);
    }
    fs::remove_all(folder);
}

INSTANTIATE_TEST_SUITE_P(Instructions, CaptureX86,
                         testing::Values("VDPBF16PS", "VPDPBUSD", "VPDPBUSDS", "VPDPWSSD", "VPDPWSSDS",
                                         "TDPBF16PS", "TDPBSSD", "TDPBSUD", "TDPBUSD", "TDPBUUD"),
                         [](const auto& info) { return std::string(info.param); });

/// The recordings of another processor, or of this one; AVX-VNNI encodes the integer instructions otherwise.
TEST(CaptureX86Recordings, AreTheAnswersOfThisProcessor) {
    for (const char* name : {"VDPBF16PS", "VPDPBUSD", "VPDPBUSDS", "VPDPWSSD", "VPDPWSSDS"}) {
        const std::string file = KARAT_TEST_SOURCES "/recorded/x86/" + std::string(name) + ".vec";
        const std::string count = std::to_string(karat::read_vector_file(file).rows.size());
        for (const char* options : {"", "--encoding vex "}) {
            const std::string why = missing(name, options);
            if (!why.empty()) {
                std::printf("skipped: %s%s\n", options, why.c_str());
                continue;
            }
            EXPECT_EQ(capture(options + file).err,
                      count + " results; 0 of the " + count + " that the request states differ\n");
        }
    }
}

const char* const kHeader = "# karat-vectors 1\n# arch: x86\n# instruction: VPDPBUSD\n# k: 4\n";

TEST(CaptureProtocol, AnswersBatches) {
    const std::string why = missing("VPDPBUSD");
    if (!why.empty()) GTEST_SKIP() << why;
    const Ran ran = capture("", std::string(kHeader) +
                                    "1 2 3 4  1 1 1 ff  0\n\n# a comment\n0 0 0 0 0 0 0 0 7\n"
                                    "1 0 0 0 1 0 0 0 7fffffff\n\n\n");
    EXPECT_EQ(ran.out, "00000002\n00000007\n80000000\n");
    EXPECT_EQ(ran.status, 0) << ran.err;
    // 1024 rows are a batch; the last one needs no empty line
    std::string many = kHeader;
    for (int i = 0; i < 1025; ++i) many += "0 0 0 0 0 0 0 0 " + std::to_string(i % 10) + "\n";
    const Ran all = capture("", many);
    EXPECT_EQ(std::count(all.out.begin(), all.out.end(), '\n'), 1025);
    EXPECT_EQ(capture("", "").status, 0);
}

TEST(CaptureProtocol, RefusesBadLines) {
    const std::string why = missing("VPDPBUSD");
    if (!why.empty()) GTEST_SKIP() << why;
    const auto refused = [](const std::string& arguments, const std::string& input) {
        const Ran ran = capture(arguments, input);
        EXPECT_EQ(ran.status, 2);
        EXPECT_EQ(ran.out, "");
        return ran.err;
    };
    EXPECT_EQ(refused("", "hello\n"),
              "error: standard input:1: the first line must be \"# karat-vectors 1\"\n");
    EXPECT_EQ(refused("", std::string(kHeader) + "1 2\n"),
              "error: standard input:5: 2 columns; a row has 9, or one more with d\n");
    EXPECT_EQ(refused("", "# karat-vectors 1\n0 0\n"),
              "error: standard input:2: neither the header nor --instruction names an instruction\n");
    EXPECT_EQ(
        refused("", "# karat-vectors 1\n# instruction: HMMA.16816.F32\n0\n"),
        "error: standard input:3: instruction \"HMMA.16816.F32\" is not one of this program's; --list prints "
        "them\n");
    EXPECT_NE(refused("", "# karat-vectors 1\n# arch: Hopper\n# instruction: VPDPBUSD\n0\n")
                  .find("the request is for Hopper, but this device is x86"),
              std::string::npos);
    EXPECT_EQ(refused("", std::string(kHeader) + "# b: uint8\n0 0 0 0 0 0 0 0 0\n"),
              "error: standard input:6: b: uint8 contradicts VPDPBUSD, which has int8\n");
    EXPECT_EQ(refused("--frobnicate", ""), "error: unknown option --frobnicate\n");
    EXPECT_EQ(refused("--mxcsr zz", ""), "error: \"zz\" is not a hexadecimal encoding\n");
    EXPECT_EQ(refused("/nonexistent.vec", ""), "error: /nonexistent.vec cannot be read\n");
}

}  // namespace
