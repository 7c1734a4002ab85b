"""Derive the native module of each game: many tables at once, without the interpreter and its lock.

What `derive.py` compiles are Python objects, which only one thread can use at a time.  Here the same sources become C
functions over C structures: from the rules and the observation of a game, everything that is reached from playing,
setting up and observing is put into one module, `guanxi.native.<game>`.  It differs from the sources in three ways:

    positions     are all of the game's own class, so every method is known and called directly
    events        are not told, and moments not marked: nobody listens
    errors        are not raised: moves are checked before, and what rules refuse by themselves cannot happen

`guanxi/bridges/tables.py` does the same in plain Python, and the tests compare the two.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import derive

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import FunctionType, ModuleType

TEMPLATE = Path(__file__).with_suffix(".pyx")  # the class `Tables`, with a few names of the game to be filled in
ENGINE = "guanxi.engine.core.position"
SILENT = {"tell", "mark"}  # methods whose calls are dropped
LITERAL = 2**31  # Cython takes larger literals for Python's numbers
BUILT_IN = {"range", "min", "max", "abs"}


def games(names: Iterable[str]) -> list[str]:
    """The games that can be native, among the names of compiled modules: those that have an observation."""
    found = [name.split(".") for name in names]
    return [parts[2] for parts in found if parts[1:2] == ["games"] and parts[3:] == ["playing", "observation"]]


def digest(game: str) -> str:
    """A digest of all that a native module comes from: the sources it imports, and this program."""
    names = set(derive.modules())
    wanted = [f"guanxi.games.{game}.rules.rules", f"guanxi.games.{game}.playing.observation"]
    found: set[str] = set()
    while wanted:
        name = wanted.pop()
        if name not in found:
            found.add(name)
            wanted += derive.imported(derive.path_of(name)) & names
    paths = [Path(__file__), TEMPLATE, *(derive.path_of(name) for name in sorted(found))]
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()


class Native:
    """The native module of one game."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.rules = sys.modules[f"guanxi.games.{game}.rules.rules"]
        base = sys.modules[ENGINE].Position
        self.position: type[Any]
        (self.position,) = [
            found
            for found in vars(self.rules).values()
            if isinstance(found, type) and issubclass(found, base) and found.__module__ == self.rules.__name__
        ]
        self.base = base
        self.trees: dict[str, ast.Module] = {}
        self.tables: dict[str, str] = {}  # rows and tables of constants, by their names
        self.structures: dict[str, str] = {}
        self.functions: dict[str, str] = {}
        self.wanted: list[tuple[str, FunctionType, type | None]] = []

    def derive(self, template: str) -> str:
        """The source of the module."""
        names = self.entries() | self.copying()
        while self.wanted:
            name, function, owner = self.wanted.pop()
            self.functions[name] = Function(self, function, owner).text(name)
        text = template.replace("{functions}", self.functions_text())
        for name, value in names.items():
            text = text.replace("{" + name + "}", value)
        return text

    def entries(self) -> dict[str, str]:
        """The names that the template calls; everything else is reached from them."""
        observation = sys.modules[f"guanxi.games.{self.game}.playing.observation"]
        set_up = self.rules.set_up
        arity = len(inspect.signature(set_up).parameters) - 1
        return {
            "class": self.position.__name__,
            "rules": self.rules.__name__,
            "list_moves": self.method(self.position, "_list_moves"),
            "play": self.method(self.position, "play_unchecked"),
            "returns": self.method(self.position, "_returns"),
            "first_owing": self.function(sys.modules[ENGINE].first_owing),
            "observe": self.function(observation.observe),
            "set_up": self.function(set_up),
            "arity": str(arity),
            "arguments": ", ".join(f"self.arguments[{place}]" for place in range(arity)),
        }

    def copying(self) -> dict[str, str]:
        """Statements that copy positions and boards between objects and structures."""
        links = {field: link_class(self.position, field) for field in self.position.links}
        boards = [line for field, cls in links.items() for line in copies(cls, f"self.{field}", f"blank.{field}")]
        return {
            "links": lines([f"cdef {self.structure(cls)} {field}" for field, cls in links.items()], 4),
            "read_links": lines([*boards, *(f"self.blank.{field} = &self.{field}" for field in links)]),
            "read_blank": lines(copies(self.position, "self.blank", "blank")),
            "read": lines(copies(self.position, "into", "p")),
            "write": lines(copies(self.position, "p", "position")),
            "write_links": lines([f"p.{field} = &self.{field}" for field in links]),
        }

    def functions_text(self) -> str:
        """The constants, structures and functions in Cython."""
        return "\n".join(
            [
                "cdef extern from *:",
                '    """',
                *(f"    static const {text};" for text in self.tables.values()),
                '    """',
                *(f"    const {text.partition(' =')[0]}" for text in self.tables.values()),
                *self.structures.values(),
                *self.functions.values(),
            ]
        )

    def tree(self, module: str) -> ast.Module:
        """The syntax tree of a source."""
        if module not in self.trees:
            self.trees[module] = ast.parse(derive.path_of(module).read_text(encoding="utf-8"))
        return self.trees[module]

    def function(self, function: FunctionType, owner: type | None = None) -> str:
        """The C name of a function or method, which is translated later."""
        part = f"{owner.__name__}_" if owner else ""
        name = f"{function.__module__.replace('.', '_')}_{part}{function.__name__}"
        if name not in self.functions:
            self.functions[name] = ""
            self.wanted.append((name, function, owner))
        return name

    def method(self, cls: type, name: str) -> str:
        """The C name of a method of a record; of a position, it is the method of the game's class."""
        cls = self.position if issubclass(cls, self.base) else cls
        owner = next(parent for parent in cls.__mro__ if name in vars(parent))
        return self.function(vars(owner)[name], owner)

    def structure(self, cls: type[Any]) -> str:
        """The name of a record's C structure; all positions have the same."""
        if issubclass(cls, self.base):
            cls = self.position
        name = f"{cls.__name__}_"
        if name not in self.structures:
            self.structures[name] = ""
            fields = [
                f"    {'double' if derive.holds_decimals(field, sys.modules[cls.__module__]) else 'int64_t'} "
                f"{field}{derive.c_size(lengths)}"
                for field, lengths in cls.shape.items()
            ]
            fields += [f"    {self.structure(link_class(cls, field))}* {field}" for field in cls.links]
            self.structures.pop(name)  # a structure comes after those it links to
            self.structures[name] = "\n".join([f"cdef struct {name}:", *fields])
        return name

    def table(self, name: str, value: Any) -> None:
        """Declare a row or table of constants."""
        numbers = str(value).replace("[", "{").replace("]", "}")
        self.tables[name] = f"long long {name}{derive.c_size(derive.dimensions(value))} = {numbers}"


