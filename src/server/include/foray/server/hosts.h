// Under which names this server may be asked for. A page of elsewhere whose name was made to mean this machine (DNS rebinding) would
// otherwise read here whatever its visitor may read.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "foray/board/result.h"

namespace foray::server {

/// The name in "Example.org:8080", "[::1]" or "localhost.": in small letters, without a port, brackets or a final dot; addresses as the
/// system writes them. Nothing if that is no name and no address.
std::optional<std::string> host_name(std::string_view authority);

/// The name in "https://example.org/foray"; the error says what is wrong.
Result<std::string> host_of_url(std::string_view url);

class Hosts {
public:
    /// Besides the names of this machine for itself (localhost, 127.0.0.0/8, ::1).
    void allow(std::string name) { names_.insert(std::move(name)); }
    /// Whether somebody who asked for `authority` and came to `local_address` is served. An address cannot be made to mean another machine,
    /// so that which the visitor really reached is always right.
    [[nodiscard]] bool serves(std::string_view authority, std::string_view local_address) const;

private:
    std::set<std::string, std::less<>> names_{};
};

}  // namespace foray::server
