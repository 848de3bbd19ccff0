// SPDX-License-Identifier: Apache-2.0
// Programs as targets: answers that arrive, and everything that a program can do instead.
#include "karat_probe/target/program_target.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <thread>

#include "scripts.hpp"

namespace karat::probe {
namespace {

using std::chrono::milliseconds;
using test::Folder;

ProgramTarget shell(const std::string& script, const OperandRules& formats = test::small_formats(),
                    ProgramSettings settings = {}) {
    settings.timeout = milliseconds(5000);
    return {{"/bin/sh", "-c", script}, "program:test", formats, settings};
}

/// The sentence after five questions to a script, which begins when the first one arrives.
std::string failure_of(const std::string& script, milliseconds timeout = milliseconds(5000),
                       const OperandRules& formats = test::small_formats()) {
    ProgramSettings settings;
    settings.timeout = timeout;
    ProgramTarget target({"/bin/sh", "-c", "read first; " + script}, "program:test", formats, settings);
    const auto questions = test::questions_of(formats, 5);
    const std::string sentence = test::target_error([&] { (void)target(questions); });
    // a later question must not wait for a dead program, nor take an answer of it
    EXPECT_EQ(test::target_error([&] { (void)target(questions[0]); }), sentence);
    EXPECT_TRUE(sentence.starts_with("program:test: ")) << sentence;
    return sentence;
}

/// Answers with the last column, c.
constexpr const char* kEcho = R"(
import sys
for line in sys.stdin:
    if line.startswith("#"):
        continue
    if line.strip():
        print(line.split()[-1])
    else:
        sys.stdout.flush()
)";

/// Five questions of these do not fit a pipe.
OperandRules long_formats() {
    OperandRules out = test::small_formats();
    out.a = out.b = Format::fp64;
    out.k = 1024;
    return out;
}

void expect_echo(ProgramTarget& target, const std::vector<VectorRow>& questions) {
    const auto answers = target(questions);
    ASSERT_EQ(answers.size(), questions.size());
    for (std::size_t i = 0; i < answers.size(); ++i) ASSERT_EQ(answers[i], questions[i].c) << i;
}

TEST(ProgramTarget, AnswersInTheirOrderAcrossBatches) {
    const Folder folder;
    ProgramTarget target({"python3", folder.write("echo.py", kEcho)}, "echo", test::small_formats());
    const auto questions = test::questions_of(test::small_formats(), 5000);
    expect_echo(target, questions);
    EXPECT_EQ(target.asked(), 5000U);
    EXPECT_EQ(target(questions[7]), questions[7].c);
    EXPECT_EQ(target.name(), "echo");
    EXPECT_EQ(target.formats(), test::small_formats());
}

TEST(ProgramTarget, GetsAHeaderAndRows) {
    const Folder folder;
    OperandRules formats = test::small_formats();
    formats.a = formats.b = Format::e4m3;
    formats.scale = Format::ue8m0;
    formats.scale_block = 1;
    ProgramSettings settings;
    settings.like.arch = "Blackwell";
    settings.like.instruction = "some.name";
    {
        ProgramTarget target =
            shell("tee " + folder.file("seen") + " | sed -u -n '/^$/s/.*/0/p'", formats, settings);
        VectorRow row;
        row.a = {0x38, 0x40};
        row.b = {0x01, 0xff};
        row.scale_a = {0x7f, 0x80};
        row.scale_b = {0x7e, 0x00};
        row.c = 0x3f800000;
        EXPECT_EQ(target(row), 0U);
    }
    EXPECT_EQ(folder.read("seen"),
              "# karat-vectors 1\n# arch: Blackwell\n# instruction: some.name\n# k: 2\n# a: e4m3\n# b: e4m3\n"
              "# c: fp32\n# d: fp32\n# scale: ue8m0 block 1\n38 40 01 ff 7f 80 7e 00 3f800000\n\n");
}

TEST(ProgramTarget, NeitherSideWaitsForTheOther) {
    // 64 KiB fill a pipe. The program writes much more, on both outputs, before it reads anything.
    const Folder folder;
    const std::string flood = std::string("import sys\nfor out in (sys.stdout, sys.stderr):\n") +
                              "    out.write(('# ' + 'x' * 997 + '\\n') * 500)\n    out.flush()\n" + kEcho;
    ProgramTarget target({"python3", folder.write("flood.py", flood)}, "flood", long_formats());
    expect_echo(target, test::questions_of(long_formats(), 50));  // 1.7 MB
}

TEST(ProgramTarget, AcceptsWhatIsHarmless) {
    ProgramTarget target = shell(
        "read first; printf '# hello\\n\\n  3F800000 \\r\\n# x: y\\n0x40000000\\nnan\\nNaN\\n0'; cat > "
        "/dev/null");
    const auto answers = target(test::questions_of(test::small_formats(), 4));
    EXPECT_EQ(answers, (std::vector<std::uint64_t>{0x3f800000, 0x40000000, 0x7fc00000, 0x7fc00000}));
}

TEST(ProgramTarget, ThatDies) {
    const std::string early = failure_of("echo 'out of memory' >&2; exit 3");
    EXPECT_SAYS(early, "ended with exit status 3 after 0 of 5 answers");
    EXPECT_SAYS(early, "\"out of memory\"");
    // the answers of earlier batches count, too
    ProgramTarget later = shell(
        "n=0; while read q; do case $q in '#'*|'') ;; *) n=$((n + 1)); [ $n = 3 ] && exit 3; echo 1;; esac; "
        "done");
    const auto question = test::questions_of(test::small_formats(), 1)[0];
    EXPECT_EQ(later(question) + later(question), 2U);
    EXPECT_SAYS(test::target_error([&] { (void)later(question); }),
                "ended with exit status 3 after 0 of 1 answer of a batch, 2 in all");
    EXPECT_SAYS(failure_of("echo 1; echo 2; kill -SEGV $$"),
                "ended with signal 11 (Segmentation fault) after");
    EXPECT_SAYS(failure_of("cat > /dev/null & echo 1; echo 2; exit 0"), "of 5 answers");
    EXPECT_SAYS(failure_of("exec ./no-such-unit"), "exit status 127");
    EXPECT_SAYS(failure_of("exec ./no-such-unit"), "no-such-unit");
    EXPECT_SAYS(failure_of("exec < /dev/null; sleep 20", milliseconds(5000), long_formats()),
                "closed its standard input or output");
    EXPECT_SAYS(failure_of("exec > /dev/null; cat > /dev/null; sleep 20"),
                "closed its standard input or output");
    EXPECT_SAYS(test::target_error(
                    [] { const ProgramTarget none({"./no-such-unit"}, "none", test::small_formats()); }),
                "./no-such-unit cannot be started: No such file or directory");
}

TEST(ProgramTarget, ThatAnswersNonsense) {
    const auto answer = [](const std::string& text) {
        return failure_of("printf '1\\n" + text + "\\n'; cat > /dev/null");
    };
    EXPECT_SAYS(answer("hello, world"), "answer 2 of 5, \"hello, world\" is not an encoding of fp32");
    EXPECT_SAYS(answer("1.5"),
                "\"1.5\" is not an encoding of fp32: write up to 8 hexadecimal digits, or nan");
    EXPECT_SAYS(answer("123456789"), "\"123456789\" is wider than fp32");
    EXPECT_SAYS(answer("3f800000 3f800000"), "is not an encoding");
    EXPECT_SAYS(answer("-1"), "is not an encoding");
    EXPECT_SAYS(answer("\\001\\377"), "\"??\"");
    EXPECT_SAYS(answer(std::string(300, 'z')), "\"" + std::string(60, 'z') + "...\"");
    EXPECT_SAYS(answer(std::string(300, '1')), "...\" is wider than fp32");
    OperandRules integers = test::small_formats();
    integers.a = integers.b = Format::int8;
    integers.c = integers.d = Format::int32;
    EXPECT_SAYS(failure_of("echo nan; cat > /dev/null", milliseconds(5000), integers),
                "\"nan\" is not an encoding of int32: write up to 8 hexadecimal digits");
}

TEST(ProgramTarget, ThatAnswersTooMuch) {
    EXPECT_SAYS(failure_of("printf '1\\n2\\n3\\n4\\n5\\n6\\n'; cat > /dev/null"),
                "wrote \"6\" after 5 of 5 answers; write one line for each question");
    EXPECT_SAYS(failure_of("tr '\\n' x < /dev/zero"),
                "wrote a line of more than 64 KiB after 0 of 5 answers");
    EXPECT_SAYS(test::target_error([] {
                    ProgramTarget eager = shell("echo Loading; cat > /dev/null");
                    std::this_thread::sleep_for(milliseconds(200));
                    (void)eager(test::questions_of(test::small_formats(), 1));
                }),
                "wrote \"Loading\" before it was asked anything");
    // between two batches
    ProgramTarget target = shell("read first; echo 1; cat > /dev/null & sleep 0.2; echo 2; wait");
    const auto questions = test::questions_of(test::small_formats(), 1);
    EXPECT_EQ(target(questions[0]), 1U);
    std::this_thread::sleep_for(milliseconds(600));
    EXPECT_SAYS(test::target_error([&] { (void)target(questions[0]); }),
                "wrote \"2\" after all questions were answered");
}

TEST(ProgramTarget, ThatHangs) {
    const auto before = std::chrono::steady_clock::now();
    const std::string hang = failure_of("echo 1; echo 2; echo thinking >&2; sleep 60", milliseconds(300));
    EXPECT_SAYS(hang,
                "said nothing more after 2 of 5 answers of a batch, 2 in all, and was stopped 0.300 seconds");
    EXPECT_SAYS(hang, "--timeout");
    EXPECT_SAYS(hang, "\"thinking\"");
    // one that keeps talking
    EXPECT_SAYS(failure_of("while true; do echo '# still here'; done", milliseconds(300)), "was stopped");
    EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(8));
}

