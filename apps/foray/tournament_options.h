// Where a tournament is kept and what its settings are, as options of the commands.
#pragma once

#include <CLI/CLI.hpp>
#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "command.h"
#include "foray/notation/game_text.h"
#include "foray/store/runner.h"
#include "setting_options.h"

namespace foray::cli {

void add_tournament_command(CLI::App& app, Action& action);
void add_work_command(CLI::App& app, Action& action);
void add_proof_commands(CLI::App& app, Action& action);  // proof, verify

/// Where a proof is kept, and how its leaves are handed out.
struct StoredProof {
    std::string store{};
    std::string name{};  ///< made from game and claim if empty
    int leaves = 8;
    std::optional<std::uint64_t> leaf_nodes{};
    double recheck = 5;  ///< per cent of the leaves that are proved again before the verdict
};
/// foray prove --store: drives a proof whose leaves workers search.
int run_stored_proof(const Played& game, const std::string& value, const StoredProof& state);

/// A file of its own, or one tournament of a store that holds many.
class PlaceOptions {
public:
    void add_to(CLI::App& command);
    /// Throws UsageError where the store cannot be opened.
    [[nodiscard]] Store open(Store::Open mode) const;
    [[nodiscard]] const std::string& location() const;
    /// The tournament's name: given, or that of the file, or the only one there is.
    [[nodiscard]] std::string name(Store& store) const;
    [[nodiscard]] Tournament load(Store& store) const;
    /// Whether the tournament is there. Makes no file.
    [[nodiscard]] bool exists() const;

private:
    std::string file_;
    std::string store_;
    std::string name_;
};

/// The settings that can be given without a settings file, on top of one.
class SettingsOptions {
public:
    void add_to(CLI::App& command);
    [[nodiscard]] bool given() const;
    /// Checked, with the files that are named put in.
    struct Checked {
        std::string json;
        std::string toml;
    };
    [[nodiscard]] Checked check() const;

private:
    std::string file_;
    std::string players_;
    std::vector<std::string> player_;
    FieldOptions fields_;
    bool sandbox_ = false;
    bool no_sandbox_ = false;
};

/// Players of this program and, by their prefix, others. `programs` are a worker's own, by name. Contained programs see neither the store
/// at `location` nor the programs of their opponents, `players`.
struct PlayerHouse {
    std::vector<std::pair<std::string, std::string>> programs{};
    std::string location{};
    std::vector<std::string> players{};
};
PlayerMaker player_maker(const PlayerHouse& house = {});
/// Refuses a tournament with a player that cannot play here, which is not the player's fault.
void require_playable(const Tournament& tournament);
/// What a worker must have to play this text; empty for the players of this program.
std::string need_of_player(const std::string& player);

/// Whether somebody at this terminal plays.
bool has_person(const TournamentSettings& settings);

}  // namespace foray::cli
