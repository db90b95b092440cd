#include "foray/process/child.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>
#include <optional>

#include "cage.h"
#include "child_steps.h"
#include "no_broken_pipe.h"
#include "oversight.h"
#include "seccomp_filter.h"
#include "spawn.h"
#include "strays.h"

namespace foray::process {
namespace {

constexpr std::size_t kLongestLine = 1U << 20U;
constexpr std::size_t kMostWithoutQuestion = 16U << 20U;  ///< output since something was last sent
constexpr std::size_t kMostUnread = 4U << 20U;
constexpr std::size_t kKeptComplaints = 4096;

}  // namespace

std::string accounting() {
    const std::string kind = Group::kind();
    return kind.empty() ? "looking through /proc" : kind;
}

std::string describe(const ChildEnding& ending) {
    if (ending.limit == Limit::kMemory) return "its processes together needed more memory than it may use";
    if (ending.limit == Limit::kCpu) return "its processes together needed more processor time than it may use";
    switch (ending.kind) {
        case ChildEnding::Kind::kExit:
            if (ending.code > 128 && ending.code <= 128 + 64) return signal_name(ending.code - 128);
            return "exit code " + std::to_string(ending.code);
        case ChildEnding::Kind::kSignal: return signal_name(ending.code);
        case ChildEnding::Kind::kKilled: break;
    }
    return "killed";
}

class Child::Impl {
public:
    Impl() = default;
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    ~Impl() { end(); }

    std::optional<Error> start(const Program& program) {
        const bool caged = program.containment == Containment::kCage;
        auto group = caged ? Group::make(program.limits) : std::nullopt;
        auto prepared = prepare(program, group.has_value());
        if (!prepared) return prepared.error();
        Descriptor filter;
        std::vector<int> groups;
        if (caged) {
            auto made = seccomp_filter(group.has_value());
            if (!made) return made.error();
            filter = std::move(*made);
            oversight_.emplace(program.limits, std::move(group));
            groups = oversight_->entries();
        }
        if (!prepared->wrapped) adopt_orphans();
        auto in = make_pipe();
        auto out = make_pipe();
        auto err = make_pipe();
        auto info = make_pipe();
        if (!in || !out || !err || !info) return Error{std::string("no pipe to a program: ") + strerrordesc_np(errno)};
        if (prepared->owner && !hand_over(prepared->folder, *prepared->owner, program.changes_contents)) {
            return Error{prepared->folder + " cannot be given to the program: " + strerrordesc_np(errno)};
        }
        const auto arguments = pointers(prepared->argv);
        const auto environment = pointers(prepared->environment);
        SpawnRequest request{.path = prepared->path.c_str(),
                             .argv = arguments.data(),
                             .environment = environment.data(),
                             .folder = prepared->folder.c_str(),
                             .in = in->read.number(),
                             .out = out->write.number(),
                             .err = err->write.number(),
                             .info = prepared->wrapped ? info->write.number() : -1,
                             .filter = filter.number(),
                             .groups = std::move(groups),
                             .limits = limits_of(program.limits)};
        const Spawned spawned = spawn_own(request);
        if (spawned.id < 0) return Error{std::string("the program cannot be started: ") + strerrordesc_np(spawned.error)};
        id_ = spawned.id;
        rusage ours{};
        (void)getrusage(RUSAGE_SELF, &ours);
        own_peak_ = ours.ru_maxrss;
        process_ = open_process(id_);
        prepared_ = std::move(*prepared);
        in_ = std::move(in->write);
        out_ = std::move(out->read);
        err_ = std::move(err->read);
        for (const Descriptor* one : {&in_, &out_, &err_}) set_nonblocking(one->number());
        info->write.close();
        if (spawned.error == 0) {
            if (prepared_.wrapped) {
                // Open as long as the program runs: bubblewrap may speak late on a busy machine, and would die of a closed pipe.
                info_ = std::move(info->read);
                first_id_ = read_child_number(info_.number()).value_or(0);
            }
            if (first_id_ > 0) first_ = open_process(first_id_);
            if (oversight_ && first_id_ > 0) oversight_->begin(first_id_);
            return std::nullopt;
        }
        end();
        return Error{program.argv[0] + " cannot be run: " + strerrordesc_np(spawned.error)};
    }

