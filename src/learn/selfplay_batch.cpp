#include "foray/learn/selfplay_batch.h"

#include <array>
#include <map>

#include "foray/board/random.h"
#include "foray/notation/fen.h"
#include "foray/notation/game_text.h"
#include "foray/notation/spec_text.h"
#include "foray/notation/text.h"

namespace foray::learn {
namespace {

constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string to_base64(std::string_view bytes) {
    std::string out;
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        std::uint32_t group = 0;
        for (std::size_t i = 0; i < 3; ++i) group = group << 8 | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0U);
        for (std::size_t i = 0; i < 4; ++i) out += at + i > bytes.size() ? '=' : kDigits[group >> (18 - 6 * i) & 63];
    }
    return out;
}

std::optional<std::string> from_base64(std::string_view text) {
    if (text.size() % 4 != 0) return std::nullopt;
    std::string out;
    while (!text.empty()) {
        std::uint32_t group = 0;
        int bytes = 3;
        for (std::size_t i = 0; i < 4; ++i) {
            const std::size_t digit = kDigits.find(text[i]);
            const bool filler = text.size() == 4 && i >= 2 && text[i] == '=';
            if (digit == std::string_view::npos && !filler) return std::nullopt;
            if (bytes < 3 && !filler) return std::nullopt;  // nothing comes after a filler
            if (filler) --bytes;
            group = group << 6 | static_cast<std::uint32_t>(filler ? 0 : digit);
        }
        for (int i = 0; i < bytes; ++i) out += static_cast<char>(group >> (16 - 8 * i) & 255);
        text.remove_prefix(4);
    }
    return out;
}

/// The lines "key rest" of a batch, each key once.
class Lines {
public:
    static Result<Lines> read(std::string_view text) {
        Lines out;
        int number = 0;
        for (const std::string_view line : split_lines(text)) {
            ++number;
            const std::size_t blank = line.find(' ');
            if (blank == std::string_view::npos || blank + 1 == line.size()) return Error{"expected a word and what it is", number, 1};
            if (!out.lines_.emplace(line.substr(0, blank), Line{line.substr(blank + 1), number}).second) {
                return Error{quoted(line.substr(0, blank)) + " stands here twice", number, 1};
            }
        }
        return out;
    }

    [[nodiscard]] std::optional<std::string> text(std::string_view key) {
        const auto at = lines_.find(key);
        if (at == lines_.end()) return std::nullopt;
        at->second.used = true;
        return std::string(at->second.rest);
    }
    /// So many whole numbers up to `most`; the first thing that is missing or wrong is remembered.
    template <std::size_t N>
    std::array<std::uint64_t, N> numbers(std::string_view key, std::uint64_t most) {
        std::array<std::uint64_t, N> out{};
        const auto found = text(key);
        const auto words = split_words(found ? std::string_view(*found) : std::string_view());
        for (std::size_t i = 0; i < N; ++i) {
            const auto number = words.size() == N ? parse_count(words[i].text, most) : std::nullopt;
            if (number) {
                out[i] = *number;
            } else if (!wrong) {
                const auto at = lines_.find(key);
                wrong = Error{std::string(key) + ": expected " + std::to_string(N) + " whole numbers up to " + std::to_string(most),
                              at == lines_.end() ? 0 : at->second.number, at == lines_.end() ? 0 : 1};
            }
        }
        return out;
    }
    void finish() {
        for (const auto& [key, line] : lines_) {
            if (!line.used && !wrong) wrong = Error{"unknown word " + quoted(key), line.number, 1};
        }
    }
    std::optional<Error> wrong;

private:
    struct Line {
        std::string_view rest;
        int number;
        bool used = false;
    };
    std::map<std::string_view, Line> lines_;
};

constexpr std::uint64_t kMostSetting = 1'000'000'000;

}  // namespace

