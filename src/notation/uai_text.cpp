#include "foray/notation/uai_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "foray/notation/board_text.h"
#include "foray/notation/spec_text.h"
#include "foray/notation/text.h"

namespace foray {
namespace {

using Words = std::vector<Word>;

template <class T>
std::optional<T> number(std::string_view text, T least, T most) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < least || value > most) return std::nullopt;
    return value;
}

/// The words from `first` on, with single blanks.
std::string joined(const Words& words, std::size_t first, std::size_t last) {
    std::string out;
    for (std::size_t i = first; i < last; ++i) out += (i > first ? " " : "") + std::string(words[i].text);
    return out;
}

UaiReply read_option(const Words& words) {
    constexpr std::string_view kKeys[] = {"name", "type", "default", "min", "max", "var"};
    UaiOption out;
    std::size_t at = 1;
    while (at < words.size()) {
        const std::string key = lower(words[at].text);
        std::size_t end = ++at;
        // A value reaches to the next key; a name may hold any word but "type".
        while (end < words.size() &&
               (key == "name" ? lower(words[end].text) != "type"
                              : std::find(std::begin(kKeys), std::end(kKeys), lower(words[end].text)) == std::end(kKeys))) {
            ++end;
        }
        const std::string value = joined(words, at, end);
        constexpr std::int64_t kMost = std::int64_t{1} << 62;
        if (key == "name") out.name = value;
        if (key == "type") out.type = lower(value);
        if (key == "default") out.fallback = value;
        if (key == "min") out.least = number<std::int64_t>(value, -kMost, kMost);
        if (key == "max") out.most = number<std::int64_t>(value, -kMost, kMost);
        if (key == "var") out.choices.push_back(value);
        at = end;
    }
    if (out.name.empty()) return UaiOther{};
    return out;
}

UaiReply read_info(const Words& words) {
    constexpr int kMostValue = 100'000'000;
    UaiInfo out;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string key = lower(words[i].text);
        if (key == "string") return UaiOther{};
        if (key == "pv") {
            for (++i; i < words.size(); ++i) out.line.emplace_back(words[i].text);
            break;
        }
        if (i + 1 >= words.size()) break;
        const std::string_view value = words[i + 1].text;
        if (key == "score") {
            const std::string kind = lower(value);
            if (i + 2 < words.size() && (kind == "cp" || kind == "mate")) {
                out.value = number(words[i + 2].text, -kMostValue, kMostValue);
                out.is_mate = kind == "mate";
                i += 2;
            }
            continue;
        }
        if (key == "depth") out.depth = number(value, 0, 100'000);
        if (key == "multipv") out.rank = number(value, 1, 10'000).value_or(1);
        if (key == "nodes") out.nodes = number<std::uint64_t>(value, 0, ~std::uint64_t{0});
        if (key == "time") {
            if (const auto ms = number<std::int64_t>(value, 0, std::int64_t{1} << 50)) out.ms = static_cast<double>(*ms);
        }
        const bool takes_value = key == "depth" || key == "multipv" || key == "nodes" || key == "time" || key == "nps" ||
                                 key == "hashfull" || key == "seldepth" || key == "currmove" || key == "currmovenumber" ||
                                 key == "tbhits" || key == "cpuload";
        if (takes_value) ++i;
    }
    return out;
}

std::string whole_ms(double ms) { return std::to_string(static_cast<std::int64_t>(std::floor(std::clamp(ms, 0.0, 1e15)))); }

}  // namespace

UaiReply parse_uai_reply(std::string_view line) {
    const Words words = split_words(line);
    if (words.empty()) return UaiOther{};
    const std::string first = lower(words[0].text);
    if (first == "uaiok") return UaiOk{};
    if (first == "readyok") return UaiReady{};
    if (first == "info") return read_info(words);
    if (first == "option") return read_option(words);
    if (first == "bestmove") return UaiBestMove{words.size() > 1 ? std::string(words[1].text) : ""};
    if (first == "id" && words.size() > 2) {
        const std::string what = lower(words[1].text);
        if (what == "name" || what == "author") return UaiId{what == "name", joined(words, 2, words.size())};
    }
    return UaiOther{};
}

std::string print_uai_go(const SearchRequest& request, bool second_to_move) {
    const Budget& budget = request.budget;
    std::string out = "go";
    if (const auto& own = budget.clock) {
        const Clock& other = request.opponent_clock ? *request.opponent_clock : *own;
        const Clock& first = second_to_move ? other : *own;
        const Clock& second = second_to_move ? *own : other;
        out += " btime " + whole_ms(first.left_ms) + " wtime " + whole_ms(second.left_ms) + " binc " + whole_ms(first.increment_ms) +
               " winc " + whole_ms(second.increment_ms);
        if (own->moves_to_go) out += " movestogo " + std::to_string(*own->moves_to_go);
    }
    if (budget.ms) out += " movetime " + whole_ms(std::max(*budget.ms, 1.0));
    if (budget.nodes) out += " nodes " + std::to_string(*budget.nodes);
    if (budget.depth) out += " depth " + std::to_string(*budget.depth);
    return out;
}

std::vector<std::pair<std::string, std::string>> uai_game_options(const GameSpec& spec) {
    std::vector<std::pair<std::string, std::string>> out = {{"Variant", std::string(info(spec.variant).key)}};
    if (spec.family() != Family::kRaid) return out;
    std::string rows = print_board({spec.rows, spec.cols, spec.values});
    if (rows.ends_with('\n')) rows.pop_back();
    std::replace(rows.begin(), rows.end(), '\n', '/');
    // One number alone would be read as a size, and one square has one result whatever it is worth.
    out.emplace_back("Board", spec.squares() == 1 ? "1x1" : rows);
    out.emplace_back("Raid", spec.raid == RaidRule::kOptional ? "optional" : "mandatory");
    return out;
}

}  // namespace foray
