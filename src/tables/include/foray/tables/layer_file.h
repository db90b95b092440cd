// One layer of a table as a file, mapped into memory. docs/tables.md describes the format.
//
//      header (112 bytes) | checksums, one for each piece of 64 KiB | codes: a byte a state, or two bits
//
// The header has a checksum of its own, also over the others; a piece is compared with its checksum when it is first read. So a file that
// is damaged, cut short, or of another board is refused, and nobody waits for gigabytes to be read before the first answer.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "foray/board/result.h"
#include "foray/files/files.h"
#include "foray/tables/code.h"
#include "foray/tables/table_board.h"

namespace foray::tables {

/// What the header tells about the layer's states.
struct LayerSummary {
    int pieces = 0;
    int bits = 8;  ///< a state: 8 with distances, 2 without
    std::uint64_t won = 0;
    std::uint64_t lost = 0;
    std::uint64_t drawn = 0;
    int longest = 0;                  ///< the most plies that a win takes
    std::uint64_t longest_state = 0;  ///< the first such state of the layer
    double seconds = 0;               ///< that the layer took to be solved
};

std::string layer_path(const std::string& folder, int pieces);

/// Replaces the file by the codes of a layer, packed if the summary says two bits. The caller holds the claim of the folder.
Result<files::Done> write_layer(const std::string& folder, const TableBoard& board, const LayerSummary& summary,
                                std::span<const Code> codes);

class LayerFile {
public:
    [[nodiscard]] static Result<LayerFile> open(const std::string& folder, const TableBoard& board, int pieces);
    LayerFile(LayerFile&&) noexcept;
    LayerFile& operator=(LayerFile&&) noexcept;
    ~LayerFile();

    [[nodiscard]] const LayerSummary& summary() const;
    [[nodiscard]] std::uint64_t file_bytes() const;
    /// The code of a state; in a file of two bits the distance is 0. An error if the file is damaged there.
    [[nodiscard]] Result<Code> code(std::uint64_t index) const;
    /// Compares every piece with its checksum.
    [[nodiscard]] Result<files::Done> check() const;
    /// All codes of a file with distances that was checked.
    [[nodiscard]] const Code* codes() const;

private:
    class Mapping;
    explicit LayerFile(std::unique_ptr<Mapping> mapping);
    std::unique_ptr<Mapping> mapping_;
};

}  // namespace foray::tables
