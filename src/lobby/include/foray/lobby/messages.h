// What clients say, as one contract: JSON objects, one a message, of at most kLongestMessage bytes.
// To change it in a way that an older client would not understand, raise kContractVersion.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "foray/board/result.h"
#include "foray/lobby/game.h"

namespace foray::lobby {

inline constexpr int kContractVersion = 1;
inline constexpr std::size_t kLongestMessage = 4096;
inline constexpr std::size_t kLongestRequest = 24;  ///< of the number that a client gives a wish: letters and digits

enum class Ask : std::uint8_t {
    kHello,    ///< who I am; the first message of a connection
    kName,     ///< what I like to be called
    kCreate,   ///< a game for somebody to join
    kJoin,     ///< the other seat of it
    kWatch,    ///< tell me of this game, now and whenever it changes
    kUnwatch,  //
    kMove,     //
    kOffer,    //
    kAnswer,   //
    kResign,   //
    kCallOff,  //
    kClaim,    //
    kSay,      //
    kLobby,    ///< tell me who waits and what is played, or do no longer
    kMine,     ///< my games
    kPerson,   ///< somebody's ratings and games
    kLeaders,  ///< the best of a game
    kPing,     //
    kForget,   ///< my name and my ratings are deleted
};

struct Message {
    Ask ask = Ask::kPing;
    std::string request{};  ///< the client's number for this wish; asking twice with the same one does nothing more
    std::string game{};     ///< an id; of kLeaders a variant
    std::string secret{};   ///< kHello
    std::string name{};     ///< kHello, kName; clean
    Terms terms{};          ///< kCreate
    std::string invitation{};
    int ply = 0;
    std::string move{};
    Offer offer{};
    bool yes = false;
    int phrase = 0;
    std::string person{};
    friend bool operator==(const Message&, const Message&) = default;
};

Result<Message> read_message(std::string_view text);
std::string print_message(const Message& message);

}  // namespace foray::lobby
