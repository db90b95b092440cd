// A ledger in memory for tests: as plain as can be. It can be told to fail, and two lobbies can share it.
#pragma once

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "foray/lobby/identity.h"
#include "foray/lobby/ledger.h"

namespace foray::test {

class MemoryLedger : public lobby::Ledger {
public:
    /// All of it as it was before the transaction, if that fails.
    void transact(const std::function<void()>& work) override {
        const Kept before = kept;
        try {
            work();
            if (fail_commits > 0 && fail_commits-- > 0) throw std::runtime_error("the disk is full");
        } catch (...) {
            kept = before;
            throw;
        }
    }

    bool append(const std::string& game, int number, const lobby::Event& event) override {
        auto& all = kept.events[game];
        if (static_cast<int>(all.size()) != number - 1) return false;
        all.push_back(lobby::print_event(event));
        return true;
    }
    std::vector<lobby::Event> events(const std::string& game, int after) override {
        std::vector<lobby::Event> out;
        const auto found = kept.events.find(game);
        if (found == kept.events.end()) return out;
        for (std::size_t i = static_cast<std::size_t>(after); i < found->second.size(); ++i)
            out.push_back(lobby::read_event(found->second[i]).value());
        return out;
    }
    void set_head(const lobby::Head& head) override { kept.heads[head.id] = head; }
    std::vector<lobby::Head> heads(lobby::List list, const std::string& person, int most) override {
        using lobby::List;
        using lobby::Stage;
        std::vector<lobby::Head> out;
        for (const auto& [id, head] : kept.heads) {
            const bool of = head.persons[0] == person || head.persons[1] == person;
            const bool fits = list == List::kOpen      ? head.stage == Stage::kWaiting && head.open
                              : list == List::kPlaying ? head.stage == Stage::kRunning && head.open
                              : list == List::kRunning ? head.stage == Stage::kRunning
                              : list == List::kOf      ? of
                                                       : of && head.stage == Stage::kWaiting;
            if (fits && static_cast<int>(out.size()) < most) out.push_back(head);
        }
        return out;
    }
    std::vector<std::pair<std::string, int>> changed(std::int64_t since_ms) override {
        std::vector<std::pair<std::string, int>> out;
        for (const auto& [id, head] : kept.heads) {
            if (head.at_ms >= since_ms) out.emplace_back(id, head.number);
        }
        return out;
    }
    std::optional<std::string> name(const std::string& person) override {
        const auto found = kept.names.find(person);
        return found == kept.names.end() || found->second.empty() ? std::nullopt : std::optional(found->second);
    }
    void set_name(const std::string& person, const std::string& name, std::int64_t /*now_ms*/) override { kept.names[person] = name; }
    lobby::Rating rating(const std::string& person, const std::string& variant) override { return kept.ratings[{person, variant}]; }
    void set_rating(const std::string& person, const std::string& variant, const lobby::Rating& rating,
                    const std::string& /*game*/) override {
        kept.ratings[{person, variant}] = rating;
    }
    std::vector<lobby::Leader> leaders(const std::string& variant, int /*most*/) override {
        std::vector<lobby::Leader> out;
        for (const auto& [key, rating] : kept.ratings) {
            if (key.second == variant && rating.games > 0) out.push_back({key.first, lobby::guest_name(key.first), rating});
        }
        return out;
    }
    std::vector<std::pair<std::string, lobby::Rating>> ratings_of(const std::string& person) override {
        std::vector<std::pair<std::string, lobby::Rating>> out;
        for (const auto& [key, rating] : kept.ratings) {
            if (key.first == person && rating.games > 0) out.emplace_back(key.second, rating);
        }
        return out;
    }
    std::vector<lobby::RatedGame> curve_of(const std::string& /*person*/, int /*most*/) override { return {}; }
    void forget(const std::string& person) override { kept.names.erase(person); }
    std::optional<std::int64_t> last_sign_of_life() override { return kept.alive; }
    void sign_of_life(const std::string& /*server*/, std::int64_t now_ms) override { kept.alive = now_ms; }

    struct Kept {
        std::map<std::string, std::vector<std::string>> events{};
        std::map<std::string, lobby::Head> heads{};
        std::map<std::string, std::string> names{};
        std::map<std::pair<std::string, std::string>, lobby::Rating> ratings{};
        std::optional<std::int64_t> alive{};
    };
    Kept kept;
    int fail_commits = 0;
};

}  // namespace foray::test
