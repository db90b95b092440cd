#include "foray/notation/switches.h"

#include <algorithm>

#include "foray/notation/text.h"

namespace foray::switches {

std::string_view next_word(std::string_view& text) {
    const std::size_t end = std::min(text.find_first_of("+,"), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return word;
}

Error unknown(std::string_view word, const std::string& names) {
    return Error{"nothing called " + quoted(word) + " can be turned off; there are " + names};
}

}  // namespace foray::switches
