// Checksums of rows. SQLite notices when the tree of its pages is damaged, but not when a bit inside of a row has flipped; so a row that
// results and tables are made of carries a checksum of what it says, and one that does not fit is an error, as is one that is missing: rows
// of an older schema, which had none (kNoSeal), get theirs when it is brought up to date. Times are left out: they are for people, and
// databases print them in their own ways. rows.cpp compares them.
#pragma once

#include <span>
#include <string>

#include "foray/board/crc32c.h"
#include "foray/store/store.h"

namespace foray {

using Seal = long long;  // as SOCI has it
inline constexpr Seal kNoSeal = -1;

inline Seal seal_of(const std::string& text) { return crc32c(std::as_bytes(std::span(text))); }

/// Parts are told apart by their lengths.
inline void add_part(std::string& out, const std::string& part) { out += std::to_string(part.size()) + ":" + part; }
inline void add_part(std::string& out, std::int64_t part) { add_part(out, std::to_string(part)); }

inline Seal seal_of(const TournamentRow& row) {
    std::string text;
    for (const std::string& part : {row.name, row.settings}) add_part(text, part);
    return seal_of(text);
}

/// Who he is. What may be said of him later has a seal of its own.
inline Seal seal_of(const PlayerRow& row) {
    std::string text;
    for (const std::string& part : {row.name, row.settings}) add_part(text, part);
    for (const int part : {row.number, row.entrant.joined}) add_part(text, part);
    return seal_of(text);
}

inline Seal seal_of_withdrawal(const PlayerRow& row) {
    std::string text;
    for (const int part : {row.number, row.entrant.withdrawn.value_or(-1)}) add_part(text, part);
    add_part(text, row.reason);
    return seal_of(text);
}

/// All but the record, which is not always read and has a seal of its own.
inline Seal seal_of(const GameRow& row) {
    std::string text;
    const Pairing& p = row.key.pairing;
    for (const int part : {p.round, p.first, p.second, p.pair, row.key.leg, row.half_points, row.failed.value_or(-1), row.plies}) {
        add_part(text, part);
    }
    for (const int i : {0, 1}) {
        add_part(text, row.moves[static_cast<std::size_t>(i)]);
        add_part(text, row.nodes[static_cast<std::size_t>(i)]);
    }
    add_part(text, row.reason());
    add_part(text, row.worker);
    if (row.fingerprint != 0) add_part(text, static_cast<std::int64_t>(row.fingerprint));  // rows of an older schema have none
    return seal_of(text);
}

/// With what was asked, and of which work: an answer belongs to its question.
inline Seal seal_of_answer(const std::string& kind, const std::string& topic, const Store::Answer& answer) {
    std::string text;
    for (const std::string& part : {kind, topic, answer.label, answer.input, answer.output}) add_part(text, part);
    return seal_of(text);
}

inline Seal seal_of_kept(const std::string& topic, const std::string& key, const std::string& value) {
    std::string text;
    for (const std::string& part : {topic, key, value}) add_part(text, part);
    return seal_of(text);
}

}  // namespace foray
