#include "foray/store/proofs.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <unordered_map>

#include "foray/board/random.h"
#include "foray/notation/text.h"
#include "proof_bounds.h"
#include "shift.h"

namespace foray {
namespace {

constexpr const char* kKind = "prove";

using proofs::LeafAnswer;
using proofs::LeafJob;
using proofs::ProofState;
using proofs::ProofTree;

/// The claim without anything that was found out about it.
Result<ProofTree> read_claim(Store& store, const std::string& name) {
    const auto text = store.kept(name, "claim");
    if (!text) return Error{"there is no proof '" + name + "'"};
    return ProofTree::parse(*text);
}

/// Gives the tree an answer of the store's; what cannot be read, or cannot be true, is an error.
Result<bool> apply(ProofTree& tree, const std::string& input, const std::string& output) {
    const auto job = proofs::parse_leaf_job(tree.claim().spec, input);
    const auto answer = proofs::parse_leaf_answer(output);
    auto used = !job ? Result<bool>(job.error()) : !answer ? Result<bool>(answer.error()) : tree.answer(*job, *answer);
    if (!used) return Error{"answer '" + output + "' to '" + input + "': " + used.error().message()};
    return used;
}

BoundQuestion question_of(const proofs::ProofClaim& claim) { return {claim.root.own.words[0], claim.root.opp.words[0], claim.target}; }

Result<std::vector<BoundAnswer>> read_answers(const GameSpec& spec, const std::vector<std::pair<std::string, std::string>>& texts) {
    std::vector<BoundAnswer> out;
    out.reserve(texts.size());
    for (const auto& [input, output] : texts) {
        const auto job = proofs::parse_leaf_job(spec, input);
        const auto answer = proofs::parse_leaf_answer(output);
        if (!job || !answer) {
            std::string what = "answer " + foray::quoted(output);
            return Error{what.append(" to ").append(foray::quoted(input)).append(" cannot be read")};
        }
        out.push_back({{job->position.own.words[0], job->position.opp.words[0], job->target}, answer->lower, answer->upper});
    }
    return out;
}

/// Drives one proof: takes what workers handed in, hands out what is worth searching next.
class Driver {
public:
    Driver(const ProofRun& run, ProofTree tree) : run_(run), tree_(std::move(tree)) {}

    [[nodiscard]] const ProofTree& tree() const { return tree_; }
    [[nodiscard]] bool open() const { return tree_.status().state == ProofState::kOpen; }

    /// One look at the store. The error says why the proof cannot go on.
    Result<bool> step(Store& store) {
        // Asked first: what is finished between the two is read again, and nothing is missed.
        const std::int64_t unfinished = store.first_unfinished(kKind, run_.name);
        for (Store::Answer& answer : store.answers(kKind, run_.name, next_)) {
            if (!answers_.emplace(answer.label, answer.output).second) continue;
            out_.erase(answer.label);
            if (const auto used = apply(tree_, answer.input, answer.output); !used) return used.error();
        }
        next_ = unfinished;
        JobCounts counts = store.count_unfinished(kKind, run_.name);
        counts.done = static_cast<std::int64_t>(answers_.size());
        if (run_.on_progress) run_.on_progress(tree_.status(), counts);
        if (!open()) {
            store.drop_unfinished_jobs(kKind, run_.name);  // at once: somebody is searching them
            return true;
        }
        if (const auto handed = hand_out(store); !handed) return handed.error();
        if (counts.poison == 0) return true;
        const auto poison = store.poison(kKind, run_.name);
        if (!poison.empty()) return Error{"leaf '" + poison.front().first + "' cannot be searched: " + poison.front().second};
        return true;
    }

    void keep(Store& store) const { store.keep(run_.name, "tree", tree_.print()); }

