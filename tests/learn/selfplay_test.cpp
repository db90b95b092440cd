#include "foray/learn/selfplay.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "foray/board/random.h"
#include "foray/learn/selfplay_file.h"
#include "foray/learn/selfplay_store.h"
#include "support/process.h"

namespace foray::learn {
namespace {

using Kind = SelfplayEntry::Kind;

/// A game of random moves with random thoughts, through every kind of entry.
SelfplayGame random_game(const Game& game, const WidePosition& start, std::uint64_t seed) {
    SelfplayGame out{start, {}, Outcome::kSecondWins};
    WidePosition position = start;
    while (!game.verdict(position).over() && out.entries.size() < 200) {
        const auto moves = game.legal_moves(position);
        const Move move = moves[splitmix64(seed) % moves.size()];
        const auto kind = static_cast<Kind>(splitmix64(seed) % 3);
        const int thought = kind == Kind::kPlayed ? 0 : static_cast<int>(splitmix64(seed) % 4'000'001) - 2'000'000;
        out.entries.push_back({move, kind, thought});
        if (kind != Kind::kAside) position = game.after(position, move);
    }
    return out;
}

std::vector<SelfplayGame> games_in(std::string_view bytes) {
    std::vector<SelfplayGame> out;
    const auto read = read_selfplay(bytes, [&](const Game&, const SelfplayGame& played) {
        out.push_back(played);
        return true;
    });
    EXPECT_TRUE(read) << read.error().message();
    return out;
}

TEST(SelfplayFile, ReadsBackWhatWasWrittenInEveryVariant) {
    for (const VariantInfo& variant : all_variants()) {
        for (const int side : {variant.default_side, 10, 17}) {
            GameSpec spec = default_spec(variant.id, side, side);
            for (std::size_t i = 0; i < spec.values.size(); ++i) spec.values[i] = static_cast<std::uint8_t>(1 + i * 7 % 99);
            const Game game(spec);
            // The second game begins in the middle of the first one.
            std::vector<SelfplayGame> written = {random_game(game, game.start(), 1)};
            WidePosition middle = game.start();
            for (const SelfplayEntry& entry : written[0].entries) {
                if (entry.kind != Kind::kAside && middle.plies < 5) middle = game.after(middle, entry.move);
            }
            written.push_back(random_game(game, middle, 2));
            GamesBuffer buffer;
            for (const SelfplayGame& one : written) buffer.add(game, one);
            const std::string bytes = header_block(spec) + note_block("a note") + buffer.block();
            EXPECT_EQ(games_in(bytes), written) << variant.key << side;
            const auto summary = read_selfplay(bytes);
            ASSERT_TRUE(summary);
            EXPECT_EQ(summary->spec, spec);
            EXPECT_EQ(summary->games, 2U);
            EXPECT_EQ(summary->positions, searched_positions(written[0]) + searched_positions(written[1]));
            EXPECT_EQ(summary->last_note, "a note");
            EXPECT_EQ(summary->good_bytes, bytes.size());
        }
    }
}

// Files outlive programs: these bytes must mean this game for ever, whatever becomes of the order in which moves are made.
TEST(SelfplayFile, KnowsAnOldGame) {
    const std::string game_bytes("\x00\x04\x08\x05\x64\x1a\x35\x06\xe7\x07", 10);
    GamesBuffer buffer;
    buffer.bytes = game_bytes;
    buffer.games = 1;
    buffer.positions = 3;
    const Game game(default_spec(Variant::kAtaxx));
    const auto games = games_in(header_block(game.spec()) + buffer.block());
    ASSERT_EQ(games.size(), 1U);
    const SelfplayGame expected{game.start(),
                                {{Move::place(8), Kind::kPlayed, 0},
                                 {Move::place(12), Kind::kSearched, 50},
                                 {Move::place(16), Kind::kAside, -27},
                                 {Move::place(2), Kind::kAside, -500}},
                                Outcome::kFirstWins};
    EXPECT_EQ(games[0], expected);
}

std::string three_blocks(const Game& game) {
    std::string bytes = header_block(game.spec());
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        GamesBuffer buffer;
        buffer.add(game, random_game(game, game.start(), seed));
        bytes += buffer.block();
    }
    return bytes;
}

TEST(SelfplayFile, ATornTailIsLeftOut) {
    const Game game(default_spec(Variant::kAtaxx, 4, 4));
    const std::string bytes = three_blocks(game);
    std::uint64_t last = 0;
    for (std::size_t length = 36; length <= bytes.size(); ++length) {
        const auto read = read_selfplay(std::string_view(bytes).substr(0, length), [](const Game&, const SelfplayGame&) { return true; });
        ASSERT_TRUE(read) << length << read.error().message();
        EXPECT_LE(read->good_bytes, length);
        EXPECT_GE(read->games, last);
        last = read->games;
    }
    EXPECT_EQ(last, 3U);
}

TEST(SelfplayFile, EveryFlippedBitIsNoticed) {
    const Game game(default_spec(Variant::kAtaxx, 4, 4));
    const std::string bytes = three_blocks(game);
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
        std::string damaged = bytes;
        damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
        const auto read = read_selfplay(damaged, [](const Game&, const SelfplayGame&) { return true; });
        // Damage at the end cannot be told from a torn tail: the last block is gone then, and nothing is wrong with the others.
        EXPECT_TRUE(!read || read->games < 3U) << bit;
    }
}

