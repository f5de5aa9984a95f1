"""The app while 8 Round Rummy runs: what its screens are given."""

from pocket.app import flow
from pocket.eight.lessoneight import LessonGame

class Session(flow.Session):
    # An EightGame; only while `lesson` is set it has what a lesson's has beside that.
    game: LessonGame  # type: ignore[assignment] # it is asked for nothing that other games have

class App(flow.App):
    session: Session
