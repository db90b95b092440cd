// Archives as no tool would make them: written byte by byte.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace foray::test {

/// One entry of a tar file, whatever it says of itself.
struct TarEntry {
    std::string name;
    std::string text{};
    char type = '0';  ///< '1' hard link, '2' link, '3' and '4' devices, '5' folder, '6' pipe
    std::string target{};
    unsigned mode = 0644;
};

inline std::string tar_of(const std::vector<TarEntry>& entries) {
    std::string out;
    for (const TarEntry& entry : entries) {
        std::string head(512, '\0');
        const auto put = [&](std::size_t at, const std::string& text) { head.replace(at, text.size(), text); };
        const auto octal = [&](std::size_t at, int digits, std::uint64_t number) {
            std::array<char, 32> text{};
            std::snprintf(text.data(), text.size(), "%0*llo", digits, static_cast<unsigned long long>(number));
            put(at, text.data());
        };
        put(0, entry.name.substr(0, 100));
        octal(100, 7, entry.mode);
        octal(108, 7, 0);
        octal(116, 7, 0);
        octal(124, 11, entry.text.size());
        octal(136, 11, 1);
        put(148, "        ");
        head[156] = entry.type;
        put(157, entry.target.substr(0, 100));
        put(257, std::string("ustar\00000", 8));
        octal(329, 7, 1);
        octal(337, 7, 3);
        unsigned sum = 0;
        for (const char c : head) sum += static_cast<unsigned char>(c);
        octal(148, 6, sum);
        head[154] = '\0';
        out += head + entry.text;
        out.append((512 - entry.text.size() % 512) % 512, '\0');
    }
    return out + std::string(1024, '\0');
}

/// A zip file whose entries are stored as they are. `mode` goes where Unix has it: links are 0120777.
struct ZipEntry {
    std::string name;
    std::string text{};
    unsigned mode = 0100644;
};

inline std::uint32_t crc32_of(const std::string& text) {
    std::uint32_t crc = ~std::uint32_t{0};
    for (const char c : text) {
        crc ^= static_cast<unsigned char>(c);
        for (int i = 0; i < 8; ++i) crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
    }
    return ~crc;
}

inline std::string zip_of(const std::vector<ZipEntry>& entries, unsigned flags = 0x800) {
    const auto number = [](std::uint64_t value, int bytes) {
        std::string out;
        for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xFFU);
        return out;
    };
    std::string out;
    std::string directory;
    for (const ZipEntry& entry : entries) {
        const std::string about = number(flags, 2) + number(0, 2) + number(0, 4) + number(crc32_of(entry.text), 4) +
                                  number(entry.text.size(), 4) + number(entry.text.size(), 4) + number(entry.name.size(), 2) + number(0, 2);
        directory += "PK\x01\x02" + number(3 << 8 | 20, 2) + number(20, 2) + about + number(0, 6) +
                     number(std::uint64_t{entry.mode} << 16U, 4) + number(out.size(), 4) + entry.name;
        out += "PK\x03\x04" + number(20, 2) + about + entry.name + entry.text;
    }
    const std::size_t at = out.size();
    return out + directory + "PK\x05\x06" + number(0, 4) + number(entries.size(), 2) + number(entries.size(), 2) +
           number(directory.size(), 4) + number(at, 4) + number(0, 2);
}

}  // namespace foray::test