    bool send(std::string_view text, Time deadline) {
        const NoBrokenPipe guard;
        since_question_ = 0;
        while (!text.empty()) {
            if (!in_.is_open()) return false;
            const ssize_t wrote = write(in_.number(), text.data(), text.size());
            if (wrote > 0) {
                text.remove_prefix(static_cast<std::size_t>(wrote));
            } else if (wrote < 0 && errno != EAGAIN && errno != EINTR) {
                in_.close();
                return false;
            } else {
                if (now() >= deadline) return false;
                wait_for_something(deadline, true);  // also takes what it says, or both would wait for each other
            }
        }
        return true;
    }

    LineRead read_line(Time deadline) {
        for (;;) {
            if (const auto line = take_line()) return *line;
            if (flooded_) return {ReadState::kFlood, {}, last_read_};
            if (!out_.is_open()) {
                if (unread().empty()) return {ReadState::kEnd, {}, last_read_};
                LineRead last{ReadState::kLine, std::string(unread()), last_read_};
                buffer_.clear();
                taken_ = searched_ = 0;
                return last;
            }
            if (now() >= deadline && !something_there()) return {ReadState::kTimeOut, {}, now()};
            wait_for_something(deadline, false);
        }
    }

    LineRead read_rest(Time deadline, std::size_t most) {
        most = std::min(most, kMostUnread / 2);
        while (out_.is_open() && now() < deadline) {
            wait_for_something(deadline, false);
            since_question_ = 0;  // dropped, not kept: no flood
            flooded_ = false;
            if (unread().size() > most) buffer_.resize(taken_ + most);
        }
        LineRead all{out_.is_open() ? ReadState::kTimeOut : ReadState::kEnd, std::string(unread().substr(0, most)), last_read_};
        return all;
    }

    bool wait(Time deadline) {
        while (!has_ended()) {
            if (now() >= deadline) return false;
            wait_for_something(deadline, false);
            if (buffer_.size() < kMostUnread) continue;
            buffer_.clear();
            taken_ = searched_ = since_question_ = 0;
            flooded_ = false;
        }
        take_complaints();
        return true;
    }

    [[nodiscard]] bool has_ended() const {
        if (ended_ || id_ < 0) return true;
        siginfo_t about{};
        return waitid(P_PID, static_cast<id_t>(id_), &about, WEXITED | WNOHANG | WNOWAIT) == 0 && about.si_pid == id_;
    }

    /// Also called by the destructor: nothing is thrown.
    const ChildEnding& end() {
        if (ended_ || id_ < 0) return ending_;
        const bool by_itself = has_ended();
        if (!by_itself) kill_all();
        kill(-id_, SIGKILL);  // what it left in its group: not reaped yet, its number still means that group
        rusage usage{};
        const int status = wait_for_own(id_, usage);
        rusage inside{};
        if (first_.is_open()) {
            // bubblewrap ends when the program does; the first process of its space, and with it all that the program left, a moment later.
            kill_process(first_);
            wait_for(first_);
            // It has come to us, and what the program used comes with it: bubblewrap itself does not wait for it. glibc's waitid does not
            // tell.
            siginfo_t about{};
            (void)syscall(SYS_waitid, P_PIDFD, first_.number(), &about, WEXITED | WNOHANG, &inside);
        }
        ended_ = true;  // its number may be another's from now on
        if (!prepared_.wrapped) insist([this] { kill_strays(prepared_.token); });
        ending_.kind = !by_itself            ? ChildEnding::Kind::kKilled
                       : WIFSIGNALED(status) ? ChildEnding::Kind::kSignal
                                             : ChildEnding::Kind::kExit;
        ending_.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
        const auto seconds = [](const timeval& time) {
            return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
        };
        const double used = seconds(usage.ru_utime) + seconds(usage.ru_stime) + seconds(inside.ru_utime) + seconds(inside.ru_stime);
        ending_.cpu_seconds = std::max(cpu_before_, used);
        if (oversight_) {
            oversight_->finish();
            ending_.limit = oversight_->limit();
            ending_.cpu_seconds = std::max(ending_.cpu_seconds, oversight_->cpu_seconds());
        }
        // It was born sharing our memory, and the system holds that against it: up to our own peak nothing is known. What bubblewrap
        // started was born of bubblewrap.
        const long peak = std::max(usage.ru_maxrss > own_peak_ ? usage.ru_maxrss : 0, inside.ru_maxrss);
        ending_.peak_bytes = static_cast<std::uint64_t>(peak) * 1024;
        insist([this] { take_complaints(); });
        if (prepared_.owner) insist([this] { take_back(prepared_.folder, *prepared_.owner); });
        in_.close();
        return ending_;
    }

