"""What a caller of the solver sees: slices, limits, memory, bad input, tables, the solve
command."""

import functools
import io
import json
import random
import sys
from itertools import combinations, permutations, product

import cases
import pytest
from rules_help import answered, rack, table

from rules import solver as package
from rules.solver import backtrack, lookup, placing, problem, states, sweep
from rules.solver import search as solver
from rules.tilegame import games, referee, tiles
from tools import jsonl, solve
from tools.__main__ import guarded

TABLE = "r3 r4 r5 | k9 r9 b9 | k1 k2 k3 k4 | b10 b11 b12"
POSITIONS, LARGE = [cases.tables(__name__)[name] for name in ("POSITIONS", "LARGE")]
JOKER_TABLE = "r3 r4 * | k9 r9 b9 | k1 k2 k3 k4 | b10 b11 b12"


def run(game_id, on, own, **more):
    """Return the solver's Result; table and rack as texts, `opened` among the others."""
    return solver.run(games.rules_for(game_id), table(on), rack(own), **more)


def is_legal(game_id, on, own, found, opened=True):
    """Return whether the referee takes a Result's table."""
    rules = games.rules_for(game_id)
    return referee.judge(rules, table(on), rack(own), found.table, opened).legal


def answer(found):
    """Return what a Result says, the same on every machine."""
    return found.tiles, found.points, found.table, found.states, found.proved


# -- rules/solver/lookup.py: open runs of one colour, groups of one number

OPEN = list(zip(lookup.ONE, lookup.TWO, lookup.THREE))  # runs of length 1, 2, 3 and more, by state


def step(state, used):
    """Return the open runs after `used` tiles of the next number, None where a short run is broken
    off."""
    ones, twos, threes = OPEN[state]
    new = used - ones - twos
    longer = min(threes, new)
    after = (new - longer, ones, twos + longer)
    return OPEN.index(after) if new >= 0 and after in OPEN else None


def test_every_set_of_four_open_runs_is_a_state_and_is_found():
    counts = [state for state in product(range(5), repeat=3) if sum(state) <= 4]
    assert sorted(OPEN) == counts and sorted(OPEN, key=sum) == OPEN
    assert [sum(state) for state in OPEN].index(4) == lookup.FULL
    for state in product(range(5), repeat=3):
        found = lookup.FIND[(state[0] * 5 + state[1]) * 5 + state[2]]
        assert found == (OPEN.index(state) if state in OPEN else 255)


def test_runs_go_on_with_each_count_of_tiles():
    for state, used in product(range(len(OPEN)), range(5)):
        after = step(state, used)
        assert lookup.NEXT[state * 5 + used] == (255 if after is None else after)


def test_a_state_whose_bits_hold_anothers_can_do_what_that_can():
    """What can be laid in four more numbers, with no run left short."""

    @functools.cache
    def can(state, numbers):
        if not numbers:
            return {()} if OPEN[state][:2] == (0, 0) else set()
        ways = [(used, step(state, used)) for used in range(5)]
        return {
            (u, *rest) for u, after in ways if after is not None for rest in can(after, numbers - 1)
        }

    bits = [low | high << 8 for low, high in zip(lookup.LOW, lookup.HIGH)]
    for one, other in product(range(lookup.FULL), repeat=2):
        holds = bits[one] & bits[other] == bits[other]
        assert holds == (can(one, 4) >= can(other, 4))


@pytest.mark.parametrize("mixed", (False, True))
def test_the_needed_bits_are_those_of_the_states_whose_runs_join(mixed):
    """Open runs from both ends join in pairs; a run of three tiles and more may stay alone."""

    def joins(left, right):
        lengths = [[1] * state[0] + [2] * state[1] + [3] * state[2] for state in (left, right)]
        count = max(map(len, lengths))
        left, right = [row + [0] * (count - len(row)) for row in lengths]
        if sum(map(bool, left + right)) > count:
            left, right = left + [0] * 3, right + [0] * 3
        ways = permutations(right, len(left))
        return any(all(a + b > 2 or not a + b for a, b in zip(left, way)) for way in ways)

    few = [state for state in range(lookup.FULL) if sum(OPEN[state]) < 4]
    for one, other in product(few, repeat=2):
        left, right = [
            sum(count << 4 * i for i, count in enumerate(OPEN[state])) if mixed else state << 6
            for state in (one, other)
        ]
        bits = [placing.low_bits(left), placing.high_bits(left)]
        if mixed:
            bits = [placing.low_bits(left, True), placing.high_bits(left, True)]
        fits = all(a & ~b == 0 for a, b in zip(placing.needed_bits(right, mixed), bits))
        assert fits == joins(OPEN[one], OPEN[other])


