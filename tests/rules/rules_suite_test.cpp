// Every ruleset, at every width, through one suite: random games and random positions against the naive implementation.
#include <gtest/gtest.h>

#include <algorithm>

#include "foray/notation/move_text.h"
#include "foray/rules/perft.h"
#include "foray/rules/with_game.h"
#include "foray/rules/zobrist.h"
#include "support/oracles.h"
#include "support/random_play.h"

namespace foray {
namespace {

using test::draw;
using test::NaiveGame;

template <class Rules>
struct FamilyOf;
template <int W>
struct FamilyOf<RaidRules<W>> {
    static constexpr Family kFamily = Family::kRaid;
};
template <int W>
struct FamilyOf<AtaxxRules<W>> {
    static constexpr Family kFamily = Family::kAtaxx;
};

template <class Rules>
class RulesSuite : public testing::Test {
protected:
    using Pos = typename Rules::Pos;
    static constexpr int kWords = Rules::kWords;

    static std::vector<GameSpec> specs() { return test::specs_for_words(FamilyOf<Rules>::kFamily, kWords); }

    static std::vector<Move> moves_of(const Rules& rules, const Pos& position) {
        MoveList<kWords> list;
        rules.generate(position, list);
        return {list.begin(), list.end()};
    }

    /// Everything that can be asked of one position, compared with the naive game.
    static void compare(const Game& game, const Rules& rules, const Pos& position, const NaiveGame& naive) {
        const WidePosition wide = position.template resized<kMaxWords>();
        ASSERT_EQ(test::cells_of(game, wide), naive.cells);
        ASSERT_EQ(position.second_to_move, naive.to_move == 'o');
        ASSERT_EQ(position.plies, static_cast<unsigned>(naive.plies));
        ASSERT_TRUE((position.own & position.opp).none() && (position.occupied() & position.empty).none());

        std::vector<std::string> texts;
        for (const Move move : moves_of(rules, position)) {
            texts.push_back(print_move(game.spec(), move));
            ASSERT_TRUE(rules.is_legal(position, move)) << texts.back();
        }
        ASSERT_EQ(texts, naive.moves());
        ASSERT_EQ(rules.count_moves(position), static_cast<int>(texts.size()));
        ASSERT_EQ(rules.over(position), naive.over());
        ASSERT_EQ(rules.verdict(position).over(), naive.over());
        const Scores scores = rules.scores(position);
        ASSERT_EQ(scores, (Scores{naive.score('x'), naive.score('o')}));
        ASSERT_EQ(rules.margin(position), position.second_to_move ? scores.second - scores.first : scores.first - scores.second);
        const std::string winners = "?xo=";
        ASSERT_EQ(winners[static_cast<std::size_t>(rules.verdict(position).outcome)], naive.winner());
    }

