// What is left of programs that run without a process space of their own: descendants that took another session or another parent.
#pragma once

#include <sys/types.h>

#include <string>

#include "spawn.h"

namespace foray::process {

/// From now on, processes whose parents die become ours instead of the system's.
void adopt_orphans();

/// Starts a program and remembers it: our own direct children are never strays.
Spawned spawn_own(const SpawnRequest& request);
/// Waits for such a child, which ends now or was killed, and forgets it.
int wait_for_own(pid_t id, rusage& usage);

/// Kills all of them, with what is in their groups, and waits for them. For the end of this process: at most once, whoever else waits.
void kill_own() noexcept;

/// A file of /proc/ID; empty if it cannot be read. A process may end between the opening and the reading, and then reading fails.
std::string proc_text(pid_t id, const char* file);

/// The CPU time that the living processes of one program have used, with that of the children they have waited for. They are known by the
/// session that `leader` began or by the process space that `inside` lives in (0: none).
double cpu_seconds_of(pid_t leader, pid_t inside);

/// Kills those of our adopted children that carry `token` in their environment, and those that appear when they die.
void kill_strays(const std::string& token);

}  // namespace foray::process
