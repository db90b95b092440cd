// Archives of handed-in programs: good ones as they come, and hostile ones, made byte by byte, that must not lead out.
#include "foray/grading/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "archives.h"
#include "foray/grading/submissions.h"
#include "support/oracles.h"
#include "support/process.h"

namespace foray {
namespace {

namespace fs = std::filesystem;
using test::tar_of;
using test::TarEntry;
using test::zip_of;

void write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

/// A place with something to protect beside the folder that is unpacked into.
struct Place {
    std::string top = test::scratch_folder();
    std::string inside = top + "/unpacked";

    Place() {
        fs::create_directories(inside);
        write(top + "/private/secret.txt", "hunter2\n");
        fs::permissions(top + "/private/secret.txt", fs::perms(04755));
    }

    [[nodiscard]] std::string archive(const std::string& bytes, const std::string& name = "class.tar") const {
        write(top + "/" + name, bytes);
        return top + "/" + name;
    }

    /// What is outside is as it was, and inside are folders and plain files of ours alone.
    void check() const {
        EXPECT_EQ(test::read_all(top + "/private/secret.txt"), "hunter2\n");
        EXPECT_EQ(static_cast<unsigned>(fs::status(top + "/private/secret.txt").permissions()), 04755U);
        std::set<std::string> around;
        for (const auto& entry : fs::directory_iterator(top)) around.insert(entry.path().filename().string());
        for (const auto& entry : fs::directory_iterator(top + "/private")) EXPECT_EQ(entry.path().filename(), "secret.txt");
        around.erase("unpacked");
        around.erase("private");
        EXPECT_LE(around.size(), 1U);  // the archive
        for (const auto& entry : fs::recursive_directory_iterator(inside)) {
            struct stat about{};
            ASSERT_EQ(::lstat(entry.path().c_str(), &about), 0);
            EXPECT_TRUE(S_ISREG(about.st_mode) || S_ISDIR(about.st_mode)) << entry.path();
            EXPECT_TRUE(S_ISDIR(about.st_mode) || about.st_nlink == 1) << entry.path();
            EXPECT_EQ(about.st_mode & 07022U, 0U) << entry.path();
            EXPECT_EQ(about.st_uid, ::geteuid());
        }
    }
};

struct Hostile {
    const char* what;
    std::string bytes;
    const char* refused;  ///< what is said of mallory; nothing: it belongs to nobody and was left out; "!": nobody's is unpacked
};

std::vector<Hostile> hostile_archives(const Place& place) {
    const std::string out = place.top + "/private";
    const TarEntry good{"ada/hw.py", "print(1)\n"};
    const auto one = [&](TarEntry entry) { return tar_of({good, {"mallory/hw.py", "print(2)\n"}, std::move(entry)}); };
    return {
        {"a link in place of a student", tar_of({good, {"mallory", "", '2', out}, {"mallory/secret.txt", "gone"}}),
         "tried to hand in a link: 'mallory' -> "},
        {"a link", one({"mallory/x", "", '2', out}), "tried to hand in a link: 'mallory/x' -> "},
        {"a link inside", one({"mallory/x", "", '2', "hw.py"}), "tried to hand in a link: 'mallory/x' -> 'hw.py'"},
        {"a name below a link", tar_of({good, {"mallory/x", "", '2', out}, {"mallory/x/secret.txt", "gone"}}), "tried to hand in a link"},
        {"a name before the link", tar_of({good, {"mallory/x/a", "a"}, {"mallory/x", "", '2', out}, {"mallory/x/secret.txt", "gone"}}),
         "tried to hand in a link"},
        {"a link that replaces a folder", tar_of({good, {"mallory/x/", "", '5'}, {"mallory/x", "", '2', out}}), "tried to hand in a link"},
        {"a hard link", one({"mallory/x", "", '1', out + "/secret.txt"}), "tried to hand in a hard link: 'mallory/x' to "},
        {"a hard link with contents", one({"mallory/x", "gone", '1', "../private/secret.txt"}), "!"},
        {"a hard link to a classmate", one({"mallory/x", "", '1', "ada/hw.py"}),
         "tried to hand in a hard link: 'mallory/x' to 'ada/hw.py'"},
        {"a character device", one({"mallory/tty", "", '3'}), "tried to hand in a device: 'mallory/tty'"},
        {"a block device", one({"mallory/sda", "", '4'}), "tried to hand in a device: 'mallory/sda'"},
        {"a pipe", one({"mallory/input", "", '6'}), "tried to hand in a pipe: 'mallory/input'"},
        {"an absolute name", one({out + "/secret.txt", "gone"}), nullptr},
        {"two slashes", one({"/" + out + "/secret.txt", "gone"}), nullptr},
        {"up at the front", one({"../private/secret.txt", "gone"}), nullptr},
        {"up behind a dot", one({"./../private/secret.txt", "gone"}), nullptr},
        {"up in the middle", one({"mallory/../../private/secret.txt", "gone"}),
         "tried to leave its folder: 'mallory/../../private/secret.txt'"},
        {"up to a classmate", one({"mallory/../ada/hw.py", "gone"}), "tried to leave its folder"},
        {"up at the end", one({"mallory/..", "", '5'}), "tried to leave its folder"},
        {"two of one name", one({"mallory/hw.py", "other"}), "tried to hand in 'mallory/hw.py' twice"},
        {"two of one name, written otherwise", one({"mallory//./hw.py", "other"}), "tried to hand in 'mallory//./hw.py' twice"},
        {"a folder that is a file", one({"mallory/hw.py/x", "x"}), "tried to hand in a folder that is a file"},
        {"a file that is a folder", tar_of({good, {"mallory/x/a", "a"}, {"mallory/x", "b"}}), "tried to hand in 'mallory/x' twice"},
        {"a program that becomes root", tar_of({good, {"mallory/sh", "#!/bin/sh\n", '0', "", 06755}}), ""},
        {"zip: a link", zip_of({{"ada/hw.py", "1"}, {"mallory/x", out, 0120777}, {"mallory/x/secret.txt", "gone"}}),
         "tried to hand in a link"},
        {"zip: up", zip_of({{"ada/hw.py", "1"}, {"mallory/../../private/secret.txt", "gone"}}), "tried to leave its folder"},
        {"zip: absolute", zip_of({{"ada/hw.py", "1"}, {"mallory/a", "1"}, {out + "/secret.txt", "gone"}}), nullptr},
        {"zip: a device", zip_of({{"ada/hw.py", "1"}, {"mallory/null", "", 0020666}}), "tried to hand in a device"},
        {"zip: twice", zip_of({{"ada/hw.py", "1"}, {"mallory/a", "1"}, {"mallory/a", "2"}}), "tried to hand in 'mallory/a' twice"},
        {"zip: a password", zip_of({{"ada/hw.py", "1"}, {"mallory/a", "123456789012x", 0100644}}, 0x801), nullptr},
    };
}

TEST(Archive, HostileOnesLeadNowhere) {
    const std::size_t count = hostile_archives(Place()).size();
    for (std::size_t i = 0; i < count; ++i) {
        const Place place;
        const Hostile hostile = hostile_archives(place)[i];
        SCOPED_TRACE(hostile.what);
        const auto unpacked = unpack(place.archive(hostile.bytes), ArchiveOf::kClass, place.inside);
        place.check();
        if (std::string(hostile.what) == "zip: a password") {  // of all its files, so that nothing is left
            ASSERT_TRUE(unpacked);
            EXPECT_EQ(unpacked->refused.size(), 2U);
            continue;
        }
        if (hostile.refused != nullptr && std::string(hostile.refused) == "!") {
            EXPECT_FALSE(unpacked);
            continue;
        }
        ASSERT_TRUE(unpacked) << unpacked.error().message();
        EXPECT_FALSE(unpacked->refused.contains("ada"));
        EXPECT_TRUE(fs::exists(place.inside + "/ada/hw.py"));
        EXPECT_NE(test::read_all(place.inside + "/ada/hw.py"), "gone");
        if (hostile.refused == nullptr) {
            EXPECT_EQ(unpacked->left_out.size(), 1U);
            EXPECT_TRUE(unpacked->refused.empty());
        } else if (*hostile.refused == '\0') {
            EXPECT_TRUE(unpacked->refused.empty());
        } else {
            ASSERT_TRUE(unpacked->refused.contains("mallory"));
            EXPECT_EQ(unpacked->refused.at("mallory").substr(0, std::string(hostile.refused).size()), hostile.refused);
        }
    }
}

TEST(Archive, LinksThatLieThereAreNotFollowed) {
    // As if somebody had put them there while the archive was unpacked.
    const Place place;
    fs::create_directory_symlink(place.top + "/private", place.inside + "/mallory");
    fs::create_directories(place.inside + "/bob");
    fs::create_symlink(place.top + "/private/secret.txt", place.inside + "/bob/hw.py");
    const auto unpacked =
        unpack(place.archive(tar_of({{"mallory/secret.txt", "gone"}, {"bob/hw.py", "gone"}})), ArchiveOf::kClass, place.inside);
    ASSERT_TRUE(unpacked) << unpacked.error().message();
    EXPECT_EQ(unpacked->refused.size(), 2U);
    EXPECT_EQ(test::read_all(place.top + "/private/secret.txt"), "hunter2\n");
}

/// Megabytes of zeros, as gzip and tar (or zip) see them.
std::string bomb(bool is_zip, std::size_t megabytes, const std::string& path) {
    ::archive* out = archive_write_new();
    if (is_zip) {
        archive_write_set_format_zip(out);
    } else {
        archive_write_set_format_pax_restricted(out);
        archive_write_add_filter_gzip(out);
    }
    archive_write_open_filename(out, path.c_str());
    const auto add = [&](const char* name, std::size_t bytes) {
        archive_entry* entry = archive_entry_new();
        archive_entry_set_pathname(entry, name);
        archive_entry_set_size(entry, static_cast<la_int64_t>(bytes));
        archive_entry_set_filetype(entry, AE_IFREG);
        archive_entry_set_perm(entry, 0644);
        archive_write_header(out, entry);
        const std::string zeros(std::size_t{1} << 20U, '\0');
        for (std::size_t done = 0; done < bytes; done += zeros.size())
            archive_write_data(out, zeros.data(), std::min(zeros.size(), bytes - done));
        archive_entry_free(entry);
    };
    add("mallory/zeros", megabytes << 20U);
    add("zoe/hw.py", 10);
    archive_write_close(out);
    archive_write_free(out);
    return path;
}

TEST(Archive, BombsAreStopped) {
    for (const bool is_zip : {false, true}) {
        const Place place;
        const std::string path = bomb(is_zip, 64, place.top + "/bomb");
        ASSERT_LT(fs::file_size(path), 200'000U);
        UnpackLimits limits;
        limits.student_bytes = 8 << 20;
        const auto unpacked = unpack(path, ArchiveOf::kClass, place.inside, limits);
        ASSERT_TRUE(unpacked) << unpacked.error().message();
        EXPECT_EQ(unpacked->refused, (std::map<std::string, std::string>{{"mallory", "tried to hand in more than 8 MiB"}}));
        EXPECT_LE(fs::file_size(place.inside + "/mallory/zeros"), limits.student_bytes + (1 << 16));
        EXPECT_EQ(fs::file_size(place.inside + "/zoe/hw.py"), 10U);
        // All together.
        const Place second;
        limits.bytes = 4 << 20;
        const auto refused = unpack(path, ArchiveOf::kClass, second.inside, limits);
        ASSERT_FALSE(refused);
        EXPECT_NE(refused.error().message().find(path), std::string::npos) << refused.error().message();
        EXPECT_NE(refused.error().message().find("4 MiB unpacked"), std::string::npos) << refused.error().message();
    }
}

TEST(Archive, SoAreCrowds) {
    std::vector<TarEntry> entries = {{"ada/hw.py", "1"}};
    for (int i = 0; i < 300; ++i) entries.push_back({"mallory/" + std::to_string(i), ""});
    entries.push_back({"zoe/hw.py", "1"});
    UnpackLimits limits;
    limits.student_entries = 100;
    const Place place;
    const std::string path = place.archive(tar_of(entries));
    const auto unpacked = unpack(path, ArchiveOf::kClass, place.inside, limits);
    ASSERT_TRUE(unpacked);
    EXPECT_EQ(unpacked->refused, (std::map<std::string, std::string>{{"mallory", "tried to hand in more than 100 files"}}));
    EXPECT_TRUE(fs::exists(place.inside + "/zoe/hw.py"));
    EXPECT_FALSE(fs::exists(place.inside + "/mallory/100"));
    limits.entries = 50;
    EXPECT_EQ(unpack(path, ArchiveOf::kClass, place.inside, limits).error().message(), path + ": holds more than 50 files");
    // Folders inside each other without end.
    std::string deep = "m/";
    for (int i = 0; i < 45; ++i) deep += "a/";
    const Place other;
    std::vector<TarEntry> deeper = {{deep + "x", "1"}};
    deep += "a/a/a/";  // ustar's names end at 100 bytes
    const auto fine = unpack(other.archive(tar_of(deeper)), ArchiveOf::kStudent, other.inside);
    ASSERT_TRUE(fine);
    EXPECT_TRUE(fine->refused.empty());
}

TEST(Archive, GoodOnesAsTheyCome) {
    // With one folder that holds them all, what systems put beside the files, rights, and names of all alphabets.
    for (const bool is_zip : {false, true}) {
        const Place place;
        const std::string bytes = is_zip ? zip_of({{"class/", "", 040755},
                                                   {"class/ada/", "", 040755},
                                                   {"class/ada/hw.py", "print(1)\n"},
                                                   {"class/ada/run.sh", "x", 0100755},
                                                   {"__MACOSX/class/ada/._hw.py", "junk"},
                                                   {"class/\xc3\xa9mile/.DS_Store", "junk"},
                                                   {"class/\xc3\xa9mile/src/hw.cpp", "int main() {}\n"}})
                                         : tar_of({{"class/", "", '5'},
                                                   {"./class/ada/", "", '5', "", 0700},
                                                   {"./class/ada/hw.py", "print(1)\n", '0', "", 0600},
                                                   {"class/ada/run.sh", "x", '0', "", 0700},
                                                   {"class/ada/._hw.py", "junk"},
                                                   {"class/\xc3\xa9mile/src/hw.cpp", "int main() {}\n"},
                                                   {"class/\xc3\xa9mile/src/", "", '5'}});
        const auto unpacked = unpack(place.archive(bytes), ArchiveOf::kClass, place.inside);
        ASSERT_TRUE(unpacked) << unpacked.error().message();
        EXPECT_TRUE(unpacked->refused.empty());
        EXPECT_TRUE(unpacked->left_out.empty());
        place.check();
        std::set<std::string> found;
        for (const auto& entry : fs::recursive_directory_iterator(place.inside))
            found.insert(entry.path().lexically_relative(place.inside).string());
        EXPECT_EQ(found,
                  (std::set<std::string>{"ada", "ada/hw.py", "ada/run.sh", "\xc3\xa9mile", "\xc3\xa9mile/src", "\xc3\xa9mile/src/hw.cpp"}));
        EXPECT_EQ(test::read_all(place.inside + "/ada/hw.py"), "print(1)\n");
        EXPECT_EQ(static_cast<unsigned>(fs::status(place.inside + "/ada/hw.py").permissions()), 0644U);
        EXPECT_EQ(static_cast<unsigned>(fs::status(place.inside + "/ada/run.sh").permissions()), 0755U);
    }
}

TEST(Archive, DamageIsSaid) {
    const std::string whole = tar_of({{"ada/hw.py", std::string(2000, 'x')}, {"bob/hw.py", std::string(2000, 'y')}});
    const auto told = [](const std::string& bytes) {
        const Place place;
        const std::string path = place.archive(bytes);
        const auto unpacked = unpack(path, ArchiveOf::kClass, place.inside);
        place.check();
        if (unpacked) return std::string();
        EXPECT_TRUE(unpacked.error().message().starts_with(path + ": cannot be unpacked: ")) << unpacked.error().message();
        return unpacked.error().message();
    };
    EXPECT_NE(told(""), "");
    EXPECT_NE(told("dear class,\n"), "");
    EXPECT_NE(told(std::string(2048, '\0')).size(), 1U);
    EXPECT_NE(told(whole.substr(0, 600)), "");
    std::string torn = whole;
    torn[512 + 2048 + 148] = '7';  // the checksum of the second header
    EXPECT_NE(told(torn), "");
    // Whatever is changed: never a crash, never anything outside.
    const std::string zip = zip_of({{"ada/hw.py", "print(1)\n"}, {"bob/x", "hw.py", 0120777}, {"bob/../../x", "y"}});
    std::uint64_t state = 7;
    for (int i = 0; i < 200; ++i) {
        std::string changed = i % 2 == 0 ? zip : tar_of({{"ada/hw.py", "1"}, {"bob/x", "", '2', "/etc"}, {"bob/../../x", "y"}});
        for (int n = 0; n < 3; ++n) {
            state = state * 6364136223846793005U + 1442695040888963407U;
            changed[(state >> 33U) % (changed.size() - 600 * static_cast<std::size_t>(i % 2))] = static_cast<char>(state >> 25U);
        }
        (void)told(changed);
    }
}

TEST(Submissions, WhatLeadsOutOfAFolderIsRefused) {
    const std::string top = test::scratch_folder();
    write(top + "/private/secret.txt", "hunter2\n");
    write(top + "/class/ada/hw.py", "1");
    fs::create_symlink("hw.py", top + "/class/ada/latest.py");
    fs::create_directory_symlink("ada", top + "/class/partner");
    fs::create_directory_symlink(top + "/private", top + "/class/mallory");
    write(top + "/class/oscar/hw.py", "1");
    fs::create_symlink(top + "/private/secret.txt", top + "/class/oscar/notes.txt");
    write(top + "/class/peggy/hw.py", "1");
    fs::create_hard_link(top + "/private/secret.txt", top + "/class/peggy/notes.txt");
    write(top + "/class/trent/a", "1");
    fs::create_hard_link(top + "/class/trent/a", top + "/class/trent/b");
    ASSERT_EQ(::mkfifo((top + "/class/trent/../wendy").c_str(), 0600), 0);
    fs::create_directories(top + "/class/victor");
    ASSERT_EQ(::mkfifo((top + "/class/victor/input").c_str(), 0600), 0);
    const auto reasons = [&](bool is_built) {
        std::map<std::string, std::string> out;
        const auto found = submissions_in(top + "/class", is_built);
        EXPECT_TRUE(found);
        for (const Submission& one : found->students) out[one.name] = one.refused;
        return out;
    };
    const auto built = reasons(true);
    EXPECT_EQ(built, (std::map<std::string, std::string>{
                         {"ada", ""},
                         {"partner", ""},
                         {"mallory", "tried to hand in a link to '" + fs::canonical(top).string() + "/private'"},
                         {"oscar", "tried to hand in a link that leads out of its folder: 'notes.txt'"},
                         {"peggy", "tried to hand in a file that has a name elsewhere too (a hard link): 'notes.txt'"},
                         {"trent", ""},
                         {"victor", "tried to hand in what is neither file nor folder: 'input'"}}));
    EXPECT_EQ(reasons(false).at("peggy"), "");
}

}  // namespace
}  // namespace foray
