#include "foray/server/hosts.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>

#include "foray/notation/text.h"

namespace foray::server {
namespace {

constexpr std::size_t kLongestName = 253;  // RFC 1035

std::optional<std::string> address(int family, const std::string& text) {
    in6_addr bytes{};  // the larger of the two
    std::array<char, INET6_ADDRSTRLEN> written{};
    if (inet_pton(family, text.c_str(), &bytes) != 1 || inet_ntop(family, &bytes, written.data(), written.size()) == nullptr)
        return std::nullopt;
    return std::string(written.data());
}

bool is_port(std::string_view text) {
    constexpr std::size_t kLongestPort = 5;
    return text.size() <= kLongestPort && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::optional<std::string> host_name(std::string_view authority) {
    if (authority.starts_with('[')) {
        const std::size_t end = authority.find(']');
        if (end == std::string_view::npos) return std::nullopt;
        const std::string_view rest = authority.substr(end + 1);
        if (!rest.empty() && (rest.front() != ':' || !is_port(rest.substr(1)))) return std::nullopt;
        return address(AF_INET6, std::string(authority.substr(1, end - 1)));
    }
    if (std::count(authority.begin(), authority.end(), ':') > 1) return address(AF_INET6, std::string(authority));
    const std::size_t colon = std::min(authority.find(':'), authority.size());
    if (colon < authority.size() && !is_port(authority.substr(colon + 1))) return std::nullopt;
    std::string name(authority.substr(0, colon));
    if (name.ends_with('.')) name.pop_back();
    if (name.empty() || name.size() > kLongestName) return std::nullopt;
    for (char& c : name) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        const bool fits = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
        if (!fits) return std::nullopt;
    }
    if (auto v4 = address(AF_INET, name)) return v4;
    return name;
}

Result<std::string> host_of_url(std::string_view url) {
    for (const std::string_view scheme : {"http://", "https://"}) {
        if (!url.starts_with(scheme)) continue;
        const std::string_view rest = url.substr(scheme.size());
        if (const auto name = host_name(rest.substr(0, rest.find('/')))) return *name;
    }
    return Error{foray::quoted(url) + " is no address of a site such as https://example.org/"};
}

bool Hosts::serves(std::string_view authority, std::string_view local_address) const {
    const auto name = host_name(authority);
    if (!name) return false;
    if (*name == "localhost" || *name == "::1" || *name == local_address || names_.contains(*name)) return true;
    return name->starts_with("127.") && address(AF_INET, *name).has_value();
}

}  // namespace foray::server
