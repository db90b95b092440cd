// Certificates: what is written is accepted by both checkers, and nothing else is.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>
#include <utility>
#include <vector>

#include "foray/proofs/certificate.h"
#include "support/complaint.h"
#include "support/paths.h"
#include "support/process.h"

namespace foray {
namespace {

using proofs::Statement;

struct Written {
    Result<std::uint64_t> nodes;
    std::string text;
};

Written written(const Statement& statement, int leaf_empties) {
    const auto solver = std::move(solver::Solver::make(statement.spec, statement.position, {})).value();
    std::string text;
    auto nodes = write_certificate(*solver, statement, {.leaf_empties = leaf_empties}, [&](std::string_view piece) -> Result<bool> {
        text += piece;
        return true;
    });
    return {nodes, text};
}

Statement start_of(int rows, int cols, bool at_least, int bound, RaidRule rule = RaidRule::kMandatory) {
    GameSpec spec = default_spec(Variant::kWargame, rows, cols);
    spec.raid = rule;
    return {spec, Game(spec).start(), at_least, bound};
}

Result<proofs::CheckedCertificate> checked(const std::string& text) {
    std::size_t at = 0;
    return proofs::check_certificate([&]() -> std::optional<std::string> {
        const std::size_t end = text.find('\n', at);
        if (end == std::string::npos) return std::nullopt;
        const std::string line = text.substr(at, end - at);
        at = end + 1;
        return line;
    });
}

const std::string kChecker = std::string(test::kGoldenFolder) + "/../../tools/check_proof.py";

/// What the Python program says of several texts, in one run of the interpreter each.
int python_says(const std::string& text) {
    const std::string path = test::scratch_folder() + "/a.proof";
    std::ofstream(path, std::ios::binary) << text;
    return test::run_program("/usr/bin/env", {"python3", kChecker, path}).exit_code;
}

/// A last line that fits, so that what is wrong is the proof and not the checksum.
std::string sealed(const std::vector<std::string>& lines) {
    std::string text;
    std::uint64_t nodes = 0;
    for (const std::string& line : lines) {
        text += line + "\n";
        if (line.find_first_not_of("xo.") != std::string::npos && line.find("claim") == std::string::npos &&
            line.find('=') != std::string::npos)
            ++nodes;
    }
    std::uint32_t rest = 0xFFFFFFFF;
    for (const char c : text) {
        rest ^= static_cast<std::uint8_t>(c);
        for (int bit = 0; bit < 8; ++bit) rest = rest >> 1 ^ ((rest & 1) != 0 ? 0xEDB88320U : 0U);
    }
    std::ostringstream last;
    last << "end " << nodes << " " << std::hex;
    last.width(8);
    last.fill('0');
    last << static_cast<std::uint32_t>(~rest) << "\n";
    return text + last.str();
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> out;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) out.push_back(line);
    return out;
}

TEST(Certificate, BothCheckersAcceptWhatIsProved) {
    for (const auto& [statement, leaf] : {std::pair{start_of(3, 3, true, 3), 0},
                                          {start_of(3, 3, false, 3), 3},
                                          {start_of(3, 4, true, 0), 4},
                                          {start_of(3, 4, false, 0), 5},
                                          {start_of(2, 5, true, -1, RaidRule::kOptional), 2}}) {
        const Written one = written(statement, leaf);
        ASSERT_TRUE(one.nodes) << test::complaint(one.nodes);
        const auto found = checked(one.text);
        ASSERT_TRUE(found) << test::complaint(found);
        EXPECT_EQ(found->nodes, *one.nodes);
        EXPECT_EQ(found->statement.bound, statement.bound);
        EXPECT_EQ(sealed([&] {
                      auto lines = lines_of(one.text);
                      lines.pop_back();
                      return lines;
                  }()),
                  one.text);
        EXPECT_EQ(python_says(one.text), 0);
    }
}

TEST(Certificate, ThereIsNoneOfWhatDoesNotHold) {
    EXPECT_FALSE(written(start_of(3, 3, true, 4), 3).nodes);
    EXPECT_FALSE(written(start_of(3, 3, true, 5), 9).nodes);
    EXPECT_FALSE(written(start_of(3, 3, false, 2), 9).nodes);
}

/// Damage of every kind with a last line that fits; whatever is accepted must still be the whole proof of a true claim. FORAY_MANY=1 tries
/// a thousand, and asks the Python program about each.
TEST(Certificate, DamagedAndSubtlyWrongOnesAreRejected) {
    const Written good = written(start_of(3, 4, true, 0), 5);
    ASSERT_TRUE(good.nodes);
    std::vector<std::string> lines = lines_of(good.text);
    lines.pop_back();
    constexpr std::size_t kHead = 6;
    const bool many = std::getenv("FORAY_MANY") != nullptr;  // NOLINT(concurrency-mt-unsafe)
    std::mt19937_64 random(5);
    int wrong = 0;
    for (int trial = 0; wrong < (many ? 1'000 : 60); ++trial) {
        std::vector<std::string> bad = lines;
        const std::size_t at = kHead + random() % (bad.size() - kHead);
        std::string& line = bad[at];
        if (line.starts_with("layer")) continue;
        const std::size_t sign = line.find('=') - 1;
        switch (trial % 6) {
            case 0: bad.erase(bad.begin() + static_cast<std::ptrdiff_t>(at)); break;  // a reply is missing
            case 1: {                                                                 // a bound off by two
                const bool least = line[sign] == '>';
                const std::size_t from = sign + 3;
                const std::size_t end = line.find(' ', from);
                const int bound = std::stoi(line.substr(from, end - from)) + (least ? 2 : -2);
                line = line.substr(0, from) + std::to_string(bound) + (end == std::string::npos ? "" : line.substr(end));
                break;
            }
            case 2: {  // another position: not a symmetric image, since one square changed hands
                const std::size_t square = line.find_first_of("xo");
                if (square > 11) continue;
                line[square] = line[square] == 'x' ? 'o' : 'x';
                break;
            }
            case 3:  // another move
                if (line[sign] != '>') continue;
                line = line.substr(0, line.rfind(' ') + 1) + std::to_string(random() % 12);
                if (line == lines[at]) continue;
                break;
            case 4: bad[4] = "claim ............ >= " + std::to_string(1 + random() % 3); break;  // another claim
            default: bad[0 + random() % 4] += random() % 2 == 0 ? " 1" : "x"; break;
        }
        const std::string text = sealed(bad);
        const auto found = checked(text);
        // Something may be left over that the proof does not need, or another move may win, too: the claim is true all the same.
        if (found) {
            EXPECT_EQ(found->statement.bound, 0);
            EXPECT_EQ(found->statement.position.empty.count(), 12);
            continue;
        }
        ++wrong;
        if (many || wrong % 10 == 0) {
            ASSERT_EQ(python_says(text), 1) << text;
        }
    }
    // Without a fitting last line every change of a byte shows.
    for (int trial = 0; trial < (many ? 1'000 : 100); ++trial) {
        std::string text = good.text;
        text[random() % text.size()] ^= static_cast<char>(1 + random() % 127);
        EXPECT_FALSE(checked(text));
        if (trial % 10 == 0) {
            EXPECT_EQ(python_says(text), 1);
        }
        text = good.text.substr(0, random() % good.text.size());
        EXPECT_FALSE(checked(text));
    }
}

}  // namespace
}  // namespace foray
