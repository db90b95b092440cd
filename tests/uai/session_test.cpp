// Scripted dialogues with the line protocol, through the class and through the real program.
#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <thread>

#include "foray/uai/session.h"
#include "support/process.h"

namespace foray {
namespace {

std::vector<std::string> say(UaiSession& session, const std::string& line) {
    std::vector<std::string> heard;
    session.handle(line, [&](const std::string& text) { heard.push_back(text); });
    return heard;
}

std::string last(const std::vector<std::string>& lines) { return lines.empty() ? "" : lines.back(); }

bool starts(const std::string& text, const std::string& with) { return text.compare(0, with.size(), with) == 0; }

TEST(Uai, Introduces) {
    UaiSession session;
    const auto heard = say(session, "uai");
    EXPECT_EQ(heard.front(), "id name Foray");
    EXPECT_EQ(heard.back(), "uaiok");
    EXPECT_EQ(last(say(session, "isready")), "readyok");
    EXPECT_TRUE(say(session, "").empty());
    EXPECT_TRUE(say(session, "uainewgame").empty());
    EXPECT_FALSE(session.handle("quit", [](const std::string&) {}));
}

TEST(Uai, PlaysFromPositions) {
    UaiSession session;
    EXPECT_TRUE(say(session, "position startpos moves f2").empty());
    const auto heard = say(session, "go depth 3");
    ASSERT_EQ(heard.size(), 4U);
    EXPECT_TRUE(starts(heard[2], "info depth 3 seldepth ")) << heard[2];
    EXPECT_TRUE(starts(heard[3], "bestmove ")) << heard[3];
    EXPECT_TRUE(say(session, "position fen x5o/7/7/7/7/7/o5x x 0 1\r").empty());
    EXPECT_TRUE(starts(last(say(session, "go btime 1000 wtime 1000 binc 10 winc 10")), "bestmove "));
    // A forced pass, and a game that is over.
    say(session, "position fen x--4/---4/---4/7/7/6o/7 x 0 1");
    EXPECT_EQ(last(say(session, "go nodes 100")), "bestmove 0000");
    say(session, "position fen xxx/xxx/xoo x 0 1");
    EXPECT_EQ(say(session, "go nodes 100").front(), "info string the game is over");
    // Other sizes come with the position.
    EXPECT_TRUE(say(session, "position fen x3o/5/5/5/o3x x 0 1").empty());
    EXPECT_EQ(last(say(session, "print")), "fen x3o/5/5/5/o3x x 0 1");
}

TEST(Uai, KnowsEveryGame) {
    UaiSession session;
    for (const char* variant : {"wargame", "squirrels", "stakeraid", "reloaded", "ataxx"}) {
        EXPECT_TRUE(say(session, std::string("setoption name Variant value ") + variant).empty());
        EXPECT_TRUE(starts(last(say(session, "go nodes 500")), "bestmove ")) << variant;
    }
    say(session, "setoption name Variant value wargame");
    EXPECT_TRUE(say(session, "setoption name Board value Smolensk").empty());
    EXPECT_EQ(last(say(session, "go depth 1")), "bestmove a5");
    EXPECT_TRUE(say(session, "setoption name Board value 1 2/3 9").empty());
    EXPECT_EQ(last(say(session, "go depth 1")), "bestmove b2");
    EXPECT_TRUE(say(session, "setoption name Raid value optional").empty());
    EXPECT_TRUE(say(session, "position fen xo/2 x").empty());
    EXPECT_EQ(last(say(session, "moves")), "moves a2 a2* b2");
    EXPECT_EQ(last(say(session, "go depth 2")), "bestmove b2");
    EXPECT_EQ(last(say(session, "perft 2")), "nodes 5");
}

TEST(Uai, OptionsAndExtras) {
    UaiSession session;
    EXPECT_TRUE(say(session, "setoption name Hash value 1").empty());
    EXPECT_TRUE(say(session, "setoption name Threads value 2").empty());
    EXPECT_TRUE(say(session, "setoption name MultiPV value 3").empty());
    const auto heard = say(session, "go depth 1");
    ASSERT_EQ(heard.size(), 4U);
    EXPECT_NE(heard[2].find(" multipv 3 "), std::string::npos);
    EXPECT_TRUE(say(session, "setoption name Level value 1").empty());
    EXPECT_TRUE(starts(last(say(session, "go")), "bestmove "));
    EXPECT_EQ(last(say(session, "perft 4")), "nodes 155888");
    EXPECT_TRUE(last(say(session, "eval")).ends_with(" total"));
}

TEST(Uai, ComplainsInOneLine) {
    UaiSession session;
    for (const char* line : {"dance",
                             "position",
                             "position fen",
                             "position fen x x",
                             "position startpos moves a1",
                             "setoption",
                             "setoption name",
                             "setoption name Hash",
                             "setoption name Hash value 0",
                             "setoption name Hash value x",
                             "setoption name Nothing value 1",
                             "setoption name Variant value chess",
                             "setoption name Board value nowhere",
                             "setoption name Raid value maybe",
                             "go depth",
                             "go depth x",
                             "go sideways",
                             "perft",
                             "perft x",
                             "perft 99",
                             "setoption name Threads value 1000",
                             "position fen 7/7 x"}) {
        const auto heard = say(session, line);
        ASSERT_EQ(heard.size(), 1U) << line;
        EXPECT_TRUE(starts(heard[0], "info string ")) << line << ": " << heard[0];
    }
    EXPECT_EQ(last(say(session, "print")), "fen x5o/7/7/7/7/7/o5x x 0 1");
}

/// Runs searches in a thread, as the program does.
class Background final : public UaiRunner {
public:
    ~Background() override { join(); }
    void start(std::function<void()> job) override {
        join();
        thread_ = std::thread(std::move(job));
    }
    void wait() override { join(); }

private:
    void join() {
        if (thread_.joinable()) thread_.join();
    }
    std::thread thread_;
};

TEST(Uai, StopsAtOnce) {
    Background background;
    UaiSession session({.runner = &background});
    std::mutex mutex;
    std::string answer;
    const UaiOut out = [&](const std::string& line) {
        const std::lock_guard lock(mutex);
        answer = line;
    };
    double best_ms = 1e9;
    for (int i = 0; i < 30 && best_ms >= 5; ++i) {
        session.handle("go infinite", out);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        const auto begin = std::chrono::steady_clock::now();
        session.handle("stop", out);
        best_ms = std::min(best_ms, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
        EXPECT_TRUE(starts(answer, "bestmove ")) << answer;
    }
    EXPECT_LT(best_ms, 5);  // the best of many: others may use the machine too
}

TEST(Uai, TheProgramSpeaksIt) {
    const auto result =
        test::run_program(FORAY_BINARY, {"uai"}, "uai\nisready\nuainewgame\nposition startpos\ngo movetime 20\nisready\nnonsense\nquit\n");
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_NE(result.out.find("uaiok\nreadyok\n"), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("bestmove "), std::string::npos);
    EXPECT_NE(result.out.find("info string unknown command 'nonsense'"), std::string::npos);
    EXPECT_EQ(result.err, "");
}

TEST(EngineCommands, Work) {
    const auto eval = test::run_program(FORAY_BINARY, {"eval", "--game", "ataxx"});
    EXPECT_EQ(eval.exit_code, 0);
    EXPECT_NE(eval.out.find("for the side to move"), std::string::npos);
    const auto analyse = test::run_program(FORAY_BINARY, {"analyse", "--board", "Smolensk", "--depth", "4", "--multipv", "2"});
    EXPECT_EQ(analyse.exit_code, 0);
    EXPECT_NE(analyse.out.find("\nbest "), std::string::npos) << analyse.out;
    const auto best = test::run_program(FORAY_BINARY, {"best", "--agent", "engine:depth=4", "--board", "Smolensk"});
    EXPECT_EQ(best.exit_code, 0);
    const auto wrong = test::run_program(FORAY_BINARY, {"best", "--agent", "engine:level=9"});
    EXPECT_EQ(wrong.exit_code, 2);
}

}  // namespace
}  // namespace foray
