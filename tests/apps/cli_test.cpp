// The command through its real binary: what a person types, what comes back, and how it ends.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "foray/board/instructions.h"
#include "foray/board/version.h"
#include "support/cli.h"
#include "support/oracles.h"
#include "support/paths.h"
#include "support/process.h"

namespace foray {
namespace {

using test::Arguments;
using test::file_with;
using test::output;
using test::refusal;
using test::run_foray;
using test::RunResult;

/// The commands that `foray --help` lists.
std::multiset<std::string> command_names() {
    const std::string help = output({"--help"});
    std::istringstream lines(help.substr(help.find("Start here:"), help.find("Examples:") - help.find("Start here:")));
    std::multiset<std::string> names;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("  ") && line[2] != ' ') names.insert(line.substr(2, line.find(' ', 2) - 2));
    }
    return names;
}

TEST(Cli, VersionHelpAndLists) {
    const std::string version = output({"--version"});
    EXPECT_EQ(version.substr(0, version.find('\n')), program_name());
    for (const std::string& line : {std::string("\ncompiler "), "\ninstructions " + std::string(instructions_in_use()) + "\n",
                                    std::string("\nnetworks ataxx (256 units), reloaded (64 units), raids (16 units)\n")}) {
        EXPECT_NE(version.find(line), std::string::npos) << version;
    }
    EXPECT_NE(output({"--help"}).find("Examples:"), std::string::npos);
    for (const char* command : {"games", "boards", "show", "moves", "perft", "play", "best", "trace", "contest", "squirrels", "stakeraid",
                                "report", "bench", "duel"}) {
        EXPECT_NE(output({command, "--help"}).find("Examples:"), std::string::npos) << command;
    }
    const std::string games = output({"games"});
    for (const char* key : {"wargame", "squirrels", "stakeraid", "reloaded", "ataxx"}) EXPECT_NE(games.find(key), std::string::npos);
    const RunResult asked = test::run_foray({"questions"}, "{\"ask\": \"games\"}\n");
    for (const char* list : {"games", "boards"}) {  // programs and the page are told the same
        std::string same = output({list, "--json"});
        same.pop_back();
        EXPECT_NE(asked.out.find("\"" + std::string(list) + "\":" + same), std::string::npos) << list;
    }
    const std::string boards = output({"boards"});
    for (const char* name :
         {"Keren", "Narvik", "Sevastopol", "Smolensk", "Westerplatte", "Kalamazoo", "Peoria", "Piqua", "Punxsutawney", "Wallawalla"}) {
        EXPECT_NE(boards.find(name), std::string::npos);
    }
}

TEST(Cli, HelpOfEveryCommandAndErrorsThatPointToIt) {
    EXPECT_EQ(output({"help"}), output({"--help"}));
    EXPECT_EQ(output({"help", "show"}), output({"show", "--help"}));
    EXPECT_EQ(output({"help", "tournament", "run"}), output({"tournament", "run", "--help"}));
    EXPECT_EQ(refusal({"help", "dance"}), "foray: unknown command 'dance' (see foray help)\n");
    EXPECT_NE(refusal({"show", "--nonsense"}).find("(see foray show --help)"), std::string::npos);
    EXPECT_NE(refusal({"tournament", "run", "--nonsense"}).find("(see foray tournament run --help)"), std::string::npos);
}

