#include "foray/solver/theorems.h"

#include <vector>

#include "foray/board/symmetry.h"

namespace foray::solver {
namespace {

/// The symmetry as a map of sets, if it keeps values and empties; else all images are empty.
struct Image {
    SquareMap map;
    bool keeps;

    Image(const Field& field, Symmetry symmetry, Set empty) : map(field.rows(), field.cols(), symmetry), keeps((*this)(empty) == empty) {
        for (int square = 0; square < field.squares(); ++square) keeps = keeps && field.value(square) == field.value(map(square));
    }
    [[nodiscard]] Set operator()(Set set) const { return map(Bits<1>{{set}}).words[0]; }
};

bool mirrors(const Field& field, Symmetry symmetry, Set own, Set opp, Set empty) {
    const Image image(field, symmetry, empty);
    return image.keeps && (image(own) & ~opp) == 0;
}

}  // namespace

Strategy find_strategy(const Field& field, Set own, Set opp, Set empty) {
    if (empty == 0) return {};
    if (field.rows() % 2 == 0 && mirrors(field, Symmetry::kFlipRows, own, opp, empty)) return {"mirror", Kind::kAtMost, 0};
    if (field.cols() % 2 == 0 && mirrors(field, Symmetry::kFlipCols, own, opp, empty)) return {"mirror", Kind::kAtMost, 0};
    if (field.rows() % 2 == 1 && field.cols() % 2 == 1) {
        const int centre = field.squares() / 2;
        const Image turn(field, Symmetry::kRotateHalf, empty);
        if (turn.keeps && (empty & bit(centre)) != 0 && (turn(opp) & ~own) == 0) return {"centre", Kind::kAtLeast, field.value(centre)};
        if (turn.keeps && (opp & bit(centre)) != 0 && (turn(own) & ~opp) == 0) return {"centre", Kind::kAtMost, -field.value(centre)};
    }
    return {};
}

}  // namespace foray::solver
