"""Wrong words: one message on standard error, nothing on standard output, the right exit code."""

from __future__ import annotations

import pytest

WORDS = [
    ("odds", "what is the task?"),
    ("odds '[any]'", "which dice are rolled? Add --pool"),
    ("odds '[any]' --pool '2 rde'", "pool: 'rde' is not a colour here"),
    ("odds '[any]' --pool '0 red'", "pool: at least one die is needed"),
    ("odds '[any]' --pool ''", "pool: expected a number of dice"),
    ("odds '[any' --pool '2 red'", "task: expected ']' to close the space"),
    ("odds '[any] : A < Z' --pool '2 red'", "task: space Z is not on this card"),
    ("odds '' --pool '2 red'", "task: expected a space"),
    ("odds '[red]' --pool '2 any'", "asks for colours"),
    ("odds '[any]' --pool '2 red' --rerolls -1", "--rerolls: expected a whole number, 0 or more, not '-1'"),
    ("odds '[any]' --pool '2 red' --rerolls two", "--rerolls: expected a whole number, 0 or more, not 'two'"),
    ("odds '[any]' --choose 0 --from '2 red'", "--choose: expected a whole number, 1 or more, not '0'"),
    ("odds '[any]' --pool '2 red' --digits 99", "--digits: expected a whole number, from 0 to 50, not '99'"),
    (
        "odds '[any]' --roll r1 --rerolls 1 --top few",
        "--top: expected a whole number, 1 or more, or all, not 'few'",
    ),
    ("odds '[any]' --pool '2 red' --rerols 1", "there is no option '--rerols'; did you mean '--rerolls'?"),
    ("odds '[any]' --pool", "option '--pool' requires an argument"),
    ("ods '[any]'", "there is no command 'ods'; did you mean 'odds'?"),
    ("--nonsense", "there is no option '--nonsense'"),
    ("odds gnome-kingdm/x --pool '1 red'", "there is no game 'gnome-kingdm'; did you mean 'gnome-kingdom'?"),
    ("odds gnome-kingdom/three-of-knd --pool '1 red'", "did you mean 'three-of-a-kind'?"),
    ("odds three-of-a-kind --pool '1 red'", "did you mean 'gnome-kingdom/three-of-a-kind'?"),
    ("odds patatrap/x --pool '1 red'", "nothing is there for Patatrap Quest yet"),
    ("odds '[any]' --choose 2", "--choose needs --from"),
    ("odds '[any]' --from '2 red'", "--from needs --choose"),
    ("odds '[any]' --choose 3 --from '2 red'", "3 dice cannot be chosen from a supply of 2"),
    ("odds '[any]' --choose 1 --from '2 rde'", "from: 'rde' is not a colour here"),
    ("odds '[any]' --choose 1 --from '2 red' --pool '1 red'", "--choose and --pool do not go together"),
    ("odds '[any]' --choose 1 --from '2 red' --rerolls 1", "--choose and --rerolls do not go together"),
    (
        "odds '[any]' --pool '2 red' --rerolls 1 --reroll-one 1",
        "--rerolls and --reroll-one do not go together",
    ),
    ("odds '[any]' --pool '2 red' --filled --rerolls 1", "--filled and --rerolls do not go together"),
    ("odds '[any]' --roll r1 --pool '1 red' --pool '2 red'", "--roll is a roll of one pool"),
    ("odds '[any]' --pool '2 red' --top 3", "--top cuts a ranking"),
    ("odds '[any]' --pool '2 red' --roll r1,y3", "roll: there is no yellow die in the pool 2 red"),
    ("odds '[any]' --pool '2 red' --roll r1", "roll: 1 die, and the pool 2 red has 2 dice"),
    ("odds '[any]' --pool '1 red, 1 blue' --roll r1,r2", "roll: the roll r1 r2 is not one of the pool"),
    ("odds '[any]' --roll r9", "roll: a red die shows 1, 2, 3, 4, 5, 6, not 9"),
    ("odds '[any]' --roll ''", "roll: there are no dice in it"),
    ("odds '[any]' --roll q1", "roll: 'q' is no die's letter"),
    ("odds '[any]*2' --pool '1 red' --given Q=r1", "given: space Q is not on this card"),
    ("odds '[any]*2' --pool '1 red' --given A", "given: expected a space and its die"),
    ("odds gnome-kingdom/clan-high --pool '1 red'", "asks for the clan's colour: add --clan"),
    (
        "odds gnome-kingdom/clan-high --pool '1 red' --clan acrn",
        "--clan: there is no clan 'acrn'; did you mean 'acorn'?",
    ),
    ("odds '[any]' --pool '1 red' --rule order", "rule: 'order' is not ID=READING"),
    ("odds '[any]' --pool '1 red' --rule oder=weak", "did you mean 'order'?"),
    (
        "odds gnome-kingdom/two-consecutive --pool '2 red' --rule consecutive=loops",
        "is not a reading of 'consecutive'",
    ),
    ("odds gnome-kingdom/two-consecutive --pool '2 yellow'", "pool: 'yellow' is not a colour here"),
    ("odds 'health 8 : even' --pool '2 red' --filled", "it has no spaces to count"),
    ("table", "GAME is missing"),
    ("table gnome-kingdom", "KIND is missing"),
    ("table gnome-kingdom taks", "there is no table 'taks' of Gnome Kingdom; did you mean 'tasks'?"),
    ("table companion-quest tasks", "there is no table 'tasks' of Companion Quest; known are"),
    ("table gnome-kingdom tasks -f xls", "there is no format 'xls'; known are md, csv, json, parquet"),
    ("table gnome-kingdom tasks -f csv --json", "--json and --format csv do not go together"),
    ("table gnome-kingdom tasks -f parquet", "parquet is no text: name a file"),
    ("table gnome-kingdom tasks -o no/such/folder.md", "no/such/folder.md cannot be written: No such file"),
    ("table old-ones encounter", "there is no table 'encounter' of Quest for the Old Ones; did you mean 'encounters'?"),
    ("turn", "POSITION is missing"),
    ("turn old-ones/fight --objective won", "objective: there is no 'won'; did you mean 'win'?"),
    ("turn old-ones/fight --objective turns", "'turns' is for the Travel Phase"),
    ("turn old-ones/land --objective win", "there is no 'win' in the Travel Phase; known are turns, safety, palace"),
    ("turn old-ones/fight --top none", "--top: expected a whole number, 1 or more, or all, not 'none'"),
    ("turn old-ones/fight --rule aid_timing=never", "'never' is not a reading of 'aid_timing'"),
    ("turn old-ones/fight --rule start_tokens=3", "'start_tokens' is not a ruling of Quest for the Old Ones that can"),
    ("puzzle old-one", "there is no game 'old-one'; did you mean 'old-ones'?"),
    ("puzzle old-ones the-healer", "has no puzzle 'the-healer'; did you mean 'the-healer-stays'?"),
    ("puzzle patatrap", "nothing is there for Patatrap Quest yet"),
    ("puzzle --answer", "which puzzle? --hint and --answer are of one of them"),
    ("new companion-quest palas", "has no position 'palas'"),
    ("new old-ones palas", "has no position 'palas'; known are"),
    ("board old-ones -o board.svg", "there is no picture of the board of Quest for the Old Ones yet"),
    ("board gnome-kingdom -o board.png", "--output: the picture is an SVG file; name it so, as in board.svg, not"),
    ("board gnome-kingdm -o board.svg", "there is no game 'gnome-kingdm'; did you mean 'gnome-kingdom'?"),
    ("board gnome-kingdom -o none/board.svg", "--output: none/board.svg cannot be written: No such file or directory"),
    ("perft old-ones/fight", "DEPTH is missing"),
    ("perft old-ones/fight two", "DEPTH: expected a whole number, 0 or more, not 'two'"),
    ("list chess", "there is no game 'chess'; known are gnome-kingdom"),
    ("list gnome-kingdom taks", "did you mean 'tasks'?"),
    ("rulings", "GAME is missing"),
    ("rulings gnome-kingdom consecutve", "did you mean 'consecutive'?"),
    ("check", "which file is to be checked?"),
    ("schema gnome-kingdom/tsks", "did you mean 'gnome-kingdom/tasks'?"),
]


