#include "cage.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "foray/process/child.h"
#include "spawn.h"
#include "trees.h"

extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace foray::process {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr std::array<const char*, 8> kSystem = {"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/opt"};

std::string variable(const char* name) {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody here changes the environment
    return value == nullptr ? "" : value;
}

bool is_program(const fs::path& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

std::optional<std::string> find_in_path(const std::string& name) {
    const std::string folders = variable("PATH");
    for (std::size_t at = 0; at <= folders.size();) {
        const std::size_t end = std::min(folders.find(':', at), folders.size());
        const fs::path candidate = fs::path(folders.substr(at, end - at)) / name;
        if (candidate.is_absolute() && is_program(candidate)) return candidate.string();
        at = end + 1;
    }
    return std::nullopt;
}

bool is_inside(const fs::path& path, const fs::path& folder) {
    const auto [at, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    return at == folder.end();
}

bool is_system(const fs::path& path) {
    return std::any_of(kSystem.begin(), kSystem.end(), [&](const char* folder) { return is_inside(path, folder); });
}

/// What a cage has of its own, whoever names it: showing ours would take the program's away.
bool is_own(const fs::path& path) {
    return path == "/" || path == "/tmp" || is_inside(path, "/dev") || is_inside(path, "/proc") || is_inside(path, "/sys");
}

/// Folders that hold more than one program's things: nobody means to show all of them.
bool is_crowded(const fs::path& folder) {
    std::error_code ignored;
    const std::array<fs::path, 5> crowded = {variable("HOME"), "/home", fs::temp_directory_path(ignored), "/var", "/root"};
    return std::any_of(crowded.begin(), crowded.end(), [&](const fs::path& one) { return !one.empty() && is_inside(one, folder); });
}

/// What has to be seen for a program to run: its folder; of an installation, with its libraries, the folder above "bin".
fs::path home_of(const fs::path& program) {
    const fs::path folder = program.parent_path();
    const fs::path name = folder.filename();
    if ((name == "bin" || name == "sbin" || name == "shims") && !is_crowded(folder.parent_path())) return folder.parent_path();
    return is_crowded(folder) ? program : folder;
}

/// Where a program lies, and where it really lies if its name is a link. Nothing of the system.
Words homes_of(const std::string& program) {
    Words out;
    std::error_code ignored;
    for (const fs::path& one : {fs::path(program), fs::canonical(program, ignored)}) {
        if (!one.empty() && !is_system(one)) out.push_back(home_of(one).string());
    }
    return out;
}

/// Who programs run as when root starts them: numbers that nobody has, another one for each, so that their processes are counted apart.
constexpr uid_t kFirstOwner = 0x60000000;
constexpr uid_t kOwnersOfOne = 1024;
constexpr uid_t kGraders = 65536;
uid_t next_owner() {
    static std::atomic<unsigned> count{0};
    return kFirstOwner + (static_cast<uid_t>(getpid()) % kGraders) * kOwnersOfOne + count.fetch_add(1) % kOwnersOfOne;
}

/// A folder that bubblewrap makes on the way to another would be closed to everybody else.
void add_folders_above(const fs::path& path, Words& done, Words& out) {
    fs::path above;
    for (const fs::path& part : path.parent_path()) {
        above /= part;
        if (above == "/" || above == "/tmp" || is_system(above)) continue;
        if (std::find(done.begin(), done.end(), above.string()) != done.end()) continue;
        done.push_back(above.string());
        out.insert(out.end(), {"--dir", above.string()});
    }
}

void add_seen(const char* how, const fs::path& path, Words& done, Words& out) {
    add_folders_above(path, done, out);
    out.insert(out.end(), {how, path.string(), path.string()});
    done.push_back(path.string());
}

/// What was named inside of a hidden folder is seen all the same.
void show_inside(const std::string& path, const std::vector<fs::path>& seen, Words& done, Words& out) {
    std::erase_if(done, [&](const std::string& one) { return is_inside(one, path); });
    for (const fs::path& one : seen) {
        if (one != path && is_inside(one, path)) add_seen("--ro-bind-try", one, done, out);
    }
}

Words cage_arguments(const Program& program, const Prepared& prepared, const std::string& found) {
    Words out = {"--unshare-ipc",        "--unshare-pid",     "--unshare-net", "--unshare-uts",
                 "--unshare-cgroup-try", "--die-with-parent", "--new-session"};
    if (prepared.owner) {  // until then: to enter a folder that is the program's alone, and to become the program's user
        out.insert(out.end(),
                   {"--cap-drop", "ALL", "--cap-add", "CAP_DAC_READ_SEARCH", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"});
    } else {
        // No user space below this one, where the program would be root.
        out.insert(out.end(), {"--unshare-user", "--disable-userns"});
    }
    for (const char* folder : kSystem) out.insert(out.end(), {"--ro-bind-try", folder, folder});
    const std::string bytes = std::to_string(program.private_bytes);
    out.insert(out.end(), {"--dev", "/dev", "--proc", "/proc"});
    for (const std::string& own : kOwnFolders) out.insert(out.end(), {"--perms", "1777", "--size", bytes, "--tmpfs", own});
    Words done;
    std::vector<fs::path> seen(program.readable.begin(), program.readable.end());
    std::error_code ignored;
    for (const std::string& one : homes_of(found)) seen.emplace_back(one);
    // What lies inside of another comes later, or it would be covered.
    std::sort(seen.begin(), seen.end());
    seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
    std::erase_if(seen, [](const fs::path& path) { return is_system(path) || is_own(path); });
    for (const fs::path& path : seen) add_seen("--ro-bind-try", path, done, out);
    Words hidden = program.hidden;
    Words empty = {"/dev", "/"};  ///< folders in memory without a limit: only until the places of others have been made in them
    std::sort(hidden.begin(), hidden.end());
    hidden.erase(std::unique(hidden.begin(), hidden.end()), hidden.end());
    for (const std::string& path : hidden) {
        const auto stand_in = std::find_if(program.stand_ins.begin(), program.stand_ins.end(),
                                           [&](const StandIn& one) { return one.path == path && !is_own(path) && !is_system(path); });
        if (stand_in != program.stand_ins.end()) {
            add_folders_above(path, done, out);
            out.insert(out.end(), {"--ro-bind", stand_in->source, path});
            show_inside(path, seen, done, out);
            continue;
        }
        // Only where it would be seen: elsewhere there is nothing to hide.
        if (std::none_of(seen.begin(), seen.end(), [&](const fs::path& one) { return is_inside(path, one) || is_inside(one, path); })) {
            continue;
        }
        if (fs::is_directory(path, ignored)) {
            out.insert(out.end(), {"--tmpfs", path});
            empty.push_back(path);
        } else if (fs::exists(path, ignored)) {
            out.insert(out.end(), {"--ro-bind", "/dev/null", path});
            continue;
        }
        show_inside(path, seen, done, out);
    }
    add_seen("--bind", prepared.folder, done, out);
    for (const std::string& path : empty) out.insert(out.end(), {"--remount-ro", path});
    out.insert(out.end(), {"--chdir", prepared.folder, "--seccomp", std::to_string(kFilterDescriptor)});
    return out;
}

/// Inside of the cage: the number of processes is limited where only the system's users are counted, and root's place is left.
Words last_steps(const Program& program, const Prepared& prepared, bool counted) {
    Words out;
    if (program.limits.processes && !counted) {
        const std::string count = std::to_string(*program.limits.processes);
        out = {"/usr/bin/prlimit", "--nproc=" + count + ":" + count, "--"};
    }
    if (prepared.owner) {
        const std::string id = std::to_string(*prepared.owner);
        out.insert(out.end(), {"/usr/bin/setpriv", "--reuid", id, "--regid", id, "--clear-groups", "--inh-caps=-all", "--"});
    }
    return out;
}

/// `added` and those of ours that it does not replace; in a cage only what programs need to find their way.
Words environment_of(const Program& program) {
    Words out = program.environment;
    const auto add = [&](const std::string& entry) {
        const std::string name = entry.substr(0, entry.find('=') + 1);
        if (std::none_of(out.begin(), out.end(), [&](const std::string& other) { return other.starts_with(name); })) out.push_back(entry);
    };
    if (program.containment == Containment::kCage) {
        add("HOME=/tmp");
        add("TMPDIR=/tmp");
        for (const char* name : {"PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ"}) {
            if (const std::string value = variable(name); !value.empty()) add(std::string(name) + "=" + value);
        }
        return out;
    }
    for (char** entry = environ; *entry != nullptr; ++entry) add(*entry);
    return out;
}

std::optional<std::string> try_cage() {
    const auto bubblewrap = find_in_path("bwrap");
    if (!bubblewrap) return "bubblewrap (bwrap) is not installed";
    for (const char* helper : {"/usr/bin/prlimit", "/usr/bin/setpriv"}) {
        if (!is_program(helper)) return std::string(helper) + " is missing";
    }
    Program program{.argv = {*bubblewrap, "--unshare-pid", "--unshare-net", "--unshare-ipc", "--die-with-parent"},
                    .containment = Containment::kFree};
    if (geteuid() != 0) program.argv.insert(program.argv.end(), {"--unshare-user", "--disable-userns"});
    program.argv.insert(program.argv.end(),
                        {"--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "/bin/sh", "-c", ":"});
    const auto child = Child::start(program);
    if (!child) return child.error().message();
    constexpr double kLongestMs = 10'000;
    if (!(*child)->wait(after_ms(kLongestMs))) return "bubblewrap does not answer";
    const ChildEnding ending = (*child)->end();
    if (ending.kind == ChildEnding::Kind::kExit && ending.code == 0) return std::nullopt;
    std::string why = (*child)->complaints();
    why = why.substr(0, why.find('\n'));
    return "bubblewrap cannot run here" + (why.empty() ? "" : ": " + why);
}

}  // namespace

const std::optional<std::string>& cage_problem() {
    static const std::optional<std::string> problem = try_cage();
    return problem;
}

std::optional<Error> refuse_without_cage() {
    const auto& problem = cage_problem();
    if (!problem) return std::nullopt;
    return Error{"programs cannot be contained on this machine: " + *problem + " (--no-sandbox runs them without)"};
}

std::string shown_for(const std::string& path) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) return path;
    const fs::path folder = fs::path(path).parent_path();
    return is_crowded(folder) ? path : folder.string();
}

std::vector<std::string> shown_for_command(const std::string& name) {
    const auto found = name.find('/') == std::string::npos ? find_in_path(name) : std::nullopt;
    return found ? homes_of(*found) : Words{};
}

std::string signal_name(int signal) {
    const char* name = sigabbrev_np(signal);
    return name == nullptr ? "signal " + std::to_string(signal) : "SIG" + std::string(name);
}

bool is_cage_owner(uid_t user) { return user >= kFirstOwner && user - kFirstOwner < kGraders * kOwnersOfOne; }

Result<Prepared> prepare(const Program& program, bool counted) {
    if (program.argv.empty() || program.argv[0].empty()) return Error{"there is no program to start"};
    Prepared out;
    std::error_code error;
    out.folder =
        program.folder.empty() ? fs::current_path(error).string() : fs::absolute(program.folder, error).lexically_normal().string();
    if (error || !fs::is_directory(out.folder, error)) return Error{"there is no folder " + program.folder + " to run in"};
    const std::string& name = program.argv[0];
    std::string found;
    if (name.find('/') == std::string::npos) {
        const auto in_path = find_in_path(name);
        if (!in_path) return Error{"no program is called " + name};
        found = *in_path;
    } else {
        found = (fs::path(out.folder) / name).lexically_normal().string();
        if (!is_program(found))
            return Error{fs::exists(found, error) ? found + " is not a program that can be run" : found + " does not exist"};
    }
    out.environment = environment_of(program);
    const bool caged = program.containment == Containment::kCage;
    if (caged && cage_problem()) return Error{"programs cannot be contained on this machine: " + *cage_problem()};
    // Trying the cage starts a program without one: only who wants a leash asks.
    out.wrapped = caged || (program.containment == Containment::kLeash && !cage_problem());
    if (!out.wrapped) {
        static std::atomic<unsigned> count{0};
        out.token = "FORAY_PROCESS=" + std::to_string(getpid()) + "." + std::to_string(count.fetch_add(1));
        out.environment.push_back(out.token);
        out.path = found;
        out.argv = program.argv;
        return out;
    }
    if (caged && geteuid() == 0) out.owner = next_owner();
    out.path = find_in_path("bwrap").value_or("bwrap");
    out.argv = {"bwrap", "--info-fd", std::to_string(kInfoDescriptor)};
    Words wrap = {"--unshare-pid", "--die-with-parent", "--dev-bind", "/", "/", "--proc", "/proc", "--chdir", out.folder};
    if (!caged && geteuid() == 0) wrap.insert(wrap.end(), {"--cap-add", "ALL"});
    if (caged) wrap = cage_arguments(program, out, found);
    out.argv.insert(out.argv.end(), wrap.begin(), wrap.end());
    out.argv.emplace_back("--");
    if (caged) {
        const Words steps = last_steps(program, out, counted);
        out.argv.insert(out.argv.end(), steps.begin(), steps.end());
    }
    out.argv.push_back(found);
    out.argv.insert(out.argv.end(), program.argv.begin() + 1, program.argv.end());
    return out;
}

void give_contents(const std::string& folder, const Owner& from, const Owner& to) {
    constexpr int kMost = 10'000;
    int count = 0;
    (void)walk(folder, [&](int above, const char* name, const struct stat& about) {
        if (about.st_uid == from.user && (S_ISDIR(about.st_mode) || about.st_nlink == 1) &&
            fchownat(above, name, to.user, to.group, AT_SYMLINK_NOFOLLOW) != 0) {
            return false;
        }
        return ++count < kMost;
    });
}

}  // namespace foray::process
