// SPDX-License-Identifier: Apache-2.0
// The request files of tools/capture/requests: every conflicting or assumed row of the registry has one, or a
// stated reason, and every row of a file tells two readings apart.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "capture_formats.hpp"
#include "karat/evaluate/dot_add.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/text/text.hpp"
#include "karat_probe/diff/diff.hpp"
#include "karat_probe/target/open_target.hpp"

namespace {

namespace fs = std::filesystem;
namespace probe = karat::probe;

const fs::path kCapture = fs::path(KARAT_TEST_SOURCES).parent_path() / "tools/capture";

/// A question of a file: whom it is about, the readings, and its rows of the file, from 1.
struct Block {
    std::string id, knob;
    std::vector<std::string> instructions, readings;
    std::size_t first = 0, last = 0;
};

struct RequestFile {
    std::string path;
    capture::Header header;
    std::vector<Block> blocks;
    std::vector<std::string> rows;
};

/// What requests.py writes: comments "question ID about KNOB", "instructions", "readings", "rows N to M".
/// Lists follow the second and the third.
RequestFile read_requests(const fs::path& path) {
    RequestFile out;
    out.path = path.filename();
    std::ifstream in(path);
    std::string part;
    for (std::string line; std::getline(in, line);) {
        if (!line.starts_with("#")) {
            out.rows.push_back(line);
            continue;
        }
        out.header.line(line);
        std::istringstream words(line.substr(1));
        std::string skipped;
        if (line.starts_with("#   - ")) {
            Block& block = out.blocks.back();
            (part == "readings" ? block.readings : block.instructions).push_back(line.substr(6));
        } else if (words >> part; part == "question") {
            words >> out.blocks.emplace_back().id >> skipped >> std::ws;
            std::getline(words, out.blocks.back().knob);
        } else if (part == "rows") {
            words >> out.blocks.back().first >> skipped >> out.blocks.back().last;
        }
    }
    return out;
}

std::vector<RequestFile> request_files() {
    std::vector<RequestFile> out;
    for (const auto& entry : fs::directory_iterator(kCapture / "requests"))
        if (entry.path().extension() == ".vec") out.push_back(read_requests(entry.path()));
    return out;
}

boost::json::array without_difference() {
    std::ostringstream text;
    text << std::ifstream(kCapture / "requests/no_difference.json").rdbuf();
    return boost::json::parse(text.str()).as_array();
}

/// Recipes are named relative to tools/capture.
probe::NamedModel model_of(const std::string& reading) {
    return probe::read_model(reading.starts_with("requests/") ? (kCapture / reading).string() : reading);
}

/// d by one reading; all NaNs are the same.
std::uint64_t result(const karat::DotAdd& dot, const capture::Row& x) {
    const std::uint64_t d = dot({x.a, x.b, x.scale_a, x.scale_b, x.c, x.metadata});
    return karat::is_nan(d, dot.operands().d) ? ~std::uint64_t{0} : d;
}

/// The rows of a block have no d, and tell two readings apart; every two readings are told apart.
void check_block(const RequestFile& file, const Block& block) {
    SCOPED_TRACE(file.path + ", " + block.id);
    ASSERT_GE(block.readings.size(), 2U);
    ASSERT_TRUE(block.first >= 1 && block.first <= block.last && block.last <= file.rows.size());
    EXPECT_TRUE(capture::is_name(block.readings[0], file.header["arch"] + "/" + file.header["instruction"]))
        << file.header["instruction"];
    std::vector<karat::DotAdd> readings;
    for (const std::string& each : block.readings) readings.emplace_back(model_of(each).spec);
    const capture::Formats formats = karat::test::capture_formats(readings[0]);
    file.header.check(formats, block.readings[0]);
    std::set<std::pair<std::size_t, std::size_t>> apart;
    for (std::size_t i = block.first; i <= block.last; ++i) {
        const capture::Row row = capture::parse_row(file.rows[i - 1], formats);
        EXPECT_EQ(row.expected, "") << "row " << i << " has d";
        std::vector<std::uint64_t> d;
        for (const karat::DotAdd& each : readings) d.push_back(result(each, row));
        EXPECT_GE(std::set(d.begin(), d.end()).size(), 2U) << "row " << i;
        for (std::size_t x = 0; x < d.size(); ++x)
            for (std::size_t y = 0; y < x; ++y)
                if (d[x] != d[y]) apart.insert({y, x});
    }
    EXPECT_EQ(apart.size(), readings.size() * (readings.size() - 1) / 2);
}

const std::set<std::string> kKeys{"source", "arch", "instruction", "k",     "a",
                                  "b",      "c",    "d",           "scale", "metadata"};

TEST(CaptureRequests, EveryRowTellsReadingsApart) {
    std::size_t rows = 0;
    for (const RequestFile& file : request_files()) {
        ASSERT_FALSE(file.blocks.empty()) << file.path;
        for (const auto& [key, value] : file.header.entries())  // no comment is taken for a key
            EXPECT_TRUE(kKeys.contains(key)) << file.path << ": " << key;
        for (const Block& block : file.blocks) check_block(file, block);
        EXPECT_EQ(file.blocks.back().last, file.rows.size()) << file.path;
        rows += file.rows.size();
    }
    EXPECT_GT(rows, 1000U);
}

bool is_open(karat::Evidence level) {
    return level == karat::Evidence::conflicting || level == karat::Evidence::assumed;
}

/// As `karat list --json` spells it: MxN instead of {M}x{N}.
std::string shown(std::string name) {
    std::erase_if(name, [](char letter) { return letter == '{' || letter == '}'; });
    return name;
}

TEST(CaptureRequests, EveryOpenRowIsAsked) {
    std::set<std::pair<std::string, std::string>> asked;  // instruction and knob
    std::set<std::string> own;                            // instructions with a file, or a reason
    for (const RequestFile& file : request_files()) {
        own.insert(file.header["arch"] + "/" + file.header["instruction"]);
        for (const Block& block : file.blocks)
            for (const std::string& one : block.instructions) asked.insert({one, block.knob});
    }
    for (const auto& entry : without_difference())
        for (const auto& one : entry.at("of").as_array())
            asked.insert({one.as_string().c_str(), entry.at("knob").as_string().c_str()});
    std::size_t levels = 0, questions = 0;
    for (const karat::Instruction& row : karat::registry()) {
        const std::string name = std::string(name_of(row.arch)) + "/" + shown(row.name);
        if (is_open(row.evidence)) {
            EXPECT_TRUE(own.contains(name)) << name << " is " << name_of(row.evidence) << " and has no file";
            ++levels;
        }
        for (const karat::OpenQuestion& open : row.open) {
            if (!is_open(open.evidence)) continue;
            EXPECT_TRUE(asked.contains({name, open.knob})) << name << ": nothing asks about " << open.knob;
            ++questions;
        }
    }
    std::printf("%zu conflicting and assumed instructions, %zu open questions\n", levels, questions);
    EXPECT_GT(levels, 100U);
    EXPECT_GT(questions, 1000U);
}

/// A reading that no row tells from another one: diff proves that they are equal, or finds nothing either.
TEST(CaptureRequests, ReasonsHold) {
    std::size_t proved = 0, index = 0;
    for (const auto& entry : without_difference()) {
        const std::string x = entry.at("reading").as_string().c_str();
        const std::string y = entry.at("not_told_from").as_string().c_str();
        const bool equal = entry.at("verdict") == "equal";
        if (!equal && ++index % 20 != 0) continue;  // a search takes long: a sample
        probe::DiffSettings settings;
        settings.rate_count = 0;
        if (equal) settings.effort = {.directed = 0, .steered = 0, .random = 0};
        const probe::Diff found = probe::diff(model_of(x).spec, model_of(y).spec, settings);
        EXPECT_EQ(found.equal, equal) << x << " and " << y;
        EXPECT_FALSE(found.witness) << x << " and " << y;
        if (equal) ++proved;
    }
    EXPECT_GT(proved, 10U);
}

}  // namespace
