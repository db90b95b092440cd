// Hostile programs in a cage: what each tries fails, and the run ends in time with everything cleaned up.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>

#include "foray/process/run.h"
#include "support/process.h"
#include "support/sandbox.h"

namespace foray::process {
namespace {

namespace fs = std::filesystem;

/// Runs a shell command in a cage of its own folder.
RunResult caged(const std::string& command, double seconds = 10, const std::function<void(RunSpec&)>& change = {}) {
    RunSpec spec{.program = {.argv = {"/bin/sh", "-c", command}, .folder = test::scratch_folder(), .containment = Containment::kCage},
                 .seconds = seconds};
    spec.program.limits = {.memory_bytes = 512U << 20U, .file_bytes = 16U << 20U, .cpu_seconds = 20, .open_files = 64, .processes = 32};
    if (change) change(spec);
    const auto result = run_once(spec);
    if (!result) {
        ADD_FAILURE() << result.error().message();
        return {};
    }
    return *result;
}

TEST(Cage, AnHonestProgramSeesWhatItNeeds) {
    FORAY_NEED_CAGE();
    const std::string folder = test::scratch_folder();
    std::ofstream(folder + "/input.txt") << "7\n";
    const RunResult run =
        caged("read x < input.txt; echo $((x * 6)) > output.txt; cat; echo $HOME; touch /tmp/mine; echo sorry >&2", 10, [&](RunSpec& spec) {
            spec.program.folder = folder;
            spec.input = "from outside\n";
        });
    EXPECT_TRUE(run.is_fine()) << run.err;
    EXPECT_EQ(run.out, "from outside\n/tmp\n");
    EXPECT_EQ(run.err, "sorry\n");
    std::string text;
    EXPECT_EQ(read_left_file(folder + "/output.txt", 100, text), FileState::kRead);
    EXPECT_EQ(text, "42\n");
    EXPECT_FALSE(fs::exists("/tmp/mine"));
}

TEST(Cage, OtherFilesAreNotSeen) {
    FORAY_NEED_CAGE();
    const std::string secret = test::scratch_folder();
    std::ofstream(secret + "/expected.txt") << "the answer\n";
    EXPECT_NE(caged("cat " + secret + "/expected.txt").code, 0);
    EXPECT_EQ(caged("ls " + fs::path(secret).parent_path().string()).out.find(fs::path(secret).filename().string() + "\n"),
              std::string::npos);
    EXPECT_EQ(caged("ls -A /home /root /var /srv /mnt 2> /dev/null").out, "");
    // Nor through the processes of the one who started it.
    const std::string own = "/proc/" + std::to_string(getpid());
    EXPECT_EQ(caged("cat " + own + "/environ " + own + "/cwd/* " + own + "/root/etc/passwd").out, "");
    EXPECT_EQ(caged("ls /proc | grep -c '^[0-9]*$'").out.size(), 2U);  // fewer than ten processes in all
    EXPECT_EQ(caged("kill -9 " + std::to_string(getpid())).end, RunResult::End::kExit);
    // The system cannot be changed.
    EXPECT_EQ(caged("for f in /usr/x /etc/x /bin/x /lib/x /dev/shm/../../etc/x; do touch $f && echo $f; done").out, "");
    // What was named is seen, but for what lies inside and was hidden.
    fs::create_directory(secret + "/cases");
    std::ofstream(secret + "/cases/answer") << "x";
    std::ofstream(secret + "/store.foray") << "y";
    const auto seen = [&](const std::string& command) {
        return caged(command, 10, [&](RunSpec& spec) {
            spec.program.readable = {secret};
            spec.program.hidden = {secret + "/cases", secret + "/store.foray"};
        });
    };
    EXPECT_EQ(seen("cat " + secret + "/expected.txt; ls -A " + secret + "/cases; cat " + secret + "/store.foray").out, "the answer\n");
    EXPECT_NE(seen("echo wrong > " + secret + "/expected.txt").code, 0);
}

TEST(Cage, NoNetwork) {
    FORAY_NEED_CAGE();
    // Somebody listens on this machine.
    const int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ASSERT_EQ(bind(server, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    ASSERT_EQ(listen(server, 1), 0);
    socklen_t size = sizeof address;
    getsockname(server, reinterpret_cast<sockaddr*>(&address), &size);
    const std::string connect = "bash -c 'exec 3<>/dev/tcp/127.0.0.1/" + std::to_string(ntohs(address.sin_port)) + " && echo connected'";
    const auto free = run_once({.program = {.argv = {"/bin/sh", "-c", connect}, .containment = Containment::kLeash}});
    EXPECT_EQ(free->out, "connected\n") << free->err;
    EXPECT_EQ(caged(connect).out, "");
    close(server);
}

TEST(Cage, FloodsBombsAndDaemons) {
    FORAY_NEED_CAGE();
    const RunResult bomb = caged("f() { f | f & f; }; f 2> /dev/null; sleep 30", 2);
    EXPECT_LT(bomb.ms, 25'000);  // it would sleep for longer
    const RunResult threads = caged("i=0; while [ $i -lt 100 ]; do sleep 20 & i=$((i+1)); done; wait", 15);
    EXPECT_NE(threads.err.find("fork"), std::string::npos) << threads.err;
    const RunResult much = caged("head -c 5000000000 /dev/zero; echo x >&2", 600);
    EXPECT_TRUE(much.is_fine()) << static_cast<int>(much.end) << much.err;
    EXPECT_EQ(much.out.size(), 1U << 20U);
    const RunResult deaf = caged("trap '' TERM INT HUP QUIT; while :; do sleep 1; done", 0.5);
    EXPECT_EQ(deaf.end, RunResult::End::kTimeLimit);
    EXPECT_LT(deaf.ms, 25'000);  // it would never end
    EXPECT_TRUE(caged("setsid sleep 303.5 < /dev/null > /dev/null 2>&1 & echo").is_fine());
    for (const auto& entry : fs::directory_iterator("/proc")) {
        std::ifstream file(entry.path() / "cmdline", std::ios::binary);
        const std::string line{std::istreambuf_iterator<char>(file), {}};
        EXPECT_EQ(line.find("303.5"), std::string::npos);
    }
    std::atomic<bool> stop{true};
    EXPECT_EQ(caged("sleep 100", 50, [&](RunSpec& spec) { spec.stop = &stop; }).end, RunResult::End::kStopped);
}

TEST(Cage, DiskAndMemory) {
    FORAY_NEED_CAGE();
    const RunResult one = caged("cat /dev/zero > large");
    EXPECT_EQ(one.code, 128 + 25) << one.err;  // SIGXFSZ
    const RunResult many = caged("i=0; while :; do head -c 10000000 /dev/zero > f$i; i=$((i+1)); done", 200);
    EXPECT_EQ(many.end, RunResult::End::kDiskLimit);
    const RunResult entries = caged("i=0; while :; do mkdir d$i; cd d$i; i=$((i+1)); done", 200);
    EXPECT_EQ(entries.end, RunResult::End::kDiskLimit) << entries.err;
    const RunResult own = caged("cd /tmp; i=0; while head -c 10000000 /dev/zero > f$i; do i=$((i+1)); done; echo $i", 200);
    EXPECT_EQ(own.out, "6\n");  // 64 MiB and no more
    EXPECT_NE(caged("x=aaaaaaaaaaaaaaaa; while :; do x=$x$x; done", 20).code, 0);
}

TEST(Cage, WhatIsLeftIsReadWithCare) {
    FORAY_NEED_CAGE();
    const std::string folder = test::scratch_folder();
    const RunResult run = caged("ln -s /etc/passwd a; mkfifo b; mkdir c; echo 123456 > d; echo 1 > e; mkdir -p x/y; chmod 0 x/y x", 10,
                                [&](RunSpec& spec) { spec.program.folder = folder; });
    EXPECT_TRUE(run.is_fine()) << run.err;
    std::string text;
    EXPECT_EQ(read_left_file(folder + "/a", 100, text), FileState::kNotPlain);
    EXPECT_EQ(read_left_file(folder + "/b", 100, text), FileState::kNotPlain);
    EXPECT_EQ(read_left_file(folder + "/c", 100, text), FileState::kNotPlain);
    EXPECT_EQ(read_left_file(folder + "/d", 7, text), FileState::kTooLarge);
    EXPECT_EQ(read_left_file(folder + "/e", 7, text), FileState::kRead);
    EXPECT_EQ(text, "1\n");
    EXPECT_EQ(read_left_file(folder + "/f", 7, text), FileState::kMissing);
    std::string path;
    {
        const auto scratch = ScratchFolder::make("foray-scratch-test");
        ASSERT_TRUE(scratch);
        path = scratch->path();
        const RunResult left =
            caged("mkdir -p x/y; touch x/y/z; chmod 0 x/y; chmod 0 x", 10, [&](RunSpec& spec) { spec.program.folder = path; });
        EXPECT_TRUE(left.is_fine()) << left.err;
        EXPECT_TRUE(fs::exists(path + "/x"));
    }
    EXPECT_FALSE(fs::exists(path));
}

/// A program that has to end without destroying anything leaves no folder and no program behind.
TEST(Scratch, NothingIsLeftOfAProgramThatIsAbandoned) {
    const std::string note = test::scratch_folder() + "/note";
    const pid_t child_process = fork();
    if (child_process == 0) {
        auto first = ScratchFolder::make("foray-scratch-test");
        auto second = ScratchFolder::make("foray-scratch-test");
        const ScratchFolder moved = std::move(*first);
        *second = ScratchFolder::make("foray-scratch-test").value();
        const auto child = Child::start({.argv = {"/bin/sh", "-c", "touch a; exec sleep 1000"}, .folder = moved.path()});
        std::ofstream(note) << moved.path() << "\n" << second->path() << "\n" << (child ? "runs" : "") << "\n";
        abandon();
        _exit(3);
    }
    int status = 0;
    waitpid(child_process, &status, 0);
    EXPECT_EQ(WIFEXITED(status) ? WEXITSTATUS(status) : -1, 3);
    std::ifstream in(note);
    std::string first;
    std::string second;
    std::string state;
    in >> first >> second >> state;
    EXPECT_EQ(state, "runs");
    EXPECT_NE(first, second);
    for (const std::string& path : {first, second}) EXPECT_FALSE(fs::exists(path)) << path;
}

}  // namespace
}  // namespace foray::process
