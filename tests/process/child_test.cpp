// Programs beside Foray: lines with deadlines, programs that misbehave, and nothing left of them.
#include "foray/process/child.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "strays.h"
#include "support/process.h"
#include "support/sandbox.h"

namespace foray::process {
namespace {

namespace fs = std::filesystem;

/// A shell command on a leash, or as `containment` says.
Program shell(const std::string& command, Containment containment = Containment::kLeash) {
    return {.argv = {"/bin/sh", "-c", command}, .containment = containment};
}

std::unique_ptr<Child> started(const Program& program) {
    auto child = Child::start(program);
    if (!child) {
        ADD_FAILURE() << child.error().message();
        return nullptr;
    }
    return std::move(child).value();
}

/// The id of a process is read from a file; whether that process is gone, perhaps after a moment.
bool is_gone(const std::string& id) {
    for (int i = 0; i < 2000; ++i) {
        std::ifstream file("/proc/" + id + "/stat");
        std::string text;
        // What nobody has waited for yet is gone as well.
        if (!std::getline(file, text) || text.find(") Z ") != std::string::npos) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
}

std::string waited_for(const std::string& path) {
    for (int i = 0; i < 1000; ++i) {
        std::ifstream file(path);
        std::string word;
        if (file >> word && file.get() == '\n') return word;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ADD_FAILURE() << path << " did not appear";
    return "0";
}

/// The number by which the system knows a process that sleeps for this many seconds: inside of a process space it has another one.
std::string sleeper(const std::string& seconds) {
    for (int i = 0; i < 1000; ++i) {
        for (const auto& entry : fs::directory_iterator("/proc")) {
            std::ifstream file(entry.path() / "cmdline", std::ios::binary);
            const std::string line{std::istreambuf_iterator<char>(file), {}};
            if (line == std::string("sleep\0", 6) + seconds + std::string("\0", 1)) return entry.path().filename().string();
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return "0";
}

/// The ways to hold a program that this machine allows; a leash is never refused.
std::vector<Containment> possible_ways() {
    std::vector<Containment> ways = {Containment::kFree, Containment::kLeash};
    if (test::can_cage()) ways.push_back(Containment::kCage);
    return ways;
}

TEST(Child, LinesGoBothWays) {
    for (const Containment how : possible_ways()) {
        Program program = shell("while read -r line; do echo \"got $line\"; done; printf 'the end'; exit 7", how);
        if (how == Containment::kCage) program.folder = test::scratch_folder();
        const auto child = started(program);
        ASSERT_TRUE(child);
        for (int i = 0; i < 100; ++i) {
            ASSERT_TRUE(child->send("line " + std::to_string(i) + "\n", after_ms(60'000)));
            const LineRead read = child->read_line(after_ms(60'000));
            ASSERT_EQ(read.state, ReadState::kLine);
            ASSERT_EQ(read.line, "got line " + std::to_string(i));
        }
        child->close_input();
        EXPECT_EQ(child->read_line(after_ms(60'000)).line, "the end");
        EXPECT_EQ(child->read_line(after_ms(60'000)).state, ReadState::kEnd);
        EXPECT_TRUE(child->wait(after_ms(60'000)));
        EXPECT_EQ(describe(child->end()), "exit code 7");
    }
}

TEST(Child, DeadlinesHoldWhateverTheProgramDoes) {
    const auto timed = [](auto&& work) {
        const Time begin = now();
        work();
        return ms_between(begin, now());
    };
    const auto silent = started(shell("trap '' TERM INT HUP; sleep 1000"));
    // Not before the deadline; how long after it is the machine's affair, but the program would have slept for a quarter of an hour.
    constexpr double kBeforeItWakesMs = 60'000;
    const double read_ms = timed([&] { EXPECT_EQ(silent->read_line(after_ms(150)).state, ReadState::kTimeOut); });
    EXPECT_GE(read_ms, 150);
    EXPECT_LT(read_ms, kBeforeItWakesMs);
    // It never reads: the pipe fills up.
    const std::string much(1U << 20U, 'x');
    const double send_ms = timed([&] { EXPECT_FALSE(silent->send(much, after_ms(150))); });
    EXPECT_GE(send_ms, 150);
    EXPECT_LT(send_ms, kBeforeItWakesMs);
    EXPECT_LT(timed([&] { EXPECT_EQ(silent->end().kind, ChildEnding::Kind::kKilled); }), 4500);  // it is not waited for until 5 s are over
    // It closed its input: no signal ends us.
    const auto closed = started(shell("exec <&-; echo ready; sleep 1000", Containment::kFree));
    EXPECT_EQ(closed->read_line(after_ms(60'000)).line, "ready");
    EXPECT_FALSE(closed->send("hello\n", after_ms(60'000)));
    // A flood of lines, and one line without end.
    for (const char* flood : {"yes", "cat /dev/zero"}) {
        const auto child = started(shell(flood));
        ReadState state = ReadState::kLine;
        const double ms = timed([&] {
            const Time deadline = after_ms(20'000);
            while (state == ReadState::kLine) state = child->read_line(deadline).state;
        });
        EXPECT_EQ(state, ReadState::kFlood) << flood << " after " << ms;
    }
    // A flood of complaints keeps nobody from talking, and only its end is kept.
    const auto complains = started(shell("yes >&2 & sleep 0.1; echo here; wait"));
    EXPECT_EQ(complains->read_line(after_ms(60'000)).line, "here");
    complains->end();
    EXPECT_LE(complains->complaints().size(), 4096U);
    EXPECT_FALSE(complains->complaints().empty());
}

TEST(Child, WhatCannotBeStartedIsAnError) {
    const auto why = [](const Program& program) {
        const auto child = Child::start(program);
        return child ? "started" : child.error().message();
    };
    EXPECT_EQ(why({.argv = {}}), "there is no program to start");
    EXPECT_EQ(why({.argv = {"no-such-program-anywhere"}}), "no program is called no-such-program-anywhere");
    EXPECT_EQ(why({.argv = {"./nothing"}, .folder = "/tmp"}), "/tmp/nothing does not exist");
    EXPECT_EQ(why({.argv = {"/etc/passwd"}}), "/etc/passwd is not a program that can be run");
    EXPECT_EQ(why({.argv = {"true"}, .folder = "/no/such"}), "there is no folder /no/such to run in");
    const std::string folder = test::scratch_folder();
    std::ofstream(folder + "/odd") << "#!/no/such/interpreter\n";
    fs::permissions(folder + "/odd", fs::perms::owner_all);
    EXPECT_EQ(why({.argv = {folder + "/odd"}, .containment = Containment::kFree}),
              folder + "/odd cannot be run: No such file or directory");
}

TEST(Child, NothingIsLeftOfIt) {
    // In the background; in a session of its own; and the grandchild of a process that is gone.
    for (const std::string child : {"sh -c 'echo $$ > NOTE; exec sleep 300' &", "setsid sh -c 'echo $$ > NOTE; exec sleep 300' &",
                                    "(setsid sh -c 'sh -c \"echo \\$\\$ > NOTE; exec sleep 300\" & exit' &);"}) {
        for (const bool by_itself : {true, false}) {
            const std::string note = test::scratch_folder() + "/id";
            std::string command = child;
            command.replace(command.find("NOTE"), 4, note);
            const auto program =
                started(shell(command + " while ! test -s " + note + "; do sleep 0.01; done; echo; " + (by_itself ? "" : "sleep 300"),
                              Containment::kFree));
            EXPECT_EQ(program->read_line(after_ms(10'000)).state, ReadState::kLine);
            if (by_itself) {
                EXPECT_TRUE(program->wait(after_ms(10'000)));
            }
            program->end();
            EXPECT_TRUE(is_gone(waited_for(note))) << command;
        }
    }
    // The same in a process space of its own, where another user's rights do not help either.
    const auto leashed = started(shell("setsid sleep 301.25 & sleep 300"));
    const std::string id = sleeper("301.25");
    ASSERT_NE(id, "0");
    leashed->end();
    EXPECT_TRUE(is_gone(id));
}

TEST(Child, AllOfItDiesWithUs) {
    // Another process starts the program and is killed without a chance to say goodbye.
    const std::string folder = test::scratch_folder();
    int index = 0;
    for (const Containment how : possible_ways()) {
        const std::string seconds = "302." + std::to_string(getpid()) + std::to_string(index++);
        const pid_t between = fork();
        if (between == 0) {
            // Only a process space of its own ends with everything in it; without one the program itself has to do.
            const bool has_space = how != Containment::kFree && test::can_cage();
            Program program = shell(has_space ? "setsid sleep " + seconds + " & sleep 300" : "exec sleep " + seconds, how);
            if (how == Containment::kCage) program.folder = folder;
            const auto child = Child::start(program);
            while (child) pause();
            _exit(1);
        }
        const std::string id = sleeper(seconds);
        EXPECT_NE(id, "0");
        kill(between, SIGKILL);
        waitpid(between, nullptr, 0);
        EXPECT_TRUE(is_gone(id)) << static_cast<int>(how);
    }
}

TEST(Child, AProgramOutlivesTheThreadThatStartedIt) {
    std::unique_ptr<Child> child;
    std::thread([&child] { child = started(shell("read x; echo $x", Containment::kFree)); }).join();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    ASSERT_TRUE(child->send("alive\n", after_ms(60'000)));
    EXPECT_EQ(child->read_line(after_ms(60'000)).line, "alive");
}

TEST(Child, ManyInManyThreads) {
    constexpr int kThreads = 6;
    constexpr int kEach = 15;
    std::atomic<int> right{0};
    std::vector<std::thread> threads;
    threads.reserve(kThreads);
    for (int thread = 0; thread < kThreads; ++thread) {
        threads.emplace_back([thread, &right] {
            for (int i = 0; i < kEach; ++i) {
                const std::string word = std::to_string(thread) + "-" + std::to_string(i);
                auto child = Child::start(shell("sleep 300 & read x; echo $x", i % 2 == 0 ? Containment::kFree : Containment::kLeash));
                if (!child || !(*child)->send(word + "\n", after_ms(20'000))) continue;
                // The end of input has to arrive although other threads start programs at the same time.
                (*child)->close_input();
                const bool said = (*child)->read_line(after_ms(20'000)).line == word;
                if (said && (*child)->wait(after_ms(20'000)) && (*child)->end().kind == ChildEnding::Kind::kExit) ++right;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(right, kThreads * kEach);
}

TEST(Child, TimeAndLimits) {
    for (const Containment how : {Containment::kFree, Containment::kLeash}) {
        // Killed or not, descendants included: what was used is known.
        const auto begin = std::chrono::steady_clock::now();
        const auto busy = started(shell("sh -c 'i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo done; while :; do :; done'", how));
        EXPECT_EQ(busy->read_line(after_ms(60'000)).line, "done");
        const double used = busy->end().cpu_seconds;
        EXPECT_GT(used, 0.02);
        EXPECT_LT(used, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() + 0.1);
        Program limited = shell("while :; do :; done", how);
        limited.limits.cpu_seconds = 1;
        const auto child = started(limited);
        EXPECT_TRUE(child->wait(after_ms(60'000)));
        EXPECT_EQ(describe(child->end()), "SIGXCPU");
    }
    Program small = shell("ulimit -v; ulimit -f; ulimit -n; ulimit -c");
    small.limits = {.memory_bytes = 64U << 20U, .file_bytes = 1U << 20U, .open_files = 20};
    const auto child = started(small);
    EXPECT_EQ(child->read_line(after_ms(60'000)).line, "65536");
    EXPECT_EQ(child->read_line(after_ms(60'000)).line, "2048");
    EXPECT_EQ(child->read_line(after_ms(60'000)).line, "20");
    EXPECT_EQ(child->read_line(after_ms(60'000)).line, "0");
}

TEST(Child, OurMemoryIsNotTheirs) {
    const std::vector<char> ballast(std::size_t{300} << 20U, 'x');
    for (const Containment how : {Containment::kFree, Containment::kLeash}) {
        const auto child = started(shell("exit 3", how));
        EXPECT_TRUE(child->wait(after_ms(20'000)));
        EXPECT_EQ(child->end().code, 3);
        EXPECT_LT(child->end().peak_bytes, ballast.size() / 4);
    }
}

TEST(Child, LeavesNoDescriptorsBehind) {
    const auto open = [] { return std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator()); };
    (void)started(shell("true"));
    const auto before = open();
    for (int i = 0; i < 5; ++i) (void)started(shell("true"));
    EXPECT_EQ(open(), before);
    // And hands none of ours to the program: its three streams, and the one with which ls reads the folder.
    const auto child = started(shell("ls /proc/self/fd | wc -l"));
    EXPECT_EQ(child->read_line(after_ms(60'000)).line, "4");
}

/// What is open but cannot be read (here a folder; otherwise a process that has just ended) is nothing, and no exception.
TEST(Strays, AProcessThatEndsWhileItIsLookedAtIsNothing) {
    EXPECT_EQ(proc_text(getpid(), "fd"), "");
    EXPECT_EQ(proc_text(getpid(), "no-such-file"), "");
    EXPECT_NE(proc_text(getpid(), "stat").find(std::to_string(getppid())), std::string::npos);
    EXPECT_GE(proc_text(getpid(), "environ").size(), 1U);
}

}  // namespace
}  // namespace foray::process
