// A game as Python sees it: loaded from words, its moves as numbers, and a play of it that remembers every position.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "action_code.h"
#include "foray/notation/game_text.h"
#include "foray/rules/game.h"

namespace foray::python {

/// What a caller gave is wrong; becomes foray.ForayError.
class BadInput : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

template <class T>
T require(Result<T> result) {
    if (!result) throw BadInput(result.error().message());
    return std::move(result).value();
}

/// What a finished game is worth: 1, 0 or -1, or by how many points it was won.
enum class Utility : std::uint8_t { kWin, kMargin };

/// The positions of one play, at the narrowest width that holds the board.
class Positions {
public:
    Positions() = default;
    Positions& operator=(const Positions&) = delete;
    virtual ~Positions() = default;

    [[nodiscard]] virtual std::unique_ptr<Positions> clone() const = 0;
    [[nodiscard]] virtual std::size_t plies() const = 0;
    virtual void add_legal(std::vector<int>& out) const = 0;
    virtual void mark_legal(std::uint8_t* out) const = 0;
    /// False, and nothing happens, if the action is not legal.
    virtual bool apply(int action) = 0;
    virtual void undo() = 0;
    [[nodiscard]] virtual bool second_to_move() const = 0;
    [[nodiscard]] virtual bool over() const = 0;
    [[nodiscard]] virtual Verdict verdict() const = 0;
    [[nodiscard]] virtual Scores scores() const = 0;
    [[nodiscard]] virtual std::optional<Move> move_of(int action) const = 0;
    [[nodiscard]] virtual int number_of(Move move) const = 0;
    virtual void observe(View view, float* out) const = 0;
    /// The position after so many plies.
    [[nodiscard]] virtual WidePosition at(std::size_t ply) const = 0;

protected:
    Positions(const Positions&) = default;
};

/// A game with its start; never changes.
class LoadedGame {
public:
    using Parameters = std::map<std::string, std::string>;

    /// What load_game() is told: see docs/python.md.
    static std::shared_ptr<const LoadedGame> load(const std::string& name, const Parameters& parameters);
    LoadedGame(Played played, Parameters parameters, Utility utility);

    [[nodiscard]] const Game& game() const { return game_; }
    [[nodiscard]] const GameSpec& spec() const { return game_.spec(); }
    [[nodiscard]] const WidePosition& start() const { return start_; }
    [[nodiscard]] const Parameters& parameters() const { return parameters_; }
    [[nodiscard]] Utility utility() const { return utility_; }
    [[nodiscard]] int actions() const { return actions_; }
    [[nodiscard]] std::unique_ptr<Positions> begin() const { return first_->clone(); }
    /// "wargame(board=Smolensk,utility=margin)".
    [[nodiscard]] std::string text() const;
    [[nodiscard]] int longest() const;
    [[nodiscard]] double most() const;
    /// What a position is worth to the first player; 0 while the game goes on.
    [[nodiscard]] double worth(const Verdict& verdict, Scores scores) const;
    [[nodiscard]] double worth(const Positions& positions) const;

private:
    Game game_;
    WidePosition start_;
    Parameters parameters_;
    Utility utility_;
    std::unique_ptr<Positions> first_;
    int actions_ = 0;
};
using GamePtr = std::shared_ptr<const LoadedGame>;

/// "name(key=value,key=value)" taken apart.
std::pair<std::string, LoadedGame::Parameters> parse_game_string(std::string_view text);
/// The parameters that a game of this name knows, with what they are if nothing is said.
LoadedGame::Parameters parameters_of(const VariantInfo& variant);

/// "mandatory" or "optional".
std::string word_of(RaidRule rule);

/// A play of a game: the positions and the actions that led there.
class Play {
public:
    explicit Play(GamePtr game) : game_(std::move(game)), positions_(game_->begin()) {}
    Play(const Play& other) : game_(other.game_), positions_(other.positions_->clone()), actions_(other.actions_) {}
    Play(Play&&) noexcept = default;
    Play& operator=(const Play&) = delete;
    Play& operator=(Play&&) noexcept = default;
    ~Play() = default;

    [[nodiscard]] const GamePtr& game() const { return game_; }
    [[nodiscard]] const Positions& positions() const { return *positions_; }
    [[nodiscard]] const std::vector<int>& actions() const { return actions_; }
    [[nodiscard]] bool over() const { return positions_->over(); }
    /// 0 or 1, also when the game is over.
    [[nodiscard]] int mover() const { return positions_->second_to_move() ? 1 : 0; }
    [[nodiscard]] int mover_at(std::size_t ply) const { return (ply % 2 == 1) != game_->start().second_to_move ? 1 : 0; }
    [[nodiscard]] WidePosition position() const { return positions_->at(actions_.size()); }

    void apply(int action);
    void apply(Move move) { apply(positions_->number_of(move)); }
    void undo(int player, int action);
    /// The move as people write it, whether it is legal here or not.
    [[nodiscard]] std::string text_of(int action) const;
    [[nodiscard]] Move move_at(std::size_t ply) const;
    [[nodiscard]] std::vector<Move> moves() const;

private:
    GamePtr game_;
    std::unique_ptr<Positions> positions_;
    std::vector<int> actions_;
};

}  // namespace foray::python
