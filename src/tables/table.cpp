#include "foray/tables/table.h"

#include <algorithm>

namespace foray::tables {

std::string table_folder(const std::string& tables, const TableBoard& board) { return tables + "/" + board.name(); }

Result<Table> Table::open(const std::string& folder, TableBoard board) {
    std::vector<LayerFile> layers;
    for (int pieces = 0; pieces <= board.squares(); ++pieces) {
        auto layer = LayerFile::open(folder, board, pieces);
        if (!layer) return layer.error();
        layers.push_back(std::move(layer).value());
    }
    return Table(std::move(board), std::move(layers));
}

bool Table::has_distances() const {
    return std::all_of(layers_.begin(), layers_.end(), [](const LayerFile& layer) { return layer.summary().bits == 8; });
}

std::uint64_t Table::bytes() const {
    std::uint64_t total = 0;
    for (const LayerFile& layer : layers_) total += layer.file_bytes();
    return total;
}

Result<Code> Table::find(const State& state) const {
    const Place place = board_.place_of(state);
    return layer(place.pieces).code(place.index);
}

}  // namespace foray::tables
