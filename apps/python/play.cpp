#include "play.h"

#include <algorithm>
#include <utility>

#include "foray/notation/move_text.h"
#include "foray/notation/spec_text.h"
#include "foray/rules/with_game.h"

namespace foray::python {
namespace {

template <class Rules>
class PositionsOf final : public Positions {
public:
    using Code = ActionCode<Rules>;
    using Pos = typename Rules::Pos;

    PositionsOf(std::shared_ptr<const Code> code, const WidePosition& start)
        : code_(std::move(code)), positions_{start.resized<Rules::kWords>()} {}

    [[nodiscard]] std::unique_ptr<Positions> clone() const override { return std::make_unique<PositionsOf>(*this); }
    [[nodiscard]] std::size_t plies() const override { return positions_.size() - 1; }
    void add_legal(std::vector<int>& out) const override {
        code_->each(now(), [&](int action) { out.push_back(action); });
    }
    void mark_legal(std::uint8_t* out) const override {
        code_->each(now(), [&](int action) { out[action] = 1; });
    }
    bool apply(int action) override {
        const auto move = code_->legal_move(now(), action);
        if (!move) return false;
        Pos next = now();
        code_->rules().apply(next, *move);
        positions_.push_back(next);
        return true;
    }
    void undo() override { positions_.pop_back(); }
    [[nodiscard]] bool second_to_move() const override { return now().second_to_move; }
    [[nodiscard]] bool over() const override { return code_->rules().over(now()); }
    [[nodiscard]] Verdict verdict() const override { return code_->rules().verdict(now()); }
    [[nodiscard]] Scores scores() const override { return code_->rules().scores(now()); }
    [[nodiscard]] std::optional<Move> move_of(int action) const override { return code_->move_of(now(), action); }
    [[nodiscard]] int number_of(Move move) const override { return code_->number_of(move); }
    void observe(View view, float* out) const override { code_->observe(now(), view, out); }
    [[nodiscard]] WidePosition at(std::size_t ply) const override { return positions_.at(ply).template resized<kMaxWords>(); }

private:
    [[nodiscard]] const Pos& now() const { return positions_.back(); }

