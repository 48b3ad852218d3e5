"""Laws of answers: certain is certain, shares add up, a renaming renames, and two engines agree."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from maps import Board, london
from solver.answers.candidates import irreducible
from solver.answers.check import check_mystery
from solver.core.protocol import Evidence, Noted
from solver.core.values import Budget, Proof, Verdict, edge_float
from solver.engines.choose import believe
from solver.engines.worlds import weigh
from solver.games.black_sonata.cards import SYMBOLS
from solver.games.black_sonata.faces import Landmark
from solver.games.black_sonata.motion import SearchResult, Sighting
from tests.differential.small_games import map_game, symbol_game
from tests.laws.house import answers_at, answers_of, games, law, session_of, tables_of
from tests.referee import Played, some_of


@law(30)
@given(games("map", "printed", ladies=("symbols", "cards")))
def test_certain_means_exactly_one_and_shares_add_up_to_one(played: Played) -> None:
    session = session_of(played.session)
    tables = tables_of(session)
    for number in some_of(len(played.events), 6):
        for answer in answers_at(session, tables[number]):
            shares = [candidate.probability for candidate in answer.candidates]
            assert sum(shares) == 1
            assert all(0 < share <= 1 for share in shares)
            assert shares == sorted(shares, reverse=True)
            for candidate in answer.candidates:
                assert (candidate.verdict is Verdict.CERTAIN) is (candidate.probability == 1)
            assert (len(answer.candidates) == 1) is (answer.candidates[0].verdict is Verdict.CERTAIN)


@law(30)
@given(games("map", "printed"))
def test_a_float_is_one_exactly_where_the_answer_is_certain(played: Played) -> None:
    for answer in answers_of(played.session):
        for shown in answer.to_json()["answers"]:
            assert (shown["probability"] == 1.0) is (shown["verdict"] == "certain")
            assert 0 < shown["probability"] <= 1
            assert (shown["exact"] == "1") is (shown["verdict"] == "certain")
            assert str(Fraction(shown["exact"])) == shown["exact"]


@law(300)
@given(st.integers(1, 10**40), st.integers(1, 10**40))
def test_a_fraction_is_never_rounded_to_an_edge(part: int, rest: int) -> None:
    exact = Fraction(part, part + rest)
    shown = edge_float(exact)
    assert 0.0 < shown < 1.0
    assert abs(Fraction(shown) - exact) <= max(exact * Fraction(1, 2**52), Fraction(1, 2**53))


def test_the_edges_themselves_stay_exact() -> None:
    assert edge_float(Fraction(0)) == 0.0
    assert edge_float(Fraction(1)) == 1.0
    assert 0.0 < edge_float(Fraction(1, 10**400)) < 1e-300
    assert 1 - 1e-15 < edge_float(1 - Fraction(1, 10**400)) < 1.0


@law(40)
@given(games("map", "printed", "cards", ladies=(None,)), st.integers(0, 25), st.sampled_from(london().names))
def test_what_can_be_seen_in_a_world_adds_up_to_one(played: Played, slot: int, place: str) -> None:
    """In every world a card shows one of the landmarks, and a search there finds her or not."""
    (evidence,) = session_of(played.session).game.evidence(tables_of(session_of(played.session, []))[0])
    deck: Any = evidence.mystery
    for world, _ in islice(deck.worlds(), 20):
        faces = [deck.likelihood(world, Sighting(slot, Landmark(name))) for name in london().landmarks]
        finds = [deck.likelihood(world, SearchResult(slot, place, found)) for found in (True, False)]
        assert sum(faces) == 1
        assert all(0 <= chance <= 1 for chance in faces)
        assert sorted(finds) == [0, 1]
        assert finds[0] == (deck.read(world, ("at", slot)) == place)


# Renaming


@law(60)
@given(st.integers(0, 100_000), st.permutations(SYMBOLS))
def test_renaming_the_symbols_renames_the_answers(seed: int, renamed: list[str]) -> None:
    names = dict(zip(SYMBOLS, renamed, strict=True))
    game = symbol_game(seed)
    facts = [replace(fact, symbols=_rename(fact.symbols, names)) for fact in game.facts]
    there = weigh(game.mystery, facts, Budget()).distribution(("symbols",))
    assert dict(there) == {_rename(triple, names): share for triple, share in game.expected[("symbols",)].items()}


@law(25)
@given(games(ladies=("symbols",)), st.permutations(SYMBOLS))
def test_renaming_the_symbols_of_a_whole_session_renames_the_answers(played: Played, renamed: list[str]) -> None:
    """As long as no other lady is drawn: then printed numbers count, and these know the symbols by name."""
    names = dict(zip(SYMBOLS, renamed, strict=True))
    ends = [n for n, event in enumerate(played.events) if event.get("effect") == "replace-lady"]
    events = played.events[: ends[0] if ends else None]
    before = {answer.question.id: answer for answer in answers_of(played.session, events)}
    after = {answer.question.id: answer for answer in answers_of(played.session, [_in_json(e, names) for e in events])}
    assert after["lady.location"] == before["lady.location"]
    assert _shares(after["lady.symbols"]) == {
        _rename(triple, names): share for triple, share in _shares(before["lady.symbols"]).items()
    }


def _rename(symbols: Any, names: dict[str, str]) -> tuple[str, ...]:
    return tuple(sorted(names[symbol] for symbol in symbols))


def _in_json(event: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    keys = [key for key in ("symbols", "gives") if key in event]
    return {**event, **{key: [names[symbol] for symbol in event[key]] for key in keys}}


def _shares(answer: Any) -> dict[Any, Fraction]:
    return {candidate.value: candidate.probability for candidate in answer.candidates}


@law(60)
@given(st.integers(0, 100_000), st.permutations("ABCDE"))
def test_renaming_the_places_renames_the_answers(seed: int, renamed: list[str]) -> None:
    names = dict(zip("ABCDE", renamed, strict=True))
    game = map_game(seed)
    deck = replace(game.mystery, board=_renamed_board(game.mystery.board, names))
    facts = [replace(f, place=names[f.place]) if isinstance(f, SearchResult) else f for f in game.facts]
    belief = deck.count(facts, Budget())
    for slot in range(deck.slots):
        expected = {names[place]: share for place, share in game.expected[("at", slot)].items()}
        assert dict(belief.distribution(("at", slot))) == expected


def _renamed_board(board: Board, names: dict[str, str]) -> Board:
    places = tuple(replace(place, name=names[place.name]) for place in board.places)
    return Board(board.name, places, tuple((names[a], names[b]) for a, b in board.roads))


@law(40)
@given(st.integers(0, 100_000), st.integers(0, 7))
def test_turning_the_ring_turns_the_answers(seed: int, by: int) -> None:
    """The deck is a ring: numbering its slots from another card changes nothing but the numbers."""
    game = map_game(seed)
    slots = game.mystery.slots
    turned = [replace(fact, slot=(fact.slot + by) % slots) for fact in game.facts]
    belief = game.mystery.count(turned, Budget())
    for slot in range(slots):
        assert dict(belief.distribution(("at", (slot + by) % slots))) == dict(game.expected[("at", slot)])


# Engines


@law(10)
@given(games("map", "printed", ladies=("symbols", "cards")), st.data())
def test_two_engines_agree_on_real_sessions(played: Played, data: Any) -> None:
    number = data.draw(st.integers(0, len(played.events)), "events")
    session = session_of(played.session, played.events[:number])
    for evidence in session.game.evidence(tables_of(session)[-1]):
        report = check_mystery(evidence)
        assert report.is_sound, report.to_json()


@law(3)
@given(games("cards", ladies=(None,), turns=45))
def test_two_engines_agree_where_orders_of_cards_are_counted(played: Played) -> None:
    session = session_of(played.session)
    tables = tables_of(session)
    for number, table in list(enumerate(tables))[40::8]:
        (evidence,) = session.game.evidence(table)
        report = check_mystery(evidence, Budget(states=20_000_000))
        assert report.is_sound, (number, report.to_json())


@law(6)
@given(games("map", ladies=(None,)), st.data())
def test_engines_agree_that_a_false_note_is_impossible(played: Played, data: Any) -> None:
    """The face of slot 0 is noted once more, as another one; all engines must call that a contradiction."""
    (evidence,) = session_of(played.session).game.evidence(tables_of(session_of(played.session))[-1])
    sights = [noted.fact for noted in evidence.noted if noted.fact.printed is not None]
    fact = data.draw(st.sampled_from(sights))
    other = next(sight.face for sight in sights if sight.face != fact.face)
    spoilt = replace(evidence, noted=(*evidence.noted, Noted(999, replace(fact, face=other))))
    report = check_mystery(spoilt)
    assert report.is_sound, report.to_json()
    assert not spoilt.mystery.count(spoilt.facts, Budget()).is_possible


def test_a_conflict_cannot_be_true_and_none_of_its_notes_can_be_spared() -> None:
    games = [game for game in map(map_game, range(300)) if not game.worlds]
    assert len(games) >= 20
    for game in games:
        evidence = Evidence(game.mystery, game.noted)
        conflict = irreducible(evidence)
        assert not believe(evidence.only(conflict)).is_possible
        assert len(conflict) >= 1
        for spared in conflict:
            assert believe(evidence.only(event for event in conflict if event != spared)).is_possible


def test_the_way_of_proof_is_named() -> None:
    proofs = {
        ("map", "symbols"): (Proof.ENUMERATED, Proof.COUNTED),
        ("printed", "cards"): (Proof.ENUMERATED, Proof.ENUMERATED),
        ("cards", "cards"): (Proof.ENUMERATED, Proof.SOLVER),
    }
    for (knowledge, lady), (of_symbols, of_location) in proofs.items():
        raw = {
            "format": 1,
            "game": "black-sonata",
            "setup": {
                "start": "Cornhill",
                "stealth": {"knowledge": knowledge},
                "lady": {"set": "dark", "suit": "oak", "knowledge": lady},
            },
            "events": [],
        }
        found = {answer.question.id: answer.proof for answer in answers_of(raw)}
        assert found["lady.symbols"] is of_symbols
        assert found["lady.location"] is found["lady.location.next"] is of_location