TEST(Cli, WrongUseIsSaidInOwnWords) {
    struct Case {
        Arguments arguments;
        const char* said;
    };
    const Case cases[] = {
        {{"show", "--bord", "X"}, "--bord is no option of foray show; did you mean --board? (see foray show --help)"},
        {{"show", "--zzzzzz=3"}, "--zzzzzz is no option of foray show (see foray show --help)"},
        {{"show", "--board"}, "--board needs a value (see foray show --help)"},
        {{"show", "--board", "A", "--board", "B"}, "--board was given 2 times, and can be given once (see foray show --help)"},
        {{"show", "extra"}, "foray show does not expect the word 'extra' (see foray show --help)"},
        {{"show", "--position", "a", "--record", "b"}, "--position and --record cannot be given together (see foray show --help)"},
        {{"duel", "a"}, "the argument B is missing (see foray duel --help)"},
        {{"perft", "--depth"}, "--depth needs a value (see foray perft --help)"},
        {{"perft", "--depth", "many"}, "--depth: 'many' is no number from 0 to 99 (see foray perft --help)"},
        {{"pla"}, "unknown command 'pla'; did you mean play? (see foray --help)"},
        {{"help", "plya"}, "unknown command 'plya'; did you mean play? (see foray help)"},
        {{"tournament", "rn", "x"}, "unknown command 'rn'; did you mean run? (see foray tournament --help)"},
        {{"--nonsense"}, "--nonsense is no option of foray (see foray --help)"},
    };
    for (const Case& one : cases) EXPECT_EQ(refusal(one.arguments), std::string("foray: ") + one.said + "\n");
    // Whatever else there is, CLI11's words for its machinery are not ours.
    const Arguments wrong[] = {
        {"trace", "--algorithm", "x", "--depth", "2"}, {"bench", "foo"}, {"tournament"}, {"render"}, {"best", "--agent"}};
    for (const Arguments& arguments : wrong) {
        const std::string said = refusal(arguments);
        for (const char* raw : {"subcommand", "required", "not in {", "TEXT", "INT", "expected:"}) {
            EXPECT_EQ(said.find(raw), std::string::npos) << said;
        }
    }
}

TEST(Cli, TheListOfCommandsIsGroupedAndWhole) {
    const std::string help = output({"--help"});
    EXPECT_LT(help.find("Start here:"), help.find("\n  play "));
    EXPECT_LT(help.find("\n  play "), help.find("\n  games "));
    EXPECT_EQ(help.find("Other:"), std::string::npos) << "every command has its group";
    const std::multiset<std::string> commands = command_names();
    for (const std::string& command : commands) {
        EXPECT_EQ(commands.count(command), 1U) << command;
        EXPECT_NE(output({command, "--help"}).find("Usage: foray " + command), std::string::npos) << command;
    }
    EXPECT_GE(commands.size(), 36U);
}

