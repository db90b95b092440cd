// What a match between two players says: Elo with its error, normalised Elo, the likelihood of superiority, and the sequential test.
//
// Games come in pairs from the same opening with colours changed, and the pairs are what is counted: the two games of a pair are not
// independent, so an error computed over games would be wrong. A pair brings 0, 1/2, 1, 3/2 or 2 points: the five counts are the
// "pentanomial" that engine testers know. The formulas are those of fishtest and fastchess:
//   M. Van den Bergh, "Comparing the approximations for the generalized log likelihood ratio of a multinomial distribution" (logistic),
//   M. Van den Bergh, "Comments on normalized Elo", section 4.1 (normalised).
#pragma once

#include <cstdint>
#include <string>

#include "foray/rules/tally.h"

namespace foray {

/// Logistic Elo follows from the points alone. Normalised Elo is measured in standard deviations of a game: it does not depend on how
/// many games are drawn, so one pair of bounds serves every opening book and time control.
enum class EloModel : std::uint8_t { kLogistic, kNormalized };

/// A sequential test: is the first player better by `elo1` (then the test is accepted) or only by `elo0` (refused)?
struct SprtTest {
    double elo0 = 0;
    double elo1 = 10;
    double alpha = 0.05;  ///< how often `elo0` may be accepted
    double beta = 0.05;   ///< how often `elo1` may be refused
    EloModel model = EloModel::kLogistic;

    [[nodiscard]] double lower() const;  ///< the log-likelihood ratio at which it is refused
    [[nodiscard]] double upper() const;  ///< and accepted
    friend bool operator==(const SprtTest&, const SprtTest&) = default;
};

enum class SprtVerdict : std::uint8_t { kUndecided, kAccepted, kRefused };

/// The generalised log-likelihood ratio of `elo1` against `elo0`; 0 without pairs.
double log_likelihood_ratio(const PairCounts& pairs, const SprtTest& test);
SprtVerdict decide(double llr, const SprtTest& test);

/// The first player's strength, estimated from pairs. Errors are half the width of the 95 % interval.
struct PairEstimate {
    std::int64_t pairs = 0;
    double share = 0.5;  ///< of the points
    double elo = 0;
    double elo_error = 0;
    double nelo = 0;
    double nelo_error = 0;
    double los = 0.5;  ///< likelihood of superiority: how sure it is that the first player is the better one
};
/// Pairs that all ended alike say nothing about the spread, and all won or lost nothing finite: half a pair more is then counted each way.
PairEstimate estimate(const PairCounts& pairs);

/// "+12.3 +- 4.5", or "not known yet" without a pair. Never "-0.0", and never an error of 0.
std::string print_elo(const PairEstimate& estimate);
/// A signed number with one digit after the point that is not "-0.0".
std::string print_signed(double value);

/// The share of points that a difference in Elo brings, and the other way round.
double share_of_elo(double elo);
double elo_of_share(double share);

}  // namespace foray
