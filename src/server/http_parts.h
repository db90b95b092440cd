// What the server says of visitors, requests and answers in the words of Boost.Beast. Only server.cpp includes it: it takes a minute to
// compile.
#pragma once

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <cstring>
#include <ctime>
#include <string>

#include "foray/server/server.h"

namespace foray::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using boost::system::error_code;

using Response = http::response<http::span_body<const char>>;

/// What is counted as one visitor: an address, under IPv6 a network of 64 bits.
inline asio::ip::address visitor(asio::ip::address address) {
    if (!address.is_v6()) return address;
    const auto v6 = address.to_v6();
    if (v6.is_v4_mapped()) return asio::ip::make_address_v4(asio::ip::v4_mapped, v6);
    auto bytes = v6.to_bytes();
    std::fill(bytes.begin() + bytes.size() / 2, bytes.end(), static_cast<unsigned char>(0));
    return v6.is_loopback() ? address : asio::ip::address(asio::ip::address_v6(bytes));
}

/// "Sun, 15 Nov 2026 10:00:00 GMT".
inline std::string date_now() {
    std::array<char, 40> text{};
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    return {text.data(), std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts)};
}

inline Response respond(const Reply& reply, bool keep_alive) {
    Response response;
    response.version(11);
    response.result(static_cast<unsigned>(reply.status));
    response.keep_alive(keep_alive);
    response.set(http::field::date, date_now());
    for (const Header& header : security_headers(reply.embeddable)) response.set(header.name, header.value);
    if (!reply.cache.empty()) response.set(http::field::cache_control, reply.cache);
    if (!reply.etag.empty()) response.set(http::field::etag, reply.etag);
    if (reply.varies) response.set(http::field::vary, "Accept-Encoding");
    if (!reply.location.empty()) response.set(http::field::location, reply.location);
    if (reply.status == 405) response.set(http::field::allow, "GET, HEAD");
    if (reply.status != 304) {
        response.set(http::field::content_type, reply.type);
        if (!reply.encoding.empty()) response.set(http::field::content_encoding, reply.encoding);
        response.content_length(reply.body.size());
        if (!reply.measured_only) response.body() = {reply.body.data(), reply.body.size()};
    }
    return response;
}

/// Whether the request names its host as RFC 9112 (3.2) asks: once, or in HTTP/1.0 perhaps not at all, and in characters of a host.
inline bool names_one_host(const http::request<http::empty_body>& request) {
    const auto hosts = request.equal_range(http::field::host);
    const auto count = std::distance(hosts.first, hosts.second);
    if (count > 1 || (count == 0 && request.version() >= 11)) return false;
    if (count == 0) return true;
    const auto name = hosts.first->value();
    return std::all_of(name.begin(), name.end(),
                       [](char c) { return c > ' ' && c < 127 && std::strchr("\"#/<>?@\\^`{|},", c) == nullptr; });
}

/// How many connections the process has descriptors for, a few left for everything else.
inline std::size_t affordable(std::size_t wanted) {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return wanted;
    limit.rlim_cur = limit.rlim_max;
    (void)::setrlimit(RLIMIT_NOFILE, &limit);
    (void)::getrlimit(RLIMIT_NOFILE, &limit);
    constexpr rlim_t kOthers = 16;
    return limit.rlim_cur <= kOthers + 1 ? 1 : std::min<std::size_t>(wanted, limit.rlim_cur - kOthers);
}

inline std::string url_of(const tcp::endpoint& at) {
    const std::string host = at.address().to_string();
    return "http://" + (at.address().is_v6() ? "[" + host + "]" : host) + ":" + std::to_string(at.port()) + "/";
}

}  // namespace foray::server
