#include "foray/match/openings.h"

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "foray/board/random.h"
#include "foray/board/symmetry.h"
#include "foray/engine/engine.h"
#include "foray/textbook/search.h"

namespace foray {
namespace {

using Images = std::vector<std::vector<std::uint16_t>>;

/// The symmetries that change nothing but where things are: those that the values of the board have too.
Images images_of(const GameSpec& spec) {
    Images out;
    for (const Symmetry symmetry : symmetries_of(spec.rows, spec.cols)) {
        const SquareMap map(spec.rows, spec.cols, symmetry);
        std::vector<std::uint16_t> image;
        bool same = true;
        for (int square = 0; square < spec.squares(); ++square) {
            const int to = map(square);
            image.push_back(static_cast<std::uint16_t>(to));
            same =
                same && (spec.values.empty() || spec.values[static_cast<std::size_t>(square)] == spec.values[static_cast<std::size_t>(to)]);
        }
        if (same) out.push_back(std::move(image));
    }
    return out;
}

/// The same text for positions that differ by a symmetry alone.
std::string key_of_position(const Images& images, const WidePosition& position) {
    std::string plain(images.front().size(), position.second_to_move ? '-' : '.');
    position.first().for_each([&](int square) { plain[static_cast<std::size_t>(square)] = 'x'; });
    position.second().for_each([&](int square) { plain[static_cast<std::size_t>(square)] = 'o'; });
    std::string least;
    std::string image = plain;
    for (const auto& to : images) {
        for (std::size_t square = 0; square < plain.size(); ++square) image[to[square]] = plain[square];
        if (least.empty() || image < least) least = image;
    }
    return least;
}

/// Whether one side wins by force within a few moves. With the few pieces of an Ataxx opening all of them are soon captured, four or five
/// plies after it looked even: one random opening of ten is decided so, and with it both games of its pair, whoever plays.
bool is_won(Engine& engine, const WidePosition& position) {
    constexpr std::uint64_t kNodes = 10'000;
    engine.new_game();
    return is_proved_win(Family::kAtaxx, engine.search(position, {{.nodes = kNodes}}).lines.front().value);
}

}  // namespace

PlyRange enough_plies(const Game& game, const WidePosition& start, std::int64_t openings) {
    constexpr std::int64_t kForEach = 16;  // the most even of so many candidates is taken, and it is not to be the last one left
    constexpr std::int64_t kMostCounted = 20'000;
    constexpr std::int64_t kGrowth = 8;  // at least so many times the positions with every further ply
    constexpr int kMostPlies = 12;
    const int most = game.spec().family() == Family::kAtaxx ? kMostPlies : std::clamp(game.spec().squares() / 3, 2, kMostPlies);
    const Images images = images_of(game.spec());
    std::map<std::string, WidePosition> reached = {{"", start}};
    int plies = 0;
    std::int64_t count = 1;
    while (plies < 2 || (plies < most && count < kForEach * openings)) {
        ++plies;
        if (count >= kMostCounted) {
            count *= kGrowth;
            continue;
        }
        std::map<std::string, WidePosition> next;
        for (const auto& [key, position] : reached) {
            for (const Move move : game.legal_moves(position)) {
                const WidePosition after = game.after(position, move);
                if (!game.verdict(after).over()) next.emplace(key_of_position(images, after), after);
            }
            if (static_cast<std::int64_t>(next.size()) >= kMostCounted) break;
        }
        if (next.empty()) return {plies, plies};
        reached = std::move(next);
        count = static_cast<std::int64_t>(reached.size());
    }
    return {plies, plies};
}

/// The first moves of a game, and how far from even a shallow search calls what comes of them.
struct OpeningDraws::Candidate {
    std::vector<Move> line{};
    WidePosition position{};
    std::string key{};
    int unevenness = 0;
};

OpeningDraws::OpeningDraws(Game game, const WidePosition& start, PlyRange plies, std::uint64_t seed)
    : game_(std::move(game)), start_(start), plies_(plies), seed_(seed), images_(images_of(game_.spec())) {}

std::string OpeningDraws::key_of(const WidePosition& position) const { return key_of_position(images_, position); }

/// Different ones that were not drawn before; few or none where there are not more.
std::vector<OpeningDraws::Candidate> OpeningDraws::candidates(int plies, std::uint64_t state) const {
    constexpr std::size_t kCandidates = 16;
    constexpr int kTries = 1000;
    std::vector<Candidate> out;
    std::set<std::string> seen;
    for (int i = 0; i < kTries && out.size() < kCandidates; ++i) {
        Candidate one{.position = start_};
        while (static_cast<int>(one.line.size()) < plies) {
            const auto moves = game_.legal_moves(one.position);
            const Move move = moves[splitmix64(state) % moves.size()];
            const WidePosition next = game_.after(one.position, move);
            if (game_.verdict(next).over()) break;
            one.line.push_back(move);
            one.position = next;
        }
        one.key = key_of(one.position);
        if (!drawn_.contains(one.key) && seen.insert(one.key).second) out.push_back(std::move(one));
    }
    return out;
}

std::vector<Move> OpeningDraws::draw(int number) {
    const int plies = plies_.of(number);
    if (plies == 0) return {};
    Length& length = lengths_[plies];
    std::vector<Candidate> found;
    if (!length.exhausted) found = candidates(plies, seed_ * 0x9E3779B97F4A7C15 + static_cast<std::uint64_t>(number));
    if (found.empty()) {
        length.exhausted = true;
        if (length.lines.empty()) return {};  // positions of another length took all of them
        return length.lines[length.next++ % length.lines.size()];
    }
    const TextbookSearcher judge(game_.spec(), {.algorithm = Algorithm::kAlphaBeta, .depth = 2});
    for (Candidate& one : found) one.unevenness = one.line.empty() ? 0 : std::abs(judge.search(one.position).value);
    std::stable_sort(found.begin(), found.end(), [](const Candidate& a, const Candidate& b) { return a.unevenness < b.unevenness; });
    const Candidate* chosen = &found.front();
    if (game_.spec().family() == Family::kAtaxx) {
        Engine engine(game_.spec(), {.hash_mb = 1, .network = std::shared_ptr<const Network>{}});
        const auto fair = std::find_if(found.begin(), found.end(), [&](const Candidate& one) { return !is_won(engine, one.position); });
        if (fair != found.end()) chosen = &*fair;
    }
    drawn_.insert(chosen->key);
    length.lines.push_back(chosen->line);
    return chosen->line;
}

const std::vector<Move>& OpeningDraws::at(int number) {
    while (static_cast<int>(in_order_.size()) <= number) in_order_.push_back(draw(static_cast<int>(in_order_.size())));
    return in_order_[static_cast<std::size_t>(number)];
}

}  // namespace foray
