// Reads a JSON object key by key, remembers the first thing that is wrong and where, and finds keys that nobody asked for.
#pragma once

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "foray/notation/text.h"

namespace foray {

/// What is wrong, and the path of the key: "limits.nodes", "player.2.name".
struct Wrong {
    std::string path;
    std::string what;
};

class JsonReader {
public:
    using Json = nlohmann::ordered_json;
    JsonReader(const Json& object, std::string path, std::optional<Wrong>& wrong) : object_(object), path_(std::move(path)), wrong_(wrong) {
        if (!object_.is_object()) complain("", "expected a table of settings");
    }

    [[nodiscard]] bool has(const char* key) {
        known_.insert(key);
        return object_.is_object() && object_.contains(key);
    }
    [[nodiscard]] const Json& at(const char* key) const { return object_.at(key); }

    std::optional<std::string> text(const char* key) {
        if (!has(key)) return std::nullopt;
        if (!at(key).is_string()) return complain(key, "expected text in quotes"), std::nullopt;
        return at(key).get<std::string>();
    }
    std::optional<bool> flag(const char* key) {
        if (!has(key)) return std::nullopt;
        if (!at(key).is_boolean()) return complain(key, "expected true or false"), std::nullopt;
        return at(key).get<bool>();
    }
    std::optional<std::int64_t> whole(const char* key, std::int64_t least, std::int64_t most) {
        if (!has(key)) return std::nullopt;
        if (at(key).is_number_integer() && (!at(key).is_number_unsigned() || at(key).get<std::uint64_t>() <= std::uint64_t{1} << 62)) {
            const auto value = at(key).get<std::int64_t>();
            if (value >= least && value <= most) return value;
        }
        return complain(key, "expected a whole number from " + std::to_string(least) + " to " + std::to_string(most)), std::nullopt;
    }
    std::optional<int> number(const char* key, int least, int most) {
        const auto value = whole(key, least, most);
        return value ? std::optional(static_cast<int>(*value)) : std::nullopt;
    }
    std::optional<double> decimal(const char* key, double least, double most) {
        if (!has(key)) return std::nullopt;
        if (at(key).is_number()) {
            const auto value = at(key).get<double>();
            if (value >= least && value <= most) return value;
        }
        return complain(key, "expected a number from " + print(least) + " to " + print(most)), std::nullopt;
    }
    std::vector<std::string> texts(const char* key) {
        std::vector<std::string> out;
        if (!has(key)) return out;
        const Json& list = at(key);
        if (list.is_string()) return {list.get<std::string>()};
        if (!list.is_array()) return complain(key, "expected a list of texts"), out;
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (!list[i].is_string()) return complain(std::string(key) + "." + std::to_string(i), "expected text in quotes"), out;
            out.push_back(list[i].get<std::string>());
        }
        return out;
    }

    void complain(const std::string& key, const std::string& what) {
        if (!wrong_) wrong_ = Wrong{path_.empty() ? key : key.empty() ? path_ : path_ + "." + key, what};
    }
    /// Everything has been asked for: what is left is a mistake.
    void finish() {
        if (!object_.is_object()) return;
        for (const auto& [key, value] : object_.items()) {
            if (known_.contains(key)) continue;
            std::string all;
            for (const std::string& name : known_) all += (all.empty() ? "" : ", ") + name;
            complain(key, "unknown key " + foray::quoted(key) + "; the keys here are " + all);
        }
    }

private:
    static std::string print(double value) {
        std::string out = std::to_string(value);
        out.erase(out.find_last_not_of('0') + 1);
        if (out.back() == '.') out.pop_back();
        return out;
    }

    const Json& object_;
    std::string path_;
    std::optional<Wrong>& wrong_;
    std::set<std::string> known_;
};

}  // namespace foray
