// Every command with the n-th call of the system failing, for every n: it ends with a sentence or as if nothing had happened, and leaves
// whole files or none. tests/faults/faults.cpp is what fails.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <stdexcept>

#include "support/cli.h"
#include "support/paths.h"
#include "support/sandbox.h"
#include "support/serving.h"

namespace foray {
namespace {

namespace fs = std::filesystem;
using test::Arguments;
using test::RunResult;

struct Command {
    std::string name;
    Arguments arguments;  ///< "OUT/" stands for a folder of its own
    std::string input{};
    /// Whether a file that the command left is whole.
    std::function<bool(const std::string& text)> whole{};
    int growth_percent = 0;  ///< between faults of one kind, where there are hundreds
    std::string prepare{};   ///< words of a shell that make what the command reads, with $0 for the program, in the folder
    bool judges = false;     ///< its answer may be no: exit code 1 without a complaint
    bool contains = false;   ///< puts other programs into bubblewrap
    bool serves = false;     ///< answers visitors until it is told to end
};

void PrintTo(const Command& command, std::ostream* out) { *out << command.name; }

bool complete_lines(const std::string& text) { return text.empty() || text.back() == '\n'; }
bool complete_svg(const std::string& text) { return text.ends_with("</svg>\n") || text.ends_with("</svg>"); }
bool complete_gif(const std::string& text) { return text.starts_with("GIF89a") && text.back() == ';'; }

const std::string kGames =
    "$0 selfplay games.sp --game ataxx --size 7 --games 4 --player engine:nodes=10,hash=1 --random-plies 2-3 --balance 100000 && ";

/// Commands that read what others made, and those that write nothing but their answer.
std::vector<Command> more_commands() {
    return {
        {"train", {"train", "OUT/a.net", "OUT/games.sp", "--epochs", "1", "--hidden", "16", "--threads", "2"}, "", {}, 50, kGames + "true"},
        {"net", {"net", "show", "OUT/a.net"}, "", {}, 50, kGames + "$0 train a.net games.sp --epochs 1 --hidden 16"},
        {"work",
         {"work", "--store", "sqlite:OUT/jobs.foray", "--until-idle"},
         "",
         {},
         50,
         "timeout -s INT 1 $0 selfplay s.sp --game ataxx --size 4 --player random --random-plies 2-3 --balance 100000 --games 2 --batch 1 "
         "--store sqlite:jobs.foray; true"},
        {"verify",
         {"verify", "--store", "sqlite:OUT/proof.foray"},
         "",
         {},
         50,
         "$0 prove --size 3 --value '>=0' --store sqlite:proof.foray"},
        {"export",
         {"tournament", "export", "OUT/t.foray", "--html", "-o", "OUT/page.html"},
         "",
         {},
         50,
         "$0 tournament run t.foray --players 'greedy; random' --size 3 --rounds 1 --quiet"},
        {"prove", {"prove", "--board", "random:3:3x3", "--value", ">=0", "--save", "OUT/run"}, "", {}, 50},
        {"resume",
         {"solve", "--board", "random:3:3x3", "--save", "OUT/run", "--resume"},
         "",
         {},
         50,
         "$0 solve --board random:3:3x3 --save run"},
        {"report", {"report", "--sets", "1-1", "--boards", "Keren", "--searches", "correct", "--csv", "OUT/a.csv"}, "", complete_lines, 50},
        {"cases", {"cases", "stakeraid", "--out", "OUT/made", "--count", "1"}, "", {}, 50},
        {"stakeraid", {"stakeraid", "-i", "OUT/cases/small/input.txt", "-o", "OUT/output.txt"}, "", {}, 50},
        {"tune", {"tune", "--games", "1", "--nodes", "5", "--steps", "1"}, "", {}, 50},
        {"analyse", {"analyse", "--game", "ataxx", "--nodes", "100", "--threads", "2"}, "", {}, 50},
        {"eval", {"eval", "--game", "ataxx"}, "", {}, 50},
        {"trace", {"trace", "--size", "2", "--depth", "2"}, "", {}, 50},
        {"perft", {"perft", "--depth", "2"}, "", {}, 50},
        {"moves", {"moves", "--json"}, "", {}, 50},
        {"boards", {"boards"}, "", {}, 50},
        {"contest", {"contest"}, "{\"command\": \"identify\"}\n", {}, 50},
        {"bench", {"bench"}, "", {}, 100},
        {"puzzles", {"puzzles", "--count", "1", "--side", "3", "--least-empties", "4", "--most-empties", "6"}, "", {}, 50},
    };
}

/// Commands that have to do with others: programs that play, and visitors.
std::vector<Command> commands_among_others() {
    const std::string own = std::string(test::kForay) + " contest --agent greedy";
    Command host{"contest_host", {"contest-host", "--players", own, "echo a", "--moves", "1", "--record", "OUT/game2.json"}};
    host.whole = complete_lines;
    host.growth_percent = 100;
    host.contains = true;
    Command check{"check_player", {"check-player", "contest:" + own, "--game", "reloaded", "--positions", "1", "--no-sandbox"}};
    check.growth_percent = 100;
    check.judges = true;
    Command serve{"serve", {"serve", "--port", "0", "--timeout", "1", "--docs", "none", "--from", "OUT/page"}};
    serve.growth_percent = 50;
    serve.prepare = "mkdir page && echo the page > page/index.html";
    serve.serves = true;
    Command live = serve;
    live.name = "serve_tournaments";
    live.arguments = {"serve", "--port", "0", "--timeout", "1", "--docs", "none", "--tournaments", "OUT/t.foray"};
    live.prepare = "$0 tournament run t.foray --players 'greedy; random' --size 3 --rounds 1 --quiet";
    return {host, check, serve, live};
}

std::vector<Command> commands() {
    std::vector<Command> all = {
        {"show", {"show", "--board", "Smolensk", "--moves", "d4 c3 c4"}},
        {"best", {"best", "--agent", "engine:nodes=2000", "--game", "ataxx"}},
        {"solve", {"solve", "--board", "random:3:3x3", "--save", "OUT/run", "--threads", "2"}},
        {"duel", {"duel", "greedy", "random", "--size", "3", "--games", "4", "--records", "OUT/games.jsonl"}, "", complete_lines},
        {"render", {"render", "--board", "Keren", "-o", "OUT/a.svg"}, "", complete_svg},
        {"animate", {"render", "OUT/game.json", "-o", "OUT/a.gif"}, "", complete_gif},
        {"play", {"play", "--size", "2", "--save", "OUT/game2.json"}, "a1\nb1\na2\nb2\n", complete_lines},
        {"uai", {"uai"}, "setoption name Threads value 2\nisready\nposition startpos\ngo nodes 3000\nquit\n"},
        {"selfplay",
         {"selfplay", "OUT/games.sp", "--game", "ataxx", "--size", "4", "--games", "2", "--player", "random", "--random-plies", "2-3",
          "--balance", "100000"}},
        {"tournament",
         {"tournament", "run", "OUT/t.foray", "--players", "greedy; random", "--size", "3", "--rounds", "1", "--quiet"},
         "",
         {},
         25},
        {"grade",
         {"grade", "stakeraid", "--program", "printf 'B2 Stake\\nX.\\n.X\\n' > output.txt", "--cases", "OUT/cases", "--sandbox", "--keep",
          "OUT/kept"},
         "",
         {},
         20,
         "",
         false,
         true},
        {"squirrels", {"squirrels", "-i", "OUT/input.txt", "--out", "OUT/answers"}, "", complete_lines},
        {"questions", {"questions"}, "{\"ask\": \"state\", \"game\": \"ataxx\"}\n"},
    };
    for (Command& command : more_commands()) all.push_back(std::move(command));
    for (Command& command : commands_among_others()) all.push_back(std::move(command));
    return all;
}

class Faults : public testing::TestWithParam<Command> {
protected:
    /// The folder with what the command reads, made once; empty if there is no such thing.
    static const std::string& prepared() {
        static std::map<std::string, std::string> folders;
        const Command& command = GetParam();
        const auto [found, is_new] = folders.try_emplace(command.name);
        if (!is_new || command.prepare.empty()) return found->second;
        found->second = test::scratch_folder();
        const std::string words = "cd " + found->second + " && " + command.prepare;
        const RunResult result = test::run_program("/bin/sh", {"-c", words, fs::canonical(test::kForay).string()}, "");
        EXPECT_EQ(result.exit_code, 0) << result.err;
        return found->second;
    }

