// What is loaded into each Python of a run that unittest judges: it writes down what became of each test, whatever runs them.
import { loadNextSite } from '../lines/python-plugin.ts';

/** Called `sitecustomize.py`: Python loads a module of that name from PYTHONPATH. One that stands behind it is loaded as if ours were not there. */
export const unittestPlugin = `import atexit, functools, importlib.machinery, json, os, sys

try:
    # There where lines are asked for.
    import drover_lines as lines
except ImportError:
    lines = None

here = os.path.dirname(os.path.abspath(__file__))
report = os.path.join(os.path.dirname(here), "report.jsonl")
state = {"pid": None, "depth": 0}


def without(paths):
    return [each for each in paths if os.path.abspath(each or ".") != here]


def write(line):
    out = os.open(report, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        os.write(out, (json.dumps(line, separators=(",", ":")) + "\\n").encode("utf-8", "replace"))
    finally:
        os.close(out)


def end():
    if os.getpid() == state["pid"]:
        write({"end": True})


def begin():
    """What the tests start themselves is none of ours."""
    if state["pid"] is not None:
        return
    state["pid"] = os.getpid()
    os.environ["PYTHONPATH"] = os.pathsep.join(without(os.environ.get("PYTHONPATH", "").split(os.pathsep)))
    if not os.environ["PYTHONPATH"]:
        del os.environ["PYTHONPATH"]
    atexit.register(end)
    if os.environ.pop("DROVER_ORDER", None):
        turn_round()


def turn_round():
    """The last test of each suite comes first."""
    import unittest.suite
    run = unittest.suite.TestSuite.run

    def turned(self, *values, **named):
        self._tests = list(reversed(list(self._tests)))
        return run(self, *values, **named)

    unittest.suite.TestSuite.run = turned


def file_of(name):
    """The longest part of a dotted name that is a module, and the rest."""
    words = name.split(".")
    for count in range(len(words), 0, -1):
        module = sys.modules.get(".".join(words[:count]))
        if getattr(module, "__file__", None):
            return os.path.abspath(module.__file__), words[count:]
        for folder in sys.path:
            base = os.path.join(folder or ".", *words[:count])
            for path in (base + ".py", os.path.join(base, "__init__.py")):
                if os.path.isfile(path):
                    return os.path.abspath(path), words[count:]
    return "", words


def place(test):
    kind = type(test)
    name = test.id() if hasattr(test, "id") else str(test)
    if kind.__module__ in ("unittest.loader",) and hasattr(test, "_testMethodName"):
        return file_of(test._testMethodName)
    if kind.__name__ == "_ErrorHolder":
        what, _, of = name.partition(" (")
        file, rest = file_of(of.rstrip(")"))
        return file, rest + [what]
    made = getattr(test, "_testFunc", None)
    if made is not None:
        return os.path.abspath(made.__code__.co_filename), [made.__qualname__]
    kept = getattr(test, "_dt_test", None)
    if kept is not None:
        return os.path.abspath(kept.filename or ""), [kept.name]
    module = sys.modules.get(kind.__module__)
    file = getattr(module, "__file__", None)
    words = kind.__qualname__.split(".") + [getattr(test, "_testMethodName", name)]
    return (os.path.abspath(file), words) if file else ("", [name])


def tell(status, test, text="", error=None):
    begin()
    file, path = place(test)
    if error is not None:
        import traceback
        says = "".join(traceback.format_exception_only(*error[:2]))
        lines = [at.lineno for at in traceback.extract_tb(error[2]) if os.path.abspath(at.filename) == file]
        where = "%s:%s\\n" % (file, lines[-1]) if lines else ""
        text = (says[:5000] + where + "".join(traceback.format_tb(error[2]))[-20000:] + text)
    write({"file": file, "path": path, "status": status, "text": text})


def failed(test, error):
    tell("failed", test, error=error)


def sub_test(test, part, error):
    if error is not None:
        tell("failed", test, str(part), error)


TOLD = {
    "addSuccess": lambda test: tell("passed", test),
    "addError": failed,
    "addFailure": failed,
    "addSkip": lambda test, reason: tell("skipped", test),
    "addExpectedFailure": lambda test, error: tell("skipped", test),
    "addUnexpectedSuccess": lambda test: tell("failed", test, "passed, although it was expected to fail"),
    "addSubTest": sub_test,
}


def listen(result, name, say):
    own = getattr(result, name)

    @functools.wraps(own)
    def method(self, *values):
        # One may call another: what was called first is what happened.
        state["depth"] += 1
        try:
            if state["depth"] == 1:
                say(*values)
            return own(self, *values)
        finally:
            state["depth"] -= 1

    setattr(result, name, method)


def follow(result):
    """Which test begins and ends, to whom that says which lines are whose."""
    begins, ends = result.startTest, result.stopTest

    @functools.wraps(begins)
    def start(self, test):
        file, path = place(test)
        lines.begins([lines.path_of(file), " ".join(path)])
        return begins(self, test)

    @functools.wraps(ends)
    def stop(self, test):
        lines.ends()
        return ends(self, test)

    result.startTest, result.stopTest = start, stop
    atexit.register(lines.done)
    lines.follow_tests()


def started(result):
    own = result.startTestRun

    @functools.wraps(own)
    def method(self):
        begin()
        self.failfast = False
        return own(self)

    result.startTestRun = method


class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name != "unittest.result":
            return None
        found = importlib.machinery.PathFinder.find_spec(name, path)
        if found is None or found.loader is None:
            return None
        run = found.loader.exec_module

        def exec_module(module):
            run(module)
            for each, say in TOLD.items():
                listen(module.TestResult, each, say)
            started(module.TestResult)
            if lines is not None and not os.environ.get("DROVER_LINES_OF"):
                follow(module.TestResult)

        found.loader.exec_module = exec_module
        return found


sys.meta_path.insert(0, Finder)
sys.path[:] = without(sys.path)


${loadNextSite}

load_next_site(here)
`;
