// What the players of all kinds have in common: settings, and the program that is started.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "foray/agents/agent.h"
#include "foray/notation/player_text.h"
#include "foray/outside/player.h"
#include "foray/process/run.h"

namespace foray {

/// The settings of a program, taken one after the other.
class ProgramSettings {
public:
    explicit ProgramSettings(const ProgramText& text) : text_(text) {}
    /// The value of a setting, which then counts as known.
    std::optional<std::string> take(std::string_view name);
    /// All whose names begin with `prefix`, without it.
    std::vector<std::pair<std::string, std::string>> take_all(std::string_view prefix);
    Result<std::optional<unsigned>> take_number(std::string_view name, unsigned most);
    [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& rest() const { return text_.settings; }
    /// An error if a setting is left.
    [[nodiscard]] std::optional<Error> leftover() const;

private:
    ProgramText text_;
};

struct OutsideProgram {
    process::Program program;
    std::string name;  ///< as the record calls it
    bool caged = false;
};

/// Reads dir, name, env.*, sandbox. `own_folder`: it runs in a folder that is made for it, so the files that its command names are
/// found by absolute paths; otherwise where Foray does.
Result<OutsideProgram> read_program(const ProgramText& text, ProgramSettings& settings, const PlayerEnvironment& environment, bool caged,
                                    bool own_folder);

/// What a player may take for a move, on the clock; nothing: nobody said.
std::optional<double> time_for_move(const Budget& budget);

/// The last line of what a program complained about, for one line of text: "; its last words: ...".
std::string last_words(const std::string& complaints);

Result<std::unique_ptr<Agent>> make_uai_player(const GameSpec& spec, const ProgramText& text, const PlayerEnvironment& environment);
Result<std::unique_ptr<Agent>> make_contest_player(const GameSpec& spec, const ProgramText& text, const PlayerEnvironment& environment);
Result<std::unique_ptr<Agent>> make_course_player(const GameSpec& spec, const ProgramText& text, const PlayerEnvironment& environment);

}  // namespace foray
