#include "foray/match/repeats.h"

#include <algorithm>
#include <string>

#include "foray/board/xxh64.h"
#include "foray/notation/fen.h"

namespace foray {

Fingerprint fingerprint(const GameRecord& record) {
    const Game game(record.spec);
    WidePosition position = record.start;
    std::size_t opening = 0;
    while (opening < record.notes.size() && record.notes[opening].empty()) position = game.after(position, record.moves[opening++]);
    std::string text;
    const auto add = [&](std::uint64_t number) { text.append(reinterpret_cast<const char*>(&number), sizeof number); };
    add(static_cast<std::uint64_t>(record.spec.variant));
    add(static_cast<std::uint64_t>(record.spec.raid));
    text.append(record.spec.values.begin(), record.spec.values.end());
    text += print_fen(game, position);
    if (record.decided) {
        add(static_cast<std::uint64_t>(record.decided->outcome));
        add(static_cast<std::uint64_t>(record.decided->ending));
    }
    for (std::size_t ply = opening; ply < record.moves.size(); ++ply) {
        add((std::uint64_t{record.moves[ply].from} << 16) | record.moves[ply].to);
    }
    // Stores keep signed numbers.
    return std::max<Fingerprint>(xxh64(text.data(), text.size(), 0) >> 1, 1);
}

}  // namespace foray
