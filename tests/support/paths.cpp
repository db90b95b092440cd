#include "support/paths.h"

namespace foray::test {

const char* const kForay = FORAY_BINARY;
const char* const kCourseReference = FORAY_COURSE_REFERENCE;
const char* const kFaultsLibrary = FORAY_FAULTS;
const char* const kGoldenFolder = FORAY_GOLDEN;
const char* const kReferencesFolder = FORAY_REFERENCES;

}  // namespace foray::test
