#include "foray/uai/session.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <new>
#include <utility>
#include <vector>

#include "foray/board/threads.h"
#include "foray/board/version.h"
#include "foray/engine/bench.h"
#include "foray/engine/engine.h"
#include "foray/engine/levels.h"
#include "foray/notation/fen.h"
#include "foray/notation/game_text.h"
#include "foray/notation/move_text.h"
#include "foray/notation/spec_text.h"
#include "foray/notation/text.h"
#include "foray/rules/perft.h"
#include "foray/rules/with_game.h"
#include "go.h"

namespace foray {
namespace {

constexpr unsigned kMostLines = 256;
constexpr int kDeepestPerft = 12;
/// The longest game's moves fit into it many times.
constexpr std::size_t kLongestLine = std::size_t{1} << 20;

using Words = std::vector<Word>;

/// The words from `first` on, with single blanks.
std::string joined(const Words& words, std::size_t first, std::size_t last) {
    std::string out;
    for (std::size_t i = first; i < last; ++i) out += (i > first ? " " : "") + std::string(words[i].text);
    return out;
}

struct Options {
    unsigned hash = 16;
    unsigned threads = 1;
    unsigned lines = 1;
    unsigned level = kLevels;  ///< the highest is full strength: whatever `go` allows
    Variant variant = Variant::kAtaxx;
    std::string board;  ///< as given; empty for the default
    std::optional<RaidRule> raid;
    std::optional<std::shared_ptr<const Network>> network;  ///< as in EngineOptions
};

/// The game of the options, from a position and after moves.
GameText text_of(const Options& options, std::optional<std::string> fen, std::string moves) {
    GameText text{.game = std::string(info(options.variant).key)};
    if (!options.board.empty()) text.board = options.board;
    if (options.raid) text.raid = *options.raid == RaidRule::kOptional ? "optional" : "mandatory";
    text.position = std::move(fen);
    text.moves = std::move(moves);
    text.names.board = "Board";
    text.names.position = "fen";
    return text;
}

}  // namespace

class UaiSession::Impl {
public:
    explicit Impl(const UaiSettings& settings) : settings_(settings), game_(default_spec(Variant::kAtaxx)), position_(game_.start()) {}
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    ~Impl() { finish(); }

    bool handle(std::string_view line, const UaiOut& out) {
        line = without_bom(line);
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.size() > kLongestLine) {
            complain(out, "the line is too long");
            return true;
        }
        const Words words = split_words(line);
        if (words.empty()) return true;
        const std::string command = lower(words[0].text);
        // These may come while a search runs.
        if (command == "isready") {
            (void)engine();
            out("readyok");
        } else if (command == "stop" || command == "ponderhit") {
            finish();
        } else if (command == "quit") {
            finish();
            return false;
        } else {
            finish();  // everything else is about a new state of things
            obey(command, words, out);
        }
        return true;
    }

    void stop() {
        stop_.store(true);
#if FORAY_THREADS
        stop_.notify_all();
#endif
    }

    void end_of_input(double grace_ms) {
        if (ends_by_itself_) (void)runner().wait_for(grace_ms);
        finish();
    }

private:
    static void complain(const UaiOut& out, const std::string& why) { out("info string " + why); }

    UaiRunner& runner() { return settings_.runner != nullptr ? *settings_.runner : on_the_spot_; }

    void finish() {
        stop();
        runner().wait();
    }

    void obey(const std::string& command, const Words& words, const UaiOut& out) {
        if (command == "uai") return introduce(out);
        if (command == "setoption") return set_option(words, out);
        if (command == "uainewgame") return new_game();
        if (command == "position") return set_position(words, out);
        if (command == "go") return go(words, out);
        if (command == "perft") return count(words, out);
        if (command == "moves") return list_moves(out);
        if (command == "print") return print(out);
        if (command == "eval") return evaluate(out);
        if (command == "bench") return bench(out);
        complain(out, "unknown command " + foray::quoted(words[0].text));
    }

