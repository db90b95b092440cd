// Whom the server answers: only who asks for it by a name of its own, and everybody a little of what is scarce.
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "foray/server/hosts.h"
#include "foray/server/server.h"
#include "support/cli.h"
#include "support/paths.h"
#include "support/serving.h"

namespace foray {
namespace {

using server::host_name;
using server::Hosts;

TEST(Hosts, NamesAreReadStrictly) {
    EXPECT_EQ(host_name("Example.ORG:8080"), "example.org");
    EXPECT_EQ(host_name("example.org."), "example.org");
    EXPECT_EQ(host_name("[::1]:80"), "::1");
    EXPECT_EQ(host_name("[0:0:0:0:0:0:0:1]"), "::1");
    EXPECT_EQ(host_name("127.0.0.1"), "127.0.0.1");
    for (const char* wrong : {"", ":80", "a b", "a:b", "a:123456", "[::1", "[::1]x", "[x]", "a/b", "user@a", "\x7f", "::1::2"}) {
        EXPECT_FALSE(host_name(wrong)) << wrong;
    }
    EXPECT_FALSE(host_name(std::string(300, 'a')));
    EXPECT_EQ(server::host_of_url("https://foray.example.org:443/x").value(), "foray.example.org");
    for (const char* wrong : {"foray.example.org", "ftp://a/", "https:///", "http://user@evil/"})
        EXPECT_FALSE(server::host_of_url(wrong)) << wrong;
}

TEST(Hosts, OnlyOwnNamesAreServed) {
    Hosts hosts;
    hosts.allow("foray.example.org");
    for (const char* own : {"localhost", "LOCALHOST:1", "127.0.0.1:8080", "127.1.2.3", "[::1]:9", "foray.example.org", "192.0.2.7:80"}) {
        EXPECT_TRUE(hosts.serves(own, "192.0.2.7")) << own;
    }
    for (const char* other : {"evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "foray.example.org.evil", "192.0.2.8",
                              "127.evil", "[::2]", "0", "2130706433", "0x7f.1", ""}) {
        EXPECT_FALSE(hosts.serves(other, "192.0.2.7")) << other;
    }
}

std::string status_of(const test::RunningServer& server, const std::string& target, const std::string& host) {
    const std::string answer = test::exchange(server.port(), "GET " + target + " HTTP/1.1\r\n" + host + "Connection: close\r\n\r\n");
    return answer.substr(0, answer.find("\r\n"));
}

/// A page of elsewhere whose name was made to mean this machine reads nothing here.
TEST(Rebinding, OtherNamesGet421) {
    const std::string folder = test::scratch_folder();
    std::ofstream(folder + "/index.html") << "<p>hello</p>";
    const test::RunningServer server(test::kForay,
                                     {"--from", folder, "--public-url", "https://foray.example.org/", "--allow-host", "other.example"});
    const std::string port = ":" + std::to_string(server.port());
    for (const std::string host : {"localhost", "127.0.0.1", "foray.example.org", "Other.Example"}) {
        EXPECT_EQ(status_of(server, "/", "Host: " + host + "\r\n"), "HTTP/1.1 200 OK") << host;
        EXPECT_EQ(status_of(server, "/", "Host: " + host + port + "\r\n"), "HTTP/1.1 200 OK") << host;
    }
    const std::vector<std::string> others = {"evil.example", "evil.example" + port, "localhost.evil.example", "192.0.2.1"};
    for (const std::string& host : others) {
        EXPECT_EQ(status_of(server, "/", "Host: " + host + "\r\n"), "HTTP/1.1 421 Misdirected Request") << host;
        EXPECT_EQ(status_of(server, "/index.html", "Host: " + host + "\r\n"), "HTTP/1.1 421 Misdirected Request") << host;
    }
    EXPECT_EQ(status_of(server, "http://evil.example/", "Host: localhost\r\n"), "HTTP/1.1 421 Misdirected Request");
    // The command says what it cannot allow.
    for (const auto& [option, value] : {std::pair("--public-url", "foray.example.org"), std::pair("--allow-host", "a b")}) {
        const auto run = test::run_foray({"serve", "--from", folder, option, value});
        EXPECT_EQ(run.exit_code, 2);
        EXPECT_NE(run.err.find(option), std::string::npos) << run.err;
    }
}

/// A server in a thread of this program, whose only answer goes on for ever.
class Events {
public:
    Events() {
        options_.port = 0;
        options_.most_connections = 16;  // of which one address gets four, and eight may go on
        options_.stop = &stop_;
        options_.make = [](std::string_view path, std::string_view) -> std::optional<server::Made> {
            if (path != "/events") return std::nullopt;
            return server::Made{.more = [said = false]() mutable { return std::exchange(said, true) ? "" : "news"; }};
        };
        thread_ = std::thread([this] {
            (void)server::serve(site_, options_, [this](const std::string& url) {
                port_ = std::stoi(url.substr(url.rfind(':') + 1));
                port_.notify_all();
            });
        });
        port_.wait(0);
    }
    Events(const Events&) = delete;
    Events& operator=(const Events&) = delete;
    ~Events() {
        stop_ = true;
        thread_.join();
    }
    [[nodiscard]] int port() const { return port_; }

private:
    server::Site site_{{}};
    server::ServerOptions options_;
    std::atomic<bool> stop_{false};
    std::atomic<int> port_{0};
    std::thread thread_;
};

TEST(EventStreams, HeadIsAnsweredWithoutTheStream) {
    const Events events;
    const std::string answer = test::exchange(events.port(), "HEAD /events HTTP/1.1\r\nHost: localhost\r\n\r\n");
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 200 OK\r\n")) << answer;
    EXPECT_NE(answer.find("Content-Type: text/event-stream"), std::string::npos);
    EXPECT_EQ(answer.find("Content-Length"), std::string::npos);
    EXPECT_TRUE(answer.ends_with("\r\n\r\n")) << answer;
    EXPECT_EQ(answer.find("news"), std::string::npos);
}

/// Two addresses hold all that there is; a third is served all the same, and they are not served any more of it.
TEST(EventStreams, AFewAddressesCannotTakeAll) {
    const Events events;
    const std::string request = "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n";
    std::vector<std::unique_ptr<test::Client>> greedy;
    for (int i = 0; i < 8; ++i) {
        greedy.push_back(std::make_unique<test::Client>(events.port(), 2 + i % 2));
        ASSERT_TRUE(greedy.back()->send(request));
        ASSERT_NE(greedy.back()->receive(15).find("200 OK"), std::string::npos) << i;
    }
    const test::Client third(events.port(), 4);
    ASSERT_TRUE(third.send(request));
    EXPECT_EQ(third.receive(15).substr(0, 15), "HTTP/1.1 200 OK");
    // One of the first two has lost its oldest, and gets it back at nobody's cost.
    int ended = 0;
    for (const auto& one : greedy)
        ended += one->receive(~std::size_t{0}, 300).find("data: news") != std::string::npos && !one->send("x") ? 1 : 0;
    EXPECT_LE(ended, 1);
    for (const int host : {2, 3}) {
        const test::Client more(events.port(), host);
        ASSERT_TRUE(more.send(request));
        const std::string answer = more.receive(15);
        EXPECT_TRUE(answer.empty() || answer.starts_with("HTTP/1.1 503 ")) << answer;
    }
    const test::Client fourth(events.port(), 5);
    ASSERT_TRUE(fourth.send(request));
    EXPECT_EQ(fourth.receive(15).substr(0, 15), "HTTP/1.1 200 OK");
}

}  // namespace
}  // namespace foray
