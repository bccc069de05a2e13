"""The CDK app: `cdk deploy --all -c target=local|dev|prod`."""

import sys

from aws_cdk import App

from cdk.settings import Target, TargetError
from cdk.system import compose


def main() -> None:
    """Composes the chosen target; what is wrong with it is said in one line."""
    app = App()
    try:
        target = Target.read(app.node.try_get_context)
        target.must_see()
        compose(app, target)
    except TargetError as error:
        sys.exit(f"footy: {error}")
    app.synth()


if __name__ == "__main__":
    main()
