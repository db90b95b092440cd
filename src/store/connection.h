// One connection to a database, and what the two kinds of database differ in. The only header that knows SOCI.
#pragma once

#include <soci/soci.h>

#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "foray/board/result.h"
#include "foray/store/store.h"

namespace foray {

class Connection {
public:
    static Result<std::unique_ptr<Connection>> open(const std::string& location, Store::Open mode);

    [[nodiscard]] bool postgresql() const { return postgresql_; }
    soci::session& sql() { return sql_; }

    /// The present in milliseconds by the database's clock, as an expression: machines disagree about the time.
    [[nodiscard]] const char* now() const;
    /// The clause that lets workers pass each other's locks; SQLite has one writer at a time and needs none.
    [[nodiscard]] const char* skip_locked() const { return postgresql_ ? " for update skip locked" : ""; }

    /// Runs `work` in a transaction: all of it or nothing. Database errors become StoreFailure.
    void transact(const std::function<void()>& work);
    /// Likewise, but an accident may lose it: for what nobody needs afterwards.
    void transact_lightly(const std::function<void()>& work);
    /// Runs `work` outside of one; errors as above.
    void run(const std::function<void()>& work);

    /// Creates the tables or brings them up to date.
    Result<int> migrate(const std::string& location, Store::Open mode);

private:
    Result<int> check_pages();
    explicit Connection(bool postgresql) : postgresql_(postgresql) {}

    bool postgresql_;
    soci::session sql_;
    /// Threads of this process queue here for a file: SQLite itself lets a waiting writer sleep, and sleep too long.
    std::shared_ptr<std::mutex> gate_;
};

}  // namespace foray