@pytest.mark.long
@cases.table("game_id, on, own, goal, most")
def test_rk_15_rg_9_two_jokers_to_retrieve_take_few_states(game_id, on, own, goal, most):
    """581,759 and 63,946 states without a bound."""
    found = run(game_id, on, own, goal=goal, tidy=0)
    assert [found.tiles, found.points] == most and found.proved
    assert found.states < 10000 and is_legal(game_id, on, own, found)


@pytest.mark.long
def test_rg_4_an_opening_beside_two_jokers_takes_few_states_and_each_bound_one_sweep(monkeypatch):
    """839,052 states without a bound, 10,520 while attempts at a reading shared none."""
    on, own = POSITIONS["an opening beside two jokers"]
    bounds = []
    sweep_run = sweep.Sweep.run

    def note(one, *how):
        bounds.append(one.bound_made and (bytes(one.must), bytes(one.may), one.undecided))
        return sweep_run(one, *how)

    monkeypatch.setattr(sweep.Sweep, "run", note)
    found = run("RG", on, own, goal="points", opened=False, tidy=0)
    assert found.proved and found.states < 10000 and is_legal("RG", on, own, found, opened=False)
    bounds = [made for made in bounds if made]
    assert bounds and all(bounds.count(made) == 1 for made in bounds)


def test_counts_of_colours_are_groups_where_they_part_into_some():
    """More than two of a colour come from the table's jokers, two at most."""
    sizes = [way for size in (3, 4) for way in combinations(range(4), size)]
    parted = {(0, 0, 0, 0)}
    for _ in range(4):
        parted |= {
            tuple(n + (c in way) for c, n in enumerate(counts))
            for counts in parted
            for way in sizes
        }
    for jokers, ways in enumerate((lookup.GROUPS0, lookup.GROUPS1, lookup.GROUPS2)):
        for way in range(256):
            counts = [way >> 2 * c & 3 for c in range(4)]
            filled = [(c, d) for c in range(4) for d in range(4)] if jokers == 2 else range(4)
            fills = [()] if not jokers else [(c,) for c in filled] if jokers == 1 else filled
            works = any(
                tuple(n + fill.count(c) for c, n in enumerate(counts)) in parted for fill in fills
            )
            few = sum(max(0, n - 2) for n in counts) <= 2
            assert (way in ways) == (works and few and (sum(counts) > 0 or not jokers)), (
                jokers,
                counts,
            )


def test_a_generator_in_slices():
    asked = games.rules_for("RK"), table(TABLE), rack("b9 o9 r6 k5 b13")
    found, pauses = answered(solver.solve(*asked))
    assert len(pauses) > 5 and not any(pauses)
    assert found.tiles == 5 and found.proved


@pytest.mark.parametrize(
    "own, tiles", [("o1 o5", 0), ("", 0), ("r6 k5 b13 o9 r7 r8 b7 o7 k7 o1", 9)]
)
def test_without_a_limit_the_answer_is_proved_and_with_one_it_is_legal(own, tiles):
    full = run("RK", TABLE, own)
    assert full.proved and full.tiles == len(full.laid) == tiles
    cut = run("RK", TABLE, own, limit=1)
    assert cut.proved == (not own) and cut.tiles <= tiles
    assert not cut.tiles or is_legal("RK", TABLE, own, cut)


# -- narrow searches


@pytest.mark.long(keep=4)
@pytest.mark.parametrize("game_id", ["RK", "RG", "KR"])  # CR-11 is RK-15
@pytest.mark.parametrize(
    "own, opened",
    [("r6 k5 b13 o9 r7 r8 b7 o7 k7", True), ("r6 r7 k5 b8 b9 o3 o4 *", True),
     ("k10 r10 b10 k3 r3 o1 o2", False), ("k2 k5 r7 r9 b3 b6 o2 o8", True)],
)  # fmt: skip
def test_a_narrow_search_is_the_same_on_a_handheld_and_proves_nothing_it_left_out(
    game_id, own, opened, monkeypatch
):
    on = TABLE + " | r11 r12 *"
    every = len(own.split())
    for least, wide in ((0, 1), (0, 3), (every, 3), (every, 12)):
        full = run(game_id, on, own, opened=opened, min_tiles=least)
        asked = {"opened": opened, "min_tiles": least, "beam_width": wide}
        desktop = run(game_id, on, own, **asked)
        with monkeypatch.context() as patch:
            patch.setattr(problem, "SMALL", True)
            assert answer(run(game_id, on, own, **asked)) == answer(desktop)
        assert desktop.tiles <= full.tiles
        if desktop.proved:
            assert (desktop.tiles, desktop.points) == (full.tiles, full.points)
        assert not desktop.tiles or is_legal(game_id, on, own, desktop, opened)


