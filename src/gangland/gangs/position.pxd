cimport cython

from gangland.chance cimport Random
from gangland.position cimport Position

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
cdef int held(word cards, int gang) noexcept nogil

cdef class GangsPosition(Position):
    cdef public int players
    cdef public int first
    cdef public int mover
    cdef public unsigned int filled
    cdef public int gap
    cdef public bint laying
    cdef public int top
    cdef public word bosses
    cdef public int bosses_size
    cdef public word members
    cdef public int members_size
    cdef public word discard
    cdef public int discard_size
    cdef public word expelled
    cdef public bint crowned
    cdef public int reached
    cdef public bint due
    cdef public int reveals
    cdef public int passed
    cdef public short[21] board
    cdef public short[12] alliance
    cdef public int[4] shown
    cdef public word[4] influence
    cdef public int[4] influence_size

    @cython.locals(gang="int")
    cpdef begin(self, int first, int players)
    @cython.locals(gang="int", seat="int", i="int")
    cpdef deal(self, int first, alliances, influence)
    cpdef list bag_cards(self)

    @cython.locals(n="int")
    cdef int legal(self, int* out) noexcept nogil
    @cython.locals(n="int", i="int", gang="int")
    cdef inline int legal_reveals(self, int* out) noexcept nogil
    @cython.locals(spot="int", left="int")
    cdef inline int legal_climbs(self, int* out, int n) noexcept nogil
    @cython.locals(both="int", rows="int")
    cdef inline int open_spots(self) noexcept nogil
    @cython.locals(mine="int[8]", gangs="int", pair="int", gang="int", i="int")
    cdef inline int legal_expulsions(self, int* out, int n) noexcept nogil
    @cython.locals(gang="int", n="int")
    cdef inline int list_influence(self, int* out) noexcept nogil
    @cython.locals(out="int[30]", mine="int[8]", climbs="int", gangs="int", n="int", gang="int", pair="int")
    cdef int pick(self, Random random) noexcept nogil

    @cython.locals(i="int")
    cdef inline int friends(self) noexcept nogil
    @cython.locals(left="int", move="int", climb="int[30]", total="int[30]", sum_="int", n="int", i="int", spots="int",
        spot="int", side="int", friends="int", friendly="int", right_friendly="int")
    cdef int guess(self, Random random) noexcept nogil
    @cython.locals(best="int", most="int", friends="int", pair="int", victim="int", gang="int", gain="int")
    cdef int coup(self, Random random) noexcept nogil
    @cython.locals(friends="int", total="int", i="int")
    cdef int weigh(self, int* moves, int n, int* weights) noexcept nogil
    @cython.locals(victim="int", spot="int")
    cdef inline int first_look(self, int move, int friends) noexcept nogil
    @cython.locals(mine="int", theirs="int", sharing="int", other="int", win="double")
    cdef double payoff(self, int seat) noexcept nogil

    @cython.locals(spot="int")
    cdef void apply(self, int move) noexcept nogil
    cdef inline void arrive(self, int row) noexcept nogil
    cdef inline void expel(self, int victim, int gang) noexcept nogil
    cdef inline void rise(self, int start, int spot) noexcept nogil
    cdef inline void vacate(self, int spot) noexcept nogil
    cdef inline void fill_from_deck(self) noexcept nogil
    cdef void turn_up(self, int gang) noexcept nogil
    cdef inline void end_turn(self) noexcept nogil
    @cython.locals(cards="word", left="int", gang="int")
    cdef void roll(self, Random random) noexcept nogil
    @cython.locals(total="int", i="int", gang="int", spot="int")
    cdef int points(self, int seat) noexcept nogil
    cdef void assign(self, Position other) noexcept nogil

@cython.locals(spot="int", i="int", seat="int")
cdef void copy(GangsPosition to, GangsPosition source) noexcept nogil
