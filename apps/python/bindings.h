// What the files of the module share. Each binds a part of it.
#pragma once

#include <pybind11/functional.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <string>
#include <string_view>

#include "play.h"

namespace foray::python {

namespace py = pybind11;

void bind_game(py::module_& module);
void bind_state(py::module_& module);
void bind_engine(py::module_& module);
void bind_solver(py::module_& module);
void bind_textbook(py::module_& module);
void bind_record(py::module_& module);
void bind_match(py::module_& module);

/// The move that a caller means: an action, or a move as text.
Move move_from(const Play& play, const py::handle& said);
py::list texts_of(const GameSpec& spec, const std::vector<Move>& moves);
std::string fen_of(const Play& play);
/// A play of a game with these moves.
Play replay(const GamePtr& game, const std::vector<Move>& moves);

inline py::str text(std::string_view words) { return {words.data(), words.size()}; }

}  // namespace foray::python