@pytest.mark.parametrize("small", [False, True])
def test_a_narrow_search_keeps_more_where_its_limit_has_room(small, monkeypatch):
    """Eight states between two numbers do not find it with a limit of 110."""
    monkeypatch.setattr(problem, "SMALL", small)
    asked = "RG", "b3 * b5 | b9 b10 b11 b12 | o9 o10 * o12 o13"
    asked += ("r3 o11 k12 k7 r4 b2 b2 o11 b6 o9 r6 k11 k7 o2",)
    full = run(*asked, goal="points")
    scarce, roomy = [run(*asked, goal="points", beam_width=8, limit=limit) for limit in (50, 230)]
    assert scarce.points < roomy.points == full.points and roomy.states <= 230
    assert not scarce.proved


@pytest.mark.parametrize("small", [True, False])
def test_a_limit_also_holds_for_what_its_states_lead_to(monkeypatch, small):
    """In a round of Rummy Gin 212 states led to over 4,000: on a handheld a thought of 8 s."""
    full = POSITIONS["a full table"]
    monkeypatch.setattr(problem, "SMALL", small)
    led_to = []
    spend = problem.Budget.spend

    def counted(budget, count):
        led_to.append(budget.reached)
        spend(budget, count)

    monkeypatch.setattr(problem.Budget, "spend", counted)
    monkeypatch.setattr(problem, "_REACHED_PER_STATE", 4)
    asked = {"min_tiles": 20, "limit": 212, "beam_width": 8, "tidy": 0}
    result = run("RG", *full, **asked)
    assert not result.proved and result.states == 212
    assert 4 * 212 <= max(led_to) < 5 * 212
    del led_to[:]
    monkeypatch.setattr(problem, "_REACHED_PER_STATE", 1000)
    run("RG", *full, **asked)
    assert max(led_to) > 1700


def test_the_widest_are_the_best_of_equals_those_of_the_least_keys_then_the_first():
    rng = random.Random(1)
    for _ in range(200):
        many = rng.randint(1, 12)
        values = [rng.randint(0, 3) for _ in range(many)]
        keys = [rng.randint(0, 4) for _ in range(many)]
        width = rng.randint(1, many)
        best = sorted(range(many), key=lambda place: (-values[place], keys[place], place))
        assert states.keep_best(values, keys, width) == sorted(best[:width]), (values, keys)


def test_in_a_narrow_search_the_heap_is_collected_by_states_not_at_every_number(monkeypatch):
    monkeypatch.setattr(problem, "SMALL", True)
    monkeypatch.setattr(problem, "collect", lambda: None)
    done = []
    monkeypatch.setattr(states, "collect", lambda: done.append(1))
    found = run("RK", TABLE, "r6 k5 b13 o9", tidy=0, beam_width=8)
    assert found.proved and found.states < 48 and not done
    assert 0 < len(placing.moves_cache) <= placing._CACHE_SIZE


# -- many states


@pytest.mark.long
def test_without_a_limit_the_best_play_is_proved_however_many_states_it_takes():
    """Both table jokers can be paid for; points and tiles are by an integer program with the clause
    of RK-15. Up to 11,209 states between two numbers: more than a handheld has slots for."""
    found = run("RK", *POSITIONS["many states"], goal="points")
    assert (found.points, found.tiles, found.proved) == (103, 13, True)


def _begun(monkeypatch):
    """Return the searches begun from now on, in the arrays of a handheld: (spare jokers, bytes of
    slots) each."""
    monkeypatch.setattr(problem, "SMALL", True)
    begin = states.SmallLayers.__init__
    sizes = []

    def begun(self, sweep, start):
        begin(self, sweep, start)
        sizes.append((sweep.free_jokers, sum(len(row) * row.itemsize for row in self.slots)))

    monkeypatch.setattr(states.SmallLayers, "__init__", begun)
    return sizes


