// Commands, players that are programs, and the lines of UAI engines.
#include <gtest/gtest.h>

#include "foray/notation/answers.h"
#include "foray/notation/board_text.h"
#include "foray/notation/command_line.h"
#include "foray/notation/contest.h"
#include "foray/notation/fen.h"
#include "foray/notation/move_text.h"
#include "foray/notation/player_text.h"
#include "foray/notation/uai_text.h"

namespace foray {
namespace {

using Words = std::vector<std::string>;

TEST(CommandLine, IsSplitAsAShellWould) {
    const auto words = [](std::string_view text) { return split_command(text).value(); };
    EXPECT_EQ(words("./engine --fast  -n 3"), (Words{"./engine", "--fast", "-n", "3"}));
    EXPECT_EQ(words("  a\tb "), (Words{"a", "b"}));
    EXPECT_EQ(words("'a b' \"c d\"e f\\ g ''"), (Words{"a b", "c de", "f g", ""}));
    EXPECT_EQ(words("\"a \\\" \\n \\$\"x"), (Words{"a \" \\n $x"}));
}

TEST(CommandLine, WhatNeedsAShellIsRefused) {
    const auto why = [](std::string_view text) {
        const auto split = split_command(text);
        return split ? "fine" : split.error().message();
    };
    EXPECT_EQ(why("a | b"), "column 3: '|' needs a shell; quote it, or start one: sh -c '...'");
    for (const char* text : {"a; b", "a > b", "a $HOME", "a `b`", "a *.py", "\"$x\"", "~/a", "a &", "(a)"}) {
        EXPECT_NE(why(text).find("needs a shell"), std::string::npos) << text;
    }
    EXPECT_EQ(why("a 'b"), "column 5: the quote ' is never closed");
    EXPECT_EQ(why("a \\"), "column 3: the command ends with a backslash");
    EXPECT_EQ(why(" "), "expected the command that starts a program");
    EXPECT_EQ(why("''"), "expected the command that starts a program");
    EXPECT_EQ(why("a\nb"), "column 2: a command is one line of text");
}

TEST(CommandLine, PrintedWordsReadBack) {
    for (const Words& words : {Words{"a", "b c", "", "it's", "$x", "\\", "\"", "a=b", "*"}, Words{"./x", "-n", "3"}}) {
        EXPECT_EQ(split_command(print_command(words)).value(), words) << print_command(words);
    }
}

TEST(PlayerText, ProgramsAndOthers) {
    EXPECT_FALSE(parse_program_text("engine:nodes=100").value().has_value());
    EXPECT_FALSE(parse_program_text("").value().has_value());
    const ProgramText uai = *parse_program_text("uai[Hash=64,name=\"a, b]\",env.X=]:./engine --fast 'x y'").value();
    EXPECT_EQ(uai.kind, ProgramKind::kUai);
    EXPECT_EQ(uai.settings, (std::vector<std::pair<std::string, std::string>>{{"Hash", "64"}, {"name", "a, b]"}, {"env.X", ""}}));
    EXPECT_EQ(uai.command, (Words{"./engine", "--fast", "x y"}));
    EXPECT_EQ(*parse_program_text(print_program_text(uai)).value(), uai);
    const ProgramText bracket = *parse_program_text("uai[a=x[,b=2]:./e").value();
    EXPECT_EQ(*parse_program_text(print_program_text(bracket)).value(), bracket);
    EXPECT_EQ(parse_program_text("stakeraid:python3 hw.py").value()->kind, ProgramKind::kStakeraid);
    const auto why = [](std::string_view text) { return parse_program_text(text).error().message(); };
    EXPECT_EQ(why("uai"), "uai needs a command: uai:./program");
    EXPECT_EQ(why("uai:"), "expected the command that starts a program");
    EXPECT_EQ(why("uai:./a | b"), "column 9: '|' needs a shell; quote it, or start one: sh -c '...'");
    EXPECT_EQ(why("uai[Hash]:x"), "column 5: expected a setting NAME=VALUE");
    EXPECT_EQ(why("uai[a=1"), "column 8: the bracket [ is never closed");
    EXPECT_EQ(why("uai[a=1,a=2]:x"), "column 9: the setting 'a' twice");
    EXPECT_EQ(why("uai[a=1]x"), "column 9: expected a colon and a command");
    EXPECT_EQ(why("uai[a=\"1]:x"), "column 7: the quote \" is never closed");
}

TEST(UaiText, RepliesOfEngines) {
    const auto info = std::get<UaiInfo>(
        parse_uai_reply("info depth 7 seldepth 9 multipv 2 score cp -150 nodes 5000000000 time 12 nps 3 hashfull 1 pv g2 a1c3"));
    EXPECT_EQ(info.depth, 7);
    EXPECT_EQ(info.rank, 2);
    EXPECT_EQ(info.value, -150);
    EXPECT_EQ(info.nodes, 5'000'000'000U);
    EXPECT_EQ(info.ms, 12);
    EXPECT_EQ(info.line, (Words{"g2", "a1c3"}));
    const auto mate = std::get<UaiInfo>(parse_uai_reply("info score mate -3"));
    EXPECT_TRUE(mate.is_mate);
    EXPECT_EQ(mate.value, -3);
    // Numbers that are none are left out, and what follows is still read.
    const auto odd = std::get<UaiInfo>(parse_uai_reply("info depth x score cp 99999999999 nodes -1 unknown time 5"));
    EXPECT_FALSE(odd.depth || odd.value || odd.nodes);
    EXPECT_EQ(odd.ms, 5);
    EXPECT_EQ(std::get<UaiBestMove>(parse_uai_reply("bestmove g2 ponder a1")).move, "g2");
    EXPECT_EQ(std::get<UaiBestMove>(parse_uai_reply("bestmove")).move, "");
    EXPECT_TRUE(std::holds_alternative<UaiOk>(parse_uai_reply(" UAIOK ")));
    EXPECT_TRUE(std::holds_alternative<UaiReady>(parse_uai_reply("readyok")));
    EXPECT_EQ(std::get<UaiId>(parse_uai_reply("id name My Engine 2")).text, "My Engine 2");
    for (const char* other : {"", "hello", "info string bestmove g2", "id", "option", "bestmoves g2"}) {
        EXPECT_TRUE(std::holds_alternative<UaiOther>(parse_uai_reply(other))) << other;
    }
    const auto option = std::get<UaiOption>(parse_uai_reply("option name Skill Level type spin default 20 min 0 max 20"));
    EXPECT_EQ(option.name, "Skill Level");
    EXPECT_EQ(option.type, "spin");
    EXPECT_EQ(option.least, 0);
    EXPECT_EQ(option.most, 20);
    const auto combo = std::get<UaiOption>(parse_uai_reply("option name Variant type combo default ataxx var war game var ataxx"));
    EXPECT_EQ(combo.choices, (Words{"war game", "ataxx"}));
}

TEST(UaiText, WhatEnginesAreTold) {
    EXPECT_EQ(print_uai_go({{.ms = 12.9}}, false), "go movetime 12");
    EXPECT_EQ(print_uai_go({{.ms = 0.2, .nodes = 5, .depth = 3}}, true), "go movetime 1 nodes 5 depth 3");
    SearchRequest clocks{.budget = {.clock = Clock{1000.7, 10}}, .opponent_clock = Clock{-5, 20, 7}};
    EXPECT_EQ(print_uai_go(clocks, false), "go btime 1000 wtime 0 binc 10 winc 20");
    EXPECT_EQ(print_uai_go(clocks, true), "go btime 0 wtime 1000 binc 20 winc 10") << "btime is the first player's";
    clocks.budget.clock->moves_to_go = 3;
    clocks.opponent_clock.reset();
    EXPECT_EQ(print_uai_go(clocks, true), "go btime 1000 wtime 1000 binc 10 winc 10 movestogo 3");
    const GameSpec ataxx = default_spec(Variant::kAtaxx);
    EXPECT_EQ(uai_game_options(ataxx).size(), 1U);
    GameSpec raid = default_spec(Variant::kWargame, 2, 3);
    raid.values = {1, 2, 3, 4, 5, 99};
    const auto options = uai_game_options(raid);
    EXPECT_EQ(options[0].second, "wargame");
    EXPECT_EQ(options[1].second, "1 2 3/4 5 99");
    EXPECT_EQ(options[2].second, "mandatory");
    EXPECT_EQ(parse_board_line(options[1].second, {6, 6}).value().values, raid.values);
}

TEST(Answers, OfContestPrograms) {
    const Game game(default_spec(Variant::kReloaded, 4, 4));
    WidePosition position = game.start();
    EXPECT_EQ(print_contest_request(game, position), "move\n1\n4\n1:0:0:2:\n0:0:0:0:\n0:0:0:0:\n2:0:0:1:\n");
    // The other side of the protocol reads it as the same position.
    const auto request = parse_contest(print_contest_request(game, position)).value();
    EXPECT_EQ(std::get<ContestMove>(request).position, position);
    for (const Move move : game.legal_moves(position)) {
        EXPECT_EQ(parse_contest_answer(game, position, print_contest_move(game, position, move)).value(), move);
    }
    const auto why = [&](std::string_view text) { return parse_contest_answer(game, position, text).error().what; };
    EXPECT_EQ(why(""), "passes although there is a legal move");
    EXPECT_EQ(why("pass"), "passes although there is a legal move");
    EXPECT_EQ(why("0:0:0:0:"), "'0:0:0:0:' is no legal move");
    EXPECT_EQ(why("3:0:2:0:"), "'3:0:2:0:' moves a piece that is not its own");
    EXPECT_EQ(why("0:0:1:"), "expected x1:y1:x2:y2: on this board or pass, found '0:0:1:'");
    EXPECT_EQ(why("0:0:1:9:"), "expected x1:y1:x2:y2: on this board or pass, found '0:0:1:9:'");
    EXPECT_EQ(why("0:0:1:1:1"), "more than four numbers: '0:0:1:1:1'");
}

TEST(Answers, OfCoursePrograms) {
    const Game squirrels(default_spec(Variant::kSquirrels));
    const WidePosition start = squirrels.start();
    EXPECT_EQ(parse_squirrels_answer(squirrels, start, "*****\r\n*X***\n*****\n*****\n*****").value(),
              parse_move(squirrels, start, "b2").value());
    EXPECT_FALSE(parse_squirrels_answer(squirrels, start, "*****\n*O***\n*****\n*****\n*****\n"));
    EXPECT_FALSE(parse_squirrels_answer(squirrels, start, "X****\n"));
    const Game stakeraid(default_spec(Variant::kStakeraid, 2, 2));
    const WidePosition position = parse_fen(stakeraid, "xo/2 x").value();
    EXPECT_EQ(parse_stakeraid_answer(stakeraid, position, "A2 Stake\nXO\nX.\n").value(), Move::place(2));
    EXPECT_EQ(parse_stakeraid_answer(stakeraid, position, "b2 raid").error().what.substr(0, 9), "'b2 raid'");
    EXPECT_EQ(parse_stakeraid_answer(stakeraid, position, "A2 Raid").value(), Move::raid(2));
    EXPECT_FALSE(parse_stakeraid_answer(stakeraid, position, "A2"));
    EXPECT_FALSE(parse_stakeraid_answer(stakeraid, position, "A1 Stake"));
    EXPECT_FALSE(parse_stakeraid_answer(stakeraid, position, ""));
}

}  // namespace
}  // namespace foray
