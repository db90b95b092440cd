#include "version_text.h"

#include <fmt/format.h>

#include "commit.h"
#include "foray/board/instructions.h"
#include "foray/board/version.h"
#include "foray/engine/network.h"
#include "foray/engine/raid_net.h"

namespace foray::cli {

std::string version_text() {
    std::string networks;
    for (const Variant variant : {Variant::kAtaxx, Variant::kReloaded}) {
        const GameSpec spec = default_spec(variant);
        if (const auto network = default_network(spec)) {
            networks += fmt::format("{} ({} units), ", info(variant).key, network->parameters().hidden);
        }
    }
    std::string out = program_name() + "\n";
    if (*FORAY_COMMIT != '\0') out += "commit " FORAY_COMMIT "\n";
    out += fmt::format("compiler " FORAY_BUILD "\ninstructions {}\nnetworks {}raids ({} units)", instructions_in_use(), networks,
                       RaidNet::kUnits);
    return out;
}

}  // namespace foray::cli
