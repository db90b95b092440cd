// The textbook searches: equal values whatever the algorithm, equal nodes whether the last ply is counted or played, and the published
// games to the node.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <map>

#include "foray/courses/report.h"
#include "foray/notation/board_text.h"
#include "foray/notation/fen.h"
#include "foray/notation/move_text.h"
#include "foray/notation/text.h"
#include "foray/textbook/search.h"
#include "support/oracles.h"
#include "support/random_play.h"

namespace foray {
namespace {

using test::draw;

/// Minimax by the plainest means, on the naive game: value for `me`, and the number of positions visited.
int naive_minimax(const test::NaiveGame& game, int depth, char me, std::uint64_t& nodes) {
    ++nodes;
    if (depth == 0 || game.over()) return game.score(me) - game.score(me == 'x' ? 'o' : 'x');
    int best = game.to_move == me ? -kInfinity : kInfinity;
    for (const std::string& move : game.moves()) {
        test::NaiveGame child = game;
        child.play(move);
        const int value = naive_minimax(child, depth - 1, me, nodes);
        best = game.to_move == me ? std::max(best, value) : std::min(best, value);
    }
    return best;
}

struct SmallCase {
    GameSpec spec;
    WidePosition position;
    int depth;
};

/// A position of any variant on a board of at most 4x4, so that three plies are quick.
SmallCase small_case(std::uint64_t& seed) {
    const auto variant = static_cast<Variant>(draw(seed, 5));
    const bool ataxx = info(variant).family == Family::kAtaxx;
    const int rows = ataxx ? 2 + draw(seed, 3) : 1 + draw(seed, 4);
    const int cols = ataxx || variant == Variant::kStakeraid ? rows : 1 + draw(seed, 4);
    const RaidRule raid = draw(seed, 2) == 0 ? RaidRule::kMandatory : RaidRule::kOptional;
    SmallCase out{test::random_spec(seed, variant, rows, cols, raid), {}, 1 + draw(seed, 3)};
    // Few different values, so that ties are frequent.
    for (auto& value : out.spec.values) value = static_cast<std::uint8_t>(1 + value % (draw(seed, 2) == 0 ? 3 : 99));
    const Game game(out.spec);
    out.position = draw(seed, 2) == 0 ? test::random_position(seed, game) : test::random_walk(seed, game, draw(seed, 10));
    return out;
}

TEST(Textbook, RepeatedStatesChangeNothingButTheCount) {
    std::uint64_t seed = 29;
    std::uint64_t fewer = 0;
    for (int i = 0; i < (test::kSlowBuild ? 100 : 600); ++i) {
        const SmallCase at = small_case(seed);
        for (const Algorithm algorithm : {Algorithm::kMinimax, Algorithm::kAlphaBeta}) {
            const TextbookOptions plain{.algorithm = algorithm, .depth = at.depth + 1};
            TextbookOptions looked_up = plain;
            looked_up.repeats = true;
            const SearchAnswer without = textbook_search(at.spec, at.position, plain);
            const SearchAnswer with = textbook_search(at.spec, at.position, looked_up);
            EXPECT_EQ(with.move, without.move);
            EXPECT_EQ(with.value, without.value);
            EXPECT_LE(with.nodes, without.nodes);
            fewer += with.nodes < without.nodes ? 1 : 0;
        }
    }
    EXPECT_GT(fewer, test::kSlowBuild ? 20U : 50U);
    // Boards of more than 64 squares, where a position is known by 128 bits.
    const GameSpec wide = test::random_spec(seed, Variant::kWargame, 9, 9, RaidRule::kMandatory);
    const WidePosition late = test::random_walk(seed, Game(wide), 75);
    const SearchAnswer without = textbook_search(wide, late, {.algorithm = Algorithm::kAlphaBeta, .depth = 6});
    const SearchAnswer with = textbook_search(wide, late, {.algorithm = Algorithm::kAlphaBeta, .depth = 6, .repeats = true});
    EXPECT_EQ(with.move, without.move);
    EXPECT_EQ(with.value, without.value);
    EXPECT_LT(with.nodes, without.nodes);
}

/// Captures only, or none of them, from a position on: what quiescence sees, by the plainest means.
int naive_quiet(const Game& game, const WidePosition& position, int plies) {
    const Scores scores = game.scores(position);
    int best = position.second_to_move ? scores.second - scores.first : scores.first - scores.second;
    if (plies == 0 || game.verdict(position).over()) return best;
    for (const Move move : game.legal_moves(position)) {
        if (game.captures(position, move).any()) best = std::max(best, -naive_quiet(game, game.after(position, move), plies - 1));
    }
    return best;
}

TEST(Textbook, QuiescencePlaysCapturesOut) {
    std::uint64_t seed = 31;
    int other = 0;
    for (int i = 0; i < (test::kSlowBuild ? 60 : 300); ++i) {
        const SmallCase at = small_case(seed);
        const Game game(at.spec);
        if (game.verdict(at.position).over() || at.spec.family() == Family::kAtaxx) continue;
        int best = -kInfinity;
        for (const Move move : game.legal_moves(at.position)) {
            best = std::max(best, -naive_quiet(game, game.after(at.position, move), kQuietPlies));
        }
        for (const Algorithm algorithm : {Algorithm::kMinimax, Algorithm::kAlphaBeta}) {
            const SearchAnswer quiet = textbook_search(at.spec, at.position, {.algorithm = algorithm, .depth = 1, .quiescence = true});
            EXPECT_EQ(quiet.value, best);
            other += quiet.value != textbook_search(at.spec, at.position, {.algorithm = algorithm, .depth = 1}).value ? 1 : 0;
        }
    }
    EXPECT_GT(other, test::kSlowBuild ? 5 : 20);
}

TEST(Textbook, MinimaxAlphaBetaAndOrderingAgree) {
    std::uint64_t seed = 11;
    const int rounds = test::kSlowBuild ? 400 : 4000;
    for (int i = 0; i < rounds; ++i) {
        const auto [spec, position, depth] = small_case(seed);
        const Game game(spec);
        SCOPED_TRACE(print_fen(game, position) + " " + std::string(game.variant().key) + " depth " + std::to_string(depth));
        for (const Evaluation evaluation :
             {Evaluation::kScore, Evaluation::kVulnerableSum, Evaluation::kVulnerableBest, Evaluation::kToaster}) {
            TextbookOptions options{.depth = depth, .evaluation = evaluation};
            const SearchAnswer minimax = textbook_search(spec, position, options);
            options.algorithm = Algorithm::kAlphaBeta;
            const SearchAnswer alphabeta = textbook_search(spec, position, options);
            options.order = MoveOrder::kStatic;
            const SearchAnswer ordered = textbook_search(spec, position, options);
            ASSERT_EQ(minimax.value, alphabeta.value);
            ASSERT_EQ(minimax.move, alphabeta.move);
            ASSERT_EQ(minimax.value, ordered.value);
            ASSERT_LE(alphabeta.nodes, minimax.nodes);
        }
        std::uint64_t nodes = 0;
        const SearchAnswer minimax = textbook_search(spec, position, {.depth = depth});
        ASSERT_EQ(minimax.value, naive_minimax(test::naive_of(game, position), depth, position.second_to_move ? 'o' : 'x', nodes));
        ASSERT_EQ(minimax.nodes, nodes);
        ASSERT_EQ(minimax.move.is_pass(), game.legal_moves(position).empty() || game.legal_moves(position).front().is_pass());
    }
}

TEST(Textbook, CountingTheLastPlyChangesNothing) {
    std::uint64_t seed = 12;
    const int rounds = test::kSlowBuild ? 300 : 3000;
    for (int i = 0; i < rounds; ++i) {
        const auto [spec, position, depth] = small_case(seed);
        for (const Algorithm algorithm : {Algorithm::kMinimax, Algorithm::kAlphaBeta}) {
            for (const RootTurn turn : {RootTurn::kAlternate, RootTurn::kTwice}) {
                TextbookOptions options{.algorithm = algorithm, .depth = depth + 1, .turn = turn};
                const SearchAnswer fast = textbook_search(spec, position, options);
                options.bulk_last_ply = false;
                const SearchAnswer plain = textbook_search(spec, position, options);
                ASSERT_EQ(fast.move, plain.move);
                ASSERT_EQ(fast.value, plain.value);
                ASSERT_EQ(fast.nodes, plain.nodes) << print_fen(Game(spec), position);
            }
        }
    }
}

TEST(Textbook, VulnerableEvaluations) {
    GameSpec spec = default_spec(Variant::kWargame, 3, 3);
    spec.values = {10, 20, 30, 1, 2, 3, 4, 5, 6};
    const Game game(spec);
    // x holds A1 B1 C1 (60), o holds A3 B3 (9). o can raid A2 (takes A1: 10), B2 (takes B1: 20) and C3 (nothing: C2 is empty).
    const WidePosition position = *parse_fen(game, "xxx/3/oo1 x");
    const auto value = [&](Evaluation evaluation) { return textbook_search(spec, position, {.depth = 0, .evaluation = evaluation}).value; };
    EXPECT_EQ(value(Evaluation::kScore), 51);
    EXPECT_EQ(value(Evaluation::kVulnerableSum), 51 - 30);
    EXPECT_EQ(value(Evaluation::kVulnerableBest), 51 - 20);
}

TEST(Textbook, ToasterWeights) {
    const GameSpec spec = default_spec(Variant::kReloaded, 4, 4);
    const Game game(spec);
    // Corner 3 + 1 friend, edge 2 + 2 friends, inner 1 + 1 friend = 10; the other side: one edge piece, 2.
    const WidePosition position = *parse_fen(game, "xx2/2x1/4/1o2 x");
    EXPECT_EQ(textbook_search(spec, position, {.depth = 0, .evaluation = Evaluation::kToaster}).value, 10 - 2);
}

TEST(Textbook, FaithfulToasterOverlooksHorizontalJumps) {
    const GameSpec spec = default_spec(Variant::kReloaded, 5, 5);
    const Game game(spec);
    // White is beside C5 only: A5 to C5 is the one move that captures.
    const WidePosition position = *parse_fen(game, "x3o/5/5/5/5 x");
    TextbookOptions options{.algorithm = Algorithm::kMinimax, .depth = 1};
    EXPECT_EQ(print_move(spec, textbook_search(spec, position, options).move), "a5d5");
    const WidePosition closer = *parse_fen(game, "x2o1/5/5/5/5 x");
    EXPECT_EQ(print_move(spec, textbook_search(spec, closer, options).move), "a5c5");
    options.lacks_horizontal_two_jumps = true;
    EXPECT_EQ(print_move(spec, textbook_search(spec, closer, options).move), "b5");
}

TEST(Textbook, TraceTellsTheWholeSearch) {
    std::uint64_t seed = 13;
    for (int i = 0; i < 300; ++i) {
        const auto [spec, position, depth] = small_case(seed);
        for (const Algorithm algorithm : {Algorithm::kMinimax, Algorithm::kAlphaBeta}) {
            const TextbookSearcher searcher(spec, {.algorithm = algorithm, .depth = depth});
            const SearchAnswer plain = searcher.search(position);
            const int deepest = depth;  // a lambda takes no structured binding
            std::uint64_t nodes = 0;
            int root_value = 0;
            const SearchAnswer traced = searcher.trace(position, [&](const TraceEvent& event) {
                nodes += event.kind == TraceEvent::Kind::kEnter || event.kind == TraceEvent::Kind::kLeaf ? 1 : 0;
                if (event.ply == 0) root_value = event.value;
                EXPECT_LE(event.alpha, event.beta);
                EXPECT_LE(event.ply, deepest);
            });
            ASSERT_EQ(traced.move, plain.move);
            ASSERT_EQ(traced.value, plain.value);
            ASSERT_EQ(traced.nodes, plain.nodes);
            ASSERT_EQ(nodes, plain.nodes);
            ASSERT_EQ(root_value, plain.value);
        }
    }
}

TEST(Textbook, WideBoardsAndDepthsBeyondTheGame) {
    GameSpec spec = default_spec(Variant::kStakeraid, 26, 26);
    const Game game(spec);
    EXPECT_EQ(print_move(spec, textbook_search(spec, game.start(), {.depth = 1}).move), "a1");
    const GameSpec tiny = default_spec(Variant::kWargame, 1, 2);
    EXPECT_EQ(textbook_search(tiny, Game(tiny).start(), {.depth = 50}).nodes, 5U);
}

TEST(ReportOracles, SixtyGamesToTheNode) {
    FORAY_NEED_ORACLES();
    const auto lines = test::split(test::read_all(*test::oracle_folder() + "/wargame/report_games.csv"), '\n');
    ASSERT_EQ(lines.size(), 61U);
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const auto fields = test::split(lines[i], ',');
        if (test::kSlowBuild && (fields[0] == "4-5" || i % 3 != 0)) continue;
        SCOPED_TRACE(lines[i].substr(0, 40));
        const ReportSet set = *parse_report_set(fields[0]);
        const auto seat = [&](const std::string& text) {
            const bool minimax = text == "MM";
            return ReportSeat{minimax ? Algorithm::kMinimax : Algorithm::kAlphaBeta, minimax ? set.minimax_depth : set.alphabeta_depth,
                              ReportSearch::kOriginal};
        };
        const ReportGame game = play_report_game(*find_board(fields[1]), set, {seat(fields[2]), seat(fields[3])});
        EXPECT_EQ(std::to_string(game.scores.first), fields[6]);
        EXPECT_EQ(std::to_string(game.scores.second), fields[7]);
        EXPECT_EQ(std::to_string(game.nodes(0)), fields[8]);
        EXPECT_EQ(std::to_string(game.nodes(1)), fields[9]);
        std::string moves;
        std::string nodes;
        for (const ReportMove& move : game.moves) {
            moves += (moves.empty() ? "" : " ") + upper(print_move(game.spec, Move::place(move.move.to))) + (move.captured ? "*" : "");
            nodes += (nodes.empty() ? "" : " ") + std::to_string(move.nodes);
        }
        EXPECT_EQ(moves, fields[10]);
        EXPECT_EQ(nodes, fields[11]);
    }
}

TEST(Report, ErrataAreThePublishedOnes) {
    const std::map<std::string, std::uint64_t> published = {{"3-3", 5'782}, {"4-4", 377'339}};
    for (const auto& [text, wrong_total] : published) {
        const ReportSet set = *parse_report_set(text);
        const auto match_ups = report_match_ups(set, ReportSearch::kOriginal);
        EXPECT_EQ(published_erratum(play_report_game(*find_board("Narvik"), set, match_ups[3])), wrong_total);
    }
    const auto match_ups = report_match_ups({3, 3}, ReportSearch::kOriginal);
    EXPECT_EQ(published_erratum(play_report_game(*find_board("Keren"), {3, 3}, match_ups[3])), 0U);
}

TEST(PlainOracles, SeventyGamesToTheNode) {
    FORAY_NEED_ORACLES();
    const auto lines = test::split(test::read_all(*test::oracle_folder() + "/wargame/plain_search_games.csv"), '\n');
    ASSERT_EQ(lines.size(), 71U);
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const auto fields = test::split(lines[i], ',');
        const int plies = std::stoi(fields[1]);
        if (test::kSlowBuild && (plies > 4 || i % 2 != 0)) continue;
        SCOPED_TRACE(lines[i].substr(0, 40));
        GameSpec spec = default_spec(Variant::kWargame);
        spec.values = find_board(fields[0])->board().values;
        const Game game(spec);
        const auto searcher = [&](const std::string& text) {
            const bool minimax = text == "MM";
            return TextbookSearcher(spec, {.algorithm = minimax ? Algorithm::kMinimax : Algorithm::kAlphaBeta,
                                           .depth = plies,
                                           .ties = minimax ? Ties::kLast : Ties::kFirst});
        };
        const TextbookSearcher players[] = {searcher(fields[2]), searcher(fields[3])};
        WidePosition position = game.start();
        std::string moves;
        std::array<std::string, 2> nodes;
        while (!game.verdict(position).over()) {
            const std::size_t side = position.second_to_move ? 1 : 0;
            const SearchAnswer answer = players[side].search(position);
            moves += (moves.empty() ? "" : " ") + upper(print_move(spec, answer.move));
            nodes[side] += (nodes[side].empty() ? "" : " ") + std::to_string(answer.nodes);
            position = game.after(position, answer.move);
        }
        EXPECT_EQ(moves, fields[8]);
        EXPECT_EQ(nodes[0], fields[9]);
        EXPECT_EQ(nodes[1], fields[10]);
        std::string owners;
        for (int square = 0; square < spec.squares(); ++square) owners += position.first().has(square) ? 'B' : 'G';
        EXPECT_EQ(owners, fields[11]);
    }
}