    void close_input() { in_.close(); }
    [[nodiscard]] const std::string& complaints() const { return complaints_; }
    [[nodiscard]] double idle_seconds() const { return oversight_ ? oversight_->idle_seconds() : 0; }
    [[nodiscard]] HiddenFiles hidden_files() const {
        if (!oversight_ || !oversight_->census() || ended_) return {};
        return oversight_->census()->hidden_files(prepared_.folder, {kOwnFolders.begin(), kOwnFolders.end()});
    }

private:
    /// The working folder becomes the program's.
    bool hand_over(const std::string& folder, uid_t owner, bool with_contents) {
        struct stat about{};
        if (lstat(folder.c_str(), &about) != 0) return false;
        before_ = {about.st_uid, about.st_gid};
        if (with_contents) give_contents(folder, {geteuid(), getegid()}, {owner, owner});
        return lchown(folder.c_str(), owner, owner) == 0;
    }

    /// Files that a program of another user left become ours, so that they can be kept and removed like any others.
    void take_back(const std::string& folder, uid_t owner) const {
        if (lchown(folder.c_str(), before_.user, before_.group) == 0) give_contents(folder, {owner, owner}, {geteuid(), getegid()});
    }

    [[nodiscard]] std::string_view unread() const { return std::string_view(buffer_).substr(taken_); }

    std::optional<LineRead> take_line() {
        const std::size_t end = buffer_.find('\n', std::max(taken_, searched_));
        if (end == std::string::npos) {
            searched_ = buffer_.size();
            if (unread().size() > kLongestLine) flooded_ = true;
            return std::nullopt;
        }
        LineRead read{ReadState::kLine, buffer_.substr(taken_, end - taken_), last_read_};
        if (read.line.ends_with('\r')) read.line.pop_back();
        taken_ = end + 1;
        searched_ = taken_;
        if (taken_ == buffer_.size()) {
            buffer_.clear();
            taken_ = searched_ = 0;
        }
        return read;
    }

    [[nodiscard]] bool something_there() const {
        pollfd wait{out_.number(), POLLIN, 0};
        return poll(&wait, 1, 0) > 0;
    }

    /// Until there is output, room for input, the program's end, or the deadline. Takes the output.
    void wait_for_something(Time deadline, bool for_input) {
        std::array<pollfd, 4> waits = {{{out_.is_open() && !flooded_ ? out_.number() : -1, POLLIN, 0},
                                        {err_.is_open() ? err_.number() : -1, POLLIN, 0},
                                        {for_input ? in_.number() : -1, POLLOUT, 0},
                                        {process_.number(), POLLIN, 0}}};
        timespec left = time_until(deadline);
        constexpr long kTickNs = 5'000'000;
        // Without a handle of the process its end is looked for now and then.
        if (!process_.is_open() && (left.tv_sec > 0 || left.tv_nsec > kTickNs)) left = {0, kTickNs};
        constexpr long kLookNs = 20'000'000;
        if (oversight_ && (left.tv_sec > 0 || left.tv_nsec > kLookNs)) left = {0, kLookNs};
        const int ready = ppoll(waits.data(), waits.size(), &left, nullptr);
        if (oversight_ && oversight_->look() != Limit::kNone) stop_inside();
        if (ready < 0) return;  // interrupted: the caller looks at his clock
        if (waits[0].revents != 0) take_output();
        if (waits[1].revents != 0) take_complaints();
        // The end of the process is the end of its words, even if a descendant still holds the pipe.
        if (waits[0].revents == 0 && (waits[3].revents != 0 || (!process_.is_open() && has_ended()))) {
            take_output();
            out_.close();
            if (for_input) in_.close();
        }
    }

