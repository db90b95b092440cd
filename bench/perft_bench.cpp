// Move generation speed: perft as Foray counts it, beside perft that plays every move, in the same run. Seconds on a shared machine are
// noisy; the ratio of the two is not.
#include <benchmark/benchmark.h>

#include "foray/rules/perft.h"

namespace foray {
namespace {

GameSpec wargame(RaidRule raid) {
    GameSpec spec = default_spec(Variant::kWargame);
    spec.raid = raid;
    return spec;
}

using Count = std::uint64_t (*)(const GameSpec&, int);

template <class Rules>
std::uint64_t counted(const GameSpec& spec, int depth) {
    const Rules rules(spec);
    return perft(rules, rules.start(), depth);
}

template <class Rules>
std::uint64_t listed(const GameSpec& spec, int depth) {
    const Rules rules(spec);
    return perft_by_listing(rules, rules.start(), depth);
}

void add(const std::string& name, Count count, const GameSpec& spec, int depth) {
    benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
        std::uint64_t nodes = 0;
        for (auto _ : state) nodes += count(spec, depth);
        state.counters["nodes/s"] = benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
    })->Unit(benchmark::kMillisecond);
}

template <class Rules>
void add_pair(const std::string& name, const GameSpec& spec) {
    add(name + "/counted", counted<Rules>, spec, 6);
    add(name + "/listed", listed<Rules>, spec, 5);
}

}  // namespace
}  // namespace foray

int main(int argc, char** argv) {
    using namespace foray;
    add_pair<AtaxxRules<1>>("ataxx", default_spec(Variant::kAtaxx));
    add_pair<AtaxxRules<4>>("ataxx in four words", default_spec(Variant::kAtaxx));
    add_pair<AtaxxRules<1>>("reloaded", default_spec(Variant::kReloaded));
    add_pair<RaidRules<1>>("wargame, raid mandatory", wargame(RaidRule::kMandatory));
    add_pair<RaidRules<1>>("wargame, raid optional", wargame(RaidRule::kOptional));
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
