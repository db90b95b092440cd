// What a contained program finds where the answers, other students or the grades would be: files that say only that they are watched. So
// who looks for them is known by name, and finds nothing.
//
// The folder of the cases is copied name by name. Of a class the names of others are nobody's business: their folders are called
// classmate-1 to classmate-3 and hold the names of the student's own files, which is what `../*/hw.py` looks for. To list a folder on the
// way to what the program may see is innocent, languages do so when they start.
//
// Not noticed: a classmate's folder named outright (there is none of that name), a question whether a file is there, a look into /proc
// (where there are no processes but its own). What is not noticed finds nothing either.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "foray/process/program.h"
#include "foray/process/run.h"
#include "foray/process/tree_watch.h"

namespace foray::cli {

class Decoys {
public:
    /// For the hidden files and folders of a caged `program`, which learns of them. `classmates` is the folder of the students' folders,
    /// one of them readable; empty: there is no class.
    static Result<Decoys> make(process::Program& program, const std::string& classmates);

    /// The first hidden thing that the program read or listed, under the name that it knows; empty if it did not.
    [[nodiscard]] std::string first_touched();

private:
    explicit Decoys(process::ScratchFolder folder) : folder_(std::move(folder)) {}

    process::ScratchFolder folder_;
    std::vector<process::StandIn> stand_ins_;
    std::vector<std::string> innocent_;  ///< may be listed, in the program's names
    std::optional<process::TreeWatch> watch_;
};

}  // namespace foray::cli
