// Words of a command line: what is printed reads back as itself.
#include "foray/notation/command_line.h"

#include "fuzz.h"

using namespace foray;

void fuzz_one(std::string_view text) {
    const auto words = split_command(text);
    if (!words) return;
    const auto again = split_command(print_command(*words));
    FORAY_FUZZ_CHECK(again && *again == *words);
}
