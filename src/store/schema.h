// The tables of a store: made, brought up to date, and compared with what they should be. Every range and reference that rows.cpp checks is
// a constraint here too.
#pragma once

#include <optional>

#include "connection.h"

namespace foray {

inline constexpr int kSchemaVersion = 7;

/// Makes the tables of an empty database, or those of an older version into the present ones. In a transaction.
void bring_up_to_date(Connection& connection, int found_version);

/// A file's tables must be the ones that Foray makes, to the letter: a view in the place of a table, a trigger or a constraint that is
/// missing would let a file do what no row of it could.
std::optional<Error> check_schema(Connection& connection);

}  // namespace foray
