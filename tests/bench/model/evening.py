"""Many goals at once, in one of three shapes: who fetches their clips, who looks at them, and what is lost."""

from math import ceil

from tests.bench.model.outcome import SPOT_WEIGHT, Find, Goal, Outcome, Setting, Stay
from tests.bench.model.simulation import Place, Process, Simulation, Word
from tests.bench.model.table import Table

REFUSED_PAUSES = (2.0, 6.0)  # the kind "call" of statemachines/
THROTTLED_TRIES, THROTTLED_PAUSE, THROTTLED_GROWTH, THROTTLED_MOST = 12, 3.0, 1.5, 20.0  # the kind "model", as it was


class Evening:
    """One run."""

    def __init__(self, table: Table, setting: Setting) -> None:
        self._table, self._setting = table, setting
        self._quotas, raised = table.quotas[setting.quotas], setting.quotas == "raised"
        self._simulation = Simulation(setting.seed)
        pool, quotas = table.pool, self._quotas
        spot = 0.0 if setting.drought else quotas.spot_vcpu
        self._tasks = int((quotas.on_demand_vcpu + spot) // pool["vcpu"])
        self._most = min(self._tasks, int(pool["most_raised" if raised else "most"]))
        self._most_gpus = min(quotas.gpus, int(pool["most_gpus_raised" if raised else "most_gpus"]))
        self._running = Place("Fargate vCPUs", self._tasks)
        self._hands = Place("clips workers", 0)
        self._lanes = Place("clips CPU", 0)
        self._eyes = Place("GPUs", min(self._most_gpus, pool["least_gpus"]) * pool["looks_per_gpu"])
        self._functions = Place("Lambda concurrency", quotas.functions)
        self._workers = self._most_workers = 0
        self._goals: list[Goal] = []
        self._task_seconds = self._gpu_seconds = self._function_seconds = 0.0
        self._outcome = Outcome(setting)

    def play(self) -> Outcome:
        """All of it."""
        dice = self._simulation.dice
        for _ in range(self._setting.goals):
            goal = Goal(dice.uniform(0.0, self._setting.window))
            self._goals.append(goal)
            self._simulation.start(self._search(goal), goal.word_at)
        self._simulation.start(self._size())
        self._simulation.run(until=self._setting.window + 2 * self._table.rules["deadline"])
        return self._concluded()

    def _search(self, goal: Goal) -> Process:
        table, rules, simulation = self._table, self._table.rules, self._simulation
        yield simulation.dice.uniform(0.0, rules["tick"])  # until a tick sees it
        stay = Stay()
        if self._setting.shape == "goal":
            simulation.start(self._stay_with(stay))
        yield rules["tick"] * (rules["stable_ticks"] - 1) + self._draw("poll")
        opened = simulation.now
        yield self._draw("execution") + self._draw("function") + self._draw("aliases")
        for attempt, chosen in enumerate(table.chosen):
            begun = simulation.now
            yield from self._call(self._draw("search"))
            # the deadline less what the last batch takes; a clip always gets a moment
            until = max(simulation.now, opened + rules["deadline"] - 2 * rules["last_batch"]) + rules["last_batch"]
            find = Find(goal, chosen, simulation.now, until)
            simulation.start(self._download(find, stay))
            if attempt + 1 < len(table.chosen):
                yield max(rules["attempt_gap"], begun + rules["attempt_seconds"] - simulation.now)
        yield rules["settle"]
        goal.over = True
        simulation.say(stay.over)

    def _download(self, find: Find, stay: Stay) -> Process:
        self._outcome.clips += find.clips
        yield self._draw("execution")
        yield from self._call(self._draw("register"))
        if self._setting.shape == "attempt":
            yield from self._task_of_its_own(find)
            return
        if self._setting.shape == "goal":
            yield stay.begun
            if stay.refused:
                self._lose("Fargate vCPUs", find.clips)
                return
        for _ in range(find.clips):
            self._simulation.start(self._handed_over(find, stay))

    def _task_of_its_own(self, find: Find) -> Process:
        """As it was: started for the attempt; what it fetched is looked at when it has ended, and published last."""
        simulation, dice = self._simulation, self._simulation.dice
        for pause in (*REFUSED_PAUSES, None):
            spot_is_dry = self._setting.drought and dice.random() < SPOT_WEIGHT
            if self._running.free and not spot_is_dry:
                break
            if pause is None:
                self._lose("Spot" if spot_is_dry else "Fargate vCPUs", find.clips)
                return
            yield dice.uniform(0.0, pause)
        self._running.enter()
        started = simulation.now
        yield self._draw("task_start")
        yield max(self._draw("fetch") for _ in range(find.clips))
        for _ in range(ceil(find.clips / 2)):
            yield self._draw("decode")
        yield self._draw("put")
        ended = simulation.now
        yield self._draw("task_stop_seen")
        simulation.leave(self._running)
        self._task_seconds += ended - started
        looked: list[Word] = []
        two = Place("two of a download", 2)
        verdicts: list[bool] = []
        for _ in range(find.clips):
            word = Word()
            looked.append(word)
            simulation.start(self._throttled_look(two, word, verdicts))
        for word in looked:
            yield word
        yield self._draw("queue")
        yield from self._call(self._draw("upload"))
        if any(verdicts):
            self._published(find)

    def _throttled_look(self, two: Place, word: Word, verdicts: list[bool]) -> Process:
        """As it was: refused while the model is busy, and asked again a dozen times."""
        simulation, dice = self._simulation, self._simulation.dice
        yield two
        for n in range(THROTTLED_TRIES + 1):
            if self._eyes.free:
                self._eyes.enter()
                yield self._draw("look")
                simulation.leave(self._eyes)
                verdicts.append(dice.random() < self._table.accepted)
                break
            if n == THROTTLED_TRIES:
                self._lose("GPUs", 1)
                break
            yield dice.uniform(0.0, min(THROTTLED_MOST, THROTTLED_PAUSE * THROTTLED_GROWTH**n))
        simulation.leave(two)
        simulation.say(word)

    def _stay_with(self, stay: Stay) -> Process:
        simulation = self._simulation
        if not self._running.free:
            stay.refused = True
        else:
            self._running.enter()
            started = simulation.now
            yield self._draw("task_start")
            stay.hands, stay.lanes = Place("", self._table.pool["in_hand"]), Place("", self._table.pool["vcpu"])
        simulation.say(stay.begun)
        if not stay.refused:
            yield stay.over
            self._task_seconds += simulation.now - started
            simulation.leave(self._running)

    def _handed_over(self, find: Find, stay: Stay) -> Process:
        """A clip goes from hand to hand, and waits where there is none free: nobody refuses it."""
        simulation, dice = self._simulation, self._simulation.dice
        hands, lanes = (stay.hands, stay.lanes) if self._setting.shape == "goal" else (self._hands, self._lanes)
        given_up = simulation.now + self._table.rules["handed_over"]
        yield self._draw("queue")
        yield hands
        if simulation.now > find.until:
            simulation.leave(hands)
            self._lose("clips workers", 1)
            return
        yield self._draw("fetch")
        yield lanes
        work = self._draw("decode")
        if dice.random() < self._setting.deaths_per_hour * work / 3600:
            yield self._table.rules["visibility"]  # its worker died, and another one takes it
        yield work
        simulation.leave(lanes)
        yield self._draw("put")
        simulation.leave(hands)
        yield self._draw("queue")
        yield self._eyes
        if simulation.now > given_up:
            simulation.leave(self._eyes)
            self._lose("GPUs", 1)
            return
        yield from self._call(self._draw("look"))
        simulation.leave(self._eyes)
        if dice.random() < self._table.accepted:
            yield self._draw("queue")
            yield from self._call(self._draw("upload"))
            self._published(find)

    def _size(self) -> Process:
        """Every tick: as many workers and GPUs as the goals that are on ask for."""
        pool, simulation = self._table.pool, self._simulation
        gpus = min(self._most_gpus, int(pool["least_gpus"]))
        since_gpus = 0.0
        worker = ((self._hands, pool["in_hand"]), (self._lanes, pool["vcpu"]))
        while True:
            now = simulation.now
            active = sum(goal.word_at <= now and not goal.over for goal in self._goals)
            waiting = any(goal.word_at > now for goal in self._goals)
            if self._setting.shape == "pool":
                wanted = min(self._most, ceil(active / pool["goals_per_worker"]))
                while self._workers < wanted:
                    self._workers += 1
                    self._most_workers = max(self._most_workers, self._workers)
                    simulation.start(self._grow(*worker), self._draw("task_start"))
                self._task_seconds += self._workers * self._table.rules["tick"]
                if wanted < self._workers and not waiting:
                    self._workers = wanted
            if now - since_gpus >= 60:
                since_gpus = now
                target = min(self._most_gpus, max(pool["least_gpus"], ceil(active / pool["goals_per_gpu"])))
                while gpus < target:
                    gpus += 1
                    simulation.start(self._grow((self._eyes, pool["looks_per_gpu"])), self._draw("gpu_start"))
            self._gpu_seconds += gpus * self._table.rules["tick"]
            if not active and not waiting:
                return
            yield self._table.rules["tick"]

    def _grow(self, *by: tuple[Place, float]) -> Process:
        for place, more in by:
            self._simulation.resize(place, place.size + more)
        yield from ()

    def _call(self, seconds: float) -> Process:
        yield self._functions
        lasted = seconds + self._draw("function")
        self._function_seconds += lasted
        yield lasted
        self._simulation.leave(self._functions)

    def _published(self, find: Find) -> None:
        goal, now = find.goal, self._simulation.now
        if goal.first_at is None:
            goal.first_at, goal.after_search = now, now - find.at

    def _lose(self, where: str, clips: int) -> None:
        self._outcome.lost[where] += clips

    def _draw(self, name: str) -> float:
        return self._table.spans[name].draw(self._simulation.dice)

    def _concluded(self) -> Outcome:
        outcome, table = self._outcome, self._table
        for goal in self._goals:
            if goal.first_at is not None:
                outcome.first.append(goal.first_at - goal.word_at)
                outcome.from_search.append(goal.after_search)
        places = (self._running, self._hands, self._lanes, self._eyes, self._functions)
        outcome.peaks = {place.name: place.peak for place in places} | {
            "tasks": max(self._running.peak, self._most_workers)
        }
        outcome.waits = {place.name: place.longest for place in places}
        outcome.bill(table, task_seconds=self._task_seconds, function_seconds=self._function_seconds)
        outcome.gpu_dollars = self._gpu_seconds / 3600 * table.prices["gpu_hour"]
        return outcome
