// A saved run of the solver: a header is refused or sound, and what follows it never gives a table another size.
#include "foray/solver/snapshot.h"

#include <cstring>

#include "foray/rules/game.h"

#include "fuzz.h"

using namespace foray;

void fuzz_one(std::string_view text) {
    const solver::Source source = [&](void* data, std::size_t bytes) {
        if (bytes > text.size()) return false;
        std::memcpy(data, text.data(), bytes);
        text.remove_prefix(bytes);
        return true;
    };
    const auto header = solver::read_snapshot_header(source);
    if (!header) return;
    FORAY_FUZZ_CHECK(header->lower <= header->upper);
    if (header->table_bytes > (std::size_t{1} << 20)) return;
    solver::SolverOptions options;
    options.table_bytes = header->table_bytes;
    auto made = solver::Solver::make(header->spec, Game(header->spec).start(), options);
    if (!made) return;
    (void)solver::read_snapshot_lines(**made, *header, source);
}