TEST(Cli, ShowDrawsScoresTurnAndPosition) {
    const std::string text = output({"show", "--board", "Smolensk", "--moves", "d4 c3"});
    EXPECT_NE(text.find("War Game, 6x6, raid=mandatory"), std::string::npos);
    EXPECT_NE(text.find("[o39]"), std::string::npos);
    EXPECT_NE(text.find("Blue (x) 3, Green (o) 39: Green +36\nBlue (x) to move\nposition 6/6/2o3/3x2/6/6 x 2\n"), std::string::npos);
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(Cli, ShowJson) {
    EXPECT_EQ(output({"show", "--game", "ataxx", "--size", "2", "--json"}),
              "{\"game\":\"ataxx\",\"rows\":2,\"cols\":2,\"values\":[1,1,1,1],\"names\":[\"a2\",\"b2\",\"a1\",\"b1\"],"
              "\"start\":\"xo/ox x 0 1\",\"moves\":[],\"fen\":\"xo/ox x 0 1\",\"squares\":\"xoox\",\"to_move\":\"first\",\"scores\":[2,2],"
              "\"last\":null,\"over\":true,\"outcome\":\"draw\",\"reason\":\"board full\",\"settled\":[],"
              "\"players\":[\"Black\",\"White\"]}\n");
    EXPECT_NE(output({"show", "--board", "3 1/4 15", "--json"}).find("\"values\":[3,1,4,15]"), std::string::npos);
}

TEST(Cli, ColourOnlyOnATerminalAndNotAgainstNoColor) {
    const Arguments show = {"show", "--position", "x5/6/6/6/6/6 o"};
    EXPECT_NE(test::run_in_terminal(test::kForay, show, {"NO_COLOR=", "TERM=xterm"}).out.find("\x1b["), std::string::npos);
    EXPECT_EQ(test::run_in_terminal(test::kForay, show, {"NO_COLOR=1", "TERM=xterm"}).out.find("\x1b["), std::string::npos);
    EXPECT_EQ(output(show).find("\x1b["), std::string::npos);
}

TEST(Cli, MovesTellWhatTheyCapture) {
    EXPECT_EQ(output({"moves", "--game", "stakeraid", "--size", "2", "--position", "xo/2 x"}), "a2     Stake\nb2     Stake\na2*    Raid\n");
    EXPECT_EQ(output({"moves", "--board", "Keren", "--size", "6", "--position", "xo4/6/6/6/6/6 o"}).substr(0, 22),
              "c1     M1 Death Blitz\n");
    EXPECT_NE(output({"moves", "--game", "wargame", "--position", "x2/1o1/3 x"}).find("b1     M1 Death Blitz, captures b2 worth 1\n"),
              std::string::npos);
    EXPECT_EQ(output({"moves", "--game", "ataxx", "--size", "2", "--position", "-o/x1 x", "--json"}),
              "[{\"move\":\"b1\",\"kind\":\"clone\",\"from\":-1,\"to\":3,\"captures\":[1],\"pieces\":[2],\"name\":\"Clone\",\"capture_"
              "names\":[\"b2\"],"
              "\"gain\":1}]\n");
    EXPECT_EQ(output({"moves", "--position", "x/o o"}), "");
}

TEST(Cli, Perft) {
    EXPECT_NE(output({"perft", "--game", "ataxx", "--depth", "6"}).find("depth 6: 141,865,520 nodes in "), std::string::npos);
    EXPECT_EQ(output({"perft", "--game", "reloaded", "--size", "5", "--depth", "5", "--json"}).find("{\"nodes\":1051748,\"ms\":"), 0U);
    const std::string divided = output({"perft", "--size", "2x1", "--depth", "2", "--divide"});
    EXPECT_EQ(divided.substr(0, 18), "a1     1\na2     1\n");
}

TEST(Cli, BoardsFromFilesAndSeeds) {
    const std::string file = file_with("1\t2\r\n3\t4", "board.txt");
    EXPECT_NE(output({"show", "--board", file, "--moves", "b2"}).find("Blue (x) 4, Green (o) 0"), std::string::npos);
    const std::string seeded = output({"show", "--board", "random:5:3x4"});
    EXPECT_EQ(seeded, output({"show", "--board", "random:5", "--size", "3x4"}));
    EXPECT_NE(seeded, output({"show", "--board", "random:6:3x4"}));
}

TEST(Cli, BadInputIsRefusedInOneLine) {
    const std::string empty = file_with("", "empty.txt");
    const std::string ragged = file_with("1 2 3\n4 5\n", "ragged.txt");
    const std::string zero = file_with("1 2\n0 3\n", "zero.txt");
    const std::string hundred = file_with("1 100\n2 3\n", "hundred.txt");
    std::string line;
    for (int i = 0; i < 27; ++i) line += "7 ";
    const std::string wide = file_with(line + "\n", "wide.txt");
    EXPECT_EQ(refusal({"show", "--board", empty}), "foray: " + empty + ":1:1: the board is empty\n");
    EXPECT_EQ(refusal({"show", "--board", ragged}), "foray: " + ragged + ":2:4: this row has 2 values, the first one 3\n");
    EXPECT_EQ(refusal({"show", "--board", zero}), "foray: " + zero + ":2:1: expected a value from 1 to 99, found '0'\n");
    EXPECT_EQ(refusal({"show", "--board", hundred}), "foray: " + hundred + ":1:3: expected a value from 1 to 99, found '100'\n");
    EXPECT_EQ(refusal({"show", "--board", wide}), "foray: " + wide + ":1:53: more than 26 columns\n");
    EXPECT_EQ(refusal({"show", "--board", "/nowhere/at/all"}), "foray: /nowhere/at/all: No such file or directory\n");
    EXPECT_EQ(refusal({"show", "--board", "/"}), "foray: /: is a directory\n");
    EXPECT_EQ(refusal({"show", "--game", "ataxx", "--position", "x5o/8/7/7/7/7/o5x x 0 1"}),
              "foray: --position, column 6: row 2 has 8 squares, row 1 has 7\n");
    EXPECT_EQ(refusal({"show", "--board", "Smolensk", "--position", "7/7/7/7/7/7/7 x"}),
              "foray: --board: Smolensk is 6x6, but 7x7 is asked for\n");
    EXPECT_EQ(refusal({"show", "--game", "chess"}),
              "foray: --game: unknown game 'chess'; the games are wargame, squirrels, stakeraid, reloaded, ataxx\n");
    EXPECT_EQ(refusal({"show", "--moves", "c3 c3"}), "foray: --moves, column 4: move 2, 'c3': C3 is taken by Blue\n");
    EXPECT_EQ(refusal({"show", "--size", "27"}), "foray: --size: size '27' is not of the form 6 or 6x7, with 1 to 26 rows and columns\n");
    EXPECT_EQ(refusal({"show", "--size", "5", "--position", "3/3/3 x"}), "foray: --size: 5x5 does not fit the position, which is 3x3\n");
    EXPECT_EQ(refusal({"show", "--game", "reloaded", "--board", "Keren"}), "foray: --board: Ataxx Reloaded has no square values\n");
    EXPECT_EQ(refusal({"show", "--game", "ataxx", "--rule", "raid=optional"}),
              "foray: --rule: rule 'raid=optional' has no meaning in Ataxx\n");
    EXPECT_EQ(refusal({"show", "--game", "stakeraid", "--size", "3x4"}), "foray: --size: Stake & Raid has a square board, not 3x4\n");
    EXPECT_EQ(refusal({}), "foray: foray needs a command (foray help lists them)\n");
    EXPECT_EQ(refusal({"dance"}), "foray: unknown command 'dance' (see foray --help)\n");
    EXPECT_EQ(refusal({"perft"}), "foray: --depth must be given (see foray perft --help)\n");
    EXPECT_NE(refusal({"perft", "--depth", "-1"}).find("--depth"), std::string::npos);
    EXPECT_NE(refusal({"perft", "--depth", "many"}).find("--depth"), std::string::npos);
}

TEST(Cli, PlayIsADialogue) {
    const std::string text = output({"play", "--size", "2", "--game", "wargame"}, "c3\na1\nA1\nb1\nundo\nb2\nmoves\na2\nb1\na1\nquit\n");
    EXPECT_NE(text.find("Blue> C3 is not on this 2x2 board\n"), std::string::npos);
    EXPECT_NE(text.find("Green> A1 is taken by Blue\n"), std::string::npos);
    EXPECT_NE(text.find("b1 a2\n"), std::string::npos);
    EXPECT_NE(text.find("Blue (x) 3, Green (o) 1: Blue +2\nBlue (x) wins (board full)\n"), std::string::npos) << text;
    EXPECT_NE(text.find("the game is over> the game is over: no move can follow\n"), std::string::npos);
}

TEST(Cli, PlayUnderstandsTheWordsOfTheGame) {
    const std::string text = output({"play", "--size", "3"}, "raid b2\nCommando Para Drop [B,2]\nblitz b1\ndrop b1\nraid a2\nquit\n");
    EXPECT_NE(text.find("Blue> B2 cannot be raided: no piece of Blue is next to it\n"), std::string::npos) << text;
    EXPECT_NE(text.find("Blue played b2 (Commando Para Drop)\n"), std::string::npos) << text;
    EXPECT_NE(text.find("Green> B1 cannot be raided: no piece of Green is next to it\n"), std::string::npos) << text;
    EXPECT_NE(text.find("Blue played a2 (M1 Death Blitz)\n"), std::string::npos) << text;
    const std::string jumped = output({"play", "--game", "ataxx"}, "jump a1 c3\nquit\n");
    EXPECT_NE(jumped.find("Black> A1 holds no piece of Black\n"), std::string::npos) << jumped;
}

TEST(Cli, PlayEndsWithItsInput) {
    EXPECT_NE(output({"play"}, "").find("Blue> \n"), std::string::npos);
    EXPECT_NE(output({"play"}, "help\r\nwhat is this\nundo\nsave\nboard\n").find("there is no move to take back"), std::string::npos);
}

TEST(Cli, PlaySavesShowsAndResumes) {
    const std::string folder = test::scratch_folder();
    const std::string file = folder + "/game.json";
    const std::string text = output({"play", "--game", "stakeraid", "--size", "3", "--moves", "b2"}, "a2\nb1*\nsave " + file + "\nquit\n");
    EXPECT_NE(text.find("saved to " + file), std::string::npos);
    EXPECT_NE(output({"show", "--record", file}).find("position 1x1/ox1/3 o 3"), std::string::npos) << text;
    EXPECT_NE(output({"play", "--resume", file}, "a1*\nundo\nundo\nquit\n").find("X 1, O 3: O +2\nX to move"), std::string::npos);
    EXPECT_NE(output({"play"}, "save /nowhere/at/all\nquit\n").find("not saved: /nowhere/at/all: No such file or directory"),
              std::string::npos);
    std::ofstream(file, std::ios::app) << "x";
    EXPECT_EQ(refusal({"show", "--record", file}).find("foray: " + file + ":2:1: game 2: not valid JSON"), 0U);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator()), 1);  // no left-overs
}

