#include "foray/solver/snapshot.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

namespace foray::solver {
namespace {

constexpr std::string_view kMagic = "foray solver 1\n";
constexpr std::uint64_t kEnd = ~std::uint64_t{0};

/// The fixed part after the magic, as the machine has it: a snapshot stays on its machine.
struct Fixed {
    std::int32_t rows;
    std::int32_t cols;
    std::uint8_t values[64];
    Set own;
    Set opp;
    Set empty;
    std::int32_t lower;
    std::int32_t upper;
    std::int32_t symmetric;
    std::int32_t conjectural;
    std::uint64_t lines;
};

}  // namespace

bool write_snapshot(Solver& solver, const Sink& sink) {
    const GameSpec& spec = solver.spec();
    const Answer bounds = solver.root_bounds();
    Fixed fixed{};
    fixed.rows = spec.rows;
    fixed.cols = spec.cols;
    std::copy(spec.values.begin(), spec.values.end(), fixed.values);
    fixed.own = solver.root().own.words[0];
    fixed.opp = solver.root().opp.words[0];
    fixed.empty = solver.root().empty.words[0];
    fixed.lower = bounds.lower;
    fixed.upper = bounds.upper;
    fixed.symmetric = solver.options().ideas.symmetry ? 1 : 0;
    fixed.conjectural = solver.options().ideas.conjectures ? 1 : 0;
    fixed.lines = solver.table().lines();
    if (!sink(kMagic.data(), kMagic.size()) || !sink(&fixed, sizeof fixed)) return false;
    constexpr std::array<std::byte, Table::kLineBytes> kNothing{};
    for (std::uint64_t index = 0; index < fixed.lines; ++index) {
        std::array<std::byte, Table::kLineBytes> copy;
        solver.table().copy_line(index, copy);
        if (copy == kNothing) continue;
        if (!sink(&index, sizeof index) || !sink(copy.data(), copy.size())) return false;
    }
    return sink(&kEnd, sizeof kEnd);
}

Result<SnapshotHeader> read_snapshot_header(const Source& source) {
    std::array<char, kMagic.size()> magic{};
    Fixed fixed{};
    if (!source(magic.data(), magic.size()) || std::string_view(magic.data(), magic.size()) != kMagic) {
        return Error{"this is not a saved solver run"};
    }
    if (!source(&fixed, sizeof fixed)) return Error{"the saved run ends too early"};
    const bool sane = fixed.rows >= 1 && fixed.cols >= 1 && fixed.rows <= 26 && fixed.cols <= 26 && fixed.rows * fixed.cols <= 64 &&
                      fixed.lines != 0 && (fixed.lines & (fixed.lines - 1)) == 0 && fixed.lines <= (std::uint64_t{1} << 40);
    if (!sane) return Error{"the saved run is damaged"};
    SnapshotHeader header;
    header.spec = default_spec(Variant::kWargame, fixed.rows, fixed.cols);
    std::copy(fixed.values, fixed.values + fixed.rows * fixed.cols, header.spec.values.begin());
    header.own = fixed.own;
    header.opp = fixed.opp;
    header.empty = fixed.empty;
    header.lower = fixed.lower;
    header.upper = fixed.upper;
    header.symmetric = fixed.symmetric != 0;
    header.conjectural = fixed.conjectural != 0;
    header.lines = fixed.lines;
    return header;
}

Result<bool> check_snapshot(const SnapshotHeader& header, const GameSpec& spec, const WidePosition& root, const Ideas& ideas) {
    if (header.spec.rows != spec.rows || header.spec.cols != spec.cols || header.spec.values != spec.values) {
        return Error{"the saved run is about another board"};
    }
    if (header.own != root.own.words[0] || header.opp != root.opp.words[0] || header.empty != root.empty.words[0]) {
        return Error{"the saved run is about another position"};
    }
    if (header.symmetric != ideas.symmetry) return Error{"the saved run was made with another setting of the idea \"symmetry\""};
    if (header.conjectural && !ideas.conjectures) return Error{"the saved run rests on a conjecture; add --conjectures to use it"};
    return true;
}

Result<std::uint64_t> read_snapshot_lines(Solver& solver, const SnapshotHeader& header, const Source& source) {
    Table& table = solver.table();
    if (table.lines() != header.lines) return Error{"the saved run has a table of another size"};
    std::uint64_t restored = 0;
    for (;;) {
        std::uint64_t index = 0;
        std::array<std::byte, Table::kLineBytes> line;
        if (!source(&index, sizeof index)) return Error{"the saved run ends too early"};
        if (index == kEnd) break;
        if (index >= header.lines || !source(line.data(), line.size())) return Error{"the saved run is damaged"};
        std::memcpy(table.raw_line(index).data(), line.data(), line.size());
        ++restored;
    }
    solver.assume_root(header.lower, header.upper);
    return restored;
}

}  // namespace foray::solver
