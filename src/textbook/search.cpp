#include "foray/textbook/search.h"

#include <cassert>
#include <utility>

#include "foray/rules/with_game.h"
#include "tree_search.h"

namespace foray {

class TextbookSearcher::Impl {
public:
    Impl() = default;
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    virtual ~Impl() = default;
    [[nodiscard]] virtual SearchAnswer search(const WidePosition& position, std::uint64_t most_nodes) const = 0;
    [[nodiscard]] virtual SearchAnswer trace(const WidePosition& position, const TraceSink& sink, std::uint64_t most_nodes) const = 0;
};

namespace {

template <class Rules>
class ImplFor final : public TextbookSearcher::Impl {
public:
    ImplFor(Rules rules, const TextbookOptions& options) : rules_(std::move(rules)), options_(options) {}

    [[nodiscard]] SearchAnswer search(const WidePosition& position, std::uint64_t most_nodes) const override {
        return run(position, NoTrace{}, most_nodes);
    }

    [[nodiscard]] SearchAnswer trace(const WidePosition& position, const TraceSink& sink, std::uint64_t most_nodes) const override {
        assert(options_.turn == RootTurn::kAlternate && !options_.repeats && !options_.quiescence);
        return run(position, SinkTrace{sink}, most_nodes);
    }

private:
    template <class Trace>
    SearchAnswer run(const WidePosition& position, const Trace& trace, std::uint64_t most_nodes) const {
        switch (options_.evaluation) {
            case Evaluation::kScore: return run(position, trace, ScoreDifference{}, most_nodes);
            case Evaluation::kVulnerableReport: return run(position, trace, Vulnerable{.of_mover = true}, most_nodes);
            case Evaluation::kVulnerableSum: return run(position, trace, Vulnerable{}, most_nodes);
            case Evaluation::kVulnerableBest: return run(position, trace, Vulnerable{.best_single_raid = true}, most_nodes);
            case Evaluation::kToaster: break;
        }
        return run(position, trace, ToasterWeights{}, most_nodes);
    }

    template <class Trace, class Evaluate>
    SearchAnswer run(const WidePosition& wide, const Trace& trace, const Evaluate& evaluate, std::uint64_t most_nodes) const {
        const auto position = wide.resized<Rules::kWords>();
        TreeSearch<Rules, Evaluate, Trace> tree(rules_, evaluate, trace, options_, most_nodes);
        const bool minimax = options_.algorithm == Algorithm::kMinimax;
        if constexpr (!Trace::kEnabled) {
            if (options_.turn == RootTurn::kTwice) {
                return minimax ? tree.template search_twice<Pruning::kNone>(position, options_.depth)
                               : tree.template search_twice<Pruning::kStrictCut>(position, options_.depth);
            }
        }
        return minimax ? tree.template search<Pruning::kNone>(position, options_.depth)
                       : tree.template search<Pruning::kCut>(position, options_.depth);
    }

    Rules rules_;
    TextbookOptions options_;
};

std::unique_ptr<TextbookSearcher::Impl> make_impl(const GameSpec& spec, const TextbookOptions& options) {
    return with_game(spec, [&](auto rules) -> std::unique_ptr<TextbookSearcher::Impl> {
        using Rules = decltype(rules);
        if constexpr (requires { Rules(spec, kHorizontalTwoJumps); }) {
            if (options.lacks_horizontal_two_jumps) return std::make_unique<ImplFor<Rules>>(Rules(spec, kHorizontalTwoJumps), options);
        }
        return std::make_unique<ImplFor<Rules>>(std::move(rules), options);
    });
}

}  // namespace

TextbookSearcher::TextbookSearcher(const GameSpec& spec, const TextbookOptions& options) : impl_(make_impl(spec, options)) {}
TextbookSearcher::~TextbookSearcher() = default;
TextbookSearcher::TextbookSearcher(TextbookSearcher&&) noexcept = default;
TextbookSearcher& TextbookSearcher::operator=(TextbookSearcher&&) noexcept = default;

SearchAnswer TextbookSearcher::search(const WidePosition& position, std::uint64_t most_nodes) const {
    return impl_->search(position, most_nodes);
}
SearchAnswer TextbookSearcher::trace(const WidePosition& position, const TraceSink& sink, std::uint64_t most_nodes) const {
    return impl_->trace(position, sink, most_nodes);
}

SearchAnswer textbook_search(const GameSpec& spec, const WidePosition& position, const TextbookOptions& options) {
    return TextbookSearcher(spec, options).search(position);
}

}  // namespace foray
