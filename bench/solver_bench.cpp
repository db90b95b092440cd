// Nodes and seconds of the exact solver on the cases that its documentation quotes, and a plain alpha-beta in the same run to compare with.
//
//   solver_bench            the cases up to 20 empties and 4x5
//   solver_bench all        also 22 and 23 empties, 4x6 and 5x5: minutes
//   solver_bench ideas      what each idea gains: the same positions with one idea switched off
//   solver_bench growth [FILE.svg]    nodes by number of empties on the 6x6 boards, and a picture of them
//
// A node is a state entered with four or more empties. Seconds are processor time of this process, one thread. Positions come from
// random play with fixed seeds; nodes and seconds are geometric means over them.
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "field.h"
#include "foray/board/random.h"
#include "foray/notation/board_text.h"
#include "foray/solver/solver.h"

namespace {

using namespace foray;
using namespace foray::solver;

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

GameSpec spec_of(std::string_view board) {
    const ValueBoard named = find_board(board)->board();
    GameSpec spec = default_spec(Variant::kWargame, named.rows, named.cols);
    spec.values = named.values;
    return spec;
}

WidePosition after_random_play(const Game& game, int empties, std::uint64_t seed) {
    WidePosition position = game.start();
    while (position.empty.count() > empties) {
        const auto moves = game.legal_moves(position);
        position = game.after(position, moves[splitmix64(seed) % moves.size()]);
    }
    return position;
}

struct Cost {
    double nodes = 0;
    double seconds = 0;
};

/// As the commands work.
Ideas usual() {
    Ideas ideas;
    ideas.freezing = true;
    return ideas;
}

/// Geometric means over `positions` random positions.
Cost solve_random(const GameSpec& spec, int empties, int positions, const Ideas& ideas) {
    const Game game(spec);
    double log_nodes = 0;
    double log_seconds = 0;
    for (int i = 0; i < positions; ++i) {
        const WidePosition position = after_random_play(game, empties, 1000 + static_cast<std::uint64_t>(i));
        const double begin = processor_seconds();
        SolverOptions options;
        options.ideas = ideas;
        const auto made = Solver::make(spec, position, options);
        const Answer answer = (*made)->solve(position);
        if (!answer.finished()) std::printf("not finished\n");
        log_seconds += std::log(processor_seconds() - begin + 1e-6);
        log_nodes += std::log(static_cast<double>((*made)->counters().nodes) + 1);
    }
    return {std::exp(log_nodes / positions), std::exp(log_seconds / positions)};
}

Cost prove_empty(int rows, int cols, int value, const Ideas& ideas) {
    const GameSpec spec = default_spec(Variant::kWargame, rows, cols);
    const Game game(spec);
    const double begin = processor_seconds();
    SolverOptions options;
    options.ideas = ideas;
    const auto made = Solver::make(spec, game.start(), options);
    const Answer answer = (*made)->prove(game.start(), value);
    if (answer.lower < value) std::printf("not proved\n");
    return {static_cast<double>((*made)->counters().nodes), processor_seconds() - begin};
}

/// Textbook alpha-beta without a table; the reference of the same run.
int plain(const Field& field, const State& state, int alpha, int beta, std::uint64_t& nodes) {
    if (state.empty == 0) return 0;
    if (count(state.empty) >= 4) ++nodes;
    for (Set rest = state.empty; rest != 0; rest &= rest - 1) {
        const Step step = play(field, state, lowest(rest));
        const int value = step.gain - plain(field, step.after, step.gain - beta, step.gain - alpha, nodes);
        alpha = std::max(alpha, value);
        if (alpha >= beta) break;
    }
    return alpha;
}

Cost plain_random(const GameSpec& spec, int empties, int positions) {
    const Game game(spec);
    const Field field(spec);
    double log_nodes = 0;
    double log_seconds = 0;
    for (int i = 0; i < positions; ++i) {
        const WidePosition position = after_random_play(game, empties, 1000 + static_cast<std::uint64_t>(i));
        const Set empty = position.empty.words[0];
        const Set rim = field.rim(empty);
        std::uint64_t nodes = 0;
        const double begin = processor_seconds();
        (void)plain(field, {position.own.words[0] & rim, position.opp.words[0] & rim, empty}, -30000, 30000, nodes);
        log_seconds += std::log(processor_seconds() - begin + 1e-6);
        log_nodes += std::log(static_cast<double>(nodes) + 1);
    }
    return {std::exp(log_nodes / positions), std::exp(log_seconds / positions)};
}

void print(const char* what, const Cost& cost) {
    std::printf("%-44s %12.0f nodes %10.4f s %8.2f M nodes/s\n", what, cost.nodes, cost.seconds, cost.nodes / cost.seconds / 1e6);
    std::fflush(stdout);
}

void print_random(const char* board, int empties, int positions) {
    char what[64];
    std::snprintf(what, sizeof what, "%s, %d empties, mean of %d", board, empties, positions);
    print(what, solve_random(spec_of(board), empties, positions, usual()));
}

void cases(bool all) {
    print("plain alpha-beta: Smolensk, 11 empties", plain_random(spec_of("Smolensk"), 11, 10));
    print_random("Smolensk", 11, 10);
    print_random("Smolensk", 16, 20);
    print_random("Smolensk", 20, 10);
    print_random("Keren", 18, 10);
    print_random("Keren", 20, 10);
    print("4x4 ones, V >= 0", prove_empty(4, 4, 0, usual()));
    print("4x5 ones, V >= 0", prove_empty(4, 5, 0, usual()));
    if (!all) return;
    print_random("Smolensk", 22, 6);
    print_random("Smolensk", 23, 4);
    print_random("Keren", 22, 6);
    print("4x6 ones, V >= 0", prove_empty(4, 6, 0, usual()));
    print("5x5 ones, V >= 3", prove_empty(5, 5, 3, usual()));
}

void ideas_one_by_one() {
    const auto measure = [](const Ideas& ideas) {
        const Cost cost[] = {solve_random(spec_of("Smolensk"), 16, 8, ideas), solve_random(spec_of("Keren"), 16, 8, ideas),
                             prove_empty(4, 4, 0, ideas)};
        for (const Cost& one : cost) std::printf(" %10.0f %8.4f", one.nodes, one.seconds);
        std::printf("\n");
        std::fflush(stdout);
    };
    std::printf("%-18s  Smolensk 16: nodes, s    Keren 16: nodes, s    4x4 ones >= 0: nodes, s\n%-18s", "without", "-");
    measure(usual());
    for (const NamedIdea& idea : kIdeas) {
        Ideas ideas = usual();
        ideas.*idea.flag = false;
        if (idea.flag == &Ideas::components) ideas.child_components = false;
        std::printf("%-18s", idea.name.data());
        measure(ideas);
    }
    Ideas freezing = usual();
    freezing.freeze.spread = 0;
    std::printf("%-18s", "+ freezing all");
    measure(freezing);
    Ideas conjectures = usual();
    conjectures.conjectures = true;
    std::printf("%-18s", "+ conjectures");
    measure(conjectures);
}

constexpr const char* kSixBySix[] = {"Keren", "Narvik", "Sevastopol", "Smolensk", "Westerplatte"};
constexpr int kFewest = 10;
constexpr int kMost = 20;
using Curve = std::array<double, kMost - kFewest + 1>;

/// Nodes by empties as a picture, logarithmic.
void draw(const std::string& path, const std::array<Curve, std::size(kSixBySix)>& curves) {
    constexpr double kLeft = 60, kRight = 520, kTop = 20, kBottom = 340, kDecades = 6;
    constexpr const char* kColours[] = {"#1b6ca8", "#c0392b", "#2e8b57", "#8e44ad", "#b9770e"};
    const auto x = [&](int empties) { return kLeft + (kRight - kLeft) * (empties - kFewest) / (kMost - kFewest); };
    const auto y = [&](double nodes) { return kBottom - (kBottom - kTop) * std::log10(nodes) / kDecades; };
    std::ofstream out(path);
    out << R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 380" font-family="sans-serif" font-size="12">)"
        << "\n<title>Nodes of an exact solve by number of empties, 6x6 boards after random play</title>\n"
        << R"(<rect width="640" height="380" fill="white"/>)" << '\n';
    for (int decade = 0; decade <= kDecades; ++decade) {
        const double at = y(std::pow(10, decade));
        out << "<line x1=\"" << kLeft << "\" x2=\"" << kRight << "\" y1=\"" << at << "\" y2=\"" << at << "\" stroke=\"#ddd\"/><text x=\""
            << kLeft - 8 << "\" y=\"" << at + 4 << "\" text-anchor=\"end\">10^" << decade << "</text>\n";
    }
    for (int empties = kFewest; empties <= kMost; ++empties) {
        out << "<text x=\"" << x(empties) << "\" y=\"358\" text-anchor=\"middle\">" << empties << "</text>\n";
    }
    for (std::size_t board = 0; board < curves.size(); ++board) {
        out << "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"" << kColours[board] << "\" points=\"";
        for (std::size_t i = 0; i < curves[board].size(); ++i) out << x(kFewest + static_cast<int>(i)) << ',' << y(curves[board][i]) << ' ';
        out << "\"/>\n<text x=\"532\" y=\"" << kTop + 20 + 18 * static_cast<double>(board) << "\" fill=\"" << kColours[board] << "\">"
            << kSixBySix[board] << "</text>\n";
    }
    out << "<text x=\"290\" y=\"376\" text-anchor=\"middle\">empties</text>\n</svg>\n";
    if (!out.flush()) std::fprintf(stderr, "solver_bench: cannot write %s\n", path.c_str());
}

/// Nodes by empties for every 6x6 board, what one more empty costs, and where that leads on the empty board.
void growth(const std::string& picture) {
    std::array<Curve, std::size(kSixBySix)> curves{};
    for (std::size_t board = 0; board < curves.size(); ++board) {
        std::printf("%-13s", kSixBySix[board]);
        for (int empties = kFewest; empties <= kMost; ++empties) {
            const double nodes = solve_random(spec_of(kSixBySix[board]), empties, 8, usual()).nodes;
            curves[board][static_cast<std::size_t>(empties - kFewest)] = nodes;
            std::printf(" %.0f", nodes);
            std::fflush(stdout);
        }
        constexpr int kFrom = 14;
        const double factor = std::pow(curves[board].back() / curves[board][kFrom - kFewest], 1.0 / (kMost - kFrom));
        std::printf("   x %.2f per empty, 36 empties: %.1e\n", factor, curves[board].back() * std::pow(factor, 36 - kMost));
    }
    if (!picture.empty()) draw(picture, curves);
}

}  // namespace

int main(int argc, char** argv) {
    const std::string_view what = argc > 1 ? argv[1] : "";
    if (what == "ideas") {
        ideas_one_by_one();
    } else if (what == "growth") {
        growth(argc > 2 ? argv[2] : "");
    } else {
        cases(what == "all");
    }
    return 0;
}
