// A solver's table and proved bounds as a stream of bytes, so that a run can be continued. Nothing here opens a file.
//
//   "foray solver 2\n", rows, columns, values, the root, its bounds, the number of lines; the checksum of all that
//   blocks of one size, each with its number, its checksum, and lines of the table that hold an entry, with their numbers
//   an end mark: a block without lines
//
// Every bit is under a checksum (64 bits, xxHash), which for a block begins from the header's: neither a damaged block nor one of another
// run is taken for a good one. A header that is damaged, or claims what the position cannot be worth, is refused; of the blocks those
// that are whole are good whatever happened to the others, because each entry is a theorem on its own. For the same reason a snapshot may
// be taken while the search goes on. Numbers are as the machine has them: a snapshot stays on its machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

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
    std::uint64_t own = 0;
    std::uint64_t opp = 0;
    std::uint64_t empty = 0;
    int lower = 0;
    int upper = 0;
    bool symmetric = false;  ///< whether the table was made for symmetric images
    bool conjectural = false;
    std::uint64_t lines = 0;
    std::uint64_t table_bytes = 0;
    std::uint64_t checksum = 0;
};
/// Whether a file that begins like this is a snapshot, of whatever version.
[[nodiscard]] bool begins_snapshot(std::string_view text);
Result<SnapshotHeader> read_snapshot_header(const Source& source);

/// Whether a snapshot is about this game and position.
Result<bool> check_snapshot(const SnapshotHeader& header, const GameSpec& spec, const WidePosition& root, const Ideas& ideas);

/// What was taken over.
struct Restored {
    std::uint64_t lines = 0;
    std::uint64_t damaged_blocks = 0;
    bool complete = true;  ///< whether the end mark was there
    [[nodiscard]] bool whole() const { return complete && damaged_blocks == 0; }
};

/// The rest of the stream, into a solver whose table has the size of the header's. Blocks that are damaged are left out.
Result<Restored> read_snapshot_lines(Solver& solver, const SnapshotHeader& header, const Source& source);

}  // namespace foray::solver
