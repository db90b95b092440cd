// A whole lobby without sockets, clock and database: clients that speak, a ledger that fails, two servers on one ledger.
#include "foray/lobby/lobby.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "foray/lobby/identity.h"
#include "support/memory_ledger.h"

namespace foray::lobby {
namespace {

using nlohmann::json;

const std::string kAda = "AAAAAAAAAAAAAAAAAAAAAA";
const std::string kBob = "BBBBBBBBBBBBBBBBBBBBBB";
const std::string kEve = "EEEEEEEEEEEEEEEEEEEEEE";
const std::string kInvitation = "IIIIIIIIIIIIIIIIIIIIII";

class House {
public:
    explicit House(test::MemoryLedger& ledger, LobbyOptions options = {}, std::int64_t at = 1'000'000)
        : lobby(ledger, std::move(options)), now(at) {
        lobby.start(now);
    }

    void open(ClientId id, const std::string& secret) {
        feed({id, Input::Kind::kOpened, "192.0.2.1"});
        say(id, {{"do", "hello"}, {"v", 1}, {"me", secret}});
    }
    /// What that client is told, in order.
    std::vector<json> say(ClientId id, const json& message) { return feed({id, Input::Kind::kSaid, message.dump(), 0}, id); }
    std::vector<json> feed(const Input& input, ClientId id = 0) {
        last = lobby.handle(std::span(&input, 1), now);
        return told(id);
    }
    std::vector<json> tick(std::int64_t ms, ClientId id = 0) {
        now += ms;
        last = lobby.tick(now);
        return told(id);
    }
    [[nodiscard]] std::vector<json> told(ClientId id) const {
        std::vector<json> out;
        for (const Output& one : last) {
            if (one.client == id) out.push_back(json::parse(*one.text));
        }
        return out;
    }
    /// A game between two who say hello first; its id.
    std::string game(const std::string& clock = "5+3", bool rated = true) {
        open(1, kAda);
        open(2, kBob);
        const auto made = say(1, {{"do", "create"},
                                  {"id", "c"},
                                  {"game", "squirrels"},
                                  {"board", "3"},
                                  {"clock", clock},
                                  {"side", "first"},
                                  {"rated", rated},
                                  {"open", false},
                                  {"invitation", kInvitation}});
        std::string id = made.back()["game"];
        EXPECT_EQ(say(2, {{"do", "join"}, {"id", "j"}, {"game", id}, {"invitation", kInvitation}}).back()["is"], "done");
        say(1, {{"do", "watch"}, {"game", id}});
        say(2, {{"do", "watch"}, {"game", id}});
        return id;
    }
    std::vector<json> move(ClientId who, const std::string& game, int ply, const std::string& text) {
        return say(who, {{"do", "move"}, {"id", "m" + std::to_string(ply)}, {"game", game}, {"ply", ply}, {"move", text}});
    }

