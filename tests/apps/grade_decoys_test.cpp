// foray grade and programs that look for what is hidden from them.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/paths.h"
#include "support/process.h"
#include "support/sandbox.h"

namespace foray {
namespace {

namespace fs = std::filesystem;
using test::RunResult;

void write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

/// Every way to the hidden is a row that says so; what programs do to find their own files is none.
TEST(GradeDecoys, WhoTriesToReadTheAnswersIsNamed) {
    FORAY_NEED_CAGE();
    const std::string folder = test::scratch_folder();
    write(folder + "/small/input.txt", "2\nMINIMAX\nX\n1\n1 2\n3 4\nX.\n..\n");
    write(folder + "/small/output.txt", "B2 Stake\nX.\n.X\n");
    const std::string elsewhere = test::scratch_folder() + "/programs";
    const auto verdict_of = [&](const std::string& program) {
        write(elsewhere + "/hw.sh", program);
        const RunResult result =
            test::run_program(test::kForay, {"grade", "stakeraid", "--program", "sh " + elsewhere + "/hw.sh", "--cases", folder, "--json"});
        const auto one = nlohmann::json::parse(result.out)["cases"][0];
        return one["verdict"].get<std::string>() + ": " + one["explanation"].get<std::string>();
    };
    const std::string answer = "\nprintf 'B2 Stake\\nX.\\n.X\\n' > output.txt\n";
    const std::string named = "tried to read: it tried to read " + folder;
    const std::string right = ", which is hidden from it (its files are right)";
    EXPECT_EQ(verdict_of("cat " + folder + "/small/output.txt 2> /dev/null > /dev/null" + answer), named + "/small/output.txt" + right);
    EXPECT_EQ(verdict_of("cp " + folder + "/small/output.txt output.txt"), named + "/small/output.txt, which is hidden from it");
    EXPECT_EQ(verdict_of("ls -R " + folder + " > list.txt" + answer), named + right);
    EXPECT_EQ(verdict_of("find / -name output.txt -exec cat {} + > all.txt 2> /dev/null" + answer), named + right);
    // It may crash, hide its traces or never end: the attempt is the news.
    EXPECT_EQ(verdict_of("exec 3< " + folder + "/small/input.txt\nkill -9 $$\n"), named + "/small/input.txt, which is hidden from it");
    // Innocent: its own folder, the system, and what is not there.
    EXPECT_EQ(verdict_of("ls " + elsewhere + " / /tmp /etc > list.txt; cat input.txt " + elsewhere +
                         "/hw.sh > copy.txt; ls .. > up.txt; ps > ps.txt 2>&1" + answer),
              "passed: ");
    EXPECT_EQ(verdict_of("python3 -c 'import json, random' ; test -f " + elsewhere + "/none" + answer), "passed: ");
}

}  // namespace
}  // namespace foray