TEST(Cli, PlayAgainstComputers) {
    const std::string folder = test::scratch_folder();
    const std::string text =
        output({"play", "--size", "3", "--against", "greedy"}, "hint\nb2\nundo\na1\nresign\nb3\nsave " + folder + "/g.pgn\nquit\n");
    EXPECT_NE(text.find("Blue> engine:nodes=200000 would play "), std::string::npos) << text;
    EXPECT_NE(text.find("Green played a1 (Commando Para Drop), value +0 for Green (1 ply, 9 nodes"), std::string::npos) << text;
    EXPECT_NE(text.find("The game is over: Green wins by resignation"), std::string::npos);
    EXPECT_NE(text.find("the game is over: no move can follow"), std::string::npos);
    EXPECT_NE(output({"show", "--record", folder + "/g.pgn"}).find("War Game, 3x3"), std::string::npos);
    // A resumed game goes on; undo takes back the computer's answer too.
    EXPECT_NE(output({"play", "--resume", folder + "/g.pgn", "--against", "greedy"}, "undo\nundo\n").find("there is no move to take back"),
              std::string::npos);
}

TEST(Cli, ComputersPlayToTheEndAndTheGameIsSaved) {
    const std::string file = test::scratch_folder() + "/game.json";
    const std::string text = output({"play", "--game", "ataxx", "--size", "4", "--first", "greedy", "--second", "random", "--save", file});
    EXPECT_NE(text.find("wins ("), std::string::npos) << text;
    EXPECT_EQ(text.find("\x1b"), std::string::npos);
    EXPECT_NE(test::read_all(file).find("\"players\":[\"greedy\",\"random\"]"), std::string::npos);
    const RunResult shown = test::run_in_terminal(
        test::kForay, {"play", "--size", "2", "--first", "greedy", "--second", "greedy", "--delay", "0"}, {"TERM=xterm"});
    EXPECT_NE(shown.out.find("\x1b[H\x1b[2J"), std::string::npos);  // redrawn in place
    EXPECT_EQ(refusal({"play", "--against", "hal"}).find("foray: --second: unknown player 'hal'"), 0U);
}

