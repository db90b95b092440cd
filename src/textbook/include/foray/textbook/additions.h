// Which builds have the additions to the textbook searches, repeated states and quiescence: all but the browser's module, whose page offers
// neither and where they would be a third of the searches' code. Traces are of the plain searches everywhere.
#pragma once

#include "foray/board/browser.h"

namespace foray {

inline constexpr bool kTextbookAdditions = !kForBrowser;

}  // namespace foray
