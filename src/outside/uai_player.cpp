// A UAI engine as a player: docs/protocol.md.
#include <algorithm>
#include <new>

#include "foray/notation/fen.h"
#include "foray/notation/move_text.h"
#include "foray/notation/text.h"
#include "program.h"
#include "uai_client.h"

namespace foray {
namespace {

constexpr double kDefaultMs = 100;  ///< for a move where nobody says anything, as for the engine of this program
constexpr double kStopMs = 1000;    ///< for the answer to "stop"
constexpr double kLookMs = 10;      ///< how often the caller's wish to stop is looked at
constexpr double kStoodStillMs = 100;
constexpr double kMostPardonMs = 60'000;

/// What a UAI player is made of, apart from the process.
struct UaiSetup {
    GameSpec spec;
    OutsideProgram program;
    std::vector<std::pair<std::string, std::string>> options;  ///< the game's first
    Budget budget{};
    std::string key;  ///< engines with the same one are interchangeable
};

/// Engines for Ataxx alone need not know options that name games.
Result<std::unique_ptr<UaiClient>, Failure> start_engine(const UaiSetup& setup, double handshake_ms) {
    auto started = UaiClient::start(setup.program.program, setup.program.caged, handshake_ms);
    if (!started) return started;
    std::unique_ptr<UaiClient> client = std::move(started).value();
    const bool knows_games = client->find_option("Variant") != nullptr;
    if (!knows_games && setup.spec.variant != Variant::kAtaxx) {
        return Failure{Ending::kDisconnected,
                       "it has no option Variant, so it cannot be told to play " + std::string(info(setup.spec.variant).key)};
    }
    for (const auto& [name, value] : setup.options) {
        if (name == "Variant" && !knows_games) continue;
        if (client->find_option(name) == nullptr) return Failure{Ending::kDisconnected, "it has no option " + foray::quoted(name)};
        client->say("setoption name " + name + (value.empty() ? "" : " value " + value));
    }
    // Large tables take their time here, not on the clock.
    if (const auto failure = client->wait_ready(handshake_ms)) return *failure;
    return client;
}

class UaiPlayer final : public Agent {
public:
    UaiPlayer(UaiSetup setup, const PlayerEnvironment& environment, std::unique_ptr<UaiClient> client)
        : setup_(std::move(setup)), environment_(environment), game_(setup_.spec), client_(std::move(client)) {}
    ~UaiPlayer() override {
        try {
            if (client_ && !thinking_) environment_.pool->give(setup_.key, std::move(client_));
        } catch (const std::bad_alloc&) {  // then this engine ends, and another one begins
        }
    }
    UaiPlayer(const UaiPlayer&) = delete;
    UaiPlayer& operator=(const UaiPlayer&) = delete;

    [[nodiscard]] std::string name() const override { return setup_.program.name; }

    void new_game() override {
        failure_.reset();
        if (client_ && client_->child().has_ended()) client_.reset();
        if (!client_ && !restart()) return;
        client_->say("uainewgame");
        if (auto failure = client_->wait_ready(environment_.handshake_ms)) {
            // It may have died of the game before: another one gets the chance.
            client_.reset();
            (void)restart();
        }
    }

    [[nodiscard]] Choice choose(const WidePosition& position, const SearchRequest& request, const OnInfo& on_info) override {
        if (!client_ && !failure_) (void)restart();
        if (failure_) return *failure_;
        Choice choice = ask(position, request, on_info);
        if (!choice) client_.reset();  // whatever state it is in, the next game begins with another process
        return choice;
    }

private:
    bool restart() {
        auto started = start_engine(setup_, environment_.handshake_ms);
        thinking_ = false;
        if (!started) {
            failure_ = started.error();
            return false;
        }
        client_ = std::move(started).value();
        return true;
    }

    /// Its own limits hold beside those of the match; the smaller counts.
    [[nodiscard]] Budget budget_for(const SearchRequest& request) const {
        Budget out = within(request.budget, setup_.budget);
        if (!out.limited()) out.ms = kDefaultMs;
        return out;
    }

    Choice ask(const WidePosition& position, const SearchRequest& request, const OnInfo& on_info) {
        SearchRequest told = request;
        told.budget = budget_for(request);
        client_->drop_old_lines();
        const process::Time begin = process::now();
        thinking_ = client_->say("position fen " + print_fen(game_, position) + "\n" + print_uai_go(told, position.second_to_move));
        const auto time = time_for_move(request.budget);
        const std::optional<double> allowed = time ? time : told.budget.ms;
        process::Time deadline = process::after_ms(allowed ? *allowed + environment_.grace_ms : environment_.patience_ms);
        bool stopped = false;
        double pardoned_ms = 0;
        Decision decision;
        for (;;) {
            if (!stopped && request.stop != nullptr && request.stop->load(std::memory_order_relaxed)) {
                client_->say("stop");
                stopped = true;
                deadline = std::min(deadline, process::after_ms(kStopMs));
            }
            const bool look_again = !stopped && request.stop != nullptr && deadline > process::after_ms(kLookMs);
            const process::Time until = look_again ? process::after_ms(kLookMs) : deadline;
            const auto reply = client_->read(until);
            if (!reply) {
                if (reply.error().ending == Ending::kNoAnswer && reply.error().detail == "it says nothing") {
                    // Whoever is woken far too late stood still, and so did the program: that was not its silence.
                    const double overslept_ms = process::ms_between(until, process::now());
                    if (overslept_ms > kStoodStillMs && pardoned_ms < kMostPardonMs) {
                        pardoned_ms += overslept_ms;
                        deadline = std::max(deadline, process::after_ms(overslept_ms));
                        continue;
                    }
                    if (look_again) continue;
                }
                if (reply.error().ending == Ending::kNoAnswer && time && process::now() >= deadline) {
                    return Failure{
                        Ending::kTime,
                        "no move after " + std::to_string(static_cast<long>(process::ms_between(begin, process::now()))) + " ms"};
                }
                return reply.error();
            }
            if (const auto* info = std::get_if<UaiInfo>(&*reply)) note(position, *info, decision, on_info);
            if (const auto* best = std::get_if<UaiBestMove>(&*reply)) {
                thinking_ = false;
                return finish(position, *best, std::move(decision), process::ms_between(begin, client_->last_line_at()));
            }
        }
    }

