// Threads that sleep between jobs, for searches that are asked many questions: waking a thread takes microseconds, starting one ten times
// as many. Where FORAY_THREADS is 0 the caller works alone.
#pragma once

#include <functional>
#include <memory>

#include "foray/board/result.h"

namespace foray {

class Crew {
public:
    /// `threads` of them, the caller among them: one thread is no other. An error if the system starts no more.
    [[nodiscard]] static Result<Crew> make(int threads);
    ~Crew();
    Crew(Crew&&) noexcept;
    Crew& operator=(Crew&&) noexcept;

    [[nodiscard]] int threads() const;

    /// work(0) on the calling thread and work(1) ... work(count - 1) on others at the same time; returns when all have returned. `count` is
    /// at most threads(). One caller at a time. What one of them throws (memory may end anywhere) is thrown again then: whoever throws
    /// sees to it that the others return soon.
    void run(int count, const std::function<void(int)>& work);

private:
    class Impl;
    explicit Crew(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// work(0) on the calling thread and work(1) ... work(count - 1) on threads of their own; returns when all have returned. What the system
/// starts no thread for is done by the caller, afterwards: workers that share a list find it done by then. What one of them throws is
/// thrown again at the end.
void run_together(int count, const std::function<void(int)>& work);

}  // namespace foray
