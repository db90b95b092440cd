#include "foray/lobby/messages.h"

#include <array>

#include "foray/lobby/identity.h"
#include "foray/notation/spec_text.h"
#include "terms_text.h"

namespace foray::lobby {
namespace {

constexpr std::string_view kAsks[] = {"hello",    "name",  "create", "join",  "watch", "unwatch", "move",    "offer", "answer", "resign",
                                      "call-off", "claim", "say",    "lobby", "mine",  "person",  "leaders", "ping",  "forget"};
static_assert(std::size(kAsks) == static_cast<std::size_t>(Ask::kForget) + 1);

bool has_request(Ask ask) {
    switch (ask) {
        case Ask::kCreate:
        case Ask::kJoin:
        case Ask::kMove:
        case Ask::kOffer:
        case Ask::kAnswer:
        case Ask::kResign:
        case Ask::kCallOff:
        case Ask::kClaim:
        case Ask::kSay: return true;
        default: return false;
    }
}
bool has_game(Ask ask) { return (has_request(ask) && ask != Ask::kCreate) || ask == Ask::kWatch || ask == Ask::kUnwatch; }

class Reader {
public:
    Reader(const Json& object, std::optional<Error>& wrong) : object_(object), wrong_(wrong), fields_(object, wrong) {}

    Message read() {
        Message out;
        out.ask = static_cast<Ask>(fields_.word("do", kAsks));
        if (wrong_) return out;
        if (has_request(out.ask)) {
            out.request = plain("id", kLongestRequest);
            if (out.request.empty()) fields_.complain("id", "is none");
        }
        if (has_game(out.ask)) {
            out.game = fields_.text("game", kGameIdLength);
            if (!is_game_id(out.game)) fields_.complain("game", "is no game's id");
        }
        rest(out);
        return out;
    }

private:
    void rest(Message& out) {
        switch (out.ask) {
            case Ask::kHello: hello(out); break;
            case Ask::kName: out.name = name(); break;
            case Ask::kCreate:
                out.terms = read_terms(object_, wrong_);
                if (fields_.has("invitation")) out.invitation = secret("invitation");
                if (!out.terms.open && out.invitation.empty()) fields_.complain("invitation", "missing: the game is not open to everybody");
                break;
            case Ask::kJoin:
                if (fields_.has("invitation")) out.invitation = secret("invitation");
                break;
            case Ask::kMove:
                out.ply = static_cast<int>(fields_.number("ply", 0, 100'000));
                out.move = fields_.text("move", 20);
                break;
            case Ask::kAnswer: out.yes = fields_.flag("yes"); [[fallthrough]];
            case Ask::kOffer: out.offer = static_cast<Offer>(fields_.word("what", kOfferWords)); break;
            case Ask::kSay: out.phrase = static_cast<int>(fields_.number("phrase", 0, kMostPhrases - 1)); break;
            case Ask::kLobby: out.yes = fields_.flag("on"); break;
            case Ask::kPerson: out.person = secret("person"); break;
            case Ask::kLeaders: leaders(out); break;
            default: break;
        }
    }

    void hello(Message& out) {
        if (fields_.number("v", 1, 1000) != kContractVersion && !wrong_) {
            fields_.complain("v", "this server speaks version " + std::to_string(kContractVersion));
        }
        out.secret = secret("me");
        if (fields_.has("name")) out.name = name();
    }

    void leaders(Message& out) {
        out.game = fields_.text("game", 20);
        if (const auto variant = parse_variant(out.game); !variant) fields_.complain("game", variant.error().what);
    }

    std::string plain(const char* key, std::size_t longest) {
        std::string out = fields_.text(key, longest);
        if (!is_plain(out)) fields_.complain(key, "expected letters and digits");
        return out;
    }
    std::string secret(const char* key) {
        std::string out = fields_.text(key, kSecretLength);
        if (!is_secret(out)) fields_.complain(key, "expected " + std::to_string(kSecretLength) + " letters and digits");
        return out;
    }
    std::string name() {
        constexpr std::size_t kLongest = 200;
        const auto out = read_name(fields_.text("name", kLongest));
        if (!out) fields_.complain("name", out.error().what);
        return out ? *out : "";
    }

    const Json& object_;
    std::optional<Error>& wrong_;
    Fields fields_;
};

}  // namespace

Result<Message> read_message(std::string_view text) {
    const auto object = read_object(text, kLongestMessage);
    if (!object) return object.error();
    std::optional<Error> wrong;
    Message out = Reader(*object, wrong).read();
    if (wrong) return *wrong;
    return out;
}

std::string print_message(const Message& message) {
    Json out;
    out["do"] = kAsks[static_cast<std::size_t>(message.ask)];
    if (has_request(message.ask)) out["id"] = message.request;
    if (has_game(message.ask)) out["game"] = message.game;
    switch (message.ask) {
        case Ask::kHello:
            out["v"] = kContractVersion;
            out["me"] = message.secret;
            [[fallthrough]];
        case Ask::kName: out["name"] = message.name; break;
        case Ask::kCreate: out.update(json_of(message.terms)); [[fallthrough]];
        case Ask::kJoin:
            if (!message.invitation.empty()) out["invitation"] = message.invitation;
            break;
        case Ask::kMove:
            out["ply"] = message.ply;
            out["move"] = message.move;
            break;
        case Ask::kAnswer: out["yes"] = message.yes; [[fallthrough]];
        case Ask::kOffer: out["what"] = kOfferWords[static_cast<std::size_t>(message.offer)]; break;
        case Ask::kSay: out["phrase"] = message.phrase; break;
        case Ask::kLobby: out["on"] = message.yes; break;
        case Ask::kPerson: out["person"] = message.person; break;
        case Ask::kLeaders: out["game"] = message.game; break;
        default: break;
    }
    return print_json(out);
}

}  // namespace foray::lobby