    /// The proof as a tree of bounds that can be checked without a search.
    Result<bool> keep_bounds(Store& store) const {
        const proofs::ProofClaim& claim = tree_.claim();
        auto answers = read_answers(claim.spec, {answers_.begin(), answers_.end()});
        if (!answers) return answers.error();
        // Nobody was asked about some of the inner positions; that they are inner is all that is said of them.
        constexpr int kAnything = 1 << 20;
        for (const LeafJob& inner : tree_.inner_questions()) {
            answers->push_back({{inner.position.own.words[0], inner.position.opp.words[0], inner.target}, -kAnything, kAnything});
        }
        const auto nodes = make_bounds(BoundJudge(claim.spec), question_of(claim), *answers);
        if (nodes.empty() || nodes[0].yes != (tree_.status().state == ProofState::kProved)) {
            return Error{"the answers do not show what the search found"};
        }
        store.keep(run_.name, "bounds", print_bounds(nodes));
        return true;
    }

private:
    Result<bool> hand_out(Store& store) {
        std::vector<NewJob> jobs;
        std::set<std::string> repeated;
        while (open() && static_cast<int>(out_.size()) < run_.leaves) {
            const auto leaves = tree_.next_leaves(1);
            if (leaves.empty()) break;
            const std::string text = proofs::print_leaf_job(tree_.claim().spec, leaves.front());
            // Answered before this tree knew the position: the driver was killed after its last snapshot.
            if (const auto known = answers_.find(text); known != answers_.end()) {
                if (!repeated.insert(text).second) return Error{"leaf '" + text + "' was answered, and is asked for again"};
                if (const auto used = apply(tree_, text, known->second); !used) return used.error();
                continue;
            }
            out_.insert(text);
            jobs.push_back({text, text, {}});
        }
        store.add_jobs(kKind, run_.name, jobs);
        return true;
    }

    const ProofRun& run_;
    ProofTree tree_;
    std::unordered_map<std::string, std::string> answers_;
    std::set<std::string> out_;
    std::int64_t next_ = 0;  ///< answers to earlier jobs are all known
};

}  // namespace

Result<bool> make_proof(Store& store, const std::string& name, const proofs::ProofClaim& claim, const proofs::ProofOptions& options) {
    const auto tree = ProofTree::make(claim, options);
    if (!tree) return tree.error();
    const std::string text = tree->print();
    const auto found = store.kept(name, "claim");
    if (found) {
        if (*found != text) return Error{"the store has another proof named '" + name + "'"};
        return false;
    }
    store.keep(name, "claim", text);
    return true;
}

namespace {

using SteadyClock = std::chrono::steady_clock;

/// When to write the tree down again. Those who watch see what it says, so a small one is written every second; a large one, which takes
/// long to write, so seldom that it costs a hundredth of the time.
SteadyClock::time_point after_snapshot(SteadyClock::time_point begun) {
    const auto now = SteadyClock::now();
    return now + std::clamp<SteadyClock::duration>(100 * (now - begun), std::chrono::seconds(1), std::chrono::minutes(2));
}

}  // namespace

Result<proofs::ProofStatus> run_proof(const ProofRun& run) {
    Shift::Options options;
    options.location = run.location;
    options.threads = 0;  // holds no jobs itself
    options.stop = run.stop;
    Shift shift(options);
    std::optional<Driver> driver;
    std::optional<Error> problem;
    constexpr double kPauseMs = 20;
    shift.run(1, [&](int) {
        shift.with_store(false, [&](Store& store) {
            if (!driver) {
                auto tree = read_claim(store, run.name);
                if (!tree) return void(problem = tree.error());
                if (const auto snapshot = store.kept(run.name, "tree")) {
                    auto read = ProofTree::parse(*snapshot);
                    if (read) tree = std::move(read);  // a torn snapshot costs time, no answers
                }
                driver.emplace(run, std::move(tree).value());
                store.release_dead(kKind, run.name);
                store.retry(kKind, run.name);
            }
            auto next_snapshot = SteadyClock::now();
            if (!driver->open() && !store.kept(run.name, "bounds")) {
                if (const auto step = driver->step(store); !step) return void(problem = step.error());
            }
            while (shift.wanted() && driver->open()) {
                if (const auto step = driver->step(store); !step) return void(problem = step.error());
                if (const auto begin = SteadyClock::now(); begin >= next_snapshot) {
                    driver->keep(store);
                    next_snapshot = after_snapshot(begin);
                }
                if (driver->open()) shift.pause(kPauseMs);
            }
            if (!driver->open() && !problem) {
                if (const auto kept = driver->keep_bounds(store); !kept) return void(problem = kept.error());
            }
            driver->keep(store);
        });
    });
    if (problem) return *problem;
    if (!driver) return Error{"stopped before it began"};
    return driver->tree().status();
}

int leaf_nearness(const std::string& last, const std::string& other) {
    // The pieces as their FEN has them, square by square; who is to move is always the first player, so after one ply all change sides.
    const auto squares = [](const std::string& text) {
        std::string out;
        const std::size_t begin = text.find("position ");
        if (begin == std::string::npos) return out;
        std::size_t run = 0;
        for (std::size_t i = begin + 9; i < text.size() && text[i] != ' '; ++i) {
            if (text[i] >= '0' && text[i] <= '9') {
                run = std::min<std::size_t>(run * 10 + static_cast<std::size_t>(text[i] - '0'), 64);
                continue;
            }
            out.append(run, '.');
            run = 0;
            if (text[i] != '/') out.push_back(text[i]);
        }
        return out.append(run, '.');
    };
    const std::string a = squares(last);
    const std::string b = squares(other);
    int same = 0;
    int changed = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        if (a[i] == '.' || b[i] == '.') continue;
        ++(a[i] == b[i] ? same : changed);
    }
    return std::max(same, changed);
}

