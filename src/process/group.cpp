#include "group.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "spawn.h"

namespace foray::process {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "foray-";
constexpr const char* kOwnPart = "foray-self";  ///< where Foray itself goes when its group is divided

std::string read_text(const std::string& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// 0, or why not.
int write_text(const std::string& path, std::string_view text) {
    const Descriptor out(open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!out.is_open()) return errno;
    return write(out.number(), text.data(), text.size()) == static_cast<ssize_t>(text.size()) ? 0 : errno;
}

bool has_word(const std::string& text, std::string_view word) {
    std::istringstream in(text);
    return std::any_of(std::istream_iterator<std::string>(in), {}, [&](const std::string& one) { return one == word; });
}

/// The number behind a name, "oom_kill 3"; 0 if it is not there.
std::uint64_t number_after(const std::string& text, std::string_view name) {
    std::istringstream in(text);
    std::string key;
    std::uint64_t value = 0;
    while (in >> key >> value) {
        if (key == name) return value;
    }
    return 0;
}

std::uint64_t first_number(const std::string& text) {
    std::uint64_t value = 0;
    (void)std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

/// Where our own group of a controller lies; "" for version 2. Nothing if that controller or its files are not there.
std::optional<std::string> own_folder(std::string_view controller) {
    std::string path;
    std::ifstream groups("/proc/self/cgroup");  // "4:memory:/path", "0::/path"
    for (std::string line; std::getline(groups, line);) {
        const std::size_t first = line.find(':');
        const std::size_t second = line.find(':', first + 1);
        if (second == std::string::npos) continue;
        std::string names = line.substr(first + 1, second - first - 1);
        std::replace(names.begin(), names.end(), ',', ' ');
        if (controller.empty() ? names.empty() : has_word(names, controller)) path = line.substr(second + 1);
    }
    if (path.empty() || path.find("..") != std::string::npos) return std::nullopt;
    std::ifstream mounts("/proc/self/mountinfo");  // id parent major:minor root place options ... - type source options
    for (std::string line; std::getline(mounts, line);) {
        std::istringstream in(line);
        std::string skipped;
        std::string root;
        std::string place;
        std::string type;
        std::string options;
        in >> skipped >> skipped >> skipped >> root >> place;
        while (in >> skipped && skipped != "-") {
        }
        in >> type >> skipped >> options;
        std::replace(options.begin(), options.end(), ',', ' ');
        if (controller.empty() ? type != "cgroup2" : type != "cgroup" || !has_word(options, controller)) continue;
        if (root != "/" && path.starts_with(root)) path = path.substr(root.size());
        std::string folder = place + (path == "/" ? "" : path);
        if (fs::is_directory(folder)) return folder;
    }
    return std::nullopt;
}

bool hands_down(const std::string& folder) {
    const std::string controllers = read_text(folder + "/cgroup.subtree_control");
    return has_word(controllers, "memory") && has_word(controllers, "pids");
}

/// Lets groups below this one have limits. `divide`: what runs in it may be moved into a part of it.
bool prepare_v2(const std::string& folder, bool divide) {
    if (hands_down(folder)) return true;
    if (access((folder + "/cgroup.subtree_control").c_str(), W_OK) != 0) return false;
    if (divide) {
        const std::string part = folder + "/" + kOwnPart;
        if (mkdir(part.c_str(), 0755) != 0 && errno != EEXIST) return false;
        std::istringstream inside(read_text(folder + "/cgroup.procs"));
        for (std::string id; inside >> id;) (void)write_text(part + "/cgroup.procs", id);
    }
    return write_text(folder + "/cgroup.subtree_control", "+memory +pids") == 0 && hands_down(folder);
}

/// Below what groups are made; empty: nowhere.
struct Parents {
    std::string memory{};
    std::string processes{};
    std::string cpu{};
    bool is_v2 = false;
};

Parents find_parents() {
    const auto memory = own_folder("memory");
    const auto processes = own_folder("pids");
    if (memory && processes) {
        const auto cpu = own_folder("cpuacct");
        const auto is_ours = [](const std::optional<std::string>& one) { return one && access(one->c_str(), W_OK) == 0; };
        if (is_ours(memory) && is_ours(processes) && is_ours(cpu)) return {*memory, *processes, *cpu, false};
        return {};
    }
    auto own = own_folder("");
    if (!own) return {};
    if (fs::path(*own).filename() == kOwnPart) own = fs::path(*own).parent_path().string();
    if (access(own->c_str(), W_OK) == 0 && prepare_v2(*own, false)) return {*own, *own, *own, true};
    const fs::path top = "/sys/fs/cgroup/foray";
    if (geteuid() == 0) {  // the session's own group is the system manager's to divide, not ours
        std::error_code ignored;
        if (hands_down("/sys/fs/cgroup") && (fs::create_directory(top, ignored) || fs::is_directory(top, ignored)) &&
            prepare_v2(top.string(), false)) {
            return {top.string(), top.string(), top.string(), true};
        }
    }
    if (prepare_v2(*own, true)) return {*own, *own, *own, true};
    return {};
}

/// Those of a Foray that is no more: a group with processes in it stays in any case.
void remove_abandoned(const std::string& parent) {
    std::error_code error;
    for (auto at = fs::directory_iterator(parent, error); !error && at != fs::directory_iterator(); at.increment(error)) {
        const std::string name = at->path().filename().string();
        if (!name.starts_with(kPrefix)) continue;
        const auto owner = static_cast<pid_t>(first_number(name.substr(kPrefix.size())));
        if (owner > 0 && kill(owner, 0) != 0 && errno == ESRCH) (void)rmdir(at->path().c_str());
    }
}

const Parents& parents() {
    static const Parents found = [] {
        Parents out = find_parents();
        for (const std::string& one : {out.memory, out.processes, out.cpu}) {
            if (!one.empty()) remove_abandoned(one);
        }
        return out;
    }();
    return found;
}

bool is_forbidden() {
    const char* value = std::getenv("FORAY_CGROUP");  // NOLINT(concurrency-mt-unsafe): nobody here changes the environment
    return value != nullptr && std::string_view(value) == "off";
}

/// The processes are gone, but the system may still be clearing up after the last of them.
void remove_group(const std::string& folder) {
    constexpr int kAttempts = 1000;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        if (rmdir(folder.c_str()) == 0 || errno != EBUSY) return;
        usleep(5'000);
    }
}

std::set<std::string> each_of(const std::string& a, const std::string& b, const std::string& c) {
    std::set<std::string> out = {a, b, c};
    out.erase("");
    return out;
}

}  // namespace

std::optional<Group> Group::make(const ProcessLimits& limits) {
    if (is_forbidden() || parents().memory.empty()) return std::nullopt;
    static std::atomic<unsigned> count{0};
    const std::string name = "/" + std::string(kPrefix) + std::to_string(getpid()) + "-" + std::to_string(count.fetch_add(1));
    Group out;
    out.is_v2_ = parents().is_v2;
    out.folders_ = {parents().memory + name, parents().processes + name, parents().cpu + name};
    for (const std::string& folder : each_of(out.folders_.memory, out.folders_.processes, out.folders_.cpu)) {
        if (mkdir(folder.c_str(), 0755) != 0) return std::nullopt;
        const Descriptor entry(open((folder + "/cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC));
        if (!entry.is_open()) return std::nullopt;
        out.entries_.push_back(lifted(entry));
        if (!out.entries_.back().is_open()) return std::nullopt;
    }
    if (limits.memory_bytes) {
        const std::string bytes = std::to_string(*limits.memory_bytes);
        const char* file = out.is_v2_ ? "/memory.max" : "/memory.limit_in_bytes";
        if (write_text(out.folders_.memory + file, bytes) != 0) return std::nullopt;
        // Swap would be a second helping. Where there is none, or it is not counted, neither are these files.
        (void)write_text(out.folders_.memory + (out.is_v2_ ? "/memory.swap.max" : "/memory.memsw.limit_in_bytes"),
                         out.is_v2_ ? "0" : bytes);
        if (out.is_v2_) (void)write_text(out.folders_.memory + "/memory.oom.group", "1");
    }
    // bubblewrap's own two are not the program's.
    constexpr unsigned kOthers = 2;
    if (limits.processes && write_text(out.folders_.processes + "/pids.max", std::to_string(*limits.processes + kOthers)) != 0)
        return std::nullopt;
    return out;
}

Group::Group(Group&& other) noexcept
    : folders_(std::exchange(other.folders_, {})), is_v2_(other.is_v2_), entries_(std::move(other.entries_)) {}

Group::~Group() {
    entries_.clear();
    for (const std::string& folder : each_of(folders_.memory, folders_.processes, folders_.cpu)) remove_group(folder);
}

std::vector<int> Group::entries() const {
    std::vector<int> out;
    out.reserve(entries_.size());
    for (const Descriptor& one : entries_) out.push_back(one.number());
    return out;
}

double Group::cpu_seconds() const {
    if (is_v2_) return static_cast<double>(number_after(read_text(folders_.cpu + "/cpu.stat"), "usage_usec")) * 1e-6;
    return static_cast<double>(first_number(read_text(folders_.cpu + "/cpuacct.usage"))) * 1e-9;
}

bool Group::out_of_memory() const {
    return number_after(read_text(folders_.memory + (is_v2_ ? "/memory.events" : "/memory.oom_control")), "oom_kill") > 0;
}

bool Group::out_of_processes() const { return number_after(read_text(folders_.processes + "/pids.events"), "max") > 0; }

std::string Group::kind() {
    if (is_forbidden() || parents().memory.empty()) return "";
    return parents().is_v2 ? "cgroup v2" : "cgroup v1";
}

}  // namespace foray::process
