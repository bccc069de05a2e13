"""Many goals at once, in one of three shapes of workers and vision."""

from math import ceil

from bench.model.attempts import task_of_its_own
from bench.model.ground import Ground
from bench.model.outcome import Find, Goal, Outcome, Stay
from bench.model.simulation import Place, Process

STEP_SECONDS = 60.0  # between two looks at how many shall look at clips


class Evening(Ground):
    """Evening: one run of the model."""

    def play(self) -> Outcome:
        """Play the evening."""
        dice = self.simulation.dice
        for _ in range(self.setting.goals):
            goal = Goal(dice.uniform(0.0, self.setting.window))
            self.goals.append(goal)
            self.simulation.start(self._search(goal), goal.word_at)
        self.simulation.start(self._size_pools())
        self.simulation.run(until=self.setting.window + 2 * self.table.rules["deadline"])
        return self.concluded()

    def _search(self, goal: Goal) -> Process:
        table, rules, simulation = self.table, self.table.rules, self.simulation
        yield simulation.dice.uniform(0.0, rules["tick"])  # until a tick sees it
        stay = Stay()
        if self.setting.shape == "goal":
            simulation.start(self._stay_with(stay))
        yield rules["tick"] * (rules["stable_ticks"] - 1) + self.draw("poll")
        opened = simulation.now
        yield self.draw("execution") + self.draw("function") + self.draw("aliases")
        for attempt, chosen in enumerate(table.chosen):
            begun = simulation.now
            yield from self.call(self.draw("search"))
            # the deadline less what the last batch takes; a clip always gets a moment
            until = max(simulation.now, opened + rules["deadline"] - 2 * rules["last_batch"]) + rules["last_batch"]
            find = Find(goal, chosen, simulation.now, until)
            goal.open += chosen
            self.outcome.clips += chosen
            simulation.start(self._download(find, stay))
            if attempt + 1 < len(table.chosen):
                yield max(rules["attempt_gap"], begun + rules["attempt_seconds"] - simulation.now)
        goal.open -= 1
        yield rules["settle"]
        simulation.say(stay.over)

    def _download(self, find: Find, stay: Stay) -> Process:
        yield self.draw("execution")
        yield from self.call(self.draw("register"))
        if self.setting.shape == "attempt":
            yield from task_of_its_own(self, find)
            return
        if self.setting.shape == "goal":
            yield stay.begun
            if stay.refused:
                self.lose("Fargate vCPUs", find, find.clips)
                return
        for _ in range(find.clips):
            self.simulation.start(self._handed_over(find, stay))

    def _stay_with(self, stay: Stay) -> Process:
        simulation = self.simulation
        if not self.running.free:
            stay.refused = True
        else:
            self.running.enter()
            started = simulation.now
            yield self.draw("task_start")
            stay.hands, stay.lanes = Place("", self.table.worker["in_hand"]), Place("", self.table.worker["vcpu"])
        simulation.say(stay.begun)
        if not stay.refused:
            yield stay.over
            self.task_seconds += simulation.now - started
            simulation.leave(self.running)

    def _handed_over(self, find: Find, stay: Stay) -> Process:
        """Pass a clip from worker to vision; it waits in queues and is never refused."""
        simulation, own_worker = self.simulation, self.setting.shape == "goal"
        hands, lanes = (stay.hands, stay.lanes) if own_worker else (self.hands, self.lanes)
        given_up = simulation.now + self.table.rules["handed_over"]
        yield self.draw("queue")
        yield hands
        if simulation.now > find.until:
            simulation.leave(hands)
            self.lose("clips workers", find)
            return
        yield self.draw("fetch")
        yield lanes
        work = self.draw("decode")
        if self.dies(work):
            # another worker takes it; where there is no other, one is started first
            yield self.table.rules["visibility"] + (self.draw("task_start") if own_worker else 0.0)
        yield work
        simulation.leave(lanes)
        yield self.draw("put")
        simulation.leave(hands)
        yield self.draw("queue")
        yield self.looks
        if simulation.now > given_up:
            simulation.leave(self.looks)
            self.lose(self.looks.name, find)
            return
        yield from self.call(self.look())
        simulation.leave(self.looks)
        find.goal.open -= 1
        if simulation.dice.random() < self.table.accepted:
            yield self.draw("queue")
            yield from self.call(self.draw("upload"))
            self.published(find)

    def _size_pools(self) -> Process:
        """Set both pools by the goals at every tick."""
        tick, simulation = self.table.rules["tick"], self.simulation
        workers, since_onlookers = 0, 0.0
        while True:
            now = simulation.now
            active = sum(goal.word_at <= now and not goal.over for goal in self.goals)
            queued = any(goal.word_at > now for goal in self.goals)
            if self.setting.shape == "pool":
                workers = self._size_workers(workers, active, queued=queued)
                self.task_seconds += workers * tick
            if now - since_onlookers >= STEP_SECONDS:
                since_onlookers = now
                self._size_onlookers(active)
            self.looking_seconds += self.onlookers * tick
            if not active and not queued:
                return
            yield tick

    def _size_workers(self, workers: int, active: int, *, queued: bool) -> int:
        desired = min(self.most_workers, ceil(active / self.pools.goals_per_worker))
        for _ in range(desired - workers):
            more = ((self.hands, self.table.worker["in_hand"]), (self.lanes, self.table.worker["vcpu"]))
            self.simulation.start(self._grow(*more), self.draw("task_start"))
        self.most_running = max(self.most_running, desired)
        return max(workers, desired) if queued else desired

    def _size_onlookers(self, active: int) -> None:
        pools, each = self.pools, self.onlooker
        desired = min(self.most_onlookers, max(pools.least_onlookers, ceil(active / pools.goals_per_onlooker)))
        while self.onlookers < desired:
            self.onlookers += 1
            self.simulation.start(self._grow((self.looks, each.at_once)), each.start.draw(self.simulation.dice))

    def _grow(self, *by: tuple[Place, float]) -> Process:
        for place, more in by:
            self.simulation.resize(place, place.size + more)
        yield from ()
