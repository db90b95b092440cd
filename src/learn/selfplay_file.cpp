#include "foray/learn/selfplay_file.h"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>

#include "foray/notation/spec_text.h"
#include "foray/notation/text.h"

namespace foray::learn {
namespace {

constexpr std::string_view kHeader = "SPH1";
constexpr std::string_view kNote = "SPN1";
constexpr std::string_view kGames = "SPG1";
constexpr std::size_t kFrame = 16;

/// The numbers of variants in files, whatever becomes of the enumeration.
constexpr std::array kVariantCodes = {Variant::kWargame, Variant::kSquirrels, Variant::kStakeraid, Variant::kReloaded, Variant::kAtaxx};

constexpr unsigned kResultMask = 3;
constexpr unsigned kHasStart = 4;

void put_fixed(std::string& out, std::uint64_t number, int bytes) {
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(number >> (8 * i) & 255);
}

void put_varint(std::string& out, std::uint32_t number) {
    for (; number >= 128; number >>= 7) out += static_cast<char>(number | 128);
    out += static_cast<char>(number);
}

std::uint32_t fold(int number) {
    const auto bits = static_cast<std::uint32_t>(number);
    return number < 0 ? ~(bits << 1) : bits << 1;
}
int unfold(std::uint32_t folded) { return static_cast<int>((folded & 1) != 0 ? ~(folded >> 1) : folded >> 1); }

std::uint64_t fixed_at(std::string_view bytes, std::size_t at, int count) {
    std::uint64_t out = 0;
    for (int i = 0; i < count; ++i) {
        out |= std::uint64_t{static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(i)])} << (8 * i);
    }
    return out;
}

std::uint64_t checksum(std::string_view kind_and_length, std::string_view payload) {
    // The frame is short: as the seed it takes part in every step.
    return XXH3_64bits_withSeed(payload.data(), payload.size(), fixed_at(kind_and_length, 0, 8));
}

std::string block(std::string_view kind, std::string_view payload) {
    assert(payload.size() <= kMaxPayload);
    std::string out(kind);
    put_fixed(out, payload.size(), 4);
    put_fixed(out, checksum(out, payload), 8);
    out += payload;
    return out;
}

void put_start(std::string& out, const GameSpec& spec, const WidePosition& start) {
    for (int first = 0; first < spec.squares(); first += 4) {
        unsigned byte = 0;
        for (int square = first; square < std::min(first + 4, spec.squares()); ++square) {
            const unsigned what = start.empty.has(square) ? 0U : start.first().has(square) ? 1U : start.second().has(square) ? 2U : 3U;
            byte |= what << (2 * (square - first));
        }
        out += static_cast<char>(byte);
    }
    out += start.second_to_move ? '\1' : '\0';
    put_varint(out, start.plies);
    put_varint(out, start.quiet_plies);
}

void encode(const Game& game, const SelfplayGame& played, std::string& out) {
    const bool own_start = played.start == game.start();
    const unsigned result = played.result == Outcome::kFirstWins ? 0 : played.result == Outcome::kSecondWins ? 1 : 2;
    out += static_cast<char>(result | (own_start ? 0U : kHasStart));
    if (!own_start) put_start(out, game.spec(), played.start);
    put_varint(out, static_cast<std::uint32_t>(played.entries.size()));
    WidePosition position = played.start;
    for (const SelfplayEntry& entry : played.entries) {
        const auto moves = game.legal_moves(position);
        const auto found = std::find(moves.begin(), moves.end(), entry.move);
        assert(found != moves.end());
        put_varint(out, 4 * static_cast<std::uint32_t>(found - moves.begin()) + static_cast<std::uint32_t>(entry.kind));
        if (entry.kind != SelfplayEntry::Kind::kPlayed) put_varint(out, fold(entry.thought));
        if (entry.kind != SelfplayEntry::Kind::kAside) position = game.after(position, entry.move);
    }
}

/// Reads numbers and remembers whether all of them were there.
class Bytes {
public:
    explicit Bytes(std::string_view bytes) : bytes_(bytes) {}

