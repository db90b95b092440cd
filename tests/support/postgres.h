// A real PostgreSQL server for tests: its own folder, a free port on loopback, gone at the end.
#pragma once

#include <sys/types.h>

#include <string>

namespace foray::test {

class Postgres {
public:
    /// The server of this test program, started when first asked for; null where none is installed.
    static Postgres* shared();
    ~Postgres();
    Postgres(const Postgres&) = delete;
    Postgres& operator=(const Postgres&) = delete;

    /// A new empty database's location.
    std::string new_database();
    void stop();
    void start();
    /// Runs SQL in a database as whom the location names; returns what psql printed, complaints included.
    std::string psql(const std::string& url, const std::string& sql) const;

private:
    explicit Postgres(std::string bin);
    int run(const std::string& program, const std::string& arguments) const;

    std::string bin_;
    std::string folder_;
    pid_t creator_;
    int port_ = 0;
    int databases_ = 0;
};

}  // namespace foray::test
