#include "foray/board/crew.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "foray/board/threads.h"
#if FORAY_THREADS
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#endif

namespace foray {

#if FORAY_THREADS
namespace {

template <class Work>
std::exception_ptr thrown_by(const Work& work) {
    try {
        work();
    } catch (...) {
        return std::current_exception();
    }
    return nullptr;
}

}  // namespace

class Crew::Impl {
public:
    Impl() = default;
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    ~Impl() {
        {
            const std::lock_guard lock(mutex_);
            leave_ = true;
        }
        wake_.notify_all();
        for (std::thread& helper : helpers_) helper.join();
    }

    /// What the system says if it refuses.
    std::string start(int helpers) {
        try {
            helpers_.reserve(static_cast<std::size_t>(helpers));
            for (int i = 1; i <= helpers; ++i) helpers_.emplace_back([this, i] { live(i); });
        } catch (const std::system_error& refused) {
            return refused.code().message();
        }
        return {};
    }

    [[nodiscard]] int threads() const { return static_cast<int>(helpers_.size()) + 1; }

    void run(int count, const std::function<void(int)>& work) {
        assert(count >= 1 && count <= threads());
        if (count == 1) return work(0);
        {
            const std::lock_guard lock(mutex_);
            work_ = &work;
            count_ = count;
            busy_ = count - 1;
            ++job_;
        }
        wake_.notify_all();
        const std::exception_ptr own = thrown_by([&] { work(0); });
        std::unique_lock lock(mutex_);
        done_.wait(lock, [&] { return busy_ == 0; });  // whatever happened: they use what the caller owns
        work_ = nullptr;
        const std::exception_ptr theirs = std::exchange(failure_, nullptr);
        if (own || theirs) std::rethrow_exception(own ? own : theirs);
    }

private:
    void live(int number) {
        std::unique_lock lock(mutex_);
        for (std::uint64_t seen = 0;;) {
            wake_.wait(lock, [&] { return leave_ || job_ != seen; });
            if (leave_) return;
            seen = job_;
            if (number >= count_) continue;
            const std::function<void(int)>& work = *work_;
            lock.unlock();
            const std::exception_ptr thrown = thrown_by([&] { work(number); });
            lock.lock();
            if (thrown) failure_ = thrown;
            if (--busy_ == 0) done_.notify_one();
        }
    }

    std::mutex mutex_;
    std::condition_variable wake_;
    std::condition_variable done_;
    const std::function<void(int)>* work_ = nullptr;
    int count_ = 0;
    int busy_ = 0;
    std::uint64_t job_ = 0;
    bool leave_ = false;
    std::exception_ptr failure_;  ///< of one of the helpers
    std::vector<std::thread> helpers_;
};
#else
class Crew::Impl {
public:
    static std::string start(int /*helpers*/) { return {}; }
    [[nodiscard]] static int threads() { return 1; }
    static void run(int /*count*/, const std::function<void(int)>& work) { work(0); }
};
#endif

Crew::Crew(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Crew::~Crew() = default;
Crew::Crew(Crew&&) noexcept = default;
Crew& Crew::operator=(Crew&&) noexcept = default;

Result<Crew> Crew::make(int threads) {
    auto impl = std::make_unique<Impl>();
    const std::string refused = impl->start(std::max(threads, 1) - 1);
    if (!refused.empty()) {
        return Error{"only " + std::to_string(impl->threads()) + " of " + std::to_string(threads) +
                     " threads could be started: " + refused};
    }
    return Crew(std::move(impl));
}
int Crew::threads() const { return impl_->threads(); }
void Crew::run(int count, const std::function<void(int)>& work) { impl_->run(count, work); }

void run_together(int count, const std::function<void(int)>& work) {
#if FORAY_THREADS
    int begun = 1;
    std::vector<std::thread> helpers;
    std::mutex mutex;
    std::exception_ptr failure;
    const auto guarded = [&](int number) {
        if (const std::exception_ptr thrown = thrown_by([&] { work(number); })) {
            const std::lock_guard lock(mutex);
            if (!failure) failure = thrown;
        }
    };
    try {
        helpers.reserve(static_cast<std::size_t>(std::max(count, 1)));
        for (; begun < count; ++begun) helpers.emplace_back([&guarded, begun] { guarded(begun); });
    } catch (const std::exception&) {
        // No more threads to be had.
    }
    guarded(0);
    for (int left = begun; left < count; ++left) guarded(left);
    for (std::thread& helper : helpers) helper.join();
    if (failure) std::rethrow_exception(failure);
#else
    for (int number = 0; number < std::max(count, 1); ++number) work(number);
#endif
}

}  // namespace foray