def test_tidying_up_takes_little_memory_however_many_jokers_are_free(monkeypatch):
    """Both jokers of this table can be paid for, so that they are two to spare."""
    on, own = POSITIONS["two jokers to spare"]
    asked = games.rules_for("KR"), table(on), rack(own)
    asked[1][5] = asked[1][5][:2] + bytes((tiles.joker_as(13, 8),))  # o13
    desktop = solver.run(*asked)
    sizes = _begun(monkeypatch)
    board = solver.run(*asked)
    assert board.tiles == desktop.tiles == 11 and board.table == desktop.table and board.proved
    assert max(size for _spare, size in sizes) < 2000


def test_a_rack_that_cannot_open_is_proved_in_little_memory_however_many_jokers_it_holds(
    monkeypatch,
):
    """Without a joker (KR-5) no group of this rack comes to 30 points (KR-4)."""
    own = "k3 k4 k5 k6 k7 k10 r3 r4 r11 r12 b1 b3 b4 b6 b7 b7 b8 b8 b9 b11 b12 b13"
    sizes = _begun(monkeypatch)
    result = run("KR", "", own + " o2 o3 o4 o5 o6 o9 * *", opened=False)
    assert result.tiles == 0 and result.proved
    assert [spare for spare, _size in sizes] == [2] and sizes[0][1] < 4000


@pytest.mark.long(keep=1)
@pytest.mark.parametrize("game_id", LARGE)
def test_a_wide_search_takes_no_more_slots_than_memory_has(monkeypatch, game_id):
    """One that was cut short then looks once more, for what beats it: that may prove it best."""
    on, own, most = LARGE[game_id]
    full = run(game_id, on, own, opened=False)
    monkeypatch.setattr(problem, "SMALL", True)
    made = []
    grow = states.SmallLayers._grow
    monkeypatch.setattr(
        states.SmallLayers, "_grow", lambda self, room: made.append(room) or grow(self, room)
    )
    assert run(game_id, on, own, opened=False).table == full.table and max(made) > most
    del made[:]
    monkeypatch.setattr(states, "free_bytes", lambda: 0)
    found = run(game_id, on, own, opened=False)
    assert max(made) <= most and not found.out_of_memory and 0 < found.tiles <= full.tiles
    best = full.tiles, full.points
    assert found.proved or game_id == "CR"
    assert not found.proved or answer(found)[:2] == best
    assert is_legal(game_id, on, own, found, False)


@pytest.mark.parametrize("most", [states._MAX_SLOTS, 255])
def test_a_handheld_proves_nothing_where_it_has_left_states_out(most, monkeypatch):
    monkeypatch.setattr(problem, "SMALL", True)
    monkeypatch.setattr(states, "_MAX_SLOTS", most)
    found = run("CR", *LARGE["CR"][:2], opened=False)
    assert found.proved == (most > 255) and most < 1 << 13  # bits of a place
    assert found.tiles == 23 or found.tiles < 23 and not found.proved


# -- the whole rack


@pytest.mark.long
def test_the_whole_rack_is_proved_out_of_reach_only_where_it_is():
    """A table with all rack tiles but the joker is no answer, nor a proof that there is none."""
    on, own = POSITIONS["all but the joker"]
    assert run("RG", on, own, min_tiles=13).tiles == 13
    for wide in (1, 4, 16):
        cut = run("RG", on, own, min_tiles=13, beam_width=wide, limit=230)
        assert cut.tiles == 13 or cut.tiles == 0 and not cut.proved, wide


@pytest.mark.parametrize("own", ["r6 k5 b13", "r6 k5 b13 o9", "r6 r7 k5 b13 o1", "r6 * b13", "* *"])
def test_asked_for_the_whole_rack_the_answer_is_all_of_it_or_none(own):
    most = run("RK", TABLE, own)
    whole = run("RK", TABLE, own, min_tiles=len(own.split()))
    assert most.proved and whole.proved
    assert whole.tiles == (most.tiles if most.tiles == len(own.split()) else 0)


def test_tiles_that_need_more_jokers_than_there_are_do_not_all_go_down():
    """Both lack a joker, and no joker helps both."""
    found = run("RK", TABLE, "b2 o12 *", min_tiles=3)
    assert found.tiles == 0 and found.proved


# -- memory


def test_out_of_memory_ends_a_search_that_proves_nothing(monkeypatch):
    def broken(self, *how):
        if self.first is None and self.free_jokers == 1:
            raise MemoryError
            yield
        yield from whole(self, *how)

    whole = sweep.Sweep.run
    assert not run("RK", TABLE, "r6 * o9").out_of_memory
    monkeypatch.setattr(sweep.Sweep, "run", broken)
    found = run("RK", TABLE, "r6 * o9")
    assert not found.proved and found.out_of_memory
    assert not found.tiles or is_legal("RK", TABLE, "r6 * o9", found)


