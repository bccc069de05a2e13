"""The whole system of one target: its stacks, each standing on those before."""

from dataclasses import dataclass

from aws_cdk import CliCredentialsStackSynthesizer, DefaultStackSynthesizer, Environment, StackSynthesizer, Tags
from constructs import Construct

from cdk.settings import EMULATOR_ASSETS, Target
from cdk.stacks.dashboards import DashboardsStack
from cdk.stacks.data import DataStack
from cdk.stacks.downloads import DownloadsStack
from cdk.stacks.goals import GoalsStack
from cdk.stacks.images import ImagesStack
from cdk.stacks.page import PageStack
from cdk.stacks.sessions import SessionsStack
from cdk.stacks.state import StateStack
from cdk.stacks.users import DatabaseUsersStack
from cdk.stacks.vision import VisionStack


@dataclass(frozen=True, slots=True)
class System:
    """The stacks of one target."""

    data: DataStack
    state: StateStack
    vision: VisionStack | None
    downloads: DownloadsStack
    goals: GoalsStack
    images: ImagesStack
    page: PageStack


def compose(scope: Construct, target: Target) -> System:
    """Everything this target deploys."""
    where = Environment(account=target.account or None, region=target.region or None)
    data = DataStack(scope, target, env=where, synthesizer=_synthesizer(target))
    state = StateStack(scope, data, env=where, synthesizer=_synthesizer(target))
    users = DatabaseUsersStack(scope, state, env=where, synthesizer=_synthesizer(target)) if target.own_users else None
    vision = VisionStack(scope, state, env=where, synthesizer=_synthesizer(target)) if target.vision else None
    door = vision.door if vision else None
    downloads = DownloadsStack(scope, state, door, env=where, synthesizer=_synthesizer(target))
    sessions = SessionsStack(scope, state, env=where, synthesizer=_synthesizer(target)) if target.x_accounts else None
    pools = {"vision": door.pool} if door and door.pool else {}
    pools |= {"browser": sessions.pool} if sessions else {}
    goals = GoalsStack(
        scope,
        state,
        downloads,
        sessions,
        pools={name: pool for name, pool in pools.items() if pool},
        env=where,
        synthesizer=_synthesizer(target),
    )
    images = ImagesStack(scope, state, env=where, synthesizer=_synthesizer(target))
    page = PageStack(scope, state, downloads, goals, images, env=where, synthesizer=_synthesizer(target))
    if not target.emulator:  # which draws nothing
        DashboardsStack(scope, state, downloads, goals, env=where, synthesizer=_synthesizer(target))
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