    [[nodiscard]] bool done() const { return at_ == bytes_.size(); }
    [[nodiscard]] bool failed() const { return failed_; }

    unsigned byte() {
        if (done()) {
            failed_ = true;
            return 0;
        }
        return static_cast<unsigned char>(bytes_[at_++]);
    }
    std::uint32_t varint() {
        std::uint32_t out = 0;
        for (unsigned shift = 0; shift < 35; shift += 7) {
            const unsigned next = byte();
            if (shift == 28 && next > 15) break;
            out |= (next & 127U) << shift;
            if (next < 128) return out;
        }
        failed_ = true;
        return 0;
    }

private:
    std::string_view bytes_;
    std::size_t at_ = 0;
    bool failed_ = false;
};

std::optional<WidePosition> take_start(Bytes& bytes, const GameSpec& spec) {
    WidePosition out;
    WideBits first;
    WideBits second;
    for (int begin = 0; begin < spec.squares(); begin += 4) {
        const unsigned byte = bytes.byte();
        for (int square = begin; square < std::min(begin + 4, spec.squares()); ++square) {
            const unsigned what = byte >> (2 * (square - begin)) & 3;
            if (what == 0) out.empty.add(square);
            if (what == 1) first.add(square);
            if (what == 2) second.add(square);
            if (what == 3 && spec.family() == Family::kRaid) return std::nullopt;
        }
    }
    const unsigned side = bytes.byte();
    out.second_to_move = side == 1;
    out.own = out.second_to_move ? second : first;
    out.opp = out.second_to_move ? first : second;
    out.plies = bytes.varint();
    const std::uint32_t quiet = bytes.varint();
    out.quiet_plies = static_cast<std::uint16_t>(quiet);
    if (bytes.failed() || side > 1 || quiet > 0xFFFF || out.plies > 0xFFFFFF) return std::nullopt;
    return out;
}

std::optional<SelfplayGame> take_game(Bytes& bytes, const Game& game) {
    const unsigned flags = bytes.byte();
    if (flags > (kHasStart | 2U) || (flags & kResultMask) == 3) return std::nullopt;
    SelfplayGame out;
    out.result = std::array{Outcome::kFirstWins, Outcome::kSecondWins, Outcome::kDraw}[flags & kResultMask];
    out.start = game.start();
    if ((flags & kHasStart) != 0) {
        const auto start = take_start(bytes, game.spec());
        if (!start) return std::nullopt;
        out.start = *start;
    }
    WidePosition position = out.start;
    const std::uint32_t count = bytes.varint();
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t code = bytes.varint();
        const std::uint32_t kind = code & 3;
        const auto moves = game.legal_moves(position);
        if (bytes.failed() || kind == 3 || code / 4 >= moves.size()) return std::nullopt;
        SelfplayEntry entry{moves[code / 4], static_cast<SelfplayEntry::Kind>(kind)};
        if (kind != 0) entry.thought = unfold(bytes.varint());
        if (entry.kind != SelfplayEntry::Kind::kAside) position = game.after(position, entry.move);
        out.entries.push_back(entry);
    }
    if (bytes.failed()) return std::nullopt;
    return out;
}

Result<GameSpec> read_header(std::string_view payload) {
    Bytes bytes(payload);
    const unsigned variant = bytes.byte();
    const int rows = static_cast<int>(bytes.byte());
    const int cols = static_cast<int>(bytes.byte());
    const unsigned raid = bytes.byte();
    if (bytes.failed() || variant >= kVariantCodes.size() || raid > 1 || rows < 1 || cols < 1 || rows > 26 || cols > 26) {
        return Error{"the header of the self-play file names no game"};
    }
    if (auto size = check_size(kVariantCodes[variant], {rows, cols}); !size) return size.error();
    GameSpec spec = default_spec(kVariantCodes[variant], rows, cols);
    spec.raid = raid == 0 ? RaidRule::kMandatory : RaidRule::kOptional;
    for (std::uint8_t& value : spec.values) value = static_cast<std::uint8_t>(bytes.byte());
    if (bytes.failed() || !bytes.done()) return Error{"the header of the self-play file has the wrong length"};
    return spec;
}

