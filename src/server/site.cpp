#include "foray/server/site.h"

#include <algorithm>
#include <array>

namespace foray::server {
namespace {

struct Type {
    std::string_view ending;
    std::string_view type;
};

constexpr Type kTypes[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".map", "application/json"},
    {".wasm", "application/wasm"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".gif", "image/gif"},
    {".ico", "image/x-icon"},
    {".webp", "image/webp"},
    {".woff2", "font/woff2"},
    {".webmanifest", "application/manifest+json"},
    {".txt", "text/plain; charset=utf-8"},
    {".xml", "application/xml"},
};

constexpr std::string_view kForEver = "public, max-age=31536000, immutable";
constexpr std::string_view kAskAgain = "no-cache";

/// Nothing from elsewhere; who may show the page in a frame is said behind it.
constexpr std::string_view kPolicy =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; worker-src 'self'; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors ";

/// Whether a target asks for the page as /?embed, with or without more behind it.
bool asks_for_embedding(std::string_view target) {
    const std::size_t mark = target.find('?');
    if (mark == std::string_view::npos || (target.substr(0, mark) != "/" && target.substr(0, mark) != "/index.html")) return false;
    const std::string_view query = target.substr(mark + 1);
    return query.starts_with("embed") && (query.size() == 5 || query[5] == '=' || query[5] == '&' || query[5] == '#');
}

struct ErrorPage {
    int status;
    std::string_view page;
};

constexpr ErrorPage kErrorPages[] = {
    {400, "<!doctype html><html lang=\"en\"><title>400</title><h1>Bad request</h1><p>That was not HTTP.</p></html>\n"},
    {404,
     "<!doctype html><html lang=\"en\"><title>404</title><h1>Not found</h1><p>There is nothing here. "
     "<a href=\"/\">Foray is at the front door.</a></p></html>\n"},
    {405, "<!doctype html><html lang=\"en\"><title>405</title><h1>Method not allowed</h1><p>Only GET and HEAD.</p></html>\n"},
    {421,
     "<!doctype html><html lang=\"en\"><title>421</title><h1>Misdirected request</h1><p>This server is not known by that name. "
     "Whoever runs it can allow the name: foray serve --allow-host NAME</p></html>\n"},
    {431, "<!doctype html><html lang=\"en\"><title>431</title><h1>Request too large</h1></html>\n"},
    {501, "<!doctype html><html lang=\"en\"><title>501</title><h1>Not implemented</h1><p>Unknown transfer coding.</p></html>\n"},
    {503, "<!doctype html><html lang=\"en\"><title>503</title><h1>Too many connections</h1></html>\n"},
};

std::string_view type_of(std::string_view path) {
    for (const Type& one : kTypes) {
        if (path.ends_with(one.ending)) return one.type;
    }
    return "application/octet-stream";
}

bool is_name_character(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
}

/// Whether the bundler put a hash of the contents into the name, such as /assets/index-B3x0fT_k.js: then it never changes.
bool has_hash(std::string_view path) {
    constexpr std::size_t kHashLength = 8;
    if (!path.starts_with("/assets/")) return false;
    const std::string_view name = path.substr(path.rfind('/') + 1);
    const std::size_t dot = name.rfind('.');
    if (dot == std::string_view::npos || dot < kHashLength + 2 || name[dot - kHashLength - 1] != '-') return false;
    const std::string_view hash = name.substr(dot - kHashLength, kHashLength);
    return std::all_of(hash.begin(), hash.end(), is_name_character);
}

/// A strong validator: the bytes' hash (FNV-1a) and their number.
std::string etag_of(std::string_view bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    std::string text = "\"";
    for (int shift = 60; shift >= 0; shift -= 4) text += kDigits[(hash >> shift) & 15];
    return text + "-" + std::to_string(bytes.size()) + "\"";
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

/// Calls f with every element of a comma-separated header until it says true; whether it did.
template <class F>
bool any_of_list(std::string_view list, F f) {
    while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        if (f(trimmed(list.substr(0, comma)))) return true;
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
    return false;
}

/// Whether Accept-Encoding allows `name`: it is named, and not with a weight of nothing.
bool accepts(std::string_view list, std::string_view name) {
    return any_of_list(list, [&](std::string_view one) {
        const std::size_t semicolon = std::min(one.find(';'), one.size());
        if (trimmed(one.substr(0, semicolon)) != name) return false;
        const std::string_view weight = trimmed(one.substr(std::min(semicolon + 1, one.size())));
        return !weight.starts_with("q=0") || weight.find_first_of("123456789") != std::string_view::npos;
    });
}

bool matches(std::string_view if_none_match, std::string_view etag) {
    return any_of_list(if_none_match, [&](std::string_view one) {
        if (one.starts_with("W/")) one.remove_prefix(2);
        return one == "*" || one == etag;
    });
}

}  // namespace

std::span<const Header> security_headers(bool embeddable) {
    static const std::string policy = std::string(kPolicy) + "'none'";
    static const std::string embedded_policy = std::string(kPolicy) + "*";
    static const std::array<Header, 7> strict = {{
        {"Content-Security-Policy", policy},
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cross-Origin-Embedder-Policy", "require-corp"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Permissions-Policy", "camera=(), microphone=(), geolocation=()"},
    }};
    // For the view that an instructor puts into a page of his own: it keeps nothing and has nothing that a press could give away.
    static const std::array<Header, 6> embedded = {{
        {"Content-Security-Policy", embedded_policy},
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Embedder-Policy", "require-corp"},
        {"Cross-Origin-Resource-Policy", "cross-origin"},
        {"Permissions-Policy", "camera=(), microphone=(), geolocation=()"},
    }};
    if (embeddable) return embedded;
    return strict;
}

