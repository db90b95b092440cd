#include "foray/agents/agent.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <functional>
#include <optional>

#include "engine_agent.h"
#include "foray/agents/describe.h"
#include "foray/board/browser.h"
#include "foray/board/random.h"
#include "foray/board/symmetry.h"
#include "foray/notation/agent_text.h"
#include "foray/notation/switches.h"
#include "foray/notation/text.h"
#include "foray/rules/raid_points.h"
#include "foray/rules/zobrist.h"
#include "foray/textbook/additions.h"
#include "foray/textbook/search.h"

namespace foray {
namespace {

constexpr unsigned kDeepest = 99;

using Clock = std::chrono::steady_clock;
double ms_since(Clock::time_point begin) { return std::chrono::duration<double, std::milli>(Clock::now() - begin).count(); }

/// The textbook searches count whole points or pieces; one that saw no move at all says infinity.
int in_hundredths(int value) { return std::abs(value) >= kInfinity ? 0 : 100 * value; }

class TextbookAgent final : public Agent {
public:
    TextbookAgent(std::string name, const GameSpec& spec, const TextbookOptions& options)
        : name_(std::move(name)), game_(spec), depth_(options.depth), searcher_(spec, options) {}

    [[nodiscard]] std::string name() const override { return name_; }
    [[nodiscard]] Choice choose(const WidePosition& position, const SearchRequest& request, const OnInfo& /*on_info*/) override {
        const auto begin = Clock::now();
        SearchAnswer answer = searcher_.search(position, request.budget.nodes.value_or(kNoCeiling));
        // A player that overlooks jumps may see no move where there is one.
        if (!game_.is_legal(position, answer.move)) answer.move = game_.legal_moves(position).front();
        return Decision{answer.move, in_hundredths(answer.value), depth_, answer.nodes, ms_since(begin), {answer.move}};
    }

private:
    std::string name_;
    Game game_;
    int depth_;
    TextbookSearcher searcher_;
};

/// The move depends on the seed and the position alone, so that games can be repeated.
class RandomAgent final : public Agent {
public:
    RandomAgent(const GameSpec& spec, std::uint64_t seed) : game_(spec), seed_(seed) {}

    [[nodiscard]] std::string name() const override { return "random:seed=" + std::to_string(seed_); }
    [[nodiscard]] Choice choose(const WidePosition& position, const SearchRequest& /*request*/, const OnInfo& /*on_info*/) override {
        const auto begin = Clock::now();
        const auto moves = game_.legal_moves(position);
        std::uint64_t state = seed_ ^ zobrist::key(position) ^ position.plies;
        const std::uint64_t draw = splitmix64(state) >> 32;
        return Decision{moves[static_cast<std::size_t>((draw * moves.size()) >> 32)], 0, 0, 0, ms_since(begin), {}};
    }

private:
    Game game_;
    std::uint64_t seed_;
};

/// The strategy that never loses as second player on a board with an even side whose values are the same on both sides of the axis
/// between the middle rows or columns: answer every square with its mirror image, and raid whenever that is possible.
///
///     first plays s, the second s'; the two are an odd distance apart and so have no common        . s | s' .
///     neighbour: what the first took with s, the second takes back on the other side               . . | .  .
class MirrorAgent final : public Agent {
public:
    MirrorAgent(const GameSpec& spec, Symmetry axis) : game_(spec), map_(spec.rows, spec.cols, axis), greedy_(spec, TextbookOptions{}) {}

    /// The reflection that the values allow, if any.
    static std::optional<Symmetry> axis_of(const GameSpec& spec) {
        if (spec.family() != Family::kRaid) return std::nullopt;
        for (const Symmetry axis : {Symmetry::kFlipCols, Symmetry::kFlipRows}) {
            if ((axis == Symmetry::kFlipCols ? spec.cols : spec.rows) % 2 != 0) continue;
            if (keeps_values(SquareMap(spec.rows, spec.cols, axis), spec.values)) return axis;
        }
        return std::nullopt;
    }

