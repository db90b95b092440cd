#include "terms_text.h"

#include "foray/lobby/identity.h"

namespace foray::lobby {

Json json_of(const Terms& terms) {
    Json out;
    out["game"] = terms.game;
    if (!terms.board.empty()) out["board"] = terms.board;
    if (!terms.raid.empty()) out["raid"] = terms.raid;
    out["clock"] = print(terms.time);
    out["side"] = kWishes[static_cast<std::size_t>(terms.wish)];
    out["rated"] = terms.rated;
    out["open"] = terms.open;
    return out;
}

Terms read_terms(const Json& object, std::optional<Error>& wrong) {
    constexpr std::size_t kLongestBoard = 2500;  // 26x26 values of two digits
    Fields fields(object, wrong);
    Terms out;
    out.game = fields.text("game", 20);
    if (fields.has("board")) out.board = fields.text("board", kLongestBoard);
    if (fields.has("raid")) out.raid = fields.text("raid", 20);
    const auto time = read_time_control(fields.text("clock", 20));
    if (time) {
        out.time = *time;
    } else {
        fields.complain("clock", time.error().what);
    }
    out.wish = static_cast<Wish>(fields.word("side", kWishes));
    out.rated = fields.flag("rated");
    out.open = fields.flag("open");
    if (out.rated && !out.time.has_clock() && out.time.days == 0) fields.complain("rated", "a rated game needs a clock");
    if (wrong) return out;
    if (const auto game = game_of(out); !game) wrong = game.error();
    return out;
}

Json json_of(const Player& player) {
    Json out;
    out["person"] = player.person;
    out["name"] = player.name;
    out["rating"] = player.rating;
    out["provisional"] = player.provisional;
    return out;
}

Player read_player(const Json& object, std::optional<Error>& wrong) {
    constexpr int kMostRating = 10'000;
    constexpr std::size_t kLongestNameBytes = 6 * kLongestName + 20;
    Fields fields(object, wrong);
    Player out;
    out.person = fields.text("person", kSecretLength);
    if (!is_secret(out.person)) fields.complain("person", "is none");
    const auto name = read_name(fields.text("name", kLongestNameBytes));
    if (name) {
        out.name = *name;
    } else {
        fields.complain("name", name.error().what);
    }
    out.rating = static_cast<int>(fields.number("rating", -kMostRating, kMostRating));
    out.provisional = fields.flag("provisional");
    return out;
}

}  // namespace foray::lobby
