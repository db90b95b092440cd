// Graded classes as HTML: one page for the instructor, one for each student. No scripts, nothing from elsewhere.
#pragma once

#include <map>
#include <string>

#include "grade_class.h"

namespace foray::cli {

/// File names and pages; "index.html" is the instructor's.
std::map<std::string, std::string> class_pages(const ClassResult& all);

}  // namespace foray::cli
