cimport cython

from gangland.core.chance cimport Random
from gangland.core.evaluator cimport Evaluator
from gangland.gangs.first_look cimport MOVE_FEATURES, bits, describe_alone, friends_of, multiply
from gangland.gangs.position cimport (
    AGENT, BOTH, CLIMB, EXPEL, FILL, LEFT, NOTHING, PASS, REVEAL, ROW, UPPER_PAIRS, VICTIM, GangsPosition, held, lowest,
    open_spots,
)
from gangland.core.position cimport Position

cdef enum:
    FEATURES = 272
    ALLIES = 0
    SPOTS = 84
    AGENTS = 105
    INFLUENCE = 189
    POINTS = 213
    TURN = 217
    MOVER = 221
    PASSED = 225
    SHOWN = 229
    STATE = 245
    REVEALS = 249
    GAPS = 253
    PLAYERS = 260
    TOP = 263
    LEAD = 267
    STANDING = 268

cdef int[21] ROW_OF
cdef int[21] LEFT_OF
cdef int[90] VICTIM_OF

@cython.locals(spot="int", pair="int")
cdef void fill_tables() noexcept nogil
@cython.locals(left="int", move="int", friends="int", right_friendly="int")
cdef int rollout(GangsPosition position, Random random) noexcept nogil
@cython.locals(climb="int[30]", total="int[30]", sum_="int", n="int", i="int", spots="int", spot="int", side="int", left="int")
cdef int rollout_climb(GangsPosition position, int friends, Random random) noexcept nogil
@cython.locals(best="int", most="int", pair="int", victim="int", gang="int", gain="int")
cdef int best_expulsion(GangsPosition position, int friends, Random random) noexcept nogil
@cython.locals(left="int")
cdef bint has_heir(GangsPosition position, int victim, int friends) noexcept nogil
cdef int climb_prior(int row, bint friendly) noexcept nogil
@cython.locals(victim="int", spot="int")
cdef int prior(GangsPosition position, int move, int friends) noexcept nogil
@cython.locals(friends="int", total="int", i="int")
cdef int all_priors(GangsPosition position, int* moves, int n, int* weights) noexcept nogil

cdef int note(int* which, double* amounts, int n, int feature, double value) noexcept nogil
@cython.locals(friends="int[4]", n="int", players="int", r="int", i="int", spot="int", gang="int", rest="int", other="int",
    points="int", shown="int")
cdef int features_of(GangsPosition position, int seat, int* which, double* amounts) noexcept nogil

cdef class GangsEvaluator(Evaluator):
    cdef bint _suits(self, Position position)
    cdef int _rollout_move(self, Position position, Random random) noexcept nogil
    cdef int _priors(self, Position position, int* moves, int n, int* weights) noexcept nogil
    cdef double _utility(self, Position position, int seat) noexcept nogil
    cdef double _expected(self, double share, double points, double rest) noexcept nogil
    cdef int _inputs(self) noexcept nogil
    cdef int _features(self, Position position, int seat, int* which, double* amounts) noexcept nogil
    cdef int _move_inputs(self) noexcept nogil
    cdef int _move_features(self, Position position, int move, int* noted) noexcept nogil
    cdef void _multiply(self, Position position, int* moves, int n, double* factors, double* products) noexcept nogil