    void introduce(const UaiOut& out) const {
        out("id name Foray " + std::string(foray::version()));
        out("id author the Foray authors");
        out("option name Hash type spin default 16 min 1 max " + std::to_string(settings_.most_hash_mb));
        out("option name Threads type spin default 1 min 1 max " + std::to_string(kMaxThreads));
        out("option name MultiPV type spin default 1 min 1 max " + std::to_string(kMostLines));
        out("option name Level type spin default " + std::to_string(kLevels) + " min 1 max " + std::to_string(kLevels));
        std::string variants = "option name Variant type combo default ataxx";
        for (const VariantInfo& variant : all_variants()) variants += " var " + std::string(variant.key);
        out(variants);
        out("option name EvalFile type string default default");
        out("option name Board type string default <empty>");
        out("option name Raid type combo default variant var variant var mandatory var optional");
        out("uaiok");
    }

    /// Also makes the engine, so that no player's clock pays for it.
    void new_game() { engine().new_game(); }

    // --- options

    void set_option(const Words& words, const UaiOut& out) {
        std::size_t value = 1;
        while (value < words.size() && lower(words[value].text) != "value") ++value;
        if (words.size() < 3 || lower(words[1].text) != "name" || value < 3) {
            return complain(out, "expected setoption name NAME value VALUE");
        }
        const std::string name = lower(joined(words, 2, value));
        const std::string text = joined(words, std::min(value + 1, words.size()), words.size());
        Options changed = options_;
        if (const std::string why = change(changed, name, text); !why.empty()) return complain(out, why);
        const bool same_game = changed.variant == options_.variant && changed.board == options_.board && changed.raid == options_.raid;
        std::optional<Played> played;
        if (!same_game) {
            auto made = play(text_of(changed, {}, ""));
            if (!made) return complain(out, made.error().message());
            played = std::move(made).value();
        }
        if (!same_game || changed.hash != options_.hash || changed.threads != options_.threads || changed.network != options_.network) {
            if (const std::string why = build(played ? played->spec() : game_.spec(), changed); !why.empty()) {
                (void)build(game_.spec(), options_);
                return complain(out, why);
            }
        }
        if (played) {
            game_ = std::move(played->game);
            position_ = game_.start();
        }
        options_ = std::move(changed);
    }

    /// What is wrong with the option, or nothing.
    [[nodiscard]] std::string change(Options& options, const std::string& name, const std::string& text) const {
        const auto spin = [&](unsigned most, unsigned& into) -> std::string {
            const auto number = parse_number(text, most);
            if (!number || *number == 0) return name + " is a number from 1 to " + std::to_string(most) + ", not " + foray::quoted(text);
            into = *number;
            return "";
        };
        if (name == "hash") return spin(settings_.most_hash_mb, options.hash);
        if (name == "threads") return spin(kMaxThreads, options.threads);
        if (name == "multipv") return spin(kMostLines, options.lines);
        if (name == "level") return spin(kLevels, options.level);
        if (name == "variant") {
            const auto variant = parse_variant(lower(text));
            if (!variant) return variant.error().message();
            // A board belongs to the game it was set for.
            if (options.variant != *variant) options.board.clear();
            options.variant = *variant;
            return "";
        }
        if (name == "evalfile") {
            const auto network = network_named(text, game_.spec());
            if (!network) return network.error().message();
            options.network = *network;
            return "";
        }
        if (name == "board") {
            options.board = text == "<empty>" ? "" : text;
            return "";
        }
        if (name == "raid") {
            if (text == "mandatory")
                options.raid = RaidRule::kMandatory;
            else if (text == "optional")
                options.raid = RaidRule::kOptional;
            else if (text == "variant")
                options.raid.reset();
            else
                return "raid is mandatory, optional or variant, not " + foray::quoted(text);
            return "";
        }
        return "no option is called " + foray::quoted(name);
    }

    // --- position