    [[nodiscard]] std::string name() const override { return "mirror"; }
    [[nodiscard]] Choice choose(const WidePosition& position, const SearchRequest& /*request*/, const OnInfo& /*on_info*/) override {
        const auto begin = Clock::now();
        const WideBits unanswered = map_(position.occupied()) & position.empty;
        if (unanswered.none()) {  // nothing to answer: the strategy is one for the second player
            const SearchAnswer answer = greedy_.search(position);
            return Decision{answer.move, in_hundredths(answer.value), 1, answer.nodes, ms_since(begin), {answer.move}};
        }
        const int square = unanswered.lowest();
        const Move raid = Move::raid(square);
        const Move move = game_.is_legal(position, raid) ? raid : Move::place(square);
        return Decision{move, 0, 0, 0, ms_since(begin), {}};
    }

private:
    Game game_;
    SquareMap map_;
    TextbookSearcher greedy_;
};

/// Reads the settings of one player and complains about those it does not know.
class Settings {
public:
    explicit Settings(AgentText text) : text_(std::move(text)) {}

    /// The value of a key, which then counts as known.
    std::optional<std::string> take(std::string_view key) {
        const auto found =
            std::find_if(text_.settings.begin(), text_.settings.end(), [&](const auto& entry) { return entry.first == key; });
        if (found == text_.settings.end()) return std::nullopt;
        std::string value = found->second;
        text_.settings.erase(found);
        return value;
    }

    /// The depth, given as NAME:D or NAME:depth=D; `fallback` 0 means that one is needed.
    Result<int> depth(int fallback) {
        std::optional<std::string> given = std::exchange(text_.first, std::nullopt);
        if (const auto named = take("depth")) given = named;
        if (!given && fallback > 0) return fallback;
        if (!given) return Error{text_.name + " needs a depth: " + text_.name + ":3"};
        const auto number = parse_number(*given, kDeepest);
        if (!number || *number == 0)
            return Error{"the depth " + foray::quoted(*given) + " of " + text_.name + " is not a number from 1 to 99"};
        return static_cast<int>(*number);
    }

    /// yes or no; no where nothing is said.
    Result<bool> flag(std::string_view key) {
        const auto text = take(key);
        if (text && *text != "yes" && *text != "no") return Error{std::string(key) + " is yes or no, not " + foray::quoted(*text)};
        return text && *text == "yes";
    }

