// CRC-32C (Castagnoli): finds damage in what is read back from a disk or a network.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace foray {

/// The checksum of `bytes`, or of more bytes after some whose checksum is `before`.
[[nodiscard]] inline std::uint32_t crc32c(std::span<const std::byte> bytes, std::uint32_t before = 0) {
    static constexpr std::array<std::uint32_t, 256> kTable = [] {
        std::array<std::uint32_t, 256> table{};
        for (std::uint32_t i = 0; i < 256; ++i) {
            std::uint32_t rest = i;
            for (int bit = 0; bit < 8; ++bit) rest = rest >> 1 ^ ((rest & 1) != 0 ? 0x82F63B78U : 0U);
            table[i] = rest;
        }
        return table;
    }();
    std::uint32_t rest = ~before;
    for (const std::byte byte : bytes) rest = rest >> 8 ^ kTable[(rest ^ static_cast<std::uint32_t>(byte)) & 255];
    return ~rest;
}

}  // namespace foray
