#include "foray/notation/nearest_word.h"

#include <algorithm>
#include <vector>

#include "foray/notation/text.h"

namespace foray {
namespace {

/// Letters to add, drop, change or exchange with the next one.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1);
    std::vector<std::size_t> above(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before.swap(above);
        above.swap(row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1), above[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row[b.size()];
}

/// More differences are another word.
std::size_t most_differences(std::size_t length) { return length < 2 ? 0 : length < 5 ? 1 : 2; }

}  // namespace

std::string_view nearest_word(std::string_view typed, std::span<const std::string_view> words) {
    std::string_view nearest;
    std::size_t fewest = most_differences(typed.size()) + 1;
    if (typed.size() > 64) return nearest;
    for (const std::string_view word : words) {
        const std::size_t distance = edit_distance(lower(typed), lower(word));
        if (distance >= fewest) continue;
        fewest = distance;
        nearest = word;
    }
    return nearest;
}

std::string did_you_mean(std::string_view typed, std::span<const std::string_view> words) {
    const std::string_view word = nearest_word(typed, words);
    return word.empty() ? "" : "; did you mean " + std::string(word) + "?";
}

}  // namespace foray
