// The store's jobs: claimed by one worker at a time, given back when he is gone, answered once.
#include <signal.h>
#include <soci/soci.h>
#include <unistd.h>

#include <charconv>
#include <fstream>
#include <sstream>

#include "connection.h"
#include "foray/notation/text.h"
#include "rows.h"
#include "seals.h"

namespace foray {

using soci::into;
using soci::use;

namespace {

std::string host_name() {
    std::array<char, 256> name{};
    if (gethostname(name.data(), name.size() - 1) != 0) return "unknown";
    return name.data();
}

/// When a process began, in clock ticks since the machine did: numbers of processes are used again, their beginnings are not. Empty if
/// there is no such process.
std::string start_of(long process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string line;
    if (!std::getline(file, line)) return "";
    // The second field is the program's name in parentheses and may hold anything; the 22nd is the start.
    std::istringstream rest(line.substr(line.rfind(')') + 1));
    std::string word;
    for (int field = 3; field <= 22 && rest >> word; ++field) {
    }
    return word;
}

/// Whether a worker was a process of this machine and is no more. Of other machines nothing is known.
bool surely_dead(const std::string& worker) {
    // host:process:start:thread, and a host may hold colons
    const std::size_t thread = worker.rfind(':');
    const std::size_t start = thread == std::string::npos ? thread : worker.rfind(':', thread - 1);
    const std::size_t process = start == std::string::npos || start == 0 ? std::string::npos : worker.rfind(':', start - 1);
    if (process == std::string::npos || worker.substr(0, process) != host_name()) return false;
    const auto number = parse_number(worker.substr(process + 1, start - process - 1), 1U << 30);
    if (!number) return false;
    return start_of(static_cast<long>(*number)) != worker.substr(start + 1, thread - start - 1);
}

}  // namespace

std::string worker_name(int thread) {
    const long process = getpid();
    return host_name() + ":" + std::to_string(process) + ":" + start_of(process) + ":" + std::to_string(thread);
}

int Store::add_jobs(const std::string& kind, const std::string& topic, const std::vector<NewJob>& jobs) {
    int added = 0;
    if (jobs.empty()) return 0;
    Connection& c = *connection_;
    const auto insert_all = [&] {
        std::string label;
        std::string input;
        soci::statement insert = (c.sql().prepare << "insert into job (kind, topic, label, input, state, attempts, owner, lease, error)"
                                                     " values (:kind, :topic, :label, :input, 'open', 0, '', 0, '') on conflict do nothing",
                                  use(kind), use(topic), use(label), use(input));
        for (const NewJob& job : jobs) {
            label = job.label;
            input = job.input;
            insert.execute(true);
            if (insert.get_affected_rows() == 0) continue;
            ++added;
            if (job.needs.empty()) continue;
            long long id = 0;
            c.sql() << "select id from job where kind = :kind and topic = :topic and label = :label", use(kind), use(topic), use(label),
                into(id);
            for (const std::string& need : job.needs) {
                c.sql() << "insert into job_need (job, need) values (:job, :need) on conflict do nothing", use(id), use(need);
            }
        }
    };
    // Whoever schedules adds them again where they are missing, so they need not be on the disk before anybody works on them.
    c.transact(insert_all, Connection::Keeping::kSoon);
    return added;
}

namespace {

/// What a claim says of the job that it takes, `which` being a condition of jobs.
std::string claim_text(const Connection& c, const std::string& which) {
    const std::string able =
        "not exists (select 1 from job_need n where n.job = job.id and"
        " not exists (select 1 from ability a where a.worker = :able and a.need = n.need))";
    const std::string most = std::to_string(bounds::kMostAttempts);
    return "update job set state = 'taken', attempts = case when attempts < " + most + " then attempts + 1 else " + most +
           " end, owner = :owner, lease = " + c.now() + " + :lease where id = (select id from job where " + which + " and " + able +
           " order by id limit 1" + c.skip_locked() + ") returning " + JobCells::kColumns;
}

/// The oldest job that the worker can do becomes his.
struct ClaimOldest {
    explicit ClaimOldest(Connection& c)
        : query((c.sql().prepare << text(c), use(owner), use(lease_ms), use(kind), use(topic), use(topic), use(owner))),
          statement(cells.bind(query)) {}

    static std::string text(const Connection& c) {
        // Said twice: by its first half SQLite knows that the index of unfinished jobs will do.
        const std::string now = c.now();
        const std::string waiting = "(state = 'open' or state = 'taken') and (state = 'open' or lease < " + now + " or lease > " + now +
                                    " + " + std::to_string(bounds::kLongestLeaseMs) + ")";
        return claim_text(c, "kind = :kind and (:any = '' or topic = :topic) and " + waiting);
    }

