// Rows of a store become values here and nowhere else. Whoever can write to the database can write anything: a number may be missing or far
// outside of what it counts, a game may name players that are not there. Every cell is read as the database has it, then checked; the error
// names the table, the row and the column. What comes out can be used as an index.
//
// The same limits are constraints of the tables (schema.cpp), so the databases themselves refuse most of what would be wrong. They are
// checked again at reading: constraints can be dropped, and a file can be changed by other means than SQL.
#pragma once

#include <soci/soci.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "connection.h"
#include "foray/board/result.h"
#include "foray/store/store.h"
#include "seals.h"

namespace foray {

/// What the columns may hold.
namespace bounds {
inline constexpr long long kLargestId = 1'000'000'000'000'000;
inline constexpr long long kMostPlayers = 10'000;
inline constexpr long long kMostRounds = 10'000'000;
inline constexpr long long kMostPairs = 10'000;
inline constexpr long long kMostPlies = 10'000'000;
inline constexpr long long kMostNodes = 1'000'000'000'000'000'000;
inline constexpr long long kLongestMs = 1'000'000'000'000'000;  ///< thirty thousand years
inline constexpr long long kLargestFingerprint = 0x7FFFFFFFFFFFFFFF;
inline constexpr long long kMostAttempts = 1'000;
inline constexpr long long kLargestSeal = 0xFFFFFFFF;
/// A lease that ends later than this from now was written by nobody who means to renew it: the longest that can be asked for is a day.
inline constexpr long long kLongestLeaseMs = 25LL * 60 * 60 * 1000;
}  // namespace bounds

/// A cell as the database has it, which may have none.
template <class T>
struct Cell {
    T value{};
    soci::indicator there = soci::i_null;
    [[nodiscard]] bool null() const { return there == soci::i_null; }
    auto into() { return soci::into(value, there); }
};
using NumberCell = Cell<long long>;
using DecimalCell = Cell<double>;
using TextCell = Cell<std::string>;

/// What `sql.prepare <<` gives; cells add themselves to it in the order of their columns.
using Prepared = soci::details::prepare_temp_type;

struct TournamentCells {
    static constexpr const char* kColumns = "id, name, settings, created, seal";
    NumberCell id;
    TextCell name, settings, created;
    NumberCell seal;
    Prepared& bind(Prepared& to) { return to, id.into(), name.into(), settings.into(), created.into(), seal.into(); }
};

struct PlayerCells {
    static constexpr const char* kColumns = "number, name, settings, joined, withdrawn, reason, seal, withdrawal_seal";
    NumberCell number;
    TextCell name, settings;
    NumberCell joined, withdrawn;
    TextCell reason;
    NumberCell seal, withdrawal_seal;
    Prepared& bind(Prepared& to) {
        return to, number.into(), name.into(), settings.into(), joined.into(), withdrawn.into(), reason.into(), seal.into(),
               withdrawal_seal.into();
    }
};

struct GameCells {
    /// The record is asked for by those who want it.
    static constexpr const char* kColumns =
        "sequence, round, first, second, pair, leg, half_points, failed, reason, plies, moves1, moves2, nodes1, nodes2, ms1, ms2, worker,"
        " fingerprint, seal, record_seal, ";
    NumberCell sequence, round, first, second, pair, leg, half_points, failed;
    TextCell reason;
    NumberCell plies;
    std::array<NumberCell, 2> moves, nodes;
    std::array<DecimalCell, 2> ms;
    TextCell worker;
    NumberCell fingerprint, seal, record_seal;
    TextCell record;
    Prepared& bind(Prepared& to) {
        return to, sequence.into(), round.into(), first.into(), second.into(), pair.into(), leg.into(), half_points.into(), failed.into(),
               reason.into(), plies.into(), moves[0].into(), moves[1].into(), nodes[0].into(), nodes[1].into(), ms[0].into(), ms[1].into(),
               worker.into(), fingerprint.into(), seal.into(), record_seal.into(), record.into();
    }
};

struct JobCells {
    static constexpr const char* kColumns = "id, kind, topic, label, input, attempts";
    NumberCell id;
    TextCell kind, topic, label, input;
    NumberCell attempts;
    Prepared& bind(Prepared& to) { return to, id.into(), kind.into(), topic.into(), label.into(), input.into(), attempts.into(); }
};

/// Of a job that is done.
struct AnswerCells {
    static constexpr const char* kColumns = "label, input, output, seal, owner";
    TextCell label, input, output;
    NumberCell seal;
    TextCell owner;
    Prepared& bind(Prepared& to) { return to, label.into(), input.into(), output.into(), seal.into(), owner.into(); }
};

/// Whether a row must have its checksum. Only while an older schema is brought up to date may one be missing: rows of that time had none.
enum class Sealed : std::uint8_t { kYes, kMaybe };
/// Who may write a player's withdrawal. On a server every worker may, with any words: there its checksum says nothing.
enum class Withdrawals : std::uint8_t { kSealed, kAnybodys };

Result<TournamentRow> read_row(const TournamentCells& cells, Sealed sealed = Sealed::kYes);
/// The player that must come next: players are numbered without gaps.
Result<PlayerRow> read_row(const PlayerCells& cells, int number, Withdrawals withdrawals, Sealed sealed = Sealed::kYes);
Result<GameRow> read_row(const GameCells& cells, bool with_record, Sealed sealed = Sealed::kYes);
Result<Job> read_row(const JobCells& cells);
Result<Store::Answer> read_row(const AnswerCells& cells, const std::string& kind, const std::string& topic);
Result<std::string> read_kept(const TextCell& value, const NumberCell& seal, const std::string& topic, const std::string& key);
/// A game's players must be there.
std::optional<Error> check_players(const GameRow& game, int players);

/// One text cell that stands for itself.
Result<std::string> read_text(const TextCell& cell, const char* table, const std::string& row, const char* column);

/// The value of a row, inside of a connection's `run` or `transact`, which turn what is thrown into the failure of the store.
template <class T>
T sound(Result<T> row) {
    if (!row) throw RowDamage(row.error().message());
    return std::move(row).value();
}

}  // namespace foray
