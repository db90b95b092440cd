// One connection to a database, and what the two kinds of database differ in. The only header that knows SOCI.
#pragma once

#include <soci/soci.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <typeindex>

#include "foray/board/result.h"
#include "foray/store/store.h"

namespace foray {

/// A row that nobody can have written as it stands; becomes the store's failure, with its name.
struct RowDamage : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Connection {
public:
    static Result<std::unique_ptr<Connection>> open(const std::string& location, Store::Open mode);

    [[nodiscard]] bool postgresql() const { return postgresql_; }
    soci::session& sql() { return sql_; }

    /// The present in milliseconds by the database's clock, as an expression: machines disagree about the time.
    [[nodiscard]] const char* now() const;
    /// The clause that lets workers pass each other's locks; SQLite has one writer at a time and needs none.
    [[nodiscard]] const char* skip_locked() const { return postgresql_ ? " for update skip locked" : ""; }

    /// When a transaction is on the disk. Killing a process loses nothing of any kind; the question is what a loss of power takes.
    enum class Keeping : std::uint8_t {
        kAtOnce,   ///< when the call returns
        kSoon,     ///< on a server at once; in a file when somebody settles it, which whoever works on it does every second
        kLightly,  ///< whenever: for what nobody needs afterwards
    };
    /// Runs `work` in a transaction: all of it or nothing. Database errors become StoreFailure.
    void transact(const std::function<void()>& work, Keeping keeping = Keeping::kAtOnce);
    /// Brings what is kept "soon" to the disk, if there is any; writers do not wait for it.
    void settle();
    /// Runs `work` outside of one; errors as above.
    void run(const std::function<void()>& work);

    /// A statement that is used for every game or job, prepared once: most of the time of a small one goes into reading it. `Bound` holds
    /// the statement and the variables that it is bound to, and is made from a connection.
    template <class Bound>
    Bound& prepared() {
        std::shared_ptr<void>& place = prepared_[std::type_index(typeid(Bound))];
        if (!place) place = std::make_shared<Bound>(*this);
        return *static_cast<Bound*>(place.get());
    }

    /// Creates the tables or brings them up to date.
    Result<int> migrate(Store::Open mode);

private:
    /// A file of this machine; what is wrong with it, if something is.
    std::optional<Error> open_file(const std::string& path, Store::Open mode);
    std::optional<Error> check_pages();
    std::optional<Error> check_references();
    [[nodiscard]] StoreFailure failure_of(const soci::soci_error& error) const;
    void wait_for_disk(bool wait);
    Connection(bool postgresql, std::string name) : postgresql_(postgresql), name_(std::move(name)) {}
    /// SOCI writes every statement into a stream, and a stream keeps silent when memory ends: half a statement would have been run ("delete
    /// from job" without its "where"), and empty ones ever since. Asked before anything is kept.
    void require_whole_statements();

    bool postgresql_;
    std::string name_;  ///< the file's, or the server's address, for those who are told of a failure
    soci::session sql_;
    /// What this process knows of a file.
    struct File {
        std::mutex gate;  ///< threads queue here: SQLite itself lets a waiting writer sleep, and sleep too long
        std::atomic<bool> unsettled = false;
    };
    static std::shared_ptr<File> file_at(const std::string& path);
    std::shared_ptr<File> file_;  ///< none for a server
    bool is_first_look_ = false;  ///< of this process at the file
    bool waits_for_disk_ = true;
    std::map<std::type_index, std::shared_ptr<void>> prepared_;  ///< ends before the session
};

}  // namespace foray
