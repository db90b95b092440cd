// What the referee makes of players that fail, cheat, dawdle or are interrupted.
#include "foray/match/referee.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace foray {
namespace {

/// Plays the first legal move, after doing what it was told to do at one of its moves.
class Scripted final : public Agent {
public:
    using Act = std::function<std::optional<Failure>(const SearchRequest&)>;
    Scripted(const GameSpec& spec, int at, Act act) : game_(spec), at_(at), act_(std::move(act)) {}

    [[nodiscard]] std::string name() const override { return "scripted"; }
    [[nodiscard]] Choice choose(const WidePosition& position, const SearchRequest& request, const OnInfo&) override {
        heard.push_back(request);
        if (++moves_ == at_) {
            if (const auto failure = act_(request)) return *failure;
        }
        Decision decision;
        decision.move = cheats ? Move::place(999) : game_.legal_moves(position).front();
        return decision;
    }

    bool cheats = false;
    std::vector<SearchRequest> heard;

private:
    Game game_;
    int at_;
    Act act_;
    int moves_ = 0;
};

const GameSpec kSpec = default_spec(Variant::kWargame, 3, 3);

Scripted honest() { return {kSpec, 0, {}}; }
Scripted::Act sleeping(int ms) {
    return [ms](const SearchRequest&) {
        std::this_thread::sleep_for(std::chrono::milliseconds(ms));
        return std::optional<Failure>();
    };
}

GameRecord play(Scripted& first, Scripted& second, const GameTerms& terms = {}) {
    const Game game(kSpec);
    return play_game(game, game.start(), {}, {&first, &second}, terms);
}

TEST(Referee, EveryFailureLosesWithItsReason) {
    for (const Ending ending :
         {Ending::kCrash, Ending::kNoAnswer, Ending::kIllegalMove, Ending::kTime, Ending::kDisconnected, Ending::kResignation}) {
        for (const bool second : {false, true}) {
            Scripted good = honest();
            Scripted bad(kSpec, 2, [ending](const SearchRequest&) { return Failure{ending, "exit code 139"}; });
            const GameRecord record = second ? play(good, bad) : play(bad, good);
            EXPECT_EQ(record.decided, (Decided{second ? Outcome::kFirstWins : Outcome::kSecondWins, ending, "exit code 139"}));
            EXPECT_EQ(record.moves.size(), second ? 3U : 2U);
            const auto read = parse_record(print_record(record));
            ASSERT_TRUE(read) << read.error().message();
            EXPECT_EQ(*read, record);
        }
    }
}

TEST(Referee, AnIllegalMoveLoses) {
    Scripted good = honest();
    Scripted cheat = honest();
    cheat.cheats = true;
    const GameRecord record = play(good, cheat);
    EXPECT_EQ(record.decided, (Decided{Outcome::kFirstWins, Ending::kIllegalMove}));
    EXPECT_EQ(record.moves.size(), 1U);
}

TEST(Referee, KeepsTheClocks) {
    GameTerms terms;
    terms.budgets[0].clock = Clock{100'000, 50};
    terms.budgets[1].clock = Clock{2000, 0};
    Scripted slow(kSpec, 2, sleeping(120));
    Scripted quick = honest();
    const GameRecord record = play(slow, quick, terms);
    EXPECT_FALSE(record.decided);
    ASSERT_EQ(slow.heard.size(), 5U);
    const auto left = [&](std::size_t move, std::size_t side) {
        return side == 0 ? slow.heard[move].budget.clock->left_ms : slow.heard[move].opponent_clock->left_ms;
    };
    EXPECT_EQ(left(0, 0), 100'000);
    EXPECT_EQ(left(0, 1), 2000);
    EXPECT_LE(left(1, 0), 100'050);
    EXPECT_GT(left(1, 0), 90'000);  // on a machine that others use, too
    EXPECT_LE(left(2, 0), left(1, 0) - 120 + 50);
    EXPECT_LE(quick.heard[3].opponent_clock->left_ms, 100'000 - 120 + 4 * 50);  // each hears of both clocks
    EXPECT_EQ(quick.heard[3].opponent_clock->increment_ms, 50);
}

TEST(Referee, AnOversteppedClockLosesUnlessWithinTheMargin) {
    for (const double margin : {0.0, 10'000.0}) {
        GameTerms terms;
        terms.budgets[0].clock = Clock{40, 1000};
        terms.margin_ms = margin;
        Scripted slow(kSpec, 1, sleeping(60));
        Scripted quick = honest();
        const GameRecord record = play(slow, quick, terms);
        EXPECT_EQ(record.decided.has_value(), margin == 0);
        EXPECT_TRUE(!record.decided || record.decided->ending == Ending::kTime);
        EXPECT_TRUE(margin == 0 || slow.heard[1].budget.clock->left_ms == 1000);              // never below zero
        EXPECT_FALSE(quick.heard.empty() ? false : quick.heard[0].budget.clock.has_value());  // who plays without a clock hears of none
    }
    GameTerms terms;
    terms.budgets[1].ms = 400;  // the moves before must be within it on a busy machine
    Scripted quick = honest();
    Scripted slow(kSpec, 3, sleeping(450));
    const GameRecord record = play(quick, slow, terms);
    ASSERT_TRUE(record.decided);
    EXPECT_EQ(record.decided->ending, Ending::kTime);
    EXPECT_EQ(record.moves.size(), 5U);
    EXPECT_EQ(slow.heard[0].budget.ms, 400);
    EXPECT_FALSE(quick.heard[0].budget.ms);
}

TEST(Referee, GivesTheTimeAgainAfterThePeriod) {
    GameTerms terms;
    terms.budgets[0].clock = Clock{100'000, 0, 2};
    Scripted player = honest();
    Scripted other = honest();
    (void)play(player, other, terms);
    std::vector<int> togo;
    for (const SearchRequest& request : player.heard) togo.push_back(*request.budget.clock->moves_to_go);
    EXPECT_EQ(togo, (std::vector<int>{2, 1, 2, 1, 2}));
    EXPECT_GT(player.heard[4].budget.clock->left_ms, 290'000);
}

TEST(Referee, AStoppedGameIsNobodysLoss) {
    std::atomic<bool> stop{false};
    GameTerms terms;
    terms.stop = &stop;
    terms.budgets[0].clock = Clock{1, 0};  // and out of time on top
    Scripted a(kSpec, 1, [&](const SearchRequest& request) {
        EXPECT_EQ(request.stop, &stop);
        stop.store(true);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        return std::optional<Failure>();
    });
    Scripted b = honest();
    const GameRecord record = play(a, b, terms);
    EXPECT_FALSE(record.decided);
    EXPECT_TRUE(record.moves.empty());
}

}  // namespace
}  // namespace foray
