// Players by name, and the contest protocol.
#include <gtest/gtest.h>

#include <chrono>

#include "foray/agents/agent.h"
#include "foray/notation/agent_text.h"
#include "foray/notation/contest.h"
#include "foray/notation/fen.h"
#include "foray/notation/move_text.h"
#include "support/complaint.h"
#include "support/random_play.h"

namespace foray {
namespace {

using test::complaint;

TEST(AgentText, ReadsAndPrints) {
    for (const char* text : {"greedy", "minimax:3", "alphabeta:5,eval=toaster,order=static", "random:seed=7", "a:b=c"}) {
        const auto parsed = parse_agent_text(text);
        ASSERT_TRUE(parsed) << text;
        EXPECT_EQ(print_agent_text(*parsed), text);
    }
    EXPECT_EQ(complaint(parse_agent_text("")), "'' names no player: expected NAME, NAME:DEPTH or NAME:KEY=VALUE,...");
    EXPECT_EQ(complaint(parse_agent_text("minimax:")), "column 9: a setting is missing here");
    EXPECT_EQ(complaint(parse_agent_text("minimax:3,4")), "column 11: expected KEY=VALUE, found '4'");
    EXPECT_EQ(complaint(parse_agent_text("minimax:3,=4")), "column 11: expected KEY=VALUE, found '=4'");
}

TEST(Agents, RefuseWhatTheyDoNotKnow) {
    const GameSpec spec = default_spec(Variant::kWargame);
    const auto said = [&](const char* text) { return complaint(make_agent(spec, text)); };
    EXPECT_EQ(said("hal"),
              "unknown player 'hal'; the players are engine, random, mirror, greedy, minimax, alphabeta, report-mm, report-ab, toaster");
    EXPECT_EQ(said("minimax"), "minimax needs a depth: minimax:3");
    EXPECT_EQ(said("minimax:0"), "the depth '0' of minimax is not a number from 1 to 99");
    EXPECT_EQ(said("minimax:2,speed=9"), "minimax has no setting 'speed'");
    EXPECT_EQ(said("greedy:2"), "greedy takes no '2'");
    EXPECT_EQ(said("alphabeta:2,eval=best"),
              "unknown evaluation 'best'; expected score, vulnerable-report, vulnerable-sum, vulnerable-best or toaster");
    EXPECT_EQ(said("report-ab:2,eval=score"), "report-ab has no setting 'eval'");
    EXPECT_EQ(said("random:seed=x"), "the seed 'x' of random is not a whole number below 2^32");
    EXPECT_EQ(said("toaster:faithful=maybe"), "faithful is yes or no, not 'maybe'");
}

TEST(Agents, PlayLegalGamesOfEveryVariant) {
    std::uint64_t seed = 3;
    for (const VariantInfo& variant : all_variants()) {
        const GameSpec spec = test::random_spec(seed, variant.id, 4, 4, RaidRule::kOptional);
        const Game game(spec);
        for (const char* text : {"engine:nodes=300", "engine:level=1", "random", "greedy", "minimax:2", "alphabeta:2,eval=vulnerable-best",
                                 "report-mm:2", "report-ab:3", "toaster", "toaster:faithful=yes"}) {
            const auto agent = make_agent(spec, text);
            ASSERT_TRUE(agent) << complaint(agent);
            WidePosition position = game.start();
            for (int ply = 0; ply < 60 && !game.verdict(position).over(); ++ply) {
                const Decision decision = *(*agent)->choose(position);
                ASSERT_TRUE(game.is_legal(position, decision.move)) << text << " in " << print_fen(game, position);
                position = game.after(position, decision.move);
            }
        }
    }
}

TEST(Agents, RandomRepeatsItself) {
    const GameSpec spec = default_spec(Variant::kAtaxx);
    const Game game(spec);
    const auto first = [&](const char* text) { return (*make_agent(spec, text))->choose(game.start())->move; };
    EXPECT_EQ(first("random:seed=5"), first("random:seed=5"));
    std::set<Move> seen;
    for (int i = 0; i < 40; ++i) seen.insert(first(("random:seed=" + std::to_string(i)).c_str()));
    EXPECT_GT(seen.size(), 5U);
}

TEST(Agents, ValuesAreHundredthsForTheSideToMove) {
    // Blue to move takes b1 and a1: three of his own against nothing, whoever counts.
    GameSpec spec = default_spec(Variant::kWargame, 1, 3);
    const Game game(spec);
    const WidePosition position = *parse_fen(game, "o1x x");
    for (const char* text : {"greedy", "minimax:1", "alphabeta:3", "engine:depth=3", "engine:level=8", "toaster:faithful=no"}) {
        const Decision decision = *(*make_agent(spec, text))->choose(position);
        EXPECT_TRUE(decision.value == 300 || std::string(text).starts_with("toaster")) << text << " " << decision.value;
        EXPECT_EQ(decision.value % 100, 0) << text;
    }
    const GameSpec small = default_spec(Variant::kAtaxx, 3, 3);
    const Game ataxx(small);
    const WidePosition last = *parse_fen(ataxx, "xxx/xx1/xoo x");
    EXPECT_EQ((*make_agent(small, "greedy"))->choose(last)->value, 900);
    const Decision exact = *(*make_agent(small, "engine:depth=2"))->choose(last);
    EXPECT_EQ(exact.value, kWin + 900);
}

TEST(Agents, TheEnginePlaysByItsClock) {
    const GameSpec spec = default_spec(Variant::kAtaxx);
    const Game game(spec);
    // The best of several: others may use the machine too. As many as it takes to be below `enough`.
    const auto took = [&](const char* text, const SearchRequest& request, double enough, int most) {
        const auto agent = make_agent(spec, text);
        double best = 1e9;
        for (int i = 0; i < most && best >= enough; ++i) {
            const auto begin = std::chrono::steady_clock::now();
            (void)(*agent)->choose(game.start(), request, {});
            best = std::min(best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
        }
        return best;
    };
    SearchRequest request;
    request.budget.clock = Clock{200};
    request.opponent_clock = Clock{1e9};
    EXPECT_LT(took("engine", request, 80, 60), 80);  // neither its usual 100 ms nor the other's clock
    request.budget.clock = Clock{40'000, 0, 20};
    request.opponent_clock = Clock{1};
    EXPECT_GT(took("engine", request, 0, 5), 110);  // nor less than the clock allows
    EXPECT_LT(took("engine:ms=5", request, 80, 60), 80);
}

TEST(Contest, ReadsRequests) {
    EXPECT_TRUE(std::holds_alternative<ContestIdentify>(*parse_contest("identify\n")));
    const auto request = parse_contest("move\n3\n3\n1:0:2:\n0:0:0:\n2:0:1:\n");
    ASSERT_TRUE(request) << complaint(request);
    const auto& [spec, position] = std::get<ContestMove>(*request);
    EXPECT_EQ(print_fen(Game(spec), position), "x1o/3/o1x x 0 3");
    EXPECT_TRUE(parse_contest("move\r\n3\r\n2\r\n1:0\r\n0:2\r\n"));
    EXPECT_EQ(complaint(parse_contest("")), "line:1:1: expected identify or move");
    EXPECT_EQ(complaint(parse_contest("dance\n")), "line:1:1: expected identify or move, found 'dance'");
    EXPECT_EQ(complaint(parse_contest("move\nx\n")), "line:2:1: expected the round number (0 to 1000000), found 'x'");
    EXPECT_EQ(complaint(parse_contest("move\n1\n99\n")), "line:3:1: expected the board's size (2 to 26), found '99'");
    EXPECT_EQ(complaint(parse_contest("move\n1\n2\n1:0:\n")), "line:5:1: the request ends here; expected row 2 of the board");
    EXPECT_EQ(complaint(parse_contest("move\n1\n2\n1:0:0:\n0:0:\n")), "line:4:5: this row has more than 2 squares");
    EXPECT_EQ(complaint(parse_contest("move\n1\n2\n1:\n0:0:\n")), "line:4:3: this row has only 1 of 2 squares");
    EXPECT_EQ(complaint(parse_contest("move\n1\n2\n1:3:\n0:0:\n")), "line:4:3: expected 0, 1 or 2, found '3'");
    EXPECT_EQ(complaint(parse_contest("move\n1\n2\n1;0:\n0:0:\n")), "line:4:2: expected ':', found ';'");
}

TEST(Contest, PrintsMovesAsColumnAndRow) {
    const Game game(default_spec(Variant::kReloaded));
    const WidePosition start = game.start();
    EXPECT_EQ(print_contest_move(game, start, *parse_move(game, start, "b6")), "0:0:1:1:\n");
    EXPECT_EQ(print_contest_move(game, start, *parse_move(game, start, "g1d1")), "6:6:3:6:\n");
    EXPECT_EQ(print_contest_move(game, start, Move::pass()), "pass\n");
}

}  // namespace
}  // namespace foray