TEST(SelfplayGame, FollowsFromItsSeedAndIsPlayedByTheRules) {
    const Game game(default_spec(Variant::kReloaded));
    const auto player = make_agent(game.spec(), "engine:nodes=100,hash=1");
    ASSERT_TRUE(player);
    const std::atomic<bool> stop = false;
    std::string failure;
    const auto once = play_selfplay_game(game, game.start(), **player, {}, 5, stop, failure);
    const auto again = play_selfplay_game(game, game.start(), **player, {}, 5, stop, failure);
    const auto other = play_selfplay_game(game, game.start(), **player, {}, 6, stop, failure);
    ASSERT_TRUE(once && again && other) << failure;
    EXPECT_EQ(*once, *again);
    EXPECT_NE(*once, *other);
    GamesBuffer buffer;  // asserts that every move is legal
    buffer.add(game, *once);
    EXPECT_EQ(games_in(header_block(game.spec()) + buffer.block()).front(), *once);
    const auto random =
        std::count_if(once->entries.begin(), once->entries.end(), [](const auto& one) { return one.kind == Kind::kPlayed; });
    EXPECT_GE(random, 6);
    EXPECT_LE(random, 16);
    EXPECT_TRUE(std::any_of(once->entries.begin(), once->entries.end(), [](const auto& one) { return one.kind == Kind::kAside; }));
    const std::atomic<bool> stopped = true;
    EXPECT_FALSE(play_selfplay_game(game, game.start(), **player, {}, 5, stopped, failure));
}

class StoreTest : public testing::Test {
protected:
    void SetUp() override { std::filesystem::remove(path_); }
    void TearDown() override { std::filesystem::remove(path_); }
    std::string path_ = test::scratch_folder() + "/games.sp";
    Game game_{default_spec(Variant::kAtaxx)};

    std::string block(std::uint64_t seed) {
        GamesBuffer buffer;
        buffer.add(game_, random_game(game_, game_.start(), seed));
        return buffer.block();
    }
};

TEST_F(StoreTest, GoesOnAfterATornBlock) {
    {
        auto store = SelfplayStore::open(path_, game_.spec(), "first");
        ASSERT_TRUE(store);
        SelfplayStore open = std::move(store).value();
        EXPECT_TRUE(open.append(block(1)));
        EXPECT_TRUE(open.append(block(2)));
        EXPECT_FALSE(SelfplayStore::open(path_, game_.spec(), "second")) << "two writers at a time";
    }
    std::filesystem::resize_file(path_, std::filesystem::file_size(path_) - 3);
    {
        auto store = SelfplayStore::open(path_, game_.spec(), "first");
        ASSERT_TRUE(store) << store.error().message();
        SelfplayStore open = std::move(store).value();
        EXPECT_EQ(open.found().games, 1U);
        EXPECT_GT(open.torn(), 0U);
        EXPECT_TRUE(open.append(block(3)));
    }
    const auto mapped = MappedFile::open(path_);
    ASSERT_TRUE(mapped);
    const auto games = games_in(mapped->bytes());
    ASSERT_EQ(games.size(), 2U);
    EXPECT_EQ(games[0], random_game(game_, game_.start(), 1));
    EXPECT_EQ(games[1], random_game(game_, game_.start(), 3));
}

TEST_F(StoreTest, RefusesAnotherGamesFile) {
    ASSERT_TRUE(SelfplayStore::open(path_, game_.spec(), ""));
    const auto other = SelfplayStore::open(path_, default_spec(Variant::kReloaded), "");
    ASSERT_FALSE(other);
    EXPECT_NE(other.error().message().find("holds games of Ataxx, 7x7"), std::string::npos);
    std::ofstream(path_) << "these are not self-play games at all";
    EXPECT_FALSE(SelfplayStore::open(path_, game_.spec(), ""));
    std::ifstream kept(path_);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(kept), {}), "these are not self-play games at all");
    // A short one could be the beginning of a block that was torn off, but only if it is that.
    std::ofstream(path_) << "notes";
    EXPECT_FALSE(SelfplayStore::open(path_, game_.spec(), ""));
    EXPECT_EQ(std::filesystem::file_size(path_), 5U);
    std::ofstream(path_) << header_block(game_.spec()).substr(0, 5);
    EXPECT_TRUE(SelfplayStore::open(path_, game_.spec(), ""));
    // As every file that is written: not through a link, which may stand for somebody else's file.
    const std::string link = path_ + ".link";
    std::filesystem::remove(link);
    std::filesystem::remove(path_);
    std::filesystem::create_symlink(path_, link);
    EXPECT_FALSE(SelfplayStore::open(link, game_.spec(), ""));
    EXPECT_FALSE(std::filesystem::exists(path_));
    std::filesystem::remove(link);
}

}  // namespace
}  // namespace foray::learn
