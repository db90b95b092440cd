#include "foray/learn/samples.h"

#include <gtest/gtest.h>

#include "foray/learn/selfplay_file.h"

namespace foray::learn {
namespace {

using Kind = SelfplayEntry::Kind;

/// One random move, two searched ones with a try beside the second, and the first player wins.
SelfplayGame short_game(const Game& game) {
    SelfplayGame out{game.start(), {}, Outcome::kFirstWins};
    WidePosition position = out.start;
    const auto play = [&](Kind kind, int thought) {
        const Move move = game.legal_moves(position).front();
        out.entries.push_back({move, kind, thought});
        if (kind != Kind::kAside) position = game.after(position, move);
    };
    play(Kind::kPlayed, 0);
    play(Kind::kSearched, 100);  // the second player thinks that he is ahead
    play(Kind::kAside, -300);    // the second player's thought, had the first played this
    play(Kind::kSearched, 50);   // the first player's
    return out;
}

std::vector<Sample> samples_of(SampleOptions options) {
    const Game game(default_spec(Variant::kAtaxx));
    GamesBuffer buffer;
    buffer.add(game, short_game(game));
    options.hold_out = 0;
    Samples samples;
    EXPECT_TRUE(add_samples(header_block(game.spec()) + buffer.block(), options, samples));
    return samples.training;
}

TEST(Samples, MixWhatWasThoughtAtOnceWithTheResult) {
    const auto samples = samples_of({.result_share = 0.25});
    ASSERT_EQ(samples.size(), 3U);
    EXPECT_NEAR(samples[0].target, 0.75 * share_of(100, 250), 1e-6);
    EXPECT_NEAR(samples[1].target, share_of(-300, 250), 1e-6);
    EXPECT_NEAR(samples[2].target, 0.75 * share_of(50, 250) + 0.25, 1e-6);
}

TEST(Samples, MixWhatWasThoughtLaterSeenFromTheSideToMove) {
    const auto samples = samples_of({.result_share = 0, .later_share = 0.8, .with_asides = false});
    ASSERT_EQ(samples.size(), 2U);
    const double last = 0.2 * share_of(50, 250) + 0.8;
    EXPECT_NEAR(samples[1].target, last, 1e-6);
    EXPECT_NEAR(samples[0].target, 0.2 * share_of(100, 250) + 0.8 * (1 - last), 1e-6);
}

}  // namespace
}  // namespace foray::learn
