"""The schema of the database: tables with their seats, clocks and logs, people, notices, chat and reviews."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)

SCHEMA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    }
)

TABLES = Table(
    "tables",
    SCHEMA,
    Column("id", String(16), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", String(64), nullable=False),
    Column("open", Boolean, nullable=False),
    Column("over", Boolean, nullable=False, default=False),
    Column("created", String(32), nullable=False),
    Column("updated", String(32), nullable=False),
    Column("rematch", String(16), nullable=True),
    Column("rematch_asked", Text, nullable=True),
    Column("time", Text, nullable=True),
    Column("absent", String(8), nullable=False, server_default="bot"),
    Column("proposal", Text, nullable=True),
    Column("patience", Integer, nullable=False, server_default="72"),
    Column("awaiting", BigInteger, nullable=True, index=True),
    Column("idle", Integer, nullable=False, server_default="1440"),
    Column("motion", Text, nullable=True),
    Column("question", Text, nullable=True),
    Column("discussed", BigInteger, nullable=True, index=True),
    Column("ended", String(8), nullable=True),
    Column("ends", BigInteger, nullable=True, index=True),
    Column("owed", BigInteger, nullable=True, index=True),
    Column("digest", String(32), nullable=True),  # of the position after the last entry
    Column("changes", Integer, nullable=False, server_default="0"),
    Column("version", Integer, nullable=False, server_default="0"),
    Column("choices", Integer, nullable=False, server_default="0"),
    Column("creator", String(64), nullable=True),
    Column("private", Boolean, nullable=False, server_default=false()),
    Column("language", String(8), nullable=True),
    Column("origin", Text, nullable=True),
    Column("parent", String(16), nullable=True),
    Column("hinted", Boolean, nullable=False, server_default=false()),
    Column("closed", Boolean, nullable=False, server_default=false()),
    Column("incidents", Text, nullable=False, server_default="[]"),
    Column("moves", Integer, nullable=False, server_default="0"),
    Column("to_move", String(32), nullable=True),
    Column("winners", String(32), nullable=True),
    Column("club", String(16), nullable=True, index=True),
    Column("tournament", String(16), nullable=True, index=True),
    Column("round", Integer, nullable=True),
    Column("sealed", Boolean, nullable=False, server_default=false()),
    Column("exhibition", String(16), nullable=True, index=True),
    Column("board", Integer, nullable=True),
    Column("delay", Integer, nullable=False, server_default="0"),
    Column("opened", Integer, nullable=False, server_default="0"),
    Column("campaign", String(32), nullable=True),  # the step that is played there
    Index(None, "over", "updated"),
)

SEATS = Table(
    "seats",
    SCHEMA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("open", Boolean, nullable=False),
    Column("taken", Boolean, nullable=False),
    Column("name", String(24), nullable=True),
    Column("bot", String(64), nullable=True),
    Column("guest", String(64), nullable=True, index=True),
    Column("token", String(64), nullable=True, index=True),
    Column("link", String(64), nullable=True, unique=True),
    Column("absent", String(8), nullable=True),
    Column("plan", String(200), nullable=True),
    Column("issue", Integer, nullable=False, server_default="0"),
    Column("colour", Integer, nullable=True),
    Column("pattern", Integer, nullable=True),
    Column("character", Integer, nullable=True),
    Column("came", Boolean, nullable=False, server_default=true()),
    Column("seen", BigInteger, nullable=True),
    Column("nudged", BigInteger, nullable=True),
)

ENTRIES = Table(
    "entries",
    SCHEMA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("entry", Text, nullable=False),
    Column("client", String(64), nullable=False),
    Column("at", String(32), nullable=False),
    Column("agreed", Boolean, nullable=False, server_default=false()),
    UniqueConstraint("table_id", "seat", "client"),
)

CHOICES = Table(  # sealed, with all their changes: what is opened becomes an entry, and nobody learns of the rest
    "choices",
    SCHEMA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("length", Integer, nullable=False),
    Column("entry", Text, nullable=False),
    Column("client", String(64), nullable=False),
    Column("at", String(32), nullable=False),
    UniqueConstraint("table_id", "seat", "client"),
)

SNAPSHOTS = Table(
    "snapshots",
    SCHEMA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("content", LargeBinary, nullable=False),
)

BOARDS = Table(  # that people have made; rows never change
    "boards",
    SCHEMA,
    Column("id", String(32), primary_key=True),
    Column("kind", String(64), nullable=False),
    Column("content", LargeBinary, nullable=False),
    Column("guest", String(64), nullable=False, index=True),
    Column("created", String(32), nullable=False),
)

GUESTS = Table(
    "guests",
    SCHEMA,
    Column("guest", String(64), primary_key=True),
    Column("name", String(24), nullable=True),
    Column("profile", String(16), nullable=True, index=True),
    Column("since", String(32), nullable=True),
    Column("account", String(24), nullable=True),
    Column("folded", String(72), nullable=True),
    Column("password", String(200), nullable=True),
    Column("colour", Integer, nullable=True),
    Column("pattern", Integer, nullable=True),
    Column("shown", Boolean, nullable=False, server_default=true()),  # whether followers see that they are here
    Index("ix_guests_folded", "folded", unique=True),
)

CLOCKS = Table(
    "clocks",
    SCHEMA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("spent", BigInteger, nullable=False),
    Column("left", BigInteger, nullable=True),
    Column("given", Integer, nullable=False),
    Column("since", BigInteger, nullable=True),
    Column("deadline", BigInteger, nullable=True, index=True),
    Column("absences", Text, nullable=False),
)

LEASES = Table(
    "leases",
    SCHEMA,
    Column("work", String(32), primary_key=True),
    Column("process", String(16), nullable=False),
    Column("until", BigInteger, nullable=False),
)

CHANNELS = Table(
    "channels",
    SCHEMA,
    Column("id", String(32), primary_key=True),
    Column("guest", String(64), nullable=False, index=True),
    Column("kind", String(8), nullable=False),
    Column("address", Text, nullable=False),
    Column("daily", Integer, nullable=True),
    Column("language", String(8), nullable=False),
    Column("confirmed", Boolean, nullable=False),
    Column("failed", Text, nullable=True),
    Column("created", BigInteger, nullable=False),
)

OUTBOX = Table(
    "outbox",
    SCHEMA,
    Column("id", String(32), primary_key=True),
    Column("channel", String(32), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("about", String(16), nullable=False),
    Column("number", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=True, index=True),
    Column("tries", Integer, nullable=False),
    Column("outcome", String(8), nullable=True),
    UniqueConstraint("channel", "kind", "about", "seat", "number"),
)

BANS = Table(
    "bans",
    SCHEMA,
    Column("profile", String(16), primary_key=True),
    Column("at", String(32), nullable=False),
    Column("reason", Text, nullable=False),
)

CLOSINGS = Table(  # tables that the host wants closed, until a server has done it
    "closings",
    SCHEMA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
)

DELETIONS = Table(  # people who are to be deleted, until a server has done it
    "deletions",
    SCHEMA,
    Column("guest", String(64), primary_key=True),
    Column("pseudonym", String(64), nullable=False),  # in their seats and results from then on
)

GONE = Table(  # the browsers of deleted people, whose cookies are worthless
    "gone",
    SCHEMA,
    Column("browser", String(64), primary_key=True),  # a hash of the device, which may have been the guest's id
)

ACTIONS = Table(  # of the host; rows are only ever added
    "actions",
    SCHEMA,
    Column("number", Integer, primary_key=True),
    Column("at", String(32), nullable=False),
    Column("action", String(16), nullable=False),
    Column("about", String(80), nullable=False),
    Column("reason", Text, nullable=False),
)

KEYS = Table(
    "keys",
    SCHEMA,
    Column("name", String(16), primary_key=True),
    Column("value", Text, nullable=False),
)

ALIVE = Table(
    "alive",
    SCHEMA,
    Column("at", BigInteger, primary_key=True, autoincrement=False),
)

DEVICES = Table(
    "devices",
    SCHEMA,
    Column("device", String(64), primary_key=True),
    Column("guest", String(64), nullable=False, index=True),  # empty: nobody
    Column("home", String(64), nullable=True),  # the guest after logging out; null: the device itself
    Column("replaced", BigInteger, nullable=True),  # when the browser got another cookie
)

LINKS = Table(
    "links",
    SCHEMA,
    Column("link", String(64), primary_key=True),  # the hash of its token
    Column("guest", String(64), nullable=False, index=True),
    Column("until", BigInteger, nullable=False),
)

KNOWN = Table(
    "known",
    SCHEMA,
    Column("device", String(64), primary_key=True),
    Column("guest", String(64), primary_key=True),
)

RESULTS = Table(
    "results",
    SCHEMA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("game", String(64), nullable=False),
    Column("player", String(80), nullable=False, index=True),
    Column("rank", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("total", Integer, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("ended", Integer, nullable=False, index=True),
    Column("at", String(32), nullable=False),
)

RATINGS = Table(
    "ratings",
    SCHEMA,
    Column("game", String(64), primary_key=True),
    Column("player", String(80), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
)

INSIGHTS = Table(  # derived from logs and reviews: all rows may be deleted at any time, and come back
    "insights",
    SCHEMA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("order", Integer, nullable=False),  # of the first turns, from 1; 0: nothing is known about this seat
    Column("opening", Text, nullable=False),
    Column("habits", Text, nullable=False),
    Column("feats", Text, nullable=False),
    Column("skill", Float, nullable=True),  # by the review; null: there is none
    Column("luck", Float, nullable=True),
)

OPENINGS = Table(  # how often a step was chosen after a line, and won; derived from the same logs
    "openings",
    SCHEMA,
    Column("game", String(64), primary_key=True),
    Column("line", String(400), primary_key=True),
    Column("step", String(80), primary_key=True),
    Column("by", String(8), primary_key=True),
    Column("games", Integer, nullable=False),
    Column("won", Float, nullable=False),
)

TOURNAMENTS = Table(
    "tournaments",
    SCHEMA,
    Column("id", String(16), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("organiser", String(64), nullable=False, index=True),
    Column("club", String(16), nullable=True, index=True),
    Column("game", String(64), nullable=False),
    Column("options", Text, nullable=False),
    Column("format", String(8), nullable=False),
    Column("rounds", Integer, nullable=True),  # null: as many as usual for the number of players
    Column("size", Integer, nullable=False),  # players at a table
    Column("best_of", Integer, nullable=False),
    Column("time", Text, nullable=False),
    Column("absent", String(8), nullable=False),
    Column("duplicate", Boolean, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("pause", Integer, nullable=False),  # seconds between rounds
    Column("most", Integer, nullable=True),  # players; it begins when there are so many
    Column("starts", BigInteger, nullable=True),  # it begins at this time
    Column("seed", String(64), nullable=False),  # of draws, and of the deals that all tables of a round share
    Column("state", String(8), nullable=False, index=True),
    Column("round", Integer, nullable=False),  # the last one that was drawn
    Column("resumes", BigInteger, nullable=True),  # when the next round begins: this one is over
    Column("created", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=True),
    Column("version", Integer, nullable=False),  # number of changes
)

ENTRANTS = Table(
    "entrants",
    SCHEMA,
    Column("tournament", ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("guest", String(64), nullable=True, index=True),
    Column("name", String(24), nullable=True),
    Column("bot", String(64), nullable=True),
    Column("character", Integer, nullable=True),
    Column("playing", Boolean, nullable=False),
    Column("mu", Float, nullable=True),  # the rating before the tournament; null: none
)

PAIRINGS = Table(
    "pairings",
    SCHEMA,
    Column("tournament", ForeignKey("tournaments.id"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("board", Integer, primary_key=True, autoincrement=False),
    Column("game", Integer, primary_key=True, autoincrement=False),  # of a match
    Column("table_id", String(16), nullable=True, unique=True),  # chosen before the table exists; null: a bye
    Column("players", Text, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("outcome", Text, nullable=True),
)

REVIEWS = Table(
    "reviews",
    SCHEMA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("asked", BigInteger, nullable=False),
    Column("state", String(8), nullable=False, index=True),
    Column("decisions", Text, nullable=False),
    Column("review", Text, nullable=True),
)

QUESTIONS = Table(  # for hints that other processes think about, as long as somebody waits for the answer
    "questions",
    SCHEMA,
    Column("id", String(16), primary_key=True),
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("steps", Integer, nullable=False),
    Column("asked", BigInteger, nullable=False),
    Column("answer", Text, nullable=True),
)

LINES = Table(
    "lines",
    SCHEMA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("guest", String(64), nullable=False),
    Column("at", String(32), nullable=False),
    Column("text", Text, nullable=True),
    Column("phrase", String(32), nullable=True),
    Column("params", Text, nullable=True),  # of the phrase
    Column("to", Integer, nullable=True),  # the seat of the only other reader; null: everybody reads it
    Column("recipient", String(64), nullable=False, server_default=""),  # the guest in that seat at the time
    Column("room", String(16), nullable=True),  # in which it was said; `seat` is a place there
)

BLOCKS = Table(
    "blocks",
    SCHEMA,
    Column("guest", String(64), primary_key=True),
    Column("blocked", String(64), primary_key=True, index=True),
    Column("at", String(32), nullable=True),  # null: before there were dates
)

FOLLOWS = Table(
    "follows",
    SCHEMA,
    Column("guest", String(64), primary_key=True),
    Column("followed", String(64), primary_key=True, index=True),
    Column("at", String(32), nullable=False),
)

CHALLENGES = Table(  # tables with a seat that is kept for one person
    "challenges",
    SCHEMA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("guest", String(64), nullable=False, index=True),
    Column("rival", String(64), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("declined", String(8), nullable=True),  # why
)

CLUBS = Table(
    "clubs",
    SCHEMA,
    Column("id", String(16), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("description", Text, nullable=False),
    Column("language", String(8), nullable=True),
    Column("games", Text, nullable=False),
    Column("clocks", Text, nullable=False, server_default="{}"),  # by game
    Column("open", Boolean, nullable=False),
    Column("secret", String(64), nullable=False),  # from which its invitations are derived
    Column("issue", Integer, nullable=False),
    Column("link", String(64), nullable=True, unique=True),  # the hash of the valid invitation
    Column("created", String(32), nullable=False),
)

MEMBERS = Table(
    "members",
    SCHEMA,
    Column("club_id", ForeignKey("clubs.id"), primary_key=True),
    Column("guest", String(64), primary_key=True, index=True),
    Column("role", String(12), nullable=False),
    Column("since", String(32), nullable=False),
)

REPORTS = Table(
    "reports",
    SCHEMA,
    Column("table_id", String(16), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("guest", String(64), primary_key=True),
    Column("at", String(32), nullable=False),
    Column("reason", Text, nullable=False),
    ForeignKeyConstraint(["table_id", "number"], ["lines.table_id", "lines.number"]),
)

ROOMS = Table(
    "rooms",
    SCHEMA,
    Column("id", String(16), primary_key=True),
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("move", Integer, nullable=False),
    Column("moment", Integer, nullable=True),
    Column("seat", Integer, nullable=True),  # whose view
    Column("step", Integer, nullable=False),
    Column("leader", Integer, nullable=False),  # a place
    Column("alive", BigInteger, nullable=False, index=True),  # when somebody was last known to be there
)

ROOM_PEOPLE = Table(
    "room_people",
    SCHEMA,
    Column("room", ForeignKey("rooms.id"), primary_key=True),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("guest", String(64), nullable=False, index=True),
)

PUZZLE_TRIES = Table(
    "puzzle_tries",
    SCHEMA,
    Column("guest", String(64), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("puzzle", String(16), primary_key=True),
    Column("move", Integer, nullable=False),
    Column("right", Boolean, nullable=False),
    Column("day", Integer, nullable=False),  # since 1970, UTC
)

PUZZLE_RATINGS = Table(
    "puzzle_ratings",
    SCHEMA,
    Column("game", String(64), primary_key=True),
    Column("player", String(80), primary_key=True),  # a guest, or a puzzle
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
)

CAMPAIGN_STARS = Table(
    "campaign_stars",
    SCHEMA,
    Column("guest", String(64), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("step", String(32), primary_key=True),
    Column("stars", Integer, nullable=False),
    Column("at", String(32), nullable=False),  # of the best result
)
