// The one place where a run-time GameSpec becomes types: with_game(spec, f) calls f with the rules object of the right family and the
// narrowest width. Hot code (perft, searches) runs inside f; everything else uses Game (game.h), which needs no template.
#pragma once

#include <utility>

#include "foray/rules/ataxx_rules.h"
#include "foray/rules/game_spec.h"
#include "foray/rules/raid_rules.h"

namespace foray {

template <class F>
decltype(auto) with_game(const GameSpec& spec, F&& f) {
    const int words = words_for(spec.squares());
    if (spec.family() == Family::kRaid) {
        if (words == 1) return std::forward<F>(f)(RaidRules<1>(spec));
        if (words == 4) return std::forward<F>(f)(RaidRules<4>(spec));
        return std::forward<F>(f)(RaidRules<kMaxWords>(spec));
    }
    if (words == 1) return std::forward<F>(f)(AtaxxRules<1>(spec));
    if (words == 4) return std::forward<F>(f)(AtaxxRules<4>(spec));
    return std::forward<F>(f)(AtaxxRules<kMaxWords>(spec));
}

}  // namespace foray
