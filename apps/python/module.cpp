// The extension module foray._core; foray/__init__.py makes the package of it.
#include "bindings.h"
#include "foray/foray.h"

PYBIND11_MODULE(_core, module) {
    namespace py = pybind11;
    using namespace foray::python;
    module.attr("__version__") = std::string(foray::version());

    // Python's callers expect a ValueError of bad input, OpenSpiel's a RuntimeError.
    static py::handle error = PyErr_NewExceptionWithDoc(
        "foray.ForayError", "What was asked for cannot be done; the message is one line that says what is wrong, and where.",
        py::make_tuple(py::handle(PyExc_ValueError), py::handle(PyExc_RuntimeError)).ptr(), nullptr);
    module.add_object("ForayError", error);
    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            if (thrown) std::rethrow_exception(thrown);
        } catch (const BadInput& bad) {
            PyErr_SetString(error.ptr(), bad.what());
        }
    });

    bind_game(module);
    bind_state(module);
    bind_engine(module);
    bind_solver(module);
    bind_textbook(module);
    bind_record(module);
    bind_match(module);
}
