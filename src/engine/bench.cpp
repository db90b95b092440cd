#include "foray/engine/bench.h"

#include <memory>
#include <string_view>
#include <utility>

#include "foray/board/random.h"
#include "foray/notation/board_text.h"

namespace foray {
namespace {

struct Case {
    std::string_view name;
    Variant variant;
    int rows;
    int cols;
    std::string_view board;  ///< a name, or empty for random values (raid family)
    int walk;                ///< random plies played from the start
    int depth;
    bool network = false;  ///< judged by a network; the others by the linear evaluation, whatever is built in
};

constexpr Case kCases[] = {
    {"wargame Smolensk", Variant::kWargame, 6, 6, "Smolensk", 0, 8},
    {"wargame Smolensk, 8 plies", Variant::kWargame, 6, 6, "Smolensk", 8, 9},
    {"wargame Keren, 4 plies", Variant::kWargame, 6, 6, "Keren", 4, 8},
    {"wargame Narvik, 12 plies", Variant::kWargame, 6, 6, "Narvik", 12, 9},
    {"wargame Westerplatte, 22 plies", Variant::kWargame, 6, 6, "Westerplatte", 22, 14},
    {"wargame Smolensk, 10 plies, network", Variant::kWargame, 6, 6, "Smolensk", 10, 7, true},
    {"squirrels, 6 plies", Variant::kSquirrels, 5, 5, "", 6, 9},
    {"stakeraid 8x8, 10 plies", Variant::kStakeraid, 8, 8, "", 10, 6},
    {"stakeraid 12x12, 30 plies", Variant::kStakeraid, 12, 12, "", 30, 4},
    {"stakeraid 26x26, 200 plies", Variant::kStakeraid, 26, 26, "", 200, 2},
    {"reloaded", Variant::kReloaded, 7, 7, "", 0, 7},
    {"reloaded, 20 plies", Variant::kReloaded, 7, 7, "", 20, 7},
    {"ataxx", Variant::kAtaxx, 7, 7, "", 0, 8},
    {"ataxx, 12 plies", Variant::kAtaxx, 7, 7, "", 12, 8},
    {"ataxx, 30 plies", Variant::kAtaxx, 7, 7, "", 30, 8},
    {"ataxx, network", Variant::kAtaxx, 7, 7, "", 0, 6, true},
    {"ataxx, 12 plies, network", Variant::kAtaxx, 7, 7, "", 12, 8, true},
    {"ataxx 9x9, 20 plies", Variant::kAtaxx, 9, 9, "", 20, 6},
    {"ataxx 20x20, 60 plies", Variant::kAtaxx, 20, 20, "", 60, 3},
};

GameSpec spec_of(const Case& one) {
    GameSpec spec = default_spec(one.variant, one.rows, one.cols);
    if (spec.family() == Family::kRaid) {
        spec.values = one.board.empty() ? random_board(7, {one.rows, one.cols}).values : find_board(one.board)->board().values;
    }
    return spec;
}

WidePosition walked(const Game& game, int plies) {
    std::uint64_t seed = 5;
    WidePosition position = game.start();
    for (int ply = 0; ply < plies; ++ply) {
        const auto moves = game.legal_moves(position);
        position = game.after(position, moves[static_cast<std::size_t>(splitmix64(seed) % moves.size())]);
    }
    return position;
}

/// A network that counts pieces and adds a little noise: the same everywhere, so that the signature holds what networks compute.
std::shared_ptr<const Network> counting_network() {
    using P = NetworkParameters;
    P p;
    p.hidden = 64;
    p.about = "counts pieces";
    std::uint64_t seed = 9;
    const auto noise = [&](int most) { return static_cast<int>(splitmix64(seed) % static_cast<std::uint64_t>(2 * most + 1)) - most; };
    for (int input = 0; input < p.inputs(); ++input) {
        int lead = 0;
        for (int rest = input % states_of(p.shape); rest > 0; rest /= 3) lead += rest % 3 == 1 ? 1 : rest % 3 == 2 ? -1 : 0;
        for (int unit = 0; unit < p.hidden; ++unit) {
            p.windows.push_back(static_cast<std::int16_t>((unit % 2 == 0 ? 2 : -2) * lead + noise(2)));
        }
    }
    for (int unit = 0; unit < p.hidden; ++unit) {
        p.biases.push_back(static_cast<std::int16_t>(128 + noise(60)));
        p.outputs.push_back(static_cast<std::int16_t>((unit % 2 == 0 ? 12 : -12) + noise(4)));
    }
    return std::make_shared<const Network>(Network::make(std::move(p)).value());
}

/// The same for the raid family.
RaidNet counting_raid_net() {
    RaidNet net{};
    std::uint64_t seed = 11;
    const auto noise = [&](int most) {
        return static_cast<std::int16_t>(static_cast<int>(splitmix64(seed) % static_cast<std::uint64_t>(2 * most + 1)) - most);
    };
    for (RaidNet::Row& row : net.inputs) {
        for (std::int16_t& weight : row) weight = noise(RaidNet::kOne / 10);
    }
    for (std::int16_t& weight : net.outputs) weight = noise(RaidNet::kOne / 4);
    for (std::size_t input = RaidNet::kPieces; input < RaidNet::kEmpties; input += 2) {
        net.inputs[input].back() = input < RaidNet::kEmpties / 2 ? RaidNet::kOne : -RaidNet::kOne;
    }
    net.outputs.back() = RaidNet::kOne;
    return net;
}

}  // namespace

BenchTotal run_bench(const EngineOptions& options, int deeper, const std::function<void(const BenchRow&)>& on_row) {
    BenchTotal total;
    const auto network = counting_network();
    const RaidNet raid_net = counting_raid_net();
    for (const Case& one : kCases) {
        const Game game(spec_of(one));
        EngineOptions own = options;
        own.network = one.network ? network : nullptr;
        own.weights.raid_net = &raid_net;
        Engine engine(game.spec(), own);
        const SearchResult result = engine.search(walked(game, one.walk), {{.depth = one.depth + deeper}});
        total.nodes += result.nodes;
        total.ms += result.ms;
        if (on_row) on_row({std::string(one.name), one.depth + deeper, result.nodes, result.ms});
    }
    return total;
}

}  // namespace foray
