// Certificates as files: foray prove writes them, foray verify checks them.
#pragma once

#include <string>

#include "foray/proofs/certificate.h"
#include "solve_run.h"

namespace foray::cli {

struct CertificateFile {
    std::string path;
    int leaf_empties = 6;
};

/// Writes the proof of a bound of the run's position: at least so much, or at most. Throws CommandFailure. Ctrl-C ends it without a file.
std::uint64_t write_certificate_file(SolveRun& run, bool at_least, int bound, const CertificateFile& file);

/// Checks a file and says what it proves; the exit code of the command.
int check_certificate_file(const std::string& path);

}  // namespace foray::cli