    /// Runs the command with one fault; false if there were fewer calls than that, so that nothing failed.
    static bool run(const std::string& kind, int number) {
        const Command& command = GetParam();
        const std::string folder = test::scratch_folder();
        const std::string fired = test::scratch_folder() + "/fired";
        std::ofstream(folder + "/game.json") << R"({"foray": 1, "game": "wargame", "raid": "mandatory", "values": [[1, 2], [3, 4]], )"
                                             << R"("start": "2/2 x 0", "moves": ["a1", "b1", "a2", "b2"]})"
                                             << "\n";
        std::ofstream(folder + "/input.txt") << "2\nX\n2\n1 2 3 4 5\n1 2 3 4 5\n1 2 3 4 5\n1 2 3 4 5\n1 2 3 4 5\n"
                                             << "XXXXX\nXXXXX\nXXXXX\nOOOOO\nOOO**\n";
        fs::create_directories(folder + "/cases/small");
        std::ofstream(folder + "/cases/small/input.txt") << "2\nMINIMAX\nX\n1\n1 2\n3 4\nX.\n..\n";
        if (!prepared().empty()) fs::copy(prepared(), folder, fs::copy_options::recursive);
        Arguments arguments = command.arguments;
        for (std::string& word : arguments) {
            if (const auto at = word.find("OUT/"); at != std::string::npos) word.replace(at, 3, folder);
        }
        const std::string what = command.name + ", " + kind + " " + std::to_string(number);
        const std::string temporary = test::scratch_folder();
        const std::vector<std::string> environment = {"LD_PRELOAD=" + std::string(test::kFaultsLibrary),
                                                      "FORAY_FAULT=" + kind + ":" + std::to_string(number), "FORAY_FAULT_FIRED=" + fired,
                                                      "TMPDIR=" + temporary};
        std::optional<int> answered;
        const RunResult result = command.serves ? test::run_until_told(test::kForay, arguments, environment,
                                                                       [&](const std::string& line) { answered = visit(line); })
                                                : test::run_program(test::kForay, arguments, command.input, environment);
        // What fails may cost one visitor his answer; the next one gets his. But a library that needs memory to free some ends the program.
        EXPECT_TRUE(answered.value_or(2) >= 1 || result.err == "foray: there is not enough memory to go on\n")
            << what << ": nobody was answered\n"
            << result.err;
        EXPECT_TRUE(result.exit_code >= 0 && result.exit_code <= 2) << what << ": exit " << result.exit_code << "\n" << result.err;
        const bool says_no = command.judges && result.exit_code == 1 && result.err.empty() && !result.out.empty();
        if (result.exit_code != 0 && !says_no) {
            EXPECT_TRUE(result.err.starts_with("foray: ")) << what << ": exit " << result.exit_code << "\n" << result.err << result.out;
            EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << what << ": " << result.err;
        }
        for (const auto& entry : fs::recursive_directory_iterator(folder)) {
            const std::string name = entry.path().filename().string();
            EXPECT_FALSE(name.starts_with(".")) << what << " left " << name;
            if (name == "game.json" || name == "input.txt" || !command.whole || entry.is_directory()) continue;
            std::ifstream in(entry.path(), std::ios::binary);
            EXPECT_TRUE(command.whole({std::istreambuf_iterator<char>(in), {}})) << what << " left half of " << name;
        }
        EXPECT_TRUE(fs::is_empty(temporary)) << what << " left " << fs::directory_iterator(temporary)->path();
        const bool did = fs::exists(fired);
        fs::remove_all(folder);
        fs::remove_all(temporary);
        fs::remove_all(fs::path(fired).parent_path());
        return did;
    }

