// What a parser says about bad input.
#pragma once

#include <string>

#include "foray/board/result.h"

namespace foray::test {

template <class T>
std::string complaint(const Result<T>& result) {
    return result.has_value() ? "accepted" : result.error().message();
}

}  // namespace foray::test
