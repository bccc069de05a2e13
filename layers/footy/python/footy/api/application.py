"""The API as one application: its routes, who may ask them, and the document that describes it."""

from functools import cache
from http import HTTPStatus

from aws_lambda_powertools.event_handler import APIGatewayHttpResolver, Response

from footy.api import guard, reading, sharing
from footy.api.problems import answer_problems
from footy.api.replies import JSON, with_etag

TITLE, VERSION = "found-footy", "1.0.0"
DOCUMENT = "/api/v1/openapi.json"
ABOUT = "Goals as they happen, their clips, and links that live. Times are in UTC; stamps are milliseconds."


@cache
def application() -> APIGatewayHttpResolver:
    """Made once in each process; the world is handed in with each request."""
    app = APIGatewayHttpResolver(enable_validation=True)
    app.use(middlewares=[with_etag, guard.for_viewers])
    for router in (reading.router, sharing.router, guard.router):
        app.include_router(router)
    answer_problems(app)

    @app.get(DOCUMENT, include_in_schema=False)
    def document() -> Response[str]:
        return Response(HTTPStatus.OK.value, JSON, description(), headers={"Cache-Control": "public, max-age=300"})

    return app


@cache
def description() -> str:
    """The OpenAPI document."""
    return application().get_openapi_json_schema(title=TITLE, version=VERSION, description=ABOUT)
