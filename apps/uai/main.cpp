// foray-uai: the engine and its protocol, and nothing else. It is linked statically: one file that runs on every Linux of its kind of
// machine.
#include <cstdio>
#include <exception>
#include <fstream>
#include <string>
#include <string_view>

#include "foray/board/instructions.h"
#include "foray/board/version.h"
#include "foray/engine/network.h"
#include "foray/uai/talk.h"

namespace {

constexpr int kWrongUse = 2;

foray::Result<std::string> read_file(const std::string& path) {
    constexpr std::size_t kMost = std::size_t{64} << 20;
    std::ifstream file(path, std::ios::binary);
    if (!file) return foray::Error{"cannot be read", 0, 0, path};
    std::string bytes(kMost + 1, '\0');
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(file.gcount()));
    if (file.bad()) return foray::Error{"cannot be read", 0, 0, path};
    if (bytes.size() > kMost) return foray::Error{"is too large for a network", 0, 0, path};
    return bytes;
}

int run(int argc, char** argv) {
    const std::string_view word = argc == 2 ? argv[1] : "";
    if (word == "--version") {
        const std::string version(foray::version());
        const std::string instructions(foray::instructions_in_use());
        std::printf("foray-uai %s\ninstructions %s\n", version.c_str(), instructions.c_str());
    } else if (word == "--help" || word == "-h") {
        std::puts(
            "Foray's engine, speaking UAI on standard input and output, for programs that let engines play Ataxx and the other games.\n"
            "Usage: foray-uai [--help | --version]\n"
            "To try it:\n"
            "  printf 'uai\\nposition startpos\\ngo movetime 1000\\n' | foray-uai");
    } else if (argc > 1) {
        std::fputs("foray-uai: it takes no arguments but --help and --version, and reads commands from standard input\n", stderr);
        return kWrongUse;
    } else {
        foray::set_network_reader(read_file);
        foray::talk_uai();
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "foray-uai: %s\n", error.what());
        return 1;
    }
}
