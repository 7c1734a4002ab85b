"""Derive Cython declarations from the plain Python sources of rules and search.

A module to be compiled is ordinary Python in a small style: records of whole numbers, functions whose arguments are
whole numbers, records or rows of records, constants in capitals.  For each module this writes two files into a build
folder:

    rules.pxd   every class, function and constant, declared with its C type, read from the annotations
    rules.py    the same source, line for line, with blank lines where a declaration replaces it

Function bodies are not touched, so the compiled module does what the plain one does, and a traceback names the same
line.  Locals are whole numbers, or floats if any value assigned to them is one, or pointers if they hold a row.
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
RECORDS = "guanxi.engine.core.position"  # the module that defines Record
DIRECTIVES = {
    "language_level": 3,
    "allow_none_for_extension_args": False,  # Python cannot pass None for a record, which would end the process
    "annotation_typing": False,
    "auto_pickle": False,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
}
WHOLE, DECIMAL = "int64_t", "double"
WHOLE_BYTES = 8
SCALARS = {"int": WHOLE, "float": DECIMAL, "bool": WHOLE}
ROWS = {"list[int]": f"{WHOLE}*", "list[float]": f"{DECIMAL}*"}  # arguments that take a row of a record
# A local that holds a row is a pointer.  Cython wants a name for such a type in the declaration of a local.
WHOLE_ROW, DECIMAL_ROW, CONSTANT_ROW = "whole_row", "decimal_row", "constant_row"
POINTERS = {WHOLE_ROW: f"{WHOLE}*", DECIMAL_ROW: f"{DECIMAL}*", CONSTANT_ROW: "const long long*"}
Constant = int | float | list[int] | list[list[int]]
# Modules that have a C equivalent.
LIBRARIES: dict[str | None, str] = {"math": "libc.math"}
REPLACED = {"typing", "guanxi.engine.record", *LIBRARIES}
# A value that no rule returns: a caller checks for an exception only if it gets this one.
RAISES = {WHOLE: "except? -9999", DECIMAL: "except? -9999.0", "void": "except *"}


def modules() -> list[str]:
    """The names of the compiled modules, each after those it imports."""
    sources = load_plain("guanxi._compiled").compiled_sources(SOURCE / "guanxi")
    found = {".".join(path.relative_to(SOURCE).with_suffix("").parts): path for path in sources}
    imports = {name: imported(path) & found.keys() for name, path in found.items()}
    try:
        return list(TopologicalSorter(imports).static_order())
    except CycleError as error:
        raise SystemExit(f"Compiled modules import each other in a circle: {' -> '.join(error.args[1])}") from None


def imported(path: Path) -> set[str]:
    """The modules that a source imports at the top level, including imports for type checking."""
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
    """Execute one source file as plain Python, without the `__init__` modules of its packages."""
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
    """The derivation of one module."""

    def __init__(self, name: str, compiled: list[str]) -> None:
        self.name = name
        self.compiled = compiled
        self.module = load_plain(name)
        self.text = path_of(name).read_text(encoding="utf-8")
        self.lines = self.text.split("\n")
        self.declarations: list[str] = []
        self.classes: dict[str, str] = {}
        self.constants: dict[str, Constant] = {}

    def derive(self) -> tuple[str, str]:
        """The contents of the .pxd and the .py file."""
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
        # A change of directives changes this text, so everything is compiled again.
        head = [
            f"# {DIRECTIVES}",
            "cimport cython",
            "from libc.stdint cimport int64_t",
            "from libc.string cimport memcpy",
            *(f"ctypedef {pointer} {name}" for name, pointer in POINTERS.items()),
            *imports,
            *self.constant_declarations(),
        ]
        pxd = [*head, *self.classes.values(), *self.declarations]
        digest = hashlib.sha256(self.text.encode()).hexdigest()
        shown = {**self.constants, "__source__": digest}
        return "\n".join(pxd) + "\n", "\n".join(self.lines) + f"\nglobals().update({shown!r})\n"

    def blank(self, node: ast.stmt | ast.expr, instead: str = "") -> None:
        """Blank the lines of a statement, so that all other lines keep their numbers."""
        assert node.end_lineno
        indent = " " * node.col_offset
        for line in range(node.lineno - 1, node.end_lineno):
            self.lines[line] = ""
        self.lines[node.lineno - 1] = indent + instead if instead else ""

    def cimports(self, tree: ast.Module) -> list[str]:
        """Turn imports of compiled modules into C imports, and blank those for type checking."""
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
                known = getattr(sys.modules.get(node.module or ""), alias.name, None)
                if isinstance(known, type) and node.module != "typing":
                    self.classes.setdefault(alias.name, "")
        engine = [f"from {RECORDS} cimport Record"] if self.name != RECORDS else []
        return engine + [
            f"from {LIBRARIES.get(node.module, node.module)} cimport {', '.join(alias.name for alias in node.names)}"
            for node in found
            if node.module in (*self.compiled, *LIBRARIES)
        ]

    def constant(self, node: ast.Assign | ast.AnnAssign) -> None:
        """Turn a name in capitals (a number, or a row or table of whole numbers) into a C constant."""
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        if isinstance(target, ast.Name) and target.id.isupper():
            value = getattr(self.module, target.id)
            if isinstance(value, list) and len({dimensions(row) for row in value}) > 1:
                raise SystemExit(f"{self.name}: the rows of {target.id} differ in length; C needs them equally long.")
            self.constants[target.id] = value
            self.blank(node)

    def constant_declarations(self) -> list[str]:
        """Declare the constants; their C names have the module as a prefix."""
        prefix = self.name.replace(".", "_")
        values, names = [], []
        for name, value in self.constants.items():
            kind = "double" if isinstance(value, float) else "long long"
            size = c_size(dimensions(value))
            numbers = str(value).replace("[", "{").replace("]", "}")
            values.append(f"    static const {kind} {prefix}_{name}{size} = {numbers};")
            names.append(f'    const {kind} {name} "{prefix}_{name}"{size}')
        return ["cdef extern from *:", '    """', *values, '    """', *names] if names else []

    def signature(self, node: ast.FunctionDef, indent: str) -> list[str]:
        """Declare a function; nothing if an argument or its result has no C type."""
        returns = self.return_type(node.returns)
        method = bool(indent)
        arguments = [(arg.arg, self.argument_type(arg.annotation)) for arg in node.args.args[method:]]
        required = len(arguments) - len(node.args.defaults)
        if node.name.startswith("__") or node.decorator_list or not returns or not all(kind for _, kind in arguments):
            return []
        declared_arguments = [
            f"{kind} {name}" + ("" if place < required else "=*") for place, (name, kind) in enumerate(arguments)
        ]
        text = ", ".join(["self"] * method + declared_arguments)
        # Python has no pointers, so only compiled modules can call a function that takes a row.
        visible = "cdef" if any(kind in ROWS.values() for _, kind in arguments) else "cpdef"
        declared = [f"{indent}{visible} {returns} {node.name}({text}) {RAISES.get(returns, '')}"]
        taken = {name for name, _ in arguments} | {"self"}
        locals_ = {name: kind for name, kind in local_types(node, self.module).items() if name not in taken}
        if locals_ and node.name != "copy_from":
            typed = ", ".join(f"{name}={kind}" for name, kind in sorted(locals_.items()))
            declared.insert(0, f"{indent}@cython.locals({typed})")
        return declared

    def c_type(self, annotation: ast.expr | None) -> str:
        """The C type of an annotation, or an empty text."""
        text = ast.unparse(annotation) if annotation else ""
        return SCALARS.get(text) or (text if text in self.classes else "")

    def return_type(self, annotation: ast.expr | None) -> str:
        """The C type of a result, which may also be nothing or a Python list, or an empty text."""
        text = ast.unparse(annotation) if annotation else "None"
        return {"None": "void", "list[int]": "list"}.get(text) or self.c_type(annotation)

    def argument_type(self, annotation: ast.expr | None) -> str:
        """The C type of an argument, which may also be a row of numbers, or an empty text."""
        return self.c_type(annotation) or ROWS.get(ast.unparse(annotation) if annotation else "", "")

    def record(self, node: ast.ClassDef) -> None:
        """Declare a class with its fields and methods; replace the fields by the code that copies them."""
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
        # The engine's records keep the generic copy_from, because interpreted games are derived from them.
        if shape and fields and not self.classes[node.name].endswith(("(Record)", "Record")):
            copies = "; ".join([copy_statement(name, shape.get(name, ())) for name in (*shape, *links)])
            written.append(f"def copy_from(self, other): o = other; {copies}")
            self.declarations.append(f"    @cython.locals(o={node.name})")
            self.declarations.append("    cpdef void copy_from(self, Record other) except *")
        for part in node.body:
            if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
                field, annotation = part.target.id, ast.unparse(part.annotation)
                if field in shape:
                    kind = DECIMAL if "float" in annotation else WHOLE
                    self.declarations.append(f"    cdef public {kind}{c_size(shape[field])} {field}")
                elif not annotation.startswith("ClassVar"):
                    kind = annotation if field in links else "object"
                    self.declarations.append(f"    cdef public {kind} {field}")
                self.blank(part, written.pop(0) if written else "")
            elif isinstance(part, ast.FunctionDef):
                self.declarations += self.signature(part, "    ")
        assert not written, f"{self.name}: {node.name} has too few fields"
        if len(self.declarations) == own:
            self.declarations.append("    pass")


def dimensions(value: Constant) -> tuple[int, ...]:
    """The dimensions of a constant: none for a number."""
    return (len(value), *dimensions(value[0])) if isinstance(value, list) else ()


def c_size(lengths: tuple[int, ...]) -> str:
    """Dimensions as C writes them."""
    return "".join(f"[{length}]" for length in lengths)


def copy_statement(field: str, lengths: tuple[int, ...]) -> str:
    """How a record copies a field of another record `o`."""
    # Cython uses one temporary for all tables of a function, whatever their dimensions.
    if len(lengths) == 2:
        return f"memcpy(self.{field}, o.{field}, {lengths[0] * lengths[1] * WHOLE_BYTES})"
    return f"self.{field} = o.{field}"


def local_types(function: ast.FunctionDef, module: ModuleType) -> dict[str, str]:
    """The C types of a function's locals: floats if any value assigned to them is one."""
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
    owners = {arg.arg: ast.unparse(arg.annotation) for arg in function.args.args if arg.annotation}
    for name, value in values:
        if isinstance(value, ast.Attribute) and (linked := link_type(value.attr, module)):
            types[name] = owners[name] = linked
        elif row := row_type(value, owners, module):
            types[name] = row
        elif made := record_made_by(value, module):
            types[name] = owners[name] = made
    for _ in values:
        scalars = [(name, value) for name, value in values if types[name] not in POINTERS]
        types |= {name: DECIMAL for name, value in scalars if is_decimal(value, types, module)}
    return types