Site::Site(std::span<const PageFile> files) {
    const auto is_form = [](std::string_view path) { return path.ends_with(".gz") || path.ends_with(".br"); };
    for (const PageFile& file : files) {
        if (is_form(file.path)) continue;
        entries_[std::string(file.path)] =
            Entry{type_of(file.path), has_hash(file.path) ? kForEver : kAskAgain, {file.bytes, etag_of(file.bytes)}};
    }
    for (const PageFile& file : files) {
        if (!is_form(file.path)) continue;
        const auto entry = entries_.find(file.path.substr(0, file.path.size() - 3));
        if (entry == entries_.end()) continue;
        (file.path.ends_with(".gz") ? entry->second.gzip : entry->second.brotli) = Form{file.bytes, etag_of(file.bytes)};
    }
}

Reply Site::error(int status) {
    for (const ErrorPage& page : kErrorPages) {
        if (page.status == status) return {.status = status, .type = kTypes[0].type, .cache = "no-store", .body = page.page};
    }
    return {.status = status};
}

Reply Site::reply(const Request& request) const {
    const bool head = request.method == "HEAD";
    if (!head && request.method != "GET") return error(405);
    if (!request.target.starts_with('/')) return error(400);
    const std::string_view path = request.target.substr(0, request.target.find_first_of("?#"));
    const auto found = path.ends_with('/') ? entries_.find(std::string(path) + "index.html") : entries_.find(path);
    Reply reply;
    if (const auto folder = entries_.find(std::string(path) + "/index.html"); found == entries_.end() && folder != entries_.end()) {
        // A relative link of a page needs to know that the page is a folder's; the answer names it by what is in memory.
        reply = {.status = 302, .type = kTypes[0].type, .cache = kAskAgain};
        reply.location = std::string_view(folder->first).substr(0, path.size() + 1);
    } else if (found == entries_.end()) {
        reply = error(404);
    } else {
        const Entry& entry = found->second;
        const Form* form = &entry.plain;
        if (entry.brotli && accepts(request.accept_encoding, "br")) {
            form = &*entry.brotli;
            reply.encoding = "br";
        } else if (entry.gzip && accepts(request.accept_encoding, "gzip")) {
            form = &*entry.gzip;
            reply.encoding = "gzip";
        }
        reply.type = entry.type;
        reply.cache = entry.cache;
        reply.etag = form->etag;
        reply.varies = entry.brotli || entry.gzip;
        reply.embeddable = asks_for_embedding(request.target);
        reply.body = form->bytes;
        if (matches(request.if_none_match, form->etag)) {
            reply.status = 304;
            reply.body = {};
        }
    }
    reply.measured_only = head;
    return reply;
}

}  // namespace foray::server
