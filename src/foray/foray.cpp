#include "foray/foray.h"

#include <utility>

namespace foray {
namespace {

class FunctionPlayer final : public Agent {
public:
    FunctionPlayer(std::string name, std::function<Move(const WidePosition&)> choose)
        : name_(std::move(name)), choose_(std::move(choose)) {}
    [[nodiscard]] std::string name() const override { return name_; }
    [[nodiscard]] Choice choose(const WidePosition& position, const SearchRequest& /*request*/, const OnInfo& /*on_info*/) override {
        return Decision{.move = choose_(position)};
    }

private:
    std::string name_;
    std::function<Move(const WidePosition&)> choose_;
};

}  // namespace

std::unique_ptr<Agent> player(std::string name, std::function<Move(const WidePosition&)> choose) {
    return std::make_unique<FunctionPlayer>(std::move(name), std::move(choose));
}

GameRecord play_game(const Game& game, Agent& first, Agent& second, const std::vector<Move>& opening) {
    return play_game(game, game.start(), opening, {&first, &second});
}

}  // namespace foray
