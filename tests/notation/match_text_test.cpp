// The words of matches and claims.
#include "foray/notation/match_text.h"

#include <gtest/gtest.h>

#include "support/complaint.h"

namespace foray {
namespace {

using test::complaint;

TEST(MatchText, PlyRanges) {
    EXPECT_EQ(*parse_ply_range("4"), (PlyRange{4, 4}));
    EXPECT_EQ(*parse_ply_range("0-100"), (PlyRange{0, 100}));
    for (const char* wrong : {"", "-", "4-", "-4", "4-2", "101", "2-101", "2-4-6", "a", "2 -4", "99999999999999999999"}) {
        EXPECT_EQ(complaint(parse_ply_range(wrong)),
                  "expected a number up to 100 or a range such as 2-4, found '" + std::string(wrong) + "'");
    }
}

TEST(MatchText, EloRanges) {
    EXPECT_EQ(*parse_elo_range("0,10"), (EloRange{0, 10}));
    EXPECT_EQ(*parse_elo_range("-3.5,+2"), (EloRange{-3.5, 2}));
    for (const char* wrong : {"", ",", "0", "10,0", "0,0", "0,10,20", "nan,10", "0,inf", "0,1e9", "0, 10", "0,10x", "--1,2"}) {
        EXPECT_FALSE(parse_elo_range(wrong)) << wrong;
    }
}

TEST(MatchText, TimeControls) {
    EXPECT_EQ(*parse_time_control("10"), (Clock{10'000, 0, {}}));
    EXPECT_EQ(*parse_time_control("10+0.1"), (Clock{10'000, 100, {}}));
    EXPECT_EQ(*parse_time_control("40/60+0.5"), (Clock{60'000, 500, 40}));
    EXPECT_EQ(*parse_time_control("0.005"), (Clock{5, 0, {}}));
    for (const char* text : {"10", "10+0.1", "40/60+0.5", "0.005", "1/1", "1000000"}) {
        EXPECT_EQ(print_time_control(*parse_time_control(text)), text);
    }
    for (const char* wrong : {"", "0", "0+1", "-1", "10+", "+1", "/5", "0/5", "5/", "nan", "inf", "1e10", "10+nan", "10+-1", "1/2/3",
                              "10+1+1", "0.0001", "99999999999999999999/1"}) {
        EXPECT_EQ(complaint(parse_time_control(wrong)), "expected seconds such as 10+0.1 or 40/60+0.5, found '" + std::string(wrong) + "'");
    }
}

TEST(MatchText, Durations) {
    EXPECT_EQ(*parse_duration("30"), 30);
    EXPECT_EQ(*parse_duration("1.5s"), 1.5);
    EXPECT_EQ(*parse_duration("90m"), 5400);
    EXPECT_EQ(*parse_duration("2h"), 7200);
    EXPECT_EQ(*parse_duration("1d"), 86'400);
    for (const char* wrong : {"", "h", "2hh", "-1", "nan", "inf", "2 h"}) {
        EXPECT_EQ(complaint(parse_duration(wrong)), "expected a duration such as 2h, 90m or 30s, found '" + std::string(wrong) + "'");
    }
    EXPECT_EQ(complaint(parse_duration("1e10d")), "expected a duration of at most ten years, found '1e10d'");
}

TEST(MatchText, Claims) {
    EXPECT_EQ(*parse_value_claim(">=0"), (ValueClaim{0, true}));
    EXPECT_EQ(*parse_value_claim(">3"), (ValueClaim{4, true}));
    EXPECT_EQ(*parse_value_claim("<=-2"), (ValueClaim{-1, false}));
    EXPECT_EQ(*parse_value_claim("< +5"), (ValueClaim{5, false}));
    EXPECT_EQ(complaint(parse_value_claim("3")), "'3' should be such as \">=0\", \">3\", \"<=-2\" or \"<5\"");
    for (const char* wrong : {">=", ">=-", ">=+-1", ">=1.5", ">=100001", ">= 1 ", ">=99999999999999999999"}) {
        EXPECT_EQ(complaint(parse_value_claim(wrong)), "'" + std::string(wrong) + "' does not end in a whole number");
    }
}

}  // namespace
}  // namespace foray
