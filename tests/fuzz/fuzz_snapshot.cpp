// A saved run of the solver: a header is refused or sound, and what follows it never gives a table another size; what was read is written
// and read again. Checksums are made to fit, or nothing behind them would be reached.
#include "foray/solver/snapshot.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstring>
#include <string>

#include "foray/rules/game.h"

#include "fuzz.h"

using namespace foray;

namespace {

constexpr std::size_t kMagicBytes = 15;
constexpr std::size_t kHeaderBytes = 120;
constexpr std::size_t kHeadBytes = 24;  // checksum, number, lines

std::string with_checksums(std::string_view text) {
    std::string out(text);
    const std::size_t blocks = kMagicBytes + kHeaderBytes + 8;
    if (out.size() < blocks) return out;
    const std::uint64_t header = XXH64(out.data() + kMagicBytes, kHeaderBytes, 2);
    std::memcpy(out.data() + blocks - 8, &header, 8);
    if (out.size() < blocks + kHeadBytes) return out;
    // The first block, which is the end mark if it has no lines, and otherwise as long as all of them.
    std::uint64_t lines = 0;
    std::memcpy(&lines, out.data() + blocks + 16, 8);
    const std::size_t payload = lines == 0 ? 0 : std::size_t{72} * 1024;
    if (out.size() < blocks + kHeadBytes + payload) return out;
    const std::uint64_t block = XXH64(out.data() + blocks + 8, kHeadBytes - 8 + payload, header);
    std::memcpy(out.data() + blocks, &block, 8);
    return out;
}

solver::Source from(std::string_view& rest) {
    return [&rest](void* data, std::size_t bytes) {
        if (bytes > rest.size()) return false;
        std::memcpy(data, rest.data(), bytes);
        rest.remove_prefix(bytes);
        return true;
    };
}

void check(std::string_view text) {
    const auto header = solver::read_snapshot_header(from(text));
    if (!header) return;
    FORAY_FUZZ_CHECK(header->lower <= header->upper);
    if (header->table_bytes > (std::size_t{1} << 20)) return;
    const WidePosition root = Game(header->spec).start();
    solver::SolverOptions options;
    options.table_bytes = header->table_bytes;
    auto made = solver::Solver::make(header->spec, root, options);
    if (!made || !solver::check_snapshot(*header, header->spec, root, options.ideas)) return;
    const auto restored = solver::read_snapshot_lines(**made, *header, from(text));
    if (!restored) return;
    std::string written;
    FORAY_FUZZ_CHECK(solver::write_snapshot(**made, [&](const void* data, std::size_t bytes) {
        written.append(static_cast<const char*>(data), bytes);
        return true;
    }));
    std::string_view rest = written;
    const auto again = solver::read_snapshot_header(from(rest));
    FORAY_FUZZ_CHECK(again && again->lower >= header->lower && again->upper <= header->upper && again->lines == header->lines);
    const auto all = solver::read_snapshot_lines(**made, *again, from(rest));
    FORAY_FUZZ_CHECK(all && all->whole() && all->lines <= restored->lines);
}

}  // namespace

void fuzz_one(std::string_view text) {
    check(text);
    if (const std::string mended = with_checksums(text); mended != text) check(mended);
}