TEST(Evaluations, TheReportSubtractsFromWhoeverIsToMove) {
    // A 1x4 board, x o . o and so on: the squares beside the empty one are the vulnerable ones.
    GameSpec spec = default_spec(Variant::kWargame, 1, 5);
    spec.values = {10, 20, 1, 40, 5};
    const Game game(spec);
    WidePosition position;
    position.own.add(1);  // 20, beside C1, which is beside D1
    position.own.add(0);  // 10, out of reach
    position.opp.add(3);  // 40, beside C1 as well
    position.opp.add(4);
    position.empty.add(2);
    position.plies = 4;
    const RaidRules<1> rules(spec);
    const Vulnerable report{.of_mover = true};
    const Vulnerable searcher{};
    const auto small = position.resized<1>();
    // To move: 30 - 20 vulnerable, against 45; whoever searches.
    EXPECT_EQ(report(rules, small, true), 30 - 20 - 45);
    EXPECT_EQ(report(rules, small, false), 30 - 20 - 45);
    // Ours subtracts from the searcher: here from the one to move, there from the other.
    EXPECT_EQ(searcher(rules, small, true), 30 - 20 - 45);
    EXPECT_EQ(searcher(rules, small, false), 30 - (45 - 40));
}

}  // namespace
}  // namespace foray
