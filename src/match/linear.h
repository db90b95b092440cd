// Symmetric positive definite systems of equations, small enough to be dense.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace foray {

class SymmetricMatrix {
public:
    explicit SymmetricMatrix(std::size_t size) : size_(size), cells_(size * size) {}
    double& operator()(std::size_t row, std::size_t col) { return cells_[row * size_ + col]; }
    [[nodiscard]] double operator()(std::size_t row, std::size_t col) const { return cells_[row * size_ + col]; }
    [[nodiscard]] std::size_t size() const { return size_; }

    /// Becomes the lower triangle L of L L^T, the rest untouched (Cholesky).
    void factor() {
        SymmetricMatrix& a = *this;
        for (std::size_t col = 0; col < size_; ++col) {
            double pivot = a(col, col);
            for (std::size_t k = 0; k < col; ++k) pivot -= a(col, k) * a(col, k);
            a(col, col) = std::sqrt(std::max(pivot, kLeastPivot));
            for (std::size_t row = col + 1; row < size_; ++row) {
                double sum = a(row, col);
                for (std::size_t k = 0; k < col; ++k) sum -= a(row, k) * a(col, k);
                a(row, col) = sum / a(col, col);
            }
        }
    }
    /// Of a factored matrix: solves L L^T x = b in place.
    void solve(std::vector<double>& b) const {
        const SymmetricMatrix& a = *this;
        for (std::size_t row = 0; row < size_; ++row) {
            for (std::size_t k = 0; k < row; ++k) b[row] -= a(row, k) * b[k];
            b[row] /= a(row, row);
        }
        for (std::size_t row = size_; row-- > 0;) {
            for (std::size_t k = row + 1; k < size_; ++k) b[row] -= a(k, row) * b[k];
            b[row] /= a(row, row);
        }
    }

private:
    static constexpr double kLeastPivot = 1e-12;
    std::size_t size_;
    std::vector<double> cells_;
};

}  // namespace foray