    std::shared_ptr<const Code> code_;
    std::vector<Pos> positions_;
};

constexpr const char* kUtilities[] = {"win", "margin"};

Utility parse_utility(const std::string& text) {
    if (text == kUtilities[0]) return Utility::kWin;
    if (text == kUtilities[1]) return Utility::kMargin;
    throw BadInput("utility: expected win or margin, found '" + text + "'");
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

}  // namespace

std::pair<std::string, LoadedGame::Parameters> parse_game_string(std::string_view text) {
    text = trimmed(text);
    const std::size_t open = text.find('(');
    if (open == std::string_view::npos) return {std::string(text), {}};
    if (text.back() != ')') throw BadInput("game: '" + std::string(text) + "' lacks its closing bracket");
    std::pair<std::string, LoadedGame::Parameters> found{std::string(trimmed(text.substr(0, open))), {}};
    std::string_view rest = text.substr(open + 1, text.size() - open - 2);
    while (!trimmed(rest).empty()) {
        const std::string_view one = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(rest.size(), one.size() + 1));
        const std::size_t equals = one.find('=');
        if (equals == std::string_view::npos) throw BadInput("game: expected key=value, found '" + std::string(trimmed(one)) + "'");
        const std::string key(trimmed(one.substr(0, equals)));
        if (!found.second.emplace(key, trimmed(one.substr(equals + 1))).second) throw BadInput("game: '" + key + "' is said twice");
    }
    return found;
}

std::string word_of(RaidRule rule) {
    const std::string_view text = print_rule(rule);
    return std::string(text.substr(text.find('=') + 1));
}

LoadedGame::Parameters parameters_of(const VariantInfo& variant) {
    LoadedGame::Parameters known{
        {"position", "startpos"}, {"size", print_size(variant.default_side, variant.default_side)}, {"utility", kUtilities[0]}};
    if (variant.raid != nullptr) {
        known["board"] = "";
        known["raid"] = word_of(variant.raid->default_rule);
    }
    return known;
}

GamePtr LoadedGame::load(const std::string& name, const Parameters& parameters) {
    GameText text{.game = name};
    Utility utility = Utility::kWin;
    const VariantInfo& variant = info(require(parse_variant(name)));
    const Parameters known = parameters_of(variant);
    for (const auto& [key, value] : parameters) {
        if (!known.contains(key)) {
            std::string all;
            for (const auto& [each, otherwise] : known) all += (all.empty() ? "" : ", ") + each;
            throw BadInput(std::string(variant.key) + " knows no parameter '" + key + "'; it knows " + all);
        }
        if (key == "board" && !value.empty()) text.board = value;
        if (key == "size") text.size = value;
        if (key == "raid") text.rules.push_back("raid=" + value);
        if (key == "position") text.position = value;
        if (key == "utility") utility = parse_utility(value);
    }
    return std::make_shared<const LoadedGame>(require(play(text)), parameters, utility);
}

LoadedGame::LoadedGame(Played played, Parameters parameters, Utility utility)
    : game_(std::move(played.game)), start_(played.line.positions.front()), parameters_(std::move(parameters)), utility_(utility) {
    with_game(spec(), [&](auto rules) {
        using Rules = decltype(rules);
        const auto code = std::make_shared<const ActionCode<Rules>>(std::move(rules), spec());
        first_ = std::make_unique<PositionsOf<Rules>>(code, start_);
        actions_ = code->actions();
    });
}

std::string LoadedGame::text() const {
    std::string out(game_.variant().key);
    char before = '(';
    for (const auto& [key, value] : parameters_) {
        out += before + key + "=" + value;
        before = ',';
    }
    return before == ',' ? out + ")" : out;
}

/// Every clone fills a square, and between two of them lie fewer plies than the limit of quiet ones.
int LoadedGame::longest() const {
    const int empties = start_.empty.count();
    const AtaxxTraits* traits = game_.variant().ataxx;
    if (traits == nullptr) return empties;
    int longest = 0;
    if (traits->quiet_limit > 0) longest = traits->quiet_limit * std::max(empties, 1);
    if (traits->ply_limit > 0) {
        const int left = std::max(0, traits->ply_limit - static_cast<int>(start_.plies));
        longest = longest > 0 ? std::min(longest, left) : left;
    }
    return longest;
}

double LoadedGame::most() const {
    if (utility_ == Utility::kWin) return 1;
    int total = 0;
    const WideBits squares = start_.empty | start_.occupied();
    squares.for_each([&](int square) { total += game_.value(square); });
    return total;
}

double LoadedGame::worth(const Verdict& verdict, Scores scores) const {
    if (!verdict.over()) return 0;
    if (utility_ == Utility::kMargin) return scores.first - scores.second;
    if (verdict.outcome == Outcome::kDraw) return 0;
    return verdict.outcome == Outcome::kFirstWins ? 1 : -1;
}

double LoadedGame::worth(const Positions& positions) const { return worth(positions.verdict(), positions.scores()); }

void Play::apply(int action) {
    if (positions_->apply(action)) {
        actions_.push_back(action);
        return;
    }
    if (over()) throw BadInput("the game is over: there is no move to make");
    const auto move = positions_->move_of(action);
    const std::string number = std::to_string(action);
    if (!move) throw BadInput("action " + number + " is no move of " + game_->text());
    throw BadInput("action " + number + " (" + print_move(game_->spec(), *move) + ") is not legal here");
}

void Play::undo(int player, int action) {
    if (actions_.empty()) throw BadInput("there is no move to take back");
    if (actions_.back() != action || mover_at(actions_.size() - 1) != player) {
        throw BadInput("the last move was action " + std::to_string(actions_.back()) + " of player " +
                       std::to_string(mover_at(actions_.size() - 1)));
    }
    positions_->undo();
    actions_.pop_back();
}

std::string Play::text_of(int action) const {
    const auto move = positions_->move_of(action);
    if (!move) throw BadInput("action " + std::to_string(action) + " is no move of " + game_->text());
    return print_move(game_->spec(), *move);
}

Move Play::move_at(std::size_t ply) const {
    const WidePosition before = positions_->at(ply);
    const auto move = positions_->move_of(actions_[ply]);
    // Under mandatory raids the number says the square alone: a raid is one beside an own piece, in the position of that time.
    if (game_->spec().family() == Family::kRaid && game_->spec().raid == RaidRule::kMandatory) {
        const Move raid = Move::raid(move->to);
        return game_->game().is_legal(before, raid) ? raid : Move::place(move->to);
    }
    return *move;
}

std::vector<Move> Play::moves() const {
    std::vector<Move> out;
    for (std::size_t ply = 0; ply < actions_.size(); ++ply) out.push_back(move_at(ply));
    return out;
}

}  // namespace foray::python
