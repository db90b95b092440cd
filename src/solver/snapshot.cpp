#include "foray/solver/snapshot.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <string_view>

#include "foray/board/xxh64.h"
#include "workshop.h"

namespace foray::solver {
namespace {

constexpr std::string_view kMagic = "foray solver 2\n";
constexpr std::string_view kMagicOfAllVersions = "foray solver ";
constexpr int kMostValues = 64;

/// The fixed part after the magic. No gaps: they would be under the checksum without a meaning.
struct Fixed {
    std::int32_t rows;
    std::int32_t cols;
    std::uint8_t values[kMostValues];
    Set own;
    Set opp;
    Set empty;
    std::int32_t lower;
    std::int32_t upper;
    std::int32_t symmetric;
    std::int32_t conjectural;
    std::uint64_t lines;
};
static_assert(sizeof(Fixed) == 8 + kMostValues + 24 + 16 + 8);

struct SavedLine {
    std::uint64_t index;
    std::array<std::byte, Table::kLineBytes> bytes;
};
static_assert(sizeof(SavedLine) == 8 + Table::kLineBytes);

constexpr std::size_t kBlockLines = 1024;
/// All blocks have one size, so that after a damaged one the next is found.
struct Block {
    std::uint64_t checksum;
    std::uint64_t number;
    std::uint64_t lines;  ///< 0 is the end mark
    std::array<SavedLine, kBlockLines> line;
};
constexpr std::size_t kHeadBytes = 3 * sizeof(std::uint64_t);
static_assert(sizeof(Block) == kHeadBytes + sizeof(SavedLine) * kBlockLines);

std::uint64_t checksum_of(const Fixed& fixed) { return xxh64(&fixed, sizeof fixed, 2); }

/// Of everything in the block behind the checksum itself; the end mark has no lines.
std::uint64_t checksum_of(const Block& block, std::uint64_t header) {
    const std::size_t payload = block.lines == 0 ? 0 : sizeof block.line;
    return xxh64(&block.number, kHeadBytes - sizeof block.checksum + payload, header);
}

/// Gathers lines and hands them on block by block.
class BlockWriter {
public:
    BlockWriter(const Sink& sink, std::uint64_t header) : sink_(sink), header_(header), block_(std::make_unique<Block>()) {}

    [[nodiscard]] bool add(std::uint64_t index, const std::array<std::byte, Table::kLineBytes>& bytes) {
        block_->line[block_->lines++] = {index, bytes};
        return block_->lines < kBlockLines || send(sizeof(Block));
    }
    [[nodiscard]] bool finish() {
        if (block_->lines != 0) {
            std::fill(block_->line.begin() + static_cast<std::ptrdiff_t>(block_->lines), block_->line.end(), SavedLine{});
            if (!send(sizeof(Block))) return false;
        }
        return send(kHeadBytes);
    }

private:
    bool send(std::size_t bytes) {
        block_->checksum = checksum_of(*block_, header_);
        if (!sink_(block_.get(), bytes)) return false;
        ++block_->number;
        block_->lines = 0;
        return true;
    }

    const Sink& sink_;
    std::uint64_t header_;
    std::unique_ptr<Block> block_;
};

/// Bounds that a position can have: in order, within its points, of the parity that every result has.
bool possible_bounds(const SnapshotHeader& header) {
    const int total = Field(header.spec).total();
    const auto fits = [&](int bound) { return bound >= -total && bound <= total && ((bound ^ total) & 1) == 0; };
    return header.lower <= header.upper && fits(header.lower) && fits(header.upper);
}

}  // namespace

bool write_snapshot(Solver& solver, const Sink& sink) {
    const GameSpec& spec = solver.spec();
    const Answer bounds = solver.root_bounds();
    const Table& table = solver.workshop().table();
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
    fixed.lines = table.lines();
    const std::uint64_t checksum = checksum_of(fixed);
    if (!sink(kMagic.data(), kMagic.size()) || !sink(&fixed, sizeof fixed) || !sink(&checksum, sizeof checksum)) return false;
    constexpr std::array<std::byte, Table::kLineBytes> kNothing{};
    BlockWriter blocks(sink, checksum);
    for (std::uint64_t index = 0; index < fixed.lines; ++index) {
        std::array<std::byte, Table::kLineBytes> copy;
        table.copy_line(index, copy);
        if (copy != kNothing && !blocks.add(index, copy)) return false;
    }
    return blocks.finish();
}

bool begins_snapshot(std::string_view text) { return text.starts_with(kMagicOfAllVersions); }

Result<SnapshotHeader> read_snapshot_header(const Source& source) {
    std::array<char, kMagic.size()> magic{};
    if (!source(magic.data(), magic.size())) return Error{"this is not a saved solver run"};
    const std::string_view begin(magic.data(), magic.size());
    if (begin != kMagic) {
        if (begin.starts_with(kMagicOfAllVersions)) return Error{"this run was saved by another version, in a format without checksums"};
        return Error{"this is not a saved solver run"};
    }
    Fixed fixed{};
    std::uint64_t checksum = 0;
    if (!source(&fixed, sizeof fixed) || !source(&checksum, sizeof checksum)) return Error{"the saved run ends too early"};
    constexpr const char* kDamaged = "the saved run is damaged: its beginning does not fit its checksum";
    if (checksum != checksum_of(fixed)) return Error{kDamaged};
    const bool sane = fixed.rows >= 1 && fixed.cols >= 1 && fixed.rows <= 26 && fixed.cols <= 26 &&
                      fixed.rows * fixed.cols <= kMostValues && std::has_single_bit(fixed.lines) && fixed.lines <= (std::uint64_t{1} << 40);
    if (!sane) return Error{kDamaged};
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
    header.table_bytes = fixed.lines * Table::kLineBytes;
    header.checksum = checksum;
    if (!possible_bounds(header)) return Error{"the saved run claims bounds that this position cannot have"};
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

Result<Restored> read_snapshot_lines(Solver& solver, const SnapshotHeader& header, const Source& source) {
    Table& table = solver.workshop().table();
    if (table.lines() != header.lines) return Error{"the saved run has a table of another size"};
    Restored restored;
    const auto block = std::make_unique<Block>();
    for (std::uint64_t number = 0;; ++number) {
        restored.complete = source(block.get(), kHeadBytes);
        if (!restored.complete) break;
        if (block->lines == 0 && block->number == number && block->checksum == checksum_of(*block, header.checksum)) break;
        // A head that is damaged is followed by lines all the same, unless it was the end mark's.
        restored.complete = source(block->line.data(), sizeof block->line);
        if (!restored.complete) break;
        const bool whole = block->lines >= 1 && block->lines <= kBlockLines && block->number == number &&
                           block->checksum == checksum_of(*block, header.checksum);
        if (!whole) {
            ++restored.damaged_blocks;
            continue;
        }
        for (std::uint64_t i = 0; i < block->lines; ++i) {
            const SavedLine& line = block->line[i];
            if (line.index >= header.lines) return Error{"the saved run is damaged"};
            std::memcpy(table.raw_line(line.index).data(), line.bytes.data(), line.bytes.size());
            ++restored.lines;
        }
    }
    solver.assume_root(header.lower, header.upper);
    return restored;
}

}  // namespace foray::solver
