// XXH64, the 64-bit checksum of the xxHash family, as its specification describes it: so that what others check with xxHash can be written
// and read here without a library. (https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md)
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace foray {

[[nodiscard]] inline std::uint64_t xxh64(const void* data, std::size_t size, std::uint64_t seed) {
    static_assert(std::endian::native == std::endian::little);
    constexpr std::uint64_t k1 = 0x9E3779B185EBCA87;
    constexpr std::uint64_t k2 = 0xC2B2AE3D27D4EB4F;
    constexpr std::uint64_t k3 = 0x165667B19E3779F9;
    constexpr std::uint64_t k4 = 0x85EBCA77C2B2AE63;
    constexpr std::uint64_t k5 = 0x27D4EB2F165667C5;
    const auto* at = static_cast<const unsigned char*>(data);
    const unsigned char* const end = at + size;
    const auto take = [&at]<class Number>(Number number) {
        std::memcpy(&number, at, sizeof number);
        at += sizeof number;
        return static_cast<std::uint64_t>(number);
    };
    const auto round = [](std::uint64_t lane, std::uint64_t word) { return std::rotl(lane + word * k2, 31) * k1; };

    std::uint64_t sum = seed + k5;
    if (size >= 32) {
        std::array<std::uint64_t, 4> lanes = {seed + k1 + k2, seed + k2, seed, seed - k1};
        while (end - at >= 32) {
            for (std::uint64_t& lane : lanes) lane = round(lane, take(std::uint64_t{}));
        }
        sum = std::rotl(lanes[0], 1) + std::rotl(lanes[1], 7) + std::rotl(lanes[2], 12) + std::rotl(lanes[3], 18);
        for (const std::uint64_t lane : lanes) sum = (sum ^ round(0, lane)) * k1 + k4;
    }
    sum += size;
    while (end - at >= 8) sum = std::rotl(sum ^ round(0, take(std::uint64_t{})), 27) * k1 + k4;
    if (end - at >= 4) sum = std::rotl(sum ^ take(std::uint32_t{}) * k1, 23) * k2 + k3;
    while (at != end) sum = std::rotl(sum ^ take(std::uint8_t{}) * k5, 11) * k1;
    sum = (sum ^ sum >> 33) * k2;
    sum = (sum ^ sum >> 29) * k3;
    return sum ^ sum >> 32;
}

}  // namespace foray
