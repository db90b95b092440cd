// foray grade --class through its real binary: several students, archives, rubrics, pages.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "support/oracles.h"
#include "support/paths.h"
#include "support/process.h"
#include "support/sandbox.h"

namespace foray {
namespace {

namespace fs = std::filesystem;
using test::RunResult;
using Arguments = std::vector<std::string>;

RunResult foray(const Arguments& arguments) { return test::run_program(test::kForay, test::caged_if_possible(arguments)); }

void write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

const std::string kReferences = test::kReferencesFolder;

/// Three students: right, wrong, and without a program.
std::string three_students() {
    const std::string folder = test::scratch_folder() + "/class";
    const std::string right = test::read_all(kReferences + "/stakeraid.py");
    std::string wrong = right;
    const std::string order = "stakes + raids";
    wrong.replace(wrong.find(order), order.size(), "raids + stakes");
    write(folder + "/ada/hw.py", right);
    write(folder + "/bob <b>/hw.py", wrong);
    write(folder + "/cleo/readme.txt", "sorry\n");
    return folder;
}

TEST(GradeClass, TableCsvAndPages) {
    if (test::kSlowBuild) GTEST_SKIP() << "left to the release build";
    const std::string folder = three_students();
    const std::string out = test::scratch_folder();
    write(out + "/rubric.toml", "total = 50\n[tasks]\nminimax = 1\nalphabeta = 4\n");
    const Arguments command = {"grade",     "stakeraid",
                               "--class",   folder,
                               "--run",     "python3 {student}/hw.py",
                               "--csv",     out + "/grades.csv",
                               "--html",    out + "/pages",
                               "--rubric",  out + "/rubric.toml",
                               "--journal", out + "/done.jsonl",
                               "--jobs",    "2"};
    const RunResult result = foray(command);
    EXPECT_EQ(result.exit_code, 1) << result.err;
    EXPECT_NE(result.out.find("ada        20/20      50.0"), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("likely mistake: puts all raids before the other moves"), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("cleo        0/20       0.0"), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("does not run: "), std::string::npos) << result.out;
    const std::string csv = test::read_all(out + "/grades.csv");
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 4) << csv;
    EXPECT_EQ(csv.find("student,points,total,passed,cases,minimax_passed,minimax_points,alphabeta_passed,alphabeta_points,cpu_ms"), 0U);
    EXPECT_NE(csv.find("\nada,50.00,50,20,20,10,10.00,10,40.00,"), std::string::npos) << csv;
    const std::string index = test::read_all(out + "/pages/index.html");
    EXPECT_NE(index.find("<a href=\"002-bob--b-.html\">bob &lt;b&gt;</a>"), std::string::npos) << index;
    const std::string page = test::read_all(out + "/pages/002-bob--b-.html");
    EXPECT_NE(page.find("<svg"), std::string::npos);
    EXPECT_NE(page.find("The program puts all raids before the other moves."), std::string::npos);
    EXPECT_NE(page.find("Expected output.txt"), std::string::npos);
    // Again: nobody is run, everything is as it was. Of an unfinished line nothing counts.
    fs::remove(folder + "/ada/hw.py");
    std::ofstream(out + "/done.jsonl", std::ios::app) << "{\"student\":\"ada\",\"cas";
    const RunResult again = foray(command);
    EXPECT_EQ(again.out, result.out) << again.err;
    // A damaged line counts for nothing: cleo, who has no program, is run again.
    std::string journal = test::read_all(out + "/done.jsonl");
    const std::size_t cleo = journal.find("\"cleo\"");
    journal.replace(journal.find("\"cases\":[", cleo), 10, "\"cases\":[\"x\",");
    write(out + "/done.jsonl", journal + "{\"student\":7}\nnonsense\n");
    const RunResult mended = foray(command);
    EXPECT_EQ(mended.out.substr(0, mended.out.find("cleo")), result.out.substr(0, result.out.find("cleo"))) << mended.err;
    EXPECT_NE(mended.out.find("does not run: "), std::string::npos) << mended.out;
    Arguments other = command;
    other[5] = "python3 -B {student}/hw.py";
    const RunResult refused = foray(other);
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_NE(refused.err.find("belongs to another grading"), std::string::npos) << refused.err;
}

TEST(GradeClass, NamesAsPeopleHaveThem) {
    const std::string folder = test::scratch_folder() + "/this class";
    for (const char* name : {"o'brien", "ann \"x\" $HOME", "\xc3\xa9mile"}) {
        write(folder + "/" + name + "/hw.py", test::read_all(kReferences + "/stakeraid.py"));
    }
    const std::string pages = folder + "/../pages";
    const RunResult result =
        foray({"grade", "stakeraid", "--class", folder, "--run", "python3 {student}/hw.py", "--generate", "1", "--html", pages});
    EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
    const std::string index = test::read_all(pages + "/index.html");
    EXPECT_NE(index.find(">\xc3\xa9mile</a>"), std::string::npos) << index;
    EXPECT_NE(index.find(">ann &quot;x&quot; $HOME</a>"), std::string::npos) << index;
}

TEST(GradeClass, OfALongLogTheWrongPartIsShown) {
    const std::string folder = test::scratch_folder();
    std::string text = test::read_all(kReferences + "/squirrels.py");
    const std::string whole = "\"\\n\".join(log) + \"\\n\"";
    ASSERT_NE(text.find(whole), std::string::npos);
    text.replace(text.find(whole), whole.size(), "\"\\n\".join(log) + \"77\\n\"");  // the last value of all
    write(folder + "/class/ada/hw.py", text);
    // Minimax to three plies on an empty board: 13,826 lines of log.
    write(folder + "/cases/one/input.txt",
          "2\nX\n3\n1 2 3 4 5\n1 2 3 4 5\n1 2 3 4 5\n1 2 3 4 5\n1 2 3 4 5\n*****\n*****\n*****\n*****\n*****\n");
    const RunResult result = foray({"grade", "squirrels", "--class", folder + "/class", "--run", "python3 {student}/hw.py", "--cases",
                                    folder + "/cases", "--html", folder + "/pages"});
    EXPECT_EQ(result.exit_code, 1) << result.err;
    const std::string page = test::read_all(folder + "/pages/001-ada.html");
    EXPECT_NE(page.find("<h3>Got</h3><pre>... from line "), std::string::npos) << page;
    EXPECT_NE(page.find("77\n</pre>"), std::string::npos) << page;
}

TEST(GradeClass, ArchivesAndPrograms) {
    const std::string folder = test::scratch_folder();
    write(folder + "/class/dora/hw.cpp", test::read_all(kReferences + "/course.cpp"));
    write(folder + "/class/emil/hw.cpp", "int main( {\n");
    ASSERT_EQ(test::run_program("/bin/sh", {"-c", "cd " + folder + " && tar czf class.tar.gz class"}).exit_code, 0);
    const RunResult result = foray({"grade", "squirrels", "--class", folder + "/class.tar.gz", "--build", "g++ -O1 -o hw hw.cpp", "--run",
                                    "{student}/hw squirrels", "--generate", "4"});
    EXPECT_EQ(result.exit_code, 1) << result.err;
    EXPECT_NE(result.out.find("dora         4/4     100.0"), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("does not build: "), std::string::npos) << result.out;
}

TEST(GradeClass, AnArchiveLeadsNowhere) {
    const std::string folder = test::scratch_folder();
    write(folder + "/private/hw.py", "print('hunter2')\n");
    write(folder + "/class/ada/hw.py", test::read_all(kReferences + "/stakeraid.py"));
    fs::create_directory_symlink(folder + "/private", folder + "/class/mallory");
    ASSERT_EQ(test::run_program("/bin/sh", {"-c", "cd " + folder + " && tar cf class.tar class"}).exit_code, 0);
    for (const std::string name : {"/class.tar", "/class"}) {
        const RunResult result = foray({"grade", "stakeraid", "--class", folder + name, "--build", "touch built", "--run",
                                        "python3 {student}/hw.py", "--generate", "2", "--csv", folder + "/grades.csv"});
        EXPECT_EQ(result.exit_code, 1) << result.err;
        EXPECT_NE(result.out.find("ada          2/2"), std::string::npos) << result.out;
        EXPECT_NE(result.out.find("mallory      0/2       0.0         0  tried to hand in a link"), std::string::npos) << result.out;
        EXPECT_NE(test::read_all(folder + "/grades.csv").find("mallory,0.00,100,0,2"), std::string::npos);
        EXPECT_FALSE(fs::exists(folder + "/private/built"));
    }
    write(folder + "/letter.tar", "dear class,\n");
    const RunResult refused = foray({"grade", "stakeraid", "--class", folder + "/letter.tar", "--run", "true", "--generate", "1"});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_EQ(refused.err, "foray: --class: " + folder + "/letter.tar: cannot be unpacked: Unrecognized archive format\n");
}

TEST(GradeClass, WhoLooksAtOthersIsARow) {
    FORAY_NEED_CAGE();
    const std::string folder = test::scratch_folder() + "/class";
    const std::string right = test::read_all(kReferences + "/stakeraid.py");
    write(folder + "/ada/hw.py", right);
    write(folder + "/zoe/hw.py",
          "import glob, os\nhere = os.path.dirname(__file__)\nothers = glob.glob(here + '/../*/hw.py')\n"
          "open('names.txt', 'w').write(str(sorted(os.listdir(here + '/..'))))\nassert 'ada' not in open('names.txt').read()\n"
          "for other in others: open(other).read()\n" +
              right);
    const RunResult result = foray({"grade", "stakeraid", "--class", folder, "--run", "python3 {student}/hw.py", "--generate", "2"});
    EXPECT_EQ(result.exit_code, 1) << result.err;
    EXPECT_NE(result.out.find("\nada          2/2"), std::string::npos) << result.out;
    const std::size_t row = result.out.find("\nzoe          0/2");
    ASSERT_NE(row, std::string::npos) << result.out;
    EXPECT_NE(result.out.find("tried to read, it tried to read " + folder + "/classmate-", row), std::string::npos) << result.out;
}

TEST(GradeClass, WrongUse) {
    const std::string folder = three_students();
    const auto refused = [&](const std::string& rubric) {
        write(folder + "/../rubric.toml", rubric);
        // Before any case is made: these would take minutes.
        const RunResult result =
            foray({"grade", "squirrels", "--class", folder, "--run", "true", "--generate", "9999", "--rubric", folder + "/../rubric.toml"});
        EXPECT_EQ(result.exit_code, 2) << rubric;
        return result.err.substr(result.err.find("rubric.toml"));
    };
    EXPECT_EQ(refused("[tasks]\nmaximin = 1\n"),
              "rubric.toml:2:1: no task is called 'maximin'; the tasks are greedy, minimax, alphabeta, battle\n");
    EXPECT_EQ(refused("total = -5\n"), "rubric.toml:1:9: expected a number above 0\n");
    EXPECT_EQ(refused("points = 5\n"), "rubric.toml:1:1: unknown entry 'points'; a rubric has total, [tasks] and [cases]\n");
    EXPECT_EQ(refused("total = = 5\n").substr(0, 14), "rubric.toml:1:");
    write(folder + "/../rubric.toml", "[cases]\n\"003\" = 2\n");
    Arguments two = {"grade", "squirrels", "--class", folder, "--run", "true", "--generate", "2", "--rubric", folder + "/../rubric.toml"};
    EXPECT_EQ(foray(two).err, "foray: " + two.back() + ": [cases]: no case is called '003'; the 2 cases are 001 to 002\n");
    write(folder + "/../letter.txt", "dear class,");
    two[8] = "--journal";
    two[9] = folder + "/../letter.txt";  // nobody's letters are cut off
    EXPECT_EQ(foray(two).err, "foray: --journal: " + two.back() + " is no journal of grades\n");
    EXPECT_EQ(test::read_all(two.back()), "dear class,");
    two[8] = "--html";  // a file, where a folder is to be: said before anybody is graded
    EXPECT_EQ(foray(two).err, "foray: --html: " + two.back() + ": Not a directory\n");
    EXPECT_EQ(foray({"grade", "squirrels", "--class", "/nowhere", "--run", "true"}).err,
              "foray: --class: /nowhere: no such file or folder\n");
    EXPECT_EQ(foray({"grade", "squirrels", "--class", folder}).err,
              "foray: --run: expected a command line such as \"python3 {student}/hw.py\"\n");
}

}  // namespace
}  // namespace foray
