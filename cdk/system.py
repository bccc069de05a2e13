"""The whole system of one target: its stacks, each standing on those before."""

from dataclasses import dataclass

from aws_cdk import CliCredentialsStackSynthesizer, DefaultStackSynthesizer, Environment, StackSynthesizer, Tags
from constructs import Construct

from cdk.settings import EMULATOR_ASSETS, Target
from cdk.stacks.dashboards import Watching
from cdk.stacks.data import Data
from cdk.stacks.downloads import Downloads
from cdk.stacks.goals import Goals
from cdk.stacks.images import Images
from cdk.stacks.page import Page
from cdk.stacks.sessions import Sessions
from cdk.stacks.state import State
from cdk.stacks.users import Users
from cdk.stacks.vision import Vision


@dataclass(frozen=True, slots=True)
class System:
    """The stacks of one target."""

    data: Data
    state: State
    vision: Vision | None
    downloads: Downloads
    goals: Goals
    images: Images
    page: Page


def compose(scope: Construct, target: Target) -> System:
    """Everything this target deploys."""
    where = Environment(account=target.account or None, region=target.region or None)
    data = Data(scope, target, env=where, synthesizer=_synthesizer(target))
    state = State(scope, data, env=where, synthesizer=_synthesizer(target))
    users = Users(scope, state, env=where, synthesizer=_synthesizer(target)) if target.own_users else None
    vision = Vision(scope, state, env=where, synthesizer=_synthesizer(target)) if target.vision else None
    door = vision.door if vision else None
    downloads = Downloads(scope, state, door, env=where, synthesizer=_synthesizer(target))
    sessions = Sessions(scope, state, env=where, synthesizer=_synthesizer(target)) if target.x_accounts else None
    pools = {"vision": door.pool} if door and door.pool else {}
    pools |= {"browser": sessions.pool} if sessions else {}
    goals = Goals(
        scope,
        state,
        downloads,
        sessions,
        pools={name: pool for name, pool in pools.items() if pool},
        env=where,
        synthesizer=_synthesizer(target),
    )
    images = Images(scope, state, env=where, synthesizer=_synthesizer(target))
    page = Page(scope, state, downloads, goals, images, env=where, synthesizer=_synthesizer(target))
    if not target.emulator:  # which draws nothing
        Watching(scope, state, downloads, goals, env=where, synthesizer=_synthesizer(target))
    if users:  # nobody asks the database before there is somebody to ask as
        for stack in (downloads, goals, images, page):
            stack.add_stack_dependency(users)
    Tags.of(scope).add("project", "found-footy")
    Tags.of(scope).add("target", target.name)
    return System(data, state, vision, downloads, goals, images, page)


def _synthesizer(target: Target) -> StackSynthesizer:
    if target.emulator:
        return CliCredentialsStackSynthesizer(file_assets_bucket_name=EMULATOR_ASSETS)
    return DefaultStackSynthesizer()
