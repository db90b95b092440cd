// Numbers of the search tuned by matches.
#include "foray/learn/spsa.h"

#include <gtest/gtest.h>

#include "foray/rules/game.h"

namespace foray::learn {
namespace {

TEST(Spsa, NumbersAreReadAndPrinted) {
    const auto numbers = parse_spsa_numbers("reverse_margin=60,late_base", Family::kRaid);
    ASSERT_TRUE(numbers) << numbers.error().message();
    EXPECT_EQ(print_spsa_numbers(*numbers), "reverse_margin=60,late_base=" + std::to_string(parameters_of(Family::kRaid).late_base));
    for (const auto& [text, what] : {std::pair{"", "no number"},
                                     {"speed", "no number"},
                                     {"reverse_margin=", "not a number"},
                                     {"reverse_margin=1001", "from 0 to 1000"},
                                     {"reverse_margin,reverse_margin", "twice"}}) {
        const auto wrong = parse_spsa_numbers(text, Family::kAtaxx);
        ASSERT_FALSE(wrong) << text;
        EXPECT_NE(wrong.error().message().find(what), std::string::npos) << wrong.error().message();
    }
}

TEST(Spsa, EveryParameterIsWithinItsRange) {
    for (const Family family : {Family::kRaid, Family::kAtaxx}) {
        const Parameters usual = parameters_of(family);
        for (const NamedParameter& one : kParameters) {
            EXPECT_GE(usual.*one.number, one.least) << one.name;
            EXPECT_LE(usual.*one.number, one.most) << one.name;
        }
    }
}

// Two moves at every node make a poor search: the number must go up, the same way every time, and a run cut in two must come to the same.
TEST(Spsa, MovesAwayFromWhatLoses) {
    const Game game(default_spec(Variant::kAtaxx));
    SpsaSettings settings;
    settings.player = "engine:depth=4,hash=1,net=linear,late_step=0,late_depth=20";  // whatever network is built in
    settings.last_round = 8;
    settings.pairs = 3;
    settings.rate = 8;
    std::vector<double> after;
    auto numbers = *parse_spsa_numbers("late_base=2", Family::kAtaxx);
    ASSERT_TRUE(tune_numbers(game, numbers, settings, [&](const SpsaRound&) { after.push_back(numbers.front().value); }));
    ASSERT_EQ(after.size(), 8U);
    EXPECT_GT(after.back(), 3);

    numbers = *parse_spsa_numbers("late_base=2", Family::kAtaxx);
    std::atomic<bool> stop{false};
    settings.stop = &stop;
    const auto stop_after = [&](int last) {
        return [&stop, last](const SpsaRound& round) {
            if (round.number == last) stop = true;
        };
    };
    EXPECT_FALSE(*tune_numbers(game, numbers, settings, stop_after(1)));
    EXPECT_EQ(numbers.front().value, after[0]);
    stop = false;
    settings.first_round = 2;
    EXPECT_FALSE(*tune_numbers(game, numbers, settings, stop_after(2)));
    EXPECT_EQ(numbers.front().value, after[1]);
}

}  // namespace
}  // namespace foray::learn
