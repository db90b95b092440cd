#include "foray/tables/layer_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <vector>

#include "foray/board/crc32c.h"
#include "foray/board/descriptor.h"
#include "foray/notation/spec_text.h"

namespace foray::tables {
namespace {

static_assert(std::endian::native == std::endian::little, "table files are little-endian; other machines would have to convert");

constexpr std::array<char, 8> kMagic{'F', 'O', 'R', 'A', 'Y', 'T', 'A', 'B'};
constexpr std::uint32_t kVersion = 1;
constexpr std::uint64_t kPieceBytes = std::uint64_t{64} << 10;

struct Header {
    std::array<char, 8> magic;
    std::uint32_t version;
    std::uint32_t bits;
    std::array<char, 16> game;
    std::uint16_t rows;
    std::uint16_t cols;
    std::uint16_t squares;
    std::uint16_t pieces;
    std::array<std::uint64_t, 2> blocked;
    std::uint64_t states;
    std::uint64_t won;
    std::uint64_t lost;
    std::uint64_t drawn;
    std::uint64_t longest_state;
    std::uint32_t longest;
    std::uint32_t milliseconds;
    std::uint32_t unused;
    std::uint32_t checksum;  ///< of what is before it, and of all checksums of pieces
};
static_assert(sizeof(Header) == 112);

std::uint64_t block_bytes(int pieces, int bits) {
    const std::uint64_t states = std::uint64_t{1} << pieces;
    return bits == 8 ? states : std::max<std::uint64_t>(1, states / 4);
}
std::uint64_t data_bytes(const TableBoard& board, int pieces, int bits) { return board.sets(pieces).size() * block_bytes(pieces, bits); }
std::uint64_t piece_count(std::uint64_t bytes) { return (bytes + kPieceBytes - 1) / kPieceBytes; }

std::uint32_t checksum_of(const Header& header, std::span<const std::uint32_t> pieces) {
    const auto head = std::as_bytes(std::span(&header, 1));
    return crc32c(std::as_bytes(pieces), crc32c(head.first(sizeof(Header) - sizeof header.checksum)));
}

/// What a header of this layer says, but for counts and checksum.
Header expected_header(const TableBoard& board, int pieces, int bits) {
    Header header{};
    header.magic = kMagic;
    header.version = kVersion;
    header.bits = static_cast<std::uint32_t>(bits);
    const std::string_view key = info(board.spec().variant).key;
    std::copy(key.begin(), key.end(), header.game.begin());
    header.rows = static_cast<std::uint16_t>(board.spec().rows);
    header.cols = static_cast<std::uint16_t>(board.spec().cols);
    header.squares = static_cast<std::uint16_t>(board.squares());
    header.pieces = static_cast<std::uint16_t>(pieces);
    header.blocked = {board.blocked().words[0], board.blocked().words[1]};
    header.states = board.states(pieces);
    return header;
}

Error problem(const std::string& path, int code) { return Error{std::strerror(code), 0, 0, path}; }

std::vector<std::byte> packed(const TableBoard& board, int pieces, std::span<const Code> codes) {
    std::vector<std::byte> out(data_bytes(board, pieces, 2));
    const std::uint64_t in_block = std::uint64_t{1} << pieces;
    const std::uint64_t bytes = block_bytes(pieces, 2);
    for (std::uint64_t index = 0; index < codes.size(); ++index) {
        const std::uint64_t within = index % in_block;
        const auto two = static_cast<unsigned>(fate_of(codes[index]));
        out[index / in_block * bytes + within / 4] |= static_cast<std::byte>(two << (within % 4 * 2));
    }
    return out;
}

}  // namespace

std::string layer_path(const std::string& folder, int pieces) {
    return folder + "/layer-" + (pieces < 10 ? "0" : "") + std::to_string(pieces);
}

Result<files::Done> write_layer(const std::string& folder, const TableBoard& board, const LayerSummary& summary,
                                std::span<const Code> codes) {
    std::vector<std::byte> two_bits;
    std::span<const std::byte> data = std::as_bytes(codes);
    if (summary.bits == 2) {
        two_bits = packed(board, summary.pieces, codes);
        data = two_bits;
    }
    std::vector<std::uint32_t> checksums;
    for (std::uint64_t at = 0; at < data.size(); at += kPieceBytes) {
        checksums.push_back(crc32c(data.subspan(at, std::min<std::uint64_t>(kPieceBytes, data.size() - at))));
    }
    Header header = expected_header(board, summary.pieces, summary.bits);
    header.won = summary.won;
    header.lost = summary.lost;
    header.drawn = summary.drawn;
    header.longest = static_cast<std::uint32_t>(summary.longest);
    header.longest_state = summary.longest_state;
    header.milliseconds = static_cast<std::uint32_t>(std::clamp(summary.seconds * 1000, 0.0, 4e9));
    header.checksum = checksum_of(header, checksums);
    auto begun = files::Replacement::begin(layer_path(folder, summary.pieces));
    if (!begun) return begun.error();
    files::Replacement next = std::move(begun).value();
    if (auto done = next.write(&header, sizeof header); !done) return done.error();
    if (auto done = next.write(checksums.data(), checksums.size() * sizeof checksums[0]); !done) return done.error();
    if (auto done = next.write(data.data(), data.size()); !done) return done.error();
    return next.commit();
}

class LayerFile::Mapping {
public:
    Mapping(std::string path, void* start, std::size_t bytes)
        : path_(std::move(path)), start_(static_cast<std::byte*>(start)), bytes_(bytes) {}
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;
    ~Mapping() { ::munmap(start_, bytes_); }

