// A store at work, for those who watch: workers, jobs and how many an hour, proofs. One page of HTML that only reads.
#pragma once

#include <string>

namespace foray {

/// The page of the store at `location`, in the style of the tournaments' pages. It comes again by itself every few seconds. A store that is
/// out of reach gives a page that says so.
std::string work_page(const std::string& location);

}  // namespace foray
