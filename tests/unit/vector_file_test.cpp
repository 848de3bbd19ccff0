// SPDX-License-Identifier: Apache-2.0
// Vector files: round trips, and every kind of invalid file, which is refused by the line at fault.
#include "karat/vectors/vector_file.hpp"

#include <filesystem>
#include <random>
#include <sstream>

#include "karat/evaluate/dot_add.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/text/text.hpp"
#include "specs.hpp"

namespace karat::test {
namespace {

VectorFile read(const std::string& text) {
    std::istringstream in(text);
    return read_vectors(in, "some.vec");
}

std::string written(const VectorFile& file) {
    std::ostringstream out;
    write_vectors(out, file);
    return out.str();
}

/// Expects `text` to be refused with a message that begins with `place` and contains `parts`.
void expect_refused(const std::string& text, const std::string& place,
                    const std::vector<std::string>& parts) {
    SCOPED_TRACE(text.substr(0, 400));
    try {
        (void)read(text);
        ADD_FAILURE() << "accepted";
    } catch (const VectorError& error) {
        const std::string sentence = error.what();
        EXPECT_EQ(sentence.substr(0, place.size()), place) << sentence;
        EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
        for (const std::string& part : parts)
            EXPECT_NE(sentence.find(part), std::string::npos) << "no \"" << part << "\" in: " << sentence;
    }
}

void expect_refused_at(const std::string& text, int line, const std::vector<std::string>& parts) {
    expect_refused(text, "some.vec:" + std::to_string(line) + ": ", parts);
}

VectorFile random_file(const std::string& arch, const std::string& instruction, std::size_t rows) {
    VectorFile file;
    file.arch = arch;
    file.instruction = instruction;
    file.source = "made by a test, with a colon: here";
    file.spec = find_instruction(arch, instruction).spec;
    const DotAdd dot(file.spec);
    std::mt19937_64 random(5);
    const auto fill = [&](std::vector<std::uint64_t>& into, std::size_t count, Format format) {
        for (std::size_t i = 0; i < count; ++i) into.push_back(random() & info(format).encoding_mask());
    };
    for (std::size_t i = 0; i < rows; ++i) {
        VectorRow row;
        fill(row.a, static_cast<std::size_t>(file.spec.k), file.spec.a);
        fill(row.b, static_cast<std::size_t>(file.spec.k), file.spec.b);
        if (file.spec.scale) {
            fill(row.scale_a, dot.scale_count(), *file.spec.scale);
            fill(row.scale_b, dot.scale_count(), *file.spec.scale);
        }
        row.c = random() & info(file.spec.c).encoding_mask();
        if (i % 3 != 0) row.d = random() & info(file.spec.d).encoding_mask();
        file.rows.push_back(std::move(row));
    }
    return file;
}

void expect_same(const VectorFile& got, const VectorFile& wanted) {
    EXPECT_EQ(got.arch, wanted.arch);
    EXPECT_EQ(got.instruction, wanted.instruction);
    EXPECT_EQ(got.source, wanted.source);
    EXPECT_EQ(got.spec, wanted.spec);
    ASSERT_EQ(got.rows.size(), wanted.rows.size());
    for (std::size_t i = 0; i < got.rows.size(); ++i) {
        EXPECT_EQ(got.rows[i].a, wanted.rows[i].a);
        EXPECT_EQ(got.rows[i].b, wanted.rows[i].b);
        EXPECT_EQ(got.rows[i].scale_a, wanted.rows[i].scale_a);
        EXPECT_EQ(got.rows[i].scale_b, wanted.rows[i].scale_b);
        EXPECT_EQ(got.rows[i].c, wanted.rows[i].c);
        EXPECT_EQ(got.rows[i].d, wanted.rows[i].d);
        EXPECT_EQ(got.rows[i].line, got.rows[0].line + i);
    }
}

TEST(VectorFile, ComesBackByInstruction) {
    for (const auto& [arch, name] : {std::pair{"Hopper", "HMMA.16816.F32"},
                                     {"Volta", "HMMA.884.F32.F16"},
                                     {"Hopper", "QGMMA.64x8x32.F32.E4M3.E5M2"},
                                     {"CDNA3", "v_mfma_f64_16x16x4_f64"},
                                     {"RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X"},
                                     {"RTXBlackwell", "QMMA.SF.16832.F32.E4M3.E2M1.E8"},
                                     {"RTXBlackwell", "QMMA.16832.F16.E3M2.E2M3"}}) {
        SCOPED_TRACE(name);
        const VectorFile file = random_file(arch, name, 7);
        const std::string text = written(file);
        EXPECT_TRUE(text.starts_with("# karat-vectors 1\n"));
        EXPECT_NE(text.find(" nan\n"), std::string::npos);
        EXPECT_EQ(text.find("# scale: ") != std::string::npos, file.spec.scale.has_value());
        const VectorFile back = read(text);
        expect_same(back, file);
        EXPECT_EQ(written(back), text);
    }
}

TEST(VectorFile, ComesBackBySpecification) {
    for (const char* name : {"OMMA.SF.16864.F32.E2M1.E2M1.E8", "HMMA.1688.F32"}) {
        VectorFile file = random_file("RTXBlackwell", name, 4);
        file.arch.clear();
        file.instruction.clear();
        file.source.clear();
        file.spec.F = Width::exact();
        file.spec.output_rounding = Rounding::RNU;
        const VectorFile back = read(written(file));
        expect_same(back, file);
    }
}

TEST(VectorFile, CommentsAndNotesComeBack) {
    VectorFile file = random_file("Volta", "HMMA.884.F32.F32", 3);
    file.comments = {"record of 2x2 lanes: 9 tiles", "two words"};
    file.rows[0].note = "tile 3, lane (0,1): wrong";
    file.rows[2].note = "tile 4";
    const std::string text = written(file);
    const VectorFile back = read(text);
    EXPECT_EQ(back.comments, file.comments);
    ASSERT_EQ(back.rows.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(back.rows[i].note, file.rows[i].note) << i;
    EXPECT_EQ(written(back), text);
}

// The lines of a valid file. The tests modify them.
constexpr const char* kMagic = "# karat-vectors 1\n";
constexpr const char* kHeader =
    "# arch: Volta\n# instruction: HMMA.884.F32.F32\n# k: 4\n# a: fp16\n# b: fp16\n# c: fp32\n# d: fp32\n";
constexpr const char* kRow = "3c00 0 0 0 3c00 0 0 0 3f800000 40000000\n";

TEST(VectorFile, ReadsLeniently) {
    const VectorFile file =
        read(std::string(kMagic) + "# a comment: with a colon\n#another\n\n" + kHeader + "\n   \n" +
             "\t3C00 0x0  0 0 3c00 0 0 0 3f800000 40000000 \r\n\n3c00 0 0 0 3c00 0 0 0 7fc00000 NaN");
    ASSERT_EQ(file.rows.size(), 2U);
    EXPECT_EQ(file.rows[0].a[0], 0x3C00U);
    EXPECT_EQ(file.rows[0].d, 0x40000000U);
    EXPECT_EQ(file.rows[0].line, 14U);
    EXPECT_EQ(file.rows[1].d, std::nullopt);
    EXPECT_EQ(file.rows[1].line, 16U);
    EXPECT_EQ(file.comments, (std::vector<std::string>{"a comment: with a colon", "another"}));
}

TEST(VectorFile, FirstLine) {
    expect_refused_at("", 0, {"empty", "# karat-vectors 1"});
    expect_refused_at("\n", 1, {"first line", "# karat-vectors 1"});
    expect_refused_at("# karat-vectors 2\n" + std::string(kHeader) + kRow, 1, {"first line"});
    expect_refused_at(std::string(kHeader) + kRow, 1, {"first line"});
    expect_refused_at(std::string("\177ELF\0\0", 6), 1, {"first line"});
}

TEST(VectorFile, KeysMissingRepeatedUnknown) {
    const std::string header = kHeader;
    for (const std::string key : {"k: 4", "a: fp16", "b: fp16", "c: fp32", "d: fp32"}) {
        const std::string line = "# " + key + '\n';
        std::string without = header;
        without.erase(without.find(line), line.size());
        const std::string missing = "some.vec: the header line \"# " + key + "\" is missing";
        expect_refused(kMagic + without + kRow, missing, {});
        expect_refused(kMagic + without, missing, {});
        expect_refused_at(kMagic + header + line + kRow, 9, {"\"" + key.substr(0, 1) + "\" appears twice"});
    }
    std::string nameless = header;
    nameless.erase(nameless.find("# instruction"), 32);
    expect_refused(kMagic + nameless + kRow, "some.vec: the header line ",
                   {R"("# instruction: NAME" or "# spec: {json}" is missing)"});
    expect_refused_at(kMagic + header + R"(# spec: {"karat_spec": 1, "algorithm": "fda"})" + '\n' + kRow, 9,
                      {"either", "\"spec\""});
    expect_refused_at(kMagic + header + "# rounding: RNE\n" + kRow, 9, {"unknown key \"rounding\""});
    expect_refused_at(kMagic + header + "# arch: Volta\n" + kRow, 9, {"\"arch\" appears twice"});
}

TEST(VectorFile, HeaderContradictsTheInstruction) {
    const auto spoiled = [](const std::string& line, const std::string& with) {
        std::string header = kHeader;
        header.replace(header.find(line), line.size(), with);
        return kMagic + header + kRow;
    };
    expect_refused_at(spoiled("# k: 4", "# k: 8"), 4, {"k: 8", "4"});
    expect_refused_at(spoiled("# k: 4", "# k: four"), 4, {"k: four"});
    expect_refused_at(spoiled("# a: fp16", "# a: bf16"), 5, {"a: bf16", "fp16"});
    expect_refused_at(spoiled("# c: fp32", "# c: fp16"), 7, {"c: fp16", "fp32"});
    expect_refused_at(spoiled("# d: fp32", "# d: "), 8, {"d: ", "fp32"});
    expect_refused_at(spoiled("# d: fp32", "# d: fp32\n# scale: ue8m0 block 32"), 9, {"scale", "no scale"});
    expect_refused_at(spoiled("HMMA.884.F32.F32", "HMMA.885.F32.F32"), 3,
                      {"unknown instruction \"HMMA.885.F32.F32\"", "nearest"});
    expect_refused_at(spoiled("# arch: Volta", "# arch: Hopper"), 3, {"does not exist on Hopper", "Volta"});
    expect_refused_at(spoiled("# arch: Volta", "# arch: Vulta"), 3, {"unknown architecture \"Vulta\""});
    expect_refused_at(kMagic + std::string("# spec: {\"karat_spec\": 1}\n# k: 4\n") + kRow, 2,
                      {"algorithm is missing"});
    expect_refused_at(kMagic + std::string("# spec: {oops\n") + kRow, 2, {"not JSON"});

    std::string scaled = written(random_file("RTXBlackwell", "QMMA.SF.16832.F32.E4M3.E4M3.E8", 1));
    scaled.replace(scaled.find("ue8m0 block 32"), 14, "ue8m0 block 16");
    expect_refused_at(scaled, 10, {"scale: ue8m0 block 16", "ue8m0 block 32"});
}

TEST(VectorFile, Rows) {
    const std::string header = std::string(kMagic) + kHeader;
    expect_refused_at(header, 8, {"no rows"});
    expect_refused_at(header + "\n\n", 10, {"no rows"});
    expect_refused_at(header + "3c00 0 0 0 3c00 0 0 0 3f800000\n", 9, {"9 columns", "needs 10"});
    expect_refused_at(header + kRow + "3c00 0 0 0 3c00 0 0 0 0 0 0\n", 10, {"11 columns", "needs 10"});
    expect_refused_at(header + "3c00 0 0 0 3c00 0 0 0 3f8x0000 0\n", 9,
                      {"column 9", "3f8x0000", "hexadecimal"});
    for (const char* bad : {"-1", "0x", "1.5", "nan", "inf", "0x0x1", "+1"}) {
        expect_refused_at(header + bad + " 0 0 0 3c00 0 0 0 0 0\n", 9,
                          {"column 1", std::string("\"") + bad + '"'});
    }
    expect_refused_at(header + "3c00 10000 0 0 3c00 0 0 0 0 0\n", 9,
                      {"column 2", "10000", "16 bits of fp16"});
    expect_refused_at(header + "3c00 0 0 0 3c00 0 0 0 100000000 0\n", 9, {"column 9", "32 bits of fp32"});
    expect_refused_at(header + "3c00 0 0 0 3c00 0 0 0 0 fffffffffffffffff\n", 9, {"column 10", "wider"});
    expect_refused_at(header + kRow + "# source: too late\n" + kRow, 10, {"header", "first row"});
    expect_refused_at(header + kRow + "# note: a key\n" + kRow, 10, {"header", "first row"});
    const std::string scaled =
        written(random_file("RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X", 1));
    expect_refused_at(scaled + "0 1 2\n", 12, {"3 columns", "needs 138"});
}

TEST(VectorFile, FilesThatCannotBeRead) {
    for (const std::string& path :
         {std::string("/nonexistent/x.vec"), std::filesystem::temp_directory_path().string()}) {
        try {
            (void)read_vector_file(path);
            ADD_FAILURE() << path;
        } catch (const VectorError& error) {
            EXPECT_TRUE(std::string(error.what()).starts_with(path + ": ")) << error.what();
        }
    }
}

TEST(VectorFile, EveryRecordedFileReads) {
    if (!std::filesystem::is_directory(KARAT_VECTORS))
        GTEST_SKIP() << "no recorded vectors in " << KARAT_VECTORS;
    for (const auto& file : std::filesystem::directory_iterator(KARAT_VECTORS)) {
        if (file.path().extension() != ".vec") continue;
        const VectorFile vectors = read_vector_file(file.path().string());
        EXPECT_GE(vectors.rows.size(), 1000U) << file.path();
        expect_same(read(written(vectors)), vectors);
    }
}

TEST(VectorFile, IntegersHaveNoNan) {
    const std::string header = kMagic + std::string(
                                            "# arch: x86\n# instruction: VPDPWSSD\n"
                                            "# k: 2\n# a: int16\n# b: int16\n# c: int32\n# d: int32\n");
    EXPECT_EQ(read(header + "1 2 3 4 5 10\n").rows.size(), 1U);
    expect_refused_at(header + "1 2 3 4 5 nan\n", 9, {"column 6: d is nan, but int32 has no NaN"});
}

}  // namespace
}  // namespace karat::test
