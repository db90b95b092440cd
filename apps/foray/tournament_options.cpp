#include "tournament_options.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "files.h"
#include "foray/agents/agent.h"
#include "foray/notation/match_text.h"
#include "foray/notation/player_text.h"
#include "foray/notation/text.h"
#include "foray/outside/player.h"
#include "interrupts.h"
#include "person.h"

namespace foray::cli {
namespace {

std::string stem(const std::string& file) { return std::filesystem::path(file).stem().string(); }

/// The files that a player's command names, as absolute paths.
std::vector<std::string> files_of(const std::string& player) {
    std::vector<std::string> out;
    const auto program = parse_program_text(player);
    if (!program || !program->has_value()) return out;
    std::string folder = ".";
    for (const auto& [name, value] : (*program)->settings) {
        if (name == "dir") folder = value;
    }
    for (const std::string& word : (*program)->command) {
        std::error_code error;
        const auto path = std::filesystem::weakly_canonical(std::filesystem::path(folder) / word, error);
        if (!error && std::filesystem::is_regular_file(path, error)) out.push_back(path.string());
    }
    return out;
}

/// What a contained program must not see even where it lies beside its own files: the store, and what its opponents are made of.
std::vector<std::string> hidden_from(const std::string& player, const PlayerHouse& house) {
    std::vector<std::string> out;
    if (!house.location.empty() && house.location.find("://") == std::string::npos) {
        const std::string file = house.location.starts_with("sqlite:") ? house.location.substr(7) : house.location;
        const std::string path = std::filesystem::weakly_canonical(file).string();
        for (const char* ending : {"", "-wal", "-shm"}) out.push_back(path + ending);
    }
    const auto mine = files_of(player);
    for (const std::string& other : house.players) {
        for (const std::string& file : files_of(other)) {
            if (std::find(mine.begin(), mine.end(), file) == mine.end()) out.push_back(file);
        }
    }
    return out;
}

bool is_outside(const std::string& player) {
    if (player.starts_with("program:")) return true;
    const auto program = parse_program_text(player);
    return !program || program->has_value();
}

}  // namespace

void PlaceOptions::add_to(CLI::App& command) {
    command.add_option("FILE", file_, "the tournament's file, such as my.foray");
    command.add_option("--store", store_, "a store that many share: postgresql://... or sqlite:FILE");
    command.add_option("--name", name_, "the tournament's name in that store");
}

const std::string& PlaceOptions::location() const {
    if (file_.empty() == store_.empty()) throw UsageError("name the tournament's file, or a store with --store");
    return store_.empty() ? file_ : store_;
}

Store PlaceOptions::open(Store::Open mode) const { return require(Store::open(location(), mode)); }

bool PlaceOptions::exists() const {
    if (store_.empty() && !std::filesystem::exists(location().starts_with("sqlite:") ? location().substr(7) : location())) return false;
    Store store = open(Store::Open::kCreate);
    if (store_.empty()) return !store.tournaments().empty();
    return !name_.empty() ? store.tournament(name_).has_value() : store.tournaments().size() == 1;
}

std::string PlaceOptions::name(Store& store) const {
    if (!name_.empty()) return name_;
    const auto all = store.tournaments();
    if (all.size() == 1) return all.front().name;
    if (all.empty()) {
        if (!store_.empty()) throw UsageError("--name: a tournament in a store needs a name");
        return stem(file_);
    }
    std::string names;
    for (const TournamentRow& row : all) names += (names.empty() ? "" : ", ") + row.name;
    throw UsageError("--name: which tournament of " + names + "?");
}

Tournament PlaceOptions::load(Store& store) const {
    if (store.tournaments().empty()) throw UsageError(location() + ": holds no tournament");
    return require(Tournament::load(store, name(store)), location());
}

void SettingsOptions::add_to(CLI::App& command) {
    command.add_option("--settings", file_, "a TOML file with the settings; options here take precedence");
    command.add_option("--players", players_, "players separated by semicolons");
    command.add_option("--player", player_, "one more player; may be repeated");
    constexpr std::string_view kTables[] = {"", "limits", "openings", "adjudication", "sprt", "ratings"};
    fields_.add_to(command, kTables);
    auto* sandbox = command.add_flag("--sandbox", sandbox_, "contain UAI programs too; course and contest programs are");
    command.add_flag("--no-sandbox", no_sandbox_, "contain no programs")->excludes(sandbox);
}

bool SettingsOptions::given() const { return !file_.empty() || !players_.empty() || !player_.empty(); }

SettingsOptions::Checked SettingsOptions::check() const {
    using Json = nlohmann::ordered_json;
    std::string toml;
    Json json = Json::object();
    if (!file_.empty()) {
        toml = read_file(file_);
        json = Json::parse(require(json_of_toml(toml), file_));
    }
    std::vector<std::string> players = player_;
    for (std::size_t begin = 0; begin < players_.size();) {
        const std::size_t end = std::min(players_.find(';', begin), players_.size());
        std::string one = players_.substr(begin, end - begin);
        begin = end + 1;
        one.erase(0, one.find_first_not_of(' '));
        one.erase(one.find_last_not_of(' ') + 1);
        if (!one.empty()) players.push_back(one);
    }
    if (!players.empty()) {
        json["players"] = players;
        json.erase("player");
    }
    fields_.write(json);
    if (sandbox_ || no_sandbox_) json["sandbox"] = sandbox_;
    const std::string folder = file_.empty() ? "" : std::filesystem::absolute(file_).parent_path().string();
    const std::string settings = require(put_files_in(json.dump(), folder), file_);
    const TournamentSettings checked = require(parse_settings(settings, toml), file_.empty() ? "settings" : file_);
    const auto people = std::count_if(checked.players.begin(), checked.players.end(), [](const auto& p) { return p.player == kPerson; });
    if (people > 1) throw UsageError("one player may be a person: there is one terminal");
    const PlayerMaker make = player_maker();
    for (const PlayerSettings& player : checked.players) {
        if (!is_outside(player.player)) (void)require(make(checked.spec(0), player), "player '" + player.name + "'");
    }
    return {settings, toml};
}

PlayerMaker player_maker(const PlayerHouse& house) {
    // Engines that wait for their next game are shared by all who make players with this.
    return
        [house, environment = PlayerEnvironment()](const GameSpec& spec, const PlayerSettings& player) -> Result<std::unique_ptr<Agent>> {
            if (player.player == kPerson) return make_person(spec, interrupt_flag());
            std::string text = player.player;
            if (text.starts_with("program:")) {
                const auto found =
                    std::find_if(house.programs.begin(), house.programs.end(), [&](const auto& p) { return "program:" + p.first == text; });
                if (found == house.programs.end()) return Error{"this worker has no program '" + text.substr(8) + "'"};
                text = found->second;
            }
            // Nobody loses a game because this machine cannot play it.
            if (const auto problem = containment_problem(text, player.sandbox)) throw CommandFailure(text + ": " + problem->message());
            PlayerEnvironment own = environment;
            own.sandbox = player.sandbox;
            own.hidden = hidden_from(text, house);
            return make_player(spec, text, own);
        };
}

void require_playable(const Tournament& tournament) {
    for (std::size_t i = 0; i < tournament.settings.players.size(); ++i) {
        const PlayerSettings& player = tournament.settings.players[i];
        if (tournament.rows[i].entrant.withdrawn) continue;
        const std::string who = "player " + foray::quoted(player.name) + ": ";
        if (player.player.starts_with("program:")) {
            throw UsageError(who + "a program of workers; with --schedule-only they play, and nothing is played here");
        }
        if (const auto problem = containment_problem(player.player, player.sandbox)) throw UsageError(who + problem->message());
    }
}

bool has_person(const TournamentSettings& settings) {
    return std::any_of(settings.players.begin(), settings.players.end(), [](const auto& player) { return player.player == kPerson; });
}

std::string need_of_player(const std::string& player) { return player == kPerson || is_outside(player) ? player : ""; }

}  // namespace foray::cli
