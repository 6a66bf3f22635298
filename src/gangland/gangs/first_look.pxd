cimport cython

from gangland.core.evaluator cimport MOST_NOTED
from gangland.gangs.position cimport (
    AGENT, EXPEL, FILL, LEFT, LORD, NOTHING, PASS, REVEAL, ROW, UPPER_PAIRS, VICTIM, GangsPosition, held,
)

cdef enum:
    MOVE_FEATURES = 422
    CLIMBER = 0
    CLIMB_HEIR = 40
    OPENED = 55
    CLIMB_RIVAL = 67
    CLIMB_HELD = 72
    ARRIVAL = 82
    CROWNED = 86
    FILLER = 96
    FILL_HEIR = 136
    FILL_RIVAL = 166
    FILL_HELD = 171
    FILL_CROWNED = 181
    STRUCK = 191
    STRUCK_HEIR = 287
    STRUCK_RIVAL = 323
    CARDS_LEFT = 335
    SPENT = 359
    STRUCK_POINTS = 367
    SHOWN_POINTS = 377
    SHOWN_HELD = 385
    SHOWN_RIVAL = 387
    PASSING = 388
    LAST_IN = 418

cdef int[21] ROW_OF
cdef int[21] LEFT_OF
cdef int[90] VICTIM_OF
cdef int[90] AGENT_OF
cdef int[42] OVER

@cython.locals(spot="int", pair="int")
cdef void fill_tables() noexcept nogil
@cython.locals(i="int")
cdef int friends_of(GangsPosition position) noexcept nogil
cdef int describe_alone(GangsPosition position, int move, int* noted) noexcept nogil
@cython.locals(pair="int", by="int", n="int")
cdef int describe(GangsPosition position, int move, int friends, int rivals, int* noted) noexcept nogil
@cython.locals(gangs="int", seat="int")
cdef int rivals_of(GangsPosition position) noexcept nogil
@cython.locals(points="int")
cdef int standing(GangsPosition position) noexcept nogil
@cython.locals(left="int", count="int", spot="int")
cdef int heirs(GangsPosition position, int gap, int friends) noexcept nogil
@cython.locals(row="int", gang="int", friendly="int", beside="int", n="int", side="int", above="int", neighbour="int")
cdef int describe_climb(
    GangsPosition position, int spot, int start, int friends, int rivals, int* noted) noexcept nogil
@cython.locals(row="int", gang="int", friendly="int", other="int", n="int")
cdef int describe_fill(GangsPosition position, int start, int friends, int rivals, int* noted) noexcept nogil
@cython.locals(gang="int", row="int", high="int", own="int", crowned="int", n="int")
cdef int describe_strike(
    GangsPosition position, int victim, int by, int friends, int rivals, int* noted) noexcept nogil
cdef int spent(GangsPosition position, int card, bint high, int friends) noexcept nogil
@cython.locals(points="int", spot="int")
cdef int describe_reveal(GangsPosition position, int gang, int rivals, int* noted) noexcept nogil

@cython.locals(noted="int[16]", strikes="double[42]", cards="double[16]", friends="int", rivals="int", i="int", move="int",
    pair="int", last="int", first="int", gang="int", victim="int", by="int", strike="double", count="int")
cdef void multiply(
    GangsPosition position, int* moves, int n, double* factors, double* products) noexcept nogil
@cython.locals(i="int", result="double")
cdef double product(double* factors, int* noted, int n) noexcept nogil
@cython.locals(n="int")
cdef int bits(int word) noexcept nogil