    std::string owner;
    double lease_ms = 0;
    std::string kind;
    std::string topic;
    JobCells cells;
    Prepared query;
    soci::statement statement;
};

struct ClaimThis {
    explicit ClaimThis(Connection& c)
        : query((c.sql().prepare << claim_text(c, "id = :id and state = 'open'"), use(owner), use(lease_ms), use(wanted), use(owner))),
          statement(cells.bind(query)) {}

    std::string owner;
    double lease_ms = 0;
    long long wanted = 0;
    JobCells cells;
    Prepared query;
    soci::statement statement;
};

/// The next job, as whoever asked may have it; one that was given up too often is poison, and the next is tried.
template <class Claim>
std::optional<Job> take(Connection& c, Claim& next, const Worker& worker) {
    next.owner = worker.name;
    next.lease_ms = worker.lease_ms;
    while (next.statement.execute(true)) {
        Job job = sound(read_row(next.cells));
        while (next.statement.fetch()) {  // there is no second one, but it has not ended before it says so
        }
        if (job.attempts <= worker.most_attempts) return job;
        const auto id = static_cast<long long>(job.id);
        c.sql() << "update job set state = 'poison', owner = '', attempts = attempts - 1,"
                   " error = case when error = '' then 'its workers vanished' else error end where id = :id",
            use(id);
    }
    return std::nullopt;
}

}  // namespace

std::optional<Job> Store::claim(const Worker& worker, const std::string& kind, const std::string& topic) {
    std::optional<Job> out;
    connection_->transact(
        [&] {
            auto& next = connection_->prepared<ClaimOldest>();
            next.kind = kind;
            next.topic = topic;
            out = take(*connection_, next, worker);
        },
        Connection::Keeping::kSoon);
    return out;
}

std::vector<Job> Store::open_jobs(const std::string& kind, const std::string& topic, int most) {
    std::vector<Job> out;
    connection_->run([&] {
        JobCells cells;
        auto query = (connection_->sql().prepare << "select " + std::string(JobCells::kColumns) +
                                                        " from job where kind = :kind and topic = :topic and state = 'open'"
                                                        " order by id limit :most",
                      use(kind), use(topic), use(most));
        soci::statement select(cells.bind(query));
        select.execute();
        while (select.fetch()) out.push_back(sound(read_row(cells)));
    });
    return out;
}

std::optional<Job> Store::claim_this(const Worker& worker, const Job& job) {
    std::optional<Job> out;
    connection_->transact(
        [&] {
            auto& next = connection_->prepared<ClaimThis>();
            next.wanted = job.id;
            out = take(*connection_, next, worker);
        },
        Connection::Keeping::kSoon);
    return out;
}

int Store::heartbeat(const Worker& worker) {
    int held = 0;
    Connection& c = *connection_;
    c.transact(
        [&] {
            soci::statement update =
                (c.sql().prepare << "update job set lease = " + std::string(c.now()) + " + :lease where owner = :owner and state = 'taken'",
                 use(worker.lease_ms), use(worker.name));
            update.execute(true);
            held = static_cast<int>(update.get_affected_rows());
            c.sql() << "update worker set seen = " + std::string(c.now()) + " where name = :name", use(worker.name);
        },
        Connection::Keeping::kSoon);
    return held;
}

bool Store::holds(const Worker& worker, std::int64_t job) {
    int count = 0;
    connection_->run([&] {
        const auto id = static_cast<long long>(job);
        connection_->sql() << "select count(*) from job where id = :id and state = 'taken' and owner = :owner", use(id), use(worker.name),
            into(count);
    });
    return count > 0;
}

bool Store::submit(const Job& job, const Worker& worker, const std::string& output) {
    bool kept = false;
    Connection& c = *connection_;
    c.transact([&] {
        const auto id = static_cast<long long>(job.id);
        const Seal seal = seal_of_answer(job.kind, job.topic, {job.label, job.input, output});
        soci::statement update =
            (c.sql().prepare << "update job set state = 'done', output = :output, seal = :seal, error = '', finished = " +
                                    std::string(c.now()) + " where id = :id and state = 'taken' and owner = :owner",
             use(output), use(seal), use(id), use(worker.name));
        update.execute(true);
        kept = update.get_affected_rows() > 0;
        if (!kept) c.sql() << "insert into late_answer (job, worker, noted) values (:job, :worker, '')", use(id), use(worker.name);
    });
    return kept;
}

void Store::give_back(const Job& job, const Worker& worker, const std::string& error) {
    Connection& c = *connection_;
    c.transact([&] {
        const auto id = static_cast<long long>(job.id);
        const int counts = error.empty() ? 1 : 0;  // what was only stopped was no attempt
        c.sql() << "update job set state = case when :failed <> '' and attempts >= :most then 'poison' else 'open' end, owner = '',"
                   " attempts = case when attempts > :back then attempts - :less else 0 end, error = :error where id = :id and state = "
                   "'taken' and owner = :owner",
            use(error), use(worker.most_attempts), use(counts), use(counts), use(error), use(id), use(worker.name);
    });
}

void Store::give_back_all(const Worker& worker) {
    connection_->transact([&] {
        // No attempt either: what broke was the connection.
        connection_->sql() << "update job set state = 'open', owner = '', attempts = case when attempts > 0 then attempts - 1 else 0 end"
                              " where state = 'taken' and owner = :owner",
            use(worker.name);
    });
}

void Store::release_dead(const std::string& kind, const std::string& topic) {
    Connection& c = *connection_;
    c.transact([&] {
        std::vector<std::string> owners;
        std::string owner;
        soci::statement select = (c.sql().prepare << "select distinct owner from job where state = 'taken' and kind = :kind"
                                                     " and topic = :topic",
                                  use(kind), use(topic), into(owner));
        select.execute();
        while (select.fetch()) owners.push_back(owner);
        for (const std::string& each : owners) {
            if (!surely_dead(each)) continue;
            c.sql() << "update job set state = 'open', owner = '' where state = 'taken' and owner = :owner and kind = :kind", use(each),
                use(kind);
        }
    });
}

void Store::retry(const std::string& kind, const std::string& topic) {
    Connection& c = *connection_;
    c.transact([&] {
        c.sql() << "update job set state = 'open', attempts = 0, error = ''"
                   " where (state = 'poison' or (state = 'open' and attempts > 0)) and kind = :kind and topic = :topic",
            use(kind), use(topic);
    });
}

void Store::drop_unfinished_jobs(const std::string& kind, const std::string& topic) {
    Connection& c = *connection_;
    c.transact([&] {
        const std::string unfinished = " kind = :kind and topic = :topic and state in ('open', 'taken')";
        c.sql() << "delete from job_need where job in (select id from job where" + unfinished + ")", use(kind), use(topic);
        c.sql() << "delete from job where" + unfinished, use(kind), use(topic);
    });
}

JobCounts Store::count_jobs(const std::string& kind, const std::string& topic) {
    JobCounts out;
    connection_->run([&] {
        std::string state;
        long long count = 0;
        soci::statement select =
            (connection_->sql().prepare << "select state, count(*) from job where kind = :kind and topic = :topic group by state",
             use(kind), use(topic), into(state), into(count));
        select.execute();
        while (select.fetch())
            (state == "open" ? out.open : state == "taken" ? out.taken : state == "done" ? out.done : out.poison) = count;
    });
    return out;
}

JobCounts Store::count_unfinished(const std::string& kind, const std::string& topic) {
    JobCounts out;
    connection_->run([&] {
        connection_->sql() << "select count(case state when 'open' then 1 end), count(case state when 'taken' then 1 end),"
                              " count(case state when 'poison' then 1 end) from job"
                              " where kind = :kind and topic = :topic and state in ('open', 'taken', 'poison')",
            use(kind), use(topic), into(out.open), into(out.taken), into(out.poison);
    });
    return out;
}

std::int64_t Store::first_unfinished(const std::string& kind, const std::string& topic) {
    long long first = 0;
    connection_->run([&] {
        soci::indicator there = soci::i_ok;
        connection_->sql() << "select min(id) from job where kind = :kind and topic = :topic and state in ('open', 'taken', 'poison')",
            use(kind), use(topic), into(first, there);
        if (there == soci::i_null) connection_->sql() << "select coalesce(max(id), 0) + 1 from job", into(first);
    });
    return first;
}

void Store::register_worker(const Worker& worker, const std::vector<std::string>& abilities) {
    Connection& c = *connection_;
    c.transact([&] {
        c.sql() << "insert into worker (name, seen) values (:name, " + std::string(c.now()) + ") on conflict do nothing", use(worker.name);
        for (const std::string& need : abilities) {
            c.sql() << "insert into ability (worker, need) values (:worker, :need) on conflict do nothing", use(worker.name), use(need);
        }
    });
}

void Store::forget_worker(const Worker& worker) {
    Connection& c = *connection_;
    c.transact([&] {
        c.sql() << "delete from ability where worker = :worker", use(worker.name);
        c.sql() << "delete from worker where name = :worker", use(worker.name);
    });
}

}  // namespace foray