    void set_position(const Words& words, const UaiOut& out) {
        std::size_t moves = 1;
        while (moves < words.size() && lower(words[moves].text) != "moves") ++moves;
        const std::string kind = words.size() > 1 ? lower(words[1].text) : "";
        std::optional<std::string> fen;
        if (kind == "fen" && moves > 2) {
            fen = joined(words, 2, moves);
        } else if (kind != "startpos" || moves != 2) {
            return complain(out, "expected position startpos|fen FEN [moves ...]");
        }
        auto played = play(text_of(options_, std::move(fen), joined(words, std::min(moves + 1, words.size()), words.size())));
        if (!played) return complain(out, played.error().message());
        if (played->spec() != game_.spec()) {
            if (const std::string why = build(played->spec(), options_); !why.empty()) return complain(out, why);
            game_ = played->game;
        }
        position_ = played->position();
    }

    // --- searching

    /// Makes the engine with its table when the options are set, so that no player's clock pays for it. Where what the options ask for is
    /// not to be had, what is wrong.
    std::string build(const GameSpec& spec, const Options& options) {
        engine_.reset();  // both tables at once may be too much
        auto made = Engine::make(spec, {.hash_mb = options.hash, .threads = static_cast<int>(options.threads), .network = options.network});
        if (!made) return made.error().message();
        engine_ = std::make_shared<Engine>(std::move(made).value());
        // The system hands out memory when it is first written to, and every look into a new table is that: one short search, forgotten
        // again, writes to all of it before a clock runs.
        const Game game(spec);
        if (!game.verdict(game.start()).over()) (void)engine_->search(game.start(), {{.nodes = 1, .depth = 1}});
        engine_->new_game();
        return "";
    }

    Engine& engine() {
        if (!engine_ && !build(game_.spec(), options_).empty()) {
            // Every `go` is answered: a small one plays.
            engine_ = std::make_shared<Engine>(game_.spec(), EngineOptions{.hash_mb = 1, .network = options_.network});
        }
        return *engine_;
    }

    void go(const Words& words, const UaiOut& out) {
        const auto now = std::chrono::steady_clock::now();
        GoRequest request = read_go(words, game_, position_);
        for (const std::string& why : request.complaints) complain(out, why);
        stop_.store(false);
        const int level = options_.level == kLevels ? 0 : static_cast<int>(options_.level);
        ends_by_itself_ = request.limited() || (level > 0 && !request.waits_for_stop);
        // Where the search runs on the spot there is nobody who could say `stop` meanwhile.
        const bool waits = request.waits_for_stop && runner().apart();
        if (game_.verdict(position_).over()) {
            complain(out, "the game is over");
            return runner().start([this, waits, out] {
                if (waits) wait_for_stop();
                out("bestmove 0000");
            });
        }
        SearchRequest& search = request.search;
        search.since = now;
        if (settings_.most_nodes)
            search.budget.nodes = std::min(search.budget.nodes.value_or(*settings_.most_nodes), *settings_.most_nodes);
        search.lines = static_cast<int>(request.only.empty() ? options_.lines : game_.legal_moves(position_).size());
        search.stop = &stop_;
        (void)engine();
        runner().start([this, engine = engine_, spec = game_.spec(), position = position_, request, out, level, waits,
                        lines = static_cast<int>(options_.lines)] {
            Choosing choosing{spec, request.only, lines, out};
            const OnLine on_line = [&](const SearchLine& line) { choosing.tell(line); };
            const SearchResult result = level > 0 ? search_at_level(*engine, spec, position, level, request.search, on_line)
                                                  : engine->search(position, request.search, on_line);
            if (waits) wait_for_stop();
            out("bestmove " + print_move(spec, choosing.best(result)));
        });
    }

    void wait_for_stop() {
#if FORAY_THREADS
        stop_.wait(false);
#endif
    }

    /// What is told of a search: all of it, or what concerns the moves of `searchmoves` (then every move was searched with a full window).
    struct Choosing {
        const GameSpec& spec;
        const std::vector<Move>& only;
        int most;
        const UaiOut& out;
        int last_rank = 0;
        int told = 0;

