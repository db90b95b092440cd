// The page's server: what it answers, and that nobody can make it stop answering others.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "foray/server/server.h"
#include "foray/server/site.h"
#include "support/cli.h"
#include "support/paths.h"
#include "support/serving.h"

namespace foray {
namespace {

using server::PageFile;
using server::Reply;
using server::Site;

const PageFile kPage[] = {
    {"/index.html", "<p>hello</p>"}, {"/index.html.gz", "gzipped"}, {"/index.html.br", "brotli"}, {"/assets/index-B3x0fT_k.js", "run()"},
    {"/assets/plain.js", "plain()"}, {"/foray.wasm", "\0asm"},      {"/sw.js", "self"},           {"/stray.gz", "of nothing"},
    {"/app.webmanifest", "{}"},
};

TEST(Site, KnowsTypesAndCaching) {
    const Site site(kPage);
    EXPECT_EQ(site.reply({"GET", "/"}).type, "text/html; charset=utf-8");
    EXPECT_EQ(site.reply({"GET", "/"}).cache, "no-cache");
    EXPECT_EQ(site.reply({"GET", "/sw.js"}).cache, "no-cache");
    EXPECT_EQ(site.reply({"GET", "/assets/plain.js"}).cache, "no-cache");
    EXPECT_EQ(site.reply({"GET", "/assets/index-B3x0fT_k.js"}).cache, "public, max-age=31536000, immutable");
    EXPECT_EQ(site.reply({"GET", "/assets/index-B3x0fT_k.js"}).type, "text/javascript; charset=utf-8");
    EXPECT_EQ(site.reply({"GET", "/foray.wasm"}).type, "application/wasm");
    EXPECT_EQ(site.reply({"GET", "/app.webmanifest"}).type, "application/manifest+json");
    EXPECT_EQ(site.reply({"GET", "/index.html?x=1"}).body, "<p>hello</p>");
}

TEST(Site, SendsTheFormThatTheClientAccepts) {
    const Site site(kPage);
    const auto encoding = [&](std::string_view accepted) {
        return site.reply({.method = "GET", .target = "/", .accept_encoding = accepted}).encoding;
    };
    EXPECT_EQ(encoding(""), "");
    EXPECT_EQ(encoding("deflate"), "");
    EXPECT_EQ(encoding("gzip"), "gzip");
    EXPECT_EQ(encoding("gzip, deflate, br"), "br");
    EXPECT_EQ(encoding("br;q=0, gzip;q=0.5"), "gzip");
    EXPECT_EQ(encoding("br; q=0.0 ,gzip ; q=0"), "");
    EXPECT_EQ(encoding(",,;;q=,"), "");
    EXPECT_EQ(site.reply({.method = "GET", .target = "/", .accept_encoding = "br"}).body, "brotli");
    EXPECT_TRUE(site.reply({"GET", "/"}).varies);
    EXPECT_FALSE(site.reply({"GET", "/sw.js"}).varies);
}

TEST(Site, RevalidatesByTag) {
    const Site site(kPage);
    const Reply plain = site.reply({"GET", "/"});
    const Reply gzip = site.reply({.method = "GET", .target = "/", .accept_encoding = "gzip"});
    EXPECT_NE(plain.etag, gzip.etag);
    const auto status = [&](const std::string& tags) { return site.reply({.method = "GET", .target = "/", .if_none_match = tags}).status; };
    EXPECT_EQ(status(std::string(plain.etag)), 304);
    EXPECT_EQ(status("\"x\", W/" + std::string(plain.etag)), 304);
    EXPECT_EQ(status("*"), 304);
    EXPECT_EQ(status(std::string(gzip.etag)), 200);
    EXPECT_EQ(status("\"\""), 200);
}

TEST(Site, RefusesTheRest) {
    const Site site(kPage);
    EXPECT_EQ(site.reply({"POST", "/"}).status, 405);
    EXPECT_EQ(site.reply({"get", "/"}).status, 405);
    EXPECT_EQ(site.reply({"GET", ""}).status, 400);
    EXPECT_EQ(site.reply({"GET", "http://elsewhere/"}).status, 400);
    for (const char* target : {"/nothing", "/../etc/passwd", "//index.html", "/index.html.gz", "/stray.gz", "/assets/", "/%2e"}) {
        EXPECT_EQ(site.reply({"GET", target}).status, 404) << target;
    }
}

TEST(Site, ShowsFoldersByTheirIndex) {
    const PageFile files[] = {{"/index.html", "front"}, {"/docs/index.html", "docs"}, {"/docs/a/b.html", "b"}};
    const Site site(files);
    EXPECT_EQ(site.reply({"GET", "/docs/"}).body, "docs");
    const Reply moved = site.reply({"GET", "/docs?x"});
    EXPECT_EQ(moved.status, 302);
    EXPECT_EQ(moved.location, "/docs/");
    EXPECT_EQ(site.reply({"GET", "/docs/a"}).status, 404);
    EXPECT_EQ(site.reply({"GET", "/docs/a/"}).status, 404);
    EXPECT_EQ(site.reply({"GET", "/docs/a/b.html"}).body, "b");
}

// --- the real thing

std::string page_folder() {
    const std::string folder = test::scratch_folder();
    std::filesystem::create_directory(folder + "/assets");
    std::ofstream(folder + "/index.html") << "<p>hello</p>";
    std::ofstream(folder + "/index.html.gz") << "gzipped";
    std::ofstream(folder + "/assets/big-01234567.js") << std::string(3'000'000, 'x');
    return folder;
}

class Serve : public testing::Test {
protected:
    test::RunningServer server_{test::kForay, {"--from", page_folder(), "--timeout", "0.7"}};

