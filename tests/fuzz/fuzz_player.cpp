// Players as programs: what is accepted prints and reads back as itself; commands likewise.
#include "foray/notation/command_line.h"
#include "foray/notation/player_text.h"
#include "fuzz.h"

using namespace foray;

void fuzz_one(std::string_view text) {
    if (const auto program = parse_program_text(text); program && program->has_value()) {
        const auto again = parse_program_text(print_program_text(**program));
        FORAY_FUZZ_CHECK(again && again->has_value() && **again == **program);
    }
    if (const auto words = split_command(text)) {
        const auto again = split_command(print_command(*words));
        FORAY_FUZZ_CHECK(again && *again == *words);
    }
}
