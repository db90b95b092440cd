// Every frame but the first is the rectangle that changed, and inside it the pixels that stay are transparent: they come in long runs,
// which the compression of GIF turns into almost nothing.
#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <stdexcept>

#include "canvas.h"
#include "foray/raster/raster.h"
#include "palette.h"

namespace foray {
namespace {

using Indices = std::vector<std::uint8_t>;

struct Rectangle {
    int x;
    int y;
    int width;
    int height;
};

/// Where two pictures differ; one pixel if they do not, since a frame cannot be empty.
Rectangle changed(const Indices& before, const Indices& after, int width, int height) {
    int left = width;
    int right = -1;
    int top = height;
    int bottom = -1;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const auto i = static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
            if (before[i] == after[i]) continue;
            left = std::min(left, x);
            right = std::max(right, x);
            top = std::min(top, y);
            bottom = y;
        }
    }
    if (right < 0) return {0, 0, 1, 1};
    return {left, top, right - left + 1, bottom - top + 1};
}

int append(GifFileType* file, const GifByteType* data, int size) {
    static_cast<std::string*>(file->UserData)->append(reinterpret_cast<const char*>(data), static_cast<std::size_t>(size));
    return size;
}

class GifWriter {
public:
    GifWriter(std::string& out, int width, int height, const std::vector<Colour>& colours) : width_(width) {
        int error = 0;
        file_ = EGifOpen(&out, append, &error);
        if (file_ == nullptr) fail(error);
        EGifSetGifVersion(file_, true);
        std::array<GifColorType, 256> entries{};
        std::transform(colours.begin(), colours.end(), entries.begin(), [](Colour c) { return GifColorType{c.red, c.green, c.blue}; });
        // A table no larger than needed makes shorter codes.
        const int bits = std::max(2, GifBitSize(static_cast<int>(colours.size()) + 1));
        transparent_ = static_cast<GifByteType>((1 << bits) - 1);
        ColorMapObject* map = GifMakeMapObject(1 << bits, entries.data());
        const bool fine = map != nullptr && EGifPutScreenDesc(file_, width, height, bits, 0, map) == GIF_OK;
        GifFreeMapObject(map);
        require(fine);
        repeat_for_ever();
    }
    GifWriter(const GifWriter&) = delete;
    GifWriter& operator=(const GifWriter&) = delete;
    ~GifWriter() {
        if (file_ != nullptr) EGifCloseFile(file_, nullptr);
    }

    void frame(const Indices& pixels, const Indices* before, Rectangle part, int delay_ms) {
        // Byte 0: keep what is there (disposal 1), and whether there is a transparent colour.
        const int hundredths = std::clamp((delay_ms + 5) / 10, 1, 65535);
        const std::array<GifByteType, 4> control = {static_cast<GifByteType>(0x04 | (before != nullptr ? 1 : 0)),
                                                    static_cast<GifByteType>(hundredths & 0xFF), static_cast<GifByteType>(hundredths >> 8),
                                                    transparent_};
        require(EGifPutExtension(file_, GRAPHICS_EXT_FUNC_CODE, control.size(), control.data()) == GIF_OK);
        require(EGifPutImageDesc(file_, part.x, part.y, part.width, part.height, false, nullptr) == GIF_OK);
        Indices line(static_cast<std::size_t>(part.width));
        for (int y = part.y; y < part.y + part.height; ++y) {
            const auto start = static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(part.x);
            for (std::size_t x = 0; x < line.size(); ++x) {
                const bool stays = before != nullptr && (*before)[start + x] == pixels[start + x];
                // A run of one colour goes on over pixels that have it already: fewer changes of symbol, shorter code.
                const bool runs_on = x > 0 && line[x - 1] == pixels[start + x];
                line[x] = stays && !runs_on ? transparent_ : pixels[start + x];
            }
            require(EGifPutLine(file_, line.data(), part.width) == GIF_OK);
        }
    }

    void finish() {
        int error = 0;
        GifFileType* file = std::exchange(file_, nullptr);
        if (EGifCloseFile(file, &error) != GIF_OK) fail(error);
    }

private:
    void repeat_for_ever() {
        constexpr std::array<GifByteType, 3> kLoop = {1, 0, 0};
        require(EGifPutExtensionLeader(file_, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
                EGifPutExtensionBlock(file_, 11, "NETSCAPE2.0") == GIF_OK &&
                EGifPutExtensionBlock(file_, kLoop.size(), kLoop.data()) == GIF_OK && EGifPutExtensionTrailer(file_) == GIF_OK);
    }

    void require(bool fine) const {
        if (!fine) fail(file_->Error);
    }
    [[noreturn]] static void fail(int error) {
        const char* words = GifErrorString(error);
        throw std::runtime_error(std::string("GIF: ") + (words != nullptr ? words : "unknown error"));
    }

    GifFileType* file_ = nullptr;
    int width_;
    GifByteType transparent_ = 0;  ///< the last entry of the table
};

}  // namespace

std::string to_gif(int frames, const std::function<Scene(int)>& frame, GifTiming timing) {
    assert(frames > 0);
    Palette palette;
    for (int i = 0; i < frames; ++i) palette.gather(frame(i));
    palette.close();

    std::string bytes;
    const Scene first = frame(0);
    GifWriter writer(bytes, first.width, first.height, palette.colours());
    Indices before;
    for (int i = 0; i < frames; ++i) {
        const Scene scene = frame(i);
        assert(scene.width == first.width && scene.height == first.height);
        const std::vector<std::uint32_t> pixels = pixels_of(scene);
        Indices after(pixels.size());
        std::transform(pixels.begin(), pixels.end(), after.begin(), [&](std::uint32_t pixel) { return palette.index(pixel); });
        const int delay_ms = i + 1 == frames ? std::max(timing.end_ms, timing.frame_ms) : timing.frame_ms;
        if (i == 0) {
            writer.frame(after, nullptr, {0, 0, scene.width, scene.height}, delay_ms);
        } else {
            writer.frame(after, &before, changed(before, after, scene.width, scene.height), delay_ms);
        }
        before = std::move(after);
    }
    writer.finish();
    return bytes;
}

}  // namespace foray
