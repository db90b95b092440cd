// Whether this is the browser's module, which leaves out what its page never asks for: every kilobyte of it is sent to every visitor.
#pragma once

namespace foray {

#if defined(__wasm__)
inline constexpr bool kForBrowser = true;
#else
inline constexpr bool kForBrowser = false;
#endif

}  // namespace foray
