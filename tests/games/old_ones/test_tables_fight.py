"""The tables of the fights: their rows against single fights, and what must hold along them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from solver.games.old_ones.cards import FOLKS, Ally, find
from solver.games.old_ones.combat import Combat, foe_of
from solver.games.old_ones.fight import outlook
from solver.games.old_ones.rules import Rules
from solver.games.old_ones.tables_fight import FIGHT_TABLES, aid, encounters, guardians
from solver.games.old_ones.tribe import tribe_of
from solver.source import PUZZLES, read


def test_encounters_are_the_fights_they_name() -> None:
    rows = encounters()
    assert {row.net for row in rows} == set(range(-10, 11))
    armed = next(row for row in rows if row.encounter == "winnowill" and row.bonus == 9)
    combat = Combat(tribe_of("WR", 20), foe_of("winnowill"), ("metal-armor",))
    seen = outlook(combat, combat.start(["metal-armor"]))
    assert (armed.win, armed.escape, armed.losses) == (seen.win, seen.escape, seen.losses)
    for row in rows:
        assert row.win + row.escape + row.death == 1
        assert row.lost == row.losses.mean()
        if row.net >= 10:
            assert (row.win, row.lost) == (1, Fraction(1, 2))
        if row.net <= -10:
            assert row.win == 0
    bear = [row for row in rows if row.encounter == "bear"]
    assert [row.win for row in bear] == sorted(row.win for row in bear)
    assert [row.lost for row in bear] == sorted((row.lost for row in bear), reverse=True)


def test_guardians_get_easier_with_bonus_and_members() -> None:
    rows = {(row.bonus, row.members, row.healer, row.allies): row for row in guardians()}
    assert {bonus for bonus, *_ in rows} == set(range(8, 28))
    for (bonus, members, healer, allies), row in rows.items():
        more = rows.get((bonus + 1, members, healer, allies))
        assert more is None or more.win >= row.win
        if not healer and not allies:
            larger = [other for (b, m, h, a), other in rows.items() if (b, h, a) == (bonus, healer, 0) and m > members]
            assert all(other.win >= row.win for other in larger)
    assert rows[27, 2, False, 0].win == Fraction(4, 8)


def test_aid_by_tribe() -> None:
    rows = {(row.card, row.folk): row for row in aid()}
    assert len(rows) == 33 * len(FOLKS)
    assert rows["metal-armor", "SF"].win == max(row.win for row in rows.values())
    for row in rows.values():
        useless = row.use == "no"
        assert useless == (row.win == row.saved == row.palace == 0)
        assert row.win >= 0
        assert row.saved >= 0
        assert row.palace >= 0
    # an ally takes the first casualty upon itself, so it saves more than a weapon of its strength
    assert rows["wolf-pack", "WR"].saved > rows["sword", "WR"].saved
    assert rows["club", "GOB"].use == "with an ally"
    assert find("wolf-pack", Ally).users == ("WR",)
    assert rows["wolf-pack", "GOB"].use == "no"


def test_switches_reach_the_tables() -> None:
    assert aid(Rules(guardian_strength=15))[0].palace != aid()[0].palace
    assert {row.bonus for row in guardians(Rules(guardian_strength=15))} == set(range(6, 26))


@pytest.mark.parametrize("kind", FIGHT_TABLES)
def test_rows_name_rulings_that_there_are(kind: str) -> None:
    known = {entry["id"] for entry in read(PUZZLES / "old_ones" / "rulings.yaml").root.plain()["rulings"]}
    for row in FIGHT_TABLES[kind](Rules()):
        assert row.kind == "exact"
        assert set(row.rulings) <= known
