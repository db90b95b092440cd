// Serves a site over HTTP/1.1 to whoever connects, in one thread.
//
// Clients are not trusted: a request has a largest size and a longest duration, a connection that does not go on reading its answer is
// closed. There is a most of connections, and one address gets a share of them; when they are used up the oldest one that asks for nothing
// makes room for the newest. Of the answers that go on, the address that has the most gives one up for an address that has fewer. An
// address is a network of 64 bits under IPv6, which one visitor has for himself. What is no HTTP gets 400 and the connection is closed.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "foray/board/result.h"
#include "foray/server/hosts.h"
#include "foray/server/site.h"

namespace foray::server {

struct ServerOptions {
    std::string host = "127.0.0.1";              ///< an address, or "localhost"
    std::uint16_t port = 8080;                   ///< 0: any free one
    std::chrono::milliseconds patience{10'000};  ///< for one request, for a piece of an answer, and between two requests
    std::size_t most_connections = 512;
    Maker make{};   ///< asked before the site is
    Hosts hosts{};  ///< the names that it answers to, besides its own address and those of this machine for itself; others get 421
    /// Set: it ends when this becomes true, after a last word to those who watch, and leaves signals alone.
    const std::atomic<bool>* stop = nullptr;
};

/// Whether only this machine can reach what listens there; false for what is no address.
bool is_loopback(const std::string& host);

/// Serves until the process gets SIGINT, SIGTERM or SIGHUP, or is told to stop. `on_listening` hears the address as soon as clients may
/// come. An error says why there is nothing to be served at all: the port is taken, the address is not ours.
Result<bool> serve(const Site& site, const ServerOptions& options, const std::function<void(const std::string& url)>& on_listening);

}  // namespace foray::server
