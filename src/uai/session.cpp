#include "foray/uai/session.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>
#include <vector>

#include "foray/engine/bench.h"
#include "foray/engine/engine.h"
#include "foray/engine/levels.h"
#include "foray/notation/board_text.h"
#include "foray/notation/fen.h"
#include "foray/notation/move_text.h"
#include "foray/notation/spec_text.h"
#include "foray/notation/text.h"
#include "foray/rules/perft.h"
#include "foray/rules/with_game.h"

namespace foray {
namespace {

constexpr unsigned kMostLines = 256;
constexpr unsigned kLongestMs = 4'000'000'000U;
constexpr int kDeepestPerft = 12;

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
};

Result<GameSpec> make_spec(const Options& options) {
    const VariantInfo& variant = info(options.variant);
    GameSpec spec = default_spec(options.variant);
    if (!options.board.empty()) {
        const auto board = parse_board_line(options.board, {variant.default_side, variant.default_side});
        if (!board) return board.error();
        const auto fits = check_size(options.variant, {board->rows, board->cols});
        if (!fits) return fits.error();
        spec = default_spec(options.variant, board->rows, board->cols);
        if (variant.family == Family::kRaid) spec.values = board->values;
    }
    if (options.raid && variant.family == Family::kRaid) {
        return with_rule(std::move(spec), std::string("raid=") + (*options.raid == RaidRule::kOptional ? "optional" : "mandatory"));
    }
    return spec;
}

}  // namespace

class UaiSession::Impl {
public:
    explicit Impl(const UaiSettings& settings) : settings_(settings), game_(default_spec(Variant::kAtaxx)), position_(game_.start()) {}
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    ~Impl() { finish(); }

