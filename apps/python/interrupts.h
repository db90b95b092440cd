// Work that takes long, with Python's lock released and Ctrl-C obeyed: it runs in a thread of its own while the caller's listens.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace foray::python {

/// How often signals are looked for.
inline constexpr std::chrono::milliseconds kTick{20};

/// Thrown by work that has no other way to end when `stop` is set.
struct Stopped {};

/// Calls work(stop) and returns when it has. Work ends soon after `stop` is set, which a signal whose handler raises does (that is what
/// comes out then), and so does what on_tick throws; on_tick is called with Python's lock, every kTick and at the end.
template <class Work>
void interruptibly(Work&& work, const std::function<void()>& on_tick = {}) {
    namespace py = pybind11;
    std::atomic<bool> stop{false};
    std::mutex mutex;
    std::condition_variable changed;
    bool done = false;
    std::exception_ptr failure;
    std::exception_ptr complaint;
    const auto tick = [&] {
        if (complaint) return;
        try {
            if (PyErr_CheckSignals() != 0) throw py::error_already_set();
            if (on_tick) on_tick();
        } catch (...) {
            complaint = std::current_exception();
            stop.store(true);
        }
    };
    {
        const py::gil_scoped_release released;
        std::thread worker([&] {
            try {
                work(static_cast<const std::atomic<bool>&>(stop));
            } catch (const Stopped&) {  // as it was told to
            } catch (...) {
                failure = std::current_exception();
            }
            const std::lock_guard lock(mutex);
            done = true;
            changed.notify_one();
        });
        for (std::unique_lock lock(mutex); !changed.wait_for(lock, kTick, [&] { return done; });) {
            lock.unlock();
            {
                const py::gil_scoped_acquire acquired;
                tick();
            }
            lock.lock();
        }
        worker.join();
    }
    tick();
    if (complaint) std::rethrow_exception(complaint);
    if (failure) std::rethrow_exception(failure);
}

/// Limits of a search as Python says them.
struct Limits {
    std::optional<double> seconds;
    std::optional<std::uint64_t> nodes;
    std::optional<int> depth;
};

}  // namespace foray::python