    /// Two visitors, one after the other; how many of them were answered.
    static int visit(const std::string& greeting) {
        const int port = std::stoi(greeting.substr(greeting.rfind(':') + 1));
        const std::string path = GetParam().name == "serve" ? "/" : "/tournaments/";
        int answered = 0;
        for (int visitor = 0; visitor < 2; ++visitor) {
            try {
                const std::string question = "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
                if (test::exchange(port, question).starts_with("HTTP/1.1 200 ")) ++answered;
            } catch (const std::runtime_error&) {  // it has gone
            }
        }
        return answered;
    }

    /// Further and further apart as the command says. By hand: FORAY_FAULT_GROWTH is the growth in per cent, 0 for one after the other
    /// (minutes a command), from FORAY_FAULT_FIRST on; failures do not stop it then.
    static void run_all(const std::string& kind, int growth_percent) {
        const char* growth = std::getenv("FORAY_FAULT_GROWTH");
        const char* first = std::getenv("FORAY_FAULT_FIRST");
        if (growth != nullptr) growth_percent = std::atoi(growth);
        int number = first != nullptr ? std::max(1, std::atoi(first)) : 1;
        for (int last = 0; run(kind, number) && (growth != nullptr || !HasFailure());
             number = std::max(number + 1, number * (100 + growth_percent) / 100)) {
            ASSERT_LT(last, 100'000'000) << "there is no end of calls";
            last = number;
        }
    }
};

TEST_P(Faults, OfTheSystem) {
    if (GetParam().contains) {
        FORAY_NEED_CAGE();
    }
    for (const char* kind : {"open", "read", "write", "fsync", "rename", "thread", "mmap"}) run_all(kind, GetParam().growth_percent);
}

/// There are thousands of allocations: the first ones all, later ones further and further apart.
TEST_P(Faults, OfMemory) {
    if (GetParam().contains) {
        FORAY_NEED_CAGE();
    }
    run_all("malloc", std::max(12, GetParam().growth_percent));
}

INSTANTIATE_TEST_SUITE_P(Commands, Faults, testing::ValuesIn(commands()), [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace foray
