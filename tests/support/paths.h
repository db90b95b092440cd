// Where the programs and folders under test lie on this machine. They stand in one source file, so that no other object depends on where
// the tree is.
#pragma once

namespace foray::test {

extern const char* const kForay;             ///< the command
extern const char* const kCourseReference;   ///< the assignments as a student writes them
extern const char* const kFaultsLibrary;     ///< lets calls of the system fail; empty where sanitizers are in its way
extern const char* const kGoldenFolder;      ///< outputs that must not change
extern const char* const kReferencesFolder;  ///< reference solutions in other languages

}  // namespace foray::test