    [[nodiscard]] std::string ask(const std::string& bytes) const { return test::exchange(server_.port(), bytes); }
    /// A request that the server answers and ends the connection after.
    [[nodiscard]] std::string get(const std::string& path, const std::string& headers = "", const std::string& method = "GET") const {
        return ask(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + headers + "\r\n");
    }
    void expect_alive() const { EXPECT_EQ(get("/").substr(0, 15), "HTTP/1.1 200 OK"); }
};

std::string body_of(const std::string& response) {
    const std::size_t end = response.find("\r\n\r\n");
    return end == std::string::npos ? "" : response.substr(end + 4);
}

std::string header_of(const std::string& response, const std::string& name) {
    const std::size_t at = response.find("\r\n" + name + ": ");
    if (at == std::string::npos) return "";
    const std::size_t begin = at + name.size() + 4;
    return response.substr(begin, response.find("\r\n", begin) - begin);
}

TEST_F(Serve, SendsThePageWithItsHeaders) {
    EXPECT_EQ(server_.greeting(), "Foray is at http://127.0.0.1:" + std::to_string(server_.port()) + "/");
    const std::string page = get("/");
    EXPECT_EQ(page.substr(0, 17), "HTTP/1.1 200 OK\r\n");
    EXPECT_EQ(body_of(page), "<p>hello</p>");
    EXPECT_EQ(header_of(page, "Content-Length"), "12");
    EXPECT_EQ(header_of(page, "Content-Type"), "text/html; charset=utf-8");
    EXPECT_EQ(header_of(page, "Cache-Control"), "no-cache");
    EXPECT_EQ(header_of(page, "X-Content-Type-Options"), "nosniff");
    EXPECT_EQ(header_of(page, "Referrer-Policy"), "no-referrer");
    EXPECT_EQ(header_of(page, "Cross-Origin-Opener-Policy"), "same-origin");
    EXPECT_EQ(header_of(page, "Cross-Origin-Embedder-Policy"), "require-corp");
    EXPECT_EQ(
        header_of(page, "Content-Security-Policy").rfind("default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; ", 0),
        0U);
    const auto ends_with = [](const std::string& text, const std::string& end) { return text.ends_with(end); };
    EXPECT_TRUE(ends_with(header_of(page, "Content-Security-Policy"), "; frame-ancestors 'none'"));
    // The embeddable view, and only it, may be shown by other pages.
    for (const char* target : {"/?embed", "/?embed&x=1", "/index.html?embed=1"}) {
        const std::string embedded = get(target);
        EXPECT_EQ(body_of(embedded), "<p>hello</p>") << target;
        EXPECT_TRUE(ends_with(header_of(embedded, "Content-Security-Policy"), "; frame-ancestors *")) << target;
        EXPECT_EQ(header_of(embedded, "Cross-Origin-Resource-Policy"), "cross-origin") << target;
    }
    for (const char* target : {"/?embedded", "/?x=embed", "/assets/big-01234567.js?embed", "/nothing?embed"})
        EXPECT_TRUE(ends_with(header_of(get(target), "Content-Security-Policy"), "; frame-ancestors 'none'")) << target;
    const std::string gzip = get("/", "Accept-Encoding: gzip, deflate\r\n");
    EXPECT_EQ(header_of(gzip, "Content-Encoding"), "gzip");
    EXPECT_EQ(header_of(gzip, "Vary"), "Accept-Encoding");
    EXPECT_EQ(body_of(gzip), "gzipped");
    EXPECT_EQ(body_of(get("/assets/big-01234567.js")).size(), 3'000'000U);
}

TEST_F(Serve, AnswersHeadAndTagsAndMistakes) {
    const std::string head = get("/", "", "HEAD");
    EXPECT_EQ(header_of(head, "Content-Length"), "12");
    EXPECT_EQ(body_of(head), "");
    const std::string again = get("/", "If-None-Match: " + header_of(head, "ETag") + "\r\n");
    EXPECT_EQ(again.substr(0, 13), "HTTP/1.1 304 ");
    EXPECT_EQ(body_of(again), "");
    EXPECT_EQ(header_of(again, "ETag"), header_of(head, "ETag"));
    EXPECT_EQ(get("/nothing").substr(0, 13), "HTTP/1.1 404 ");
    EXPECT_NE(get("/nothing").find("<html"), std::string::npos);
    const std::string post = ask("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n" + std::string(30'000, 'a'));
    EXPECT_EQ(post.substr(0, 13), "HTTP/1.1 405 ");
    EXPECT_EQ(header_of(post, "Allow"), "GET, HEAD");
    EXPECT_EQ(get("/", "Content-Length: 5\r\n").substr(0, 13), "HTTP/1.1 400 ");
    EXPECT_EQ(get("/", "", "BREW").substr(0, 13), "HTTP/1.1 405 ");
}

TEST_F(Serve, KeepsConnectionsAndPipelines) {
    const test::Client client(server_.port());
    const std::string request = "GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n";
    ASSERT_TRUE(client.send(request));
    const std::string one = client.receive(~std::size_t{0}, 200);
    EXPECT_EQ(one.substr(0, 13), "HTTP/1.1 404 ");
    ASSERT_TRUE(client.send(request + request + request));
    EXPECT_EQ(client.receive(3 * one.size(), 2000).size(), 3 * one.size());
    // HTTP/1.0 without keep-alive ends after the answer.
    EXPECT_EQ(body_of(ask("GET / HTTP/1.0\r\n\r\n")), "<p>hello</p>");
}

TEST_F(Serve, SurvivesWhatIsNoHttp) {
    const std::string wrongs[] = {
        "\r\n\r\n\r\n",
        "hello\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "GET  / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nno colon\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n",
        std::string("GET /\0 HTTP/1.1\r\n\r\n", 19),
        "\x16\x03\x01\x02",  // somebody tries TLS
        std::string(1000, '\xff'),
    };
    for (const std::string& wrong : wrongs) {
        const std::string answer = ask(wrong);
        EXPECT_TRUE(answer.empty() || answer.substr(0, 12) == "HTTP/1.1 400") << wrong << "\n" << answer;
    }
    EXPECT_EQ(ask("GET / HTTP/1.1\r\nX: " + std::string(20'000, 'x') + "\r\n\r\n").substr(0, 13), "HTTP/1.1 431 ");
    EXPECT_EQ(ask("GET /" + std::string(20'000, 'x')).substr(0, 13), "HTTP/1.1 431 ");
    expect_alive();
}

TEST_F(Serve, SendsSlowClientsAway) {
    using Clock = std::chrono::steady_clock;
    const test::Client silent(server_.port());
    const test::Client dripping(server_.port());
    bool open = true;
    for (const char c : std::string("GET / HTTP/1.1\r\nHost: somewhere-far-away\r\n")) {
        open = open && dripping.send(std::string(1, c));
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    // Both were closed at their deadline, long before the drip came to its end; others were served meanwhile.
    EXPECT_FALSE(open && dripping.send("\r\n") && !dripping.receive().empty());
    const auto begin = Clock::now();
    EXPECT_EQ(silent.receive(), "");
    EXPECT_LT(Clock::now() - begin, std::chrono::seconds(4));  // it was closed already, or receive would have waited for five
    expect_alive();
    // One that asks for much and reads nothing.
    const test::Client deaf(server_.port());
    for (int i = 0; i < 20; ++i) (void)deaf.send("GET /assets/big-01234567.js HTTP/1.1\r\nHost: localhost\r\n\r\n");
    expect_alive();
}

constexpr const char* kAskForPage = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
constexpr const char* kAskForMuch = "GET /assets/big-01234567.js HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

using Crowd = std::vector<std::unique_ptr<test::Client>>;

TEST(ServeCommand, WhoAsksForNothingMakesRoom) {
    const test::RunningServer server(test::kForay, {"--from", page_folder(), "--timeout", "30"});
    Crowd crowd;
    for (int i = 0; i < 600; ++i) crowd.push_back(std::make_unique<test::Client>(server.port()));
    EXPECT_EQ(test::exchange(server.port(), kAskForPage).substr(0, 13), "HTTP/1.1 200 ");
    EXPECT_EQ(test::exchange(server.port(), kAskForPage, 2).substr(0, 13), "HTTP/1.1 200 ");
}

TEST(ServeCommand, OneAddressCannotTakeEveryPlace) {
    const test::RunningServer server(test::kForay, {"--from", page_folder(), "--timeout", "6"});
    const auto status = [&](int host) {
        const test::Client client(server.port(), host);
        (void)client.send(kAskForPage);
        return client.receive(13, 20'000);
    };
    Crowd crowd;
    for (int i = 0; i < 200; ++i) {
        crowd.push_back(std::make_unique<test::Client>(server.port(), 1, 4096));
        (void)crowd.back()->send(kAskForMuch);  // and reads nothing
    }
    EXPECT_EQ(status(2), "HTTP/1.1 200 ");
    EXPECT_EQ(status(1), "HTTP/1.1 503 ");
    // Whoever takes nothing of his answer is sent away, and the places are free again.
    for (int i = 0; i < 200 && status(1) != "HTTP/1.1 200 "; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_EQ(status(1), "HTTP/1.1 200 ");
}

TEST(ServeCommand, ASteadyReaderGetsAllOfIt) {
    const std::string folder = page_folder();
    constexpr std::size_t kSize = 12'000'000;
    std::ofstream(folder + "/assets/big-01234567.js") << std::string(kSize, 'x');
    const test::RunningServer server(test::kForay, {"--from", folder, "--timeout", "1"});
    const test::Client slow(server.port(), 1, 16 * 1024);
    ASSERT_TRUE(slow.send(kAskForMuch));
    std::size_t got = 0;
    for (std::string piece = slow.receive(200'000); !piece.empty(); piece = slow.receive(200'000)) {
        got += piece.size();
        std::this_thread::sleep_for(std::chrono::milliseconds(50));  // 60 pieces: three times the patience at least
    }
    EXPECT_GE(got, kSize);
}

TEST_F(Serve, WantsOneHostAndKnownCodings) {
    EXPECT_EQ(ask("GET / HTTP/1.1\r\nConnection: close\r\n\r\n").substr(0, 13), "HTTP/1.1 400 ");
    EXPECT_EQ(get("/", "Host: y\r\n").substr(0, 13), "HTTP/1.1 400 ");
    EXPECT_EQ(ask("GET / HTTP/1.1\r\nHost: a b\r\n\r\n").substr(0, 13), "HTTP/1.1 400 ");
    EXPECT_EQ(get("/", "Transfer-Encoding: gzip\r\n").substr(0, 13), "HTTP/1.1 501 ");
    EXPECT_EQ(ask("GET / HTTP/1.1\r\nHost: [::1]:8080\r\nConnection: close\r\n\r\n").substr(0, 13), "HTTP/1.1 200 ");
}

TEST(ServeCommand, ServesNothingHiddenAndNothingElsewhere) {
    const std::string folder = page_folder();
    const std::string elsewhere = test::scratch_folder();
    std::ofstream(elsewhere + "/secret") << "secret";
    std::ofstream(folder + "/.env") << "secret";
    std::filesystem::create_directory(folder + "/.git");
    std::ofstream(folder + "/.git/config") << "secret";
    std::filesystem::create_symlink("index.html", folder + "/home.html");
    std::filesystem::create_symlink(elsewhere + "/secret", folder + "/out");
    std::filesystem::create_symlink(".env", folder + "/hidden");
    std::filesystem::create_symlink(elsewhere, folder + "/folder");
    const test::RunningServer server(test::kForay, {"--from", folder});
    const auto get = [&](const std::string& path) {
        return test::exchange(server.port(), "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    };
    EXPECT_EQ(body_of(get("/home.html")), "<p>hello</p>");
    for (const char* path : {"/.env", "/.git/config", "/out", "/hidden", "/folder/secret"}) {
        EXPECT_EQ(get(path).substr(0, 13), "HTTP/1.1 404 ") << path;
    }
}

TEST(ServeCommand, KnowsWhoCanReachIt) {
    EXPECT_TRUE(server::is_loopback("localhost"));
    EXPECT_TRUE(server::is_loopback("127.0.0.1"));
    EXPECT_TRUE(server::is_loopback("::1"));
    EXPECT_FALSE(server::is_loopback("0.0.0.0"));
    EXPECT_FALSE(server::is_loopback("::"));
}

TEST_F(Serve, EndsInPeace) {
    const test::Client open(server_.port());
    EXPECT_EQ(server_.stop(SIGTERM), 0);
}

TEST_F(Serve, EndsInPeaceWhenInterrupted) { EXPECT_EQ(server_.stop(SIGINT), 0); }

TEST_F(Serve, EndsInPeaceWhenItsTerminalCloses) { EXPECT_EQ(server_.stop(SIGHUP), 0); }

TEST_F(Serve, SaysThatAPortIsTaken) {
    const std::string port = std::to_string(server_.port());
    EXPECT_EQ(test::refusal({"serve", "--from", page_folder(), "--port", port}), "foray: port " + port + " is in use\n");
}

TEST(ServeCommand, RefusesWrongUse) {
    EXPECT_EQ(test::refusal({"serve", "--from", "/nowhere"}), "foray: --from: there is no /nowhere/index.html\n");
    EXPECT_EQ(test::refusal({"serve", "--from", page_folder(), "--host", "somewhere"}),
              "foray: 'somewhere' is not an address such as 127.0.0.1\n");
    EXPECT_NE(test::refusal({"serve", "--port", "70000"}).find("--port"), std::string::npos);
}

/// The page inside the program, if it was there when the program was built.
TEST(ServeCommand, ServesTheBuiltInPageOrSaysThatThereIsNone) {
    if (server::built_in_page().empty()) {
        EXPECT_NE(test::refusal({"serve", "--port", "0"}).find("script/page"), std::string::npos);
        return;
    }
    const test::RunningServer server(test::kForay, {});
    const std::string page = test::exchange(server.port(), "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    EXPECT_EQ(page.substr(0, 15), "HTTP/1.1 200 OK");
    EXPECT_NE(page.find("<!doctype html>"), std::string::npos);
}

TEST(ServeDocumentation, IsShownBesideThePage) {
    const std::string docs = test::scratch_folder();
    std::ofstream(docs + "/index.html") << "<p>the docs</p>";
    const auto get = [](const test::RunningServer& server, const std::string& path) {
        return test::exchange(server.port(), "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    };
    const test::RunningServer with(test::kForay, {"--from", page_folder(), "--docs", docs});
    EXPECT_NE(get(with, "/docs/").find("<p>the docs</p>"), std::string::npos);
    EXPECT_NE(get(with, "/").find("<p>hello</p>"), std::string::npos);
    const std::string moved = get(with, "/docs");
    EXPECT_NE(moved.find(" 302 "), std::string::npos) << moved;
    EXPECT_NE(moved.find("Location: /docs/\r\n"), std::string::npos) << moved;
    const test::RunningServer without(test::kForay, {"--from", page_folder(), "--docs", "none"});
    EXPECT_NE(get(without, "/docs/").find(" 404 "), std::string::npos);
    EXPECT_EQ(test::refusal({"serve", "--from", page_folder(), "--docs", page_folder() + "/none"}).find("foray: --docs: there is no "), 0U);
}

}  // namespace
}  // namespace foray