    bool handle(std::string_view line, const UaiOut& out) {
        if (line.ends_with('\r')) line.remove_suffix(1);
        const Words words = split_words(line);
        if (words.empty()) return true;
        const std::string command = lower(words[0].text);
        // These may come while a search runs.
        if (command == "isready") {
            out("readyok");
        } else if (command == "stop") {
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

    void stop() { stop_.store(true); }

private:
    static void complain(const UaiOut& out, const std::string& why) { out("info string " + why); }

    UaiRunner& runner() { return settings_.runner != nullptr ? *settings_.runner : on_the_spot_; }

    void finish() {
        stop_.store(true);
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
        complain(out, "unknown command " + quoted(words[0].text));
    }

    void introduce(const UaiOut& out) const {
        out("id name Foray");
        out("id author the Foray authors");
        out("option name Hash type spin default 16 min 1 max " + std::to_string(settings_.most_hash_mb));
        out("option name Threads type spin default 1 min 1 max " + std::to_string(kMaxThreads));
        out("option name MultiPV type spin default 1 min 1 max " + std::to_string(kMostLines));
        out("option name Level type spin default " + std::to_string(kLevels) + " min 1 max " + std::to_string(kLevels));
        std::string variants = "option name Variant type combo default ataxx";
        for (const VariantInfo& variant : all_variants()) variants += " var " + std::string(variant.key);
        out(variants);
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
        if (!same_game) {
            auto spec = make_spec(changed);
            if (!spec) return complain(out, spec.error().message());
            game_ = Game(std::move(spec).value());
            position_ = game_.start();
        }
        if (!same_game || changed.hash != options_.hash || changed.threads != options_.threads) engine_.reset();
        options_ = std::move(changed);
    }

    /// What is wrong with the option, or nothing.
    [[nodiscard]] std::string change(Options& options, const std::string& name, const std::string& text) const {
        const auto spin = [&](unsigned most, unsigned& into) -> std::string {
            const auto number = parse_number(text, most);
            if (!number || *number == 0) return name + " is a number from 1 to " + std::to_string(most) + ", not " + quoted(text);
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
                return "raid is mandatory, optional or variant, not " + quoted(text);
            return "";
        }
        return "no option is called " + quoted(name);
    }

    // --- position

    void set_position(const Words& words, const UaiOut& out) {
        std::size_t moves = 1;
        while (moves < words.size() && lower(words[moves].text) != "moves") ++moves;
        const std::string kind = words.size() > 1 ? lower(words[1].text) : "";
        std::optional<Game> other;
        WidePosition start;
        if (kind == "startpos" && moves == 2) {
            start = game_.start();
        } else if (kind == "fen" && moves > 2) {
            const std::string fen = joined(words, 2, moves);
            const auto size = fen_size(fen);
            if (!size) return complain(out, size.error().in("fen").message());
            if (size->rows != game_.spec().rows || size->cols != game_.spec().cols) {
                auto spec = resized(*size);
                if (!spec) return complain(out, spec.error().message());
                other.emplace(std::move(spec).value());
            }
            const auto position = parse_fen(other ? *other : game_, fen);
            if (!position) return complain(out, position.error().in("fen").message());
            start = *position;
        } else {
            return complain(out, "expected position startpos|fen FEN [moves ...]");
        }
        const auto line = parse_line(other ? *other : game_, start, joined(words, std::min(moves + 1, words.size()), words.size()));
        if (!line) return complain(out, line.error().in("moves").message());
        if (other) {
            game_ = std::move(*other);
            engine_.reset();
        }
        position_ = line->positions.back();
    }

    /// The game on a board of the size that a FEN has, where nothing else fixes the size.
    [[nodiscard]] Result<GameSpec> resized(BoardSize size) const {
        const auto fits = check_size(options_.variant, size);
        if (!fits) return fits.error();
        if (game_.spec().family() == Family::kRaid && !options_.board.empty()) {
            return Error{"the position is " + print_size(size.rows, size.cols) + ", the board " +
                         print_size(game_.spec().rows, game_.spec().cols)};
        }
        GameSpec spec = default_spec(options_.variant, size.rows, size.cols);
        spec.raid = game_.spec().raid;
        return spec;
    }

    // --- searching

    Engine& engine() {
        if (!engine_) {
            engine_ = std::make_shared<Engine>(game_.spec(),
                                               EngineOptions{.hash_mb = options_.hash, .threads = static_cast<int>(options_.threads)});
        }
        return *engine_;
    }

    /// Reads the limits of `go`; what is wrong with them, or nothing.
    std::string read_limits(const Words& words, SearchLimits& limits) const {
        std::optional<unsigned> clock, increment;
        for (std::size_t i = 1; i < words.size(); ++i) {
            const std::string name = lower(words[i].text);
            if (name == "infinite") continue;
            const char* known[] = {"movetime", "depth", "nodes", "btime", "wtime", "binc", "winc"};
            if (std::find(std::begin(known), std::end(known), name) == std::end(known)) return "go knows no " + quoted(words[i].text);
            if (i + 1 == words.size()) return name + " needs a number";
            const std::string_view text = words[++i].text;
            // A clock may have run below zero.
            const auto number = text.starts_with('-') ? std::optional<unsigned>(0) : parse_number(text, kLongestMs);
            if (!number) return name + " is no number: " + quoted(text);
            if (name == "movetime") limits.ms = *number;
            if (name == "depth") limits.depth = static_cast<int>(std::clamp(*number, 1U, static_cast<unsigned>(kMaxDepth)));
            if (name == "nodes") limits.nodes = std::max(*number, 1U);
            if (name == (position_.second_to_move ? "wtime" : "btime")) clock = *number;
            if (name == (position_.second_to_move ? "winc" : "binc")) increment = *number;
        }
        if (clock || increment)
            limits.clock = GameClock{static_cast<double>(clock.value_or(0)), static_cast<double>(increment.value_or(0))};
        return "";
    }

    void go(const Words& words, const UaiOut& out) {
        SearchLimits limits;
        limits.since = std::chrono::steady_clock::now();
        if (const std::string why = read_limits(words, limits); !why.empty()) return complain(out, why);
        if (game_.verdict(position_).over()) {
            complain(out, "the game is over");
            return out("bestmove 0000");
        }
        if (settings_.most_nodes) limits.nodes = std::min(limits.nodes.value_or(*settings_.most_nodes), *settings_.most_nodes);
        limits.lines = static_cast<int>(options_.lines);
        limits.stop = &stop_;
        stop_.store(false);
        (void)engine();
        runner().start([engine = engine_, spec = game_.spec(), position = position_, limits, out,
                        level = options_.level == kLevels ? 0 : static_cast<int>(options_.level)] {
            const OnLine on_line = [&](const SearchLine& line) { out(info_line(spec, line)); };
            const SearchResult result =
                level > 0 ? search_at_level(*engine, spec, position, level, limits, on_line) : engine->search(position, limits, on_line);
            out("bestmove " + print_move(spec, result.move()));
        });
    }

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
        const std::uint64_t total = with_game(
            game_.spec(), [&](auto rules) { return perft(rules, position_.resized<decltype(rules)::kWords>(), static_cast<int>(*depth)); });
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
};

UaiSession::UaiSession(const UaiSettings& settings) : impl_(std::make_unique<Impl>(settings)) {}
UaiSession::~UaiSession() = default;
UaiSession::UaiSession(UaiSession&&) noexcept = default;
UaiSession& UaiSession::operator=(UaiSession&&) noexcept = default;

bool UaiSession::handle(std::string_view line, const UaiOut& out) { return impl_->handle(line, out); }
void UaiSession::stop() { impl_->stop(); }

}  // namespace foray
