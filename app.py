"""The CDK app: `cdk deploy --all -c target=local|dev|prod`; without a target: dev."""

import sys

from aws_cdk import App

from cdk.settings import Target, TargetError
from cdk.system import compose


def main() -> None:
    """Synthesise the selected target, or print why it cannot be deployed."""
    app = App()
    try:
        target = Target.read(app.node.try_get_context)
        target.require_vision()
        compose(app, target)
    except TargetError as error:
        sys.exit(f"footy: {error}")
    app.synth()


if __name__ == "__main__":
    main()
