cimport cython

from gangland.core.evaluator cimport MOST_NOTED
from gangland.famiglia.position cimport (
    ACTIONS, BRUTAL, M, PASS, PAY, PLAY_A, PLAY_B, RANK0, SECOND_PILE, SWAP, TAKE, DuelPosition, bit, dearest, held,
    jokered, kinds, paired, word, worth,
)

cdef enum:
    MOVE_FEATURES = 545
    TAKEN = 0
    TAKEN_HELD = 60
    PAID = 120
    SPENT = 156
    DENIED = 176
    REDUCED = 181
    SWEPT = 186
    SWEPT_OF = 226
    SWEPT_AWAY = 238
    SWEPT_FROM = 243
    SWEPT_BEST = 248
    COUNTED_BY = 278
    COUNTED_BEST = 290
    GIVEN = 296
    GOT = 356
    GOT_PAIR = 416
    GIVEN_PAIR = 421
    BRUTE = 426
    BRUTE_BEST = 506
    BRUTE_FREES = 512
    BRUTE_PAIRS = 517
    BRUTE_IDLE = 522
    PASSING = 527
    PASSING_BEST = 533
    PASSING_LEAD = 539

cdef int describe(DuelPosition position, int move, int* noted) noexcept nogil
@cython.locals(hand="word")
cdef word reach(DuelPosition position, int seat) noexcept nogil
@cython.locals(card="int", way="int")
cdef int describe_within(DuelPosition position, int move, word own, int* noted) noexcept nogil
@cython.locals(count="int")
cdef int few(word cards, int card) noexcept nogil
@cython.locals(points="int", steps="int")
cdef int best_of(word reached) noexcept nogil
cdef int describe_take(DuelPosition position, int card, int n, int* noted) noexcept nogil
@cython.locals(rank="int", n="int")
cdef int describe_sweep(DuelPosition position, int card, word own, int* noted) noexcept nogil
@cython.locals(hand="word", n="int")
cdef int describe_swap(DuelPosition position, int given, int got, int* noted) noexcept nogil
@cython.locals(hand="word", rank="int", n="int", less="int")
cdef int describe_brute(DuelPosition position, int brute, int target, word own, int* noted) noexcept nogil
@cython.locals(lead="int", passed="int")
cdef int describe_pass(DuelPosition position, word own, int* noted) noexcept nogil
@cython.locals(noted="int[16]", own="word", i="int", j="int", result="double")
cdef void multiply(DuelPosition position, int* moves, int n, double* factors, double* products) noexcept nogil
