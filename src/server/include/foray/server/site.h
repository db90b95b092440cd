// The web page in memory, and what a request for one of its files is answered with. Knows HTTP's words, but no sockets.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace foray::server {

/// A file of the page: its path from the root of the site ("/index.html") and its bytes, which must outlive the site. NAME.gz and
/// NAME.br are NAME in a smaller form.
struct PageFile {
    std::string_view path;
    std::string_view bytes;
};

/// The page that was built into the program; nothing if web/dist did not exist when it was built.
std::span<const PageFile> built_in_page();

struct Request {
    std::string_view method;
    std::string_view target;
    std::string_view accept_encoding{};
    std::string_view if_none_match{};
};

/// Empty texts stand for headers that are not sent. Points into the site.
struct Reply {
    int status = 200;
    std::string_view type{};
    std::string_view encoding{};
    std::string_view etag{};
    std::string_view cache{};
    std::string_view body{};
    std::string_view location{};  ///< where to look instead, of a 302
    bool varies = false;          ///< whether another client could be sent another encoding
    bool embeddable = false;      ///< whether other pages may show it in a frame
    bool measured_only = false;   ///< the answer to HEAD: the length of the body is told, the body is not
};

/// An answer that is made when it is asked for, and belongs to whoever asked.
struct Made {
    int status = 200;
    std::string_view type = "text/html; charset=utf-8";
    std::string body{};
    std::string location{};
    /// Of an answer that goes on (server-sent events): what to say now; empty if there is nothing new.
    std::function<std::string()> more{};
};
/// What a site answers beyond its files, by path and query; nothing: it is no business of his. Called in the server's thread.
using Maker = std::function<std::optional<Made>(std::string_view path, std::string_view query)>;

struct Header {
    std::string_view name;
    std::string_view value;
};
/// Sent with every reply: nothing is loaded from elsewhere or run from elsewhere, and only what is embeddable is shown inside another page.
std::span<const Header> security_headers(bool embeddable);

class Site {
public:
    explicit Site(std::span<const PageFile> files);

    [[nodiscard]] Reply reply(const Request& request) const;
    /// The answer to what is no request at all.
    [[nodiscard]] static Reply error(int status);
    [[nodiscard]] std::size_t files() const { return entries_.size(); }

private:
    struct Form {
        std::string_view bytes;
        std::string etag;
    };
    struct Entry {
        std::string_view type;
        std::string_view cache;
        Form plain;
        std::optional<Form> gzip{};
        std::optional<Form> brotli{};
    };
    std::map<std::string, Entry, std::less<>> entries_;
};

}  // namespace foray::server
