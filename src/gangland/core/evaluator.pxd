cimport cython

from gangland.core.chance cimport Random
from gangland.core.position cimport MOST_MOVES, Position

cdef enum:
    MOST_FEATURES = 512
    MOST_NOTED = 16

cdef class Evaluator:
    @cython.locals(table="Position", moves="int[4096]", weights="int[4096]", n="int", i="int")
    cpdef list priors(self, position)
    @cython.locals(table="Position", which="int[512]", amounts="double[512]", n="int", i="int")
    cpdef list features(self, position, seat)
    @cython.locals(table="Position", moves="int[4096]", noted="int[16]", n="int", count="int", i="int", j="int")
    cpdef list move_features(self, position)
    cdef _check_suits(self, Position position)
    cdef bint _suits(self, Position position)

    cdef int _inputs(self) noexcept nogil
    cdef int _rollout_move(self, Position position, Random random) noexcept nogil
    @cython.locals(i="int")
    cdef int _priors(self, Position position, int* moves, int n, int* weights) noexcept nogil
    cdef double _utility(self, Position position, int seat) noexcept nogil
    cdef double _expected(self, double share, double points, double rest) noexcept nogil
    cdef int _features(self, Position position, int seat, int* which, double* amounts) noexcept nogil
    cdef int _move_inputs(self) noexcept nogil
    cdef int _move_features(self, Position position, int move, int* noted) noexcept nogil
    @cython.locals(noted="int[16]", i="int", j="int")
    cdef void _multiply(self, Position position, int* moves, int n, double* factors, double* products) noexcept nogil

cdef class EndgameEvaluator(Evaluator):
    cdef bint _can_solve(self, Position position)
    cdef bint _is_last_round(self, Position position)
    cdef double _end_utility(self, double share, int lead) noexcept nogil
    cdef int _max_gain(self, Position position, int seat) noexcept nogil
    cdef unsigned long long _key(self, Position position) noexcept nogil