    void take_output() {
        if (!out_.is_open()) return;
        if (taken_ > 0) {
            buffer_.erase(0, taken_);
            searched_ -= std::min(searched_, taken_);
            taken_ = 0;
        }
        std::array<char, 65536> block;
        for (;;) {
            if (buffer_.size() >= kMostUnread) {
                flooded_ = flooded_ || buffer_.find('\n') == std::string::npos;
                return;
            }
            const ssize_t got = read(out_.number(), block.data(), block.size());
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) return;
            last_read_ = now();
            if (got == 0) {
                out_.close();
                return;
            }
            buffer_.append(block.data(), static_cast<std::size_t>(got));
            since_question_ += static_cast<std::size_t>(got);
            if (since_question_ > kMostWithoutQuestion) flooded_ = true;
            if (static_cast<std::size_t>(got) < block.size()) return;
        }
    }

    void take_complaints() {
        std::array<char, 16384> block;
        complaints_.reserve(kKeptComplaints + block.size());             // before they are read: they cannot be read twice
        for (int blocks = 0; blocks < 64 && err_.is_open(); ++blocks) {  // a program may complain faster than we read
            const ssize_t got = read(err_.number(), block.data(), block.size());
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) return;
            if (got == 0) {
                err_.close();
                return;
            }
            complaints_.append(block.data(), static_cast<std::size_t>(got));
            if (complaints_.size() > kKeptComplaints) complaints_.erase(0, complaints_.size() - kKeptComplaints);
        }
    }

    /// Everything of it, from the inside out. The system does not add up what killed descendants have used, so that is done before.
    void kill_all() {
        insist([this] { cpu_before_ = cpu_seconds_of(id_, first_id_); });
        stop_inside();
        kill(id_, SIGKILL);
    }

    /// bubblewrap then ends by itself, and says how.
    void stop_inside() const {
        if (!first_.is_open()) return;
        kill_process(first_);
        wait_for(process_);
    }

    Prepared prepared_;
    std::optional<Oversight> oversight_{};  ///< of what runs in a cage
    Owner before_;                          ///< of the working folder
    pid_t id_ = -1;
    Descriptor process_;
    Descriptor in_;
    Descriptor out_;
    Descriptor err_;
    Descriptor info_;     ///< what bubblewrap says of the program
    pid_t first_id_ = 0;  ///< of its process space, if it has one
    Descriptor first_;
    std::string buffer_;
    std::size_t taken_ = 0;     ///< of the buffer, as lines
    std::size_t searched_ = 0;  ///< of the buffer, without finding a newline
    std::size_t since_question_ = 0;
    bool flooded_ = false;
    Time last_read_{};
    std::string complaints_;
    long own_peak_ = 0;      ///< resident memory of this process when it started the program, in kilobytes
    double cpu_before_ = 0;  ///< it was killed, at the moment before
    bool ended_ = false;
    ChildEnding ending_;
};

Child::Child(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Child::~Child() = default;

Result<std::unique_ptr<Child>> Child::start(const Program& program) {
    auto impl = std::make_unique<Impl>();
    if (const auto error = impl->start(program)) return *error;
    return std::unique_ptr<Child>(new Child(std::move(impl)));  // NOLINT(cppcoreguidelines-owning-memory)
}

bool Child::send(std::string_view text, Time deadline) { return impl_->send(text, deadline); }
void Child::close_input() { impl_->close_input(); }
LineRead Child::read_line(Time deadline) { return impl_->read_line(deadline); }
LineRead Child::read_rest(Time deadline, std::size_t most) { return impl_->read_rest(deadline, most); }
bool Child::has_ended() const { return impl_->has_ended(); }
bool Child::wait(Time deadline) { return impl_->wait(deadline); }
const ChildEnding& Child::end() { return impl_->end(); }
const std::string& Child::complaints() const { return impl_->complaints(); }
double Child::idle_seconds() const { return impl_->idle_seconds(); }
Child::HiddenFiles Child::hidden_files() const { return impl_->hidden_files(); }

}  // namespace foray::process
