"""Earlier shape: one container per attempt; vision starts when it has ended, publication comes last."""

from math import ceil

from bench.model.ground import Ground
from bench.model.outcome import SPOT_WEIGHT, Find
from bench.model.simulation import Place, Process, Word

REFUSED_PAUSES = (2.0, 6.0)  # the kind "call" of statemachines/
THROTTLED_TRIES, THROTTLED_PAUSE, THROTTLED_GROWTH, THROTTLED_MOST = 12, 3.0, 1.5, 20.0  # the kind "model", as it was


def task_of_its_own(ground: Ground, find: Find) -> Process:
    """Run a container up to its one batch; an early end loses all its clips."""
    simulation = ground.simulation
    yield from _begin(ground, find)
    if not find.begun:
        return
    started = simulation.now
    yield ground.draw("task_start")
    yield max(ground.draw("fetch") for _ in range(find.clips))
    for _ in range(ceil(find.clips / 2)):
        yield ground.draw("decode")
    yield ground.draw("put")
    ended = simulation.now
    yield ground.draw("task_stop_seen")
    simulation.leave(ground.running)
    ground.task_seconds += ended - started
    if ground.dies(ended - started):
        ground.lose("containers that ended", find, find.clips)
        return
    looked: list[Word] = []
    two = Place("two of a download", 2)
    verdicts: list[bool] = []
    for _ in range(find.clips):
        word = Word()
        looked.append(word)
        simulation.start(_throttled_look(ground, find, two, word, verdicts))
    for word in looked:
        yield word
    yield ground.draw("queue")
    yield from ground.call(ground.draw("upload"))
    if any(verdicts):
        ground.published(find)


def _begin(ground: Ground, find: Find) -> Process:
    """Start a container, or give up after some tries."""
    dice = ground.simulation.dice
    for pause in (*REFUSED_PAUSES, None):
        spot_is_dry = ground.setting.drought and dice.random() < SPOT_WEIGHT
        if ground.running.free and not spot_is_dry:
            find.begun = True
            ground.running.enter()
            return
        if pause is None:
            ground.lose("Spot" if spot_is_dry else "Fargate vCPUs", find, find.clips)
            return
        yield dice.uniform(0.0, pause)


def _throttled_look(ground: Ground, find: Find, two: Place, word: Word, verdicts: list[bool]) -> Process:
    """Request vision; a busy model refuses, and the request is repeated a dozen times."""
    simulation, dice = ground.simulation, ground.simulation.dice
    yield two
    for n in range(THROTTLED_TRIES + 1):
        if ground.looks.free:
            ground.looks.enter()
            yield ground.look()
            simulation.leave(ground.looks)
            verdicts.append(dice.random() < ground.table.accepted)
            find.goal.open -= 1
            break
        if n == THROTTLED_TRIES:
            ground.lose(ground.looks.name, find)
            break
        yield dice.uniform(0.0, min(THROTTLED_MOST, THROTTLED_PAUSE * THROTTLED_GROWTH**n))
    simulation.leave(two)
    simulation.say(word)