TEST(Cli, Duel) {
    const std::string file = test::scratch_folder() + "/games.pgn";
    const Arguments duel = {"duel", "alphabeta:2", "random", "--games", "9", "--size", "4", "--seed", "3", "--records", file, "--json"};
    const std::string json = output(duel);
    for (const std::string& key :
         std::vector<std::string>{"\"wins\":", "\"draws\":", "\"losses\":", "\"elo\":", "\"elo_error\":",
                                  "\"program\":\"foray " + std::string(foray::version()) + "\"", "\"players\":[\"alphabeta:2\",\"random\"]",
                                  "\"game\":\"wargame\"", "\"raid\":\"mandatory\"", "\"seed\":3", "\"limits\":{}", "\"games\":[{\"pair\":"})
        EXPECT_NE(json.find(key), std::string::npos);
    const std::string pgn = test::read_all(file);
    std::size_t games = 0;
    for (std::size_t at = pgn.find("[Event "); at != std::string::npos; at = pgn.find("[Event ", at + 1)) ++games;
    EXPECT_EQ(games, 10U);  // whole pairs
    EXPECT_NE(pgn.find("[About_seed \"3\"]"), std::string::npos);
    const std::string table = test::scratch_folder() + "/games.csv";
    for (int i = 0; i < 2; ++i) output({"duel", "greedy", "random", "--games", "2", "--board", "1 2/3 4", "--records", table});
    const std::string rows = test::read_all(table);
    EXPECT_EQ(rows.find("pair,game,variant,rule,"), 0U);
    EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), 5);  // one header, four games
    EXPECT_NE(rows.find("\n1,2,wargame,raid=mandatory,2,2,1 2/3 4,random:seed=1,greedy,"), std::string::npos) << rows;
    Arguments one_thread = duel;
    one_thread.insert(one_thread.end(), {"--threads", "1"});
    EXPECT_EQ(output(one_thread).substr(0, 60), json.substr(0, 60));  // the same games on any number of threads
    EXPECT_NE(output({"duel", "greedy", "random", "--games", "4", "--size", "3"}).find("4 games in pairs: "), std::string::npos);
    const std::string tested =
        output({"duel", "alphabeta:2", "random", "--games", "2000", "--size", "4", "--opening-plies", "1-3", "--sprt", "0,50"});
    EXPECT_NE(tested.find("SPRT +0 against +50 Elo: LLR +"), std::string::npos) << tested;
    EXPECT_NE(tested.find("accepted"), std::string::npos) << tested;
    EXPECT_EQ(tested.find("2000 games"), std::string::npos) << "the test ends the match early\n" << tested;
    EXPECT_EQ(refusal({"duel", "greedy", "random", "--sprt", "10,0"}),
              "foray: --sprt: expected two differences in Elo, the smaller first, such as 0,10; found '10,0'\n");
    EXPECT_EQ(refusal({"duel", "greedy", "random", "--opening-plies", "4-2"}),
              "foray: --opening-plies: expected a number up to 100 or a range such as 2-4, found '4-2'\n");
    EXPECT_EQ(refusal({"duel", "greedy", "hal"}).find("foray: B: unknown player 'hal'"), 0U);
    EXPECT_EQ(refusal({"duel", "greedy", "greedy", "--position", "xo x"}), "foray: --position: the game is over\n");
}

