// The pages of tournaments that a browser watches: which address shows what.
#pragma once

#include <string>

#include "foray/server/site.h"

namespace foray::cli {

/// Everything below /tournaments/, of the tournaments at `place` (foray/store/live.h). With `replay` finished games open in the page. Of
/// a store also /workers/: its workers, jobs and proofs.
server::Maker live_pages(const std::string& place, bool replay);

}  // namespace foray::cli