class Function(ast.NodeTransformer):
    """The translation of one function or method."""

    def __init__(self, native: Native, function: FunctionType, owner: type | None) -> None:
        self.native = native
        self.module: ModuleType = sys.modules[function.__module__]
        body = native.tree(function.__module__).body
        if owner:
            body = next(node for node in body if isinstance(node, ast.ClassDef) and node.name == owner.__name__).body
        self.node = next(node for node in body if isinstance(node, ast.FunctionDef) and node.name == function.__name__)
        self.records: dict[str, type] = {"self": owner} if owner else {}
        self.arguments = [arg for arg in self.node.args.args if arg.arg != "self"]
        for arg in self.arguments:
            if cls := self.record(arg.annotation):
                self.records[arg.arg] = cls
        self.locals = {
            name: kind
            for name, kind in derive.local_types(self.node, self.module).items()
            if name not in {arg.arg for arg in self.node.args.args}
        }
        for name, kind in self.locals.items():
            if isinstance(found := getattr(self.module, kind, None), type):
                self.records[name] = found
        self.returns = derive.SCALARS.get(ast.unparse(self.node.returns) if self.node.returns else "", "void")

    def record(self, annotation: ast.expr | None) -> type | None:
        """The record that an annotation names."""
        found = getattr(self.module, ast.unparse(annotation) if annotation else "", None)
        return found if isinstance(found, type) and hasattr(found, "shape") else None

    def c_type(self, name: str, annotation: ast.expr | None) -> str:
        """The C type of an argument."""
        if name in self.records:
            return f"{self.native.structure(self.records[name])}*"
        text = ast.unparse(annotation) if annotation else ""
        return derive.SCALARS.get(text) or derive.ROWS[text]

    def text(self, name: str) -> str:
        """The function in Cython."""
        arguments = [f"{self.c_type(arg.arg, arg.annotation)} {arg.arg}" for arg in self.node.args.args]
        declared = [
            f"    cdef {f'{self.native.structure(self.records[local])}*' if local in self.records else kind} {local}"
            for local, kind in self.locals.items()
        ]
        body = [self.visit(statement) for statement in self.node.body]
        written = [line for part in body for line in ast.unparse(part).splitlines()]
        return "\n".join(
            [
                f"cdef {self.returns} {name}({', '.join(arguments)}) noexcept nogil:",
                *declared,
                *(f"    {line}" for line in written),
            ]
        )

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        """Drop docstrings, and what is told to a story."""
        if isinstance(node.value, ast.Constant):
            return ast.Pass()
        match node.value:
            case ast.Call(ast.Attribute(_, method)) if method in SILENT:
                return ast.Pass()
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_Assert(self, _node: ast.Assert) -> ast.stmt:
        return ast.Pass()

    def visit_Raise(self, _node: ast.Raise) -> ast.stmt:
        return ast.Return(None if self.returns == "void" else ast.Constant(0))

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """There is never a story."""
        match node:
            case ast.Compare(ast.Attribute(_, "story"), [ast.IsNot()]):
                return ast.Constant(False)
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        """Turn truth into a number, because Cython takes `number and truth` for a Python object."""
        parts = [self.visit(part) for part in node.values]
        one, zero = ast.Constant(1), ast.Constant(0)
        return ast.BoolOp(node.op, [ast.IfExp(part, one, zero) if is_truth(part) else part for part in parts])

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        """Unpack a row of constants number by number."""
        match node.targets[0], node.value:
            case ast.Tuple(targets), ast.Subscript() as row:
                row = self.visit(row)
                values = [ast.Subscript(row, ast.Constant(place), ast.Load()) for place in range(len(targets))]
                pairs = zip(targets, values, strict=True)
                single: list[ast.stmt] = [ast.Assign([target], value, lineno=0) for target, value in pairs]
                return ast.If(ast.Constant(True), single, [])
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        assert node.value
        return ast.Assign([node.target], self.visit(node.value), lineno=0)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Put in constants: numbers by their value, rows and tables by their name."""
        if node.id in self.locals or node.id in {arg.arg for arg in self.node.args.args}:
            return node
        value = getattr(self.module, node.id, None)
        if isinstance(value, float) or (isinstance(value, int) and abs(value) < LITERAL):
            return ast.Constant(value)
        if isinstance(value, int | list):
            name = f"native_{self.module.__name__.replace('.', '_')}_{node.id}"
            self.native.table(name, value)
            return ast.Name(name)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Call the C function of a function or method, with all its arguments by position."""
        match node.func:
            case ast.Attribute(ast.Name(owner), method) if owner in self.records:
                cls = self.records[owner]
                name = self.native.method(cls, method)
                called = getattr(self.native.position if issubclass(cls, self.native.base) else cls, method)
                return ast.Call(ast.Name(name), [ast.Name(owner), *self.positional(node, called, 1)], [])
            case ast.Name(name) if name not in BUILT_IN:
                called = getattr(self.module, name)
                if called.__module__ in derive.LIBRARIES:
                    return self.generic_visit(node)  # type: ignore[return-value]
                return ast.Call(ast.Name(self.native.function(called)), self.positional(node, called, 0), [])
        return self.generic_visit(node)  # type: ignore[return-value]

    def positional(self, node: ast.Call, called: FunctionType, skipped: int) -> list[ast.expr]:
        """The arguments of a call in order, defaults included."""
        given = {keyword.arg: keyword.value for keyword in node.keywords}
        parameters = list(inspect.signature(called).parameters.values())[skipped:]
        found: list[ast.expr] = []
        for place, parameter in enumerate(parameters):
            if place < len(node.args):
                found.append(self.visit(node.args[place]))
            elif parameter.name in given:
                found.append(self.visit(given[parameter.name]))
            else:
                found.append(ast.Constant(parameter.default))
        return found


