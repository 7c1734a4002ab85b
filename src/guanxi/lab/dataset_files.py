"""The Parquet files of a dataset: written in parts, joined at the end, and read back as logs.

Every file appears only once it is complete.  While a dataset is being made, its folder `parts` has files of some deals
each; an interrupted run keeps them, and the next one plays only what is missing.
"""

from __future__ import annotations

from itertools import groupby
from shutil import rmtree
from typing import TYPE_CHECKING, Any

import msgspec
import pyarrow
from pyarrow import parquet

from guanxi.engine import chance
from guanxi.engine.errors import BadLog, BadOption
from guanxi.engine.log import Log, Outcome
from guanxi.lab.checkpoint import as_json, differences
from guanxi.lab.dataset_schema import VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from guanxi.lab.dataset_recording import DatasetGame
    from guanxi.lab.dataset_schema import Column

PART = 50  # deals in a part: as many are lost at most when a run is interrupted
ROWS = 50_000  # in a row group of a finished file, at least
HEAD = b"guanxi"  # the key of what determines a dataset, in the metadata of its files
TYPES = {
    **{f"int{bits}": getattr(pyarrow, f"int{bits}")() for bits in (8, 16, 32)},
    "string": pyarrow.string(),
    "float": pyarrow.float32(),
}


def type_of(name: str) -> Any:
    """The type of a column by its name in the schema."""
    return pyarrow.list_(type_of(name[5:-1])) if name.startswith("list<") else TYPES[name]


class DatasetFolder:
    """A folder that holds a dataset, finished or not."""

    def __init__(self, folder: Path, head: Mapping[str, Any], tables: Mapping[str, Sequence[Column]]) -> None:
        self.folder = folder
        self.parts = folder / "parts"
        self.schemas = {
            table: pyarrow.schema(
                [(column.name, type_of(column.type)) for column in columns], {HEAD: as_json(head).encode()}
            )
            for table, columns in tables.items()
        }
        self.check(head)

    def check(self, head: Mapping[str, Any]) -> None:
        """Raise `BadOption` if the folder holds anything but parts of this dataset."""
        found = self.folder / "games.parquet"
        if not found.exists():
            found = next(iter(self.finished_parts()), found)
        if found.exists():
            other = differences(head_of(found), head)
            if other:
                raise BadOption(f"{self.folder} holds another dataset: {other}. Name another directory.")
        elif self.folder.exists() and any(one != self.parts for one in self.folder.iterdir()):
            raise BadOption(f"{self.folder} is not empty: name a new or empty directory for the dataset.")

    @property
    def complete(self) -> bool:
        """Whether the dataset is finished: the games are the last file to appear."""
        return (self.folder / "games.parquet").exists()

    def finished_parts(self) -> list[Path]:
        """The files of games of all finished parts, in order."""
        return sorted(self.parts.glob("games-*.parquet"))

    def part(self, table: str, start: int) -> Path:
        """The file of a table with the part that begins with this deal."""
        return self.parts / f"{table}-{start:08}.parquet"

    def deals_done(self) -> int:
        """The number of deals in finished parts, which are written in order."""
        return PART * len(self.finished_parts())

    def write(self, start: int, games: Sequence[DatasetGame]) -> None:
        """Write a part; its games last, because they tell that it is finished."""
        self.parts.mkdir(parents=True, exist_ok=True)
        for table in reversed(self.schemas):
            rows = [row for game in games for row in game.rows[table]]
            self.replace(self.part(table, start), table, iter([self.as_table(table, rows)]))

    def as_table(self, table: str, rows: Sequence[tuple[Any, ...]]) -> Any:
        """Rows as an Arrow table."""
        schema = self.schemas[table]
        columns = zip(*rows, strict=True) if rows else [()] * len(schema)
        arrays = [pyarrow.array(list(column), field.type) for column, field in zip(columns, schema, strict=True)]
        return pyarrow.Table.from_arrays(arrays, schema=schema)

    def join(self) -> None:
        """Make the finished files from all parts, and remove the parts."""
        starts = [int(part.stem.removeprefix("games-")) for part in self.finished_parts()]
        for table in reversed(self.schemas):
            read = (parquet.read_table(self.part(table, start)) for start in starts)
            self.replace(self.folder / f"{table}.parquet", table, gathered(read))
        rmtree(self.parts)

    def replace(self, path: Path, table: str, groups: Iterator[Any]) -> None:
        """Write a file beside its place, one row group after the other, and move it there when it is complete."""
        new = path.with_suffix(".new")
        with parquet.ParquetWriter(new, self.schemas[table], compression="zstd") as writer:
            for group in groups:
                writer.write_table(group, row_group_size=max(1, len(group)))
        new.replace(path)


def gathered(tables: Iterator[Any]) -> Iterator[Any]:
    """Concatenate small tables to larger ones."""
    kept: list[Any] = []
    for table in tables:
        kept.append(table)
        if sum(len(one) for one in kept) >= ROWS:
            yield pyarrow.concat_tables(kept)
            kept = []
    if kept:
        yield pyarrow.concat_tables(kept)


def opened(path: Path) -> Any:
    """Open a Parquet file; raises `BadOption` if it is none."""
    try:
        return parquet.ParquetFile(path)
    except pyarrow.ArrowInvalid:
        raise BadOption(f"{path} is not a complete Parquet file.") from None


def head_of(path: Path) -> dict[str, Any]:
    """Return the settings of the dataset that a file belongs to; raises `BadOption` if it belongs to none."""
    with opened(path) as file:
        kept = (file.schema_arrow.metadata or {}).get(HEAD)
    if kept is None:
        raise BadOption(f"{path} is not a file of a dataset that guanxi has written.")
    head: dict[str, Any] = msgspec.json.decode(kept)
    if head["dataset"] != VERSION:
        raise BadOption(f"{path} has version {head['dataset']} of the schema; this version reads {VERSION}.")
    return head


def logs(folder: Path) -> Iterator[tuple[int, Log]]:
    """Yield the number and the log of each game of a dataset; raises `BadLog` if one was changed since."""
    games, decisions = (folder / f"{table}.parquet" for table in ("games", "decisions"))
    head_of(games)
    head_of(decisions)
    with opened(games) as file, opened(decisions) as other:
        moves = groupby(rows(other, "game", "seat", "notation"), key=lambda row: row["game"])
        for game, (number, played) in zip(rows(file), moves, strict=True):
            if game["game"] != number:
                raise BadLog(f"{folder}: the decisions of game {game['game']} are missing")
            yield number, log_of(game, tuple(f"{row['seat']} {row['notation']}" for row in played))


def rows(file: Any, *columns: str) -> Iterator[dict[str, Any]]:
    """Yield the rows of a file."""
    for batch in file.iter_batches(columns=list(columns) or None):
        yield from batch.to_pylist()


def log_of(game: Mapping[str, Any], moves: tuple[str, ...]) -> Log:
    """The log of a game by its row and its moves."""
    log = Log(
        game=game["name"],
        rules=game["rules"],
        options=msgspec.json.decode(game["options"]),
        seats=tuple(game["seats"]),
        commitment=chance.commitment(game["seed"]),
        seed=game["seed"],
        moves=moves,
        result=Outcome(tuple(game["winners"]), tuple(game["scores"])),
    ).signed()
    if log.digest != game["digest"]:
        raise BadLog(f"game {game['game']} of the dataset was changed after it was written: its digest does not match")
    return log
