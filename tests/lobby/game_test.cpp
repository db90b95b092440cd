// One game: every rule of foray/lobby/game.h, and random play against a judge of its own.
#include "foray/lobby/game.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "foray/board/random.h"
#include "foray/lobby/identity.h"
#include "foray/notation/move_text.h"

namespace foray::lobby {
namespace {

const std::string kAda = person_of("AAAAAAAAAAAAAAAAAAAAAA");
const std::string kBob = person_of("BBBBBBBBBBBBBBBBBBBBBB");
const std::string kEve = person_of("EEEEEEEEEEEEEEEEEEEEEE");
const std::string kInvitation = "IIIIIIIIIIIIIIIIIIIIII";

Player player(const std::string& person) { return {person, "Somebody", 1500, true}; }

class Table {
public:
    explicit Table(const std::string& clock, bool open = true, const std::string& game = "squirrels") {
        Terms terms{.game = game,
                    .board = game == "squirrels" ? "3" : "",
                    .raid = "",
                    .time = read_time_control(clock).value(),
                    .wish = Wish::kFirst,
                    .rated = clock != "none",
                    .open = open};
        put({0, 0, "", event::Created{terms, player(kAda), open ? "" : invitation_of(kInvitation)}});
    }
    void put(const Event& event) {
        const auto applied = apply(state, event);
        ASSERT_TRUE(applied) << print_event(event) << ": " << applied.error().what;
        log.push_back(event);
    }
    /// "" if it was done, and why not otherwise.
    std::string want(const std::string& person, const Wanted& wanted, const std::string& request = "", std::int64_t lag = 0) {
        const auto decided = decide(state, state.side_of(person), request, wanted, {now, 0, lag});
        if (!decided) return decided.error().why;
        if (decided->empty()) return "nothing";
        for (const Event& event : *decided) put(event);
        return "";
    }
    std::string move(const std::string& person, const std::string& text, std::int64_t lag = 0) {
        return want(person, wish::Move{state.plies(), text}, "", lag);
    }
    void begin() { EXPECT_EQ(want(kBob, wish::Join{player(kBob), kInvitation}), ""); }

