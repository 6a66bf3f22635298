cimport cython

from gangland.core.chance cimport Random
from gangland.core.evaluator cimport EndgameEvaluator
from gangland.famiglia.first_look cimport MOVE_FEATURES, describe, multiply
from gangland.famiglia.position cimport (
    ABOVE0, ACTIONS, B, B_ABLE, BRUTAL, FIRST_PILE, M_ABLE, PASS, PAY, PLAY_A, PLAY_B, RANK0, SWAP, SWEEP, TAKE, USED_UP,
    DuelPosition, bit, dearest, held, jokered, kinds, legal_jokers, legal_payments, legal_reduced, lowest, nth, paired, pairs, payment, size, total_worth, word,
    worth,
)
from gangland.famiglia.robot cimport NOWHERE, ROBOT, WANTED, SoloPosition, street_card
from gangland.core.position cimport Position

cdef extern from *:
    const word ABOVE1 "011100111001110011100ULL"
    const word ABOVE2 "011000110001100011000ULL"
    const word ABOVE3 "010000100001000010000ULL"
    const word UP_TO_1 "000010000100001000010ULL"
    const word UP_TO_2 "000110001100011000110ULL"
    const word UP_TO_3 "001110011100111001110ULL"
    const word WORD "0xFFFFFFFFFFFFFFFFULL"
    const word MIXER "0x9E3779B97F4A7C15ULL"

cdef enum:
    DUEL_FEATURES = 269
    SOLO_FEATURES = 282
    MOST_TAKES = 256

cdef int[20] WORTH
cdef int[20] APPEAL

@cython.locals(card="int")
cdef fill_tables()

@cython.locals(
    cards="word", hand="word", street="word", natural="word", gifts="word", within="word", left="word", best="int",
    brute="int", target="int", card="int", n="int", out="int[256]")
cdef int duel_rollout(DuelPosition position, Random random) noexcept nogil
@cython.locals(reach="word")
cdef word lowered(word natural, int brute) noexcept nogil
cdef int highest(word kinds_) noexcept nogil
@cython.locals(rank="int")
cdef int highest_rank(word kinds_) noexcept nogil
@cython.locals(move="int", card="int", place="int")
cdef int solo_rollout(SoloPosition position, Random random) noexcept nogil

@cython.locals(hand="word", total="int", i="int")
cdef int duel_priors(DuelPosition position, int* moves, int n, int* weights) noexcept nogil
cdef int prior(word hand, int move) noexcept nogil

cdef int note(int* which, double* amounts, int n, int feature, double value) noexcept nogil
@cython.locals(left="word", card="int")
cdef int note_cards(int* which, double* amounts, int n, int feature, word cards) noexcept nogil
@cython.locals(left="word")
cdef int note_hand(int* which, double* amounts, int n, int feature, word cards) noexcept nogil
@cython.locals(other="int", mine="int", theirs="int", n="int")
cdef int duel_features(DuelPosition position, int seat, int* which, double* amounts) noexcept nogil
@cython.locals(n="int", still="int", rank="int", missing="int")
cdef int solo_features(SoloPosition position, int seat, int* which, double* amounts) noexcept nogil

cdef word mix(word state, word word_) noexcept nogil
@cython.locals(state="word", mover="int", other="int", i="int", turn="int", flags="int")
cdef word duel_key(DuelPosition position) noexcept nogil
@cython.locals(state="word", i="int")
cdef word solo_key(SoloPosition position) noexcept nogil
@cython.locals(gain="int", i="int")
cdef int max_gain(DuelPosition position, int seat) noexcept nogil

cdef class DuelEvaluator(EndgameEvaluator):
    cdef bint _suits(self, Position position)
    cdef int _inputs(self) noexcept nogil
    cdef int _rollout_move(self, Position position, Random random) noexcept nogil
    cdef int _priors(self, Position position, int* moves, int n, int* weights) noexcept nogil
    cdef double _utility(self, Position position, int seat) noexcept nogil
    cdef int _features(self, Position position, int seat, int* which, double* amounts) noexcept nogil
    cdef int _move_inputs(self) noexcept nogil
    cdef int _move_features(self, Position position, int move, int* noted) noexcept nogil
    cdef void _multiply(self, Position position, int* moves, int n, double* factors, double* products) noexcept nogil
    cdef bint _can_solve(self, Position position)
    cdef bint _is_last_round(self, Position position)
    @cython.locals(win="double")
    cdef double _end_utility(self, double share, int lead) noexcept nogil
    cdef double _expected(self, double share, double points, double rest) noexcept nogil
    cdef int _max_gain(self, Position position, int seat) noexcept nogil
    cdef unsigned long long _key(self, Position position) noexcept nogil

cdef class SoloEvaluator(DuelEvaluator):
    cdef bint _suits(self, Position position)
    cdef int _inputs(self) noexcept nogil
    cdef int _rollout_move(self, Position position, Random random) noexcept nogil
    cdef int _features(self, Position position, int seat, int* which, double* amounts) noexcept nogil
    @cython.locals(near="double")
    cdef double _expected(self, double share, double points, double rest) noexcept nogil
    cdef unsigned long long _key(self, Position position) noexcept nogil
