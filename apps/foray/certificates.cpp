#include "certificates.h"

#include <fmt/core.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include "command.h"
#include "foray/files/files.h"
#include "foray/notation/fen.h"
#include "foray/notation/spec_text.h"
#include "interrupts.h"
#include "numbers.h"

namespace foray::cli {
namespace {

/// The value, or what went wrong with the file.
template <class T>
T must(Result<T> result, const std::string& path) {
    if (!result) throw CommandFailure(result.error().in(path).message());
    return std::move(result).value();
}

}  // namespace

std::uint64_t write_certificate_file(SolveRun& run, bool at_least, int bound, const CertificateFile& file) {
    const proofs::Statement statement{run.game().spec(), run.position(), at_least, bound};
    const files::Claim claim = must(files::Claim::take(file.path), file.path);
    files::Replacement out = must(files::Replacement::begin(file.path), file.path);
    // A line at a time would be a call of the system for each.
    constexpr std::size_t kAtOnce = std::size_t{1} << 16;
    std::string waiting;
    const auto flush = [&]() -> Result<bool> {
        if (auto done = out.write(waiting.data(), waiting.size()); !done) return done.error();
        waiting.clear();
        return true;
    };
    const proofs::Sink sink = [&](std::string_view text) -> Result<bool> {
        waiting += text;
        return waiting.size() < kAtOnce ? Result<bool>(true) : flush();
    };
    Result<std::uint64_t> nodes = Error{"interrupted: there is no certificate"};
    run.run([&] { nodes = proofs::write_certificate(run.solver(), statement, {file.leaf_empties, &interrupt_flag()}, sink); });
    const std::uint64_t count = must(std::move(nodes), file.path);
    must(flush(), file.path);
    must(out.commit(), file.path);
    return count;
}

int check_certificate_file(const std::string& path) {
    errno = 0;
    std::ifstream in(path, std::ios::binary);
    if (!in) throw UsageError(path + ": " + std::strerror(errno == 0 ? EIO : errno));
    const proofs::LineSource lines = [&]() -> std::optional<std::string> {
        std::string line;
        // A last line without its end was cut short.
        if (!std::getline(in, line) || in.eof()) return std::nullopt;
        return line;
    };
    const auto found = proofs::check_certificate(lines);
    if (!found) {
        fmt::print("{}: proves nothing: {}\n", path, found.error().message());
        return kFailed;
    }
    const proofs::Statement& statement = found->statement;
    fmt::print("{}, {}: value {} {}: proved by {} nodes\n", describe(statement.spec), print_fen(Game(statement.spec), statement.position),
               statement.at_least ? ">=" : "<=", statement.bound, grouped(found->nodes));
    return kFine;
}

}  // namespace foray::cli
