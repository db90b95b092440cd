#include "census.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>

#include "foray/board/descriptor.h"
#include "strays.h"

namespace foray::process {
namespace {

constexpr std::uint64_t kBlock = 512;         ///< of st_blocks
constexpr std::uint64_t kKilobyte = 1024;     ///< of what /proc says
constexpr std::size_t kMostProcesses = 4096;  ///< more are never let in

using Folder = std::unique_ptr<DIR, int (*)(DIR*)>;

std::string place_of(pid_t id, const std::string& name) { return "/proc/" + std::to_string(id) + "/" + name; }

/// Calls f with every entry of a folder but "." and "..".
template <class F>
void for_each_entry(const std::string& path, F f) {
    const Folder folder(opendir(path.c_str()), closedir);
    if (folder == nullptr) return;
    while (const dirent* entry = readdir(folder.get())) {  // NOLINT(concurrency-mt-unsafe): a stream of our own
        if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0) f(folder.get(), entry->d_name);
    }
}

struct Stat {
    char state = 'S';
    double own_seconds = 0;
    double waited_seconds = 0;  ///< of children that have ended and were waited for
    unsigned threads = 1;
    unsigned long long begin = 0;
};

/// See proc(5), /proc/PID/stat; a name may hold anything, so what counts begins behind the last parenthesis.
std::optional<Stat> stat_of(pid_t id) {
    const std::string text = proc_text(id, "stat");
    const std::size_t after = text.rfind(')');
    if (after == std::string::npos || text.size() < after + 4) return std::nullopt;
    Stat stat;
    stat.state = text[after + 2];
    constexpr std::size_t kNumbers = 19;  // from the parent, the fourth word, to the beginning, the twenty-second
    std::array<unsigned long long, kNumbers> number{};
    const char* at = text.c_str() + after + 3;
    for (auto& one : number) {
        char* end = nullptr;
        one = std::strtoull(at, &end, 10);
        if (end == at) return std::nullopt;
        at = end;
    }
    const auto seconds = [&](std::size_t i) { return static_cast<double>(number[i]) / static_cast<double>(sysconf(_SC_CLK_TCK)); };
    stat.own_seconds = seconds(10) + seconds(11);
    stat.waited_seconds = seconds(12) + seconds(13);
    stat.threads = static_cast<unsigned>(number[16]);
    stat.begin = number[18];
    return stat;
}

/// Whether another thread than the first wants the processor.
bool has_busy_thread(pid_t id) {
    bool busy = false;
    for_each_entry(place_of(id, "task"), [&](DIR*, const char* thread) {
        const std::string text = proc_text(id, ("task/" + std::string(thread) + "/stat").c_str());
        const std::size_t after = text.rfind(')');
        if (after != std::string::npos && after + 2 < text.size()) busy = busy || text[after + 2] == 'R' || text[after + 2] == 'D';
    });
    return busy;
}

/// The sum of some lines of "Name:  12 kB".
std::uint64_t sum_of_lines(const std::string& text, std::initializer_list<std::string_view> names) {
    std::istringstream in(text);
    std::uint64_t sum = 0;
    for (std::string line; std::getline(in, line);) {
        for (const std::string_view name : names) {
            if (line.starts_with(name)) sum += std::strtoull(line.c_str() + name.size(), nullptr, 10) * kKilobyte;
        }
    }
    return sum;
}

}  // namespace

std::vector<pid_t> Census::everybody() const {
    std::vector<pid_t> out = {first_};
    for (std::size_t i = 0; i < out.size() && out.size() < kMostProcesses; ++i) {
        const pid_t id = out[i];
        for_each_entry(place_of(id, "task"), [&](DIR*, const char* thread) {
            std::istringstream children(proc_text(id, ("task/" + std::string(thread) + "/children").c_str()));
            for (pid_t child = 0; children >> child;) {
                if (child > 0) out.push_back(child);
            }
        });
    }
    return out;
}

