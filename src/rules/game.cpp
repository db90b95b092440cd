#include "foray/rules/game.h"

#include <memory>
#include <utility>

namespace foray {
namespace {

std::variant<RaidRules<kMaxWords>, AtaxxRules<kMaxWords>> make_rules(const GameSpec& spec) {
    if (spec.family() == Family::kRaid) return RaidRules<kMaxWords>(spec);
    return AtaxxRules<kMaxWords>(spec);
}

}  // namespace

Game::Game(GameSpec spec) : spec_(std::move(spec)), rules_(make_rules(spec_)) {}

const Geometry<kMaxWords>& Game::geometry() const {
    return std::visit([](const auto& rules) -> const Geometry<kMaxWords>& { return rules.geometry(); }, rules_);
}

WidePosition Game::start() const {
    return std::visit([](const auto& rules) { return rules.start(); }, rules_);
}

std::vector<Move> Game::legal_moves(const WidePosition& position) const {
    const auto list = std::make_unique<MoveList<kMaxWords>>();
    std::visit([&](const auto& rules) { rules.generate(position, *list); }, rules_);
    return {list->begin(), list->end()};
}

bool Game::is_legal(const WidePosition& position, Move move) const {
    return std::visit([&](const auto& rules) { return rules.is_legal(position, move); }, rules_);
}

WideBits Game::captures(const WidePosition& position, Move move) const {
    return std::visit([&](const auto& rules) { return rules.captures(position, move); }, rules_);
}

WidePosition Game::after(WidePosition position, Move move) const {
    std::visit([&](const auto& rules) { rules.apply(position, move); }, rules_);
    return position;
}

Scores Game::scores(const WidePosition& position) const {
    return std::visit([&](const auto& rules) { return rules.scores(position); }, rules_);
}

Verdict Game::verdict(const WidePosition& position) const {
    return std::visit([&](const auto& rules) { return rules.verdict(position); }, rules_);
}

int Game::value(int square) const { return spec_.values.empty() ? 1 : spec_.values[static_cast<std::size_t>(square)]; }

}  // namespace foray
