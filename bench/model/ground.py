"""Common base of the shapes: resources, calls and results."""

from bench.model.outcome import Find, Goal, Outcome, Setting
from bench.model.simulation import Place, Process, Simulation
from bench.model.table import Table


class Ground:
    """Resources of one run."""

    def __init__(self, table: Table, setting: Setting) -> None:
        self.table, self.setting = table, setting
        self.simulation = Simulation(setting.seed)
        self.pools, self.onlooker = table.pools[setting.quotas], table.targets[setting.target]
        quotas, each = table.quotas[setting.quotas], table.worker["vcpu"]
        most = self.pools.most_onlookers if self.onlooker.fargate_vcpu else min(quotas.gpus, self.pools.most_onlookers)
        self.most_onlookers = most
        spot = 0.0 if setting.drought else quotas.spot_vcpu
        tasks = int((quotas.on_demand_vcpu + spot - most * self.onlooker.fargate_vcpu) // each)
        self.most_workers = min(tasks, self.pools.most)
        self.running = Place("Fargate vCPUs", tasks)
        self.hands = Place("clips workers", 0)
        self.lanes = Place("clips CPU", 0)
        self.onlookers = min(most, self.pools.least_onlookers)
        self.looks = Place(self.onlooker.name, self.onlookers * self.onlooker.at_once)
        self.functions = Place("Lambda concurrency", quotas.functions)
        self.goals: list[Goal] = []
        self.task_seconds = self.looking_seconds = self.function_seconds = 0.0
        self.most_running = 0
        self.outcome = Outcome(setting)

    def call(self, seconds: float) -> Process:
        """Invoke a function; wait for the concurrency of the account."""
        yield self.functions
        lasted = seconds + self.draw("function")
        self.function_seconds += lasted
        yield lasted
        self.simulation.leave(self.functions)

    def look(self) -> float:
        """Draw the duration of a vision request."""
        return self.onlooker.look.draw(self.simulation.dice)

    def dies(self, seconds: float) -> bool:
        """Draw whether the worker dies within this many seconds."""
        return self.simulation.dice.random() < self.setting.deaths_per_hour * seconds / 3600

    def draw(self, name: str) -> float:
        """Draw a duration."""
        return self.table.spans[name].draw(self.simulation.dice)

    def published(self, find: Find) -> None:
        """Record the first clip of a goal."""
        goal, now = find.goal, self.simulation.now
        if goal.first_at is None:
            goal.first_at, goal.after_search = now, now - find.at

    def lose(self, where: str, find: Find, clips: int = 1) -> None:
        """Record lost clips."""
        self.outcome.lose(where, clips)
        find.goal.open -= clips

    def concluded(self) -> Outcome:
        """Return the outcome."""
        outcome = self.outcome
        for goal in self.goals:
            if goal.first_at is not None:
                outcome.first.append(goal.first_at - goal.word_at)
                outcome.from_search.append(goal.after_search)
        places = (self.running, self.hands, self.lanes, self.looks, self.functions)
        outcome.peaks = {place.name: place.peak for place in places} | {
            "tasks": max(self.running.peak, self.most_running),
            "onlookers": self.looks.peak / self.onlooker.at_once,
        }
        outcome.waits = {place.name: place.longest for place in places}
        outcome.bill(self.table, task_seconds=self.task_seconds, function_seconds=self.function_seconds)
        outcome.looking_dollars = self.looking_seconds / 3600 * self.table.prices[self.setting.target]
        return outcome