    /// Whether this is a whole file of the layer that is meant.
    [[nodiscard]] Result<files::Done> accept(const TableBoard& board, int pieces) {
        const Error foreign{"this is no layer of a table", 0, 0, path_};
        if (bytes_ < sizeof(Header)) return foreign;
        std::memcpy(&header_, start_, sizeof header_);
        if (header_.magic != kMagic) return foreign;
        if (header_.version != kVersion) {
            return Error{
                "a table of version " + std::to_string(header_.version) + "; this program reads version " + std::to_string(kVersion), 0, 0,
                path_};
        }
        if (header_.bits != 8 && header_.bits != 2) return damaged();
        const int bits = static_cast<int>(header_.bits);
        const Header meant = expected_header(board, pieces, bits);
        if (header_.game != meant.game || header_.rows != meant.rows || header_.cols != meant.cols || header_.blocked != meant.blocked ||
            header_.pieces != meant.pieces) {
            return Error{"this is a layer of another board, or another layer of it: not the " + std::to_string(pieces) + " pieces of " +
                             board.name(),
                         0, 0, path_};
        }
        if (header_.squares != meant.squares || header_.states != meant.states || header_.longest > kMostPlies ||
            header_.longest_state >= meant.states)
            return damaged();
        data_bytes_ = data_bytes(board, pieces, bits);
        const std::uint64_t count = piece_count(data_bytes_);
        const std::uint64_t wanted = sizeof(Header) + count * sizeof(std::uint32_t) + data_bytes_;
        if (bytes_ != wanted) {
            return Error{
                "the file has " + std::to_string(bytes_) + " bytes, not " + std::to_string(wanted) + ": it was cut short or damaged", 0, 0,
                path_};
        }
        checksums_.resize(count);
        std::memcpy(checksums_.data(), start_ + sizeof(Header), count * sizeof(std::uint32_t));
        if (header_.checksum != checksum_of(header_, checksums_)) return damaged();
        data_ = start_ + (wanted - data_bytes_);
        seen_ = std::vector<std::atomic<bool>>(count);
        summary_ = {pieces,
                    bits,
                    header_.won,
                    header_.lost,
                    header_.drawn,
                    static_cast<int>(header_.longest),
                    header_.longest_state,
                    header_.milliseconds / 1000.0};
        return files::Done{};
    }

