// The contract: what is understood, what is refused, and with which words.
#include "foray/lobby/messages.h"

#include <gtest/gtest.h>

#include "foray/lobby/identity.h"

namespace foray::lobby {
namespace {

const std::string kSecret = "0123456789abcdefghijkl";
const std::string kGame = "0123456789abcdef";

std::string complaint(const std::string& text) {
    const auto message = read_message(text);
    return message ? "fine" : message.error().what;
}

TEST(Messages, PrintAndReadBack) {
    Message create{.ask = Ask::kCreate, .request = "a1"};
    create.terms = {.game = "squirrels",
                    .board = "5",
                    .raid = "",
                    .time = read_time_control("0.5+2").value(),
                    .wish = Wish::kSecond,
                    .rated = true,
                    .open = false};
    create.invitation = kSecret;
    const Message all[] = {
        {.ask = Ask::kHello, .secret = kSecret, .name = "Ada"},
        {.ask = Ask::kName, .name = "Zoë"},
        create,
        {.ask = Ask::kJoin, .request = "2", .game = kGame, .invitation = kSecret},
        {.ask = Ask::kWatch, .game = kGame},
        {.ask = Ask::kMove, .request = "3", .game = kGame, .ply = 7, .move = "c3*"},
        {.ask = Ask::kOffer, .request = "4", .game = kGame, .offer = Offer::kTakeBack},
        {.ask = Ask::kAnswer, .request = "5", .game = kGame, .offer = Offer::kDraw, .yes = true},
        {.ask = Ask::kSay, .request = "6", .game = kGame, .phrase = 3},
        {.ask = Ask::kLobby, .yes = true},
        {.ask = Ask::kPerson, .person = kSecret},
        {.ask = Ask::kLeaders, .game = "ataxx"},
        {.ask = Ask::kForget},
    };
    for (const Message& one : all) {
        const auto back = read_message(print_message(one));
        ASSERT_TRUE(back) << print_message(one) << ": " << back.error().what;
        EXPECT_EQ(*back, one) << print_message(one);
    }
}

TEST(Messages, AreRefusedWithTheFieldThatIsWrong) {
    EXPECT_EQ(complaint("hello"), "not a JSON object");
    EXPECT_EQ(complaint("[]"), "not a JSON object");
    EXPECT_EQ(complaint("{}"), "do: missing");
    EXPECT_EQ(complaint(R"({"do":"steal"})"), "do: 'steal' is none of the words known here");
    EXPECT_EQ(complaint(R"({"do":"hello","v":2,"me":")" + kSecret + "\"}"), "v: this server speaks version 1");
    EXPECT_EQ(complaint(R"({"do":"hello","v":1,"me":"short"})"), "me: expected 22 letters and digits");
    EXPECT_EQ(complaint(R"({"do":"move","game":")" + kGame + R"(","ply":1,"move":"c3"})"), "id: missing");
    EXPECT_EQ(complaint(R"({"do":"move","id":"1","game":"../../etc/passwd","ply":1,"move":"c3"})"), "game: is no game's id");
    EXPECT_EQ(complaint(R"({"do":"move","id":"1","game":")" + kGame + R"(","ply":-1,"move":"c3"})"),
              "ply: expected a whole number from 0 to 100000");
    EXPECT_EQ(complaint(R"({"do":"say","id":"1","game":")" + kGame + R"(","phrase":10})"), "phrase: expected a whole number from 0 to 9");
    EXPECT_EQ(complaint(R"({"do":"create","id":"1","game":"chess","clock":"5+3","side":"lot","rated":false,"open":true})").substr(0, 20),
              "unknown game 'chess'");
    EXPECT_EQ(complaint(R"({"do":"create","id":"1","game":"ataxx","clock":"none","side":"lot","rated":true,"open":true})"),
              "rated: a rated game needs a clock");
    EXPECT_EQ(complaint(R"({"do":"create","id":"1","game":"ataxx","clock":"5+3","side":"lot","rated":true,"open":false})"),
              "invitation: missing: the game is not open to everybody");
    EXPECT_EQ(complaint(std::string(5000, ' ')), "longer than 4096 bytes");
    EXPECT_EQ(complaint("{\"do\":" + std::string(500, '[') + "}"), "nested too deeply");
}

TEST(Messages, ClocksAreReadAndPrinted) {
    for (const char* text : {"none", "5+3", "0.5+2", "180+180", "3d", "14d", "1.25+0", "0.333+1"}) {
        const auto time = read_time_control(text);
        ASSERT_TRUE(time) << text;
        EXPECT_EQ(read_time_control(print(*time)).value(), *time) << text << " became " << print(*time);
    }
    EXPECT_EQ(print(read_time_control("5+3").value()), "5+3");
    for (const char* text : {"5", "+", "5+", "+3", "0+0", "0d", "15d", "181+0", "5+181", "5+1.5", "-1+0", "1e9+0", "d"})
        EXPECT_FALSE(read_time_control(text)) << text;
}

TEST(Events, PrintAndReadBackAndRefuseWhatNobodyWrote) {
    const Player player{person_of(kSecret), "Ada \"the\" <first>", 1500, true};
    const Terms terms{
        .game = "ataxx", .board = "", .raid = "", .time = read_time_control("3d").value(), .wish = Wish::kLot, .rated = true, .open = true};
    const Event all[] = {
        {5, 0, "", event::Created{terms, player, invitation_of(kSecret)}},
        {6, -1, "", event::Joined{player, 1}},
        {7, 1, "a9", event::Moved{3, "g2", 250, 1000}},
        {7, 1, "b", event::Offered{Offer::kDraw}},
        {8, 0, "c", event::TakenBack{2}},
        {9, -1, "", event::Ended{Outcome::kDraw, Ending::kAdjudication, "agreed"}},
        {9, 0, "", event::Ended{}},
        {9, -1, "", event::Outage{123456}},
        {9, -1, "", event::Rated{{1500, -20}, {1510, -30}}},
        {9, 0, "d", event::Rematched{kGame}},
    };
    for (const Event& one : all) {
        const auto back = read_event(print_event(one));
        ASSERT_TRUE(back) << print_event(one) << ": " << back.error().what;
        EXPECT_EQ(*back, one) << print_event(one);
    }
    for (const char* text :
         {"", "{}", R"({"at":1,"is":"moved"})", R"({"at":1,"by":2,"is":"away"})", R"({"at":-1,"by":1,"is":"away"})",
          R"({"at":1,"is":"taken-back","plies":3})", R"({"at":1,"is":"ended","outcome":"first","reason":""})",
          R"({"at":1,"is":"ended","outcome":"first","reason":"magic"})", R"({"at":1,"is":"rated","before":[1],"after":[1,2]})",
          R"({"at":1,"is":"moved","ply":0,"move":"a1","lag":301,"left":0})"}) {
        EXPECT_FALSE(read_event(text)) << text;
    }
}

}  // namespace
}  // namespace foray::lobby
