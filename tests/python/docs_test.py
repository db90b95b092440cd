"""The examples in the package's own words run, its stubs say what it has, and it is loaded quickly."""

import doctest
import os
import subprocess
import sys

import pytest

import foray


def documented():
    """Everything public with a text: functions, classes and their methods, written in C++ or in Python."""
    found = {"foray": foray}
    for name in dir(foray):
        thing = getattr(foray, name)
        if name.startswith("_") or not (callable(thing) or isinstance(thing, type)):
            continue
        found[name] = thing
        if isinstance(thing, type):
            found.update({f"{name}.{key}": value for key, value in vars(thing).items() if not key.startswith("_")})
    return {name: thing.__doc__ for name, thing in found.items() if isinstance(getattr(thing, "__doc__", None), str)}


@pytest.mark.parametrize("name", [name for name, text in documented().items() if ">>>" in text])
def test_examples_run(name):
    test = doctest.DocTestParser().get_doctest(documented()[name], {"foray": foray}, name, None, 0)
    assert test.examples
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


def test_loading_takes_no_library():
    """A start of a second says nothing of a loaded machine, so what is looked at is what is loaded."""
    code = "import sys, foray; print([name for name in ('numpy', 'json', 'dataclasses', 'typing') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, env=os.environ)
    assert done.stdout.strip() == "[]", done.stderr