    [[nodiscard]] Result<bool> nothing_left() const {
        if (text_.first) return Error{text_.name + " takes no " + foray::quoted(*text_.first)};
        if (!text_.settings.empty()) return Error{text_.name + " has no setting " + foray::quoted(text_.settings.front().first)};
        return true;
    }

private:
    AgentText text_;
};

Result<MoveOrder> parse_order(const std::string& text) {
    constexpr std::string_view kWords[] = {"positional", "static"};
    const auto index = parse_word(text, "order", kWords);
    if (!index) return index.error();
    return *index == 0 ? MoveOrder::kPositional : MoveOrder::kStatic;
}

/// Options of a textbook player; `options` holds what its name implies.
Result<TextbookOptions> read_textbook(Settings& settings, TextbookOptions options, bool fixed_depth) {
    if (!fixed_depth) {
        const auto depth = settings.depth(0);
        if (!depth) return depth.error();
        options.depth = *depth;
    }
    if (options.turn == RootTurn::kAlternate) {
        if (const auto text = settings.take("eval")) {
            const auto evaluation = parse_evaluation(*text);
            if (!evaluation) return evaluation.error();
            options.evaluation = *evaluation;
        }
        if (const auto text = settings.take("order")) {
            const auto order = parse_order(*text);
            if (!order) return order.error();
            options.order = *order;
        }
        if constexpr (kTextbookAdditions) {
            for (const auto& [key, wanted] : {std::pair{"repeats", &options.repeats}, std::pair{"quiescence", &options.quiescence}}) {
                const auto flag = settings.flag(key);
                if (!flag) return flag.error();
                *wanted = *flag;
            }
        }
    }
    const auto rest = settings.nothing_left();
    if (!rest) return rest.error();
    return options;
}

/// The numbers of the search that are set by name.
[[maybe_unused]] std::optional<Error> read_parameters(Settings& settings, Family family, EngineOptions& out) {
    Parameters parameters = parameters_of(family);
    for (const NamedParameter& one : kParameters) {
        const auto text = settings.take(one.name);
        if (!text) continue;
        const auto parsed = parse_number(*text, static_cast<unsigned>(one.most));
        if (!parsed || static_cast<int>(*parsed) < one.least) {
            return Error{"the " + std::string(one.name) + " " + foray::quoted(*text) + " of engine is not a number from " +
                         std::to_string(one.least) + " to " + std::to_string(one.most)};
        }
        parameters.*one.number = static_cast<int>(*parsed);
        out.parameters = parameters;
    }
    return std::nullopt;
}

Result<EngineSettings> read_engine(Settings& settings, const GameSpec& spec) {
    EngineSettings out;
    const auto number = [&](const char* key, unsigned limit, auto& into) -> std::optional<Error> {
        const auto text = settings.take(key);
        if (!text) return std::nullopt;
        const auto parsed = parse_number(*text, limit);
        if (!parsed || *parsed == 0)
            return Error{"the " + std::string(key) + " " + foray::quoted(*text) + " of engine is not a number from 1 to " +
                         std::to_string(limit)};
        into = static_cast<std::remove_reference_t<decltype(into)>>(*parsed);
        return std::nullopt;
    };
    std::optional<unsigned> ms, nodes, depth, level, hash, threads, seed;
    if (auto error = number("ms", 86'400'000, ms)) return *error;
    if (auto error = number("nodes", 4'000'000'000U, nodes)) return *error;
    if (auto error = number("depth", kMaxDepth, depth)) return *error;
    if (auto error = number("level", 8, level)) return *error;
    if (auto error = number("seed", ~0U, seed)) return *error;
    if (seed && !level) return Error{"the seed of engine belongs to a level: engine:level=3,seed=" + std::to_string(*seed)};
    if (auto error = number("hash", 4096, hash)) return *error;
    if (auto error = number("threads", kMaxThreads, threads)) return *error;
    if (ms) out.budget.ms = *ms;
    if (nodes) out.budget.nodes = *nodes;
    if (depth) out.budget.depth = static_cast<int>(*depth);
    if (level) out.level = static_cast<int>(*level);
    if (seed) out.seed = *seed;
    if (hash) out.options.hash_mb = *hash;
    if (threads) out.options.threads = static_cast<int>(*threads);
    if (const auto text = settings.take("off")) {
        const auto techniques = turn_off(*text, Techniques{}, kTechniques);
        if (!techniques) return techniques.error();
        out.options.techniques = *techniques;
    }
    if constexpr (!kForBrowser) {
        if (const auto wrong = read_parameters(settings, info(spec.variant).family, out.options)) return *wrong;
    }
    if (const auto text = settings.take("net")) {
        const auto network = network_named(*text, spec);
        if (!network) return network.error();
        out.options.network = *network;
    }
    const auto rest = settings.nothing_left();
    if (!rest) return rest.error();
    return out;
}

struct TextbookKind {
    std::string_view name;
    bool fixed_depth;
    TextbookOptions options;
};

const std::vector<TextbookKind>& textbook_kinds() {
    static const std::vector<TextbookKind> kinds = {
        {"greedy", true, {}},
        {"minimax", false, {}},
        {"alphabeta", false, {.algorithm = Algorithm::kAlphaBeta}},
        {"report-mm", false, {.turn = RootTurn::kTwice}},
        {"report-ab", false, {.algorithm = Algorithm::kAlphaBeta, .turn = RootTurn::kTwice}},
        {"toaster",
         true,
         {.algorithm = Algorithm::kAlphaBeta, .depth = 2, .evaluation = Evaluation::kToaster, .order = MoveOrder::kStatic}},
    };
    return kinds;
}

/// The options of a textbook player; nothing if it is none.
Result<std::optional<TextbookOptions>> options_of(const AgentText& text) {
    Settings settings(text);
    for (const TextbookKind& kind : textbook_kinds()) {
        if (kind.name != text.name) continue;
        TextbookOptions start = kind.options;
        if (kind.name == "toaster") {
            const auto faithful = settings.flag("faithful");
            if (!faithful) return faithful.error();
            start.lacks_horizontal_two_jumps = *faithful;
            if (*faithful) start.order = MoveOrder::kToaster;
        }
        const auto options = read_textbook(settings, start, kind.fixed_depth);
        if (!options) return options.error();
        return std::optional(*options);
    }
    return std::optional<TextbookOptions>{};
}

}  // namespace

Result<std::optional<TextbookOptions>> textbook_options_of(std::string_view player) {
    const auto parsed = parse_agent_text(player);
    if (!parsed) return parsed.error();
    return options_of(*parsed);
}

std::optional<std::string> remark_about(const GameSpec& spec, std::string_view player) {
    const auto options = textbook_options_of(player);
    if (!options || !*options || (*options)->turn != RootTurn::kTwice) return std::nullopt;
    if (spec.family() != Family::kRaid || spec.raid == RaidRule::kOptional) return std::nullopt;
    return std::string(player) + " plays raid=mandatory, as this game does; the program of the report has --rule raid=optional";
}

Result<Evaluation> parse_evaluation(std::string_view text) {
    constexpr std::string_view kWords[] = {"score", "vulnerable-report", "vulnerable-sum", "vulnerable-best", "toaster"};
    constexpr Evaluation kMeant[] = {Evaluation::kScore, Evaluation::kVulnerableReport, Evaluation::kVulnerableSum,
                                     Evaluation::kVulnerableBest, Evaluation::kToaster};
    const auto index = parse_word(text == "vulnerable" ? "vulnerable-sum" : text, "evaluation", kWords);
    if (!index) return index.error();
    return kMeant[*index];
}

MoveNote note_of(const Decision& decision) {
    MoveNote note;
    note.ms = decision.ms;
    if (decision.depth == 0) return note;
    note.value = decision.value;
    note.depth = decision.depth;
    note.nodes = decision.nodes;
    note.exact = decision.exact;
    if (!decision.line.empty() && decision.line.front() == decision.move) note.line = decision.line;
    return note;
}

const std::vector<AgentHelp>& agent_help() {
    static const std::vector<AgentHelp> help = {
        {"engine[:ms=T]",
         "the strong engine, 100 ms a move; or depth=D, nodes=N, level=1..8 (another game with seed=S); hash=MB, threads=N, "
         "net=FILE|linear|default"},
        {"random[:seed=S]", "any legal move; the same one for the same seed and position"},
        {"greedy", "the move with the best score difference after it"},
        {"minimax:D",
         "textbook minimax of D plies; eval=score|vulnerable-report|vulnerable-sum|vulnerable-best|toaster, order=positional|static, "
         "quiescence=yes (captures played out at the depth limit), repeats=yes (positions met again are looked up)"},
        {"alphabeta:D", "textbook alpha-beta of D plies; the same settings"},
        {"report-mm:D", "the minimax of the 2015 report's program, with its double move"},
        {"report-ab:D", "the alpha-beta of that program"},
        {"mirror", "answers every move with its mirror image: never loses as second player on boards that allow it"},
        {"toaster[:faithful=yes]",
         "Frakking Toaster of the Ataxx Reloaded contest; faithful: as its program plays, without horizontal jumps of two and worst moves "
         "first"},
    };
    return help;
}

Result<std::unique_ptr<Agent>> make_agent(const GameSpec& spec, std::string_view text) {
    const auto parsed = parse_agent_text(text);
    if (!parsed) return parsed.error();
    Settings settings(*parsed);
    if (parsed->name == "random") {
        unsigned seed = 1;
        if (const auto given = settings.take("seed")) {
            const auto number = parse_number(*given, ~0U);
            if (!number) return Error{"the seed " + foray::quoted(*given) + " of random is not a whole number below 2^32"};
            seed = *number;
        }
        const auto rest = settings.nothing_left();
        if (!rest) return rest.error();
        return std::unique_ptr<Agent>(std::make_unique<RandomAgent>(spec, seed));
    }
    if (parsed->name == "mirror") {
        const auto rest = settings.nothing_left();
        if (!rest) return rest.error();
        const auto axis = MirrorAgent::axis_of(spec);
        if (!axis) return Error{"mirror needs a raid game with an even side and values that are symmetric across it"};
        return std::unique_ptr<Agent>(std::make_unique<MirrorAgent>(spec, *axis));
    }
    if (parsed->name == "engine") {
        const auto engine = read_engine(settings, spec);
        if (!engine) return engine.error();
        return make_engine_agent(print_agent_text(*parsed), spec, *engine);
    }
    const auto options = options_of(*parsed);
    if (!options) return options.error();
    if (*options) return std::unique_ptr<Agent>(std::make_unique<TextbookAgent>(print_agent_text(*parsed), spec, **options));
    std::string known = "engine, random, mirror";
    for (const TextbookKind& kind : textbook_kinds()) known += ", " + std::string(kind.name);
    return Error{"unknown player " + foray::quoted(parsed->name) + "; the players are " + known};
}

}  // namespace foray
