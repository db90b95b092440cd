// `foray serve` running beside a test, and a client that sends exactly the bytes it is told to.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace foray::test {

class RunningServer {
public:
    /// Starts `foray serve --port 0` with more arguments and waits until it says where it is.
    RunningServer(const std::string& program, const std::vector<std::string>& arguments);
    ~RunningServer();
    RunningServer(const RunningServer&) = delete;
    RunningServer& operator=(const RunningServer&) = delete;

    [[nodiscard]] int port() const { return port_; }
    [[nodiscard]] const std::string& greeting() const { return greeting_; }
    /// Sends a signal and returns the exit code, 128 + signal if the signal killed it.
    int stop(int signal);

private:
    pid_t child_ = -1;
    int port_ = 0;
    std::string greeting_;
};

/// A connection of its own.
class Client {
public:
    /// From 127.0.0.`host`, with a receive buffer of `buffer` bytes if that is not 0.
    explicit Client(int port, int host = 1, int buffer = 0);
    ~Client();
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    /// False if the other side has gone.
    bool send(const std::string& bytes) const;
    /// What comes until the other side closes, or `enough` bytes, or `ms` milliseconds have passed.
    [[nodiscard]] std::string receive(std::size_t enough = ~std::size_t{0}, int ms = 5000) const;

private:
    int socket_;
};

/// One request over a connection of its own, answered until the server closes it.
std::string exchange(int port, const std::string& bytes, int host = 1);

}  // namespace foray::test
