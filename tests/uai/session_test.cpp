// Scripted dialogues with the line protocol, through the class.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <thread>

#include "foray/board/version.h"
#include "foray/uai/session.h"
#include "foray/uai/thread_runner.h"

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
    EXPECT_EQ(heard.front(), "id name Foray " + std::string(foray::version()));
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
    // At first sight the largest square is best to the linear evaluation; the network may think otherwise.
    EXPECT_TRUE(say(session, "setoption name EvalFile value linear").empty());
    EXPECT_EQ(last(say(session, "go depth 1")), "bestmove a5");
    EXPECT_TRUE(say(session, "setoption name EvalFile value default").empty());
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
    for (const char* line :
         {"dance", "position", "position fen", "position fen x x", "position startpos moves a1", "setoption", "setoption name",
          "setoption name Hash", "setoption name Hash value 0", "setoption name Hash value x", "setoption name Nothing value 1",
          "setoption name Variant value chess", "setoption name Board value nowhere", "setoption name Raid value maybe", "perft", "perft x",
          "perft 99", "setoption name Threads value 1000", "position fen 7/6 x"}) {
        const auto heard = say(session, line);
        ASSERT_EQ(heard.size(), 1U) << line;
        EXPECT_TRUE(starts(heard[0], "info string ")) << line << ": " << heard[0];
    }
    EXPECT_EQ(last(say(session, "print")), "fen x5o/7/7/7/7/7/o5x x 0 1");
}

/// How many lines of an answer are moves.
int answers(const std::vector<std::string>& heard) {
    return static_cast<int>(std::count_if(heard.begin(), heard.end(), [](const std::string& line) { return starts(line, "bestmove "); }));
}

TEST(Uai, EveryGoGetsOneMove) {
    UaiSession session({.most_nodes = 2000});
    for (const char* line : {"go",
                             "go depth",
                             "go depth x",
                             "go sideways",
                             "go sideways 7 depth 2",
                             "go infinite",
                             "go ponder",
                             "go ponder btime 100 wtime 100",
                             "go movetime 99999999999999999999999",
                             "go nodes 99999999999999999999999",
                             "go depth 99999999999999999999999",
                             "go movetime -5",
                             "go depth -1",
                             "go nodes 0",
                             "go btime 99999999999999999999 wtime 1",
                             "go wtime 50",
                             "go winc 5",
                             "go btime -100 wtime -100",
                             "go movestogo 0 btime 100",
                             "go searchmoves",
                             "go searchmoves z9 depth 2",
                             "go movetime 1e3",
                             "go movetime nan",
                             "go binc inf"}) {
        for (const char* position : {"position startpos", "position startpos moves f2", "position fen xxx/xxx/xoo x 0 1"}) {
            say(session, position);
            const auto heard = say(session, line);
            EXPECT_EQ(answers(heard), 1) << line << " after " << position;
            EXPECT_TRUE(starts(last(heard), "bestmove ")) << line;
        }
    }
    say(session, "position startpos");
    EXPECT_EQ(say(session, "go depth x").front(), "info string depth is no number: 'x'");
    EXPECT_EQ(say(session, "go sideways 7 depth 2").front(), "info string go knows no 'sideways'");
}

TEST(Uai, OnlyTheOthersClockIsAClock) {
    UaiSession session;
    say(session, "position startpos");
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(answers(say(session, "go wtime 300")), 1);
    EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), 5);
}

TEST(Uai, SearchesTheMovesItIsTold) {
    UaiSession session;
    say(session, "setoption name Variant value wargame");
    say(session, "setoption name Board value 9 2/3 1");
    EXPECT_EQ(last(say(session, "go depth 1")), "bestmove a1");
    const auto heard = say(session, "go searchmoves b1 A2 depth 1");
    EXPECT_EQ(last(heard), "bestmove a2");
    ASSERT_EQ(heard.size(), 2U);
    EXPECT_NE(heard[0].find(" multipv 1 "), std::string::npos) << heard[0];
    EXPECT_NE(heard[0].find(" pv a2"), std::string::npos) << heard[0];
    EXPECT_EQ(last(say(session, "go depth 1 searchmoves b2")), "bestmove b2");
}

TEST(Uai, RefusesALineOfMegabytesAndSkipsAMark) {
    UaiSession session;
    EXPECT_EQ(say(session, "position startpos moves " + std::string(60 << 20, 'a')),
              (std::vector<std::string>{"info string the line is too long"}));
    EXPECT_EQ(last(say(session, "\xEF\xBB\xBFisready")), "readyok");
    EXPECT_EQ(last(say(session, "\x1b[31mhm")), "info string unknown command '\\x1b[31mhm'");
}

TEST(Uai, InfiniteWaitsForStop) {
    ThreadRunner runner;
    UaiSession session({.runner = &runner});
    std::mutex mutex;
    std::vector<std::string> heard;
    const UaiOut out = [&](const std::string& line) {
        const std::lock_guard lock(mutex);
        heard.push_back(line);
    };
    const auto count = [&] {
        const std::lock_guard lock(mutex);
        return answers(heard);
    };
    // A board that is solved in no time, and a game that is over.
    session.handle("setoption name Variant value wargame", out);
    session.handle("setoption name Board value 2x2", out);
    int expected = 0;
    for (const char* position : {"position startpos", "position fen xo/xo x"}) {
        for (const char* go : {"go infinite", "go ponder", "go infinite depth 1"}) {
            session.handle(position, out);
            session.handle(go, out);
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            EXPECT_EQ(count(), expected) << go;
            session.handle("isready", out);
            session.handle(std::string(go) == "go ponder" ? "ponderhit" : "stop", out);
            EXPECT_EQ(count(), ++expected) << go;
        }
    }
    session.handle("go infinite", out);  // a new command ends the search too, and its answer comes first
    session.handle("go depth 1", out);
    session.handle("go infinite", out);
    session.end_of_input(60'000);
    EXPECT_EQ(count(), expected + 3);
}

TEST(Uai, TheTableIsBuiltBeforeTheClockRuns) {
    double best_ms = 1e9;
    for (int i = 0; i < 5 && best_ms >= 1000; ++i) {  // others may use the machine too
        UaiSession session;
        say(session, "setoption name Hash value 1024");
        const auto begin = std::chrono::steady_clock::now();
        say(session, "go movetime 20");
        best_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    }
    EXPECT_LT(best_ms, 1000);  // writing to a gigabyte takes longer
}

TEST(Uai, StopsAtOnce) {
    ThreadRunner runner;
    UaiSession session({.runner = &runner});
    std::mutex mutex;
    std::string answer;
    const UaiOut out = [&](const std::string& line) {
        const std::lock_guard lock(mutex);
        answer = line;
    };
    double best_ms = 1e9;
    for (int i = 0; i < 300 && best_ms >= 5; ++i) {
        session.handle("go infinite", out);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        const auto begin = std::chrono::steady_clock::now();
        session.handle("stop", out);
        best_ms = std::min(best_ms, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
        EXPECT_TRUE(starts(answer, "bestmove ")) << answer;
    }
    EXPECT_LT(best_ms, 5);  // the best of many: others may use the machine too
}

}  // namespace
}  // namespace foray
