#include "connection.h"

#include <fcntl.h>
#include <soci/postgresql/soci-postgresql.h>
#include <soci/sqlite3/soci-sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <map>
#include <new>
#include <optional>
#include <set>

#include "foray/notation/text.h"
#include "schema.h"

namespace foray {
namespace {

/// "Fora" in the header of the file, where other programs look for the kind of an SQLite file.
constexpr int kApplicationId = 0x466F7261;

bool names_server(const std::string& location) { return location.starts_with("postgresql://") || location.starts_with("postgres://"); }

/// The words that SOCI wants, "host=db user=me", from an address; it does not know addresses itself. A password in the address would be
/// seen by everyone who can list processes or read a log.
Result<std::string> connection_words(const std::string& url) {
    char* complaint = nullptr;
    PQconninfoOption* options = PQconninfoParse(url.c_str(), &complaint);
    if (options == nullptr) {
        Error error{complaint == nullptr ? "not a usable address" : complaint};
        PQfreemem(complaint);
        while (!error.what.empty() && error.what.back() == '\n') error.what.pop_back();
        return error;
    }
    Result<std::string> out = std::string();
    std::string words;
    for (const PQconninfoOption* option = options; option->keyword != nullptr; ++option) {
        if (option->val == nullptr || *option->val == 0) continue;
        const std::string value = option->val;
        if (std::string(option->keyword) == "password") {
            out = Error{"a password does not belong on the command line: set PGPASSWORD, or PGPASSFILE to the name of a password file"};
            break;
        }
        if (value.find_first_of(" '\"\\=") != std::string::npos) {
            out = Error{std::string(option->keyword) + ": blanks, quotes and equal signs are not possible here"};
            break;
        }
        words += (words.empty() ? "" : " ") + std::string(option->keyword) + "=" + value;
    }
    PQconninfoFree(options);
    if (out) out = words;
    return out;
}

std::string one_line(std::string text) {
    for (char& c : text) {
        if (c == '\n' || c == '\r') c = ' ';
    }
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
}

/// SOCI 4.0 does not free a connection that fails, and a worker may try for days: it is tried without SOCI first.
void try_connection(const std::string& words, const std::string& name) {
    const std::unique_ptr<PGconn, decltype(&PQfinish)> trial(PQconnectdb(words.c_str()), PQfinish);
    if (PQstatus(trial.get()) == CONNECTION_OK) return;
    throw StoreFailure(name + ": the store failed: no connection to the database: " + one_line(PQerrorMessage(trial.get())), true);
}

/// Whether this process has not looked at the file yet: the whole of it is read, which for many workers is once enough.
bool is_first_look(const std::string& path) {
    static std::mutex guard;
    static std::set<std::string> seen;
    const std::lock_guard lock(guard);
    std::error_code ignored;
    return seen.insert(std::filesystem::weakly_canonical(path, ignored).string()).second;
}

}  // namespace

/// One line for people, without the statement and its values, which may be long.
StoreFailure Connection::failure_of(const soci::soci_error& error) const {
    std::string what = error.get_error_message();
    bool lost = error.get_error_category() == soci::soci_error::connection_error;
    if (const auto* server = dynamic_cast<const soci::postgresql_soci_error*>(&error)) {
        // 57P01..57P03: the server is being stopped or started; 08...: the connection broke. Before a connection exists there is no state.
        const std::string state = server->sqlstate();
        lost = lost || state.starts_with("08") || state.starts_with("57P") || state.find_first_not_of(' ') == std::string::npos;
    }
    for (const char* sign : {"server closed the connection", "no connection to the server", "could not connect", "Connection refused",
                             "terminating connection", "the database system is", "connection to server"}) {
        lost = lost || what.find(sign) != std::string::npos;
    }
    return {name_ + ": the store failed: " + one_line(what), lost};
}

std::shared_ptr<Connection::File> Connection::file_at(const std::string& path) {
    static std::mutex guard;
    static std::map<std::string, std::weak_ptr<File>> files;
    const std::lock_guard lock(guard);
    std::error_code ignored;
    std::weak_ptr<File>& file = files[std::filesystem::weakly_canonical(path, ignored).string()];
    auto out = file.lock();
    if (!out) file = out = std::make_shared<File>();
    return out;
}

/// The pages and the indexes against each other: games that a damaged page no longer shows would not be missed otherwise.
std::optional<Error> Connection::check_pages() {
    std::string found;
    run([&] { sql_ << "pragma integrity_check(1)", soci::into(found); });
    if (found != "ok") return Error{"the file is damaged: " + one_line(found)};
    return std::nullopt;
}

/// Rows that name others which are not there.
std::optional<Error> Connection::check_references() {
    std::string table;
    soci::indicator there = soci::i_null;
    std::string parent;
    bool found = false;
    run([&] {
        sql_ << "select \"table\", parent from pragma_foreign_key_check limit 1", soci::into(table, there), soci::into(parent);
        found = sql_.got_data();
    });
    if (!found) return std::nullopt;
    return Error{"the file is damaged: a row of the table " + table + " names one of " + parent + " that is not there"};
}

const char* Connection::now() const {
    return postgresql_ ? "(extract(epoch from clock_timestamp()) * 1000)" : "((julianday('now') - 2440587.5) * 86400000.0)";
}

void Connection::require_whole_statements() {
    if (sql_.get_query_stream().good()) return;
    sql_.get_query_stream().clear();
    prepared_.clear();  // one of them may be the half
    throw std::bad_alloc();
}

void Connection::run(const std::function<void()>& work) {
    std::unique_lock<std::mutex> lock;
    if (file_) lock = std::unique_lock(file_->gate);
    try {
        work();
    } catch (const soci::soci_error& error) {
        require_whole_statements();
        throw failure_of(error);
    } catch (const RowDamage& damage) {
        prepared_.clear();  // one of them stands in the middle of its rows, and holds a lock
        throw StoreFailure(name_ + ": the store is damaged: " + damage.what(), false);
    }
    require_whole_statements();
}

/// Without waiting, a loss of power may take the last transactions, but in a journal of this kind nothing else. Said only when it changes.
void Connection::wait_for_disk(bool wait) {
    if (wait == waits_for_disk_) return;
    if (postgresql_) {
        sql_ << (wait ? "set synchronous_commit to on" : "set synchronous_commit to off");
    } else {
        sql_ << (wait ? "pragma synchronous = full" : "pragma synchronous = normal");
    }
    waits_for_disk_ = wait;
}

namespace {

struct Begin {
    // A reader that becomes a writer halfway may be refused by SQLite at that point: say at once that this one writes.
    explicit Begin(Connection& c) : statement((c.sql().prepare << (c.postgresql() ? "begin" : "begin immediate"))) {}
    soci::statement statement;
};
struct Commit {
    explicit Commit(Connection& c) : statement((c.sql().prepare << "commit")) {}
    soci::statement statement;
};

}  // namespace

void Connection::transact(const std::function<void()>& work, Keeping keeping) {
    run([&] {
        wait_for_disk(keeping == Keeping::kAtOnce || (keeping == Keeping::kSoon && postgresql_));
        Begin& begin = prepared<Begin>();
        require_whole_statements();
        begin.statement.execute(true);
        try {
            work();
            Commit& commit = prepared<Commit>();
            require_whole_statements();
            commit.statement.execute(true);
        } catch (...) {
            const bool whole = sql_.get_query_stream().good();
            try {
                sql_.get_query_stream().clear();
                sql_ << "rollback";
            } catch (const soci::soci_error&) {  // the database did that itself, or is gone: nothing was kept either way
            }
            if (!whole) sql_.get_query_stream().setstate(std::ios_base::badbit);  // for `run`, which says so
            throw;
        }
        if (file_ && keeping == Keeping::kSoon) file_->unsettled = true;
    });
}

void Connection::settle() {
    if (!file_ || !file_->unsettled.exchange(false)) return;
    try {
        // Outside of the queue: a checkpoint of this kind stands in nobody's way. Its first step is that the journal is on the disk.
        wait_for_disk(true);
        int busy = 0;
        int frames = 0;
        int moved = 0;
        sql_ << "pragma wal_checkpoint(passive)", soci::into(busy), soci::into(frames), soci::into(moved);
        if (busy != 0 || moved < frames) file_->unsettled = true;  // somebody was in the way: once more, later
        require_whole_statements();
    } catch (const soci::soci_error& error) {
        throw failure_of(error);
    }
}

namespace {

/// What keeps a path from being a store's file, before anybody opens it.
std::optional<Error> obstacle(const std::string& path, Store::Open mode) {
    if (path.empty() || path.find('"') != std::string::npos) return Error{"not a usable file name"};
    struct stat status{};
    // What is made, or added to, is where its name says.
    if (mode == Store::Open::kCreate && lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode)) return Error{"is a symbolic link"};
    const bool there = stat(path.c_str(), &status) == 0;
    if (!there) return mode == Store::Open::kCreate ? std::nullopt : std::optional(Error{"there is no such file"});
    if (!S_ISREG(status.st_mode)) return Error{"is not a plain file"};
    // SQLite takes a file of one byte for an empty database. Its own have 512 at least. (The file is not opened here to look at it:
    // closing it again would give up the locks of this process's other connections.)
    constexpr off_t kSmallestDatabase = 512;
    if (status.st_size == 0 && mode == Store::Open::kExisting) return Error{"holds nothing yet"};
    if (status.st_size > 0 && status.st_size < kSmallestDatabase) return Error{"is not a file of Foray's: no database"};
    return std::nullopt;
}

/// Whether a journal can be written beside a file, and the file itself.
bool can_write(const std::string& path) {
    const std::string folder = std::filesystem::path(path).parent_path().string();
    return faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) == 0 &&
           faccessat(AT_FDCWD, folder.empty() ? "." : folder.c_str(), W_OK | X_OK, AT_EACCESS) == 0;
}

