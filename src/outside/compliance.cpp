#include "foray/outside/compliance.h"

#include <algorithm>

#include "foray/notation/fen.h"
#include "foray/notation/move_text.h"
#include "foray/notation/text.h"
#include "program.h"
#include "uai_client.h"

namespace foray {
namespace {

std::string ms_text(double ms) { return std::to_string(static_cast<long>(ms)) + " ms"; }

/// The checks of a UAI engine. Each starts from a program that lives; one that does not is started again.
class UaiChecks {
public:
    UaiChecks(const GameSpec& spec, OutsideProgram program, std::vector<std::pair<std::string, std::string>> options,
              const PlayerEnvironment& environment, const CheckSettings& settings, const OnCheck& on_check)
        : game_(spec),
          program_(std::move(program)),
          options_(std::move(options)),
          environment_(environment),
          settings_(settings),
          on_check_(on_check),
          positions_(trial_positions(game_, settings.positions, settings.seed)) {}

    bool run() {
        if (!check("handshake", handshake())) return false;  // nothing else makes sense
        check("options", options());
        check("isready", ready());
        check("legal moves", legal_moves());
        check("moves from startpos", moves_from_start());
        check("nodes and depth", nodes_and_depth());
        check("time keeping at 10 ms", time_keeping());
        check("clocks", clocks());
        check("stop", stop());
        check("isready while thinking", ready_while_thinking());
        check("uainewgame", new_game());
        check("garbage", garbage());
        check("quit", quit());
        check("end of input", end_of_input());
        return all_passed_;
    }

private:
    /// What was found: nothing bad, or a sentence about it.
    struct Finding {
        bool passed;
        std::string detail;
    };
    static Finding good(std::string detail) { return {true, std::move(detail)}; }
    static Finding bad(std::string detail) { return {false, std::move(detail)}; }
    static Finding bad(const Failure& failure) { return {false, failure.detail}; }

    bool check(const std::string& name, const Finding& finding) {
        on_check_({name, finding.passed, finding.detail});
        all_passed_ = all_passed_ && finding.passed;
        if (!finding.passed) client_.reset();
        return finding.passed;
    }

    /// A program that lives and knows its game, or what is wrong.
    std::optional<Failure> ensure() {
        if (client_ && !client_->child().has_ended()) return std::nullopt;
        auto started = UaiClient::start(program_.program, program_.caged, environment_.handshake_ms);
        if (!started) return started.error();
        client_ = std::move(started).value();
        for (const auto& [name, value] : options_) {
            if (client_->find_option(name) == nullptr) continue;
            std::string line = "setoption name ";
            client_->say(line.append(name).append(" value ").append(value));
        }
        return client_->wait_ready(environment_.handshake_ms);
    }

    struct Answer {
        Move move;
        double ms = 0;
        bool ready_before = false;  ///< readyok came before the move
    };
    /// Asks, and checks that the one answer is legal. `at_once` is said right after.
    Result<Answer, Failure> ask(const WidePosition& position, const std::string& go, double most_ms, const std::string& at_once = "") {
        if (auto failure = ensure()) return *failure;
        client_->drop_old_lines();
        const process::Time begin = process::now();
        client_->say("position fen " + print_fen(game_, position) + "\n" + go + (at_once.empty() ? "" : "\n" + at_once));
        return answer_to(position, begin, most_ms);
    }

    Result<Answer, Failure> answer_to(const WidePosition& position, process::Time begin, double most_ms) {
        Answer answer{};
        const process::Time deadline = process::after_ms(most_ms);
        for (;;) {
            const auto reply = client_->read(deadline);
            const std::string where = " in " + print_fen(game_, position);
            if (!reply) return Failure{reply.error().ending, "no move after " + ms_text(most_ms) + where + ": " + reply.error().detail};
            if (std::holds_alternative<UaiReady>(*reply)) answer.ready_before = true;
            const auto* best = std::get_if<UaiBestMove>(&*reply);
            if (best == nullptr) continue;
            const auto move = parse_move(game_, position, best->move);
            if (!move) return Failure{Ending::kIllegalMove, "bestmove " + foray::quoted(best->move) + where + ": " + move.error().what};
            answer.move = *move;
            answer.ms = process::ms_between(begin, client_->last_line_at());
            return answer;
        }
    }

    Finding handshake() {
        const process::Time begin = process::now();
        if (const auto failure = ensure()) return bad(*failure);
        if (client_->name().empty()) return bad("it has no \"id name\"");
        return good(client_->name() + ", " + ms_text(process::ms_between(begin, process::now())));
    }

    Finding options() {
        const bool knows_games = client_->find_option("Variant") != nullptr;
        if (!knows_games && game_.spec().variant != Variant::kAtaxx)
            return bad("there is no option Variant, which other games than Ataxx need");
        for (const auto& [name, value] : options_) {
            if (client_->find_option(name) == nullptr && name != "Variant") return bad("there is no option " + foray::quoted(name));
        }
        for (const UaiOption& option : client_->options()) {
            const bool known = option.type == "spin" || option.type == "check" || option.type == "combo" || option.type == "string" ||
                               option.type == "button";
            if (!known) return bad("the option " + foray::quoted(option.name) + " has the unknown type " + foray::quoted(option.type));
            if (option.type == "spin" && (!option.least || !option.most))
                return bad("the spin option " + foray::quoted(option.name) + " has no min and max");
        }
        return good(std::to_string(client_->options().size()) + " options");
    }

