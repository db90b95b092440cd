#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "foray/board/crew.h"
#include "foray/board/memory.h"
#include "foray/tables/table.h"
#include "layer_solver.h"

namespace foray::tables {
namespace {

/// The codes of the layer above: solved just now, or read from the file of an earlier run.
struct Above {
    std::unique_ptr<HugeMemory> solved;
    std::optional<LayerFile> file;
    [[nodiscard]] const Code* codes() const {
        if (solved) return reinterpret_cast<const Code*>(solved->data());
        return file ? file->codes() : nullptr;
    }
};

std::uint64_t largest_layer(const TableBoard& board) {
    std::uint64_t most = 0;
    for (int pieces = 0; pieces <= board.squares(); ++pieces) most = std::max(most, board.states(pieces));
    return most;
}

class Builder {
public:
    Builder(const std::string& folder, const TableBoard& board, const BuildOptions& options, Crew crew)
        : folder_(folder), board_(board), options_(options), crew_(std::move(crew)) {}

    Result<bool> build() {
        for (int pieces = board_.squares(); pieces >= 0; --pieces) {
            auto done = is_there(pieces) ? take(pieces) : solve(pieces);
            if (!done || !*done) return done;
            if (!options_.distances && pieces < board_.squares()) {
                if (auto less = drop_distances(pieces + 1); !less) return less.error();
            }
        }
        if (!options_.distances) {
            if (auto less = drop_distances(0); !less) return less.error();
        }
        return true;
    }

private:
    [[nodiscard]] bool is_there(int pieces) const { return ::access(layer_path(folder_, pieces).c_str(), F_OK) == 0; }

    Result<bool> take(int pieces) {
        auto opened = LayerFile::open(folder_, board_, pieces);
        if (!opened) return opened.error();
        LayerFile file = std::move(opened).value();
        if (auto fine = file.check(); !fine) return fine.error();
        if (options_.on_layer) options_.on_layer(file.summary(), true);
        if (file.summary().bits != 8 && pieces > 0 && !is_there(pieces - 1)) {
            return Error{"this layer was kept without distances, which the next one needs: remove the folder and build again", 0, 0,
                         layer_path(folder_, pieces)};
        }
        above_.solved.reset();
        above_.file = std::move(file);
        return true;
    }

    Result<bool> solve(int pieces) {
        const auto begin = std::chrono::steady_clock::now();
        const std::uint64_t states = board_.states(pieces);
        auto codes = std::make_unique<HugeMemory>(states);
        const HugeMemory hopes(states);
        if (!codes->ok() || !hopes.ok()) return Error{"the system has no memory for a layer of " + std::to_string(states) + " states"};
        auto* const start = reinterpret_cast<Code*>(codes->data());
        LayerSolver solver(board_, pieces, above_.codes(), start, reinterpret_cast<Code*>(hopes.data()), crew_, options_.stop);
        auto solved = solver.solve();
        if (!solved || !*solved) return solved;
        const LayerCounts counts = solver.count();
        LayerSummary summary{pieces, 8, counts.won, counts.lost, counts.drawn, counts.longest, counts.longest_state, 0};
        if (options_.stop != nullptr && options_.stop->load()) return false;  // the counts may be unfinished
        summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        if (auto written = write_layer(folder_, board_, summary, {start, states}); !written) return written.error();
        if (options_.on_layer) options_.on_layer(summary, false);
        above_.file.reset();
        above_.solved = std::move(codes);
        return true;
    }

    /// The layer once more, in two bits: nothing needs its distances any longer.
    Result<files::Done> drop_distances(int pieces) {
        auto opened = LayerFile::open(folder_, board_, pieces);
        if (!opened) return opened.error();
        LayerSummary summary = opened->summary();
        if (summary.bits == 2) return files::Done{};
        if (auto fine = opened->check(); !fine) return fine.error();
        summary.bits = 2;
        return write_layer(folder_, board_, summary, {opened->codes(), board_.states(pieces)});
    }

    const std::string& folder_;
    const TableBoard& board_;
    const BuildOptions& options_;
    Crew crew_;
    Above above_;
};

}  // namespace

std::uint64_t memory_to_build(const TableBoard& board) { return 3 * largest_layer(board) + (std::uint64_t{16} << 20); }

Result<bool> build_table(const std::string& folder, const TableBoard& board, const BuildOptions& options) {
    std::error_code code;
    std::filesystem::create_directories(folder, code);
    if (code) return Error{code.message(), 0, 0, folder};
    // Two at the same table would do the same work twice.
    const auto claim = files::Claim::take(folder + "/layers");
    if (!claim) return claim.error();
    if (const auto lack = lack_of_memory(memory_to_build(board), "the layers")) return Error{*lack};
    auto crew = Crew::make(options.threads);
    if (!crew) return crew.error();
    return Builder(folder, board, options, std::move(crew).value()).build();
}

}  // namespace foray::tables