std::string print_selfplay_batch(const SelfplayBatch& batch) {
    const GameSpec& spec = batch.spec;
    std::string out = "selfplay 1\ngame " + std::string(info(spec.variant).key) + "\n";
    if (spec.family() == Family::kRaid) {
        out += "raid " + std::string(print_rule(spec.raid).substr(5)) + "\nboard ";  // without "raid="
        for (int square = 0; square < spec.squares(); ++square) {
            if (square > 0) out += square % spec.cols == 0 ? '/' : ' ';
            out += std::to_string(spec.values[static_cast<std::size_t>(square)]);
        }
        out += "\n";
    } else {
        out += "size " + print_size(spec.rows, spec.cols) + "\n";
    }
    const SelfplaySettings& settings = batch.settings;
    out += "position " + print_fen(Game(spec), batch.start) + "\nplayer " + batch.player;
    out += "\nrandom " + std::to_string(settings.least_random) + " " + std::to_string(settings.most_random);
    out += "\nbalance " + std::to_string(settings.balance) + "\naside " + std::to_string(settings.aside_percent);
    out += "\ndecided " + std::to_string(settings.decided) + " " + std::to_string(settings.decided_plies);
    out += "\nseed " + std::to_string(batch.seed);
    return out + "\ngames " + std::to_string(batch.first) + " " + std::to_string(batch.games) + "\n";
}

Result<SelfplayBatch> parse_selfplay_batch(std::string_view text) {
    auto read = Lines::read(text);
    if (!read) return read.error();
    Lines& in = *read;
    if (in.numbers<1>("selfplay", 1)[0] != 1) return Error{"this is no batch of self-play that this version knows"};
    GameText game;
    game.game = in.text("game").value_or("");
    game.size = in.text("size");
    game.raid = in.text("raid");
    game.board = in.text("board");
    game.position = in.text("position");
    SelfplayBatch out;
    out.player = in.text("player").value_or("");
    const auto number = [](std::uint64_t value) { return static_cast<int>(value); };
    SelfplaySettings& settings = out.settings;
    const auto random = in.numbers<2>("random", 100);
    settings.least_random = number(random[0]);
    settings.most_random = number(random[1]);
    settings.balance = number(in.numbers<1>("balance", kMostSetting)[0]);
    settings.aside_percent = number(in.numbers<1>("aside", 100)[0]);
    const auto decided = in.numbers<2>("decided", kMostSetting);
    settings.decided = number(decided[0]);
    settings.decided_plies = number(decided[1]);
    out.seed = in.numbers<1>("seed", ~std::uint64_t{0})[0];
    const auto games = in.numbers<2>("games", std::uint64_t{1} << 50);
    out.first = games[0];
    in.finish();
    if (in.wrong) return *in.wrong;
    if (games[1] == 0 || games[1] > kMostBatch) return Error{"games: a batch has 1 to " + std::to_string(kMostBatch)};
    out.games = number(games[1]);
    if (settings.most_random < settings.least_random) return Error{"random: the second number is smaller than the first"};
    const auto played = play(game);
    if (!played) return played.error();
    out.spec = played->spec();
    out.start = played->position();
    if (played->game.verdict(out.start).over()) return Error{"position: the game is over"};
    return out;
}

Result<std::optional<std::string>> play_selfplay_batch(std::string_view text, const std::atomic<bool>& stop) {
    const auto batch = parse_selfplay_batch(text);
    if (!batch) return batch.error();
    auto player = make_agent(batch->spec, batch->player);
    if (!player) return player.error();
    const Game game(batch->spec);
    GamesBuffer buffer;
    for (int i = 0; i < batch->games; ++i) {
        std::uint64_t seed = batch->seed + 0x9E3779B97F4A7C15 * (batch->first + static_cast<std::uint64_t>(i) + 1);
        std::string failure;
        const auto played = play_selfplay_game(game, batch->start, **player, batch->settings, splitmix64(seed), stop, failure);
        if (!failure.empty()) return Error{failure};
        if (!played) return std::optional<std::string>();
        buffer.add(game, *played);
        // The two counts stand in the block as well.
        if (buffer.bytes.size() + 8 > kMaxPayload) return Error{"so many games do not fit into one block; ask for smaller batches"};
    }
    return std::optional<std::string>(to_base64(buffer.block()));
}

Result<std::string> read_selfplay_answer(const GameSpec& spec, std::string_view answer, int games) {
    const auto block = from_base64(answer);
    if (!block) return Error{"an answer that is no base64"};
    const std::string head = header_block(spec);
    const auto read = read_selfplay(head + *block, [](const Game&, const SelfplayGame&) { return true; });
    if (!read) return read.error();
    if (read->good_bytes != head.size() + block->size()) return Error{"an answer that is not one whole block"};
    if (read->games != static_cast<std::uint64_t>(games)) {
        return Error{"an answer of " + std::to_string(read->games) + " games instead of " + std::to_string(games)};
    }
    return *block;
}

}  // namespace foray::learn