def holds_decimals(field: str, module: ModuleType) -> bool:
    """Whether a field of any known record is a float or a row of floats."""
    for known in vars(module).values():
        for cls in getattr(known, "__mro__", ()):
            if "float" in str(vars(cls).get("__annotations__", {}).get(field, "")):
                return True
    return False


def link_type(field: str, module: ModuleType) -> str:
    """The class of the record that a field links to, or an empty text."""
    for known in vars(module).values():
        if field in getattr(known, "links", ()):
            return next(str(cls.__annotations__[field]) for cls in known.__mro__ if field in cls.__annotations__)
    return ""


def record_made_by(value: ast.expr, module: ModuleType) -> str:
    """The class of the record that a call of a function returns, or an empty text."""
    if not (isinstance(value, ast.Call) and isinstance(value.func, ast.Name)):
        return ""
    name = str(getattr(getattr(module, value.func.id, None), "__annotations__", {}).get("return", ""))
    return name if hasattr(getattr(module, name, None), "shape") else ""


def row_type(value: ast.expr, owners: dict[str, str], module: ModuleType) -> str:
    """The C type of an expression that is a row of a record or of a constant, or an empty text."""
    indices = 0
    while isinstance(value, ast.Subscript):
        value = value.value
        indices += 1
    match value:
        case ast.Attribute(owner, field) if len(field_dimensions(owner, field, owners, module)) == indices + 1:
            return DECIMAL_ROW if holds_decimals(field, module) else WHOLE_ROW
        case ast.Name(name) if name.isupper() and len(dimensions(getattr(module, name, 0))) == indices + 1:
            return CONSTANT_ROW
    return ""


