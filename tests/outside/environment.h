// What players that are programs get in tests: a cage where there can be one.
#pragma once

#include "foray/outside/player.h"
#include "support/sandbox.h"

namespace foray::test {

inline PlayerEnvironment player_environment() {
    PlayerEnvironment environment;
    if (!can_cage()) environment.sandbox = false;
    return environment;
}

}  // namespace foray::test
