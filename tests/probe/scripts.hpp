// SPDX-License-Identifier: Apache-2.0
// Programs for the tests of targets, written into a folder of their own.
#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "karat_probe/target/program_target.hpp"
#include "karat_probe/target/random_question.hpp"

namespace karat::test {

/// A folder for one test, removed at its end.
class Folder {
   public:
    Folder()
        : path_(std::filesystem::temp_directory_path() /
                ("karat_" + std::to_string(::getpid()) + "_" +
                 ::testing::UnitTest::GetInstance()->current_test_info()->name())) {
        std::filesystem::remove_all(path_);
        std::filesystem::create_directories(path_);
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }
    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(file(name)) << text;
        return file(name);
    }
    [[nodiscard]] std::string read(const std::string& name) const {
        std::ifstream in(file(name));
        return {std::istreambuf_iterator<char>(in), {}};
    }

   private:
    std::filesystem::path path_;
};

inline OperandRules small_formats() {
    OperandRules out;  // fp16, fp16, fp32, fp32
    out.k = 2;
    return out;
}

inline std::vector<VectorRow> questions_of(const OperandRules& formats, std::size_t count,
                                           std::uint64_t seed = 1) {
    tb::Random random(seed);
    std::vector<VectorRow> out;
    for (std::size_t i = 0; i < count; ++i) out.push_back(probe::random_question(formats, random));
    return out;
}

/// The sentence of the TargetError that `act` throws.
template <class Act>
std::string target_error(const Act& act) {
    try {
        act();
    } catch (const probe::TargetError& error) {
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
        return error.what();
    }
    return "nothing was thrown";
}

#define EXPECT_SAYS(sentence, part) EXPECT_NE((sentence).find(part), std::string::npos) << (sentence)

}  // namespace karat::test