namespace {

/// The solvers of the threads of one worker. Those at one proof share a table: leaves have most of their positions in common, and a bound
/// in the table is true whoever proved it. The table goes when the last thread has turned to another proof.
class Benches {
public:
    struct Bench {
        std::string topic;
        GameSpec spec;
        std::unique_ptr<solver::Solver> solver;
    };

    explicit Benches(std::string location) : location_(std::move(location)) {}

    /// The place of the thread that asks, made ready for a proof. Nobody else touches it until that thread asks again.
    Result<std::shared_ptr<Bench>> at(const std::string& topic) {
        const std::lock_guard lock(mutex_);
        auto& place = by_thread_[std::this_thread::get_id()];
        if (place && place->topic == topic) return place;
        place.reset();
        for (const auto& [thread, other] : by_thread_) {
            if (!other || other->topic != topic) continue;
            auto made = other->solver->beside();
            if (!made) return made.error();
            return place = std::make_shared<Bench>(Bench{topic, other->spec, std::move(made).value()});
        }
        auto store = Store::open(location_, Store::Open::kExisting);
        if (!store) return store.error();
        const auto tree = read_claim(*store, topic);
        if (!tree) return tree.error();
        auto made = solver::Solver::make(tree->claim().spec, tree->claim().root, {});
        if (!made) return made.error();
        return place = std::make_shared<Bench>(Bench{topic, tree->claim().spec, std::move(made).value()});
    }

private:
    const std::string location_;
    std::mutex mutex_;
    std::map<std::thread::id, std::shared_ptr<Bench>> by_thread_;
};

}  // namespace

TextJob proof_worker(const std::string& location) {
    const auto benches = std::make_shared<Benches>(location);
    return [benches](const Job& job, const std::atomic<bool>& stop) -> Result<std::optional<std::string>> {
        const auto bench = benches->at(job.topic);
        if (!bench) return bench.error();
        const auto leaf = proofs::parse_leaf_job((*bench)->spec, job.input);
        if (!leaf) return leaf.error();
        const LeafAnswer answer = proofs::work_on(*(*bench)->solver, *leaf, {.stop = &stop});
        if (stop) return std::optional<std::string>();
        return std::optional<std::string>(proofs::print_leaf_answer(answer));
    };
}