    [[nodiscard]] bool piece_is_fine(std::uint64_t piece) const {
        if (seen_[piece].load(std::memory_order_relaxed)) return true;
        const std::uint64_t from = piece * kPieceBytes;
        const std::span<const std::byte> bytes(data_ + from, std::min(kPieceBytes, data_bytes_ - from));
        if (crc32c(bytes) != checksums_[piece]) return false;
        seen_[piece].store(true, std::memory_order_relaxed);
        return true;
    }
    [[nodiscard]] Error damaged() const { return Error{"the table is damaged: remove the file and build it again", 0, 0, path_}; }
    [[nodiscard]] std::uint64_t pieces() const { return checksums_.size(); }
    [[nodiscard]] const LayerSummary& summary() const { return summary_; }
    [[nodiscard]] const std::byte* data() const { return data_; }
    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

private:
    std::string path_;
    std::byte* start_;
    std::size_t bytes_;
    Header header_{};
    std::uint64_t data_bytes_ = 0;
    const std::byte* data_ = nullptr;
    std::vector<std::uint32_t> checksums_;
    mutable std::vector<std::atomic<bool>> seen_;
    LayerSummary summary_;
};

LayerFile::LayerFile(std::unique_ptr<Mapping> mapping) : mapping_(std::move(mapping)) {}
LayerFile::LayerFile(LayerFile&&) noexcept = default;
LayerFile& LayerFile::operator=(LayerFile&&) noexcept = default;
LayerFile::~LayerFile() = default;

Result<LayerFile> LayerFile::open(const std::string& folder, const TableBoard& board, int pieces) {
    const std::string path = layer_path(folder, pieces);
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
    if (file.number() < 0) return problem(path, errno);
    struct stat about{};
    if (::fstat(file.number(), &about) != 0) return problem(path, errno);
    if (!S_ISREG(about.st_mode) || about.st_size == 0) return Error{"this is no layer of a table", 0, 0, path};
    const auto bytes = static_cast<std::size_t>(about.st_size);
    void* const start = ::mmap(nullptr, bytes, PROT_READ, MAP_SHARED, file.number(), 0);
    if (start == MAP_FAILED) return problem(path, errno);  // NOLINT(performance-no-int-to-ptr): the system's own macro
    auto mapping = std::make_unique<Mapping>(path, start, bytes);
    if (auto fits = mapping->accept(board, pieces); !fits) return fits.error();
    return LayerFile(std::move(mapping));
}

const LayerSummary& LayerFile::summary() const { return mapping_->summary(); }
std::uint64_t LayerFile::file_bytes() const { return mapping_->bytes(); }

Result<Code> LayerFile::code(std::uint64_t index) const {
    const LayerSummary& layer = summary();
    std::uint64_t at = index;
    std::uint64_t within = 0;
    if (layer.bits == 2) {
        const std::uint64_t in_block = std::uint64_t{1} << layer.pieces;
        within = index % in_block;
        at = index / in_block * block_bytes(layer.pieces, 2) + within / 4;
    }
    if (!mapping_->piece_is_fine(at / kPieceBytes)) return mapping_->damaged();
    const auto byte = static_cast<Code>(mapping_->data()[at]);
    if (layer.bits == 8) return byte;
    switch (static_cast<Fate>((byte >> (within % 4 * 2)) & 3)) {
        case Fate::kDraw: return kDrawn;
        case Fate::kWin: return won_in(0);
        case Fate::kLoss: return lost_in(0);
    }
    return mapping_->damaged();
}

Result<files::Done> LayerFile::check() const {
    for (std::uint64_t piece = 0; piece < mapping_->pieces(); ++piece) {
        if (!mapping_->piece_is_fine(piece)) return mapping_->damaged();
    }
    return files::Done{};
}

const Code* LayerFile::codes() const { return summary().bits == 8 ? reinterpret_cast<const Code*>(mapping_->data()) : nullptr; }

}  // namespace foray::tables
