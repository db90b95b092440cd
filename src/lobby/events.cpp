// Events as JSON, one object each: {"at": ms, "by": side, "id": "...", "is": "moved", ...}. Short keys: there is one row for every move.
#include <array>
#include <limits>

#include "foray/lobby/game.h"
#include "foray/lobby/identity.h"
#include "foray/notation/ending_text.h"
#include "terms_text.h"

namespace foray::lobby {
namespace {

constexpr std::string_view kKinds[] = {"created", "joined", "moved", "offered", "declined", "taken-back", "ended",
                                       "said",    "away",   "back",  "outage",  "rated",    "rematched"};
static_assert(std::size(kKinds) == std::variant_size_v<What>);

constexpr std::int64_t kLatest = 100'000'000'000'000;  ///< in the year 5138
constexpr int kMostPlies = 100'000;
constexpr int kMostRating = 10'000;

struct Print {
    Json& out;
    void operator()(const event::Created& e) const {
        out["terms"] = json_of(e.terms);
        out["player"] = json_of(e.by);
        if (!e.invitation.empty()) out["invitation"] = e.invitation;
    }
    void operator()(const event::Joined& e) const {
        out["player"] = json_of(e.player);
        out["creator"] = e.creator_side;
    }
    void operator()(const event::Moved& e) const {
        out["ply"] = e.ply;
        out["move"] = e.move;
        out["lag"] = e.lag_ms;
        out["left"] = e.left_ms;
    }
    void operator()(const event::Offered& e) const { out["what"] = kOfferWords[static_cast<std::size_t>(e.what)]; }
    void operator()(const event::Declined& e) const { out["what"] = kOfferWords[static_cast<std::size_t>(e.what)]; }
    void operator()(const event::TakenBack& e) const { out["plies"] = e.plies; }
    void operator()(const event::Ended& e) const {
        out["outcome"] = kOutcomeWords[static_cast<std::size_t>(e.outcome)];
        out["reason"] = print_ending(e.ending, e.detail);
    }
    void operator()(const event::Said& e) const { out["phrase"] = e.phrase; }
    void operator()(const event::Away&) const {}
    void operator()(const event::Back&) const {}
    void operator()(const event::Outage& e) const { out["ms"] = e.ms; }
    void operator()(const event::Rated& e) const {
        out["before"] = e.before;
        out["after"] = e.after;
    }
    void operator()(const event::Rematched& e) const { out["game"] = e.game; }
};

class Reader {
public:
    Reader(const Json& object, std::optional<Error>& wrong) : object_(object), wrong_(wrong), fields_(object, wrong) {}

    What read(std::size_t kind) {
        switch (kind) {
            case 0: return created();
            case 1: return event::Joined{read_player(part("player"), wrong_), static_cast<int>(fields_.number("creator", 0, 1))};
            case 2: return moved();
            case 3: return event::Offered{offer()};
            case 4: return event::Declined{offer()};
            case 5: return event::TakenBack{static_cast<int>(fields_.number("plies", 1, 2))};
            case 6: return ended();
            case 7: return event::Said{static_cast<int>(fields_.number("phrase", 0, kMostPhrases - 1))};
            case 8: return event::Away{};
            case 9: return event::Back{};
            case 10: return event::Outage{fields_.number("ms", 0, kLatest)};
            case 11: return event::Rated{ratings("before"), ratings("after")};
            default: return rematched();
        }
    }

private:
    const Json& part(const char* key) {
        static const Json nothing = Json::object();
        if (object_.contains(key) && object_.at(key).is_object()) return object_.at(key);
        fields_.complain(key, "missing");
        return nothing;
    }
    Offer offer() { return static_cast<Offer>(fields_.word("what", kOfferWords)); }

    What created() {
        event::Created out{read_terms(part("terms"), wrong_), read_player(part("player"), wrong_), ""};
        if (fields_.has("invitation")) {
            out.invitation = fields_.text("invitation", kSecretLength);
            if (!is_secret(out.invitation)) fields_.complain("invitation", "is none");
        }
        return out;
    }

    What moved() {
        event::Moved out;
        out.ply = static_cast<int>(fields_.number("ply", 0, kMostPlies));
        out.move = fields_.text("move", 20);
        out.lag_ms = fields_.number("lag", 0, kMostLagMs);
        out.left_ms = fields_.number("left", 0, kLatest);
        return out;
    }

    What ended() {
        event::Ended out;
        out.outcome = static_cast<Outcome>(fields_.word("outcome", kOutcomeWords));
        const auto ending = parse_ending(fields_.text("reason", 100));
        if (!ending) {
            fields_.complain("reason", "is none");
            return out;
        }
        out.ending = ending->ending;
        out.detail = ending->detail;
        if ((out.ending == Ending::kNone) != (out.outcome == Outcome::kOngoing)) fields_.complain("reason", "does not fit the outcome");
        return out;
    }

    std::array<int, 2> ratings(const char* key) {
        std::array<int, 2> out{};
        const auto found = object_.find(key);
        if (found == object_.end() || !found->is_array() || found->size() != 2) {
            fields_.complain(key, "expected two numbers");
            return out;
        }
        for (std::size_t i = 0; i < 2; ++i) {
            const Json& one = (*found)[i];
            if (!one.is_number_integer() || one.get<double>() < -kMostRating || one.get<double>() > kMostRating) {
                fields_.complain(key, "expected two ratings");
                return {};
            }
            out[i] = one.get<int>();
        }
        return out;
    }

    What rematched() {
        event::Rematched out{fields_.text("game", kGameIdLength)};
        if (!is_game_id(out.game)) fields_.complain("game", "is none");
        return out;
    }

    const Json& object_;
    std::optional<Error>& wrong_;
    Fields fields_;
};

}  // namespace

std::string print_event(const Event& event) {
    Json out;
    out["at"] = event.at_ms;
    if (event.side >= 0) out["by"] = event.side;
    if (!event.request.empty()) out["id"] = event.request;
    out["is"] = kKinds[event.what.index()];
    std::visit(Print{out}, event.what);
    return print_json(out);
}

Result<Event> read_event(std::string_view text) {
    constexpr std::size_t kLongest = 4096;
    const auto object = read_object(text, kLongest);
    if (!object) return object.error();
    std::optional<Error> wrong;
    Fields fields(*object, wrong);
    Event out;
    out.at_ms = fields.number("at", 0, kLatest);
    out.side = fields.has("by") ? static_cast<int>(fields.number("by", 0, 1)) : -1;
    if (fields.has("id")) out.request = fields.text("id", 40);
    const std::size_t kind = fields.word("is", kKinds);
    if (wrong) return *wrong;
    out.what = Reader(*object, wrong).read(kind);
    if (wrong) return *wrong;
    return out;
}

}  // namespace foray::lobby
