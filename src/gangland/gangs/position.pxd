cimport cython

from gangland.core.chance cimport Random
from gangland.core.position cimport Position

ctypedef unsigned int word

cdef enum:
    NOTHING = -1
    LORD = 20
    CLIMB = 0
    FILL = 30
    EXPEL = 50
    REVEAL = 770
    PASS = 778
    ACTIONS = 779
    BY_PASSES = 1
    UPPER_PAIRS = 66
    MOST_SMALL = 512

cdef extern from *:
    """
    static inline int gangs_lowest(unsigned int spots) {
    #if defined(__GNUC__)
        return __builtin_ctz(spots);
    #else
        int spot = 0;
        while (!(spots & 1)) { spots >>= 1; spot++; }
        return spot;
    #endif
    }
    """
    int lowest "gangs_lowest"(unsigned int) noexcept nogil

cdef int[21] ROW
cdef int[21] LEFT
cdef int[90] VICTIM
cdef int[90] AGENT
cdef unsigned int[90] BOTH

@cython.locals(spot="int", row="int", _="int", pair="int", victim="int", agent="int")
cdef void draw_the_pyramid() noexcept nogil
cdef bint touch(int one, int other) noexcept nogil
cdef word card(int gang) noexcept nogil
cdef inline int held(word cards, int gang) noexcept nogil:  # everybody counts cards, so that calls would cost
    return <int>((cards >> (4 * gang)) & 15)
@cython.locals(both="int", rows="int")
cdef int open_spots(int filled) noexcept nogil
cpdef int count_gangs(int base) noexcept nogil

cdef class GangsPosition(Position):
    cdef readonly int players
    cdef readonly int base
    cdef readonly int first
    cdef readonly int mover
    cdef readonly unsigned int filled
    cdef readonly int gap
    cdef readonly bint laying
    cdef readonly int top
    cdef readonly word bosses
    cdef readonly int bosses_size
    cdef readonly word members
    cdef readonly int members_size
    cdef readonly word discard
    cdef readonly int discard_size
    cdef readonly word expelled
    cdef readonly bint crowned
    cdef readonly int reached
    cdef readonly bint due
    cdef readonly int reveals
    cdef readonly int passed
    cdef readonly word deck
    cdef readonly int deck_size
    cdef readonly short[21] board
    cdef readonly short[12] alliance
    cdef readonly int[4] shown
    cdef readonly word[4] influence
    cdef readonly int[4] influence_size

    cpdef list bag_cards(self)
    @cython.locals(gang="int", gangs="int")
    cdef _begin(self, int first, int players, int base)
    cdef int _seats(self) noexcept nogil
    cdef int _actions(self) noexcept nogil
    cdef bint _can_come(self, int card) noexcept nogil
    cdef _text(self)
    cdef _rules(self)
    cdef _pickled(self)

    @cython.locals(n="int")
    cdef int _legal(self, int* out) noexcept nogil
    @cython.locals(n="int", i="int", gang="int")
    cdef inline int _legal_reveals(self, int* out) noexcept nogil
    @cython.locals(spot="int", left="int")
    cdef inline int _legal_climbs(self, int* out, int n) noexcept nogil
    @cython.locals(mine="int[8]", gangs="int", pair="int", gang="int", i="int")
    cdef inline int _legal_expulsions(self, int* out, int n) noexcept nogil
    @cython.locals(gang="int", n="int")
    cdef inline int _list_influence(self, int* out) noexcept nogil
    @cython.locals(out="int[30]", mine="int[8]", climbs="int", gangs="int", n="int", gang="int", pair="int")
    cdef int _pick(self, Random random) noexcept nogil
    @cython.locals(out="int[512]", n="int")
    cdef int _pick_listed(self, Random random) noexcept nogil

    @cython.locals(spot="int")
    cdef void _apply(self, int move) noexcept nogil
    cdef inline void _arrive(self, int row) noexcept nogil
    cdef inline void _expel(self, int victim, int gang) noexcept nogil
    cdef inline void _rise(self, int start, int spot) noexcept nogil
    cdef inline void _vacate(self, int spot) noexcept nogil
    cdef inline void _fill_from_deck(self) noexcept nogil
    cdef void _turn_up(self, int gang) noexcept nogil
    cdef inline void _end_turn(self) noexcept nogil
    @cython.locals(best="int", gang="int")
    cdef int _next_boss(self) noexcept nogil
    @cython.locals(cards="word", left="int", gang="int")
    cdef void _roll(self, Random random) noexcept nogil
    @cython.locals(total="int", i="int", gang="int", spot="int")
    cdef int _points(self, int seat) noexcept nogil
    @cython.locals(mine="int", theirs="int", sharing="int", other="int")
    cdef double _returns(self, int seat) noexcept nogil
    cdef void _assign(self, Position other) noexcept nogil

@cython.locals(spot="int", i="int", seat="int")
cdef void copy(GangsPosition to, GangsPosition source) noexcept nogil
