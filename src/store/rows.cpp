#include "rows.h"

#include <cmath>

#include "foray/notation/json_depth.h"
#include "foray/notation/text.h"

namespace foray {
namespace {

/// Reads the cells of one row; remembers the first thing that is wrong.
class Reader {
public:
    Reader(const char* table, std::string row) : table_(table), row_(std::move(row)) {}

    long long number(const NumberCell& cell, const char* column, long long least, long long most) {
        if (cell.null()) return complain(column, "is missing"), least;
        if (cell.value >= least && cell.value <= most) return cell.value;
        std::string what = "is " + std::to_string(cell.value);
        what.append(cell.value < least ? ", less than " : ", more than ").append(std::to_string(cell.value < least ? least : most));
        return complain(column, what), least;
    }
    int small(const NumberCell& cell, const char* column, long long most) { return static_cast<int>(number(cell, column, 0, most)); }
    std::optional<int> maybe(const NumberCell& cell, const char* column, long long most) {
        return cell.null() ? std::nullopt : std::optional(small(cell, column, most));
    }
    double decimal(const DecimalCell& cell, const char* column, double most) {
        if (cell.null()) return complain(column, "is missing"), 0;
        if (cell.value >= 0 && cell.value <= most) return cell.value;  // false for what is no number
        return complain(column, "is no time"), 0;
    }
    std::string text(const TextCell& cell, const char* column) {
        if (cell.null()) complain(column, "is missing");
        return cell.null() ? "" : cell.value;
    }
    /// A text that people read: what would command their terminal is escaped.
    std::string words(const TextCell& cell, const char* column) { return without_controls(text(cell, column)); }
    void json(const std::string& value, const char* column) {
        if (nested_too_deeply(value)) complain(column, "is nested too deeply");
    }
    void seal(const NumberCell& cell, const char* column, Seal fits, Sealed sealed = Sealed::kYes) {
        if (sealed == Sealed::kMaybe && !cell.null() && cell.value == kNoSeal) return;
        if (cell.null() || cell.value == kNoSeal) return complain(column, "is missing: the row is not as it was written");
        if (number(cell, column, 0, bounds::kLargestSeal) != fits) complain(column, "does not fit: the row is not as it was written");
    }
    void complain(const char* column, const std::string& what) {
        if (wrong_) return;
        std::string said = table_;
        said.append(" ").append(row_).append(", column ").append(column).append(" ").append(what);
        wrong_ = Error{said};
    }

