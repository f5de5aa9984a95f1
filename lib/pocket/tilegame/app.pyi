"""The app while a tile game runs: what its screens are given."""

from pocket.app import flow
from pocket.learn.lessongame import LessonGame

class Session(flow.Session):
    # A Game of rules.tilegame; only while `lesson` is set it has what a lesson's has beside that.
    game: LessonGame  # type: ignore[assignment] # it is asked for nothing that other games have

class App(flow.App):
    session: Session