// Two games that are played again and again say no more than two games.
TEST(Cli, RepeatedGamesOfADuelAreToldAndNotCounted) {
    const Arguments duel = {"duel", "random", "random:seed=2", "--game", "ataxx", "--games", "200", "--opening-plies", "0"};
    const std::string told = output(duel);
    EXPECT_NE(told.find("198 of the 200 games repeat earlier ones (same opening, same moves)"), std::string::npos) << told;
    EXPECT_NE(told.find(" by the 1 pairs of new games alone"), std::string::npos) << told;
    EXPECT_EQ(told.find("LOS 100"), std::string::npos) << told;
    Arguments usual = duel;
    usual.resize(7);  // with openings as they are by default
    EXPECT_EQ(output(usual).find("repeat"), std::string::npos);
}

TEST(Cli, OneOfManyGamesIsChosen) {
    const std::string folder = test::scratch_folder();
    for (const std::string name : {"/games.jsonl", "/games.pgn"}) {
        const std::string file = folder + name;
        output({"duel", "greedy", "random", "--games", "4", "--size", "3", "--opening-plies", "0", "--records", file});
        output({"duel", "greedy", "minimax:2", "--games", "2", "--size", "3", "--records", file});  // goes on where the file ended
        const std::string several = "foray: " + file + ": the file holds 6 games: choose one with --game-number N\n";
        EXPECT_EQ(refusal({"show", "--record", file}), several);
        EXPECT_EQ(refusal({"play", "--resume", file}), several);
        EXPECT_EQ(refusal({"render", file, "-o", folder + "/x.svg"}), several);
        EXPECT_EQ(refusal({"show", "--record", file, "--game-number", "7"}),
                  "foray: " + file + ": there is no game 7: the file holds 6 games\n");
        EXPECT_NE(output({"show", "--record", file, "--game-number", "6"}).find("War Game, 3x3"), std::string::npos);
        EXPECT_NE(output({"play", "--resume", file, "--game-number", "2"}, "undo\nquit\n").find("to move"), std::string::npos);
        EXPECT_EQ(output({"render", file, "--game-number", "5", "-o", folder + "/x.svg"}), "");
        EXPECT_TRUE(std::filesystem::exists(folder + "/x.svg"));
        EXPECT_NE(refusal({"show", "--game-number", "1"}).find("--game-number"), std::string::npos);
    }
}