/// Whether a process runs; one that nobody has reaped does not.
bool runs(const std::string& pid) {
    std::ifstream in("/proc/" + pid + "/stat");
    std::string number;
    std::string name;
    char state = 'Z';
    in >> number >> name >> state;
    return state != 'Z';
}

TEST(ProgramTarget, IsEndedWithEverythingItStarted) {
    const Folder folder;
    const std::string pids = folder.file("pids");
    {
        ProgramTarget target = shell("read first; trap '' TERM HUP; sleep 600 & echo $! > " + pids +
                                     "; echo $$ >> " + pids + "; echo 1; while true; do sleep 600; done");
        EXPECT_EQ(target(test::questions_of(test::small_formats(), 1)[0]), 1U);
    }
    std::istringstream lines(folder.read("pids"));
    std::size_t count = 0;
    for (std::string pid; lines >> pid; ++count) {
        for (int i = 0; i < 100 && runs(pid); ++i) std::this_thread::sleep_for(milliseconds(20));
        EXPECT_FALSE(runs(pid)) << pid;
    }
    EXPECT_EQ(count, 2U);
}

TEST(ProgramTarget, MayEndByItself) {
    const Folder folder;
    { ProgramTarget target = shell("cat > /dev/null; echo bye > " + folder.file("end")); }
    EXPECT_EQ(folder.read("end"), "bye\n");
}

