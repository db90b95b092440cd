#include "engine_agent.h"

#include <utility>

#include "foray/engine/levels.h"

namespace foray {
namespace {

constexpr double kUsualMs = 100;

class EngineAgent final : public Agent {
public:
    EngineAgent(std::string name, const GameSpec& spec, const EngineSettings& settings, Engine engine)
        : name_(std::move(name)), spec_(spec), settings_(settings), engine_(std::move(engine)) {}

    [[nodiscard]] std::string name() const override { return name_; }

    [[nodiscard]] Choice choose(const WidePosition& position, const SearchRequest& request, const OnInfo& on_info) override {
        SearchRequest search = request;
        Budget own = settings_.budget;
        if (!own.limited() && !settings_.level && !request.budget.clock) own.ms = kUsualMs;
        search.budget = within(request.budget, own);
        OnLine on_line;
        if (on_info) on_line = [&](const SearchLine& line) { on_info(decision(line)); };
        const SearchResult result = settings_.level
                                        ? search_at_level(engine_, spec_, position, *settings_.level, search, on_line, settings_.seed)
                                        : engine_.search(position, search, on_line);
        Decision out = decision(result.lines.front());
        out.nodes = result.nodes;
        out.ms = result.ms;
        return out;
    }

    void new_game() override { engine_.new_game(); }

private:
    static Decision decision(const SearchLine& line) {
        return {line.moves.front(), line.value, line.depth, line.nodes, line.ms, line.moves, line.exact, line.rank};
    }

    std::string name_;
    GameSpec spec_;
    EngineSettings settings_;
    Engine engine_;
};

}  // namespace

Result<std::unique_ptr<Agent>> make_engine_agent(std::string name, const GameSpec& spec, const EngineSettings& settings) {
    auto engine = Engine::make(spec, settings.options);
    if (!engine) return engine.error();
    return std::unique_ptr<Agent>(std::make_unique<EngineAgent>(std::move(name), spec, settings, std::move(engine).value()));
}

}  // namespace foray