    /// Takes over what it says of its best line; what it says of others goes to the listener alone.
    void note(const WidePosition& position, const UaiInfo& info, Decision& decision, const OnInfo& on_info) const {
        Decision said = info.rank == 1 ? decision : Decision{};
        said.rank = info.rank;
        if (info.depth) said.depth = *info.depth;
        if (info.nodes) said.nodes = *info.nodes;
        if (info.ms) said.ms = *info.ms;
        if (info.value) {
            const int all = game_.spec().squares() * 100;
            said.value = !info.is_mate ? *info.value : *info.value > 0 ? all : -all;
        }
        if (!info.line.empty()) {
            said.line = legal_part(position, info.line);
            if (!said.line.empty()) said.move = said.line.front();
        }
        if (info.rank == 1) decision = said;
        if (on_info && !said.line.empty()) on_info(said);
    }

    [[nodiscard]] std::vector<Move> legal_part(WidePosition position, const std::vector<std::string>& words) const {
        constexpr std::size_t kLongest = 256;
        std::vector<Move> out;
        for (const std::string& word : words) {
            if (out.size() == kLongest || game_.verdict(position).over()) break;
            const auto move = parse_move(game_, position, word);
            if (!move) break;
            out.push_back(*move);
            position = game_.after(position, *move);
        }
        return out;
    }

    [[nodiscard]] Choice finish(const WidePosition& position, const UaiBestMove& best, Decision decision, double ms) const {
        const auto move = parse_move(game_, position, best.move);
        if (!move) {
            const std::string said = foray::quoted(best.move);  // which some errors begin with
            const std::string& what = move.error().what;
            return Failure{Ending::kIllegalMove, what.starts_with(said) ? what : said + ": " + what};
        }
        decision.move = *move;
        decision.ms = ms;
        if (decision.line.empty() || decision.line.front() != *move) decision.line = {*move};
        return decision;
    }

    UaiSetup setup_;
    PlayerEnvironment environment_;
    Game game_;
    std::unique_ptr<UaiClient> client_;
    std::optional<Failure> failure_;
    bool thinking_ = false;
};

}  // namespace

Result<std::unique_ptr<Agent>> make_uai_player(const GameSpec& spec, const ProgramText& text, const PlayerEnvironment& environment) {
    ProgramSettings settings(text);
    auto program = read_program(text, settings, environment, false, false);
    if (!program) return program.error();
    UaiSetup setup{.spec = spec, .program = std::move(program).value(), .options = uai_game_options(spec), .key = {}};
    const auto ms = settings.take_number("ms", 86'400'000);
    const auto nodes = settings.take_number("nodes", 4'000'000'000U);
    const auto depth = settings.take_number("depth", 1000);
    for (const auto* one : {&ms, &nodes, &depth}) {
        if (!*one) return one->error();
    }
    if (*ms) setup.budget.ms = **ms;
    if (*nodes) setup.budget.nodes = **nodes;
    if (*depth) setup.budget.depth = static_cast<int>(**depth);
    for (auto& option : settings.take_all("option.")) setup.options.push_back(std::move(option));
    setup.options.insert(setup.options.end(), settings.rest().begin(), settings.rest().end());
    setup.key = print_program_text(text) + (setup.program.caged ? " caged" : "");
    for (const auto& [name, value] : setup.options) setup.key.append("\n").append(name).append("=").append(value);
    setup.key += "\n" + std::to_string(spec.rows) + "x" + std::to_string(spec.cols);
    std::unique_ptr<UaiClient> client = environment.pool->take(setup.key);
    if (client && client->child().has_ended()) client.reset();
    if (!client) {
        auto started = start_engine(setup, environment.handshake_ms);
        if (started) {
            client = std::move(started).value();
            environment.pool->note_started(setup.key);
        } else if (!environment.pool->has_started(setup.key)) {
            return Error{print_program_text(text) + ": " + started.error().detail};
        }
    }
    return std::unique_ptr<Agent>(std::make_unique<UaiPlayer>(std::move(setup), environment, std::move(client)));
}

}  // namespace foray
