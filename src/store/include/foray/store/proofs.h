// Large proofs in a store: the tree (foray/proofs/proof_tree.h) belongs to the one who drives the proof, its leaves are jobs for anybody.
//
// Kept are the claim, a snapshot of the tree, and every answer: bounds with their positions. A proof that was killed is resumed from the
// snapshot and the answers; more workers may join at any time. A finished proof is kept as a tree of bounds: `verify_proof` checks every
// node of it by the rules alone, and proves a sample of its leaves again.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>

#include "foray/proofs/proof_tree.h"
#include "foray/store/work.h"

namespace foray {

struct ProofRun {
    std::string location;
    std::string name;
    int leaves = 8;  ///< out at the same time
    const std::atomic<bool>* stop = nullptr;
    std::function<void(const proofs::ProofStatus&, const JobCounts&)> on_progress;
};

/// Starts a proof, or finds that it is there. An error if the name stands for another claim.
Result<bool> make_proof(Store& store, const std::string& name, const proofs::ProofClaim& claim, const proofs::ProofOptions& options);
/// Hands out leaves and takes answers until the claim is decided or it is stopped.
Result<proofs::ProofStatus> run_proof(const ProofRun& run);
/// What workers do with a leaf. The threads at one proof share a table, which they keep between its leaves.
TextJob proof_worker(const std::string& location);
/// How many pieces two leaves of a proof share.
int leaf_nearness(const std::string& last, const std::string& other);

/// Which of the leaves that a proof rests on are proved again: a share of them, but not fewer than so many.
struct ProofSample {
    int least = 50;
    std::uint64_t seed = 1;
    double share = 0;
};

struct ProofCheck {
    proofs::ProofState state = proofs::ProofState::kOpen;  ///< what the tree shows
    std::size_t answers = 0;
    std::size_t nodes = 0;        ///< of the tree; each was checked by the rules alone
    std::size_t used = 0;         ///< leaves among them that rest on an answer
    std::size_t confirmed = 0;    ///< of the sample of those: proved again by a new solver
    std::size_t unconfirmed = 0;  ///< of the sample: not decided in four times the nodes of the dearest answer
    std::string wrong{};          ///< the first thing that does not hold; empty if there is none
    std::string liar{};           ///< the worker who gave the false answer, where that is what does not hold
};
/// An error if there is no such proof or it is not finished.
Result<ProofCheck> verify_proof(Store& store, const std::string& name, const ProofSample& sample);
/// Forgets how a proof ended and everything that this worker answered; what it was asked is asked again when the proof goes on. How many
/// answers that were.
std::int64_t disbelieve(Store& store, const std::string& name, const std::string& worker);

}  // namespace foray
