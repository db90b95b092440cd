// Programs that take too much, one after the other, in a cage with small limits: each is stopped near its limit, the verdict names the
// limit, and nothing is left. The whole table runs as whoever runs the tests, and once more as an ordinary user where that is root, both
// where a cgroup counts and where /proc has to be looked through.
#include <gtest/gtest.h>
#include <linux/keyctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "foray/process/run.h"
#include "support/process.h"
#include "support/sandbox.h"

namespace foray::process {
namespace {

namespace fs = std::filesystem;
using End = RunResult::End;

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20U;
constexpr std::uint64_t kMemory = 128 * kMiB;
constexpr std::uint64_t kDisk = 64 * kMiB;
constexpr std::uint64_t kPrivate = 32 * kMiB;
constexpr unsigned kFiles = 500;
constexpr unsigned kProcesses = 24;
constexpr std::uint64_t kCpuSeconds = 1;
/// A fifth more, and what a busy machine takes until it lets us look: a bomb of processes on both cores leaves the others little.
constexpr double kMostCpuSeconds = kCpuSeconds * 1.2 + 3;
constexpr double kSeconds = 30;
constexpr double kIdleSeconds = 0.5;

/// tests/references/hostile.cpp, built beside the tests.
const std::string& hostile() {
    static const std::string path = fs::canonical("/proc/self/exe").parent_path() / "hostile";
    return path;
}

/// Chosen while it lives.
class Environment {
public:
    Environment(const char* name, const char* value) : name_(name) { setenv(name, value, 1); }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;
    ~Environment() { unsetenv(name_); }

private:
    const char* name_;
};

RunSpec spec_of(const std::string& attack, const std::string& folder) {
    RunSpec spec{.program = {.argv = {hostile(), attack}, .folder = folder, .containment = Containment::kCage}};
    spec.program.limits = {
        .memory_bytes = kMemory, .file_bytes = 16 * kMiB, .cpu_seconds = kCpuSeconds, .open_files = 64, .processes = kProcesses};
    spec.program.private_bytes = kPrivate;
    spec.seconds = kSeconds;
    spec.idle_seconds = kIdleSeconds;
    spec.disk_bytes = kDisk;
    spec.most_files = kFiles;
    return spec;
}

std::uint64_t last_number(const std::string& lines) {
    std::istringstream in(lines);
    std::uint64_t last = 0;
    for (std::uint64_t one = 0; in >> one;) last = std::max(last, one);
    return last;
}

/// An attack, the limits that may stop it (what is refused to it leaves it idle, or makes it fail), and how much it may have got.
struct Attack {
    const char* name;
    std::vector<End> ends;
    std::uint64_t most;
};

/// A sanitizer's own memory for each process may be too much before there are too many.
std::vector<End> bombs_end() {
#ifdef FORAY_SANITIZED
    return {End::kProcessLimit, End::kCpuLimit, End::kMemoryLimit};
#else
    return {End::kProcessLimit, End::kCpuLimit};
#endif
}

const std::vector<Attack>& attacks() {
    const auto nearly = [](std::uint64_t limit) { return limit + limit / 5; };
    static const std::vector<Attack> all = {
        {"processes", {End::kMemoryLimit}, nearly(kMemory)},
        {"shared-memory", {End::kMemoryLimit}, nearly(kMemory)},
        {"memory-files", {End::kMemoryLimit, End::kDiskLimit, End::kExit}, nearly(kMemory)},
        {"system-v", {End::kMemoryLimit, End::kExit}, nearly(kMemory)},
        {"own-space", {End::kExit}, 0},
        {"ignored-children", {End::kCpuLimit}, 0},
        {"orphans", {End::kCpuLimit}, 0},
        {"dev-shm", {End::kIdle}, nearly(kPrivate)},
        {"dev", {End::kIdle}, 0},
        {"root", {End::kIdle}, 0},
        {"tmp", {End::kIdle}, nearly(kPrivate)},
        {"folder", {End::kDiskLimit}, 0},
        {"unlinked", {End::kDiskLimit}, 0},
        {"mapped", {End::kDiskLimit}, 0},
        {"deep", {End::kDiskLimit}, 0},
        {"dark", {End::kDiskLimit}, 0},
        {"files", {End::kDiskLimit}, 0},
        {"tmp-files", {End::kDiskLimit, End::kIdle}, 0},
        {"bomb", bombs_end(), 0},
        {"threads", {End::kProcessLimit}, nearly(kProcesses)},
        {"idle", {End::kIdle}, 0},
    };
    return all;
}

bool some_process_runs(const std::string& program) {
    for (const auto& entry : fs::directory_iterator("/proc")) {
        std::ifstream file(entry.path() / "cmdline", std::ios::binary);
        const std::string line{std::istreambuf_iterator<char>(file), {}};
        if (line.starts_with(program)) return true;
    }
    return false;
}

void run_table() {
    for (const Attack& attack : attacks()) {
        SCOPED_TRACE(attack.name);
        std::string path;
        {
            const auto scratch = ScratchFolder::make("foray-hostile");
            ASSERT_TRUE(scratch) << scratch.error().message();
            path = scratch->path();
            const RunSpec spec = spec_of(attack.name, path);
            const auto run = run_once(spec);
            ASSERT_TRUE(run) << run.error().message();
            const std::string verdict = broken_limit(*run, spec).value_or("");
            EXPECT_NE(std::find(attack.ends.begin(), attack.ends.end(), run->end), attack.ends.end())
                << verdict << "; code " << run->code << ", " << run->ms << " ms, CPU " << run->cpu_seconds << ", got "
                << last_number(run->out) << "; " << run->err;
            EXPECT_FALSE(run->is_fine()) << run->err;
            if (run->end != End::kExit) {
                EXPECT_NE(verdict, "");
            }
            if (run->end == End::kMemoryLimit || run->end == End::kCpuLimit) {
                EXPECT_NE(verdict.find("counted by " + accounting()), std::string::npos) << verdict;
            }
            if (run->end == End::kCpuLimit) {
                EXPECT_LE(run->cpu_seconds, kMostCpuSeconds);
            }
            if (attack.most > 0) {
                // Who looks every 20 ms comes late where both cores are taken: a cgroup is exact, a look is not.
                const std::uint64_t times = accounting() == "looking through /proc" ? 2 : 1;
                EXPECT_LE(last_number(run->out), times * attack.most) << verdict;
            }
        }
        EXPECT_FALSE(fs::exists(path));
        EXPECT_FALSE(some_process_runs(hostile()));
    }
}

class HostileCage : public testing::Test {
protected:
    void SetUp() override {
        FORAY_NEED_CAGE();
        if (access(hostile().c_str(), X_OK) != 0) GTEST_SKIP() << hostile() << " cannot be run by this user";
    }
};

TEST_F(HostileCage, StoppedWhereACgroupCounts) {
    if (!accounting().starts_with("cgroup")) GTEST_SKIP() << "no cgroup can be had here";
    run_table();
}

TEST_F(HostileCage, StoppedWhereProcIsLookedThrough) {
    const Environment off("FORAY_CGROUP", "off");
    EXPECT_EQ(accounting(), "looking through /proc");
    run_table();
}

/// Hundreds of children that live for milliseconds and that nobody waits for: only a cgroup knows what they used.
TEST_F(HostileCage, ShortLivesAreCountedByACgroup) {
    if (!accounting().starts_with("cgroup")) GTEST_SKIP() << "no cgroup can be had here";
    const auto run = run_once(spec_of("short-lives", test::scratch_folder()));
    ASSERT_TRUE(run);
    EXPECT_EQ(run->end, End::kCpuLimit) << run->err;
    EXPECT_LE(run->cpu_seconds, kMostCpuSeconds);
}

TEST_F(HostileCage, CallsThatNobodyNeedsAreRefused) {
    for (const char* cgroup : {"", "off"}) {
        const Environment chosen("FORAY_CGROUP", cgroup);
        const auto run = run_once(spec_of("calls", test::scratch_folder()));
        ASSERT_TRUE(run);
        EXPECT_EQ(run->out, "0\n") << run->err;
    }
}

/// Where the filter is not in force either, a leash for example, a program has a keyring of its own.
TEST(SessionKeyring, IsNotThatOfTheGrader) {
    if (syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, nullptr) < 0) GTEST_SKIP() << "there are no keyrings here";
    const auto key = syscall(SYS_add_key, "user", "foray-test", "hunter2", 7, KEY_SPEC_SESSION_KEYRING);
    if (key < 0) GTEST_SKIP() << "no key can be made here";
    const auto run = run_once({.program = {.argv = {hostile(), "key"}, .containment = Containment::kLeash}});
    ASSERT_TRUE(run);
    EXPECT_EQ(run->out, "Required key not available\n");
}

/// The same table for an ordinary user, where root runs the tests.
TEST(HostileCageOfAUser, IsStoppedLikeRoots) {
    FORAY_NEED_CAGE();
    if (geteuid() != 0) GTEST_SKIP() << "the other tests have run as an ordinary user";
    if (access("/usr/bin/setpriv", X_OK) != 0) GTEST_SKIP() << "there is no setpriv";
    const std::string folder = test::scratch_folder();
    chmod(folder.c_str(), 0777);
    chmod(fs::path(folder).parent_path().c_str(), 0755);
    const auto as_user = [&](const std::vector<std::string>& command) {
        std::vector<std::string> words = {"--reuid", "65534", "--regid", "65534", "--clear-groups", "--"};
        words.insert(words.end(), command.begin(), command.end());
        return test::run_program("/usr/bin/setpriv", words, "", {"TMPDIR=" + folder, "HOME=" + folder});
    };
    const std::string self = fs::canonical("/proc/self/exe").string();
    if (as_user({"/usr/bin/test", "-x", self}).exit_code != 0) GTEST_SKIP() << "another user may not enter " << self;
    const test::RunResult run = as_user({self, "--gtest_filter=HostileCage.*:Scratch.*"});
    EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
    EXPECT_NE(run.out.find("[       OK ]"), std::string::npos) << run.out;
}

/// Trees that no path reaches, and that nobody may list.
TEST(Scratch, DeepAndDarkFoldersAreRemoved) {
    std::string path;
    {
        const auto scratch = ScratchFolder::make("foray-scratch-test");
        ASSERT_TRUE(scratch);
        path = scratch->path();
        const auto run =
            run_once({.program = {.argv = {"/bin/sh", "-c",
                                           "mkdir dark; touch dark/x; mkdir dark/y; touch dark/y/z; chmod 300 dark dark/y; mkdir -p "
                                           "none/a; touch none/a/b; chmod 0 none/a none; i=0; while [ $i -lt 3000 ]; do mkdir d; cd "
                                           "-P d; i=$((i+1)); done; touch x; chmod 300 ."},
                                  .folder = path,
                                  .containment = Containment::kFree},
                      .seconds = 60,
                      .most_files = 1'000'000});
        ASSERT_TRUE(run) << run.error().message();
    }
    EXPECT_FALSE(fs::exists(path));
}

/// Folders of a program that was killed are removed by the next one, those of a program that lives are not.
TEST(Scratch, FoldersOfTheKilledAreRemovedByTheNext) {
    const std::string folder = test::scratch_folder();
    const Environment temporary("TMPDIR", folder.c_str());
    const auto make = [](const std::string& prefix) {
        auto made = ScratchFolder::make(prefix);
        EXPECT_TRUE(made) << made.error().message();
        return std::move(made).value();
    };
    const ScratchFolder alive = make("foray-living");
    const std::string killed = folder + "/foray-killed.a1B2c3";  // nobody holds it
    fs::create_directories(killed + "/x/y");
    std::ofstream(killed + "/x/y/z") << "z";
    fs::permissions(killed, fs::perms::owner_write | fs::perms::owner_exec);
    const std::string others = folder + "/foray-killed.by-hand";  // no name of ours
    fs::create_directories(others);
    const pid_t child = fork();
    if (child == 0) {
        (void)ScratchFolder::make("foray-living");
        _exit(0);
    }
    const ScratchFolder next = make("foray-killed");
    int status = 0;
    (void)waitpid(child, &status, 0);
    EXPECT_FALSE(fs::exists(killed));
    EXPECT_TRUE(fs::exists(others));
    EXPECT_TRUE(fs::exists(next.path()));
    EXPECT_TRUE(fs::exists(alive.path()));
}

}  // namespace
}  // namespace foray::process
