#include "support/picture.h"

#include <gif_lib.h>
#include <gtest/gtest.h>
#include <png.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace foray::test {

Image decode_png(const std::string& bytes) {
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    EXPECT_NE(png_image_begin_read_from_memory(&png, bytes.data(), bytes.size()), 0) << png.message;
    png.format = PNG_FORMAT_RGB;
    std::vector<unsigned char> raw(PNG_IMAGE_SIZE(png));
    EXPECT_NE(png_image_finish_read(&png, nullptr, raw.data(), 0, nullptr), 0) << png.message;
    Image image{static_cast<int>(png.width), static_cast<int>(png.height), {}};
    for (std::size_t i = 0; i + 2 < raw.size(); i += 3) image.pixels.push_back({raw[i], raw[i + 1], raw[i + 2]});
    return image;
}

namespace {

struct Source {
    const std::string& bytes;
    std::size_t done = 0;
};

int read_bytes(GifFileType* file, GifByteType* to, int size) {
    auto& source = *static_cast<Source*>(file->UserData);
    const std::size_t got = source.bytes.copy(reinterpret_cast<char*>(to), static_cast<std::size_t>(size), source.done);
    source.done += got;
    return static_cast<int>(got);
}

bool repeats(const SavedImage& first) {
    for (int i = 0; i + 1 < first.ExtensionBlockCount; ++i) {
        const ExtensionBlock& name = first.ExtensionBlocks[i];
        const ExtensionBlock& loop = first.ExtensionBlocks[i + 1];
        if (name.Function != APPLICATION_EXT_FUNC_CODE || name.ByteCount != 11 || std::memcmp(name.Bytes, "NETSCAPE2.0", 11) != 0) continue;
        return loop.ByteCount == 3 && loop.Bytes[0] == 1 && loop.Bytes[1] == 0 && loop.Bytes[2] == 0;
    }
    return false;
}

void lay_over(Image& image, const SavedImage& frame, const ColorMapObject& map, int transparent) {
    const GifImageDesc& part = frame.ImageDesc;
    for (int i = 0; i < part.Width * part.Height; ++i) {
        const int entry = frame.RasterBits[i];
        if (entry == transparent) continue;
        const GifColorType& colour = map.Colors[entry];
        const int x = part.Left + i % part.Width;
        const int y = part.Top + i / part.Width;
        image.pixels.at(static_cast<std::size_t>(y * image.width + x)) = {colour.Red, colour.Green, colour.Blue};
    }
}

}  // namespace

Animation decode_gif(const std::string& bytes) {
    Animation out;
    Source source{bytes};
    int error = 0;
    GifFileType* file = DGifOpen(&source, read_bytes, &error);
    EXPECT_NE(file, nullptr) << error;
    if (file == nullptr) return out;
    EXPECT_EQ(DGifSlurp(file), GIF_OK) << GifErrorString(file->Error);
    out.width = file->SWidth;
    out.height = file->SHeight;
    Image shown{out.width, out.height, std::vector<Colour>(static_cast<std::size_t>(out.width * out.height))};
    for (int i = 0; i < file->ImageCount; ++i) {
        const SavedImage& frame = file->SavedImages[i];
        GraphicsControlBlock control{};
        EXPECT_EQ(DGifSavedExtensionToGCB(file, i, &control), GIF_OK);
        EXPECT_EQ(control.DisposalMode, DISPOSE_DO_NOT);
        if (i == 0) out.repeats_for_ever = repeats(frame);
        lay_over(shown, frame, *file->SColorMap, control.TransparentColor);
        out.frames.push_back(shown);
        out.delays_ms.push_back(control.DelayTime * 10);
        out.areas.push_back(frame.ImageDesc.Width * frame.ImageDesc.Height);
    }
    DGifCloseFile(file, nullptr);
    return out;
}

Difference compare(const Image& one, const Image& other) {
    EXPECT_EQ(one.width, other.width);
    EXPECT_EQ(one.height, other.height);
    if (one.pixels.size() != other.pixels.size()) return {255, 255};
    Difference difference;
    double sum = 0;
    for (std::size_t i = 0; i < one.pixels.size(); ++i) {
        const Colour a = one.pixels[i];
        const Colour b = other.pixels[i];
        for (const int channel : {std::abs(a.red - b.red), std::abs(a.green - b.green), std::abs(a.blue - b.blue)}) {
            difference.greatest = std::max(difference.greatest, channel);
            sum += channel;
        }
    }
    difference.average = sum / (3.0 * static_cast<double>(one.pixels.size()));
    return difference;
}

namespace {

/// Reads one XML document, front to back.
class XmlReader {
public:
    explicit XmlReader(const std::string& text) : text_(text) {}

    std::string fault() {
        while (at_ < text_.size() && fault_.empty()) text_[at_] == '<' ? tag() : character();
        if (fault_.empty() && !open_.empty()) fault_ = "<" + open_.back() + "> is not closed";
        if (fault_.empty() && roots_ != 1) fault_ = std::to_string(roots_) + " roots";
        return fault_;
    }

private:
    void fail(const std::string& what) {
        if (fault_.empty()) fault_ = what + " at byte " + std::to_string(at_);
    }
    bool take(char c) {
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    void blanks() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
    }
    std::string name() {
        const std::size_t start = at_;
        while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '-')) ++at_;
        if (at_ == start) fail("no name");
        return text_.substr(start, at_ - start);
    }
    void character() {
        if (text_[at_] == '&') {
            const std::string rest = text_.substr(at_, 6);
            for (const char* entity : {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"}) {
                if (rest.rfind(entity, 0) != 0) continue;
                at_ += std::strlen(entity);
                return;
            }
            return fail("a bare &");
        }
        const auto byte = static_cast<unsigned char>(text_[at_]);
        if (byte < 0x20 && byte != '\n') return fail("a control character");
        if (open_.empty() && byte != '\n' && byte != ' ') return fail("text outside the root");
        ++at_;
    }
    void tag() {
        ++at_;
        if (take('/')) {
            const std::string closed = name();
            if (open_.empty() || open_.back() != closed) return fail("</" + closed + "> closes nothing");
            open_.pop_back();
            if (!take('>')) fail("no >");
            return;
        }
        const std::string opened = name();
        if (open_.empty()) ++roots_;
        std::vector<std::string> seen;
        for (blanks(); fault_.empty() && at_ < text_.size() && text_[at_] != '>' && text_[at_] != '/'; blanks()) {
            seen.push_back(name());
            if (std::count(seen.begin(), seen.end(), seen.back()) > 1) fail("attribute " + seen.back() + " twice");
            if (!take('=') || !take('"')) return fail("no value");
            while (fault_.empty() && at_ < text_.size() && text_[at_] != '"') {
                if (text_[at_] == '<') return fail("< in an attribute");
                at_ += 1;
            }
            if (!take('"')) return fail("no closing quote");
        }
        if (take('/')) {
            if (!take('>')) fail("no >");
            return;
        }
        if (!take('>')) return fail("no >");
        open_.push_back(opened);
    }

    const std::string& text_;
    std::size_t at_ = 0;
    std::vector<std::string> open_;
    int roots_ = 0;
    std::string fault_;
};

}  // namespace

std::string xml_fault(const std::string& text) { return XmlReader(text).fault(); }

int count_of(const std::string& text, const std::string& part) {
    int count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++count;
    return count;
}

}  // namespace foray::test
