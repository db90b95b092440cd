#include "foray/questions/questions.h"

#include "foray/notation/json_depth.h"
#include "foray/notation/text.h"
#include "question.h"

namespace foray::questions {
namespace {

/// A record of the longest game fits into it many times.
constexpr std::size_t kLongestQuestion = std::size_t{1} << 20;

struct Answerer {
    std::string_view ask;
    Answered (*answer)(const Json& question, const Ceilings& ceilings);
};

constexpr Answerer kAnswerers[] = {
    {"games", answer_games},     {"state", answer_state},   {"replay", answer_replay}, {"picture", answer_picture},
    {"edit", answer_edit},       {"bench", answer_bench},   {"choose", answer_choose}, {"solve", answer_solve},
    {"trace", answer_trace},     {"counts", answer_counts}, {"record", answer_record}, {"read", answer_read},
    {"players", answer_players},
};

/// Names may hold any bytes; what is not UTF-8 is replaced rather than refused.
std::string print(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Answered look_up(std::string_view text, const Ceilings& ceilings, const OnPart& on_part) {
    if (text.size() > kLongestQuestion) return Error{"the question is longer than a megabyte"};
    if (nested_too_deeply(text)) return Error{"the question is nested too deeply"};
    const Json question = Json::parse(text, nullptr, false);
    if (!question.is_object()) return Error{"the question is not a JSON object"};
    Fields fields(question);
    const std::string ask = fields.needed("ask");
    if (fields.error()) return *fields.error();
    if (ask == "analyse" || ask == "review") {
        const Say say = on_part ? Say([&](const Json& part) { on_part(print(part)); }) : Say();
        return ask == "analyse" ? answer_analyse(question, ceilings, say) : answer_review(question, ceilings, say);
    }
    for (const Answerer& one : kAnswerers) {
        if (one.ask == ask) return one.answer(question, ceilings);
    }
    return Error{"unknown question " + foray::quoted(ask)};
}

}  // namespace

std::string answer(std::string_view question, const Ceilings& ceilings, const OnPart& on_part) {
    const Answered found = look_up(question, ceilings, on_part);
    Json out = object("ok", found.has_value());
    if (found) {
        out.update(*found);
    } else {
        out["error"] = found.error().message();
    }
    return print(out);
}

}  // namespace foray::questions
