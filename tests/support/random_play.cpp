#include "support/random_play.h"

namespace foray::test {

int draw(std::uint64_t& seed, int limit) { return static_cast<int>(((splitmix64(seed) >> 32) * static_cast<std::uint64_t>(limit)) >> 32); }

GameSpec random_spec(std::uint64_t& seed, Variant variant, int rows, int cols, RaidRule raid) {
    GameSpec spec = default_spec(variant, rows, cols);
    if (spec.family() == Family::kRaid) {
        spec.raid = raid;
        for (auto& value : spec.values) value = static_cast<std::uint8_t>(1 + draw(seed, kMaxValue));
    }
    return spec;
}

WidePosition random_position(std::uint64_t& seed, const Game& game) {
    WidePosition position;
    const bool raid = game.spec().family() == Family::kRaid;
    const int emptiness = 1 + draw(seed, 10);
    for (int square = 0; square < game.spec().squares(); ++square) {
        const int roll = draw(seed, 12);
        if (roll < emptiness) {
            position.empty.add(square);
        } else if (!raid && roll == 11) {
            continue;  // blocked
        } else {
            (draw(seed, 2) == 0 ? position.own : position.opp).add(square);
        }
    }
    position.second_to_move = draw(seed, 2) == 1;
    if (raid) {
        position.plies = static_cast<std::uint32_t>(draw(seed, 50));
    } else {
        // Often close to the limits that end a game.
        position.quiet_plies = static_cast<std::uint16_t>(draw(seed, 3) == 0 ? 95 + draw(seed, 7) : draw(seed, 90));
        position.plies = static_cast<std::uint32_t>(2 * (draw(seed, 3) == 0 ? 97 + draw(seed, 4) : draw(seed, 90)));
        position.plies += position.second_to_move ? 1 : 0;
    }
    return position;
}

WidePosition random_walk(std::uint64_t& seed, const Game& game, int plies) {
    WidePosition position = game.start();
    for (int i = 0; i < plies; ++i) {
        const auto moves = game.legal_moves(position);
        if (moves.empty()) break;
        position = game.after(position, moves[static_cast<std::size_t>(draw(seed, static_cast<int>(moves.size())))]);
    }
    return position;
}

std::string cells_of(const Game& game, const WidePosition& position) {
    std::string cells;
    for (int square = 0; square < game.spec().squares(); ++square) {
        cells += position.first().has(square) ? 'x' : position.second().has(square) ? 'o' : position.empty.has(square) ? '.' : '-';
    }
    return cells;
}

NaiveGame naive_of(const Game& game, const WidePosition& position) {
    const GameSpec& spec = game.spec();
    NaiveGame naive;
    naive.raid_family = spec.family() == Family::kRaid;
    naive.optional_raid = naive.raid_family && spec.raid == RaidRule::kOptional;
    naive.all_drops_first = spec.variant == Variant::kStakeraid;
    naive.reloaded = spec.variant == Variant::kReloaded;
    naive.rows = spec.rows;
    naive.cols = spec.cols;
    naive.values.assign(spec.values.begin(), spec.values.end());
    naive.cells = cells_of(game, position);
    naive.to_move = position.second_to_move ? 'o' : 'x';
    naive.quiet = position.quiet_plies;
    naive.plies = static_cast<int>(position.plies);
    return naive;
}

std::vector<GameSpec> specs_for_words(Family family, int words) {
    std::uint64_t seed = 17;
    std::vector<GameSpec> specs;
    if (family == Family::kRaid) {
        std::vector<std::pair<int, int>> shapes = {{1, 1}, {1, 5}, {4, 1}, {2, 3}, {3, 3}, {3, 5}, {5, 5}, {6, 6}, {8, 8}, {2, 26}};
        if (words >= 4) shapes.insert(shapes.end(), {{9, 9}, {5, 26}, {16, 16}});
        if (words >= kMaxWords) shapes.insert(shapes.end(), {{26, 11}, {26, 26}});
        for (const auto& [rows, cols] : shapes) {
            specs.push_back(random_spec(seed, Variant::kWargame, rows, cols, RaidRule::kMandatory));
            specs.push_back(random_spec(seed, Variant::kWargame, rows, cols, RaidRule::kOptional));
            specs.push_back(random_spec(seed, Variant::kSquirrels, rows, cols, RaidRule::kMandatory));
            specs.push_back(random_spec(seed, Variant::kStakeraid, rows, cols, RaidRule::kOptional));
        }
        return specs;
    }
    std::vector<int> sides = {2, 3, 4, 5, 7, 8};
    if (words >= 4) sides.insert(sides.end(), {9, 16});
    if (words >= kMaxWords) sides.insert(sides.end(), {17, 26});
    for (const int side : sides) {
        for (const Variant variant : {Variant::kAtaxx, Variant::kReloaded}) specs.push_back(default_spec(variant, side, side));
    }
    for (const Variant variant : {Variant::kAtaxx, Variant::kReloaded}) {
        specs.push_back(default_spec(variant, 3, 4));
        specs.push_back(default_spec(variant, 9, 2));
        specs.push_back(default_spec(variant, 5, 7));
    }
    return specs;
}

}  // namespace foray::test
