# The template of every native module, which native.py fills in.
cimport cython
from libc.math cimport *
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset
from {rules} cimport {class}

ctypedef int64_t* whole_row
ctypedef double* decimal_row
ctypedef const long long* constant_row

__source__ = "{source}"

{functions}


cdef class Tables:
    """Many tables of one game, and the arrays that say what their seats see; `bridges/tables.py` explains it."""

    cdef {class}_* tables
    cdef {class}_ blank
    {links}
    cdef int64_t[{arity}] arguments
    cdef Py_ssize_t count
    cdef const float[::1] largest
    cdef uint64_t[::1] luck
    cdef float[:, ::1] observations
    cdef uint8_t[:, ::1] masks
    cdef float[:, ::1] rewards
    cdef uint8_t[::1] done
    cdef int64_t[::1] to_move
    cdef int64_t[::1] random_moves

    def __cinit__(self, {class} blank, arguments, const int64_t[:, ::1] words, *arrays):
        cdef Py_ssize_t index, place
        self.count = words.shape[0]
        self.tables = <{class}_*> calloc(self.count, sizeof({class}_))
        if self.tables == NULL:
            raise MemoryError()
        {read_links}
        {read_blank}
        for place, number in enumerate(arguments):
            self.arguments[place] = number
        for index in range(self.count):
            for place in range(4):
                self.tables[index].words[place] = words[index, place]
        (
            self.largest, self.luck, self.observations, self.masks, self.rewards, self.done, self.to_move, self.random_moves
        ) = arrays

    def __dealloc__(self):
        free(self.tables)

    def begin(self, Py_ssize_t first, Py_ssize_t last):
        """Begin a game at some of the tables."""
        with nogil:
            self.begin_all(first, last)

    def advance(self, Py_ssize_t first, Py_ssize_t last, const int64_t[::1] moves, const uint8_t[::1] playing):
        """Play one move at those of some tables that are playing; a game that ends is followed by the next one."""
        with nogil:
            self.advance_all(first, last, moves, playing)

    def read(self, Py_ssize_t index, {class} into):
        """Copy the position of a table into another one on the same board."""
        cdef {class}_* p = self.tables + index
        {read}

    def write(self, Py_ssize_t index, {class} position):
        """Put a position on the same board on a table, and look at it."""
        cdef Moves_ moves
        cdef Observation_ seen
        cdef {class}_* p = self.tables + index
        {write}
        {write_links}
        self.look(index, &moves, &seen)

    cdef void begin_all(self, Py_ssize_t first, Py_ssize_t last) noexcept nogil:
        cdef Moves_ moves
        cdef Observation_ seen
        cdef Py_ssize_t index
        for index in range(first, last):
            self.begin_game(self.tables + index)
            self.look(index, &moves, &seen)

    cdef void advance_all(
        self, Py_ssize_t first, Py_ssize_t last, const int64_t[::1] moves, const uint8_t[::1] playing
    ) noexcept nogil:
        cdef Moves_ legal
        cdef Observation_ seen
        cdef Py_ssize_t index
        cdef int64_t seat
        cdef {class}_* p
        for index in range(first, last):
            if not playing[index]:
                continue
            p = self.tables + index
            {play}(p, {first_owing}(p), moves[index])
            if p.owing == 0:
                self.done[index] = 1
                for seat in range(p.seats):
                    self.rewards[index, seat] = <float> {returns}(p, seat)
                self.begin_game(p)
            self.look(index, &legal, &seen)

    cdef void begin_game(self, {class}_* p) noexcept nogil:
        cdef int64_t[4] words
        memcpy(words, p.words, sizeof(words))
        p[0] = self.blank
        memcpy(p.words, words, sizeof(words))
        {set_up}(p, {arguments})

    @cython.cdivision(True)
    cdef void look(self, Py_ssize_t index, Moves_* moves, Observation_* seen) noexcept nogil:
        cdef {class}_* p = self.tables + index
        cdef int64_t seat = {first_owing}(p)
        cdef Py_ssize_t place
        cdef uint64_t luck = self.luck[index]
        cdef uint8_t* mask = &self.masks[index, 0]
        cdef float* observation = &self.observations[index, 0]
        self.to_move[index] = seat
        moves.count = 0
        {list_moves}(p, seat, moves)
        memset(mask, 0, self.masks.shape[1])
        for place in range(moves.count):
            mask[moves.number[place]] = 1
        luck ^= luck << 13
        luck ^= luck >> 7
        luck ^= luck << 17
        self.luck[index] = luck
        self.random_moves[index] = moves.number[((luck >> 32) * <uint64_t> moves.count) >> 32]
        seen.count = 0
        {observe}(p, seat, seen)
        for place in range(seen.count):
            observation[place] = <float> seen.number[place] / self.largest[place]
