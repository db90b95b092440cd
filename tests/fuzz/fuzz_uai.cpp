// Any lines at all: the session answers them and lives. Searches are kept to a few nodes.
#include "foray/notation/text.h"
#include "foray/uai/session.h"
#include "fuzz.h"

using namespace foray;

void fuzz_one(std::string_view text) {
    UaiSession session({.most_nodes = 50});
    // The smallest table: most of the time would go to making one for every input.
    (void)session.handle("setoption name Hash value 1", [](const std::string&) {});
    for (const std::string_view line : split_lines(text)) {
        // A table of gigabytes or many threads are legal wishes, and of no interest here.
        const std::string words = lower(line);
        if (words.find("hash") != std::string::npos || words.find("threads") != std::string::npos) continue;
        if (!session.handle(line, [](const std::string& answer) { FORAY_FUZZ_CHECK(answer.find('\n') == std::string::npos); })) return;
    }
}