    /// Plays random moves to the end, comparing before each.
    static void play_out(const Game& game, const Rules& rules, Pos position, std::uint64_t& seed, int most_plies) {
        NaiveGame naive = test::naive_of(game, position.template resized<kMaxWords>());
        std::uint64_t key = zobrist::key(position);
        for (int ply = 0; ply < most_plies; ++ply) {
            compare(game, rules, position, naive);
            const auto moves = moves_of(rules, position);
            if (moves.empty() || testing::Test::HasFatalFailure()) return;
            const Move move = moves[static_cast<std::size_t>(draw(seed, static_cast<int>(moves.size())))];
            const bool second = position.second_to_move;
            const auto captured = rules.apply(position, move);
            std::set<int> squares;
            captured.for_each([&](int square) { squares.insert(square); });
            ASSERT_EQ(squares, naive.play(print_move(game.spec(), move)));
            key = zobrist::key_after(key, second, move, captured);
            ASSERT_EQ(key, zobrist::key(position));
        }
    }
};

using AllRules = testing::Types<RaidRules<1>, RaidRules<4>, RaidRules<11>, AtaxxRules<1>, AtaxxRules<4>, AtaxxRules<11>>;
TYPED_TEST_SUITE(RulesSuite, AllRules);

TYPED_TEST(RulesSuite, RandomGamesFromTheStart) {
    std::uint64_t seed = 100;
    for (const GameSpec& spec : this->specs()) {
        SCOPED_TRACE(std::to_string(spec.rows) + "x" + std::to_string(spec.cols));
        const Game game(spec);
        const TypeParam rules(spec);
        const int games = spec.squares() <= 49 ? 6 : 1;
        const int most_plies = spec.squares() <= 64 ? 400 : test::kSlowBuild ? 20 : 120;
        for (int i = 0; i < games; ++i) this->play_out(game, rules, rules.start(), seed, most_plies);
        if (this->HasFatalFailure()) return;
    }
}

TYPED_TEST(RulesSuite, RandomPositions) {
    std::uint64_t seed = 200;
    for (const GameSpec& spec : this->specs()) {
        SCOPED_TRACE(std::to_string(spec.rows) + "x" + std::to_string(spec.cols));
        const Game game(spec);
        const TypeParam rules(spec);
        for (int i = 0; i < (spec.squares() <= 64 ? 40 : 4); ++i) {
            const auto position = test::random_position(seed, game).resized<TypeParam::kWords>();
            this->play_out(game, rules, position, seed, 6);
            if (this->HasFatalFailure()) return;
        }
    }
}

TYPED_TEST(RulesSuite, LegalExactlyWhenListed) {
    std::uint64_t seed = 300;
    for (const GameSpec& spec : this->specs()) {
        if (spec.squares() > 36) continue;
        const Game game(spec);
        const TypeParam rules(spec);
        for (int i = 0; i < 20; ++i) {
            const auto position = test::random_position(seed, game).resized<TypeParam::kWords>();
            auto listed = this->moves_of(rules, position);
            std::sort(listed.begin(), listed.end());
            std::vector<Move> legal;
            const auto consider = [&](Move move) {
                if (rules.is_legal(position, move)) legal.push_back(move);
            };
            consider(Move::pass());
            for (int to = 0; to < spec.squares() + 3; ++to) {
                consider(Move::place(to));
                for (int from = 0; from < spec.squares() + 3; ++from) consider(Move::jump(from, to));  // from == to is a raid
            }
            std::sort(legal.begin(), legal.end());
            ASSERT_EQ(legal, listed);
        }
    }
}

TYPED_TEST(RulesSuite, PerftThreeWays) {
    std::uint64_t seed = 400;
    for (const GameSpec& spec : this->specs()) {
        if (spec.squares() > 64) continue;
        const Game game(spec);
        const TypeParam rules(spec);
        const int depth = spec.squares() <= 25 ? 3 : 2;
        for (int i = 0; i < (spec.squares() <= 25 ? 12 : 4); ++i) {
            const WidePosition wide = i % 2 == 0 ? test::random_position(seed, game) : test::random_walk(seed, game, draw(seed, 30));
            const auto position = wide.resized<TypeParam::kWords>();
            for (int d = 0; d <= depth; ++d) {
                const std::uint64_t listed = perft_by_listing(rules, position, d);
                ASSERT_EQ(perft(rules, position, d), listed) << test::cells_of(game, wide) << " depth " << d;
                if (spec.squares() <= 25 && d == depth) {
                    ASSERT_EQ(listed, test::naive_of(game, wide).perft(d));
                }
            }
        }
    }
}

TEST(WithGame, PicksTheFamilyAndTheNarrowestWidth) {
    const auto words = [](const GameSpec& spec) {
        return with_game(spec, [](const auto& rules) {
            using Rules = std::decay_t<decltype(rules)>;
            return std::pair{FamilyOf<Rules>::kFamily, Rules::kWords};
        });
    };
    EXPECT_EQ(words(default_spec(Variant::kWargame, 8, 8)), (std::pair{Family::kRaid, 1}));
    EXPECT_EQ(words(default_spec(Variant::kWargame, 8, 9)), (std::pair{Family::kRaid, 4}));
    EXPECT_EQ(words(default_spec(Variant::kStakeraid, 26, 26)), (std::pair{Family::kRaid, 11}));
    EXPECT_EQ(words(default_spec(Variant::kAtaxx, 7, 7)), (std::pair{Family::kAtaxx, 1}));
    EXPECT_EQ(words(default_spec(Variant::kReloaded, 16, 16)), (std::pair{Family::kAtaxx, 4}));
    EXPECT_EQ(words(default_spec(Variant::kReloaded, 17, 17)), (std::pair{Family::kAtaxx, 11}));
}

}  // namespace
}  // namespace foray
