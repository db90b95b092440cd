#include "foray/notation/spec_text.h"

#include <algorithm>

#include "foray/notation/text.h"

namespace foray {

Result<Variant> parse_variant(std::string_view text) {
    for (const VariantInfo& variant : all_variants()) {
        if (lower(text) == variant.key) return variant.id;
    }
    return Error{"unknown game " + quoted(text) + "; the games are " + print_variants(", ")};
}

std::string print_variants(std::string_view before_last) {
    const auto variants = all_variants();
    std::string out;
    for (std::size_t i = 0; i < variants.size(); ++i) {
        out += (i == 0 ? "" : i + 1 == variants.size() ? std::string(before_last) : ", ") + std::string(variants[i].key);
    }
    return out;
}

Result<BoardSize> parse_size(std::string_view text) {
    const std::size_t cross = text.find_first_of("xX");
    const auto rows = parse_number(text.substr(0, cross), kMaxSide);
    const auto cols = cross == std::string_view::npos ? rows : parse_number(text.substr(cross + 1), kMaxSide);
    if (!rows || !cols || *rows < 1 || *cols < 1) {
        return Error{"size " + quoted(text) + " is not of the form 6 or 6x7, with 1 to 26 rows and columns"};
    }
    return BoardSize{static_cast<int>(*rows), static_cast<int>(*cols)};
}

std::string print_size(int rows, int cols) { return std::to_string(rows) + "x" + std::to_string(cols); }

std::string_view print_rule(RaidRule rule) { return rule == RaidRule::kMandatory ? "raid=mandatory" : "raid=optional"; }

Result<GameSpec> with_rule(GameSpec spec, std::string_view rule) {
    for (const RaidRule known : {RaidRule::kMandatory, RaidRule::kOptional}) {
        if (lower(rule) != print_rule(known)) continue;
        if (spec.family() != Family::kRaid) {
            return Error{"rule " + quoted(rule) + " has no meaning in " + std::string(info(spec.variant).title)};
        }
        spec.raid = known;
        return spec;
    }
    return Error{"unknown rule " + quoted(rule) + "; expected raid=mandatory or raid=optional"};
}

Result<BoardSize> check_size(Variant variant, BoardSize size) {
    const VariantInfo& about = info(variant);
    if (about.square_board && size.rows != size.cols) {
        return Error{std::string(about.title) + " has a square board, not " + print_size(size.rows, size.cols)};
    }
    if (std::min(size.rows, size.cols) < about.least_side) {
        return Error{std::string(about.title) + " needs a board of at least " + print_size(about.least_side, about.least_side)};
    }
    return size;
}

std::string describe(const GameSpec& spec) {
    std::string out = std::string(info(spec.variant).title) + ", " + print_size(spec.rows, spec.cols);
    if (spec.family() == Family::kRaid) out += ", " + std::string(print_rule(spec.raid));
    return out;
}

}  // namespace foray
