// Files of self-play, the jobs that make them, and the state of a training.
#include "foray/learn/selfplay_file.h"

#include "foray/learn/selfplay_batch.h"
#include "foray/learn/trainer.h"
#include "fuzz.h"

using namespace foray;
using namespace foray::learn;

namespace {

/// Games that were read must be written as themselves.
void check(std::string_view bytes) {
    std::vector<SelfplayGame> first;
    const auto read = read_selfplay(bytes, [&](const Game& game, const SelfplayGame& played) {
        GamesBuffer buffer;
        buffer.add(game, played);
        bool same = false;
        const auto again = read_selfplay(header_block(game.spec()) + buffer.block(), [&](const Game&, const SelfplayGame& back) {
            same = back == played;
            return true;
        });
        FORAY_FUZZ_CHECK(again && same);
        return true;
    });
    if (read) FORAY_FUZZ_CHECK(read->good_bytes <= bytes.size());
}

}  // namespace

void fuzz_one(std::string_view text) {
    check(text);
    // A checksum is not found by chance: the input as the games of a block that has the right one.
    GamesBuffer buffer;
    buffer.bytes = text.substr(0, 4096);
    buffer.games = 1;
    buffer.positions = text.empty() ? 0 : static_cast<unsigned char>(text.back()) % 8;
    const GameSpec spec = default_spec(text.size() % 2 == 0 ? Variant::kAtaxx : Variant::kSquirrels);
    check(header_block(spec) + buffer.block());
    if (const auto batch = parse_selfplay_batch(text)) {
        const auto again = parse_selfplay_batch(print_selfplay_batch(*batch));
        FORAY_FUZZ_CHECK(again && again->player == batch->player && again->first == batch->first && again->games == batch->games);
    }
    (void)Trainer::resume(text, {.hidden = 16, .epochs = 1}, 3);
}
