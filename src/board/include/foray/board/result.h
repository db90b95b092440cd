// What comes of reading text from outside: a value, or an error that says what is wrong and where. Shaped like std::expected.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace foray {

/// Lines and columns count from 1; 0 means that there is nothing to point at.
struct Error {
    std::string what;
    int line = 0;
    int column = 0;
    std::string source{};  ///< a file name or an option, where known

    /// The error with its source named, unless it has one already.
    [[nodiscard]] Error in(std::string name) const {
        Error out = *this;
        if (out.source.empty()) out.source = std::move(name);
        return out;
    }

    /// One line: "smolensk.txt:3:7: expected a number" or "--position, column 4: ...".
    [[nodiscard]] std::string message() const {
        std::string at = source;
        if (line > 0) {
            if (at.empty()) at = "line";
            at += ":" + std::to_string(line);
            if (column > 0) at += ":" + std::to_string(column);
        } else if (column > 0) {
            at += (at.empty() ? "column " : ", column ") + std::to_string(column);
        }
        return at.empty() ? what : at + ": " + what;
    }
};

template <class T, class E = Error>
class [[nodiscard]] Result {
public:
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}  // NOLINT(google-explicit-constructor)
    Result(E error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT(google-explicit-constructor)

    [[nodiscard]] bool has_value() const { return state_.index() == 0; }
    explicit operator bool() const { return has_value(); }

    [[nodiscard]] const T& value() const& {
        assert(has_value());
        return *std::get_if<0>(&state_);
    }
    [[nodiscard]] T& value() & {
        assert(has_value());
        return *std::get_if<0>(&state_);
    }
    [[nodiscard]] T&& value() && {
        assert(has_value());
        return std::move(*std::get_if<0>(&state_));
    }
    const T& operator*() const& { return value(); }
    T& operator*() & { return value(); }
    const T* operator->() const { return &value(); }
    T* operator->() { return &value(); }

    [[nodiscard]] const E& error() const {
        assert(!has_value());
        return *std::get_if<1>(&state_);
    }

private:
    std::variant<T, E> state_;
};

}  // namespace foray
