#include "foray/notation/record.h"
#include "fuzz.h"

using namespace foray;

void fuzz_one(std::string_view text) {
    const auto record = parse_record(text);
    if (!record) return;
    const auto back = parse_record(print_record(*record));
    FORAY_FUZZ_CHECK(back && *back == *record);
}
