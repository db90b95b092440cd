// A proof that can be checked without search: docs/certificates.md describes the text. tools/check_proof.py checks it too and shares
// nothing with this program.
//
//   value >= b   one move is named after which the other side's value is at most -b
//   value <= b   after every move the other side's value is at least -b
//
// Nodes are positions up to symmetry, in layers by empty squares; positions with few empties are left to the checker.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "foray/board/result.h"
#include "foray/rules/game.h"
#include "foray/solver/solver.h"

namespace foray::proofs {

/// What a certificate shows: a bound of a position's value, for its side to move.
struct Statement {
    GameSpec spec;
    WidePosition position;
    bool at_least = true;  ///< else at most
    int bound = 0;
};

struct CertificateOptions {
    int leaf_empties = 6;  ///< positions with so few empties are searched by the checker
    const std::atomic<bool>* stop = nullptr;
};

inline constexpr int kMostLeafEmpties = 12;

/// Takes the text piece by piece; an error ends the writing.
using Sink = std::function<Result<bool>(std::string_view)>;

/// Asks the solver (made for this position) what each node needs, and writes the certificate. The number of nodes; an error if the
/// statement is not true, if it was stopped, or if the sink fails.
Result<std::uint64_t> write_certificate(solver::Solver& solver, const Statement& statement, const CertificateOptions& options,
                                        const Sink& sink);

struct CheckedCertificate {
    Statement statement;
    std::uint64_t nodes = 0;
};

/// Gives the next line without its end; nothing at the end of the text.
using LineSource = std::function<std::optional<std::string>()>;

/// Follows a certificate by the rules of the game alone. The error says in which line it proves nothing.
Result<CheckedCertificate> check_certificate(const LineSource& lines);

}  // namespace foray::proofs
