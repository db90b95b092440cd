#include "support/postgres.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <vector>

#include "support/process.h"

namespace foray::test {
namespace {

int free_port() {
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    bind(fd, reinterpret_cast<sockaddr*>(&address), size);
    getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size);
    close(fd);
    return ntohs(address.sin_port);
}

/// Debian keeps the programs of every version in a folder of its own.
std::string find_bin() {
    std::vector<std::string> found;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator("/usr/lib/postgresql", none)) {
        if (std::filesystem::exists(entry.path() / "bin/initdb")) found.push_back((entry.path() / "bin").string());
    }
    return found.empty() ? "" : *std::max_element(found.begin(), found.end());
}

}  // namespace

Postgres* Postgres::shared() {
    static const std::string bin = find_bin();
    if (bin.empty()) return nullptr;
    static const std::unique_ptr<Postgres> server(new Postgres(bin));
    return server.get();
}

Postgres::Postgres(std::string bin) : bin_(std::move(bin)), creator_(getpid()), port_(free_port()) {
    // The server refuses to run as root: as root everything is done by "nobody", who has to get into the folder.
    folder_ = (std::filesystem::temp_directory_path() / "foray-postgres-XXXXXX").string();
    if (mkdtemp(folder_.data()) == nullptr) throw std::runtime_error("mkdtemp");
    std::filesystem::create_directory(folder_ + "/data");
    if (geteuid() == 0) {
        for (const std::string& path : {folder_, folder_ + "/data"}) {
            if (chown(path.c_str(), 65534, 65534) != 0) throw std::runtime_error("chown");
        }
    }
    if (run("initdb", "-D " + folder_ + "/data -A trust -U foray --no-sync -E UTF8 --locale=C") != 0) throw std::runtime_error("initdb");
    start();
}

Postgres::~Postgres() {
    if (getpid() != creator_) return;
    stop();
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
}

int Postgres::run(const std::string& program, const std::string& arguments) const {
    const std::string as = geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/ " : "";
    return std::system(("cd / && " + as + bin_ + "/" + program + " " + arguments + " > " + folder_ + "/last.log 2>&1").c_str());
}

void Postgres::start() {
    const std::string options = "-p " + std::to_string(port_) + " -c listen_addresses=127.0.0.1 -k " + folder_ + "/data";
    if (run("pg_ctl", "-D " + folder_ + "/data -w -l " + folder_ + "/data/server.log -o \"" + options + "\" start") != 0) {
        throw std::runtime_error("pg_ctl start");
    }
}

void Postgres::stop() { run("pg_ctl", "-D " + folder_ + "/data -m fast -w stop"); }

std::string Postgres::new_database() {
    const std::string name = "t" + std::to_string(++databases_);
    const std::string at = "postgresql://foray@127.0.0.1:" + std::to_string(port_) + "/";
    psql(at + "postgres", "create database " + name);
    return at + name;
}

std::string Postgres::psql(const std::string& url, const std::string& sql) const {
    const auto run = run_program(bin_ + "/psql", {"-X", "-q", "-t", "-A", "-c", sql, url});
    return run.out + run.err;
}

}  // namespace foray::test
