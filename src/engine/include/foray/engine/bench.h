// Fixed positions of all five variants, searched to fixed depths with one thread. The sum of the nodes is the signature of the search: a
// change that means to keep the tree as it is must keep the signature, on every machine and with every compiler.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "foray/engine/engine.h"

namespace foray {

struct BenchRow {
    std::string name;
    int depth = 0;
    std::uint64_t nodes = 0;
    double ms = 0;
};

struct BenchTotal {
    std::uint64_t nodes = 0;
    double ms = 0;
};

/// `deeper` plies are added to every depth; the signature is that of 0.
BenchTotal run_bench(const EngineOptions& options, int deeper, const std::function<void(const BenchRow&)>& on_row);

}  // namespace foray
