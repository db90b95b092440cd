// What people hand in as archives, unpacked without trusting a byte of it.
//
// Only folders and plain files are made, all of them inside the folder that was asked for: every step down is taken with openat and
// O_NOFOLLOW, nothing that is there is ever opened, and links are never made, so that no name can lead out. What an archive may hold
// beside that (links, devices, absolute names, "..", two files of one name, more than the limits) is refused for the student that it
// belongs to, in words; the others' files are unpacked. Owners, rights (but for the right to be run), times and attributes stay behind.
//
// Read are tar (plain, gz, bz2, xz, zst) and zip. Filters of libarchive that call other programs are not switched on.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "foray/board/result.h"

namespace foray {

struct UnpackLimits {
    std::uint64_t student_bytes = std::uint64_t{256} << 20;
    std::uint64_t student_entries = 20'000;
    std::uint64_t bytes = std::uint64_t{16} << 30;  ///< of all students together
    std::uint64_t entries = 1'000'000;
};

/// Whose files an archive holds: one student's, or a class's with a folder for each, perhaps inside one folder that holds them all (which
/// is left out).
enum class ArchiveOf : std::uint8_t { kStudent, kClass };

struct Unpacked {
    /// Students by the name of their folder, and what they tried: "tried to hand in a link: 'hw.py' -> '/etc/passwd'". An archive of one
    /// student has at most one, without a name.
    std::map<std::string, std::string> refused{};
    /// What belongs to nobody and was left out, in words.
    std::vector<std::string> left_out{};
};

/// Unpacks into `folder`, which is empty. An error (the archive is damaged, or larger than all limits; the disk is full) names the archive
/// or the folder, and what lies in `folder` then is worth nothing.
Result<Unpacked> unpack(const std::string& archive, ArchiveOf whose, const std::string& folder, const UnpackLimits& limits = {});

/// Whether a file has the name of an archive that can be unpacked.
bool is_archive_name(const std::string& name);

}  // namespace foray