@pytest.mark.parametrize("free", [20000, 100000])
def test_the_slots_are_given_back_behind_a_sweep_where_memory_is_scarce(monkeypatch, free):
    monkeypatch.setattr(problem, "SMALL", True)
    monkeypatch.setattr(package, "free_bytes", lambda: free)
    held = []
    trace, way = states.SmallLayers.trace, backtrack.find_path
    monkeypatch.setattr(
        states.SmallLayers, "trace", lambda self, i: held.append(self.slots) or trace(self, i)
    )
    monkeypatch.setattr(
        backtrack, "find_path", lambda sweep: held.append(len(held.pop())) or way(sweep)
    )
    result = run("RK", "k1 k2 k3", "k4 r9", tidy=0)
    assert result.tiles == 1 and result.proved
    assert held == ([0] if free == 20000 else [6])


def test_what_a_phase_loads_is_dropped_when_it_is_over(monkeypatch):
    """Told how to drop a module, as on a handheld, the solver keeps none that is rarely needed."""
    dropped = []
    for least in (0, 3):
        for opened in (True, False):
            asked = {"opened": opened, "min_tiles": least}
            monkeypatch.setattr(package, "forget", dropped.append)
            found = run("RG", JOKER_TABLE, "r5 k5 *", **asked)
            monkeypatch.setattr(package, "forget", None)
            assert found.table == run("RG", JOKER_TABLE, "r5 k5 *", **asked).table
    names = "end_table opening_build jokers opening_meld tidy"
    wanted = {"rules.solver." + name for name in names.split()}
    assert wanted <= set(dropped)
    assert not {"rules.solver.search", "rules.solver.states"} & set(dropped)


# -- the command


GOOD = {"game": "RK", "table": [["r3", "r4", "r5"]], "rack": ["r6", "b1"]}


def ask(*requests):
    """Return the status and the answers to lines; a request that is text is a line as it is."""
    out = io.StringIO()
    lines = [one if isinstance(one, str) else json.dumps(one) for one in requests]
    status = jsonl.serve(solve.answer, lines, out)
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


def test_solve_answers_json_and_a_malformed_line_does_not_stop_the_rest():
    status, (reply, wrong, again) = ask(dict(GOOD, id=7), "{", GOOD)
    assert status == 2 and "error" in wrong and again["tiles"] == 1
    assert (reply["id"], reply["tiles"], reply["points"], reply["laid"]) == (7, 1, 6, ["r6"])
    assert reply["table"] == [["r3", "r4", "r5", "r6"]] and reply["proved"] is True
    assert reply["states"] > 0 and reply["ms"] >= 0
    assert ask(GOOD)[0] == 0


@cases.table("change, word")
def test_solve_refuses_with_one_sentence(change, word):
    status, (reply,) = ask(dict(GOOD, **change))
    said = reply["error"]
    assert status == 2 and word in said and "\n" not in said and said.endswith(".")


@cases.table("words, said")
def test_words_that_make_no_sense_are_one_sentence_on_the_line_and_in_json(words, said, capsys):
    assert guarded("solve", solve.main, words) == 2
    told = capsys.readouterr().err
    assert said in told and told.count("\n") == 1
    if said.endswith("tile"):
        status, (reply,) = ask(dict(GOOD, rack=words[1:]))
        assert status == 2 and reply["error"] == told.strip()


@pytest.mark.parametrize("terminal", [True, False])
def test_on_a_terminal_it_says_what_it_waits_for(monkeypatch, capsys, terminal):
    given = io.StringIO()
    given.isatty = lambda: terminal
    monkeypatch.setattr("sys.stdin", given)
    assert jsonl.serve(solve.answer) == 0
    out, err = capsys.readouterr()
    assert (out, "JSON" in err, err.count("\n")) == ("", terminal, int(terminal))


def test_solve_reads_to_a_person_and_paints_on_a_terminal(monkeypatch, capsys):
    assert solve.main(["r3 r4 r5 | k9 r9 b9", "b7 * r6"]) == 0
    text = capsys.readouterr().out
    assert "Play 2 of 3 tiles" in text and "+r6" in text and "Left on the rack: b7" in text
    assert "\033" not in text
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    solve.main(["r3 r4 r5", "r6"])
    assert "\033[1;31mr6" in capsys.readouterr().out
