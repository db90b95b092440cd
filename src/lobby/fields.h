// The fields of a JSON object from outside, each with its limits. The first thing that is wrong is remembered, with its name.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "foray/board/result.h"
#include "foray/notation/json_depth.h"
#include "foray/notation/text.h"

namespace foray::lobby {

using Json = nlohmann::ordered_json;

/// An object, or what is wrong with the text.
inline Result<Json> read_object(std::string_view text, std::size_t longest) {
    constexpr int kDeepest = 4;
    if (text.size() > longest) return Error{"longer than " + std::to_string(longest) + " bytes"};
    if (nested_too_deeply(text, kDeepest)) return Error{"nested too deeply"};
    Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded() || !json.is_object()) return Error{"not a JSON object"};
    return json;
}

/// Texts that came in are printed as they are where they are UTF-8, and made so where not: printing never fails.
inline std::string print_json(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

class Fields {
public:
    Fields(const Json& object, std::optional<Error>& wrong) : object_(object), wrong_(wrong) {}

    [[nodiscard]] bool has(const char* key) const { return object_.contains(key); }
    std::string text(const char* key, std::size_t longest) {
        const Json* value = find(key);
        if (value == nullptr) return {};
        if (!value->is_string()) return complain(key, "expected text"), std::string();
        auto out = value->get<std::string>();
        if (out.size() > longest) return complain(key, "longer than " + std::to_string(longest) + " bytes"), std::string();
        return out;
    }
    std::int64_t number(const char* key, std::int64_t least, std::int64_t most) {
        const Json* value = find(key);
        if (value == nullptr) return least;
        if (value->is_number_integer() && (!value->is_number_unsigned() || value->get<std::uint64_t>() <= std::uint64_t{1} << 62)) {
            const auto out = value->get<std::int64_t>();
            if (out >= least && out <= most) return out;
        }
        complain(key, "expected a whole number from " + std::to_string(least) + " to " + std::to_string(most));
        return least;
    }
    bool flag(const char* key) {
        const Json* value = find(key);
        if (value == nullptr) return false;
        if (!value->is_boolean()) complain(key, "expected true or false");
        return value->is_boolean() && value->get<bool>();
    }
    /// Which of a few words.
    std::size_t word(const char* key, std::span<const std::string_view> words) {
        const std::string found = text(key, 40);
        for (std::size_t i = 0; i < words.size(); ++i) {
            if (words[i] == found) return i;
        }
        complain(key, foray::quoted(found) + " is none of the words known here");
        return 0;
    }
    void complain(const std::string& key, const std::string& what) {
        if (!wrong_) wrong_ = Error{key + ": " + what};
    }

private:
    const Json* find(const char* key) {
        const auto found = object_.find(key);
        if (found != object_.end()) return &*found;
        complain(key, "missing");
        return nullptr;
    }

    const Json& object_;
    std::optional<Error>& wrong_;
};

}  // namespace foray::lobby
