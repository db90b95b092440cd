// The exports of the browser's module; docs/page.md has the contract. One instance lives in one Web Worker and is called by one thread.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "foray/engine/network.h"
#include "foray/questions/questions.h"

#define FORAY_EXPORT(name) extern "C" [[gnu::used, gnu::visibility("default")]] __attribute__((export_name(#name)))

/// Takes what a question that takes time has found so far; given by the page.
extern "C" __attribute__((import_module("foray"), import_name("part"))) void foray_part(const char* text, std::size_t size);

FORAY_EXPORT(foray_alloc) void* foray_alloc(std::size_t size) { return std::malloc(size); }

FORAY_EXPORT(foray_free) void foray_free(void* memory) { std::free(memory); }

/// The address of a 32-bit length and the bytes of the answer, valid until the next call.
FORAY_EXPORT(foray_ask) const char* foray_ask(const char* question, std::size_t size) {
    static std::string buffer;
    const std::string answer =
        foray::questions::answer(std::string_view(question, size), {}, [](std::string_view part) { foray_part(part.data(), part.size()); });
    const auto length = static_cast<std::uint32_t>(answer.size());
    buffer.assign(reinterpret_cast<const char*>(&length), sizeof length);
    buffer += answer;
    return buffer.data();
}

/// The bytes of a network, which engines use from then on; 0 if they are not one.
FORAY_EXPORT(foray_network) int foray_network(const void* bytes, std::size_t size) {
    auto network = foray::Network::read({static_cast<const std::byte*>(bytes), size});
    if (!network) return 0;
    foray::set_default_network(std::make_shared<const foray::Network>(std::move(network).value()));
    return 1;
}