    Finding ready() {
        if (const auto failure = ensure()) return bad(*failure);
        const process::Time begin = process::now();
        if (const auto failure = client_->wait_ready(environment_.handshake_ms)) return bad(*failure);
        return good(ms_text(process::ms_between(begin, process::now())));
    }

    Finding legal_moves() {
        int passes = 0;
        for (const WidePosition& position : positions_) {
            const auto answer = ask(position, "go movetime 5", 5000);
            if (!answer) return bad(answer.error());
            passes += answer->move.is_pass() ? 1 : 0;
        }
        return good(std::to_string(positions_.size()) + " positions, " + std::to_string(passes) + " passes among the answers");
    }

    /// The other way to give a position.
    Finding moves_from_start() {
        if (const auto failure = ensure()) return bad(*failure);
        WidePosition position = game_.start();
        std::string moves;
        constexpr int kMost = 30;
        int count = 0;
        for (; count < kMost && !game_.verdict(position).over(); ++count) {
            client_->drop_old_lines();
            const process::Time begin = process::now();
            client_->say("position startpos" + (moves.empty() ? "" : " moves" + moves) + "\ngo movetime 5");
            const auto answer = answer_to(position, begin, 5000);
            if (!answer) return bad(answer.error());
            moves += " " + print_move(game_.spec(), answer->move);
            position = game_.after(position, answer->move);
        }
        return good(std::to_string(count) + " moves");
    }

    Finding nodes_and_depth() {
        constexpr double kLongMs = 5000;
        double slowest = 0;
        for (const char* go : {"go nodes 1", "go nodes 1000", "go depth 1", "go depth 2"}) {
            for (std::size_t i = 0; i < std::min<std::size_t>(positions_.size(), 5); ++i) {
                const auto answer = ask(positions_[i], go, kLongMs);
                if (!answer) return bad(std::string(go) + ": " + answer.error().detail);
                slowest = std::max(slowest, answer->ms);
            }
        }
        return good("slowest answer " + ms_text(slowest));
    }

    Finding time_keeping() {
        constexpr double kMoveMs = 10;
        std::vector<double> times;
        for (std::size_t i = 0; i < std::min<std::size_t>(positions_.size(), 20); ++i) {
            const auto answer = ask(positions_[i], "go movetime 10", 5000);
            if (!answer) return bad(answer.error());
            times.push_back(answer->ms);
        }
        std::sort(times.begin(), times.end());
        const std::string detail = "median " + ms_text(times[times.size() / 2]) + ", slowest " + ms_text(times.back());
        // One bad moment of the machine is nobody's fault.
        const double judged = times.size() > 2 ? times[times.size() - 2] : times.back();
        return judged <= kMoveMs + settings_.margin_ms ? good(detail) : bad(detail + " for 10 ms");
    }

    Finding clocks() {
        double slowest = 0;
        for (std::size_t i = 0; i < std::min<std::size_t>(positions_.size(), 5); ++i) {
            const auto answer = ask(positions_[i], "go btime 300 wtime 300 binc 10 winc 10", 5000);
            if (!answer) return bad(answer.error());
            slowest = std::max(slowest, answer->ms);
        }
        const std::string detail = "slowest " + ms_text(slowest) + " of 300 ms";
        return slowest <= 300 + settings_.margin_ms ? good(detail) : bad(detail);
    }

    Finding stop() {
        constexpr double kThinkMs = 100;
        constexpr double kAnswerMs = 1000;
        if (const auto failure = ensure()) return bad(*failure);
        client_->drop_old_lines();
        const WidePosition& position = positions_.front();
        client_->say("position fen " + print_fen(game_, position) + "\ngo infinite");
        const process::Time until = process::after_ms(kThinkMs);
        while (process::now() < until) {
            const auto reply = client_->read(until);
            if (!reply && reply.error().ending != Ending::kNoAnswer) return bad(reply.error());
            if (reply && std::holds_alternative<UaiBestMove>(*reply)) return bad("go infinite answered before stop");
        }
        const process::Time begin = process::now();
        client_->say("stop");
        const auto answer = answer_to(position, begin, kAnswerMs);
        if (!answer) return bad(answer.error());
        return good("answer after " + ms_text(answer->ms));
    }

    Finding ready_while_thinking() {
        const auto answer = ask(positions_.front(), "go movetime 500", 5000, "isready");
        if (!answer) return bad(answer.error());
        if (!answer->ready_before) return bad("no readyok before the move, which came after " + ms_text(answer->ms));
        return good("readyok, then the move after " + ms_text(answer->ms));
    }

    Finding new_game() {
        if (const auto failure = ensure()) return bad(*failure);
        client_->say("uainewgame");
        if (const auto failure = client_->wait_ready(environment_.handshake_ms)) return bad(*failure);
        const auto answer = ask(positions_.front(), "go movetime 5", 5000);
        if (!answer) return bad(answer.error());
        return good("ready for another");
    }