def field_dimensions(owner: ast.expr, field: str, owners: dict[str, str], module: ModuleType) -> tuple[int, ...]:
    """The dimensions of a field: of the owner's class if that is known, else of the first class that has the field."""
    name = link_type(owner.attr, module) if isinstance(owner, ast.Attribute) else owners.get(ast.unparse(owner), "")
    known = [cls for cls in (getattr(module, name, None), *vars(module).values()) if isinstance(cls, type)]
    shapes = [getattr(cls, "shape", {}) for cls in known]
    return next((shape[field] for shape in shapes if field in shape), ())


def is_decimal(value: ast.expr, types: dict[str, str], module: ModuleType) -> bool:
    """Whether an expression is a float."""
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
        case ast.Subscript(ast.Name(name)):
            return types.get(name) == DECIMAL_ROW
        case ast.Call(ast.Name("min" | "max" | "abs"), arguments):
            return any(is_decimal(argument, types, module) for argument in arguments)
        case ast.Call(ast.Name(name)):
            return returns_decimal(getattr(module, name, None))
        case ast.Call(ast.Attribute(_, method)):
            return any(returns_decimal(getattr(known, method, None)) for known in vars(module).values())
    return False


def returns_decimal(function: object) -> bool:
    """Whether a function is annotated to return a float, or belongs to C's mathematics."""
    if getattr(function, "__module__", "") in LIBRARIES:
        return True
    found: dict[str, str] = getattr(function, "__annotations__", {})
    return found.get("return") == "float"


def write_if_changed(path: Path, text: str) -> None:
    """Write a file only if its text changes, so that unchanged modules are not compiled again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def derive_all(folder: Path) -> dict[str, Path]:
    """Write the files of every module below a folder; returns the path of each module's source there."""
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