/// A shell's words: an endless match that gets a signal once the first games are on the disk.
std::string duel_until(const std::string& file, const std::string& signal) {
    return "(while [ ! -s " + file + " ]; do sleep 0.05; done; kill -" + signal + " $$) & exec " + test::kForay +
           " duel alphabeta:2 random --games 1000000 --size 4 --records " + file;
}

TEST(Cli, AnInterruptedDuelKeepsItsGames) {
    for (const char* signal : {"INT", "TERM", "HUP"}) {
        const std::string file = test::scratch_folder() + "/games.jsonl";
        const RunResult ended = test::run_program("/bin/sh", {"-c", duel_until(file, signal)});
        EXPECT_EQ(ended.exit_code, 1) << signal;
        EXPECT_EQ(ended.err.find("foray: interrupted after "), 0U) << ended.err;
        EXPECT_NE(ended.out.find(" games in pairs: "), std::string::npos) << ended.out;
        const std::string games = test::read_all(file);
        const auto lines = std::count(games.begin(), games.end(), '\n');
        EXPECT_GT(lines, 0);
        EXPECT_EQ(lines % 2, 0);
        EXPECT_NE(ended.out.find(std::to_string(lines) + " games in pairs"), std::string::npos);  // as many as are told
        output({"show", "--record", file, "--game-number", std::to_string(lines)});
    }
}

TEST(Cli, AKilledDuelKeepsItsGames) {
    const std::string file = test::scratch_folder() + "/games.jsonl";
    test::run_program("/bin/sh", {"-c", duel_until(file, "KILL")});
    EXPECT_NE(output({"show", "--record", file, "--game-number", "1"}).find("War Game, 4x4"), std::string::npos);
}

TEST(Cli, DuelsByTheClock) {
    const std::string file = test::scratch_folder() + "/games.jsonl";
    output({"duel", "engine", "greedy", "--games", "2", "--size", "5", "--tc", "20+0.1", "--records", file});
    EXPECT_EQ(test::read_all(file).find("\"time\""), std::string::npos);
    // Nobody plays a whole game, six plies deep, in a millisecond.
    output({"duel", "alphabeta:6", "greedy", "--games", "2", "--size", "6", "--tc", "0.001", "--margin", "0", "--records", file});
    EXPECT_NE(test::read_all(file).find("\"reason\":\"time\""), std::string::npos);
    EXPECT_EQ(refusal({"duel", "greedy", "greedy", "--tc", "nan"}),
              "foray: --tc: expected seconds such as 10+0.1 or 40/60+0.5, found 'nan'\n");
    const std::string text = output({"duel", "greedy", "random", "--games", "2", "--size", "6", "--max-plies", "9", "--records", file});
    EXPECT_NE(test::read_all(file).find("\"reason\":\"adjudication\""), std::string::npos);
}