def is_truth(node: ast.expr) -> bool:
    """Whether an expression is true or false, and not a number."""
    return isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))


def link_class(cls: type[Any], field: str) -> type[Any]:
    """The class of the record that a field links to."""
    owner = next(parent for parent in cls.__mro__ if field in vars(parent).get("__annotations__", {}))
    found: type[Any] = getattr(sys.modules[owner.__module__], owner.__annotations__[field])
    return found


def copies(cls: type[Any], into: str, source: str) -> list[str]:
    """Statements that copy all numbers of a record, between a structure and an object."""
    return [f"memcpy(&{into}.{field}, &{source}.{field}, sizeof({into}.{field}))" for field in cls.shape]


def lines(statements: list[str], indent: int = 8) -> str:
    """Statements on lines of their own."""
    return ("\n" + " " * indent).join(statements) or "pass"


def derive_all(folder: Path) -> dict[str, Path]:
    """Write the native module of every game below a folder, after `derive.derive_all`; returns their paths by name."""
    template = TEMPLATE.read_text(encoding="utf-8")
    paths = {}
    for game in games(derive.modules()):
        text = Native(game).derive(template).replace("{source}", digest(game))
        path = folder / "guanxi" / "native" / f"{game}.pyx"
        derive.write_if_changed(path, f"# {derive.DIRECTIVES}\n{text}")
        derive.write_if_changed(path.parent / "__init__.py", "")
        paths[f"guanxi.native.{game}"] = path
    return paths