    template <class T>
    Result<T> finish(T row) {
        if (wrong_) return *wrong_;
        return row;
    }

private:
    const char* table_;
    std::string row_;
    std::optional<Error> wrong_;
};

std::string named(const NumberCell& cell) { return cell.null() ? "without a number" : std::to_string(cell.value); }
std::string named(const TextCell& cell) { return cell.null() ? "without a name" : quoted(cell.value); }

}  // namespace

Result<TournamentRow> read_row(const TournamentCells& cells, Sealed sealed) {
    Reader in("tournament", named(cells.name));
    TournamentRow row;
    row.id = in.number(cells.id, "id", 1, bounds::kLargestId);
    row.name = in.text(cells.name, "name");
    row.settings = in.text(cells.settings, "settings");
    row.created = in.words(cells.created, "created");
    in.seal(cells.seal, "seal", seal_of(row), sealed);
    in.json(row.settings, "settings");
    return in.finish(row);
}

Result<PlayerRow> read_row(const PlayerCells& cells, int number, Withdrawals withdrawals, Sealed sealed) {
    Reader in("player", named(cells.number));
    PlayerRow row;
    row.number = in.small(cells.number, "number", bounds::kMostPlayers - 1);
    row.name = in.text(cells.name, "name");
    row.settings = in.text(cells.settings, "settings");
    row.entrant.joined = in.small(cells.joined, "joined", bounds::kMostRounds);
    row.entrant.withdrawn = in.maybe(cells.withdrawn, "withdrawn", bounds::kMostRounds);
    row.reason = in.text(cells.reason, "reason");
    if (row.number != number) in.complain("number", "comes where player " + std::to_string(number) + " should be");
    in.seal(cells.seal, "seal", seal_of(row), sealed);
    if (withdrawals == Withdrawals::kSealed) in.seal(cells.withdrawal_seal, "withdrawal_seal", seal_of_withdrawal(row));
    in.json(row.settings, "settings");
    row.reason = without_controls(row.reason);
    return in.finish(row);
}

Result<GameRow> read_row(const GameCells& cells, bool with_record, Sealed sealed) {
    Reader in("game", named(cells.sequence));
    GameRow row;
    row.sequence = in.number(cells.sequence, "sequence", 1, bounds::kLargestId);
    row.key.pairing.round = in.small(cells.round, "round", bounds::kMostRounds);
    row.key.pairing.first = in.small(cells.first, "first", bounds::kMostPlayers - 1);
    row.key.pairing.second = in.small(cells.second, "second", bounds::kMostPlayers - 1);
    row.key.pairing.pair = in.small(cells.pair, "pair", bounds::kMostPairs);
    row.key.leg = in.small(cells.leg, "leg", 1);
    row.half_points = in.small(cells.half_points, "half_points", 2);
    row.failed = in.maybe(cells.failed, "failed", 1);
    const std::string reason = in.text(cells.reason, "reason");
    if (const auto ending = parse_ending(reason)) {
        row.ending = ending->ending;
        row.detail = ending->detail;
    } else {
        in.complain("reason", "is " + quoted(reason) + ", which ends no game");
    }
    row.plies = in.small(cells.plies, "plies", bounds::kMostPlies);
    constexpr std::array<std::array<const char*, 3>, 2> kOfPlayer = {{{"moves1", "nodes1", "ms1"}, {"moves2", "nodes2", "ms2"}}};
    for (const std::size_t side : {0U, 1U}) {
        row.moves[side] = in.small(cells.moves[side], kOfPlayer[side][0], bounds::kMostPlies);
        row.nodes[side] = in.number(cells.nodes[side], kOfPlayer[side][1], 0, bounds::kMostNodes);
        row.ms[side] = in.decimal(cells.ms[side], kOfPlayer[side][2], static_cast<double>(bounds::kLongestMs));
    }
    row.worker = in.text(cells.worker, "worker");
    row.fingerprint = static_cast<Fingerprint>(in.number(cells.fingerprint, "fingerprint", 0, bounds::kLargestFingerprint));
    if (row.key.pairing.first == row.key.pairing.second) in.complain("second", "has the first player play himself");
    in.seal(cells.seal, "seal", seal_of(row), sealed);
    if (with_record) {
        row.record = in.text(cells.record, "record");
        in.seal(cells.record_seal, "record_seal", seal_of(row.record), sealed);
        in.json(row.record, "record");
    }
    row.detail = without_controls(row.detail);
    row.worker = without_controls(row.worker);
    return in.finish(row);
}

std::optional<Error> check_players(const GameRow& game, int players) {
    Reader in("game", std::to_string(game.sequence));
    const auto check = [&](int player, const char* column) {
        if (player >= players) in.complain(column, "names player " + std::to_string(player) + ", who is not there");
    };
    check(game.key.pairing.first, "first");
    check(game.key.pairing.second, "second");
    if (const auto fine = in.finish(true); !fine) return fine.error();
    return std::nullopt;
}

Result<Job> read_row(const JobCells& cells) {
    Reader in("job", named(cells.id));
    Job row;
    row.id = in.number(cells.id, "id", 1, bounds::kLargestId);
    row.kind = in.text(cells.kind, "kind");
    row.topic = in.text(cells.topic, "topic");
    row.label = in.text(cells.label, "label");
    row.input = in.text(cells.input, "input");
    row.attempts = in.small(cells.attempts, "attempts", bounds::kMostAttempts);
    in.json(row.input, "input");
    return in.finish(row);
}

Result<Store::Answer> read_row(const AnswerCells& cells, const std::string& kind, const std::string& topic) {
    Reader in("job", named(cells.label) + " of " + quoted(topic));
    Store::Answer row;
    row.label = in.text(cells.label, "label");
    row.input = in.text(cells.input, "input");
    row.output = in.text(cells.output, "output");
    row.worker = in.text(cells.owner, "owner");
    in.seal(cells.seal, "seal", seal_of_answer(kind, topic, row));
    return in.finish(row);
}

Result<std::string> read_kept(const TextCell& value, const NumberCell& seal, const std::string& topic, const std::string& key) {
    Reader in("kept", quoted(key) + " of " + quoted(topic));
    std::string out = in.text(value, "value");
    in.seal(seal, "seal", seal_of_kept(topic, key, out));
    return in.finish(out);
}

Result<std::string> read_text(const TextCell& cell, const char* table, const std::string& row, const char* column) {
    Reader in(table, row);
    std::string out = in.text(cell, column);
    return in.finish(out);
}

}  // namespace foray