/// Whether no process has a store open, and none has left what is not in the file yet.
bool is_at_rest(const std::string& path) {
    std::error_code none;
    const auto journal = std::filesystem::file_size(path + "-wal", none);
    return (none || journal == 0) && !std::filesystem::exists(path + "-shm", none);
}

std::string escaped_for_uri(const std::string& path) {
    std::string out;
    for (const char c : path) {
        if (c == '%' || c == '?' || c == '#') {
            out += c == '%' ? "%25" : c == '?' ? "%3f" : "%23";
        } else {
            out += c;
        }
    }
    return out;
}

}  // namespace

std::optional<Error> Connection::open_file(const std::string& path, Store::Open mode) {
    if (auto error = obstacle(path, mode)) return error;
    // A reader of a journal like ours writes too, beside the file. Where it cannot, and nobody is at the file or has left a journal, it is
    // read as if it could not change.
    std::string target = path;
    if (mode == Store::Open::kRead && !can_write(path) && is_at_rest(path)) {
        target = "file://" + escaped_for_uri(std::filesystem::absolute(path).string()) + "?immutable=1";
    }
    file_ = file_at(path);
    std::optional<Error> error;
    run([&] {
        // SOCI takes words with '=' apart, and for ever if memory ends meanwhile (4.0.3: its stream fails without coming to an end). A name
        // without one is taken as it is.
        sql_.open(soci::sqlite3, target.find('=') == std::string::npos ? target : "dbname=\"" + target + "\"");
        sql_ << "pragma busy_timeout = 60000";
        if (mode == Store::Open::kRead) sql_ << "pragma query_only = on";
        // Looked at before anything of it is changed: it may be another program's.
        int tables = 0;
        int own = 0;
        sql_ << "select count(*), coalesce(sum(type = 'table' and name = 'foray_schema'), 0) from sqlite_master", soci::into(tables),
            soci::into(own);
        if (tables > 0 && own == 0) error = Error{"is an SQLite file, but not one of Foray's"};
        if (error || mode == Store::Open::kRead) return;
        sql_ << "pragma journal_mode = wal";
        sql_ << "pragma synchronous = full";
        // Whoever settles moves the journal into the file. A commit that did it, as by default every thousand pages, would wait for
        // the disk, and everybody else for that commit; left in place far out, for those who write much and settle nothing.
        sql_ << "pragma wal_autocheckpoint = 20000";
    });
    is_first_look_ = !error && is_first_look(path);
    if (is_first_look_) error = check_pages();
    return error;
}

