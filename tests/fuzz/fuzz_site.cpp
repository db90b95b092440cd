// Requests for files of a site: the method, the target and the two headers, a line each. Only files of the site are sent.
#include "foray/server/site.h"

#include <array>

#include "fuzz.h"

using namespace foray::server;

void fuzz_one(std::string_view text) {
    static const std::array<PageFile, 4> files = {
        {{"/index.html", "page"}, {"/index.html.gz", "gz"}, {"/assets/a-12345678.js", "js"}, {"/a b.txt", "t"}}};
    static const Site site(files);
    std::array<std::string_view, 4> part{};
    for (std::string_view& one : part) {
        const std::size_t end = text.find('\n');
        one = text.substr(0, end);
        text = end == std::string_view::npos ? "" : text.substr(end + 1);
    }
    const Reply reply = site.reply({part[0], part[1], part[2], part[3]});
    FORAY_FUZZ_CHECK(reply.status >= 200 && reply.status < 600);
}