    GameState state;
    std::vector<Event> log;
    std::int64_t now = 1000;
};

TEST(OnlineGame, ASeatIsTakenOnceAndWithTheInvitation) {
    Table table("none", false);
    EXPECT_EQ(table.want(kEve, wish::Join{player(kEve), ""}), "uninvited");
    EXPECT_EQ(table.want(kEve, wish::Join{player(kEve), "JJJJJJJJJJJJJJJJJJJJJJ"}), "uninvited");
    EXPECT_EQ(table.want(kAda, wish::Move{0, "a1"}), "alone");
    table.begin();
    EXPECT_EQ(table.want(kBob, wish::Join{player(kBob), kInvitation}), "nothing");
    EXPECT_EQ(table.want(kEve, wish::Join{player(kEve), kInvitation}), "taken");
    EXPECT_EQ(table.state.side_of(kAda), 0);
    EXPECT_EQ(table.state.side_of(kBob), 1);
    EXPECT_EQ(table.state.side_of(""), -1);
}

TEST(OnlineGame, MovesInTurnOnceEach) {
    Table table("none");
    table.begin();
    EXPECT_EQ(table.move(kBob, "a1"), "turn");
    EXPECT_EQ(table.move(kEve, "a1"), "seat");
    EXPECT_EQ(table.move(kAda, "z9"), "illegal");
    EXPECT_EQ(table.move(kAda, "a1"), "");
    EXPECT_EQ(table.want(kAda, wish::Move{0, "A1"}), "nothing") << "asked again by who did not hear of it";
    EXPECT_EQ(table.want(kAda, wish::Move{0, "b1"}), "old");
    EXPECT_EQ(table.want(kBob, wish::Move{0, "a1"}), "old");
    EXPECT_EQ(table.want(kBob, wish::Move{2, "c3"}), "ahead");
    EXPECT_EQ(table.move(kBob, "a1"), "illegal");
}

TEST(OnlineGame, ClocksRunFromTheSecondMoveOn) {
    Table table("1+2");
    table.begin();
    table.now = 31'000;
    EXPECT_EQ(table.move(kAda, "a1"), "");
    table.now = 61'000;
    EXPECT_EQ(table.move(kBob, "c3"), "");
    EXPECT_EQ(table.state.left_ms[0], 60'000);
    EXPECT_EQ(table.state.left_ms[1], 60'000);
    table.now += 10'000;
    EXPECT_EQ(table.move(kAda, "a2", 200), "");
    EXPECT_EQ(table.state.left_ms[0], 60'000 - 10'000 + 200 + 2'000);
    table.now += 5'000;
    EXPECT_EQ(table.move(kBob, "c1", 10'000), "") << "of the way only so much is believed";
    EXPECT_EQ(table.state.left_ms[1], 60'000 - 5'000 + kMostLagMs + 2'000);
    table.now += 53'000;
    EXPECT_EQ(table.want(kBob, wish::Claim{}), "") << "the time is over";
    EXPECT_EQ(table.state.ended.ending, Ending::kTime);
    EXPECT_EQ(table.state.ended.outcome, Outcome::kSecondWins);
    EXPECT_EQ(table.state.left_ms[0], 0);
    EXPECT_EQ(table.want(kBob, wish::Claim{}), "over");
}

TEST(OnlineGame, AMoveAfterTheTimeIsOverLoses) {
    Table table("1+0");
    table.begin();
    EXPECT_EQ(table.move(kAda, "a1"), "");
    EXPECT_EQ(table.move(kBob, "c3"), "");
    table.now += 60'000;
    EXPECT_EQ(table.move(kAda, "a2"), "");
    EXPECT_EQ(table.state.plies(), 2);
    EXPECT_EQ(table.state.ended.outcome, Outcome::kSecondWins);
}

TEST(OnlineGame, WhoDoesNotBeginIsNotWaitedFor) {
    Table table("5+0");
    table.begin();
    table.now += kFirstMoveMs - 1;
    EXPECT_EQ(table.want("", wish::Claim{}), "nothing");
    table.now += 1;
    EXPECT_EQ(table.want("", wish::Claim{}), "");
    EXPECT_TRUE(table.state.called_off());
}

TEST(OnlineGame, DaysForAMove) {
    Table table("2d");
    table.begin();
    table.now += 2 * kDayMs - 1;
    EXPECT_EQ(table.move(kAda, "a1"), "");
    EXPECT_EQ(table.want("", wish::Claim{}), "nothing");
    table.now += 2 * kDayMs;
    EXPECT_EQ(table.want("", wish::Claim{}), "");
    EXPECT_EQ(table.state.ended.outcome, Outcome::kFirstWins);
}

TEST(OnlineGame, TimeWithoutAServerIsNobodysTime) {
    Table table("1+0");
    table.begin();
    EXPECT_EQ(table.move(kAda, "a1"), "");
    EXPECT_EQ(table.move(kBob, "c3"), "");
    const std::int64_t deadline = *table.state.deadline_ms();
    table.now += 10'000;
    table.put({table.now, -1, "", event::Outage{8'000}});
    EXPECT_EQ(*table.state.deadline_ms(), deadline + 8'000);
    table.put({table.now, -1, "", event::Outage{80'000}});
    EXPECT_EQ(*table.state.deadline_ms(), table.now + 60'000 + kMostLagMs) << "never more than all of it";
}

TEST(OnlineGame, Offers) {
    Table table("none");
    table.begin();
    EXPECT_EQ(table.want(kAda, wish::MakeOffer{Offer::kTakeBack}), "nothing") << "there is nothing to take back";
    EXPECT_EQ(table.move(kAda, "a1"), "");
    EXPECT_EQ(table.want(kAda, wish::MakeOffer{Offer::kTakeBack}), "");
    EXPECT_EQ(table.want(kAda, wish::Answer{Offer::kTakeBack, true, ""}), "nothing") << "nobody accepts his own offer";
    EXPECT_EQ(table.want(kEve, wish::Answer{Offer::kTakeBack, true, ""}), "seat");
    EXPECT_EQ(table.want(kBob, wish::Answer{Offer::kTakeBack, true, ""}), "");
    EXPECT_EQ(table.state.plies(), 0);
    EXPECT_EQ(table.state.to_move(), 0);
    EXPECT_EQ(table.move(kAda, "b2"), "");
    EXPECT_EQ(table.want(kBob, wish::MakeOffer{Offer::kDraw}), "");
    EXPECT_EQ(table.want(kAda, wish::Answer{Offer::kDraw, false, ""}), "");
    EXPECT_EQ(table.want(kBob, wish::MakeOffer{Offer::kDraw}), "again");
    EXPECT_EQ(table.move(kBob, "a1"), "");
    EXPECT_EQ(table.want(kBob, wish::MakeOffer{Offer::kDraw}), "");
    EXPECT_EQ(table.want(kAda, wish::MakeOffer{Offer::kRematch}), "running");
    EXPECT_EQ(table.want(kAda, wish::Answer{Offer::kDraw, true, ""}), "");
    EXPECT_EQ(table.state.ended.outcome, Outcome::kDraw);
    EXPECT_EQ(record_of(table.state).decided->ending, Ending::kAdjudication);
    EXPECT_EQ(table.want(kAda, wish::MakeOffer{Offer::kRematch}), "");
    EXPECT_EQ(table.want(kBob, wish::Answer{Offer::kRematch, true, "0123456789abcdef"}), "");
    EXPECT_EQ(table.state.rematch, "0123456789abcdef");
    EXPECT_EQ(table.want(kBob, wish::MakeOffer{Offer::kRematch}), "nothing");
}

TEST(OnlineGame, ClaimsOfWhoWasLeft) {
    Table table("5+0");
    table.begin();
    EXPECT_EQ(table.move(kAda, "a1"), "");
    EXPECT_EQ(table.move(kBob, "c3"), "");
    EXPECT_EQ(table.want(kBob, wish::Claim{}), "early");
    EXPECT_EQ(table.want(kAda, wish::Leave{}), "");
    EXPECT_EQ(table.want(kAda, wish::Leave{}), "nothing");
    table.now += kGraceMs - 1;
    EXPECT_EQ(table.want(kBob, wish::Claim{}), "early");
    table.now += 1;
    EXPECT_EQ(table.want(kAda, wish::Claim{}), "early") << "he was not left";
    EXPECT_EQ(table.want(kBob, wish::Claim{}), "");
    EXPECT_EQ(table.state.ended.ending, Ending::kDisconnected);
}

TEST(OnlineGame, ARequestIsDoneOnce) {
    Table table("none");
    table.begin();
    EXPECT_EQ(table.want(kAda, wish::Say{1}, "x"), "");
    EXPECT_EQ(table.want(kAda, wish::Say{1}, "x"), "nothing");
    EXPECT_EQ(table.want(kBob, wish::Say{1}, "x"), "") << "numbers are each side's own";
    EXPECT_EQ(table.want(kAda, wish::Resign{}, "y"), "");
    EXPECT_EQ(table.want(kAda, wish::Resign{}, "y"), "nothing");
    EXPECT_EQ(table.want(kAda, wish::Resign{}, "z"), "over");
}

TEST(OnlineGame, DamagedEventsAreFound) {
    Table table("1+0");
    table.begin();
    GameState state = table.state;
    const auto refused = [&](const Event& event) { return !apply(state, event).has_value(); };
    EXPECT_TRUE(refused({table.now, 0, "", event::Moved{1, "a1", 0, 60'000}})) << "a ply that is not next";
    EXPECT_TRUE(refused({table.now, 1, "", event::Moved{0, "a1", 0, 60'000}})) << "the wrong side";
    EXPECT_TRUE(refused({table.now, 0, "", event::Moved{0, "a1", 0, 60'001}})) << "a clock that grew";
    EXPECT_TRUE(refused({table.now, 0, "", event::Moved{0, "a9", 0, 1}})) << "no such square";
    EXPECT_TRUE(refused({0, 0, "", event::Moved{0, "a1", 0, 1}})) << "before what was before";
    EXPECT_TRUE(refused({table.now, -1, "", event::Joined{player(kEve), 0}})) << "a seat changes hands";
    EXPECT_TRUE(refused({table.now, -1, "", event::Rated{}})) << "rated before the end";
    EXPECT_TRUE(refused({table.now, 0, "", event::TakenBack{1}}));
}

// The judge knows nothing of how states are kept: it reads the log of events from its beginning, with the rules of time written once more.
struct Judge {
    static void check(const Table& table) {
        int ended = 0;
        int joined = 0;
        int plies = 0;
        std::array<std::int64_t, 2> left{};
        std::int64_t since = 0;
        std::int64_t time = 0;
        const GameState& end = table.state;
        for (const Event& event : table.log) {
            ASSERT_GE(event.at_ms, time);
            time = event.at_ms;
            if (const auto* join = std::get_if<event::Joined>(&event.what)) {
                ASSERT_EQ(++joined, 1) << "a seat changed hands";
                ASSERT_EQ(join->player.person, end.players[static_cast<std::size_t>(1 - join->creator_side)].person);
                left.fill(end.terms.time.base_ms);
                since = event.at_ms;
            } else if (const auto* move = std::get_if<event::Moved>(&event.what)) {
                ASSERT_EQ(ended, 0) << "a move after the end";
                ASSERT_EQ(joined, 1);
                ASSERT_EQ(move->ply, plies++);
                auto& mine = left[static_cast<std::size_t>(event.side)];
                ASSERT_LE(move->left_ms, mine + end.terms.time.increment_ms) << "a clock grew";
                if (end.terms.time.has_clock() && move->ply >= 2) {
                    const std::int64_t used = std::max<std::int64_t>(0, event.at_ms - since - std::min(move->lag_ms, kMostLagMs));
                    ASSERT_EQ(move->left_ms, mine - used + end.terms.time.increment_ms);
                    ASSERT_LT(used, mine) << "moved without time";
                }
                mine = move->left_ms;
                since = event.at_ms;
            } else if (const auto* back = std::get_if<event::TakenBack>(&event.what)) {
                plies -= back->plies;
                ASSERT_GE(plies, 0);
                since = event.at_ms;
            } else if (const auto* outage = std::get_if<event::Outage>(&event.what)) {
                since = std::min(event.at_ms, since + outage->ms);
            } else if (std::holds_alternative<event::Ended>(event.what)) {
                ASSERT_EQ(++ended, 1) << "it ended twice";
            }
        }
        ASSERT_EQ(plies, end.plies());
        ASSERT_EQ(ended, end.stage == Stage::kOver ? 1 : 0);
        // The same events make the same game.
        GameState again;
        for (const Event& event : table.log) ASSERT_TRUE(apply(again, read_event(print_event(event)).value()));
        ASSERT_EQ(again.moves, end.moves);
        ASSERT_EQ(again.left_ms, end.left_ms);
        ASSERT_EQ(again.stage, end.stage);
        ASSERT_TRUE(again.position == end.position);
    }
};

/// Anything, in any order, by anybody.
Wanted random_wish(const GameState& state, std::uint64_t& random) {
    const std::uint64_t dice = splitmix64(random);
    const auto offer = static_cast<Offer>(dice / 64 % 3);
    switch (dice % 16) {
        case 0: return wish::MakeOffer{offer};
        case 1: return wish::Answer{offer, dice / 256 % 2 == 0, "0123456789abcdef"};
        case 2: return dice / 256 % 8 == 0 ? Wanted(wish::Resign{}) : Wanted(wish::Say{1});
        case 3: return wish::Claim{};
        case 4: return dice / 256 % 4 == 0 ? Wanted(wish::CallOff{}) : Wanted(wish::Say{2});
        case 5: return wish::Leave{};
        case 6: return wish::Return{};
        case 7: return wish::Move{static_cast<int>(dice / 64 % 30), "a1"};
        default: {
            const auto legal = state.game->legal_moves(state.position);
            if (legal.empty()) return wish::Claim{};
            return wish::Move{state.plies(), print_move(state.game->spec(), legal[dice / 64 % legal.size()])};
        }
    }
}

TEST(OnlineGame, RandomEventOrdersKeepEveryInvariant) {
    // FORAY_EVENTS=1000000 for the long form.
    const char* wanted = std::getenv("FORAY_EVENTS");
    const int steps = wanted != nullptr ? std::atoi(wanted) : 60'000;
    std::uint64_t random = 7;
    const char* clocks[] = {"none", "1+0", "0.2+1", "1d", "3+2"};
    const char* games[] = {"squirrels", "ataxx", "wargame", "reloaded", "stakeraid"};
    int done = 0;
    int finished = 0;
    for (int number = 0; done < steps; ++number) {
        Table table(clocks[number % 5], true, games[number / 5 % 5]);
        const int length = 20 + static_cast<int>(splitmix64(random) % 200);
        for (int i = 0; i < length; ++i, ++done) {
            const std::uint64_t dice = splitmix64(random);
            const std::string& person = dice % 9 == 0 ? kEve : dice % 2 == 0 ? kAda : kBob;
            table.now += static_cast<std::int64_t>(dice / 16 % (dice % 64 == 0 ? 100'000'000 : 4'000));
            if (dice % 97 == 0 && table.state.stage == Stage::kRunning) {
                table.put({std::max(table.now, table.state.at_ms), -1, "", event::Outage{static_cast<std::int64_t>(dice / 128 % 10'000)}});
                continue;
            }
            const Wanted what = table.state.stage == Stage::kWaiting && dice % 3 == 0 ? Wanted(wish::Join{player(person), ""})
                                                                                      : random_wish(table.state, random);
            const std::array<Player, 2> before = table.state.players;
            const bool seated = table.state.stage != Stage::kWaiting;
            (void)table.want(dice % 31 == 0 ? "" : person, what, dice % 5 == 0 ? std::to_string(dice / 512 % 20) : "",
                             static_cast<std::int64_t>(dice / 32 % 900));
            if (seated) {
                ASSERT_TRUE(before == table.state.players) << "a seat changed hands";
            }
            if (HasFatalFailure()) return;
        }
        Judge::check(table);
        if (HasFatalFailure()) return;
        finished += table.state.stage == Stage::kOver ? 1 : 0;
    }
    EXPECT_GT(finished, 10) << "games also come to their end";
}

}  // namespace
}  // namespace foray::lobby
