// Cells of tables: quoted where they must be, and nothing that a spreadsheet would run.
#include "foray/notation/csv.h"

#include <gtest/gtest.h>

namespace foray {
namespace {

TEST(Csv, CellsAreQuotedAndHarmless) {
    struct Cell {
        std::string text;
        std::string written;
    };
    const Cell cells[] = {
        {"", ""},
        {"ada", "ada"},
        {"o'brien, ann", "\"o'brien, ann\""},
        {"the \"best\"", "\"the \"\"best\"\"\""},
        {"two\nlines", "\"two\nlines\""},
        {"=1+1", "'=1+1"},
        {"=HYPERLINK(\"http://x\",\"y\")", "\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\""},
        {"+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"},
        {"-2+3", "'-2+3"},
        {"@SUM(1)", "'@SUM(1)"},
        {"\t=1+1", "' =1+1"},
        {"\r\n=1", "\"' \n=1\""},
        {"  =1", "'  =1"},
        {"-12.5", "-12.5"},
        {"+3", "+3"},
        {"-inf", "'-inf"},
        {std::string("a\0b\x1b[31m\x7f", 9), "a b [31m "},
        {"\xc3\xa9mile", "\xc3\xa9mile"},
    };
    for (const Cell& cell : cells) EXPECT_EQ(csv_field(cell.text), cell.written) << cell.text;
}

}  // namespace
}  // namespace foray
