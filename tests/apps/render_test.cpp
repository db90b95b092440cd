// foray render and foray report --animate, through the real binary.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "foray/notation/record.h"
#include "support/oracles.h"
#include "support/paths.h"
#include "support/picture.h"
#include "support/process.h"
#include "support/random_play.h"

namespace foray {
namespace {

namespace fs = std::filesystem;
using Arguments = std::vector<std::string>;

void run(const Arguments& arguments) {
    const test::RunResult result = test::run_program(test::kForay, arguments);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.out + result.err, "");
}

/// The one line with which the command refuses, after checking how it ended.
std::string complaint(const Arguments& arguments, int exit_code) {
    const test::RunResult result = test::run_program(test::kForay, arguments);
    EXPECT_EQ(result.exit_code, exit_code) << result.out << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    return result.err;
}

/// A saved game of `plies` random moves.
std::string saved_game(const std::string& folder, GameSpec spec, int plies) {
    std::uint64_t seed = 11;
    const Game game(spec);
    GameRecord record;
    record.spec = std::move(spec);
    record.start = game.start();
    record.players = {"Ada", "human"};
    WidePosition position = record.start;
    for (int i = 0; i < plies && !game.verdict(position).over(); ++i) {
        const auto moves = game.legal_moves(position);
        record.moves.push_back(moves[static_cast<std::size_t>(test::draw(seed, static_cast<int>(moves.size())))]);
        position = game.after(position, record.moves.back());
    }
    const std::string path = folder + "/game.json";
    std::ofstream(path, std::ios::binary) << print_record(record);
    return path;
}

TEST(CliRender, AGameBecomesAGif) {
    const std::string folder = test::scratch_folder();
    const std::string game = saved_game(folder, default_spec(Variant::kWargame, 6, 6), 36);
    run({"render", game, "-o", folder + "/game.gif"});
    const std::string bytes = test::read_all(folder + "/game.gif");
    EXPECT_LT(bytes.size(), 300'000U);
    const test::Animation animation = test::decode_gif(bytes);
    ASSERT_EQ(animation.frames.size(), 37U);
    EXPECT_EQ(std::max(animation.width, animation.height), 480);
    EXPECT_TRUE(animation.repeats_for_ever);
    EXPECT_EQ(animation.delays_ms.front(), 700);
    EXPECT_EQ(animation.delays_ms.back(), 3000);

    run({"render", game, "-o", folder + "/short.GIF", "--ply", "3", "--delay", "1200", "--pixels", "200", "--theme", "dark"});
    const test::Animation brief = test::decode_gif(test::read_all(folder + "/short.GIF"));
    EXPECT_EQ(brief.frames.size(), 4U);
    EXPECT_EQ(brief.delays_ms, (std::vector<int>{1200, 1200, 1200, 3000}));
    EXPECT_EQ(std::max(brief.width, brief.height), 200);
    EXPECT_FALSE(fs::exists(folder + "/game.gif.part"));
}

TEST(CliRender, PlyPicksThePosition) {
    const std::string folder = test::scratch_folder();
    const std::string game = saved_game(folder, default_spec(Variant::kAtaxx, 5, 5), 8);
    const auto png = [&](const Arguments& more) {
        Arguments arguments{"render", game, "-o", folder + "/a.png"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        run(arguments);
        return test::read_all(folder + "/a.png");
    };
    EXPECT_EQ(png({}), png({"--ply", "8"}));
    EXPECT_NE(png({"--ply", "0"}), png({"--ply", "1"}));
    EXPECT_EQ(png({}), png({"--first", "Ada", "--second", "human"}));  // the record's own names
    EXPECT_NE(png({}), png({"--first", "Bob"}));
    const test::Image large = test::decode_png(png({"--pixels", "2400"}));
    EXPECT_EQ(std::max(large.width, large.height), 2400);
    EXPECT_EQ(complaint({"render", game, "-o", folder + "/b.png", "--ply", "9"}, 2),
              "foray: --ply: 9 is not between 0 and 8, the plies of this game\n");
    EXPECT_EQ(complaint({"render", game, "-o", folder + "/b.gif", "--ply", "-1"}, 2),
              "foray: --ply: -1 is not between 0 and 8, the plies of this game\n");
    EXPECT_FALSE(fs::exists(folder + "/b.png"));
}

TEST(CliRender, WithoutARecordTheCommonOptionsSayWhat) {
    const std::string out = test::scratch_folder() + "/board.svg";
    run({"render", "--board", "Smolensk", "--moves", "d4 c3 c4", "--first", "A & B", "--second", "<i>", "-o", out});
    const std::string svg = test::read_all(out);
    EXPECT_EQ(test::xml_fault(svg), "");
    EXPECT_NE(svg.find(">A &amp; B</text>"), std::string::npos) << svg;
    EXPECT_NE(svg.find("&lt;i&gt; to move"), std::string::npos);
    EXPECT_NE(svg.find("3 · C4 M1 Death Blitz"), std::string::npos);
    run({"render", "--game", "stakeraid", "--size", "4", "-o", out});
    EXPECT_NE(test::read_all(out).find("<title>Stake &amp; Raid, 4x4"), std::string::npos);
}

TEST(CliRender, RefusesInOneLine) {
    const std::string folder = test::scratch_folder();
    EXPECT_EQ(complaint({"render", "-o", "a.bmp"}, 2), "foray: --out: 'a.bmp' should end in .gif, .png or .svg\n");
    EXPECT_EQ(complaint({"render", "-o", "gif"}, 2), "foray: --out: 'gif' should end in .gif, .png or .svg\n");
    EXPECT_NE(complaint({"render"}, 2).find("--out"), std::string::npos);
    EXPECT_EQ(complaint({"render", "-o", "a.png", "--pixels", "20"}, 2), "foray: --pixels: 20 is not between 48 and 4800\n");
    EXPECT_EQ(complaint({"render", "-o", "a.gif", "--delay", "0"}, 2), "foray: --delay: 0 is not between 20 and 60000\n");
    EXPECT_EQ(complaint({"render", "-o", "a.png", "--theme", "pink"}, 2), "foray: --theme: 'pink' is not a theme: light or dark\n");
    EXPECT_NE(complaint({"render", folder + "/none.json", "-o", "a.png"}, 2).find("none.json"), std::string::npos);
    EXPECT_NE(complaint({"render", "game.json", "--board", "Keren", "-o", "a.png"}, 2).find("--board"), std::string::npos);
    EXPECT_NE(complaint({"render", "--size", "99", "-o", "a.png"}, 2).find("--size"), std::string::npos);
    EXPECT_NE(complaint({"render", "-o", folder + "/missing/a.png"}, 2).find("missing/a.png"), std::string::npos);
}

TEST(CliReport, AnimatesEveryGame) {
    const std::string folder = test::scratch_folder() + "/new/pictures";
    const test::RunResult result = test::run_program(
        test::kForay, {"report", "--sets", "3-3", "--boards", "smolensk", "--searches", "original,vulnerable-best", "--animate", folder});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    EXPECT_EQ(names, (std::vector<std::string>{"3-3_Smolensk_AB-AB_correct-vulnerable-best.gif", "3-3_Smolensk_AB-AB_original.gif",
                                               "3-3_Smolensk_AB-AB_vulnerable-best-correct.gif", "3-3_Smolensk_AB-AB_vulnerable-best.gif",
                                               "3-3_Smolensk_AB-MM_original.gif", "3-3_Smolensk_AB-MM_vulnerable-best.gif",
                                               "3-3_Smolensk_MM-AB_original.gif", "3-3_Smolensk_MM-AB_vulnerable-best.gif",
                                               "3-3_Smolensk_MM-MM_original.gif", "3-3_Smolensk_MM-MM_vulnerable-best.gif"}));
    const std::string bytes = test::read_all(folder + "/3-3_Smolensk_MM-AB_original.gif");
    EXPECT_LT(bytes.size(), 300'000U);
    EXPECT_EQ(test::decode_gif(bytes).frames.size(), 37U);
    EXPECT_NE(complaint({"report", "--sets", "3-3", "--boards", "Keren", "--animate", "/dev/null/x"}, 2).find("/dev/null/x"),
              std::string::npos);
}

}  // namespace
}  // namespace foray