@pytest.mark.parametrize(("line", "message"), WORDS)
def test_wrong_words(gnomon, line, message) -> None:
    run = gnomon(line)
    assert run.code == 2
    assert run.out == ""
    assert message in run.err
    assert run.err.startswith("gnomon: ")
    assert run.err.count("gnomon: ") == 1
    assert "Traceback" not in run.err


def test_the_caret_stands_under_the_place(gnomon) -> None:
    assert gnomon("odds '[red 4] [evn]' --pool '2 red'").err.splitlines() == [
        "gnomon: task: expected a colour, a number, even, odd, high, low or any",
        "  [red 4] [evn]",
        "           ^^^   did you mean 'even'?",
    ]


def test_a_mistake_in_a_file_is_3(gnomon, root) -> None:
    bad = root / "tests" / "bad_input"
    for file in ("task_word.yaml", "cut_in_half.yaml", "no_such_file.yaml"):
        run = gnomon("odds", "[any]", "--pool", "1 red", "--cards", str(bad / file))
        assert (run.code, run.out) == (3, "")
        assert run.err.startswith(f"gnomon: {bad / file}")


def test_too_big_is_4(gnomon) -> None:
    supply = ", ".join(f"90 {colour}" for colour in ("red", "blue", "green", "yellow", "purple"))
    run = gnomon("odds", "[any]", "--choose", "80", "--from", supply)
    assert (run.code, run.out) == (4, "")
    assert "pools of 80 dice" in run.err


def test_ten_thousand_dice_on_a_relation_say_so(gnomon) -> None:
    run = gnomon("odds '[any]*3 : A < B' --pool '10000 red'")
    assert (run.code, run.out) == (4, "")
    assert run.err.startswith("gnomon: 10000 dice")


def test_out_of_memory_is_4(gnomon, monkeypatch) -> None:
    def full(*arguments: object) -> None:
        raise MemoryError

    monkeypatch.setattr("solver.cli.answers.odds", full)
    run = gnomon("odds '[any]' --pool '1 red'")
    assert (run.code, run.err) == (4, "gnomon: this needs more memory than there is\n")


def test_interrupted_is_130(gnomon, monkeypatch) -> None:
    def stopped(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("solver.cli.answers.odds", stopped)
    run = gnomon("odds '[any]' --pool '1 red'")
    assert run.code == 130
    assert run.err.strip() == "gnomon: interrupted"


def test_parquet_without_its_libraries(gnomon, tmp_path, monkeypatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    run = gnomon("table", "gnome-kingdom", "tasks", "-o", str(tmp_path / "tasks.parquet"))
    assert run.code == 2
    assert "parquet needs pandas and pyarrow, and pandas is not installed" in run.err
    assert not list(tmp_path.iterdir())
