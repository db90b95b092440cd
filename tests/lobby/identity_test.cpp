// Secrets, names and ratings.
#include "foray/lobby/identity.h"

#include <gtest/gtest.h>

#include <array>

#include "foray/lobby/glicko.h"
#include "foray/lobby/sha256.h"

namespace foray::lobby {
namespace {

std::string hex(const std::array<std::uint8_t, 32>& bytes) {
    std::string out;
    for (const std::uint8_t byte : bytes) out += "0123456789abcdef"[byte >> 4], out += "0123456789abcdef"[byte & 15];
    return out;
}

// The examples of FIPS 180-4, and a text of two blocks.
TEST(Sha256, GivesThePublishedHashes) {
    EXPECT_EQ(hex(sha256("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(hex(sha256("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(hex(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(hex(sha256(std::string(1'000'000, 'a'))), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Identity, IsOneWayAndOfOneForm) {
    const std::string secret = "AAAAAAAAAAAAAAAAAAAAAA";
    ASSERT_TRUE(is_secret(secret));
    EXPECT_TRUE(is_secret(person_of(secret)));
    EXPECT_NE(person_of(secret), secret);
    EXPECT_NE(person_of(secret), invitation_of(secret));
    EXPECT_TRUE(is_game_id(game_id_of(person_of(secret), "1")));
    EXPECT_NE(game_id_of(person_of(secret), "1"), game_id_of(person_of(secret), "2"));
    EXPECT_FALSE(is_secret("AAAAAAAAAAAAAAAAAAAAA"));
    EXPECT_FALSE(is_secret("AAAAAAAAAAAAAAAAAAAAA'"));
    EXPECT_EQ(guest_name(secret), guest_name(secret));
}

TEST(Names, AreCleanOrRefused) {
    const auto read = [](std::string_view text) {
        return read_name(text).has_value() ? *read_name(text) : "refused: " + read_name(text).error().what;
    };
    EXPECT_EQ(read(""), "");
    EXPECT_EQ(read("  Ada \t Lovelace "), "refused: a name cannot have characters that are not seen");
    EXPECT_EQ(read("  Ada   Lovelace "), "Ada Lovelace");
    EXPECT_EQ(read("Zoë Ångström"), "Zoë Ångström");
    EXPECT_EQ(read("<b>&\"'"), "<b>&\"'") << "escaping is for those who show it";
    EXPECT_EQ(read("\xE2\x80\xAE"
                   "evil"),
              "refused: a name cannot have characters that are not seen");
    EXPECT_EQ(read("a\xE2\x80\x8B"
                   "b"),
              "refused: a name cannot have characters that are not seen");
    EXPECT_EQ(read("a\nb"), "refused: a name cannot have characters that are not seen");
    EXPECT_EQ(read(std::string("a\0b", 3)), "refused: a name cannot have characters that are not seen");
    EXPECT_EQ(read("\xC0\xAF"), "refused: a name must be UTF-8");
    EXPECT_EQ(read("\xED\xA0\x80"), "refused: a name must be UTF-8");
    EXPECT_EQ(read("caf\xC3"), "refused: a name must be UTF-8");
    EXPECT_EQ(read("a\xCC\x81\xCC\x81\xCC\x81"), "refused: a name cannot have so many accents");
    EXPECT_EQ(read("12345678901234567890"), "12345678901234567890");
    EXPECT_EQ(read("123456789012345678901"), "refused: a name has at most 20 characters");
    EXPECT_EQ(read("\xE3\x80\x80\xE5\xBC\x88"), "\xE5\xBC\x88") << "a wide blank is a blank";
}

// The example of Glickman's paper.
TEST(Glicko, GivesThePublishedExample) {
    const Rating me{1500, 200, 0.06, 0, 0};
    const std::array<Scored, 3> games = {Scored{{1400, 30, 0.06, 0, 0}, 1}, Scored{{1550, 100, 0.06, 0, 0}, 0},
                                         Scored{{1700, 300, 0.06, 0, 0}, 0}};
    const Rating after = rated(me, games);
    EXPECT_NEAR(after.rating, 1464.06, 0.01);
    EXPECT_NEAR(after.deviation, 151.52, 0.01);
    EXPECT_NEAR(after.volatility, 0.05999, 0.00001);
    EXPECT_EQ(after.games, 3);
}

TEST(Glicko, StaysWithinBoundsAndMovesTheRightWay) {
    Rating a;
    Rating b;
    for (int i = 0; i < 200; ++i) {
        const Scored lost{b, 0};
        const Scored won{a, 1};
        const Rating next_a = rated(a, std::span(&lost, 1));
        const Rating next_b = rated(b, std::span(&won, 1));
        EXPECT_LT(next_a.rating, a.rating);
        EXPECT_GT(next_b.rating, b.rating);
        EXPECT_GT(next_b.deviation, 0);
        EXPECT_LE(next_b.deviation, 350);
        a = next_a;
        b = next_b;
    }
    // Whose results are no surprise tells little; whose are mixed is soon known.
    for (int i = 0; i < 40; ++i) {
        const Scored game{{1500, 60, 0.06, 0, 0}, i % 2 == 0 ? 1.0 : 0.0};
        b = rated(b, std::span(&game, 1));
    }
    EXPECT_FALSE(b.provisional());
    EXPECT_EQ(aged(b, b.at_ms).deviation, b.deviation);
    Rating later = b;
    later.at_ms = 1000;
    EXPECT_GT(aged(later, 1000 + 400LL * 24 * 3600 * 1000).deviation, later.deviation);
    EXPECT_TRUE(aged(later, 1000 + 4000LL * 24 * 3600 * 1000).provisional()) << "who was away for long is unknown again";
}

}  // namespace
}  // namespace foray::lobby
