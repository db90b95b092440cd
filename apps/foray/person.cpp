#include "person.h"

#include <fmt/core.h>

#include <chrono>
#include <iostream>
#include <thread>

#include "foray/notation/move_text.h"
#include "foray/notation/text.h"
#include "foray/render/terminal.h"
#include "lines.h"
#include "screen.h"

namespace foray::cli {
namespace {

class Person final : public Agent {
public:
    Person(const GameSpec& spec, std::atomic<bool>& leave) : game_(spec), leave_(leave) {}

    [[nodiscard]] std::string name() const override { return std::string(kPerson); }
    void new_game() override {
        before_.reset();
        fmt::print("\nA new game. Type a move, or: moves, resign, quit (the tournament can be resumed).\n");
    }

    [[nodiscard]] Choice choose(const WidePosition& position, const SearchRequest& request, const OnInfo& /*on_info*/) override {
        show(position, request);
        std::string line;
        while (true) {
            fmt::print("{}> ", game_.variant().players[position.second_to_move ? 1 : 0]);
            std::fflush(stdout);
            // A signal ends the reading too; the referee then finds the game stopped and does not count it.
            if (!read_line(std::cin, line)) return left(request);
            const auto words = split_words(line);
            if (words.size() != 1) {
                if (!words.empty()) fmt::print("one move at a time, please\n");
                continue;
            }
            const std::string word = lower(words[0].text);
            if (word == "quit" || word == "exit") return left(request);
            if (word == "resign") {
                if (sure()) return Failure{Ending::kResignation, ""};
                continue;
            }
            if (word == "moves") {
                for (const Move move : game_.legal_moves(position)) fmt::print("{} ", print_move(game_.spec(), move));
                fmt::print("\n");
                continue;
            }
            const auto move = parse_move(game_, position, words[0].text);
            if (!move) {
                fmt::print("{}\n", move.error().message());
                continue;
            }
            before_ = game_.after(position, *move);
            return Decision{*move};
        }
    }

private:
    /// A game that is given up is kept as lost, so it is asked once more.
    static bool sure() {
        fmt::print("give the game up? yes or no> ");
        std::fflush(stdout);
        std::string line;
        if (!read_line(std::cin, line)) return false;
        const auto words = split_words(line);
        const std::string word = words.size() == 1 ? lower(words[0].text) : "";
        return word == "yes" || word == "y";
    }

    Choice left(const SearchRequest& request) {
        leave_ = true;
        // Who runs the tournament hears of it in a moment and tells the referee: the game is given back, not lost.
        while (request.stop != nullptr && !*request.stop) std::this_thread::sleep_for(std::chrono::milliseconds(5));
        return Failure{Ending::kDisconnected, "the person left"};
    }

    void show(const WidePosition& position, const SearchRequest& request) const {
        std::optional<LastMove> last;
        if (before_) {  // what the other one did is not told to players: it is what leads from there to here
            for (const Move move : game_.legal_moves(*before_)) {
                const std::vector<WidePosition> line = {*before_, game_.after(*before_, move)};
                if (line[1] == position) last = last_move(game_, {{move}, line}, 1);
            }
        }
        fmt::print("\n{}{}", draw_board(game_, position, last, stdout_style()), draw_status(game_, position, stdout_style()));
        if (request.budget.clock) fmt::print("{:.1f} s left\n", request.budget.clock->left_ms / 1000);
        if (request.budget.ms) fmt::print("{:.1f} s for this move\n", *request.budget.ms / 1000);
    }

    Game game_;
    std::atomic<bool>& leave_;
    std::optional<WidePosition> before_{};  ///< after this player's last move
};

}  // namespace

std::unique_ptr<Agent> make_person(const GameSpec& spec, std::atomic<bool>& leave) { return std::make_unique<Person>(spec, leave); }

}  // namespace foray::cli
