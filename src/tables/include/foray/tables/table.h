// A table: the value of every state of one board, a file for each layer, in a folder of its own.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "foray/tables/layer_file.h"

namespace foray::tables {

/// Where a table of this board lies in a folder of tables.
std::string table_folder(const std::string& tables, const TableBoard& board);

class Table {
public:
    /// An error if a layer is missing or not of this board.
    [[nodiscard]] static Result<Table> open(const std::string& folder, TableBoard board);

    [[nodiscard]] const TableBoard& board() const { return board_; }
    [[nodiscard]] const LayerFile& layer(int pieces) const { return layers_[static_cast<std::size_t>(pieces)]; }
    [[nodiscard]] bool has_distances() const;
    [[nodiscard]] std::uint64_t bytes() const;
    [[nodiscard]] Result<Code> find(const State& state) const;

private:
    Table(TableBoard board, std::vector<LayerFile> layers) : board_(std::move(board)), layers_(std::move(layers)) {}

    TableBoard board_;
    std::vector<LayerFile> layers_;
};

struct BuildOptions {
    int threads = 1;
    bool distances = true;  ///< else two bits a state are kept
    const std::atomic<bool>* stop = nullptr;
    std::function<void(const LayerSummary&, bool was_there)> on_layer{};
};

/// The memory that building takes at most, in bytes.
std::uint64_t memory_to_build(const TableBoard& board);

/// Builds what is missing of a table, layer by layer from the full board down. Each layer is written whole when it is done: after a kill
/// the next call goes on there. False if it was stopped. A layer that is there and damaged, or another's, is an error.
[[nodiscard]] Result<bool> build_table(const std::string& folder, const TableBoard& board, const BuildOptions& options);

struct VerifyOptions {
    int threads = 1;
    std::uint64_t sample = 100'000;  ///< states of every layer that are also compared with the game's own rules; all if there are fewer
    std::uint64_t seed = 1;
    const std::atomic<bool>* stop = nullptr;
};

struct Verified {
    std::uint64_t states = 0;    ///< whose codes follow from their successors' codes
    std::uint64_t by_rules = 0;  ///< of them by moves that the game's rules listed
    std::string wrong;           ///< the first that does not; empty if all do
    bool finished = true;
};

/// One full pass: checksums, every state against its successors, counts. With distances that proves the table: a win's distance falls with
/// every pair of moves, and who is not won can always go on to a state that is not lost. Without distances it is necessary only.
[[nodiscard]] Result<Verified> verify_table(const Table& table, const VerifyOptions& options);

}  // namespace foray::tables
