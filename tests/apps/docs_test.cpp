// Every command that README, CONTRIBUTING and docs/ show is run, or says why not. In blocks of code:
//   ```sh                        a script
//   ```console                   lines with "$ " are commands, the others are what they print; "..." stands for anything
//   ```sh long                   run by script/test --long alone (FORAY_LONG_DOCS=1)
//   ```sh no-run: REASON         not run
//   ```python file=hw.py         a file (of any language) that later commands use
// A page's blocks run from top to bottom in one folder of its own. Times, rates and sizes in outputs are not compared.
// Commands between single backticks are not run: they must name a command and options that there are; the same is asked of the examples
// of --help.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>

#include "support/oracles.h"
#include "support/paths.h"
#include "support/process.h"
#include "support/sandbox.h"

namespace foray {
namespace {

namespace fs = std::filesystem;

fs::path root() { return fs::path(test::kGoldenFolder) / ".." / ".."; }

/// The pages by names that a test can have.
std::map<std::string, fs::path> pages() {
    std::map<std::string, fs::path> out = {{"README", root() / "README.md"}, {"CONTRIBUTING", root() / "CONTRIBUTING.md"}};
    for (const auto& entry : fs::recursive_directory_iterator(root() / "docs")) {
        if (entry.path().extension() != ".md") continue;
        std::string name = entry.path().lexically_relative(root() / "docs").replace_extension().string();
        std::replace_if(name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
        out[name] = entry.path();
    }
    return out;
}

std::vector<std::string> names_of_pages() {
    std::vector<std::string> out;
    for (const auto& [name, path] : pages()) out.push_back(name);
    return out;
}

struct Block {
    std::string info;  ///< what stands behind the backticks
    int line = 0;
    std::vector<std::string> lines;

    [[nodiscard]] std::string language() const { return info.substr(0, info.find(' ')); }
    [[nodiscard]] bool says(const std::string& word) const { return (info + " ").find(" " + word) != std::string::npos; }
};

struct PageText {
    std::vector<Block> blocks;
    std::vector<std::pair<int, std::string>> prose;
};

PageText read_page(const fs::path& path) {
    PageText out;
    std::string fence;
    int number = 0;
    for (const std::string& line : test::split(test::read_all(path.string()), '\n')) {
        ++number;
        const std::size_t ticks = std::min(line.find_first_not_of('`'), line.size());
        if (!fence.empty()) {
            if (line == fence) {
                fence.clear();
            } else {
                out.blocks.back().lines.push_back(line);
            }
        } else if (ticks >= 3) {
            fence = line.substr(0, ticks);
            out.blocks.push_back({line.substr(ticks), number, {}});
        } else {
            out.prose.emplace_back(number, line);
        }
    }
    EXPECT_EQ(fence, "") << path << ": a block of code does not end";
    return out;
}

/// What does not repeat is taken out of an output: times, rates, sizes; and how wide columns are.
std::string comparable(std::string line) {
    static const std::regex quantity(R"(\d[\d.,]*( ?[kMG])?(?: ?(ms|s|us|kB|MB|nodes/s)\b| positions a second))");
    static const std::regex blanks(" +");
    line = std::regex_replace(line, quantity, "#");
    line = std::regex_replace(line, blanks, " ");
    while (line.ends_with(' ')) line.pop_back();
    return line;
}

bool fits(const std::string& shown, const std::string& printed) {
    const std::string pattern = comparable(shown);
    const std::string text = comparable(printed);
    if (pattern.ends_with("...")) return text.starts_with(pattern.substr(0, pattern.size() - 3));
    return pattern == text;
}

/// Where the shown lines from `s` on do not fit the printed ones from `p` on; -1 if they do. "..." on a line of its own is any lines.
bool fit(const std::vector<std::string>& shown, std::size_t s, const std::vector<std::string>& printed, std::size_t p) {
    for (; s < shown.size(); ++s, ++p) {
        if (shown[s] == "...") {
            for (std::size_t next = p; next <= printed.size(); ++next) {
                if (fit(shown, s + 1, printed, next)) return true;
            }
            return false;
        }
        if (p >= printed.size() || !fits(shown[s], printed[p])) return false;
    }
    return p >= printed.size();
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> out = test::split(text, '\n');
    while (!out.empty() && out.back().empty()) out.pop_back();
    return out;
}

std::string joined(const std::vector<std::string>& lines) {
    std::string out;
    for (const std::string& line : lines) out += line + "\n";
    return out;
}

class Shell {
public:
    Shell() : folder_(test::scratch_folder()) {
        for (const char* name : {"tools", "examples", "tests"})
            fs::create_directory_symlink(fs::canonical(root()) / name, folder_ + "/" + name);
    }
    [[nodiscard]] test::RunResult run(const std::string& commands) const {
        const std::string path = "PATH=" + fs::path(test::kForay).parent_path().string() + ":" + std::getenv("PATH");
        return test::run_program("/bin/sh", {"-c", "cd '" + folder_ + "' && { " + test::caged_if_possible(commands) + "\n} 2>&1"}, "",
                                 {path, "HOME=" + folder_, "XDG_DATA_HOME=" + folder_ + "/data"});
    }
    void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ + "/" + name, std::ios::binary) << text; }

private:
    std::string folder_;
};

/// One command of a console block and what it should print.
void try_command(const Shell& shell, const std::string& command, std::vector<std::string> shown) {
    SCOPED_TRACE(command);
    int code = 0;
    if (!shown.empty() && shown.back().starts_with("[exit code ")) {
        code = std::atoi(shown.back().c_str() + 11);
        shown.pop_back();
    }
    const auto result = shell.run(command);
    EXPECT_EQ(result.exit_code, code) << result.out;
    EXPECT_TRUE(fit(shown, 0, lines_of(result.out), 0)) << "shown:\n" << joined(shown) << "printed:\n" << result.out;
}

void try_console(const Shell& shell, const Block& block) {
    std::string command;
    std::vector<std::string> shown;
    for (const std::string& line : block.lines) {
        if (line.starts_with("$ ")) {
            if (!command.empty()) try_command(shell, command, shown);
            command = line.substr(2);
            shown.clear();
        } else if (command.ends_with('\\') && shown.empty()) {
            command += "\n" + line;
        } else {
            ASSERT_FALSE(command.empty()) << "a console block begins with \"$ \"";
            shown.push_back(line);
        }
    }
    if (!command.empty()) try_command(shell, command, shown);
}

class Commands : public testing::TestWithParam<std::string> {};

TEST_P(Commands, RunAsShown) {
    const Shell shell;
    const bool long_ones = std::getenv("FORAY_LONG_DOCS") != nullptr;
    for (const Block& block : read_page(pages().at(GetParam())).blocks) {
        SCOPED_TRACE(GetParam() + ".md:" + std::to_string(block.line));
        const std::string language = block.language();
        if (const std::size_t at = block.info.find(" file="); at != std::string::npos) {
            shell.write(block.info.substr(at + 6), joined(block.lines));
        } else if (language != "sh" && language != "console") {
            for (const std::string& line : block.lines) {
                EXPECT_FALSE(language.empty() && (line.starts_with("foray ") || line.starts_with("$ ") || line.starts_with("script/")))
                    << "a command in a block that is neither sh nor console: " << line;
            }
        } else if (block.says("no-run:") || (block.says("long") && !long_ones)) {
            continue;
        } else if (language == "sh") {
            const auto result = shell.run("set -e\n" + joined(block.lines));
            EXPECT_EQ(result.exit_code, 0) << joined(block.lines) << "printed:\n" << result.out;
        } else {
            try_console(shell, block);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Docs, Commands, testing::ValuesIn(names_of_pages()), [](const auto& one) { return one.param; });

// --- commands that are only named

const std::string& help_of(const std::string& command) {
    static std::map<std::string, std::string> known;
    const auto [at, is_new] = known.try_emplace(command);
    if (is_new) {
        std::vector<std::string> words = test::split(command, ' ');
        words.emplace_back("--help");
        const auto result = test::run_program(test::kForay, words);
        if (result.exit_code == 0) at->second = result.out;
    }
    return at->second;
}

/// What is wrong with the command and options of a line such as "foray duel A B --games 4"; nothing is empty.
std::string problem_of(const std::string& line) {
    const std::vector<std::string> words = test::split(line, ' ');
    if (words.size() < 2 || words[1].empty() || std::islower(static_cast<unsigned char>(words[1][0])) == 0) return "";
    std::string command = words[1];
    std::string help = help_of(command);
    if (help.empty()) return "there is no command " + command;
    if (words.size() > 2 && help.find("\n  " + words[2] + " ") != std::string::npos && help.find("Subcommands:") != std::string::npos) {
        command += " " + words[2];
        help = help_of(command);
    }
    static const std::regex option("(^| )(--[a-z][a-z-]*)");
    // What is quoted is one word, such as another program's command line.
    const std::string own = std::regex_replace(line, std::regex("\"[^\"]*\""), "\"\"");
    for (auto at = std::sregex_iterator(own.begin(), own.end(), option); at != std::sregex_iterator(); ++at) {
        const std::string name = (*at)[2];
        if (name == "--help") continue;
        if (!std::regex_search(help, std::regex("(^|[\\s,])" + name + "([\\s,=]|$)"))) return command + " has no option " + name;
    }
    return "";
}

TEST(DocsNames, CommandsAndOptionsThatThereAre) {
    static const std::regex code("`(foray [^`]*)`");
    int found = 0;
    for (const auto& [name, path] : pages()) {
        if (path.string().find("notebook") != std::string::npos) continue;  // which speaks of its day
        for (const auto& [number, line] : read_page(path).prose) {
            for (auto at = std::sregex_iterator(line.begin(), line.end(), code); at != std::sregex_iterator(); ++at) {
                ++found;
                const std::string text = (*at)[1];
                // What stands behind a pipe or another command is its own affair.
                EXPECT_EQ(problem_of(text.substr(0, text.find_first_of("|&;"))), "") << name << ".md:" << number << ": " << text;
            }
        }
    }
    EXPECT_GT(found, 200);
}

TEST(DocsNames, ExamplesOfHelp) {
    std::set<std::string> commands;
    for (const std::string& line : test::split(test::run_program(test::kForay, {"--help"}).out, '\n')) {
        if (line.starts_with("  ") && line.size() > 2 && std::islower(static_cast<unsigned char>(line[2])) != 0) {
            commands.insert(line.substr(2, line.find(' ', 2) - 2));
        }
    }
    EXPECT_GT(commands.size(), 30U);
    int examples = 0;
    for (const std::string& command : commands) {
        for (const std::string& line : test::split(help_of(command), '\n')) {
            if (!line.starts_with("  foray ")) continue;
            ++examples;
            EXPECT_EQ(problem_of(line.substr(2, line.find_first_of("|&;", 2) - 2)), "") << command << ": " << line;
        }
    }
    EXPECT_GT(examples, 50);
}

// --- the page of the sources, whose commands stand in tables

TEST(Seeds, EveryCommandOfThePageRuns) {
    const Shell shell;
    int commands = 0;
    for (std::string line : test::split(test::read_all((root() / "docs" / "seeds.md").string()), '\n')) {
        const std::size_t begin = line.rfind(" | `");
        if (!line.starts_with("| ") || begin == std::string::npos) continue;
        ASSERT_TRUE(line.ends_with("` |")) << line;
        std::string command = line.substr(begin + 4, line.size() - begin - 7);
        for (std::size_t at = 0; (at = command.find("\\|", at)) != std::string::npos; ++at) command.erase(at, 1);
        SCOPED_TRACE(command);
        ++commands;
        const auto result = shell.run(command);
        EXPECT_EQ(result.exit_code, 0) << result.out;
        EXPECT_EQ(result.out.find("foray: "), std::string::npos) << result.out;
    }
    EXPECT_GE(commands, 50);
}

}  // namespace
}  // namespace foray
