// Data from outside the project, read from the folder that FORAY_ORACLES names.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace foray::test {

inline std::optional<std::string> oracle_folder() {
    const char* folder = std::getenv("FORAY_ORACLES");
    if (folder == nullptr || *folder == '\0') return std::nullopt;
    return std::string(folder);
}

inline std::string read_all(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    EXPECT_TRUE(in.good()) << path;
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

inline std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::stringstream in(text);
    for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
    return parts;
}

/// Whether this build is much slower than a release, so that the largest counts are left to the release.
inline constexpr bool kSlowBuild =
#if defined(FORAY_SANITIZED) || !defined(NDEBUG)
    true;
#else
    false;
#endif

}  // namespace foray::test

/// A program that carries a sanitizer takes terabytes of addresses, so it cannot be the one in the cage.
#if defined(FORAY_SANITIZED)
#define FORAY_NEED_SMALL_PROGRAM() GTEST_SKIP() << "a sanitized program does not run in a limited address space"
#else
#define FORAY_NEED_SMALL_PROGRAM() static_cast<void>(0)
#endif

/// Ends the test as skipped, and says so, when the outside data is not there.
#define FORAY_NEED_ORACLES() \
    if (!foray::test::oracle_folder()) GTEST_SKIP() << "FORAY_ORACLES is not set: outside data skipped"
