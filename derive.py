"""Derive what Cython needs from the plain Python sources of rules and search.

A module to be compiled is ordinary Python in a small style: records of whole numbers, functions whose arguments are
whole numbers or records, constants in capitals.  For each one this writes two files into a build folder:

    rules.pxd   every class, function and constant, declared with its C type, read from the annotations
    rules.py    the same source, line for line; what the declarations replace is left blank

Function bodies are not touched, so the compiled module does what the plain one does, and a traceback names the same
line.  Locals are whole numbers, or decimal ones where a decimal value reaches them.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from types import ModuleType

SOURCE = Path(__file__).parent / "src"
RECORDS = "guanxi.engine.core.position"  # where the base of all records is
DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
}
WHOLE, DECIMAL = "int64_t", "double"
SCALARS = {"int": WHOLE, "float": DECIMAL, "bool": WHOLE}
ROWS = {"list[int]": f"{WHOLE}*", "list[float]": f"{DECIMAL}*"}  # as arguments of functions: a row of some record
# Modules of which C has its own.
LIBRARIES: dict[str | None, str] = {"math": "libc.math"}
REPLACED = {"typing", "guanxi.engine.record", *LIBRARIES}
# A value no rule returns: only then does a caller look whether an error was raised.
RAISES = {WHOLE: "except? -9999", DECIMAL: "except? -9999.0", "void": "except *"}


def modules() -> list[str]:
    """The modules that are compiled, each after those it imports."""
    sources = load_plain("guanxi._compiled").compiled_sources(SOURCE / "guanxi")
    found = {".".join(path.relative_to(SOURCE).with_suffix("").parts): path for path in sources}
    imports = {name: imported(path) & found.keys() for name, path in found.items()}
    try:
        return list(TopologicalSorter(imports).static_order())
    except CycleError as wrong:
        raise SystemExit(f"Compiled modules import each other in a circle: {' -> '.join(wrong.args[1])}") from None


def imported(path: Path) -> set[str]:
    """The modules that a source imports at its top, also if only for type checking."""
    return {
        node.module or ""
        for statement in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(statement, ast.ImportFrom | ast.If)
        for node in ast.walk(statement)
        if isinstance(node, ast.ImportFrom)
    }


def path_of(name: str) -> Path:
    return SOURCE.joinpath(*name.split(".")).with_suffix(".py")


def load_plain(name: str) -> ModuleType:
    """Run one source file as plain Python, without the `__init__` of its packages and what they would import."""
    parts = name.split(".")
    for end in range(1, len(parts)):
        package = ".".join(parts[:end])
        if package not in sys.modules:
            sys.modules[package] = ModuleType(package)
            sys.modules[package].__path__ = [str(SOURCE.joinpath(*parts[:end]))]
    spec = importlib.util.spec_from_file_location(name, path_of(name))
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


class Derivation:
    """One module on its way to Cython."""

    def __init__(self, name: str, compiled: list[str]) -> None:
        self.name = name
        self.compiled = compiled
        self.module = load_plain(name)
        self.text = path_of(name).read_text(encoding="utf-8")
        self.lines = self.text.split("\n")
        self.declarations: list[str] = []
        self.classes: dict[str, str] = {}
        self.constants: dict[str, int | float | list[int]] = {}

    def derive(self) -> tuple[str, str]:
        """The texts of the .pxd and of the .py file."""
        tree = ast.parse(self.text)
        imports = self.cimports(tree)
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                base = node.bases[0].id if node.bases and isinstance(node.bases[0], ast.Name) else ""
                self.classes[node.name] = f"cdef class {node.name}" + (f"({base})" if base else "")
        for node in tree.body:
            if isinstance(node, ast.Assign | ast.AnnAssign):
                self.constant(node)
            elif isinstance(node, ast.FunctionDef):
                self.declarations += self.signature(node, "")
            elif isinstance(node, ast.ClassDef):
                self.record(node)
        # With the directives in the text, another choice of them is a change that is compiled.
        head = [
            f"# {DIRECTIVES}",
            "cimport cython",
            "from libc.stdint cimport int64_t",
            *imports,
            *self.constant_declarations(),
        ]
        pxd = [*head, *self.classes.values(), *self.declarations]
        digest = hashlib.sha256(self.text.encode()).hexdigest()
        shown = {**self.constants, "__source__": digest}
        return "\n".join(pxd) + "\n", "\n".join(self.lines) + f"\nglobals().update({shown!r})\n"

    def blank(self, node: ast.stmt | ast.expr, instead: str = "") -> None:
        """Empty the lines of a statement, so that all others keep their numbers."""
        assert node.end_lineno
        indent = " " * node.col_offset
        for line in range(node.lineno - 1, node.end_lineno):
            self.lines[line] = ""
        self.lines[node.lineno - 1] = indent + instead if instead else ""

    def cimports(self, tree: ast.Module) -> list[str]:
        """Imports between compiled modules become C imports; those that serve only type checking go."""
        found = []
        for node in tree.body:
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
                found += [part for part in node.body if isinstance(part, ast.ImportFrom)]
                self.blank(node)
            elif isinstance(node, ast.ImportFrom) and node.module in REPLACED | set(self.compiled):
                found.append(node)
                self.blank(node)
        for node in found:
            for alias in node.names:
                if isinstance(getattr(sys.modules.get(node.module or ""), alias.name, None), type):
                    self.classes.setdefault(alias.name, "")
        engine = [f"from {RECORDS} cimport Record"] if self.name != RECORDS else []
        return engine + [
            f"from {LIBRARIES.get(node.module, node.module)} cimport {', '.join(alias.name for alias in node.names)}"
            for node in found
            if node.module in (*self.compiled, *LIBRARIES)
        ]

    def constant(self, node: ast.Assign | ast.AnnAssign) -> None:
        """A number or a row of whole numbers, in capitals, becomes a constant of C."""
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        if isinstance(target, ast.Name) and target.id.isupper():
            self.constants[target.id] = getattr(self.module, target.id)
            self.blank(node)

    def constant_declarations(self) -> list[str]:
        """The constants, in C under a name that no other module has."""
        prefix = self.name.replace(".", "_")
        values, names = [], []
        for name, value in self.constants.items():
            kind = "double" if isinstance(value, float) else "long long"
            size = f"[{len(value)}]" if isinstance(value, list) else ""
            numbers = str(value).replace("[", "{").replace("]", "}")
            values.append(f"    static const {kind} {prefix}_{name}{size} = {numbers};")
            names.append(f'    const {kind} {name} "{prefix}_{name}"{size}')
        return ["cdef extern from *:", '    """', *values, '    """', *names] if names else []

    def signature(self, node: ast.FunctionDef, indent: str) -> list[str]:
        """The declaration of a function, or nothing if it is not all whole numbers and records."""
        returns = "void" if ast.unparse(node.returns or ast.Constant(None)) == "None" else self.c_type(node.returns)
        method = bool(indent)
        arguments = [(arg.arg, self.argument_type(arg.annotation)) for arg in node.args.args[method:]]
        required = len(arguments) - len(node.args.defaults)
        if node.name.startswith("__") or not returns or not all(kind for _, kind in arguments):
            return []
        declared_arguments = [
            f"{kind} {name}" + ("" if place < required else "=*") for place, (name, kind) in enumerate(arguments)
        ]
        text = ", ".join(["self"] * method + declared_arguments)
        # Python has no pointers: what takes a row is called from compiled modules only.
        visible = "cdef" if any(kind in ROWS.values() for _, kind in arguments) else "cpdef"
        declared = [f"{indent}{visible} {returns} {node.name}({text}) {RAISES.get(returns, '')}"]
        taken = {name for name, _ in arguments} | {"self"}
        locals_ = {name: kind for name, kind in local_types(node, self.module).items() if name not in taken}
        if locals_ and node.name != "copy_from":
            typed = ", ".join(f"{name}={kind}" for name, kind in sorted(locals_.items()))
            declared.insert(0, f"{indent}@cython.locals({typed})")
        return declared

    def c_type(self, annotation: ast.expr | None) -> str:
        """The C type that an annotation stands for, or nothing."""
        text = ast.unparse(annotation) if annotation else ""
        return SCALARS.get(text) or (text if text in self.classes else "")

    def argument_type(self, annotation: ast.expr | None) -> str:
        """The C type of an argument, which may also be a row of numbers."""
        return self.c_type(annotation) or ROWS.get(ast.unparse(annotation) if annotation else "", "")

    def record(self, node: ast.ClassDef) -> None:
        """Declare a class with its fields and methods; blank the fields, and write how to copy them."""
        if any(ast.unparse(decorator) == "final" for decorator in node.decorator_list):
            self.declarations.append("@cython.final")
        for decorator in node.decorator_list:
            self.lines[decorator.lineno - 1] = ""
        self.declarations += [self.classes[node.name] + ":"]
        own = len(self.declarations)
        shape = getattr(self.module, node.name).shape
        links = getattr(self.module, node.name).links
        fields = [part for part in node.body if isinstance(part, ast.AnnAssign)]
        written = [f"shape = {shape!r}; links = {links!r}"] if fields else []
        # The engine's own records keep the copy that works for any shape: interpreted games build on them.
        if shape and fields and not self.classes[node.name].endswith(("(Record)", "Record")):
            copies = "; ".join(f"self.{field} = o.{field}" for field in (*shape, *links))
            written.append(f"def copy_from(self, other): o = other; {copies}")
            self.declarations.append(f"    @cython.locals(o={node.name})")
            self.declarations.append("    cpdef void copy_from(self, Record other) except *")
        for part in node.body:
            if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
                field, annotation = part.target.id, ast.unparse(part.annotation)
                if field in shape:
                    size = f"[{shape[field]}]" if shape[field] else ""
                    kind = DECIMAL if "float" in annotation else WHOLE
                    self.declarations.append(f"    cdef public {kind}{size} {field}")
                elif not annotation.startswith("ClassVar"):
                    kind = annotation if field in links else "object"
                    self.declarations.append(f"    cdef public {kind} {field}")
                self.blank(part, written.pop(0) if written else "")
            elif isinstance(part, ast.FunctionDef):
                self.declarations += self.signature(part, "    ")
        assert not written, f"{self.name}: {node.name} has too few fields"
        if len(self.declarations) == own:
            self.declarations.append("    pass")


def local_types(function: ast.FunctionDef, module: ModuleType) -> dict[str, str]:
    """The names a function assigns to, each with its C type: decimal if any value it gets is."""
    types: dict[str, str] = {}
    values: list[tuple[str, ast.expr]] = []
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            types.setdefault(node.id, WHOLE)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            types[node.target.id] = SCALARS[ast.unparse(node.annotation)]
        if isinstance(node, ast.Assign):
            values += [(target.id, node.value) for target in node.targets if isinstance(target, ast.Name)]
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            values.append((node.target.id, node.value))
    for name, value in values:
        if isinstance(value, ast.Attribute) and (linked := link_type(value.attr, module)):
            types[name] = linked
    for _ in values:
        types |= {name: DECIMAL for name, value in values if is_decimal(value, types, module)}
    return types


def holds_decimals(field: str, module: ModuleType) -> bool:
    """Is a field of some known record a decimal number, or a row of them?"""
    for known in vars(module).values():
        for cls in getattr(known, "__mro__", ()):
            if "float" in str(vars(cls).get("__annotations__", {}).get(field, "")):
                return True
    return False


def link_type(field: str, module: ModuleType) -> str:
    """The class of the record that a field links to, or nothing."""
    for known in vars(module).values():
        if field in getattr(known, "links", ()):
            return next(str(cls.__annotations__[field]) for cls in known.__mro__ if field in cls.__annotations__)
    return ""


def is_decimal(value: ast.expr, types: dict[str, str], module: ModuleType) -> bool:
    """Does an expression give a decimal number?"""
    match value:
        case ast.Constant(number):
            return isinstance(number, float)
        case ast.Name(name):
            return types.get(name) == DECIMAL or isinstance(getattr(module, name, None), float)
        case ast.BinOp(left, operator, right):
            return isinstance(operator, ast.Div) or is_decimal(left, types, module) or is_decimal(right, types, module)
        case ast.UnaryOp(_, operand):
            return is_decimal(operand, types, module)
        case ast.IfExp(_, yes, no):
            return is_decimal(yes, types, module) or is_decimal(no, types, module)
        case ast.Attribute(_, field) | ast.Subscript(ast.Attribute(_, field)):
            return holds_decimals(field, module)
        case ast.Call(ast.Name("min" | "max" | "abs"), arguments):
            return any(is_decimal(argument, types, module) for argument in arguments)
        case ast.Call(ast.Name(name)):
            return returns_decimal(getattr(module, name, None))
        case ast.Call(ast.Attribute(_, method)):
            return any(returns_decimal(getattr(known, method, None)) for known in vars(module).values())
    return False


def returns_decimal(function: object) -> bool:
    """Is a function annotated to return a decimal number, or one of C's mathematics?"""
    if getattr(function, "__module__", "") in LIBRARIES:
        return True
    found: dict[str, str] = getattr(function, "__annotations__", {})
    return found.get("return") == "float"


def write_if_changed(path: Path, text: str) -> None:
    """Leave a file that is right already alone, so that only what changed is compiled again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def derive_all(folder: Path) -> dict[str, Path]:
    """Write every module's files below a folder; the path of each module's source there."""
    names = modules()
    paths = {}
    for name in names:
        pxd, text = Derivation(name, names).derive()
        path = folder.joinpath(*name.split(".")).with_suffix(".py")
        write_if_changed(path, text)
        write_if_changed(path.with_suffix(".pxd"), pxd)
        for package in path.relative_to(folder).parents:
            write_if_changed(folder / package / "__init__.py", "")
        paths[name] = path
    (folder / "__init__.py").unlink()
    return paths