namespace {

/// The leaves that the proof rests on, each with the dearest answer to it: what somebody else should be able to find again.
struct Leaf {
    LeafJob job;
    bool yes = false;
    std::string text{};
};

/// Proves a sample of the leaves again, with a solver that has seen none of them. What takes much longer than it took the first time is
/// left undecided: it shows nothing. The first one whose answer is false, with what is true.
std::optional<std::pair<Leaf, LeafAnswer>> prove_sample_again(std::vector<Leaf> left, solver::Solver& solver, const ProofSample& sample,
                                                              ProofCheck& out) {
    std::uint64_t state = sample.seed;
    const auto share = static_cast<std::size_t>(std::ceil(sample.share * static_cast<double>(left.size())));
    const std::size_t count = std::max(share, static_cast<std::size_t>(sample.least));
    for (std::size_t i = 0; i < count && !left.empty(); ++i) {
        const std::size_t pick = splitmix64(state) % left.size();
        const Leaf leaf = left[pick];
        left[pick] = left.back();
        left.pop_back();
        const LeafAnswer found = proofs::work_on(solver, leaf.job);
        const bool yes = found.lower >= leaf.job.target;
        const bool no = found.upper < leaf.job.target;
        if (leaf.yes ? no : yes) {
            out.wrong = "an answer that is not true: " + leaf.text;
            return std::pair{leaf, found};
        }
        ++(yes || no ? out.confirmed : out.unconfirmed);
    }
    return std::nullopt;
}

/// Who gave an answer about this leaf's position that cannot be true beside what was found.
std::string worker_of_false_answer(const BoundJudge& judge, const Leaf& leaf, const LeafAnswer& found,
                                   const std::vector<BoundAnswer>& answers, const std::vector<Store::Answer>& stored) {
    const BoundQuestion here = judge.normal({leaf.job.position.own.words[0], leaf.job.position.opp.words[0], 0});
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const BoundQuestion there = judge.normal({answers[i].question.own, answers[i].question.opp, 0});
        if (there.own != here.own || there.opp != here.opp) continue;
        if (answers[i].lower + there.target > found.upper + here.target || answers[i].upper + there.target < found.lower + here.target) {
            return stored[i].worker;
        }
    }
    return "";
}

WidePosition position_of(const BoundQuestion& question, std::uint64_t empty) {
    WidePosition position;
    position.own.words[0] = question.own;
    position.opp.words[0] = question.opp;
    position.empty.words[0] = empty;
    position.plies = static_cast<decltype(position.plies)>(position.own.count() + position.opp.count());
    return position;
}

}  // namespace

std::int64_t disbelieve(Store& store, const std::string& name, const std::string& worker) {
    store.forget(name, "bounds");
    store.forget(name, "tree");
    return store.disbelieve(kKind, name, worker);
}

Result<ProofCheck> verify_proof(Store& store, const std::string& name, const ProofSample& sample) {
    const auto claim = read_claim(store, name);
    if (!claim) return claim.error();
    const auto text = store.kept(name, "bounds");
    if (!text) return Error{"the proof '" + name + "' is not finished: there is nothing to check yet"};
    ProofCheck out;
    const auto stored = store.answers(kKind, name);
    out.answers = stored.size();
    const auto nodes = parse_bounds(*text);
    if (!nodes) {
        out.wrong = nodes.error().message();
        return out;
    }
    out.nodes = nodes->size();
    std::vector<std::pair<std::string, std::string>> texts;
    texts.reserve(stored.size());
    for (const Store::Answer& one : stored) texts.emplace_back(one.input, one.output);
    const auto answers = read_answers(claim->claim().spec, texts);
    if (!answers) {
        out.wrong = answers.error().message();
        return out;
    }
    std::vector<KnownBounds> known;
    known.reserve(answers->size());
    for (const BoundAnswer& one : *answers) known.push_back({one.question.own, one.question.opp, one.lower, one.upper});
    const BoundJudge judge(claim->claim().spec);
    const auto checked = judge.check(question_of(claim->claim()), *nodes, known);
    if (!checked) {
        out.wrong = checked.error().message();
        return out;
    }
    out.state = *checked ? ProofState::kProved : ProofState::kRefuted;
    auto solver = solver::Solver::make(claim->claim().spec, claim->claim().root, {});
    if (!solver) return solver.error();
    constexpr std::uint64_t kPatience = 4;
    std::uint64_t dearest = 1'000'000;
    for (const auto& [input, output] : texts) dearest = std::max(dearest, proofs::parse_leaf_answer(output)->nodes);
    std::vector<Leaf> leaves;
    for (const BoundNode& node : *nodes) {
        if (node.reason != BoundReason::kAnswer) continue;
        LeafJob job{position_of(node.question, judge.empty_of(node.question)), node.question.target, kPatience * dearest};
        leaves.push_back({job, node.yes, proofs::print_leaf_job(claim->claim().spec, job) + (node.yes ? ": yes" : ": no")});
    }
    out.used = leaves.size();
    if (const auto lie = prove_sample_again(std::move(leaves), **solver, sample, out)) {
        out.liar = worker_of_false_answer(judge, lie->first, lie->second, *answers, stored);
    }
    return out;
}

}  // namespace foray
