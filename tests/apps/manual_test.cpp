// What the command says of itself to man and to shells.
#include <gtest/gtest.h>

#include <sstream>

#include "support/cli.h"

namespace foray {
namespace {

using test::output;

TEST(Manual, HasAPageForEveryCommandAndAllItsOptions) {
    const std::string whole = output({"help", "--manual"});
    EXPECT_EQ(whole.find(".TH FORAY 1 "), 0U);
    EXPECT_NE(whole.find(".SH EXAMPLES\n"), std::string::npos);
    std::istringstream commands(whole.substr(whole.find(".SH COMMANDS\n"), whole.find(".SH EXAMPLES\n") - whole.find(".SH COMMANDS\n")));
    int pages = 0;
    for (std::string line; std::getline(commands, line);) {
        if (line != ".TP") continue;
        std::getline(commands, line);
        std::string name = line.substr(3, line.rfind("\\fR") - 3);
        std::erase(name, '\\');
        ++pages;
        if (name != "show" && name != "tournament") continue;
        const std::string page = output({"help", "--manual", name});
        EXPECT_NE(page.find(".SH NAME\nforay-" + name + " \\- "), std::string::npos) << page.substr(0, 200);
    }
    const std::string help = output({"--help"});
    int listed = 0;
    std::istringstream lines(help.substr(help.find("Start here:"), help.find("Examples:") - help.find("Start here:")));
    for (std::string line; std::getline(lines, line);) listed += line.starts_with("  ") && line[2] != ' ' ? 1 : 0;
    EXPECT_EQ(pages, listed);
    const std::string show = output({"help", "show"});
    std::string page = output({"help", "--manual", "show"});
    std::erase(page, '\\');
    for (std::size_t at = show.find("\n  --"); at != std::string::npos; at = show.find("\n  --", at + 1)) {
        const std::string option = show.substr(at + 3, show.find_first_of(" \n", at + 3) - at - 3);
        EXPECT_NE(page.find("fB" + option + "fR"), std::string::npos) << option;
    }
    EXPECT_NE(output({"help", "--manual", "tournament"}).find(".SH foray tournament run\n"), std::string::npos);
}

TEST(Manual, BashCompletesCommandsOptionsAndChoices) {
    const std::string script =
        output({"help", "--completions", "bash"}) +
        "try() { COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _foray; echo \"${COMPREPLY[*]}\"; }\n"
        "try foray sol; try foray tournament r; try foray show --bo; try foray help --completions z; try foray nothing ''\n";
    const test::RunResult result = test::run_program("/bin/bash", {"-u", "-c", script});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.err, "");
    EXPECT_EQ(result.out.substr(0, 13), "solve\nrun res");
    EXPECT_NE(result.out.find("\n--board"), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("\nzsh\n"), std::string::npos) << result.out;
}

TEST(Manual, OtherShellsGetTheSameTree) {
    const std::string zsh = output({"help", "--completions", "zsh"});
    EXPECT_EQ(zsh.find("#compdef foray\n"), 0U);
    EXPECT_NE(zsh.find("'solve:"), std::string::npos);
    const std::string fish = output({"help", "--completions", "fish"});
    EXPECT_NE(fish.find("complete -c foray -n '__foray_at \"tournament\"' -f -a run -d "), std::string::npos);
    EXPECT_NE(test::refusal({"help", "--completions", "csh"}).find("csh"), std::string::npos);
}

}  // namespace
}  // namespace foray
