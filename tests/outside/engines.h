// Engines that do one thing wrong, as shell scripts; the right one is `foray uai`.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "support/process.h"

namespace foray::test {

/// The player text of an engine that misbehaves in the given way when it is told to go. It plays nothing but Ataxx, from the start.
inline std::string broken_engine(const std::string& mode, const std::string& settings = "") {
    static const std::string path = [] {
        const std::string file = scratch_folder() + "/broken-engine";
        std::ofstream(file) << R"(#!/bin/sh
mode=$1
echo started >> "$(dirname "$0")/starts"
[ "$mode" = stillborn ] && { echo 'no licence' >&2; exit 4; }
[ "$mode" = mute ] && exec sleep 1000
while read -r line; do
  case $line in
    uai) echo 'id name Broken'; echo 'option name Style type combo default calm var calm var wild'; echo uaiok ;;
    isready) [ "$mode" = unready ] && [ -n "$game" ] || echo readyok ;;
    uainewgame) game=1 ;;
    quit) [ "$mode" = stays ] || exit 0 ;;
    go*)
      case $mode in
        fine | stays) echo 'info depth 3 score cp 120 nodes 77 pv f1 b1 e1'; echo 'bestmove f1' ;;
        crash) kill -SEGV $$ ;;
        exit) echo 'out of luck' >&2; exit 3 ;;
        silent | unready) ;;
        illegal) echo 'bestmove z9' ;;
        flood) exec yes 'info depth 1 nodes 5' ;;
        endless) exec cat /dev/zero ;;
        slow) sleep 1.5; echo 'bestmove f1' ;;
        deaf) trap '' TERM INT; while :; do sleep 1; done ;;
        closes) exec >&-; sleep 1000 ;;
        odd) printf '\001\377 bestmove\n\ninfo score cp x depth -1 pv zz\nbestmove  f1  \r\n' ;;
        twice) echo 'bestmove f1'; echo 'bestmove f1' ;;
        once) if [ -e "$(dirname "$0")/crashed" ]; then echo 'bestmove f1'; else touch "$(dirname "$0")/crashed"; exit 9; fi ;;
      esac ;;
  esac
done
)";
        std::filesystem::permissions(file, std::filesystem::perms::owner_all | std::filesystem::perms::group_exec |
                                               std::filesystem::perms::others_exec | std::filesystem::perms::group_read |
                                               std::filesystem::perms::others_read);
        return file;
    }();
    return "uai" + (settings.empty() ? "" : "[" + settings + "]") + ":" + path + " " + mode;
}

/// How often it was started, and where it notes that.
inline std::string engine_folder() {
    const std::string text = broken_engine("fine");
    return std::filesystem::path(text.substr(4, text.find(' ') - 4)).parent_path().string();
}

}  // namespace foray::test
