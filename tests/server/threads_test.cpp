// A server that runs beside other work, as a tournament's does: in a thread of its own, asked by many at once, and ended by a word.
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

#include "foray/server/server.h"
#include "support/serving.h"

namespace foray::server {
namespace {

TEST(ServerThread, AnswersManyThreadsAndEndsWhenItIsTold) {
    const std::vector<PageFile> files = {{"/index.html", "<!doctype html><title>a page</title>"}};
    const Site site(files);
    std::atomic<bool> stop = false;
    std::mutex lock;
    int games = 0;  // what the other work changes while it is shown
    ServerOptions options;
    options.port = 0;
    options.stop = &stop;
    options.make = [&](std::string_view path, std::string_view) -> std::optional<Made> {
        if (path != "/games") return std::nullopt;
        const std::scoped_lock hold(lock);
        return Made{.type = "text/plain", .body = "games: " + std::to_string(games)};
    };
    std::promise<int> listening;
    std::thread server([&] {
        const auto served = serve(site, options, [&](const std::string& url) {
            const std::size_t colon = url.find(':', url.find("//"));
            listening.set_value(std::stoi(url.substr(colon + 1)));
        });
        EXPECT_TRUE(served) << served.error().message();
    });
    const int port = listening.get_future().get();
    std::atomic<int> answered = 0;
    std::vector<std::thread> clients;
    for (int client = 0; client < 4; ++client) {
        clients.emplace_back([&, client] {
            for (int i = 0; i < 10; ++i) {
                {
                    const std::scoped_lock hold(lock);
                    ++games;
                }
                const std::string path = client % 2 == 0 ? "/" : "/games";
                const std::string answer =
                    test::exchange(port, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
                if (answer.starts_with("HTTP/1.1 200 ") && answer.find(client % 2 == 0 ? "a page" : "games: ") != std::string::npos)
                    ++answered;
            }
        });
    }
    for (std::thread& client : clients) client.join();
    EXPECT_EQ(answered, 40);
    EXPECT_EQ(games, 40);
    stop = true;
    server.join();
}

}  // namespace
}  // namespace foray::server
