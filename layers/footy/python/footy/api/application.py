"""API applications, one for the page and one for operators, and their OpenAPI document."""

import json
from collections.abc import Callable, Iterable
from functools import cache
from http import HTTPStatus
from typing import TypeAlias

from aws_lambda_powertools.event_handler import APIGatewayHttpResolver, Response
from aws_lambda_powertools.event_handler.router import APIGatewayHttpRouter

from footy.api import auth
from footy.api.problems import answer_problems
from footy.api.replies import JSON, with_etag
from footy.api.routes import actions, feeds, operator, page, shares

TITLE, VERSION = "found-footy", "1.0.0"
DOCUMENT = "/api/v1/openapi.json"
ABOUT = "Goals as they happen, their clips, and links that live. Times are in UTC; stamps are milliseconds."


Applications: TypeAlias = Callable[[], Iterable[APIGatewayHttpResolver]]


@cache
def page_application(all_of_them: Applications) -> APIGatewayHttpResolver:
    """Create the page's application once per process; each request brings its container."""
    app = application_of((page.router, shares.router, feeds.router, auth.router))
    app.use(middlewares=[auth.require_viewer])

    @app.get(DOCUMENT, include_in_schema=False)
    def document() -> Response[str]:
        body = description(all_of_them)
        return Response(HTTPStatus.OK.value, JSON, body, headers={"Cache-Control": "public, max-age=300"})

    return app


@cache
def operator_application() -> APIGatewayHttpResolver:
    """Create the operators' application once per process."""
    app = application_of((operator.router, actions.router))
    app.use(middlewares=[auth.require_operator])
    return app


@cache
def description(applications: Applications) -> str:
    """Merge the OpenAPI documents of several applications into one."""
    documents = [
        json.loads(app.get_openapi_json_schema(title=TITLE, version=VERSION, description=ABOUT))
        for app in applications()
    ]
    paths = {path: methods for one in documents for path, methods in one["paths"].items()}
    shapes = {name: shape for one in documents for name, shape in one["components"]["schemas"].items()}
    return json.dumps({**documents[0], "paths": paths, "components": {"schemas": shapes}})


def application_of(routers: Iterable[APIGatewayHttpRouter]) -> APIGatewayHttpResolver:
    """Create an application of these routes; every failure becomes problem JSON."""
    app = APIGatewayHttpResolver(enable_validation=True)
    app.use(middlewares=[with_etag])
    for router in routers:
        app.include_router(router)
    answer_problems(app)
    return app
