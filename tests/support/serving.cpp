#include "support/serving.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <stdexcept>

namespace foray::test {

RunningServer::RunningServer(const std::string& program, const std::vector<std::string>& arguments) {
    std::array<int, 2> out{};
    if (pipe2(out.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe");
    child_ = fork();
    if (child_ == 0) {
        dup2(out[1], STDOUT_FILENO);
        std::vector<std::string> words = {program, "serve", "--port", "0"};
        words.insert(words.end(), arguments.begin(), arguments.end());
        std::vector<char*> argv;
        for (std::string& word : words) argv.push_back(word.data());
        argv.push_back(nullptr);
        execv(program.c_str(), argv.data());
        _exit(127);
    }
    close(out[1]);
    for (char c = 0; read(out[0], &c, 1) == 1 && c != '\n';) greeting_ += c;
    close(out[0]);
    const std::size_t colon = greeting_.rfind(':');
    if (colon == std::string::npos) throw std::runtime_error("the server did not say where it is: " + greeting_);
    port_ = std::stoi(greeting_.substr(colon + 1));
}

RunningServer::~RunningServer() {
    if (child_ > 0) stop(SIGKILL);
}

int RunningServer::stop(int signal) {
    kill(child_, signal);
    int status = 0;
    waitpid(child_, &status, 0);
    child_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

Client::Client(int port, int host, int buffer) : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    if (buffer != 0) setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &buffer, sizeof buffer);
    sockaddr_in from{};
    from.sin_family = AF_INET;
    from.sin_addr.s_addr = htonl(INADDR_LOOPBACK - 1 + static_cast<std::uint32_t>(host));
    if (bind(socket_, reinterpret_cast<sockaddr*>(&from), sizeof from) != 0) throw std::runtime_error("bind");
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(static_cast<std::uint16_t>(port));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(socket_, reinterpret_cast<sockaddr*>(&to), sizeof to) != 0) throw std::runtime_error("connect");
}

Client::~Client() { close(socket_); }

bool Client::send(const std::string& bytes) const {
    std::size_t sent = 0;
    while (sent < bytes.size()) {
        const ssize_t wrote = ::send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
        if (wrote <= 0) return false;
        sent += static_cast<std::size_t>(wrote);
    }
    return true;
}

std::string Client::receive(std::size_t enough, int ms) const {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::milliseconds(ms);
    std::string out;
    while (out.size() < enough) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
        pollfd wait{socket_, POLLIN, 0};
        if (left <= 0 || poll(&wait, 1, static_cast<int>(left)) <= 0) break;
        std::array<char, 65536> buffer;
        const ssize_t got = recv(socket_, buffer.data(), std::min(buffer.size(), enough - out.size()), 0);
        if (got <= 0) break;
        out.append(buffer.data(), static_cast<std::size_t>(got));
    }
    return out;
}

std::string exchange(int port, const std::string& bytes, int host) {
    const Client client(port, host);
    (void)client.send(bytes);
    return client.receive();
}

}  // namespace foray::test