        [[nodiscard]] bool wanted(const SearchLine& line) const {
            return only.empty() || std::find(only.begin(), only.end(), line.moves.front()) != only.end();
        }
        void tell(SearchLine line) {
            if (line.rank <= last_rank) told = 0;
            last_rank = line.rank;
            if (!wanted(line) || told == most) return;
            line.rank = ++told;
            out(info_line(spec, line));
        }
        [[nodiscard]] Move best(const SearchResult& result) const {
            for (const SearchLine& line : result.lines) {
                if (wanted(line)) return line.moves.front();
            }
            return only.front();
        }
    };

    static std::string info_line(const GameSpec& spec, const SearchLine& line) {
        const auto nps = static_cast<std::uint64_t>(line.ms > 0 ? static_cast<double>(line.nodes) / line.ms * 1000 : 0);
        std::string text = "info depth " + std::to_string(line.depth) + " seldepth " + std::to_string(line.deepest) + " multipv " +
                           std::to_string(line.rank) + " score cp " + std::to_string(line.value) + " nodes " + std::to_string(line.nodes) +
                           " time " + std::to_string(std::lround(line.ms)) + " nps " + std::to_string(nps) + " hashfull " +
                           std::to_string(line.table_permille) + " pv";
        for (const Move move : line.moves) text += " " + print_move(spec, move);
        return text;
    }

    // --- extras

    void count(const Words& words, const UaiOut& out) {
        const auto depth = words.size() == 2 ? parse_number(words[1].text, kDeepestPerft) : std::nullopt;
        if (!depth) return complain(out, "expected perft N, N up to " + std::to_string(kDeepestPerft));
        if (settings_.most_nodes && *depth > 2) return complain(out, "perft is limited to 2 plies here");
        const std::uint64_t total = with_game(game_.spec(), [&](const auto& rules) {
            return perft(rules, position_.resized<std::remove_cvref_t<decltype(rules)>::kWords>(), static_cast<int>(*depth));
        });
        out("nodes " + std::to_string(total));
    }

    void list_moves(const UaiOut& out) const {
        std::string text = "moves";
        for (const Move move : game_.legal_moves(position_)) text += " " + print_move(game_.spec(), move);
        out(text);
    }

    void print(const UaiOut& out) const {
        const GameSpec& spec = game_.spec();
        for (int row = 0; row < spec.rows; ++row) {
            std::string text;
            for (int col = 0; col < spec.cols; ++col) {
                const int square = row * spec.cols + col;
                text += position_.first().has(square)    ? 'x'
                        : position_.second().has(square) ? 'o'
                        : position_.empty.has(square)    ? '.'
                                                         : '-';
            }
            out(text);
        }
        out("fen " + print_fen(game_, position_));
    }

    void evaluate(const UaiOut& out) {
        int total = 0;
        for (const EvaluationTerm& term : engine().evaluate(position_)) {
            total += term.value;
            out("eval " + std::to_string(term.value) + " " + std::string(term.name));
        }
        out("eval " + std::to_string(total) + " total");
    }

    void bench(const UaiOut& out) const {
        if (settings_.most_nodes) return complain(out, "bench is not offered here");
        const BenchTotal total = run_bench({}, 0, {});
        out("bench nodes " + std::to_string(total.nodes) + " ms " + std::to_string(std::lround(total.ms)));
    }

    UaiSettings settings_;
    UaiRunner on_the_spot_;
    Options options_;
    Game game_;
    WidePosition position_;
    std::shared_ptr<Engine> engine_;
    std::atomic<bool> stop_{false};
    bool ends_by_itself_ = false;  ///< the last search, without a `stop`
};

UaiSession::UaiSession(const UaiSettings& settings) : impl_(std::make_unique<Impl>(settings)) {}
UaiSession::~UaiSession() = default;
UaiSession::UaiSession(UaiSession&&) noexcept = default;
UaiSession& UaiSession::operator=(UaiSession&&) noexcept = default;

bool UaiSession::handle(std::string_view line, const UaiOut& out) { return impl_->handle(line, out); }
void UaiSession::stop() { impl_->stop(); }
void UaiSession::end_of_input(double grace_ms) { impl_->end_of_input(grace_ms); }

}  // namespace foray
