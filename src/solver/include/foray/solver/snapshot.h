// A solver's table and proved bounds as a stream of bytes, so that a run can be continued. Nothing here opens a file.
//
//   "foray solver 1\n", rows, columns, values, the root, its bounds, the number of lines;
//   then every line of the table that holds an entry, with its number; then an end mark.
//
// A snapshot may be taken while the search goes on: each entry is a theorem on its own, whichever of them get in.
#pragma once

#include <cstddef>
#include <functional>

#include "foray/board/result.h"
#include "foray/solver/solver.h"

namespace foray::solver {

/// Takes or gives exactly `bytes` bytes; false if it cannot.
using Sink = std::function<bool(const void* data, std::size_t bytes)>;
using Source = std::function<bool(void* data, std::size_t bytes)>;

[[nodiscard]] bool write_snapshot(Solver& solver, const Sink& sink);

/// What a snapshot is about; read first, so that a solver with a table of its size can be made.
struct SnapshotHeader {
    GameSpec spec;  ///< variant and rule are not part of it: they do not change values
    Set own = 0;
    Set opp = 0;
    Set empty = 0;
    int lower = 0;
    int upper = 0;
    bool symmetric = false;  ///< whether the table was made for symmetric images
    bool conjectural = false;
    std::uint64_t lines = 0;
};
Result<SnapshotHeader> read_snapshot_header(const Source& source);

/// Whether a snapshot is about this game and position.
Result<bool> check_snapshot(const SnapshotHeader& header, const GameSpec& spec, const WidePosition& root, const Ideas& ideas);

/// The rest of the stream, into a solver whose table has `header.lines` lines.
Result<std::uint64_t> read_snapshot_lines(Solver& solver, const SnapshotHeader& header, const Source& source);

}  // namespace foray::solver