TEST(Cli, NumbersAreWhatTheySay) {
    EXPECT_EQ(refusal({"duel", "greedy", "greedy", "--seed", "-1"}),
              "foray: --seed: '-1' is not a whole number from 0 to 2^64 - 1 (see foray duel --help)\n");
    EXPECT_NE(refusal({"duel", "greedy", "greedy", "--seed", "18446744073709551616"}).find("2^64 - 1"), std::string::npos);
    for (const char* wrong : {"nan", "-1", "18446744073709551616", "1e3"}) {
        const std::string file = test::scratch_folder() + "/x";
        for (const char* option : {"--seed", "--games", "--positions", "--report", "--balance", "--decided"}) {
            EXPECT_NE(refusal({"selfplay", file, "--size", "3", option, wrong}).find(option), std::string::npos) << wrong;
        }
        EXPECT_NE(refusal({"grade", "stakeraid", "--program", "true", "--seed", wrong}).find("--seed"), std::string::npos) << wrong;
        EXPECT_NE(refusal({"cases", "stakeraid", "--out", file, "--seed", wrong}).find("--seed"), std::string::npos) << wrong;
        EXPECT_FALSE(std::filesystem::exists(file));
    }
    for (const char* wrong : {"nan", "inf", "-1", "0", "1e10", "1e999", "5x", ""}) {
        EXPECT_NE(refusal({"analyse", "--size", "3", "--ms", wrong}).find("--ms"), std::string::npos) << wrong;
        EXPECT_NE(refusal({"solve", "--size", "2", "--time", wrong}).find("--time"), std::string::npos) << wrong;
    }
    for (const char* wrong : {"nan", "-1", "0", "18446744073709551616", "1e3"}) {
        EXPECT_NE(refusal({"analyse", "--size", "3", "--nodes", wrong}).find("--nodes"), std::string::npos) << wrong;
    }
    output({"duel", "greedy", "greedy", "--games", "2", "--size", "2", "--seed", "18446744073709551615"});
    output({"analyse", "--size", "2", "--nodes", "18446744073709551615", "--ms", "4e9"});
}

/// Whatever option takes a number, of whatever command: CLI11 by itself takes `nan` for one that is within every range.
TEST(Cli, EveryNumberIsChecked) {
    int options = 0;
    for (const std::string& name : command_names()) {
        if (name == "help" || name == "tournament") continue;  // its settings are checked as a whole
        std::istringstream help(output({name, "--help"}));
        for (std::string row; std::getline(help, row);) {
            std::istringstream words(row);
            std::string option;
            std::string type;
            words >> option >> type;
            if (!option.starts_with("--") || (type.find("INT") != 0 && type.find("UINT") != 0 && type.find("FLOAT") != 0)) continue;
            option = option.substr(0, option.find(','));  // the first of its names
            ++options;
            Arguments arguments{name};
            if (name == "grade") arguments.insert(arguments.end(), {"stakeraid", "--program", "true"});  // asks for these first
            arguments.push_back(option + "=nan");
            EXPECT_NE(refusal(arguments).find(option), std::string::npos) << name << " " << option;
            if (option != "--seed") continue;
            for (const char* wrong : {"=-1", "=18446744073709551616"}) {
                arguments.back() = option + wrong;
                EXPECT_NE(refusal(arguments).find(option), std::string::npos) << name << " " << option << wrong;
            }
        }
    }
    EXPECT_GT(options, 60);
    for (const char* wrong : {"nan,1", "10,0", "1e10,2e10", "0", "0,10x"}) {
        EXPECT_NE(refusal({"tournament", "new", "none.foray", "--players", "greedy; random", "--sprt", wrong}).find("--sprt"),
                  std::string::npos);
    }
    EXPECT_NE(refusal({"work", "--store", "sqlite:none", "--for", "1e10d"}).find("--for: expected a duration of at most"),
              std::string::npos);
}

TEST(Cli, ALineIsAListOfMovesWhoeverTellsIt) {
    for (const Arguments& asked : {Arguments{"analyse", "--nodes", "50"}, {"best", "--agent", "alphabeta:2"}, {"solve"}}) {
        Arguments arguments = asked;
        arguments.insert(arguments.end(), {"--size", "2", "--json"});
        const std::string text = output(arguments);
        EXPECT_NE(text.find("\"line\":[\""), std::string::npos) << text;
        EXPECT_NE(text.find("\"exact\":"), std::string::npos) << text;
    }
}

}  // namespace
}  // namespace foray
