#include "support/process.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace foray::test {
namespace {

[[noreturn]] void become(const std::string& program, const std::vector<std::string>& arguments,
                         const std::vector<std::string>& environment) {
    for (const std::string& entry : environment) {
        const std::size_t equals = entry.find('=');
        setenv(entry.substr(0, equals).c_str(), entry.substr(equals + 1).c_str(), 1);
    }
    std::vector<char*> argv;
    argv.push_back(const_cast<char*>(program.c_str()));
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    execv(program.c_str(), argv.data());
    _exit(127);
}

int exit_code_of(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::array<int, 2> make_pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe");
    return ends;
}

/// Appends what is there; false at the end of the stream.
bool take(int from, std::string& into) {
    std::array<char, 65536> buffer;
    const ssize_t got = read(from, buffer.data(), buffer.size());
    if (got > 0) into.append(buffer.data(), static_cast<std::size_t>(got));
    return got > 0;
}

/// A program with pipes to it and from it.
struct Started {
    pid_t child = -1;
    int to_child = -1;
    int out = -1;
    int err = -1;
};

Started start(const std::string& program, const std::vector<std::string>& arguments, const std::vector<std::string>& environment) {
    std::signal(SIGPIPE, SIG_IGN);
    const auto in = make_pipe();
    const auto out = make_pipe();
    const auto err = make_pipe();
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("fork");
    if (child == 0) {
        std::signal(SIGPIPE, SIG_DFL);
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        dup2(err[1], STDERR_FILENO);
        become(program, arguments, environment);
    }
    close(in[0]);
    close(out[1]);
    close(err[1]);
    return {child, in[1], out[0], err[0]};
}

/// Feeds it and listens to it until it has ended; `remind` is called now and then meanwhile.
RunResult finish(const Started& started, const std::string& input, const std::function<void()>& remind = {}) {
    RunResult result;
    std::size_t sent = 0;
    bool out_open = true;
    bool err_open = true;
    int to_child = started.to_child;
    while (out_open || err_open || to_child >= 0) {
        if (to_child >= 0 && sent == input.size()) {
            close(to_child);
            to_child = -1;
        }
        if (!out_open && !err_open && to_child < 0) break;
        std::array<pollfd, 3> waits = {
            {{out_open ? started.out : -1, POLLIN, 0}, {err_open ? started.err : -1, POLLIN, 0}, {to_child, POLLOUT, 0}}};
        constexpr int kReminderMs = 200;
        if (poll(waits.data(), waits.size(), remind ? kReminderMs : -1) == 0 && remind) remind();
        if (waits[0].revents != 0) out_open = take(started.out, result.out);
        if (waits[1].revents != 0) err_open = take(started.err, result.err);
        if (waits[2].revents != 0) {
            const ssize_t wrote = write(to_child, input.data() + sent, input.size() - sent);
            if (wrote < 0) sent = input.size();  // the child reads no more
            if (wrote > 0) sent += static_cast<std::size_t>(wrote);
        }
    }
    close(started.out);
    close(started.err);
    result.exit_code = exit_code_of(started.child);
    return result;
}

}  // namespace

RunResult run_program(const std::string& program, const std::vector<std::string>& arguments, const std::string& input,
                      const std::vector<std::string>& environment) {
    return finish(start(program, arguments, environment), input);
}

RunResult run_until_told(const std::string& program, const std::vector<std::string>& arguments, const std::vector<std::string>& environment,
                         const std::function<void(const std::string& first_line)>& talk) {
    const Started started = start(program, arguments, environment);
    std::string line;
    char c = 0;
    while (read(started.out, &c, 1) == 1 && c != '\n') line += c;
    if (c == '\n') talk(line);
    // A signal may be lost with the call that failed.
    const auto tell = [&] { kill(started.child, SIGTERM); };
    tell();
    return finish(started, "", tell);
}

RunResult run_in_terminal(const std::string& program, const std::vector<std::string>& arguments,
                          const std::vector<std::string>& environment) {
    int terminal = -1;
    const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
    if (child == 0) become(program, arguments, environment);
    RunResult result;
    while (take(terminal, result.out)) {
    }
    close(terminal);
    result.exit_code = exit_code_of(child);
    return result;
}

std::string scratch_folder() {
    struct Folder {
        std::string path;
        Folder() {
            std::string pattern = (std::filesystem::temp_directory_path() / "foray-test-XXXXXX").string();
            if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp");
            path = pattern;
        }
        ~Folder() {
            std::error_code ignored;
            std::filesystem::remove_all(path, ignored);
        }
        Folder(const Folder&) = delete;
        Folder& operator=(const Folder&) = delete;
    };
    static const Folder parent;
    static int count = 0;
    const std::string path = parent.path + "/" + std::to_string(count++);
    std::filesystem::create_directory(path);
    return path;
}

}  // namespace foray::test
