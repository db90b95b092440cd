#include "foray/tables/known.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include "foray/tables/table.h"

namespace foray::tables {
namespace {

class KnownTables final : public KnownValues {
public:
    KnownTables(std::string folder, GameSpec spec) : folder_(std::move(folder)), spec_(std::move(spec)) {}

    [[nodiscard]] std::optional<KnownValue> find(const WidePosition& position) const override {
        const std::shared_ptr<const Table> table = table_for(WideBits::first(spec_.squares()) - position.occupied() - position.empty);
        if (table == nullptr) return std::nullopt;
        const auto state = table->board().state_of(position);
        if (!state) return std::nullopt;
        const auto code = table->find(*state);
        if (!code) return std::nullopt;
        return KnownValue{is_won(*code) ? 1 : is_lost(*code) ? -1 : 0, plies_of(*code)};
    }

private:
    /// Null if there is none. Games keep their blocked squares: one table at a time is enough.
    [[nodiscard]] std::shared_ptr<const Table> table_for(const WideBits& blocked) const {
        const std::lock_guard lock(mutex_);
        if (!asked_ || *asked_ != blocked) {
            asked_ = blocked;
            table_.reset();
            if (auto board = TableBoard::make(spec_, blocked)) {
                const std::string where = table_folder(folder_, *board);
                auto table = Table::open(where, std::move(board).value());
                if (table && table->has_distances()) table_ = std::make_shared<const Table>(std::move(table).value());
            }
        }
        return table_;
    }

    std::string folder_;
    GameSpec spec_;
    mutable std::mutex mutex_;
    mutable std::optional<WideBits> asked_;
    mutable std::shared_ptr<const Table> table_;
};

}  // namespace

std::shared_ptr<const KnownValues> known_values(const std::string& folder, const GameSpec& spec) {
    if (spec.family() != Family::kAtaxx || std::max(spec.rows, spec.cols) > TableBoard::kMostSide) return nullptr;
    return std::make_shared<const KnownTables>(folder, spec);
}

}  // namespace foray::tables
