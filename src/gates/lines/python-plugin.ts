// What pytest, and every Python that its tests start, is given to load: it writes down which lines ran in each test.
import { wantedFile } from './node-hook.ts';

/** A module's name; nobody has one like it. */
export const pluginName = 'drover_lines';
export const pluginFile = `${pluginName}.py`;
/** What a Python loads by itself where this folder is in PYTHONPATH; what it would have loaded is loaded too. */
export const siteFile = 'sitecustomize.py';

export const pythonSite = `import os, sys
_here = os.path.dirname(os.path.abspath(__file__))
try:
    if os.environ.get("DROVER_LINES_OF"):
        import ${pluginName}
        ${pluginName}.follow_child()
except Exception:
    pass
try:
    import importlib.machinery, importlib.util
    _spec = importlib.machinery.PathFinder.find_spec("sitecustomize", [each for each in sys.path if os.path.abspath(each) != _here])
    if _spec is not None and _spec.loader is not None:
        _module = importlib.util.module_from_spec(_spec)
        sys.modules["sitecustomize"] = _module
        _spec.loader.exec_module(_module)
except ImportError:
    pass
`;

export const pythonPlugin = `import ast, atexit, json, os, sys, threading, uuid

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


def _path_of(name):
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
        path = _path_of(code.co_filename)
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


def _listen():
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


def _between():
    _take("load" if _state["first"] else "between")


def follow_child():
    try:
        of = json.loads(os.environ["DROVER_LINES_OF"])
    except Exception:
        of = None
    _listen()
    _tell({"k": "begin", "of": of})
    atexit.register(lambda: (_take("load"), _tell({"k": "end"})))


def _forked():
    _fd[0] = None
    _tell({"k": "begin", "of": _open[-1] if _open else None})


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)

if not os.environ.get("DROVER_LINES_OF"):
    import pytest

    def _key(item):
        path = _path_of(str(getattr(item, "path", None) or item.fspath))
        return [path, " ".join(item.nodeid.split("::")[1:])]

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_collection(session):
        before = _listen()
        yield
        sys.settrace(before)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(item, nextitem):
        before = _listen()
        _between()
        _open.append(_key(item))
        _state["first"] = False
        _tell({"k": "test", "test": _open[-1]})
        os.environ["DROVER_LINES_OF"] = _dumps(_open[-1])
        yield
        _take("test")
        _open.pop()
        os.environ.pop("DROVER_LINES_OF", None)
        sys.settrace(before)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_setup(item):
        _take("test")
        yield
        # What others may need too: fixtures of a module, a class, a session.
        _take("between")

    def pytest_unconfigure(config):
        _between()
        _tell({"k": "end"})

    _tell({"k": "begin", "of": None})
`;
