#include "plain_program.h"

#include <algorithm>
#include <cstdlib>

namespace foray {
namespace {

constexpr int kEndless = Habits::kEndless;

char other(char player) { return player == 'X' ? 'O' : 'X'; }

std::vector<std::vector<int>> neighbours_of(int side, Habits::Neighbours kind, bool diagonal_too) {
    using Kind = Habits::Neighbours;
    std::vector<std::vector<int>> out(static_cast<std::size_t>(side * side));
    for (int square = 0; square < side * side; ++square) {
        auto& list = out[static_cast<std::size_t>(square)];
        const int row = square / side;
        const int col = square % side;
        for (int dr = -1; dr <= 1; ++dr) {
            for (int dc = -1; dc <= 1; ++dc) {
                const bool straight = (dr == 0) != (dc == 0);
                if (dr == 0 && dc == 0) continue;
                if (!straight && kind != Kind::kDiagonal && !diagonal_too) continue;
                if (kind == Kind::kHorizontal && dr != 0) continue;
                if (kind == Kind::kVertical && dc != 0) continue;
                if (kind == Kind::kWrapped) {  // one step in the array, whether or not it leaves the row
                    const int to = square + dr * side + dc;
                    if (to >= 0 && to < side * side) list.push_back(to);
                    continue;
                }
                if (row + dr < 0 || row + dr >= side || col + dc < 0 || col + dc >= side) continue;
                list.push_back((row + dr) * side + col + dc);
            }
        }
    }
    return out;
}

std::vector<int> square_order(int side, Habits::Order order) {
    std::vector<int> out;
    for (int i = 0; i < side * side; ++i) {
        const bool columns = order == Habits::Order::kColumns;
        out.push_back(columns ? i % side * side + i / side : order == Habits::Order::kBackwards ? side * side - 1 - i : i);
    }
    return out;
}

}  // namespace

PlainProgram::PlainProgram(const CourseInput& input, const Habits& habits, std::uint64_t most_nodes,
                           std::function<bool(std::string_view)> watch)
    : input_(input), habits_(habits), most_nodes_(most_nodes), watch_(std::move(watch)) {
    std::visit(
        [&](const auto& one) {
            side_ = one.spec.rows;
            optional_ = one.spec.raid == RaidRule::kOptional;
            for (int square = 0; square < side_ * side_; ++square) {
                const int from = habits_.swapped_values ? square % side_ * side_ + square / side_ : square;
                const int value = one.spec.values[static_cast<std::size_t>(from)];
                values_.push_back(habits_.one_digit_values ? std::to_string(value).front() - '0' : value);
                cells_ += one.position.first().has(square) ? 'X' : one.position.second().has(square) ? 'O' : '.';
            }
        },
        input);
    if (habits_.raids == Habits::Raids::kOtherRule) optional_ = !optional_;
    empty_ = static_cast<int>(std::count(cells_.begin(), cells_.end(), '.'));
    beside_ = neighbours_of(side_, habits_.neighbours, false);
    sources_ = neighbours_of(side_, habits_.neighbours, habits_.raids == Habits::Raids::kDiagonalSource);
    order_ = square_order(side_, habits_.order);
}

CourseFiles PlainProgram::run() {
    if (const auto* one = std::get_if<SquirrelsInput>(&input_)) return squirrels(*one);
    return stakeraid(std::get<StakeraidInput>(input_));
}

CourseFiles PlainProgram::squirrels(const SquirrelsInput& input) {
    if (input.task == SquirrelsTask::kBattle) return {{std::string(kTraceStateFile), battle(input)}};
    const bool logged = input.task != SquirrelsTask::kGreedy;
    const Settings settings{input.task == SquirrelsTask::kAlphaBeta, logged ? input.players[0].depth : 1};
    const char player = input.players[0].plays_second_colour && !habits_.always_x ? 'O' : 'X';
    const Step step = best(player, settings, logged, !logged);
    if (step.square >= 0 && habits_.output != Habits::Output::kBoardBefore) play(step, player);
    CourseFiles files{{std::string(kNextStateFile), board('*')}};
    if (logged) files.emplace(kTraverseLogFile, log_);
    return files;
}

std::string PlainProgram::battle(const SquirrelsInput& input) {
    std::string out = habits_.battle == Habits::Battle::kWithStart ? board('*') : "";
    const bool x_first = habits_.battle == Habits::Battle::kXFirst && input.players[0].plays_second_colour;
    const int left = habits_.battle == Habits::Battle::kOneTurn ? 1 : 0;
    for (std::size_t turn = x_first ? 1 : 0; empty_ > left && !gave_up_; ++turn) {
        const SquirrelsPlayer& who = input.players[turn % 2];
        SquirrelsPlayer how = habits_.battle == Habits::Battle::kBothLikeFirst ? input.players[0] : who;
        if (habits_.battle == Habits::Battle::kAlgorithmOfFirst) how.algorithm = input.players[0].algorithm;
        if (habits_.battle == Habits::Battle::kDepthOfFirst) how.depth = input.players[0].depth;
        const bool greedy = how.algorithm == SquirrelsTask::kGreedy;
        const char player = who.plays_second_colour ? 'O' : 'X';
        const Step step = best(player, {how.algorithm == SquirrelsTask::kAlphaBeta, greedy ? 1 : how.depth}, false, greedy);
        if (gave_up_ || step.square < 0) break;
        play(step, player);
        changes_.clear();
        if (habits_.battle == Habits::Battle::kLastOnly) out.clear();
        out += board('*');
    }
    return out;
}

CourseFiles PlainProgram::stakeraid(const StakeraidInput& input) {
    const char player = input.position.second_to_move && !habits_.always_x ? 'O' : 'X';
    const Step step = best(player, {input.mode == StakeraidMode::kAlphaBeta, input.depth}, false);
    if (step.square < 0) return {};
    const bool raid = step.raid && habits_.output != Habits::Output::kAlwaysStake;
    std::string text = name(step.square) + (raid ? " Raid\n" : " Stake\n");
    if (habits_.output != Habits::Output::kBoardBefore)
        play({step.square, step.raid && habits_.output != Habits::Output::kNoCaptures}, player);
    return {{std::string(kOutputFile), text + board('.')}};
}

PlainProgram::Step PlainProgram::best(char player, Settings settings, bool logged, bool greedy) {
    player_ = player;
    greedy_ = greedy;
    settings_ = settings;
    settings_.depth = std::max(1, std::min(settings.depth + habits_.depth_change, habits_.deepest));
    logged_ = logged;
    best_ = {};
    if (logged_) {
        const bool window = settings_.alphabeta && habits_.log != Habits::Log::kMinimaxHeader;
        log_ = window ? "Node,Depth,Value,Alpha,Beta\n" : "Node,Depth,Value\n";
        if (watch_ && !watch_(log_)) gave_up_ = true;
    }
    const bool keeps_window = habits_.battle == Habits::Battle::kKeepsWindow && settings_.alphabeta;
    const int alpha = keeps_window ? std::max(last_alpha_, -habits_.window) : -habits_.window;
    last_value_ = visit(0, {}, alpha, habits_.window);
    if (settings_.alphabeta) last_alpha_ = last_value_;
    return best_;
}

int PlainProgram::visit(int ply, Step via, int alpha, int beta) {
    if (gave_up_ || ++nodes_ > most_nodes_) {
        gave_up_ = true;
        return 0;
    }
    using Cuts = Habits::Cuts;
    const bool at_limit = ply >= settings_.depth;
    if (at_limit || (full() && stops_when_full(ply)) || (ply > 0 && stops_early())) {
        const int value = evaluate(ply);
        if (habits_.log == Habits::Log::kEnterAtLimit && ply > 0) note(via, ply, ply % 2 == 0 ? -kEndless : kEndless, alpha, beta);
        if (habits_.log != Habits::Log::kNoLeaves) note(via, ply, value, alpha, beta);
        return value;
    }
    const int parity = habits_.max_by_rest ? (settings_.depth - ply + 1) % 2 : ply % 2;
    const bool max = parity == 0 || habits_.everybody_maximises;
    const char mover = ply % 2 == 0 ? player_ : other(player_);
    int value = max ? habits_.max_start : habits_.min_start;
    if (ply == 0 && max) value = std::max(value, greedy_ ? habits_.greedy_start : habits_.root_start);
    if (ply == 0 && habits_.battle == Habits::Battle::kKeepsValue) value = std::max(value, last_value_);
    if (habits_.cuts == Cuts::kBounds && settings_.alphabeta) value = max ? alpha : beta;
    if (habits_.log != Habits::Log::kNoEnter) note(via, ply, value, alpha, beta);
    for (const Step step : steps(mover)) {
        const std::size_t mark = changes_.size();
        play(step, mover);
        const bool fresh = !settings_.alphabeta || habits_.cuts == Cuts::kFreshWindow;
        const int got = visit(ply + 1, step, fresh ? -kEndless : alpha, fresh ? kEndless : beta);
        undo(mark);
        if (gave_up_) return 0;
        const bool last = habits_.ties == Habits::Ties::kLast || (habits_.ties == Habits::Ties::kLastInAlphaBeta && settings_.alphabeta);
        const bool is_better = habits_.absolute && std::abs(value) < kEndless ? std::abs(got) > std::abs(value) : got > value;
        if (ply == 0 && (best_.square < 0 || is_better || (got == value && last))) best_ = step;
        value = max ? (is_better ? got : value) : std::min(value, got);
        if (!settings_.alphabeta) {
            note(via, ply, value, alpha, beta);
            continue;
        }
        const int before_alpha = alpha;
        const int before_beta = beta;
        const bool strict = habits_.cuts == Cuts::kStrict || habits_.cuts == (max ? Cuts::kStrictMax : Cuts::kStrictMin);
        bool cut = max ? (strict ? value > beta : value >= beta) : (strict ? value < alpha : value <= alpha);
        if (habits_.cuts == Cuts::kNever) cut = false;
        if (habits_.cuts == Cuts::kSwapped) cut = ply > 0 && (max ? value <= alpha : value >= beta);
        if (max) {
            alpha = std::max(alpha, value);
        } else {
            beta = std::min(beta, value);
        }
        const bool as_before = cut ? habits_.log != Habits::Log::kCutUpdated : habits_.log == Habits::Log::kBehind;
        note(via, ply, value, as_before ? before_alpha : alpha, as_before ? before_beta : beta);
        if (cut) break;
    }
    return value;
}

bool PlainProgram::stops_when_full(int ply) const {
    using Ends = Habits::Ends;
    if (habits_.ends == Ends::kSideGone || habits_.ends == Ends::kLastSquare) return true;
    return habits_.ends == Ends::kRight || habits_.ends == (ply % 2 == 0 ? Ends::kIgnoredByMin : Ends::kIgnoredByMax);
}

bool PlainProgram::stops_early() const {
    if (habits_.ends == Habits::Ends::kLastSquare) return empty_ == 1;
    if (habits_.ends != Habits::Ends::kSideGone) return false;
    return cells_.find('X') == std::string::npos || cells_.find('O') == std::string::npos;
}

std::vector<PlainProgram::Step> PlainProgram::steps(char mover) const {
    using Order = Habits::Order;
    std::vector<Step> stakes;
    std::vector<Step> raids;
    std::vector<Step> mixed;
    for (const int square : order_) {
        if (cells_[static_cast<std::size_t>(square)] != '.') continue;
        const bool raid = can_raid(square, mover);
        const bool stake = optional_ || !raid;
        if (raid && habits_.order == Order::kRaidBeforeStake) mixed.push_back({square, true});
        if (stake) {
            stakes.push_back({square, false});
            mixed.push_back({square, false});
        }
        if (raid) {
            raids.push_back({square, true});
            if (habits_.order != Order::kRaidBeforeStake) mixed.push_back({square, true});
        }
    }
    if (habits_.order == Order::kColumnRaids) {
        std::stable_sort(raids.begin(), raids.end(), [this](Step a, Step b) { return a.square % side_ < b.square % side_; });
    }
    const bool squirrels = std::holds_alternative<SquirrelsInput>(input_);
    const bool grouped = squirrels ? habits_.order == Order::kRaidsFirst || habits_.order == Order::kStakesFirst
                                   : habits_.order != Order::kSquareBySquare && habits_.order != Order::kRaidBeforeStake;
    if (!grouped) return mixed;
    if (habits_.order == Order::kRaidsFirst) std::swap(stakes, raids);
    stakes.insert(stakes.end(), raids.begin(), raids.end());
    return stakes;
}

bool PlainProgram::can_raid(int square, char mover) const {
    using Raids = Habits::Raids;
    if (habits_.raids == Raids::kNever || (habits_.raids == Raids::kOnlyForX && mover == 'O')) return false;
    if (habits_.raids == Raids::kFromAnywhere) return true;
    const std::vector<int>& sources = sources_[static_cast<std::size_t>(square)];
    return std::any_of(sources.begin(), sources.end(), [&](int near) { return cells_[static_cast<std::size_t>(near)] == mover; });
}

int PlainProgram::evaluate(int ply) const {
    using Value = Habits::Value;
    int own = 0;
    int opp = 0;
    for (std::size_t square = 0; square < cells_.size(); ++square) {
        if (cells_[square] == '.') continue;
        const int worth = habits_.value == Value::kPieces ? 1 : values_[square];
        (cells_[square] == player_ ? own : opp) += worth;
    }
    if (greedy_ && habits_.greedy_own_only) return own;
    switch (habits_.value) {
        case Value::kNeverNegative: return std::max(own - opp, 0);
        case Value::kAbsolute: return std::abs(own - opp);
        case Value::kOfX: return player_ == 'X' ? own - opp : opp - own;
        case Value::kReversed: return opp - own;
        case Value::kOwnOnly: return own;
        case Value::kOfMover: return ply % 2 == 0 ? own - opp : opp - own;
        case Value::kParents: return ply % 2 == 1 ? own - opp : opp - own;
        default: return own - opp;
    }
}

void PlainProgram::put(int square, char piece) {
    char& cell = cells_[static_cast<std::size_t>(square)];
    changes_.push_back({square, cell});
    if (cell == '.') --empty_;
    if (piece == '.') ++empty_;
    cell = piece;
}

void PlainProgram::undo(std::size_t mark) {
    while (changes_.size() > mark) {
        char& cell = cells_[static_cast<std::size_t>(changes_.back().square)];
        if (changes_.back().before == '.') ++empty_;
        if (cell == '.') --empty_;
        cell = changes_.back().before;
        changes_.pop_back();
    }
}

void PlainProgram::capture_around(int square, char mover) {
    for (const int near : beside_[static_cast<std::size_t>(square)]) {
        if (cells_[static_cast<std::size_t>(near)] != other(mover)) continue;
        put(near, mover);
        if (habits_.raids == Habits::Raids::kSpread) capture_around(near, mover);
        if (habits_.raids == Habits::Raids::kOnlyOne) return;
    }
}

void PlainProgram::play(Step step, char mover) {
    put(step.square, mover);
    if (!step.raid) return;
    if (habits_.raids == Habits::Raids::kSourceMoves) {
        for (const int near : beside_[static_cast<std::size_t>(step.square)]) {
            if (cells_[static_cast<std::size_t>(near)] != mover) continue;
            put(near, '.');
            break;
        }
    }
    capture_around(step.square, mover);
}

void PlainProgram::note(Step via, int ply, int value, int alpha, int beta) {
    if (!logged_) return;
    const std::size_t from = log_.size();
    log_ += ply == 0 ? "root" : name(via.square);
    log_ += "," + std::to_string(ply + (habits_.log == Habits::Log::kDepthFromOne ? 1 : 0)) + "," + number(value);
    if (settings_.alphabeta) log_ += "," + number(alpha) + "," + number(beta);
    log_ += '\n';
    if (watch_ && !watch_(std::string_view(log_).substr(from))) gave_up_ = true;
}

std::string PlainProgram::name(int square) const {
    const bool row_first = habits_.output == Habits::Output::kRowFirst || habits_.log == Habits::Log::kRowFirst;
    const int letter = row_first ? square / side_ : square % side_;
    const int digits = row_first ? square % side_ : square / side_;
    const char first = habits_.output == Habits::Output::kLowerCase ? 'a' : 'A';
    std::string row = std::to_string(digits + 1);
    if (habits_.output == Habits::Output::kOneDigit) row.resize(1);
    if (habits_.output == Habits::Output::kTenColumns && letter >= 10) return "?" + row;
    return static_cast<char>(first + letter) + row;
}

std::string PlainProgram::number(int value) const {
    if (std::abs(value) < kEndless) {
        std::string text = std::to_string(value) + (habits_.log == Habits::Log::kFloats ? ".0" : "");
        if (habits_.log == Habits::Log::kThreeCharacters) text.resize(std::min<std::size_t>(text.size(), 3));
        if (habits_.log == Habits::Log::kGrouped && std::abs(value) >= 1000) text.insert(text.size() - 3, ",");
        return text;
    }
    const std::string sign = value < 0 ? "-" : "";
    if (habits_.log == Habits::Log::kInf) return sign + "inf";
    if (habits_.log == Habits::Log::kNumbers) return sign + "2147483647";
    return sign + "Infinity";
}

std::string PlainProgram::board(char empty) const {
    std::string out;
    for (std::size_t square = 0; square < cells_.size(); ++square) {
        out += cells_[square] == '.' ? empty : cells_[square];
        if ((square + 1) % static_cast<std::size_t>(side_) == 0) out += '\n';
    }
    return out;
}

}  // namespace foray
