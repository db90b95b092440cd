// Which network is used where none is named, and networks by name.
#include <algorithm>
#include <utility>

#include "foray/board/threads.h"
#include "foray/engine/network.h"
#if FORAY_THREADS
#include <mutex>
#endif

// The built-in networks: CMake says where they lie, and the assembler takes their bytes in.
#if defined(FORAY_NET_ATAXX)
asm(".pushsection .rodata\nforay_net_ataxx:\n.incbin \"" FORAY_NET_ATAXX "\"\nforay_net_ataxx_end:\n.popsection\n");
extern "C" {
// NOLINTBEGIN(readability-identifier-naming): the assembler's names
extern const std::byte foray_net_ataxx[];
extern const std::byte foray_net_ataxx_end[];
// NOLINTEND(readability-identifier-naming)
}
#endif
#if defined(FORAY_NET_RELOADED)
asm(".pushsection .rodata\nforay_net_reloaded:\n.incbin \"" FORAY_NET_RELOADED "\"\nforay_net_reloaded_end:\n.popsection\n");
extern "C" {
// NOLINTBEGIN(readability-identifier-naming): the assembler's names
extern const std::byte foray_net_reloaded[];
extern const std::byte foray_net_reloaded_end[];
// NOLINTEND(readability-identifier-naming)
}
#endif

namespace foray {
namespace {

using Shared = std::shared_ptr<const Network>;

#if FORAY_THREADS
using Mutex = std::mutex;
using Lock = std::lock_guard<std::mutex>;
#else
struct Mutex {};
struct Lock {
    explicit Lock(Mutex& /*mutex*/) {}
};
#endif

/// One network for each game at most.
class Defaults {
public:
    Defaults() {
#if defined(FORAY_NET_ATAXX)
        add({foray_net_ataxx, foray_net_ataxx_end});
#endif
#if defined(FORAY_NET_RELOADED)
        add({foray_net_reloaded, foray_net_reloaded_end});
#endif
    }
    void set(Shared network) {
        const Lock lock(mutex_);
        std::erase_if(networks_, [&](const Shared& one) { return one->parameters().variant == network->parameters().variant; });
        networks_.push_back(std::move(network));
    }
    [[nodiscard]] Shared get(const GameSpec& spec) const {
        const Lock lock(mutex_);
        const auto found = std::find_if(networks_.begin(), networks_.end(), [&](const Shared& one) { return one->fits(spec); });
        return found == networks_.end() ? nullptr : *found;
    }

private:
    // A test reads the built-in files, so that one which cannot be read does not go unnoticed.
    [[maybe_unused]] void add(std::span<const std::byte> bytes) {
        if (auto network = Network::read(bytes)) set(std::make_shared<const Network>(std::move(network).value()));
    }

    mutable Mutex mutex_;
    std::vector<Shared> networks_;
};

Defaults& defaults() {
    static Defaults all;
    return all;
}
ReadNetworkFile& reader() {
    static ReadNetworkFile one;
    return one;
}

}  // namespace

Shared default_network(const GameSpec& spec) { return defaults().get(spec); }
void set_default_network(Shared network) { defaults().set(std::move(network)); }
void set_network_reader(ReadNetworkFile given) { reader() = std::move(given); }

Result<std::optional<Shared>> network_named(const std::string& name, const GameSpec& spec) {
    using Named = std::optional<Shared>;
    if (name == "linear") return Named(Shared());
    if (name == "default") return Named();
    if (!reader()) return Error{"no files can be read here; expected default or linear"};
    const auto bytes = reader()(name);
    if (!bytes) return bytes.error();
    auto network = Network::read(std::as_bytes(std::span(*bytes)));
    if (!network) return network.error().in(name);
    if (!network->fits(spec)) {
        return Error{"the network is for " + std::string(info(network->parameters().variant).key) + " on 7x7, not for this game", 0, 0,
                     name};
    }
    return Named(std::make_shared<const Network>(std::move(network).value()));
}

}  // namespace foray