Result<std::unique_ptr<Connection>> Connection::open(const std::string& location, Store::Open mode) {
    const bool server = names_server(location);
    const std::string path = location.starts_with("sqlite:") ? location.substr(7) : location;
    if (mode == Store::Open::kLook) mode = server || can_write(path) ? Store::Open::kExisting : Store::Open::kRead;
    std::unique_ptr<Connection> out(new Connection(server, path));
    if (server) {
        const auto words = connection_words(location);
        if (!words) return words.error();
        try_connection(*words, path);
        out->run([&] { out->sql_.open(soci::postgresql, *words); });
        out->run([&] { out->sql_ << "set client_min_messages to warning"; });
        if (mode == Store::Open::kRead) out->run([&] { out->sql_ << "set default_transaction_read_only to on"; });
    } else {
        try {
            const auto error = out->open_file(path, mode);
            if (error) return *error;
        } catch (const StoreFailure& failure) {
            const std::string what = failure.what();
            if (what.find("not a database") != std::string::npos) return Error{"is not a file of Foray's: no database"};
            if (what.find("disk image is malformed") != std::string::npos) return Error{"the file is damaged"};
            throw;
        }
    }
    const auto migrated = out->migrate(mode);
    if (!migrated) return migrated.error();
    if (server) return out;
    if (auto wrong = check_schema(*out)) return *wrong;
    if (out->is_first_look_) {
        if (auto wrong = out->check_references()) return *wrong;
    }
    if (mode != Store::Open::kRead) out->run([&] { out->sql_ << "pragma foreign_keys = on"; });  // not before old tables were remade
    return out;
}

