#include "theorems.h"

namespace foray::solver {
namespace {

/// A symmetry that keeps values and empties, as a map of sets; nothing if it does not.
const SetMap* image_of(const Field& field, Symmetry symmetry, Set empty) {
    const SetMap* const map = field.image_under(symmetry);
    return map != nullptr && (*map)(empty) == empty ? map : nullptr;
}

bool mirrors(const Field& field, Symmetry symmetry, Set own, Set opp, Set empty) {
    const SetMap* const image = image_of(field, symmetry, empty);
    return image != nullptr && ((*image)(own) & ~opp) == 0;
}

}  // namespace

Strategy find_strategy(const Field& field, Set own, Set opp, Set empty) {
    if (empty == 0) return {};
    if (field.rows() % 2 == 0 && mirrors(field, Symmetry::kFlipRows, own, opp, empty)) return {"mirror", Kind::kAtMost, 0};
    if (field.cols() % 2 == 0 && mirrors(field, Symmetry::kFlipCols, own, opp, empty)) return {"mirror", Kind::kAtMost, 0};
    if (field.rows() % 2 == 1 && field.cols() % 2 == 1) {
        const int centre = field.squares() / 2;
        const SetMap* const turn = image_of(field, Symmetry::kRotateHalf, empty);
        if (turn == nullptr) return {};
        if ((empty & bit(centre)) != 0 && ((*turn)(opp) & ~own) == 0) return {"centre", Kind::kAtLeast, field.value(centre)};
        if ((opp & bit(centre)) != 0 && ((*turn)(own) & ~opp) == 0) return {"centre", Kind::kAtMost, -field.value(centre)};
    }
    return {};
}

}  // namespace foray::solver
