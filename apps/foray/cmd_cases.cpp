// foray cases: inputs and answers of the two USC assignments that catch wrong programs, as folders for the instructor.
#include <fmt/core.h>

#include <filesystem>

#include "checks.h"
#include "command.h"
#include "files.h"
#include "foray/notation/text.h"
#include "grade_cases.h"

namespace foray::cli {
namespace {

namespace fs = std::filesystem;

struct CasesOptions {
    std::string assignment;
    int count = 20;
    std::uint64_t seed = 1;
    std::string out;
};

int run_cases(const CasesOptions& options) {
    const Assignment assignment = read_assignment(options.assignment);
    if (options.count < 1 || options.count > 9999) throw UsageError("--count: expected 1 to 9999 cases");
    make_folder(options.out, "--out");
    const GeneratedCases made = generate_cases(assignment, options.count, options.seed);
    for (const GradeCase& one : made.cases) {
        std::error_code unknown;
        if (fs::exists(fs::path(options.out) / one.name, unknown)) {
            throw UsageError("--out: " + (fs::path(options.out) / one.name).string() + " exists already");
        }
    }
    for (const GradeCase& one : made.cases) {
        const fs::path folder = fs::path(options.out) / one.name;
        make_folder(folder.string(), "--out");
        write_file((folder / kInputFile).string(), one.input_text);
        for (const auto& [name, text] : reference_files(one.input)) write_file((folder / name).string(), text);
    }
    fmt::print("{} cases in {}\n\n", made.cases.size(), without_controls(options.out));
    for (const GradeCase& one : made.cases) fmt::print("{}  {}\n", one.name, describe_task(one.input));
    fmt::print("\na program that ...\n");
    for (const Mistake& mistake : made.mistakes) {
        std::string cases;
        for (const std::string& name : mistake.cases) cases += (cases.empty() ? "" : ", ") + name;
        fmt::print("  {}: {}\n", mistake.name, cases.empty() ? "NOT CAUGHT" : "fails " + cases);
    }
    if (const std::string warning = made.warning(); !warning.empty()) fmt::print(stderr, "foray: note: {}\n", warning);
    return kFine;
}

}  // namespace

void add_cases_command(CLI::App& app, Action& action) {
    add_command<CasesOptions>(
        app, action, "cases", "Write cases of the assignments Squirrels and Stake & Raid that catch wrong programs, with their answers",
        "  foray cases squirrels --count 20 --seed 7 --out cases\n"
        "  foray cases stakeraid --out cases && foray grade stakeraid --cases cases --program \"python3 hw.py\"\n"
        "Cases are chosen against a family of typical wrong programs, so that each fails at least one of twenty. The same seed gives\n"
        "the same cases on every machine; more cases begin with the same ones.",
        [](CLI::App& command, CasesOptions& options) {
            command.add_option("assignment", options.assignment, "squirrels or stakeraid")->required();
            command.add_option("--count", options.count, "how many")->capture_default_str();
            command.add_option("--seed", options.seed, "which")->check(whole_number())->capture_default_str();
            command.add_option("--out", options.out, "the folder to write to; a folder for each case")->required();
        },
        run_cases);
}

}  // namespace foray::cli
