// Cuts a PGN file into pieces; what they mean is for pgn.cpp to say.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "foray/board/result.h"
#include "foray/notation/text.h"

namespace foray {

struct Token {
    enum class Kind { kTag, kWord, kComment, kOpen, kClose, kEnd } kind;
    std::string_view text;  ///< a word, or the inside of a comment
    std::string name;       ///< of a tag
    std::string value;
    int line;
};

/// Cuts a PGN file into tags, words, comments and the parentheses of variations.
class Scanner {
public:
    explicit Scanner(std::string_view text) : text_(text) {}

    Result<Token> next() {
        while (true) {
            skip_blanks();
            const int line = line_;
            if (at_ == text_.size()) return Token{Token::Kind::kEnd, {}, {}, {}, line};
            const char c = text_[at_];
            if (c == '[') return read_tag();
            if (c == '{') {
                const std::size_t end = text_.find('}', at_);
                if (end == std::string_view::npos) return Error{"this comment has no end", line, 1};
                const std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
                advance(end + 1 - at_);
                return Token{Token::Kind::kComment, inside, {}, {}, line};
            }
            if (c == '(' || c == ')') {
                advance(1);
                return Token{c == '(' ? Token::Kind::kOpen : Token::Kind::kClose, {}, {}, {}, line};
            }
            if (c == ';') {
                advance(std::min(text_.find('\n', at_), text_.size()) - at_);
                continue;
            }
            std::size_t end = at_;
            while (end < text_.size() && !is_space(text_[end]) && std::string_view("[]{}();").find(text_[end]) == std::string_view::npos)
                ++end;
            if (end == at_) return Error{"unexpected " + quoted(text_.substr(at_, 1)), line, 1};
            const std::string_view word = text_.substr(at_, end - at_);
            advance(end - at_);
            return Token{Token::Kind::kWord, word, {}, {}, line};
        }
    }

private:
    static bool is_space(char c) { return is_blank(c) || c == '\n' || c == '\r'; }

    void advance(std::size_t count) {
        line_ += static_cast<int>(
            std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_), text_.begin() + static_cast<std::ptrdiff_t>(at_ + count), '\n'));
        at_ += count;
    }

    void skip_blanks() {
        std::size_t end = at_;
        while (end < text_.size() && is_space(text_[end])) ++end;
        advance(end - at_);
    }

    Result<Token> read_tag() {
        const int line = line_;
        Token token{Token::Kind::kTag, {}, {}, {}, line};
        std::size_t i = at_ + 1;
        while (i < text_.size() && (is_letter(text_[i]) || is_digit(text_[i]) || text_[i] == '_')) token.name += text_[i++];
        while (i < text_.size() && is_blank(text_[i])) ++i;
        const Error broken{"this tag is not of the form [Name \"value\"]", line, 1};
        if (token.name.empty() || i >= text_.size() || text_[i] != '"') return broken;
        for (++i; i < text_.size() && text_[i] != '"'; ++i) {
            if (text_[i] == '\n') return broken;
            if (text_[i] == '\\' && i + 1 < text_.size()) ++i;
            token.value += text_[i];
        }
        if (i + 1 >= text_.size() || text_[i + 1] != ']') return broken;
        advance(i + 2 - at_);
        return token;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int line_ = 1;
};

inline bool is_result(std::string_view word) { return word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*"; }

}  // namespace foray