    Lobby lobby;
    std::int64_t now;
    std::vector<Output> last;
};

TEST(Lobby, PlaysAGameToItsEndAndRatesIt) {
    test::MemoryLedger ledger;
    House house(ledger);
    const std::string id = house.game();
    const char* moves[] = {"a1", "c3", "b1", "c2", "a2", "b3", "a3", "c1", "b2"};
    for (int ply = 0; ply < 9; ++ply) {
        house.now += 1000;
        const auto told = house.move(ply % 2 == 0 ? 1 : 2, id, ply, moves[ply]);
        ASSERT_EQ(told.size(), 2U) << "the game, and that it was done";
        EXPECT_EQ(told[0]["is"], "game");
        EXPECT_EQ(told[1]["is"], "done");
        EXPECT_EQ(house.told(ply % 2 == 0 ? 2 : 1).size(), 1U);
    }
    const json end = house.told(1)[0];
    EXPECT_EQ(end["stage"], "over");
    EXPECT_EQ(end["result"]["reason"], "board full");
    EXPECT_NE(end["result"]["after"][0], end["result"]["before"][0]);
    const json ada = house.say(1, {{"do", "person"}, {"person", person_of(kAda)}}).back();
    EXPECT_EQ(ada["ratings"]["squirrels"]["games"], 1);
    EXPECT_EQ(ada["ratings"]["squirrels"]["provisional"], true);
    EXPECT_EQ(house.say(1, {{"do", "leaders"}, {"game", "squirrels"}}).back()["people"].size(), 2U);
    EXPECT_EQ(house.say(2, {{"do", "mine"}}).back()["games"].size(), 1U);
}

TEST(Lobby, NobodyEverSeesASecret) {
    test::MemoryLedger ledger;
    House house(ledger);
    const std::string id = house.game();
    house.open(3, kEve);
    std::string all;
    for (const json& one : house.say(3, {{"do", "watch"}, {"game", id}})) all += one.dump();
    for (const json& one : house.say(3, {{"do", "lobby"}, {"on", true}})) all += one.dump();
    for (const json& one : house.tick(2000, 3)) all += one.dump();
    for (const auto& [game, events] : ledger.kept.events) {
        for (const std::string& event : events) all += event;
    }
    for (const std::string& secret : {kAda, kBob, kInvitation}) EXPECT_EQ(all.find(secret), std::string::npos);
    EXPECT_EQ(house.move(3, id, 0, "a1").back()["why"], "seat");
    EXPECT_EQ(house.say(3, {{"do", "resign"}, {"id", "r"}, {"game", id}}).back()["why"], "seat");
}

TEST(Lobby, NothingHappensTwice) {
    test::MemoryLedger ledger;
    House house(ledger);
    const std::string id = house.game();
    house.move(1, id, 0, "a1");
    const auto events = ledger.kept.events;
    EXPECT_EQ(house.move(1, id, 0, "a1").back()["is"], "done");
    const auto made = house.say(1, {{"do", "create"},
                                    {"id", "c"},
                                    {"game", "squirrels"},
                                    {"board", "3"},
                                    {"clock", "5+3"},
                                    {"side", "first"},
                                    {"rated", true},
                                    {"open", false},
                                    {"invitation", kInvitation}});
    EXPECT_EQ(made.back()["game"], id) << "the same wish is the same game";
    EXPECT_EQ(ledger.kept.events, events);
}

TEST(Lobby, AFailedCommitIsNotAnswered) {
    test::MemoryLedger ledger;
    House house(ledger);
    const std::string id = house.game();
    ledger.fail_commits = 1;
    EXPECT_ANY_THROW(house.move(1, id, 0, "a1"));
    house.lobby.recover();
    const auto told = house.move(1, id, 0, "a1");
    EXPECT_EQ(told.back()["is"], "done");
    EXPECT_EQ(told.front()["moves"], "a1");
    EXPECT_EQ(ledger.kept.events.at(id).size(), 3U);
}

TEST(Lobby, ARestartHasTheSameGamesAndGivesTimeBack) {
    test::MemoryLedger ledger;
    std::string id;
    std::int64_t killed = 0;
    {
        House house(ledger);
        id = house.game("1+0");
        house.move(1, id, 0, "a1");
        house.move(2, id, 1, "c3");
        house.tick(1000);
        killed = house.now;
    }
    House again(ledger, {}, killed + 600'000);
    again.open(1, kAda);
    const json game = again.say(1, {{"do", "watch"}, {"game", id}}).back();
    EXPECT_EQ(game["moves"], "a1 c3");
    EXPECT_EQ(game["deadline"].get<std::int64_t>() - again.now, 60'000 - 1'000 + kMostLagMs) << "one second ran, ten minutes did not";
    EXPECT_EQ(again.move(1, id, 2, "b1").back()["is"], "done");
}

TEST(Lobby, TimeEndsGamesByItself) {
    test::MemoryLedger ledger;
    House house(ledger);
    const std::string id = house.game("1+0");
    house.move(1, id, 0, "a1");
    house.move(2, id, 1, "c3");
    EXPECT_TRUE(house.tick(60'000, 1).empty());
    const auto told = house.tick(kMostLagMs, 1);
    ASSERT_EQ(told.size(), 1U);
    EXPECT_EQ(told[0]["result"]["outcome"], "second");
    EXPECT_EQ(told[0]["result"]["reason"], "time");
}

TEST(Lobby, WhoClosesThePageIsAwayAndWhoLoadsItAgainIsNot) {
    test::MemoryLedger ledger;
    House house(ledger);
    const std::string id = house.game();
    house.feed({2, Input::Kind::kClosed});
    house.tick(3000);
    house.open(4, kBob);
    EXPECT_TRUE(house.tick(9000, 1).empty());
    house.feed({4, Input::Kind::kClosed});
    const auto told = house.tick(6000, 1);
    ASSERT_EQ(told.size(), 1U);
    EXPECT_EQ(told[0]["seats"][1]["here"], false);
    house.open(5, kBob);
    EXPECT_EQ(house.told(1)[0]["seats"][1]["here"], true);
}

TEST(Lobby, ARematchExchangesTheSides) {
    test::MemoryLedger ledger;
    House house(ledger);
    const std::string id = house.game("none", false);
    house.say(1, {{"do", "resign"}, {"id", "r"}, {"game", id}});
    house.say(1, {{"do", "offer"}, {"id", "o"}, {"game", id}, {"what", "rematch"}});
    const auto told = house.say(2, {{"do", "answer"}, {"id", "a"}, {"game", id}, {"what", "rematch"}, {"yes", true}});
    const std::string next = told[0]["rematch"];
    const json game = house.say(1, {{"do", "watch"}, {"game", next}}).back();
    EXPECT_EQ(game["stage"], "running");
    EXPECT_EQ(game["seats"][0]["person"], person_of(kBob));
    EXPECT_EQ(game["seats"][1]["person"], person_of(kAda));
}

TEST(Lobby, FloodsAndNonsenseHurtWhoSendsThem) {
    test::MemoryLedger ledger;
    House house(ledger);
    const std::string id = house.game();
    house.open(3, kEve);
    int told = 0;
    bool closed = false;
    for (int i = 0; i < 400; ++i) {
        told += static_cast<int>(house.feed({3, Input::Kind::kSaid, "nonsense"}, 3).size());
        for (const Output& one : house.last) closed = closed || (one.client == 3 && one.close);
    }
    EXPECT_LT(told, 70);
    EXPECT_TRUE(closed);
    EXPECT_EQ(house.move(1, id, 0, "a1").back()["is"], "done");
    house.feed({9, Input::Kind::kOpened, "x"});
    EXPECT_EQ(house.say(9, {{"do", "mine"}}).back()["why"], "hello");
    EXPECT_EQ(house.say(9, {{"do", "watch"}, {"game", id}}).back()["why"], "hello");
    house.now += 60'000;
    for (int i = 0; i < 12; ++i) {
        const auto made = house.say(3, {{"do", "create"},
                                        {"id", "c" + std::to_string(i)},
                                        {"game", "ataxx"},
                                        {"clock", "5+3"},
                                        {"side", "lot"},
                                        {"rated", false},
                                        {"open", true}});
        EXPECT_EQ(made.back()["is"], i < 10 ? "done" : "no") << i;
    }
}

TEST(Lobby, TwoServersOnOneLedgerAgree) {
    test::MemoryLedger ledger;
    House one(ledger, {.server = "one", .shared = true});
    House two(ledger, {.server = "two", .shared = true});
    const std::string id = one.game();
    two.open(7, kBob);
    two.say(7, {{"do", "watch"}, {"game", id}});
    one.move(1, id, 0, "a1");
    // The second one has not heard yet, and is asked: it decides anew.
    two.now = one.now;
    EXPECT_EQ(two.move(7, id, 1, "c3").back()["is"], "done");
    EXPECT_EQ(one.move(1, id, 2, "b1").back()["is"], "done");
    const auto told = two.tick(200, 7);
    ASSERT_EQ(told.size(), 1U);
    EXPECT_EQ(told[0]["moves"], "a1 c3 b1");
    // Both ask to end it, and neither has heard of the other: it ends once.
    one.say(1, {{"do", "resign"}, {"id", "r1"}, {"game", id}});
    EXPECT_EQ(two.say(7, {{"do", "resign"}, {"id", "r2"}, {"game", id}}).back()["why"], "over");
    EXPECT_GE(one.lobby.counts().conflicts + two.lobby.counts().conflicts, 1U);
}

}  // namespace
}  // namespace foray::lobby
