// Messages of online play, one a line, said by three people to a lobby; and events as a store may hold them. What is understood prints and
// reads back as itself; nothing that is said brings the lobby down.
#include "foray/lobby/lobby.h"
#include "support/memory_ledger.h"

#include "fuzz.h"

using namespace foray;
using namespace foray::lobby;

namespace {

void speak(std::string_view text) {
    test::MemoryLedger ledger;
    Lobby house(ledger, {});
    std::int64_t now = 1'000'000;
    house.start(now);
    ClientId client = 1;
    const std::string secrets[] = {"AAAAAAAAAAAAAAAAAAAAAA", "BBBBBBBBBBBBBBBBBBBBBB", "CCCCCCCCCCCCCCCCCCCCCC"};
    for (const ClientId id : {ClientId{1}, ClientId{2}, ClientId{3}}) {
        const Message hello{.ask = Ask::kHello, .secret = secrets[id - 1]};
        const Input inputs[] = {{id, Input::Kind::kOpened, "here"}, {id, Input::Kind::kSaid, print_message(hello)}};
        (void)house.handle(inputs, now);
    }
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const Input input{client, Input::Kind::kSaid, std::string(text.substr(0, end))};
        for (const Output& one : house.handle(std::span(&input, 1), now)) FORAY_FUZZ_CHECK(!one.text->empty() && one.text->front() == '{');
        text.remove_prefix(std::min(end + 1, text.size()));
        client = client % 3 + 1;
        now += 777;
        (void)house.tick(now);
    }
}

}  // namespace

void fuzz_one(std::string_view text) {
    if (const auto message = read_message(text)) {
        const auto back = read_message(print_message(*message));
        FORAY_FUZZ_CHECK(back && *back == *message);
    }
    if (const auto event = read_event(text)) {
        const auto back = read_event(print_event(*event));
        FORAY_FUZZ_CHECK(back && *back == *event);
    }
    constexpr std::size_t kMost = 4000;
    if (text.size() <= kMost) speak(text);
}
