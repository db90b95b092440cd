#include "foray/notation/spec_text.h"
#include "fuzz.h"

using namespace foray;

void fuzz_one(std::string_view text) {
    (void)parse_variant(text);
    for (const VariantInfo& variant : all_variants()) (void)with_rule(default_spec(variant.id), text);
    const auto size = parse_size(text);
    if (!size) return;
    const auto back = parse_size(print_size(size->rows, size->cols));
    FORAY_FUZZ_CHECK(back && *back == *size);
}