Census::Count Census::count() {
    Count out;
    double living = 0;
    double waited = 0;
    for (auto& [key, one] : seen_) one.is_here = false;
    for (const pid_t id : everybody()) {
        const auto stat = stat_of(id);
        if (!stat) continue;
        out.tasks += stat->threads;
        if (stat->state == 'R' || stat->state == 'D' || (stat->threads > 1 && has_busy_thread(id))) out.wants_time = true;
        living += stat->own_seconds;
        waited += stat->waited_seconds;
        Seen& seen = seen_[{id, stat->begin}];
        seen.own_seconds = stat->own_seconds;
        seen.is_here = true;
    }
    for (auto at = seen_.begin(); at != seen_.end();) {
        if (!at->second.is_here) gone_seconds_ += at->second.own_seconds;
        at = at->second.is_here ? std::next(at) : seen_.erase(at);
    }
    // Who has ended was either seen or waited for, often both: the larger of the two sums is no more than what was used.
    out.cpu_seconds = living + std::max(waited, gone_seconds_);
    return out;
}

std::uint64_t Census::memory_bytes(std::uint64_t limit) const {
    const auto all = everybody();
    std::uint64_t sum = 0;
    for (const pid_t id : all) sum += sum_of_lines(proc_text(id, "status"), {"RssAnon:", "RssShmem:"});
    if (sum <= limit) return sum;
    // Parents and children may hold the same pages: each then has its part of them, which takes the system longer to say.
    std::uint64_t exact = 0;
    for (const pid_t id : all) exact += sum_of_lines(proc_text(id, "smaps_rollup"), {"Pss_Anon:", "Pss_Shmem:"});
    return exact;
}

Child::HiddenFiles Census::hidden_files(const std::string& folder, const std::vector<std::string>& own) const {
    Child::HiddenFiles out;
    std::set<std::pair<dev_t, ino_t>> counted;
    const auto add = [&](const struct stat& about) {
        if (about.st_nlink > 0 || !S_ISREG(about.st_mode) || !counted.emplace(about.st_dev, about.st_ino).second) return;
        out.bytes += static_cast<std::uint64_t>(about.st_blocks) * kBlock;
        ++out.files;
    };
    const std::string removed = " (deleted)";
    for (const pid_t id : everybody()) {
        for_each_entry(place_of(id, "fd"), [&](DIR* open_files, const char* number) {
            struct stat about{};
            if (fstatat(dirfd(open_files), number, &about, 0) == 0) add(about);
        });
        std::istringstream maps(proc_text(id, "maps"));  // "from-to rights offset device inode   path"
        for (std::string line; std::getline(maps, line);) {
            if (!line.ends_with(removed) || line.find(' ' + folder + '/') == std::string::npos) continue;
            struct stat about{};
            const std::string range = line.substr(0, line.find(' '));
            if (stat(place_of(id, "map_files/" + range).c_str(), &about) == 0) {
                add(about);
                continue;
            }
            // Only root may look at the file itself; others see how much of it is mapped.
            std::istringstream words(line);
            std::string device;
            ino_t inode = 0;
            words >> device >> device >> device >> device >> inode;
            char* end = nullptr;
            const std::uint64_t from = std::strtoull(range.c_str(), &end, 16);
            if (counted.emplace(0, inode).second) out.bytes += std::strtoull(end + 1, nullptr, 16) - from;
        }
    }
    for (const std::string& path : own) {
        struct stat theirs{};
        struct stat ours{};
        struct statvfs about{};
        // While bubblewrap still prepares the cage, its root is ours.
        if (stat((place_of(first_, "root") + path).c_str(), &theirs) != 0) continue;
        if (stat(path.c_str(), &ours) == 0 && ours.st_dev == theirs.st_dev) continue;
        if (statvfs((place_of(first_, "root") + path).c_str(), &about) == 0) out.files += about.f_files - about.f_ffree;
    }
    return out;
}

}  // namespace foray::process
