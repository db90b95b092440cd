// Store files with flipped bits: refused, or read as they were written. FORAY_FLIPS=N flips N bits, each in a file of its own.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "foray/store/store.h"
#include "support/oracles.h"
#include "support/process.h"

namespace foray {
namespace {

/// Everything that results and tables are made of, as text; times are not.
std::string contents(Store& store) {
    std::string out;
    const auto add = [&](const auto& part) {
        if constexpr (std::is_arithmetic_v<std::decay_t<decltype(part)>>) {
            out += std::to_string(part) + "|";
        } else {
            out += std::string(part) + "|";
        }
    };
    for (const TournamentRow& tournament : store.tournaments()) {
        add(tournament.name);
        add(tournament.settings);
        for (const PlayerRow& player : store.players(tournament.id)) {
            add(player.name);
            add(player.settings);
            add(player.reason);
            add(player.entrant.joined);
            add(player.entrant.withdrawn.value_or(-1));
        }
        for (const GameRow& game : store.games(tournament.id, Store::Records::kWith)) {
            const Pairing& p = game.key.pairing;
            for (const int part : {p.round, p.first, p.second, p.pair, game.key.leg, game.half_points, game.failed.value_or(-1), game.plies,
                                   game.moves[0], game.moves[1]}) {
                add(part);
            }
            add(game.nodes[0]);
            add(game.nodes[1]);
            add(game.reason());
            add(game.worker);
            add(game.record);
        }
    }
    for (const Store::Answer& answer : store.answers("prove", "p")) {
        add(answer.label);
        add(answer.input);
        add(answer.output);
    }
    add(store.answer("prove", "p", "leaf 7").value_or("none"));
    add(store.kept("p", "claim").value_or("none"));
    return out;
}

void fill(const std::string& path) {
    auto store = Store::open(path, Store::Open::kCreate);
    ASSERT_TRUE(store) << store.error().message();
    const auto id = store->create_tournament("flips", R"({"format": "round-robin", "rounds": 4})",
                                             {{0, "greedy", "{}", {}, ""}, {1, "random", "{}", {}, ""}, {2, "minimax:2", "{}", {}, ""}});
    ASSERT_TRUE(id);
    store->withdraw(*id, 2, 3, "crashed");
    const Worker worker{worker_name(0)};
    for (int i = 0; i < 40; ++i) {
        store->add_jobs("tournament", "flips", {{std::to_string(i), "in"}});
        const auto job = store->claim(worker, "tournament");
        ASSERT_TRUE(job);
        GameRow game;
        game.key = {{i / 6, i % 3, (i + 1) % 3, i}, i % 2};
        game.half_points = i % 3;
        game.ending = Ending::kBoardFull;
        game.plies = 10 + i;
        game.moves = {5 + i / 2, 5};
        game.nodes = {1000 + i, 1};
        for (int ply = 0; ply < 60; ++ply) game.record += std::to_string(i * ply) + " ";
        EXPECT_TRUE(store->submit_game(*id, game, *job, worker, true));
        store->add_jobs("prove", "p", {{"leaf " + std::to_string(i), "position " + std::to_string(i * i)}});
        const auto leaf = store->claim(worker, "prove");
        ASSERT_TRUE(leaf);
        EXPECT_TRUE(store->submit(*leaf, worker, "bounds " + std::to_string(i) + " " + std::to_string(100 - i)));
    }
    store->keep("p", "claim", "a board and a value");
}

TEST(StoreDamage, AFlippedBitIsRefusedOrHarmless) {
    const std::string folder = test::scratch_folder();
    fill(folder + "/whole.foray");
    const std::string whole = test::read_all(folder + "/whole.foray");
    std::string truth;
    {
        auto store = Store::open(folder + "/whole.foray", Store::Open::kRead);
        ASSERT_TRUE(store) << store.error().message();
        truth = contents(*store);
        ASSERT_GT(truth.size(), 5000U);
    }
    const char* const asked = std::getenv("FORAY_FLIPS");  // NOLINT(concurrency-mt-unsafe)
    const int flips = asked == nullptr ? 300 : std::atoi(asked);
    std::mt19937_64 random(flips == 300 ? 1 : static_cast<std::uint64_t>(flips));
    int refused = 0;
    int caught_by_seals = 0;
    for (int i = 0; i < flips; ++i) {
        std::string damaged = whole;
        const std::size_t at = random() % damaged.size();
        const int bit = static_cast<int>(random() % 8);
        damaged[at] = static_cast<char>(damaged[at] ^ (1 << bit));
        // A name for each: of a file that it has seen whole, a process does not ask again.
        const std::string path = folder + "/flip" + std::to_string(i) + ".foray";
        std::ofstream(path, std::ios::binary) << damaged;
        SCOPED_TRACE("byte " + std::to_string(at) + " bit " + std::to_string(bit));
        try {
            auto store = Store::open(path, Store::Open::kRead);
            if (store) {
                EXPECT_TRUE(contents(*store) == truth) << "other contents, and not a word";
            } else {
                ++refused;
            }
        } catch (const StoreFailure& failure) {
            ++refused;
            caught_by_seals += std::string(failure.what()).find("is not as it was written") != std::string::npos ? 1 : 0;
        }
        for (const char* rest : {"", "-wal", "-shm"}) std::filesystem::remove(path + rest);
    }
    EXPECT_GT(refused, flips / 20);
    EXPECT_GT(caught_by_seals, 0);
    RecordProperty("refused", refused);
    if (asked != nullptr) std::cout << flips << " flips, " << refused << " refused, " << caught_by_seals << " of them by seals alone\n";
}

}  // namespace
}  // namespace foray
