// What a Python that runs tests, and every one that these start, is given to load: it writes down which lines ran in each test.
import type { Placed } from '../../ports/gates.ts';
import { wantedFile } from './wanted.ts';

/** As if ours were not there. */
export const loadNextSite = `def load_next_site(here):
    import importlib.machinery, importlib.util
    paths = [each for each in sys.path if os.path.abspath(each or ".") != here]
    found = importlib.machinery.PathFinder.find_spec("sitecustomize", paths)
    if found is not None and found.loader is not None:
        module = importlib.util.module_from_spec(found)
        sys.modules["sitecustomize"] = module
        found.loader.exec_module(module)
`;

/** What a Python loads by itself where this folder is in PYTHONPATH. */
export const pythonSite: Placed = {
  path: 'sitecustomize.py',
  text: `import os, sys
try:
    if os.environ.get("DROVER_LINES_OF"):
        import drover_lines
        drover_lines.follow_child()
except Exception:
    pass


${loadNextSite}

load_next_site(os.path.dirname(os.path.abspath(__file__)))
`,
};

/** Whoever runs tests says which begins. */
export const pythonLines: Placed = {
  path: 'drover_lines.py',
  text: `import ast, atexit, json, os, sys, threading, uuid

_here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(_here, "${wantedFile}"), encoding="utf8") as _file:
    _wanted = json.load(_file)
_roots = tuple({_wanted["folder"] + "/", os.path.realpath(_wanted["folder"]) + "/"})
_files = set(_wanted["files"])
_paths = {}
_ran = {}
_others = set()
_open = []
_state = {"first": True, "left": 16 * 1024 * 1024}
_write, _dumps, _fd = os.write, json.dumps, [None]


def _tell(record):
    if _state["left"] < 0:
        return
    if _fd[0] is None or _fd[0][1] != os.getpid():
        name = "%d-%s.jsonl" % (os.getpid(), uuid.uuid4().hex)
        _fd[0] = (os.open(os.path.join(_here, name), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), os.getpid())
    line = (_dumps(record) + "\\n").encode()
    _state["left"] -= len(line)
    _write(_fd[0][0], b'{"k":"full"}\\n' if _state["left"] < 0 else line)


def path_of(name):
    path = _paths.get(name)
    if path is None:
        path = ""
        full = "" if name.startswith("<") else os.path.abspath(name)
        for root in _roots:
            if full.startswith(root) and "/site-packages/" not in full and "/node_modules/" not in full:
                path = full[len(root):]
        _paths[name] = path
    return path


def _trace(frame, event, arg):
    code = frame.f_code
    path = _paths.get(code.co_filename)
    if path is None:
        path = path_of(code.co_filename)
    if path == "":
        return None
    called = bool(code.co_flags & 1)
    if path not in _files:
        if called and len(_others) < 50:
            _others.add(path)
        return None
    lines = _ran.setdefault((path, called), set())
    lines.add(frame.f_lineno)

    def local(frame, event, arg):
        if event == "line":
            lines.add(frame.f_lineno)
        return local

    return local


def listen():
    threading.settrace(_trace)
    before = sys.gettrace()
    sys.settrace(_trace)
    return before


_statements = {}


def _shape(path):
    """Lines of each simple statement by any of them, and lines that only declare."""
    if path not in _statements:
        whole, declared = {}, set()
        try:
            with open(os.path.join(_wanted["folder"], path), "rb") as file:
                tree = ast.parse(file.read())
        except Exception:
            tree = ast.Module(body=[], type_ignores=[])
        for node in ast.walk(tree):
            if not isinstance(node, ast.stmt):
                continue
            first, last = node.lineno, node.end_lineno or node.lineno
            body = getattr(node, "body", None)
            if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
                last = max(first, body[0].lineno - 1)
            if isinstance(node, ast.Try):
                continue
            names = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
            said = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            lines = range(first, last + 1)
            for deco in getattr(node, "decorator_list", []):
                declared.update(range(deco.lineno, (deco.end_lineno or deco.lineno) + 1))
            if isinstance(node, names) or said:
                declared.update(lines)
            for line in lines:
                whole.setdefault(line, lines)
        _statements[path] = (whole, declared)
    return _statements[path]


def _take(at):
    ran = {}
    for (path, called), lines in list(_ran.items()):
        whole, declared = _shape(path)
        full = {each for line in list(lines) for each in whole.get(line, (line,))}
        if not called:
            full -= declared
        if full:
            ran.setdefault(path, {"file": path, "called": [], "loaded": []})["called" if called else "loaded"] = sorted(full)
        lines.clear()
    others = sorted(_others)
    _others.clear()
    if ran or others:
        _tell({"k": "window", "at": at, "tests": _open[-1:], "lines": list(ran.values()), "others": others})


def follow_child():
    try:
        of = json.loads(os.environ["DROVER_LINES_OF"])
    except Exception:
        of = None
    listen()
    _tell({"k": "begin", "of": of})
    atexit.register(lambda: (_take("load"), _tell({"k": "end"})))


def _forked():
    _fd[0] = None
    _tell({"k": "begin", "of": _open[-1] if _open else None})


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


def begins(key):
    take_between()
    _open.append(key)
    _state["first"] = False
    _tell({"k": "test", "test": key})
    os.environ["DROVER_LINES_OF"] = _dumps(key)


def ends():
    take_test()
    if _open:
        _open.pop()
    os.environ.pop("DROVER_LINES_OF", None)


def take_test():
    _take("test")


def take_between():
    _take("load" if _state["first"] else "between")


def follow_tests():
    _tell({"k": "begin", "of": None})
    return listen()


def done():
    take_between()
    _tell({"k": "end"})
`,
};

/** A module that pytest loads as a plugin. */
export const pytestHooks: Placed = {
  path: 'drover_pytest.py',
  text: `import os, sys

if not os.environ.get("DROVER_LINES_OF"):
    import pytest
    import drover_lines as lines

    def _key(item):
        path = lines.path_of(str(getattr(item, "path", None) or item.fspath))
        return [path, " ".join(item.nodeid.split("::")[1:])]

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_collection(session):
        before = lines.follow_tests()
        yield
        sys.settrace(before)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(item, nextitem):
        before = lines.listen()
        lines.begins(_key(item))
        yield
        lines.ends()
        sys.settrace(before)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_setup(item):
        lines.take_test()
        yield
        # What others may need too: fixtures of a module, a class, a session.
        lines.take_between()

    def pytest_unconfigure(config):
        lines.done()
`,
};
