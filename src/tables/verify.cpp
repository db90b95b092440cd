#include <algorithm>
#include <mutex>
#include <random>
#include <utility>

#include "block_moves.h"
#include "foray/board/crew.h"
#include "foray/notation/fen.h"
#include "foray/tables/table.h"
#include "layer_solver.h"

namespace foray::tables {
namespace {

/// Lets the threads share a layer's blocks.
template <class F>
void for_each_block(Crew& crew, std::size_t blocks, const std::atomic<bool>* stop, F&& work) {
    std::atomic<std::size_t> next{0};
    crew.run(crew.threads(), [&](int) {
        for (;;) {
            const std::size_t from = next.fetch_add(16, std::memory_order_relaxed);
            if (from >= blocks || (stop != nullptr && stop->load(std::memory_order_relaxed))) return;
            for (std::size_t block = from; block < std::min(from + 16, blocks); ++block) work(static_cast<std::uint32_t>(block));
        }
    });
}

class Verifier {
public:
    Verifier(const Table& table, const VerifyOptions& options, Crew crew)
        : table_(table), board_(table.board()), options_(options), crew_(std::move(crew)), game_(board_.spec()), random_(options.seed) {}

    Result<Verified> run() {
        for (int pieces = board_.squares(); pieces >= 0 && found_.wrong.empty(); --pieces) {
            if (auto fine = table_.layer(pieces).check(); !fine) return fine.error();
            check_layer(pieces);
            if (found_.wrong.empty()) sample_by_rules(pieces);
            if (options_.stop != nullptr && options_.stop->load()) found_.finished = false;
            if (!found_.finished) break;
        }
        return found_;
    }

private:
    /// Where the pass reads codes: checked pieces only, so there are no errors to see.
    [[nodiscard]] Code code(int pieces, std::uint64_t index) const {
        const LayerFile& layer = table_.layer(pieces);
        if (const Code* codes = layer.codes()) return codes[index];
        return *layer.code(index);
    }

    void check_layer(int pieces) {
        const LayerFile& layer = table_.layer(pieces);
        const bool distances = table_.has_distances();
        // Without distances the codes are unpacked first.
        const std::vector<Code> above = distances || pieces == board_.squares() ? std::vector<Code>() : unpacked(pieces + 1);
        const std::vector<Code> own = distances ? std::vector<Code>() : unpacked(pieces);
        const Code* const above_codes = pieces == board_.squares() ? nullptr : distances ? table_.layer(pieces + 1).codes() : above.data();
        const Code* const own_codes = distances ? layer.codes() : own.data();
        std::mutex mutex;
        std::array<std::uint64_t, 3> counts{};
        int longest = 0;
        for_each_block(crew_, board_.sets(pieces).size(), options_.stop, [&](std::uint32_t block) {
            thread_local BlockMoves moves;
            moves.see(board_, board_.sets(pieces)[block], BlockMoves::Jumps::kForward);
            const std::uint64_t base = static_cast<std::uint64_t>(block) << pieces;
            std::array<std::uint64_t, 3> here{};
            int longest_here = 0;
            for (Mask pattern = 0;; ++pattern) {
                const Code said = own_codes[base + pattern];
                const Code follows = code_from_successors(moves, pattern, base, above_codes, own_codes);
                if (distances ? said != follows : fate_of(said) != fate_of(follows)) {
                    const std::lock_guard lock(mutex);
                    complain({pieces, base + pattern}, "does not follow from its successors");
                }
                ++here[static_cast<std::size_t>(fate_of(said))];
                if (is_won(said)) longest_here = std::max(longest_here, plies_of(said));
                if (pattern == moves.all()) break;
            }
            const std::lock_guard lock(mutex);
            for (std::size_t i = 0; i < 3; ++i) counts[i] += here[i];
            longest = std::max(longest, longest_here);
        });
        const LayerSummary& summary = layer.summary();
        found_.states += counts[0] + counts[1] + counts[2];
        if (options_.stop != nullptr && options_.stop->load()) return;
        if (counts != std::array{summary.drawn, summary.won, summary.lost} || (distances && longest != summary.longest)) {
            found_.wrong = "the counts of the layer with " + std::to_string(pieces) + " pieces are not those of its states";
        }
    }

    [[nodiscard]] std::vector<Code> unpacked(int pieces) const {
        std::vector<Code> out(board_.states(pieces));
        for (std::uint64_t index = 0; index < out.size(); ++index) out[index] = code(pieces, index);
        return out;
    }

    /// The same for some states by what the rules of the game say, which share nothing with the arithmetic on patterns.
    void sample_by_rules(int pieces) {
        const std::uint64_t states = board_.states(pieces);
        const bool all = states <= options_.sample;
        for (std::uint64_t i = 0; i < std::min(states, options_.sample) && found_.wrong.empty(); ++i) {
            const Place place{pieces, all ? i : random_() % states};
            const Code said = code(pieces, place.index);
            const Code follows = by_rules(board_.position_of(board_.state_at(place)));
            if (table_.has_distances() ? said != follows : fate_of(said) != fate_of(follows)) complain(place, "is not what the rules say");
            ++found_.by_rules;
        }
    }

    [[nodiscard]] Code by_rules(const WidePosition& position) const {
        const Verdict verdict = game_.verdict(position);
        if (verdict.over()) {
            if (verdict.outcome == Outcome::kDraw) return kDrawn;
            return (verdict.outcome == Outcome::kFirstWins) == !position.second_to_move ? won_in(0) : lost_in(0);
        }
        int quickest = kMostPlies + 1;
        int slowest = -1;
        bool open = false;
        for (const Move move : game_.legal_moves(position)) {
            const Place next = board_.place_of(*board_.state_of(game_.after(position, move)));
            const Code successor = code(next.pieces, next.index);
            if (is_lost(successor)) quickest = std::min(quickest, plies_of(successor));
            if (is_won(successor)) slowest = std::max(slowest, plies_of(successor));
            if (successor == kDrawn) open = true;
        }
        if (quickest < kMostPlies) return won_in(quickest + 1);
        return open || slowest >= kMostPlies ? kDrawn : lost_in(slowest + 1);
    }

    void complain(const Place& place, const std::string& what) {
        if (!found_.wrong.empty()) return;
        found_.wrong = print_fen(game_, board_.position_of(board_.state_at(place))) + ": its value " + what;
    }

    const Table& table_;
    const TableBoard& board_;
    const VerifyOptions& options_;
    Crew crew_;
    Game game_;
    std::mt19937_64 random_;
    Verified found_;
};

}  // namespace

Result<Verified> verify_table(const Table& table, const VerifyOptions& options) {
    auto crew = Crew::make(options.threads);
    if (!crew) return crew.error();
    return Verifier(table, options, std::move(crew).value()).run();
}

}  // namespace foray::tables