TEST(ProgramTarget, LeavesSignalsAsTheyWere) {
    struct sigaction before {};
    sigaction(SIGPIPE, nullptr, &before);
    EXPECT_EQ(before.sa_handler, SIG_DFL);
    // a write to a broken pipe
    EXPECT_SAYS(failure_of("exit 0", milliseconds(5000), long_formats()), "ended with exit status 0");
    struct sigaction after {};
    sigaction(SIGPIPE, nullptr, &after);
    EXPECT_EQ(after.sa_handler, SIG_DFL);
    sigset_t blocked;
    pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
    EXPECT_EQ(sigismember(&blocked, SIGPIPE), 0);
}

TEST(ProgramTarget, LanesAreAnnouncedAndChosen) {
    const Folder folder;
    const std::string lanes = std::string("print('# lanes: 6', flush=True)\n") + R"(
import sys
lane = "0"
for line in sys.stdin:
    if line.startswith("# lane: "):
        lane = line.split()[-1].replace("any", "ff")
    elif line.startswith("#"):
        continue
    elif line.strip():
        print(lane)
    else:
        sys.stdout.flush()
)";
    ProgramTarget target({"python3", folder.write("lanes.py", lanes)}, "lanes", test::small_formats());
    target.await_lanes();
    EXPECT_EQ(target.lanes(), 6U);
    const VectorRow question = test::questions_of(test::small_formats(), 1)[0];
    EXPECT_EQ(target(question), 0U);
    target.use_lane(5);
    EXPECT_EQ(target(question), 5U);
    target.use_lane({});
    EXPECT_EQ(target(question), 0xffU);
    EXPECT_SAYS(failure_of("echo '# lanes: 0'; cat"), "announced \"0\" lanes; 1..4096 are allowed");
}

}  // namespace
}  // namespace karat::probe