/// The games of one block. False if the listener has heard enough.
Result<bool> read_games(std::string_view payload, const Game& game, const OnGame& on_game, SelfplaySummary& out) {
    if (payload.size() < 8) return Error{"no games"};
    const std::uint64_t games = fixed_at(payload, 0, 4);
    const std::uint64_t positions = fixed_at(payload, 4, 4);
    if (!on_game) {
        out.games += games;
        out.positions += positions;
        return true;
    }
    Bytes bytes(payload.substr(8));
    const SelfplaySummary before = out;
    while (!bytes.done()) {
        const auto played = take_game(bytes, game);
        if (!played) return Error{"a game that breaks the rules"};
        ++out.games;
        out.positions += searched_positions(*played);
        if (!on_game(game, *played)) return false;
    }
    if (out.games != before.games + games || out.positions != before.positions + positions) return Error{"a wrong count"};
    return true;
}

}  // namespace

std::size_t searched_positions(const SelfplayGame& game) {
    return static_cast<std::size_t>(std::count_if(game.entries.begin(), game.entries.end(),
                                                  [](const SelfplayEntry& entry) { return entry.kind != SelfplayEntry::Kind::kPlayed; }));
}

std::string header_block(const GameSpec& spec) {
    std::string payload;
    const auto* const code = std::find(kVariantCodes.begin(), kVariantCodes.end(), spec.variant);
    payload += static_cast<char>(code - kVariantCodes.begin());
    payload += static_cast<char>(spec.rows);
    payload += static_cast<char>(spec.cols);
    payload += static_cast<char>(spec.raid == RaidRule::kMandatory ? 0 : 1);
    for (const std::uint8_t value : spec.values) payload += static_cast<char>(value);
    return block(kHeader, payload);
}

std::string note_block(std::string_view text) { return block(kNote, text); }

std::string GamesBuffer::block() const {
    std::string payload;
    put_fixed(payload, games, 4);
    put_fixed(payload, positions, 4);
    return learn::block(kGames, payload + bytes);
}

void GamesBuffer::add(const Game& game, const SelfplayGame& played) {
    encode(game, played, bytes);
    ++games;
    positions += static_cast<std::uint32_t>(searched_positions(played));
}

Result<SelfplaySummary> read_selfplay(std::string_view bytes, const OnGame& on_game) {
    SelfplaySummary out;
    std::optional<Game> game;
    const auto wrong = [&](const std::string& what) { return Error{what + " in the block at byte " + std::to_string(out.good_bytes)}; };
    while (bytes.size() - out.good_bytes >= kFrame) {
        const std::string_view rest = bytes.substr(out.good_bytes);
        const std::string_view kind = rest.substr(0, 4);
        const std::size_t length = fixed_at(rest, 4, 4);
        if ((kind != kHeader && kind != kNote && kind != kGames) || length > kMaxPayload) return wrong("no self-play data");
        if (rest.size() - kFrame < length) break;
        const std::string_view payload = rest.substr(kFrame, length);
        if (checksum(rest.substr(0, 8), payload) != fixed_at(rest, 8, 8)) {
            // What was being written when the machine went down may have its full length already, but not its bytes.
            if (rest.size() == kFrame + length) break;
            return wrong("wrong checksum");
        }
        if ((kind == kHeader) == game.has_value()) return wrong(game ? "a second header" : "no header");
        if (kind == kHeader) {
            auto spec = read_header(payload);
            if (!spec) return spec.error();
            out.spec = *spec;
            game.emplace(out.spec);
        } else if (kind == kNote) {
            out.last_note = payload;
        } else {
            auto more = read_games(payload, *game, on_game, out);
            if (!more) return wrong(more.error().what);
            if (!*more) return out;
        }
        out.good_bytes += kFrame + length;
    }
    if (!game && !bytes.empty() && bytes.size() >= kFrame) return Error{"the header of the self-play file is damaged"};
    return out;
}

}  // namespace foray::learn