Result<int> Connection::migrate(Store::Open mode) {
    Result<int> out = kSchemaVersion;
    const auto version_table = [&] {
        int count = 0;
        if (postgresql_) {
            sql_ << "select count(*) from pg_tables where tablename = 'foray_schema' and schemaname = current_schema()", soci::into(count);
        } else {
            sql_ << "select count(*) from sqlite_master where type = 'table' and name = 'foray_schema'", soci::into(count);
        }
        return count > 0;
    };
    const auto read_version = [&] {
        int version = 0;
        if (version_table()) sql_ << "select version from foray_schema", soci::into(version);
        return version;
    };
    int version = 0;
    run([&] { version = read_version(); });
    if (version < 0) return Error{"is damaged: its schema has no version"};
    if (version > kSchemaVersion) {
        return Error{"was written by a newer Foray (schema " + std::to_string(version) + ", this one knows " +
                     std::to_string(kSchemaVersion) + ")"};
    }
    if (version == kSchemaVersion) return out;
    if (mode == Store::Open::kRead) {
        return Error{version > 0   ? "was written by an older Foray; `foray tournament status` brings it up to date"
                     : postgresql_ ? "holds nothing of Foray's"
                                   : "holds nothing yet"};
    }
    transact([&] {
        // Two processes may get here together: the first one does it.
        if (postgresql_) sql_ << "select pg_advisory_xact_lock(" + std::to_string(kApplicationId) + ")";
        const int found = read_version();
        if (found >= kSchemaVersion) return;
        bring_up_to_date(*this, found);
        sql_ << "update foray_schema set version = :version", soci::use(kSchemaVersion);
        if (!postgresql_) sql_ << "pragma application_id = " + std::to_string(kApplicationId);
    });
    return out;
}

}  // namespace foray
