"""The whole system of one target."""

from dataclasses import dataclass

from aws_cdk import Tags
from constructs import Construct

from cdk.settings import Target
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
    """The stacks of one target that other code looks into."""

    vision: VisionStack | None
    downloads: DownloadsStack


def compose(scope: Construct, target: Target) -> System:
    """Add all stacks of a target to the app."""
    state = StateStack(scope, DataStack(scope, target))
    users = DatabaseUsersStack(scope, state) if target.own_users else None
    vision = VisionStack(scope, state) if target.vision else None
    downloads = DownloadsStack(scope, state, vision.backend if vision else None)
    sessions = SessionsStack(scope, state) if target.x_accounts else None
    pools = {"vision": vision.backend.pool} if vision and vision.backend.pool else {}
    pools |= {"browser": sessions.pool} if sessions else {}
    goals = GoalsStack(scope, state, downloads, sessions, pools=pools)
    images = ImagesStack(scope, state)
    page = PageStack(scope, state, downloads, goals, images)
    if not target.emulator:  # the emulator has no dashboards
        DashboardsStack(scope, state, downloads, goals)
    if users:  # the functions connect as users that this stack creates
        for stack in (downloads, goals, images, page):
            stack.add_stack_dependency(users)
    Tags.of(scope).add("project", "found-footy")
    Tags.of(scope).add("target", target.name)
    return System(vision, downloads)
