// The exports of the browser's module; docs/page.md has the contract. One instance lives in one Web Worker and is called by one thread.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "foray/questions/questions.h"
#include "foray/uai/session.h"

#define FORAY_EXPORT(name) extern "C" [[gnu::used, gnu::visibility("default")]] __attribute__((export_name(#name)))

/// Takes one line of output; given by the page.
extern "C" __attribute__((import_module("foray"), import_name("line"))) void foray_line(const char* text, std::size_t size);

namespace {

/// A browser gives a page far less memory than a machine has.
constexpr unsigned kMostHashMb = 256;

}  // namespace

FORAY_EXPORT(foray_alloc) void* foray_alloc(std::size_t size) { return std::malloc(size); }

FORAY_EXPORT(foray_free) void foray_free(void* memory) { std::free(memory); }

/// The address of a 32-bit length and the bytes of the answer, valid until the next call.
FORAY_EXPORT(foray_ask) const char* foray_ask(const char* question, std::size_t size) {
    static std::string buffer;
    const std::string answer = foray::questions::answer(std::string_view(question, size));
    const auto length = static_cast<std::uint32_t>(answer.size());
    buffer.assign(reinterpret_cast<const char*>(&length), sizeof length);
    buffer += answer;
    return buffer.data();
}

/// One line in; every line of output goes to foray.line while the module works.
FORAY_EXPORT(foray_uai) void foray_uai(const char* line, std::size_t size) {
    static foray::UaiSession session({.most_hash_mb = kMostHashMb});
    session.handle(std::string_view(line, size), [](const std::string& out) { foray_line(out.data(), out.size()); });
}
