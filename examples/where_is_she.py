"""Where can she be, and what is the best thing to do now?

    python examples/where_is_she.py [SESSION.json]

The same answers as `gnomon solve` and `gnomon hint`, as values: exact fractions, no terminal needed.
"""

import sys
from pathlib import Path

from solver.answers.candidates import examine
from solver.core.session import read_session

EXAMPLE = Path(__file__).with_name("easy-sequence.json")


def main(path: str) -> None:
    session = read_session(path)
    situation = examine(session)  # replays the notes, then asks the fastest exact engine
    for answer in situation.answers()[:1]:
        print(answer.question.text)
        for candidate in answer.candidates:
            print(f"  {candidate.value}: {candidate.probability} ({candidate.verdict.value})")
    best = session.game.advise(situation.table, situation.known).ranked[0]
    print(f"Best now: {best.words}, because {best.because}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else str(EXAMPLE))
