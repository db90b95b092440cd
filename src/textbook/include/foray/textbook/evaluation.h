// Static evaluations of the textbook searches. All are from the side of the player who searches, the root player.
//
// An evaluation is a function object: evaluate(rules, position, root_to_move) returns the value for the side to move, that is the root
// player's value with its sign turned when the other player is to move, as the negamax form of the search wants it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "foray/rules/ataxx_rules.h"
#include "foray/rules/raid_rules.h"

namespace foray {

/// kVulnerableReport is the 2015 report's own heuristic; kVulnerableSum and kVulnerableBest are ours, which look at the searcher's points.
enum class Evaluation : std::uint8_t { kScore, kVulnerableReport, kVulnerableSum, kVulnerableBest, kToaster };

/// Own points minus the other's.
struct ScoreDifference {
    static constexpr bool kIsMargin = true;
    template <class Rules>
    int operator()(const Rules& rules, const typename Rules::Pos& position, bool /*root_to_move*/) const {
        return rules.margin(position);
    }
};

/// Score difference after somebody's vulnerable points are subtracted: those on squares beside an empty one that is beside an enemy
/// piece, so that one raid or another could take them. Of the player to move at the leaf: that is the heuristic of the 2015 report,
/// (max - vulnerable(max)) - min with MAX to move and max - (min - vulnerable(min)) with MIN to move. Or of the root player always: all of
/// them (sum), or only those of the raid that takes most (best).
struct Vulnerable {
    static constexpr bool kIsMargin = false;
    bool best_single_raid = false;
    bool of_mover = false;

    template <class Rules>
    int operator()(const Rules& rules, const typename Rules::Pos& position, bool root_to_move) const {
        if (of_mover) root_to_move = true;  // for the side to move it does not matter who searches
        const auto& root = root_to_move ? position.own : position.opp;
        const auto& enemy = root_to_move ? position.opp : position.own;
        const int value = points(rules, root) - points(rules, enemy) - at_risk(rules, position, root, enemy);
        return root_to_move ? value : -value;
    }

private:
    template <class Rules, class Set>
    static int points(const Rules& rules, const Set& set) {
        if constexpr (requires { rules.values(); }) {
            return rules.values().sum(set);
        } else {
            return set.count();
        }
    }

    /// Where the enemy could strike: beside his pieces (raid family), or wherever he can clone or jump (Ataxx family).
    template <class Rules, class Set>
    static Set strikes(const Rules& rules, const typename Rules::Pos& position, const Set& enemy) {
        if constexpr (requires { rules.values(); }) {
            return rules.geometry().orthogonal_neighbours(enemy) & position.empty;
        } else {
            Set targets = rules.geometry().king_closure(enemy);
            enemy.for_each([&](int source) { targets |= rules.jumps(source); });
            return targets & position.empty;
        }
    }

    template <class Rules, class Set>
    static Set beside(const Rules& rules, const Set& set) {
        if constexpr (requires { rules.values(); }) {
            return rules.geometry().orthogonal_neighbours(set);
        } else {
            return rules.geometry().king_closure(set);
        }
    }

    template <class Rules, class Set>
    int at_risk(const Rules& rules, const typename Rules::Pos& position, const Set& root, const Set& enemy) const {
        const Set squares = strikes(rules, position, enemy);
        if (!best_single_raid) return points(rules, beside(rules, squares) & root);
        int most = 0;
        (squares & beside(rules, root)).for_each([&](int square) {
            most = std::max(most, points(rules, rules.neighbours(square) & root));
        });
        return most;
    }
};

/// Frakking Toaster, an agent of the Ataxx Reloaded contest: every piece counts 3 in a corner, 2 on an edge, 1 inside, and one more for
/// each friendly piece among its eight neighbours; own sum minus the other's.
struct ToasterWeights {
    static constexpr bool kIsMargin = false;

    template <class Rules>
    int operator()(const Rules& rules, const typename Rules::Pos& position, bool /*root_to_move*/) const {
        return side(rules, position.own) - side(rules, position.opp);
    }

    /// What a piece counts for its place.
    template <class Geometry>
    static int weight(const Geometry& geometry, int square) {
        const int row = geometry.row(square);
        const int col = geometry.col(square);
        const bool row_edge = row == 0 || row == geometry.rows() - 1;
        const bool col_edge = col == 0 || col == geometry.cols() - 1;
        return 1 + (row_edge ? 1 : 0) + (col_edge ? 1 : 0);
    }

    /// Its neighbours of the same side.
    template <class Geometry, class Set>
    static int friends(const Geometry& geometry, const Set& set, int square) {
        return (geometry.king_closure(Set::single(square)) & set).count() - 1;
    }

private:
    template <class Rules, class Set>
    static int side(const Rules& rules, const Set& set) {
        const auto& geometry = rules.geometry();
        int total = 0;
        set.for_each([&](int square) { total += weight(geometry, square) + friends(geometry, set, square); });
        return total;
    }
};

}  // namespace foray
