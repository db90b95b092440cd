// The questions are answered with what the rooms below it say, and refuses everything else in one line.
#include "foray/questions/questions.h"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "foray/agents/agent.h"
#include "foray/board/random.h"
#include "foray/courses/course.h"
#include "foray/notation/board_text.h"
#include "foray/notation/course_files.h"
#include "foray/notation/fen.h"
#include "foray/notation/move_text.h"
#include "foray/notation/text.h"
#include "support/cli.h"
#include "support/questions.h"

namespace foray {
namespace {

using test::ask;
using test::fine;
using test::Json;
using test::refused;

TEST(Desk, ListsTheGamesBoardsAndPlayers) {
    const Json answer = fine({{"ask", "games"}});
    ASSERT_EQ(answer["games"].size(), 5U);
    EXPECT_EQ(answer["games"][0]["key"], "wargame");
    EXPECT_EQ(answer["games"][0]["players"], Json({"Blue", "Green"}));
    EXPECT_EQ(answer["games"][0]["square"], false);
    EXPECT_EQ(answer["games"][2]["square"], true);
    EXPECT_EQ(answer["games"][4]["family"], "ataxx");
    EXPECT_EQ(answer["games"][4]["smallest"], 2);
    EXPECT_EQ(answer["games"][4]["largest"], 26);
    EXPECT_EQ(answer["boards"].size(), 10U);
    EXPECT_EQ(answer["boards"][3]["values"][1], 76);
    EXPECT_EQ(answer["levels"], 8);
    EXPECT_GT(answer["players"].size(), 5U);
}

TEST(Desk, StateShowsTheBoardAndTheLastMove) {
    // Blue c3, Green d4, Blue d3 raids: beside c3 it takes d4.
    const Json state = fine({{"ask", "state"}, {"game", "wargame"}, {"board", "Smolensk"}, {"moves", {"C3", "d4", "d3"}}});
    EXPECT_EQ(state["game"], "wargame");
    EXPECT_EQ(state["raid"], "mandatory");
    EXPECT_EQ(state["rows"], 6);
    EXPECT_EQ(state["values"][0], 66);
    EXPECT_EQ(state["names"][7], "b2");
    EXPECT_EQ(state["moves"], Json({"c3", "d4", "d3"}));
    EXPECT_EQ(state["squares"], "..............xx.....x..............");
    EXPECT_EQ(state["to_move"], "second");
    EXPECT_EQ(state["scores"], Json({39 + 59 + 3, 0}));
    EXPECT_EQ(state["last"]["to"], 15);
    EXPECT_EQ(state["last"]["from"], -1);
    EXPECT_EQ(state["last"]["kind"], "raid");
    EXPECT_EQ(state["last"]["captures"], Json({21}));
    EXPECT_EQ(state["over"], false);
    EXPECT_EQ(state["outcome"], "ongoing");
    EXPECT_EQ(state["legal"].size(), 33U);
    EXPECT_EQ(state["legal"][0]["kind"], "place");
}

TEST(Desk, StateNamesJumpsClonesAndPasses) {
    const Json state = fine({{"ask", "state"}, {"game", "ataxx"}});
    EXPECT_EQ(state["squares"].get<std::string>().substr(0, 7), "x.....o");
    EXPECT_EQ(state["names"][0], "a7");
    std::map<std::string, int> kinds;
    for (const Json& move : state["legal"]) ++kinds[move["kind"].get<std::string>()];
    EXPECT_EQ(kinds["clone"], 6);
    EXPECT_EQ(kinds["jump"], 10);
    const Json pass = fine({{"ask", "state"}, {"game", "ataxx"}, {"start", "x--2/---2/-----/--1-o/----o x 0 1"}});
    ASSERT_EQ(pass["legal"].size(), 1U);
    EXPECT_EQ(pass["legal"][0],
              Json({{"move", "0000"}, {"kind", "pass"}, {"from", -1}, {"to", -1}, {"captures", Json::array()}, {"pieces", Json::array()}}));
}

TEST(Desk, StateOfAFullBoardIsOver) {
    const Json state = fine({{"ask", "state"}, {"game", "wargame"}, {"board", "5 2/1 1"}, {"moves", {"a1", "b1", "a2", "b2"}}});
    EXPECT_EQ(state["over"], true);
    EXPECT_EQ(state["reason"], "board full");
    EXPECT_EQ(state["legal"].size(), 0U);
    EXPECT_EQ(state["settled"], Json({0, 1, 2, 3}));
    const Json analysed = fine({{"ask", "analyse"}, {"game", "wargame"}, {"board", "5 2/1 1"}, {"moves", {"a1", "b1", "a2", "b2"}}});
    EXPECT_EQ(analysed["exact"], true);
    EXPECT_EQ(analysed["value"], state["scores"][0].get<int>() - state["scores"][1].get<int>());
    EXPECT_NE(refused({{"ask", "choose"}, {"game", "wargame"}, {"board", "1x1"}, {"moves", {"a1"}}, {"player", "greedy"}}).find("over"),
              std::string::npos);
    EXPECT_EQ(fine({{"ask", "solve"}, {"game", "wargame"}, {"board", "1x1"}, {"moves", {"a1"}}})["best"], Json());
}

/// Whole games of every variant: the answers list the legal moves that the rules list, and FENs lead back to states.
TEST(Desk, FollowsWholeGames) {
    for (const VariantInfo& variant : all_variants()) {
        const Game game(default_spec(variant.id, 4, 4));
        std::uint64_t seed = 11;
        std::vector<std::string> moves;
        WidePosition position = game.start();
        while (!game.verdict(position).over() && moves.size() < 60) {
            const Json question{{"ask", "state"}, {"game", variant.key}, {"board", "4x4"}, {"moves", moves}};
            const Json state = fine(question);
            const auto legal = game.legal_moves(position);
            ASSERT_EQ(state["legal"].size(), legal.size());
            for (std::size_t i = 0; i < legal.size(); ++i) {
                EXPECT_EQ(state["legal"][i]["move"], print_move(game.spec(), legal[i]));
                EXPECT_EQ(state["legal"][i]["captures"].size(), static_cast<std::size_t>(game.captures(position, legal[i]).count()));
            }
            EXPECT_EQ(state["fen"], print_fen(game, position));
            Json again = fine({{"ask", "state"}, {"game", variant.key}, {"board", "4x4"}, {"start", state["fen"]}});
            EXPECT_EQ(again["squares"], state["squares"]);
            EXPECT_EQ(again["legal"], state["legal"]);
            const Move move = legal[static_cast<std::size_t>(splitmix64(seed) % legal.size())];
            moves.push_back(print_move(game.spec(), move));
            position = game.after(position, move);
        }
        const Json states = fine({{"ask", "replay"}, {"game", variant.key}, {"board", "4x4"}, {"moves", moves}})["states"];
        ASSERT_EQ(states.size(), moves.size() + 1);
        EXPECT_EQ(states.back()["fen"], print_fen(game, position));
        EXPECT_EQ(states.front()["last"], Json());
    }
}

TEST(Desk, ChoosesAsThePlayerDoes) {
    for (const char* player : {"greedy", "alphabeta:4", "minimax:3", "engine:depth=4", "engine:level=3", "random:seed=5"}) {
        const Game game(default_spec(Variant::kSquirrels, 5, 5));
        const auto agent = make_agent(game.spec(), player);
        const Decision decision = *(*agent)->choose(game.start());
        const Json answer = fine({{"ask", "choose"}, {"game", "squirrels"}, {"board", "5x5"}, {"player", player}});
        EXPECT_EQ(answer["move"], print_move(game.spec(), decision.move)) << player;
        EXPECT_EQ(answer["value"], decision.value / 100.0) << player;
        EXPECT_EQ(answer["nodes"], decision.nodes) << player;
    }
}

TEST(Desk, AnalysisOfAllMovesRanksEveryMove) {
    const Json answer =
        fine({{"ask", "analyse"}, {"game", "wargame"}, {"board", "Smolensk"}, {"moves", {"c3"}}, {"depth", 3}, {"all", true}});
    ASSERT_EQ(answer["moves"].size(), 35U);
    EXPECT_EQ(answer["depth"], 3);
    EXPECT_EQ(answer["value"], answer["moves"][0]["value"]);
    std::set<std::string> moves;
    for (std::size_t i = 0; i < 35; ++i) {
        moves.insert(answer["moves"][i]["move"].get<std::string>());
        EXPECT_LE(answer["moves"][i]["value"].get<double>(), answer["moves"][i > 0 ? i - 1 : 0]["value"].get<double>());
    }
    EXPECT_EQ(moves.size(), 35U);
}

/// What is told on the way and at the end: the value is that of the first move, no move is worth more, and a proof overrides the search.
TEST(Desk, AnalysisNeverContradictsItself) {
    for (const char* board : {"random:1:4x4", "random:2:4x5", "Narvik"}) {
        for (const bool all : {false, true}) {
            const Json question{{"ask", "analyse"}, {"game", "wargame"}, {"board", board}, {"moves", {"a1", "b2", "c3", "d4"}},
                                {"ms", 300},        {"lines", 3},        {"all", all},     {"solve_ms", 20'000}};
            std::vector<Json> told;
            const std::string last =
                questions::answer(question.dump(), {}, [&](std::string_view part) { told.push_back(Json::parse(part)); });
            ASSERT_FALSE(told.empty());
            told.push_back(Json::parse(last));
            for (const Json& one : told) {
                EXPECT_EQ(one["value"], one["moves"][0]["value"]) << board;
                for (const Json& move : one["moves"]) EXPECT_LE(move["value"].get<double>(), one["value"].get<double>()) << board;
            }
            if (std::string_view(board) == "Narvik") continue;
            EXPECT_EQ(told.back()["exact"], true) << board;
            const Json solved =
                fine({{"ask", "solve"}, {"game", "wargame"}, {"board", board}, {"moves", question["moves"]}, {"nodes", 50'000'000}});
            EXPECT_EQ(told.back()["value"].get<double>(), solved["value"].get<double>()) << board;
            for (const Json& move : told.back()["moves"]) EXPECT_EQ(move["exact"], true) << board;
        }
    }
}

TEST(Desk, ClonesNameThePiecesThatMakeThem) {
    const Json state = fine({{"ask", "state"}, {"game", "ataxx"}, {"board", "5x5"}, {"start", "xx3/5/5/5/4o x 0 1"}});
    int seen = 0;
    for (const Json& move : state["legal"]) {
        seen += move["move"] == "b4" && move["pieces"] == Json({0, 1});
        seen += move["move"] == "c4" && move["pieces"] == Json::array({1});
        seen += move["move"] == "a5a3" && move["pieces"] == Json::array({0});
    }
    EXPECT_EQ(seen, 3);
}

/// The solver and a textbook search to the end of the game agree.
TEST(Desk, SolvesExactly) {
    for (const char* board : {"random:1:3x3", "random:2:2x4", "random:3:3x3"}) {
        const Json solved = fine({{"ask", "solve"}, {"game", "wargame"}, {"board", board}});
        const Json searched = fine({{"ask", "choose"}, {"game", "wargame"}, {"board", board}, {"player", "alphabeta:9"}});
        EXPECT_EQ(solved["exact"], true);
        EXPECT_EQ(solved["value"], searched["value"]);
        const Json end = fine({{"ask", "state"}, {"game", "wargame"}, {"board", board}, {"moves", solved["line"]}});
        EXPECT_EQ(end["over"], true);
        EXPECT_EQ(end["scores"][0].get<int>() - end["scores"][1].get<int>(), solved["value"].get<int>());
    }
    const Json open = fine({{"ask", "solve"}, {"game", "wargame"}, {"board", "Smolensk"}, {"nodes", 1000}});
    EXPECT_EQ(open["exact"], false);
    EXPECT_LT(open["lower"].get<int>(), open["upper"].get<int>());
    EXPECT_NE(refused({{"ask", "solve"}, {"game", "ataxx"}}).find("raid family"), std::string::npos);
    EXPECT_NE(refused({{"ask", "solve"}, {"game", "stakeraid"}, {"board", "9x9"}}).find("64 squares"), std::string::npos);
}

/// The log of a trace is the traverse log of the course's assignment, letter by letter.
TEST(Desk, TracesAsTheCourseDoes) {
    for (const std::string algorithm : {"minimax", "alphabeta"}) {
        const std::string task = algorithm == "minimax" ? "2" : "3";
        const std::string input = task + "\nX\n2\n20 16 1 32 30\n20 12 2 11 8\n28 48 9 1 1\n20 12 10 6 2\n25 30 23 21 10\n" +
                                  "**XX*\n**XOX\n***O*\n*****\n*****\n";
        const auto parsed = parse_squirrels(input);
        ASSERT_TRUE(parsed) << parsed.error().message();
        std::string log;
        (void)answer_squirrels(*parsed, [&](const std::string& piece) { log += piece; });
        const Game game(parsed->spec);
        const Json answer = fine({{"ask", "trace"},
                                  {"game", "squirrels"},
                                  {"board", "20 16 1 32 30/20 12 2 11 8/28 48 9 1 1/20 12 10 6 2/25 30 23 21 10"},
                                  {"start", print_fen(game, parsed->position)},
                                  {"algorithm", algorithm},
                                  {"depth", 2},
                                  {"most", 100'000}});
        std::string lines(log_header(algorithm == "alphabeta"));
        for (const Json& line : answer["log"]) lines += line.get<std::string>() + "\n";
        EXPECT_EQ(lines, log);
        EXPECT_EQ(answer["truncated"], false);
        for (const char* column : {"kind", "ply", "value", "alpha", "beta", "name"}) {
            EXPECT_EQ(answer["events"][column].size(), answer["log"].size());
        }
        EXPECT_EQ(answer["events"]["name"][0], "root");
    }
}

TEST(Desk, CutsLongTraces) {
    const Json question{{"ask", "trace"}, {"game", "wargame"}, {"board", "3x3"}, {"algorithm", "minimax"}, {"depth", 3}, {"most", 10}};
    const Json answer = fine(question);
    EXPECT_EQ(answer["truncated"], true);
    EXPECT_EQ(answer["events"]["kind"].size(), 10U);
    EXPECT_EQ(answer["nodes"], 1 + 9 + 72 + 504);
    EXPECT_NE(refused(question, {.textbook_nodes = 1000}).find("more than 100 nodes"), std::string::npos);
}

TEST(Desk, CountsNodes) {
    const Json answer = fine({{"ask", "counts"}, {"game", "wargame"}, {"board", "Smolensk"}, {"depth", 3}});
    const auto nodes = [](Algorithm algorithm, MoveOrder order) {
        GameSpec spec = default_spec(Variant::kWargame);
        spec.values = find_board("Smolensk")->board().values;
        return textbook_search(spec, Game(spec).start(), {.algorithm = algorithm, .depth = 3, .order = order}).nodes;
    };
    EXPECT_EQ(answer["minimax"], 1 + 36 + 36 * 35 + 36 * 35 * 34);
    EXPECT_EQ(answer["alphabeta"], nodes(Algorithm::kAlphaBeta, MoveOrder::kPositional));
    EXPECT_EQ(answer["ordered"], nodes(Algorithm::kAlphaBeta, MoveOrder::kStatic));
    const Json cut = fine({{"ask", "counts"}, {"game", "wargame"}, {"depth", 9}}, {.textbook_nodes = 10'000});
    EXPECT_EQ(cut["minimax"], Json());
}

TEST(Desk, RecordsAreReadAgain) {
    const Json decided{{"outcome", "second"}, {"reason", "resignation"}};
    const Json notes{Json(), {{"value", -3.25}, {"depth", 4}, {"nodes", 77}, {"ms", 1.5}}};
    for (const char* format : {"json", "pgn"}) {
        for (const char* game : {"stakeraid", "ataxx"}) {
            const bool raid = std::string(game) == "stakeraid";
            Json question{{"ask", "record"}, {"game", game}, {"format", format}, {"date", "2026-11-15"}};
            question["board"] = raid ? "1 2 3/4 5 6/7 8 9" : "4x4";
            if (raid) question["raid"] = "mandatory";
            question["moves"] = raid ? Json({"a1", "b1"}) : Json({"b3", "b1"});
            question["players"] = {"A \"quoted\" name", "b"};
            question["notes"] = notes;
            question["decided"] = decided;
            const std::string text = fine(question)["text"];
            const Json read = fine({{"ask", "read"}, {"text", text}})["games"][0];
            EXPECT_EQ(read["game"], game);
            EXPECT_EQ(read["board"], question["board"]);
            EXPECT_EQ(read["moves"], question["moves"]);
            EXPECT_EQ(read["players"], question["players"]);
            EXPECT_EQ(read["notes"].size(), 2U);
            EXPECT_EQ(read["notes"][1]["depth"], 4);
            EXPECT_EQ(read["notes"][1]["value"], -3.25);
            EXPECT_EQ(read["decided"], decided);
            EXPECT_EQ(read["result"]["reason"], "resignation");
            EXPECT_EQ(read.value("raid", ""), raid ? "mandatory" : "");
        }
    }
}

TEST(Desk, ReadsFilesOfManyGames) {
    const auto text = [](const char* format, const char* move) {
        return fine({{"ask", "record"}, {"game", "squirrels"}, {"board", "5x5"}, {"moves", {move}}, {"format", format}})["text"]
            .get<std::string>();
    };
    const auto line = [&](const char* move) { return Json::parse(text("json", move)).dump() + "\n"; };
    for (const std::string& file : {text("pgn", "a1") + text("pgn", "b2"), line("a1") + "\n" + line("b2")}) {
        const Json games = fine({{"ask", "read"}, {"text", file}})["games"];
        ASSERT_EQ(games.size(), 2U);
        EXPECT_EQ(games[1]["moves"], Json::array({"b2"}));
    }
    EXPECT_EQ(fine({{"ask", "read"}, {"text", text("json", "c3")}})["games"].size(), 1U);
    std::string broken = line("b2");
    broken.replace(broken.find("b2"), 2, "z9");
    EXPECT_NE(refused({{"ask", "read"}, {"text", line("a1") + broken}}).find("2:"), std::string::npos);
    EXPECT_NE(refused({{"ask", "read"}, {"text", "hello"}}).find("this is no game"), std::string::npos);
    EXPECT_NE(refused({{"ask", "read"}, {"text", "1. a1 b2 *"}}).find("without tags"), std::string::npos);
}

/// A file holds the values of a board; its name comes back where it has one. A proved value stays a proved one.
TEST(Desk, KeepsTheNameOfABoardAndWhatIsProved) {
    const Json question{{"ask", "record"}, {"game", "wargame"}, {"board", "Smolensk"}, {"moves", {"c3"}}};
    for (const char* format : {"json", "pgn"}) {
        Json asked = question;
        asked["format"] = format;
        asked["notes"] = Json::array({{{"value", 12}, {"depth", 3}, {"exact", true}}});
        const Json read = fine({{"ask", "read"}, {"text", fine(asked)["text"]}})["games"][0];
        EXPECT_EQ(read["board"], "Smolensk");
        EXPECT_EQ(read["notes"][0]["exact"], true);
        EXPECT_EQ(read["notes"][0]["value"], 12);
    }
}

TEST(Desk, DrawsAndEdits) {
    const Json question{{"ask", "picture"}, {"game", "wargame"}, {"board", "Smolensk"}, {"moves", {"c3", "d4"}}, {"theme", "dark"}};
    Json first = question;
    first["ply"] = 1;
    const std::string svg = fine(question)["svg"];
    EXPECT_EQ(svg.substr(0, 4), "<svg");
    EXPECT_NE(svg, fine(first)["svg"].get<std::string>());
    EXPECT_EQ(fine({{"ask", "edit"}, {"game", "wargame"}, {"board", "2x3"}, {"squares", "..x.o."}, {"to_move", "second"}})["fen"],
              "2x/1o1 o 2");
    EXPECT_EQ(fine({{"ask", "edit"}, {"game", "ataxx"}, {"board", "2x2"}, {"squares", "x-.o"}})["fen"], "x-/1o x 0 1");
    EXPECT_NE(refused({{"ask", "edit"}, {"game", "wargame"}, {"board", "1x2"}, {"squares", "x-"}}).find("blocked"), std::string::npos);
    EXPECT_NE(refused({{"ask", "edit"}, {"game", "wargame"}, {"board", "1x2"}, {"squares", "x"}}).find("2 squares"), std::string::npos);
    EXPECT_NE(refused({{"ask", "edit"}, {"game", "wargame"}, {"board", "1x2"}, {"squares", "xq"}}).find("column 2"), std::string::npos);
}

struct Wrong {
    const char* question;
    const char* why;
};

TEST(Desk, RefusesWhatIsWrongInOneLine) {
    const Wrong wrongs[] = {
        {"", "not a JSON object"},
        {"[]", "not a JSON object"},
        {"{\"ask\": \"state\"", "not a JSON object"},
        {"{}", "\"ask\" is missing"},
        {"{\"ask\": 3}", "\"ask\" is not a text"},
        {"{\"ask\": \"weather\"}", "unknown question 'weather'"},
        {"{\"ask\": \"state\"}", "\"game\" is missing"},
        {"{\"ask\": \"state\", \"game\": \"chess\"}", "chess"},
        {"{\"ask\": \"state\", \"game\": \"wargame\", \"board\": 3}", "\"board\" is not a text"},
        {"{\"ask\": \"state\", \"game\": \"wargame\", \"board\": \"/etc/passwd\"}", "board"},
        {"{\"ask\": \"state\", \"game\": \"wargame\", \"board\": \"27x1\"}", "board"},
        {"{\"ask\": \"state\", \"game\": \"ataxx\", \"board\": \"Smolensk\"}", "no square values"},
        {"{\"ask\": \"state\", \"game\": \"ataxx\", \"board\": \"1x1\"}", "at least"},
        {"{\"ask\": \"state\", \"game\": \"wargame\", \"raid\": \"never\"}", "raid"},
        {"{\"ask\": \"state\", \"game\": \"wargame\", \"start\": \"6/6\"}", "start"},
        {"{\"ask\": \"state\", \"game\": \"wargame\", \"board\": \"Smolensk\", \"start\": \"5/5 x 0\"}",
         "Smolensk is 6x6, but 2x5 is asked for"},
        {"{\"ask\": \"state\", \"game\": \"wargame\", \"moves\": \"c3\"}", "\"moves\" is not a list"},
        {"{\"ask\": \"state\", \"game\": \"wargame\", \"moves\": [1]}", "not a text"},
        {"{\"ask\": \"state\", \"game\": \"wargame\", \"moves\": [\"c3\", \"c3\"]}", "move 2, 'c3': C3 is taken by Blue"},
        {"{\"ask\": \"analyse\", \"game\": \"wargame\", \"depth\": 0}", "\"depth\" is not a whole number from 1"},
        {"{\"ask\": \"analyse\", \"game\": \"wargame\", \"depth\": 1.5}", "\"depth\" is not a whole number"},
        {"{\"ask\": \"analyse\", \"game\": \"wargame\", \"depth\": 18446744073709551615}", "\"depth\" is not a whole number"},
        {"{\"ask\": \"choose\", \"game\": \"wargame\"}", "\"player\" is missing"},
        {"{\"ask\": \"choose\", \"game\": \"wargame\", \"player\": \"engine:hash=4096\"}", "64 MB"},
        {"{\"ask\": \"choose\", \"game\": \"wargame\", \"player\": \"engine:threads=8\"}", "one thread"},
        {"{\"ask\": \"choose\", \"game\": \"ataxx\", \"player\": \"engine:net=/etc/passwd\"}", "no files can be read here"},
        {"{\"ask\": \"choose\", \"game\": \"wargame\", \"player\": \"human\"}", "unknown player"},
        {"{\"ask\": \"trace\", \"game\": \"wargame\", \"algorithm\": \"magic\"}", "expected alphabeta or minimax"},
        {"{\"ask\": \"trace\", \"game\": \"wargame\", \"ordered\": 1}", "\"ordered\" is not true or false"},
        {"{\"ask\": \"trace\", \"game\": \"wargame\", \"most\": 1000000000}", "\"most\" is not"},
        {"{\"ask\": \"record\", \"game\": \"wargame\", \"format\": \"xml\"}", "expected json or pgn"},
        {"{\"ask\": \"record\", \"game\": \"wargame\", \"notes\": [null]}", "one entry per move"},
        {"{\"ask\": \"record\", \"game\": \"wargame\", \"moves\": [\"c3\"], \"notes\": [{\"ms\": \"x\"}]}", "entry 1: \"ms\""},
        {"{\"ask\": \"record\", \"game\": \"wargame\", \"decided\": {\"outcome\": \"first\", \"reason\": \"luck\"}}", "'luck'"},
        {"{\"ask\": \"record\", \"game\": \"wargame\", \"decided\": {\"reason\": \"time\"}}", "\"outcome\" is missing"},
        {"{\"ask\": \"read\", \"text\": \"hello\"}", ""},
        {"{\"ask\": \"read\", \"text\": \"{}\"}", "foray"},
        {"{\"ask\": \"picture\", \"game\": \"wargame\", \"ply\": 1}", "\"ply\" is not a whole number from 0 to 0"},
        {"{\"ask\": \"picture\", \"game\": \"wargame\", \"theme\": \"pink\"}", "expected light or dark"},
        {"{\"ask\": \"edit\", \"game\": \"wargame\"}", "\"squares\" is missing"},
    };
    for (const Wrong& wrong : wrongs) {
        const Json answer = Json::parse(questions::answer(wrong.question));
        EXPECT_EQ(answer["ok"], false) << wrong.question;
        const std::string error = answer.value("error", "");
        EXPECT_NE(error.find(wrong.why), std::string::npos) << wrong.question << "\n" << error;
        EXPECT_EQ(error.find('\n'), std::string::npos);
        EXPECT_FALSE(error.empty());
    }
}

TEST(Desk, BoundsHostileQuestions) {
    EXPECT_NE(questions::answer(std::string(2'000'000, ' ')).find("megabyte"), std::string::npos);
    EXPECT_NE(questions::answer(std::string(500'000, '[')).find("nested too deeply"), std::string::npos);
    const std::string deep = "{\"ask\":" + std::string(400'000, '[') + std::string(400'000, ']') + "}";
    EXPECT_NE(questions::answer(deep).find("nested too deeply"), std::string::npos);
    Json many{{"ask", "state"}, {"game", "ataxx"}, {"moves", std::vector<std::string>(20'000, "a1")}};
    EXPECT_NE(refused(many).find("at most 10000"), std::string::npos);
    const questions::Ceilings small{.textbook_nodes = 5'000, .engine_nodes = 5'000, .solver_nodes = 5'000, .ms = 1000};
    EXPECT_NE(refused({{"ask", "choose"}, {"game", "wargame"}, {"player", "minimax:9"}}, small).find("5000 nodes"), std::string::npos);
    EXPECT_NE(refused({{"ask", "choose"}, {"game", "reloaded"}, {"player", "report-ab:9"}}, small).find("5000 nodes"), std::string::npos);
    EXPECT_LE(fine({{"ask", "choose"}, {"game", "wargame"}, {"player", "engine:ms=86400000"}}, small)["nodes"].get<int>(), 6'000);
    // Bytes that are no UTF-8, in a name: JSON allows none.
    EXPECT_NE(questions::answer("{\"ask\": \"\xff\xfe\"}").find("not a JSON object"), std::string::npos);
}

TEST(Desk, SaysWhichPlayersCanPlayABoard) {
    const Json answer = fine({{"ask", "players"},
                              {"game", "wargame"},
                              {"board", "Smolensk"},
                              {"players", {"mirror", "evil:1", "minimax:2", "engine:threads=2"}}});
    EXPECT_NE(answer["players"][0]["problem"].get<std::string>().find("symmetric"), std::string::npos);
    EXPECT_NE(answer["players"][1]["problem"].get<std::string>().find("unknown player"), std::string::npos);
    EXPECT_EQ(answer["players"][2], Json({{"player", "minimax:2"}, {"problem", nullptr}}));
    EXPECT_NE(answer["players"][3]["problem"], Json());
    EXPECT_EQ(fine({{"ask", "players"}, {"game", "wargame"}, {"board", "Keren"}, {"players", {"mirror"}}})["players"][0]["problem"],
              Json());
}

TEST(Desk, KeepsTheEventOfAGame) {
    const Json game{{"ask", "record"}, {"game", "ataxx"},       {"moves", {"g2"}},
                    {"format", "pgn"}, {"event", "Club night"}, {"players", {"Ann", "Bo"}}};
    const std::string text = fine(game)["text"];
    EXPECT_NE(text.find("[Event \"Club night\"]"), std::string::npos) << text;
    EXPECT_EQ(text.find("About_Event"), std::string::npos) << text;
    EXPECT_EQ(fine({{"ask", "read"}, {"text", text}})["games"][0]["event"], "Club night");
    Json plain = game;
    plain.erase("event");
    EXPECT_EQ(fine({{"ask", "read"}, {"text", fine(plain)["text"]}})["games"][0]["event"], "");
}

}  // namespace
}  // namespace foray