    Finding garbage() {
        if (const auto failure = ensure()) return bad(*failure);
        const std::vector<std::string> lines = {"",
                                                "xyzzy",
                                                "position",
                                                "position fen nonsense x 0 1",
                                                "go movetime many",
                                                "\x01\xff",
                                                std::string(20'000, 'a'),
                                                "setoption name",
                                                "position startpos moves z99",
                                                "stop"};
        for (const std::string& line : lines) {
            if (!client_->say(line)) return bad("it does not read any more after " + foray::quoted(line));
        }
        if (const auto failure = client_->wait_ready(environment_.handshake_ms)) return bad(*failure);
        const auto answer = ask(positions_.front(), "go movetime 5", 5000);
        if (!answer) return bad(answer.error());
        return good(std::to_string(lines.size()) + " lines survived");
    }

    Finding ended(const char* after) {
        constexpr double kLongestMs = 2000;
        const process::Time begin = process::now();
        const bool by_itself = client_->child().wait(process::after_ms(kLongestMs));
        const double ms = process::ms_between(begin, process::now());
        const std::string how = process::describe(client_->child().end());
        client_.reset();
        if (!by_itself) return bad("still there " + ms_text(kLongestMs) + " after " + after);
        return how == "exit code 0" ? good("ended after " + ms_text(ms)) : bad(how);
    }

    Finding quit() {
        if (const auto failure = ensure()) return bad(*failure);
        client_->say("quit");
        return ended("quit");
    }

    Finding end_of_input() {
        if (const auto failure = ensure()) return bad(*failure);
        client_->child().close_input();
        return ended("the end of its input");
    }

    Game game_;
    OutsideProgram program_;
    std::vector<std::pair<std::string, std::string>> options_;
    PlayerEnvironment environment_;
    CheckSettings settings_;
    const OnCheck& on_check_;
    std::vector<WidePosition> positions_;
    std::unique_ptr<UaiClient> client_;
    bool all_passed_ = true;
};

/// Programs that are started for every move have less to do right.
bool check_moves(const GameSpec& spec, Agent& player, const CheckSettings& settings, const OnCheck& on_check) {
    constexpr double kMoveMs = 5000;
    const Game game(spec);
    const int count = std::min(settings.positions, 20);
    double slowest = 0;
    for (const WidePosition& position : trial_positions(game, count, settings.seed)) {
        // Gaps are unknown to these protocols.
        if ((position.own | position.opp | position.empty).count() != spec.squares()) continue;
        SearchRequest request;
        request.budget.ms = kMoveMs;
        const Choice choice = player.choose(position, request, {});
        if (!choice) {
            on_check({"legal moves", false, choice.error().detail + " in " + print_fen(game, position)});
            return false;
        }
        slowest = std::max(slowest, choice->ms);
    }
    on_check({"legal moves", true, std::to_string(count) + " positions, slowest " + ms_text(slowest)});
    return true;
}

bool check_identify(const OutsideProgram& program, const OnCheck& on_check) {
    auto folder = process::ScratchFolder::make("foray-player");
    process::RunSpec spec{.program = program.program, .seconds = 5, .input = "identify\n"};
    if (folder) spec.program.folder = folder->path();
    const auto run = process::run_once(spec);
    std::string name = run ? run->out.substr(0, run->out.find('\n')) : "";
    const bool passed = run && run->is_fine() && !name.empty();
    on_check({"identify", passed, !run ? run.error().message() : passed ? foray::quoted(name) : "no name" + last_words(run->err)});
    return passed;
}

}  // namespace

Result<bool> check_player(const GameSpec& spec, std::string_view text, const PlayerEnvironment& environment, const CheckSettings& settings,
                          const OnCheck& on_check) {
    const auto parsed = parse_program_text(text);
    if (!parsed) return parsed.error();
    if (!parsed->has_value())
        return Error{foray::quoted(text) + " is no program; expected uai:, contest:, squirrels: or stakeraid: and a command"};
    const ProgramText& program_text = **parsed;
    ProgramSettings own(program_text);
    if (program_text.kind == ProgramKind::kUai) {
        auto program = read_program(program_text, own, environment, false, false);
        if (!program) return program.error();
        for (const char* limit : {"ms", "nodes", "depth"}) (void)own.take(limit);
        auto options = uai_game_options(spec);
        for (auto& option : own.take_all("option.")) options.push_back(std::move(option));
        options.insert(options.end(), own.rest().begin(), own.rest().end());
        return UaiChecks(spec, std::move(program).value(), std::move(options), environment, settings, on_check).run();
    }
    const auto player = make_player(spec, text, environment);
    if (!player) return player.error();
    bool passed = true;
    if (program_text.kind == ProgramKind::kContest) {
        const auto program = read_program(program_text, own, environment, true, true);
        if (!program) return program.error();
        passed = check_identify(*program, on_check);
    }
    return check_moves(spec, **player, settings, on_check) && passed;
}

}  // namespace foray
