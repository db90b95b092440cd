// foray grade through its real binary, with programs that are right, wrong, or out of control.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "support/oracles.h"
#include "support/paths.h"
#include "support/process.h"
#include "support/sandbox.h"

namespace foray {
namespace {

namespace fs = std::filesystem;
using test::RunResult;
using Arguments = std::vector<std::string>;
using Json = nlohmann::json;

RunResult foray(const Arguments& arguments) { return test::run_program(test::kForay, test::caged_if_possible(arguments)); }

void write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

/// A folder with one case of Stake & Raid, whose answer is kAnswer.
std::string one_case() {
    const std::string folder = test::scratch_folder();
    write(folder + "/small/input.txt", "2\nMINIMAX\nX\n1\n1 2\n3 4\nX.\n..\n");
    return folder;
}
const std::string kAnswer = "printf 'B2 Stake\\nX.\\n.X\\n' > output.txt";

/// Grades a shell command with the one case; what the JSON says about it.
Json graded(const std::string& program, const Arguments& more = {}) {
    Arguments arguments = {"grade", "stakeraid", "--program", program, "--cases", one_case(), "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const RunResult result = foray(arguments);
    EXPECT_EQ(result.err, "");
    const Json all = Json::parse(result.out);
    EXPECT_EQ(all["passed"].get<int>() + all["failed"].get<int>(), 1);
    EXPECT_EQ(result.exit_code, all["failed"].get<int>());
    return all["cases"][0];
}

std::string verdict(const Json& one) { return one["verdict"].get<std::string>() + ": " + one["explanation"].get<std::string>(); }

/// A command that copies the kept answer of the case it is given.
std::string copy_from(const std::string& folder) {
    return "for d in '" + folder +
           "'/*; do if cmp -s \"$d/input.txt\" input.txt; then cp \"$d\"/[not]*.txt \"$PWD\"; break; fi; done; true";
}

/// A time to sleep that no other process sleeps for: students' programs have numbers of their own, so that they are known by what they do.
std::string unique_nap() {
    static int count = 0;
    return "300.0" + std::to_string(::getpid()) + std::to_string(++count);
}

bool sleeps(const std::string& nap) {
    for (const auto& entry : fs::directory_iterator("/proc")) {
        std::ifstream in(entry.path() / "cmdline", std::ios::binary);
        std::string words;
        if (std::getline(in, words) && words == std::string("sleep\0", 6) + nap + std::string(1, '\0')) return true;
    }
    return false;
}

bool is_gone(const std::string& nap) {
    for (int i = 0; i < 1000; ++i) {
        if (!sleeps(nap)) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return false;
}

TEST(GradeCli, ARightProgramPasses) {
    const Json one = graded(kAnswer);
    EXPECT_EQ(verdict(one), "passed: ");
    EXPECT_EQ(one["name"], "small");
    EXPECT_EQ(one["task"], "2x2 MINIMAX 1");
    const RunResult table = foray({"grade", "stakeraid", "--program", kAnswer, "--cases", one_case()});
    EXPECT_EQ(table.exit_code, 0) << table.err;
    EXPECT_EQ(table.out.find("case   task           verdict            CPU ms  explanation\nsmall  2x2 MINIMAX 1  passed  "), 0U)
        << table.out;
    EXPECT_NE(table.out.find("\n1 passed, 0 failed\n"), std::string::npos);
}

TEST(GradeCli, AWrongAnswerIsExplained) {
    const std::string program = "printf 'A2 Stake\\nX.\\nX.\\n' > output.txt";
    const Json one = graded(program);
    EXPECT_EQ(verdict(one), "wrong move: plays A2 Stake, worth 4 at depth 1; the reference plays B2 Stake, worth 5");
    EXPECT_EQ(one["file"], "output.txt");
    EXPECT_EQ(one["line"], 1);
    EXPECT_EQ(one["expected"], "B2 Stake");
    EXPECT_EQ(one["found"], "A2 Stake");
    EXPECT_TRUE(one["ms"].is_number_integer());
    EXPECT_TRUE(one["cpu_ms"].is_number_integer());
    const RunResult table = foray({"grade", "stakeraid", "--program", program, "--cases", one_case()});
    EXPECT_EQ(table.exit_code, 1);
    EXPECT_NE(
        table.out.find("  output.txt:1: plays A2 Stake, worth 4 at depth 1; the reference plays B2 Stake, worth 5\n0 passed, 1 failed\n"),
        std::string::npos)
        << table.out;
    EXPECT_EQ(verdict(graded("printf '\\377' > output.txt")),
              "wrong format: expected a move such as 'F6 Stake' or 'F6 Raid', found '\\xff'");
}

TEST(GradeCli, GeneratedCasesCanBeKeptAndGradedAgain) {
    for (const std::string assignment : {"squirrels", "stakeraid"}) {
        if (test::kSlowBuild && assignment == "squirrels") continue;
        const std::string folder = test::scratch_folder() + "/kept";
        const RunResult nothing = foray({"grade", assignment, "--program", "true", "--generate", "8", "--seed", "3", "--keep", folder});
        EXPECT_EQ(nothing.exit_code, 1);
        EXPECT_NE(nothing.out.find("0 passed, 8 failed\n"), std::string::npos) << nothing.out << nothing.err;
        EXPECT_TRUE(fs::exists(folder + "/008/student/input.txt"));
        for (const Arguments& which : {Arguments{"--cases", folder}, Arguments{"--generate", "8", "--seed", "3"}}) {
            Arguments arguments = {"grade", assignment, "--no-sandbox", "--program", copy_from(folder)};
            if (assignment == "squirrels") arguments.back() += " #";  // the -i input.txt that follows means nothing to it
            arguments.insert(arguments.end(), which.begin(), which.end());
            const RunResult all = foray(arguments);
            EXPECT_EQ(all.exit_code, 0) << all.out << all.err;
        }
        const RunResult again = foray({"grade", assignment, "--program", "true", "--generate", "8", "--keep", folder});
        EXPECT_EQ(again.exit_code, 2);
        EXPECT_EQ(again.err, "foray: --keep: " + folder + "/001 exists already\n");
    }
}

TEST(GradeCli, PublishedCasesAgreeWithTheReference) {
    FORAY_NEED_ORACLES();
    for (const std::string assignment : {"squirrels", "stakeraid", "stakeraid_ties"}) {
        const std::string folder = *test::oracle_folder() + "/" + assignment;
        const std::string name = assignment.substr(0, assignment.find('_'));
        const RunResult all = foray({"grade", name, "--no-sandbox", "--program", copy_from(folder) + " #", "--cases", folder});
        EXPECT_EQ(all.exit_code, 0) << all.out << all.err;
        EXPECT_EQ(all.out.find("disagrees"), std::string::npos) << all.out;
    }
}

TEST(GradeCli, SquirrelsProgramsAreToldTheirInput) {
    const std::string folder = test::scratch_folder();
    write(folder + "/cases/a/input.txt",
          "1\nX\n1\n1 1 1 1 1\n1 1 1 1 1\n1 1 1 1 1\n1 1 1 1 1\n1 1 1 1 1\n*****\n*****\n*****\n*****\n*****\n");
    write(folder + "/hw one.sh",
          "test \"$1 $2\" = '-i input.txt' && test -f \"$2\" && printf 'X****\\n*****\\n*****\\n*****\\n*****\\n' > next_state.txt\n");
    const auto run_in = [&](const std::string& program) {
        return test::run_program(
            "/bin/sh", {"-c", "cd '" + folder + "' && exec '" + std::string(test::kForay) + "' grade squirrels --cases cases --program '" +
                                  program + "'" + (test::can_cage() ? "" : " --no-sandbox")});
    };
    // The file is found although the program runs in another folder.
    EXPECT_EQ(run_in("sh \"hw one.sh\"").exit_code, 0);
    EXPECT_EQ(run_in("sh \"$FORAY_START/hw one.sh\"").exit_code, 0);
    // A stale input.txt beside the program is not taken for the case's.
    write(folder + "/input.txt", "stale");
    const RunResult stale = run_in("grep -q stale input.txt && kill -9 $$; sh \"hw one.sh\"");
    EXPECT_EQ(stale.exit_code, 0) << stale.out;
    EXPECT_EQ(test::read_all(folder + "/input.txt"), "stale");
    fs::permissions(folder + "/hw one.sh", fs::perms(0755));
    write(folder + "/hw.sh", "#!/bin/sh\nsh \"$FORAY_START/hw one.sh\" \"$@\"\n");
    fs::permissions(folder + "/hw.sh", fs::perms(0755));
    EXPECT_EQ(run_in("./hw.sh").exit_code, 0);
    EXPECT_EQ(run_in("hw.sh").exit_code, 1);  // as in a shell, where it is not on the path
}

TEST(GradeCli, ProgramsThatEndBadly) {
    // Behind bubblewrap a signal becomes an exit code, as it does behind a shell.
    EXPECT_EQ(verdict(graded("kill -SEGV $$")), test::can_cage() ? "crash: the program ended with exit code 139, which means SIGSEGV"
                                                                 : "crash: the program was ended by SIGSEGV");
    EXPECT_EQ(verdict(graded("echo >&2; echo no such luck >&2; exit 3")),
              "crash: the program ended with exit code 3; its last words: no such luck");
    EXPECT_EQ(verdict(graded(kAnswer + "; exit 4")), "crash: the program ended with exit code 4 (its files are right)");
    EXPECT_EQ(verdict(graded("exit 134")), "crash: the program ended with exit code 134, which means SIGABRT");
    EXPECT_EQ(verdict(graded("./no-such-program 2> /dev/null")),
              "crash: the program ended with exit code 127, which means that a command was not found");
    EXPECT_EQ(verdict(graded("true")), "wrong format: the program did not write output.txt");
    EXPECT_EQ(verdict(graded(": > output.txt")), "wrong format: output.txt is empty");
}

TEST(GradeCli, ProgramsThatDoNotEnd) {
    // Those that wait are ended by the clock, at four times the limit.
    for (const char* program : {"sleep 100", "trap '' TERM INT; sleep 100; sleep 100", "kill -STOP $$", "cat; sleep 100"}) {
        SCOPED_TRACE(program);
        const Json one = graded(program, {"--time-limit", "0.2"});
        // In a cage who does nothing is known to do so; else it takes 0.8 s, or longer on a busy machine.
        const std::string told = verdict(one);
        EXPECT_TRUE(told.starts_with("time limit: killed after ") || told.starts_with("time limit: it did nothing for 1.4 s")) << told;
        EXPECT_GE(one["ms"].get<int>(), 800);
    }
}

TEST(GradeCli, CpuTimeDecides) {
    for (const char* program : {"while :; do :; done", "yes", "yes >&2"}) {
        SCOPED_TRACE(program);
        const std::string told = verdict(graded(program, {"--time-limit", "1"}));
        // On a machine that is busy enough the clock may come first.
        EXPECT_TRUE(told == "time limit: needs more than 1 s of CPU time" || told.starts_with("time limit: killed after ") ||
                    told.starts_with("time limit: it did nothing for 3 s"))
            << told;
    }
    // A program that waits is not slow.
    const Json patient = graded("sleep 1; " + kAnswer, {"--time-limit", "0.5"});
    EXPECT_EQ(verdict(patient), "passed: ");
    EXPECT_GE(patient["ms"].get<int>(), 1000);
    EXPECT_LT(patient["cpu_ms"].get<int>(), 500);
    // Nor may one that ends in time by the clock have computed for longer than it may.
    const Json busy = graded("i=0; while test $i -lt 300000; do i=$((i+1)); done; " + kAnswer, {"--time-limit", "0.1"});
    EXPECT_EQ(busy["verdict"], "time limit") << busy.dump();
}

/// Grades the default cases of both assignments with programs that are right.
void expect_right(const std::string& squirrels, const std::string& stakeraid, const Arguments& more = {}) {
    for (const char* seed : {"1", "2"}) {
        for (const std::string assignment : {"squirrels", "stakeraid"}) {
            Arguments arguments = {"grade", assignment, "--program", assignment == "squirrels" ? squirrels : stakeraid, "--seed", seed};
            arguments.insert(arguments.end(), more.begin(), more.end());
            const RunResult result = foray(arguments);
            EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
            EXPECT_NE(result.out.find("20 passed, 0 failed"), std::string::npos) << result.out;
        }
    }
}

const std::string kReferences = test::kReferencesFolder;

TEST(GradeCli, RightProgramsWrittenDifferentlyPass) {
    if (test::kSlowBuild) GTEST_SKIP() << "left to the release build";
    expect_right(std::string(test::kCourseReference) + " squirrels", test::kCourseReference);
    expect_right("python3 " + kReferences + "/squirrels.py", "python3 " + kReferences + "/stakeraid.py", {"--time-limit", "1"});
}

TEST(GradeCli, RightProgramsInJavaPass) {
    if (test::kSlowBuild) GTEST_SKIP() << "left to the release build";
    const std::string folder = test::scratch_folder();
    const Arguments compile = {"-c", "command -v java javac && javac -d " + folder + " " + kReferences + "/*.java"};
    if (test::run_program("/bin/sh", compile).exit_code != 0) GTEST_SKIP() << "there is no Java here: skipped";
    expect_right("java -cp " + folder + " Squirrels", "java -cp " + folder + " Stakeraid", {"--memory-limit", "16384"});
}

TEST(GradeCli, AWrongProgramIsToldItsLikelyMistake) {
    // The plain program in Python with its loop turned from rows to columns, as an editor would.
    const std::string folder = test::scratch_folder();
    std::string text = test::read_all(kReferences + "/squirrels.py");
    const std::string rows = "for r in range(5) for c in range(5) if board";
    ASSERT_NE(text.find(rows), std::string::npos);
    text.replace(text.find(rows), rows.size(), "for c in range(5) for r in range(5) if board");
    write(folder + "/hw.py", text);
    const RunResult result = foray({"grade", "squirrels", "--program", "python3 " + folder + "/hw.py"});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_NE(result.out.find("\nlikely mistake: the program goes through the squares column by column\n"), std::string::npos)
        << result.out;
}

TEST(GradeCli, PublishedLayoutsAreRead) {
    const std::string input = "2\nMINIMAX\nX\n1\n1 2\n3 4\nX.\n..\n";
    const std::string answer = "B2 Stake\nX.\n.X\n";
    const std::string in_out = test::scratch_folder();
    const std::string numbered = test::scratch_folder();
    for (const std::string number : {"2", "10", "1"}) {
        write(in_out + "/INPUT/" + number + ".in", input);
        write(in_out + "/OUTPUT/" + number + ".out", number == "10" ? "A2 Stake\nX.\nX.\n" : answer);
        write(numbered + "/input_" + number + ".txt", input);
        write(numbered + "/output_" + number + ".txt", number == "10" ? "A2 Stake\nX.\nX.\n" : answer);
    }
    for (const std::string& folder : {in_out, numbered}) {
        const RunResult result = foray({"grade", "stakeraid", "--program", kAnswer, "--cases", folder, "--json"});
        const Json all = Json::parse(result.out);
        EXPECT_EQ(all["passed"], 3) << result.out;
        EXPECT_EQ(all["cases"][0]["name"], "1");
        EXPECT_EQ(all["cases"][1]["name"], "2");
        EXPECT_EQ(all["cases"][0]["case_problem"], "");
        EXPECT_NE(all["cases"][2]["case_problem"], "");
    }
}

TEST(GradeCli, AFullBoardIsNotGradedInEitherCourse) {
    const std::string folder = one_case();
    write(folder + "/full/input.txt", "1\nMINIMAX\nX\n1\n7\nX\n");
    const RunResult result = foray({"grade", "stakeraid", "--program", kAnswer, "--cases", folder});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_NE(result.out.find("1 passed, 0 failed\n1 not graded: the board is full, so there is no move to ask for\n"), std::string::npos);
    const std::string rows = "XXXXX\nXXXXX\nOOOOO\nOOOOO\nOOOOO\n";
    const std::string squirrels = test::scratch_folder();
    write(squirrels + "/full/input.txt", "1\nX\n1\n0 1 1 1 1\n1 1 1 1 1\n1 1 1 1 1\n1 1 1 1 1\n1 1 1 1 1\n" + rows);
    const RunResult none = foray({"grade", "squirrels", "--program", "true", "--cases", squirrels});
    EXPECT_NE(none.out.find("0 passed, 0 failed\n1 not graded: the board is full"), std::string::npos) << none.out << none.err;
    for (const Arguments& own : {Arguments{"squirrels", "-i", squirrels + "/full/input.txt", "--out", squirrels},
                                 Arguments{"stakeraid", "-i", folder + "/full/input.txt"}}) {
        const RunResult refused = foray(own);
        EXPECT_EQ(refused.exit_code, 2);
        EXPECT_EQ(refused.err, "foray: " + own[2] + ": the board is full, there is no move\n");
    }
}

TEST(CasesCli, WritesCasesThatGradeReads) {
    const std::string folder = test::scratch_folder() + "/cases";
    const RunResult made = foray({"cases", "stakeraid", "--count", "3", "--seed", "9", "--out", folder});
    EXPECT_EQ(made.exit_code, 0) << made.err;
    EXPECT_NE(made.out.find("\n  never raids: fails "), std::string::npos) << made.out;
    EXPECT_TRUE(fs::exists(folder + "/003/output.txt"));
    EXPECT_EQ(foray({"grade", "stakeraid", "--no-sandbox", "--program", copy_from(folder), "--cases", folder}).exit_code, 0);
    const RunResult again = foray({"cases", "stakeraid", "--count", "3", "--seed", "9", "--out", folder});
    EXPECT_EQ(again.exit_code, 2);
    EXPECT_EQ(again.err, "foray: --out: " + folder + "/001 exists already\n");
}

TEST(GradeCli, ProgramsThatWriteTooMuchOrOddFiles) {
    EXPECT_EQ(verdict(graded("yes > output.txt")), "file limit: output.txt is larger than 16 MiB");
    EXPECT_EQ(verdict(graded("yes > other.txt")).substr(0, 11), "file limit:");
    EXPECT_EQ(verdict(graded("mkfifo output.txt")), "wrong format: output.txt is not a plain file that can be read");
    EXPECT_EQ(verdict(graded("ln -s /dev/zero output.txt")), "wrong format: output.txt is not a plain file that can be read");
    EXPECT_EQ(verdict(graded("mkdir output.txt")), "wrong format: output.txt is not a plain file that can be read");
}

TEST(GradeCli, ProgramsThatEatMemory) {
    const Json one = graded("x=a; while :; do x=$x$x; done", {"--memory-limit", "64"});
    EXPECT_EQ(one["verdict"], "memory limit") << one.dump();
    EXPECT_EQ(graded("echo 'MemoryError' >&2; exit 1")["verdict"], "memory limit");
}

TEST(GradeCli, ChildrenDoNotOutliveTheirProgram) {
    const std::string folder = test::scratch_folder();
    const std::string note = folder + "/id";
    // In the background; in a session of its own; and the grandchild of a process that is gone.
    for (const std::string child : {"sh -c 'echo $$ > NOTE; exec sleep 300' &", "setsid sh -c 'echo $$ > NOTE; exec sleep 300' &",
                                    "(setsid sh -c 'sh -c \"echo \\$\\$ > NOTE; exec sleep 300\" & exit' &);"}) {
        SCOPED_TRACE(child);
        std::string program = child;
        const std::string nap = unique_nap();
        program.replace(program.find("NOTE"), 4, note);
        program.replace(program.find("300"), 3, nap);
        fs::remove(note);
        EXPECT_EQ(verdict(graded(program + " while ! test -s " + note + "; do sleep 0.01; done; " + kAnswer, {"--no-sandbox"})),
                  "passed: ");
        EXPECT_TRUE(is_gone(nap)) << nap;
    }
}

TEST(GradeCli, AnInterruptEndsTheProgramToo) {
    const std::string folder = test::scratch_folder();
    const std::string note = folder + "/id";
    const std::string nap = unique_nap();
    const std::string grade =
        std::string(test::kForay) + " grade stakeraid --no-sandbox --generate 1 --program 'echo $$ > " + note + "; exec sleep " + nap + "'";
    const RunResult result =
        test::run_program("/bin/sh", {"-c", grade + " & while ! test -s " + note + "; do sleep 0.01; done; kill -TERM $!; wait $!"}, "",
                          {"TMPDIR=" + folder});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_EQ(result.err, "foray: interrupted after 0 of 1 cases\n");
    EXPECT_TRUE(is_gone(nap));
    EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1);  // the note alone
}

/// A program that was not read: it looks for the answers, for others and for a way out, and then plays by the rules.
TEST(GradeCli, ProgramsAreContained) {
    FORAY_NEED_CAGE();
    const std::string folder = one_case();
    write(folder + "/small/output.txt", "B2 Stake\nX.\n.X\n");
    write(folder + "/other/input.txt", "1\nMINIMAX\nX\n1\n7\n.\n");
    write(folder + "/secret.txt", "hush");
    // The program lies in the folder of the cases itself, and is found all the same.
    write(folder + "/hw.sh", "cat " + folder + "/small/output.txt " + folder + "/secret.txt > stolen.txt\nls " + folder +
                                 " /proc >> stolen.txt\ntouch " + folder + "/mark 2> /dev/null\nenv >> stolen.txt\n" + kAnswer + "\n");
    const Arguments arguments = {"grade",   "stakeraid", "--program", "sh " + folder + "/hw.sh",
                                 "--cases", folder,      "--keep",    folder + "/kept"};
    const RunResult caged = test::run_program(test::kForay, arguments, "", {"FORAY_SECRET=hush"});
    EXPECT_NE(caged.out.find("0 passed, 2 failed"), std::string::npos) << caged.out << caged.err;
    EXPECT_NE(caged.out.find("it tried to read " + folder + "/small/output.txt"), std::string::npos) << caged.out;
    const std::string stolen = test::read_all(folder + "/kept/small/student/stolen.txt");
    EXPECT_EQ(stolen.find("hush"), std::string::npos) << stolen;
    EXPECT_EQ(stolen.find("Stake"), std::string::npos) << stolen;
    EXPECT_NE(stolen.find("hw.sh\n"), std::string::npos) << stolen;
    EXPECT_EQ(stolen.find("input.txt\n"), std::string::npos) << stolen;
    EXPECT_FALSE(fs::exists(folder + "/mark"));
    // What a cage has of its own stays its own, even if the command speaks of it.
    EXPECT_EQ(verdict(graded("cd /tmp && touch /tmp/$$ && test -z \"$(ls -d /dev/[sv]d*)\" && cd - >/dev/null && " + kAnswer)), "passed: ");
    fs::remove_all(folder + "/kept");
    Arguments free = arguments;
    free.emplace_back("--no-sandbox");
    EXPECT_EQ(foray(free).exit_code, 1);
    EXPECT_NE(test::read_all(folder + "/kept/small/student/stolen.txt").find("hush"), std::string::npos);
    EXPECT_TRUE(fs::exists(folder + "/mark"));
}

TEST(GradeCli, ACaseMayBeWrongItself) {
    const std::string folder = one_case();
    write(folder + "/small/output.txt", "A2 Stake\nX.\nX.\n");
    const Arguments arguments = {"grade", "stakeraid", "--program", kAnswer, "--cases", folder};
    const RunResult result = foray(arguments);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_NE(
        result.out.find("\n       note: the case's own output.txt disagrees with the reference in line 1: it has 'A2 Stake', the reference "
                        "'B2 Stake'\n1 passed, 0 failed\n1 of the cases came with an answer that disagrees with the reference\n"),
        std::string::npos)
        << result.out;
}

TEST(GradeCli, WrongUse) {
    const auto refusal = [](const Arguments& arguments) {
        Arguments all = {"grade"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        const RunResult result = foray(all);
        EXPECT_EQ(result.exit_code, 2) << result.out << result.err;
        EXPECT_EQ(result.out, "");
        EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
        return result.err;
    };
    const std::string empty = test::scratch_folder();
    EXPECT_EQ(refusal({"chess", "--program", "true"}), "foray: unknown assignment 'chess'; the assignments are squirrels, stakeraid\n");
    EXPECT_NE(refusal({"squirrels"}).find("--program or --class is required"), std::string::npos);
    EXPECT_NE(refusal({"--program", "true"}).find("the argument assignment is missing"), std::string::npos);
    EXPECT_EQ(refusal({"squirrels", "--program", " "}), "foray: --program: expected a command line such as \"python3 hw.py\"\n");
    EXPECT_EQ(refusal({"squirrels", "--program", "true", "--cases", "/nowhere"}), "foray: --cases /nowhere: No such file or directory\n");
    EXPECT_EQ(refusal({"squirrels", "--program", "true", "--cases", empty}),
              "foray: --cases " + empty + ": there are no cases in this folder: folders with an input.txt, input_1.txt, or INPUT/0.in\n");
    EXPECT_NE(refusal({"squirrels", "--program", "true", "--cases", empty, "--generate", "3"})
                  .find("--cases and --generate cannot be given together"),
              std::string::npos);
    for (const char* limit : {"0", "-1", "nan", "1e9"}) {
        EXPECT_EQ(refusal({"squirrels", "--program", "true", "--time-limit", limit}),
                  "foray: --time-limit: expected 0.1 to 3600 seconds\n");
    }
    for (const char* limit : {"0", "-1", "2000000"}) {
        EXPECT_EQ(refusal({"squirrels", "--program", "true", "--memory-limit", limit}),
                  "foray: --memory-limit: expected 16 to 1048576 MB\n");
    }
    EXPECT_EQ(refusal({"squirrels", "--program", "true", "--generate", "0"}), "foray: --generate: expected 1 to 9999 cases\n");
    const std::string small = one_case();
    EXPECT_EQ(refusal({"squirrels", "--program", "true", "--cases", small}),
              "foray: " + small + "/small/input.txt:2:1: expected the player, X or O, found 'MINIMAX'\n");
    fs::remove(small + "/small/input.txt");
    EXPECT_EQ(refusal({"stakeraid", "--program", "true", "--cases", small}),
              "foray: " + small + "/small/input.txt: No such file or directory\n");
    EXPECT_NE(foray({"grade", "--help"}).out.find("Examples:"), std::string::npos);
}

}  // namespace
}  // namespace foray
