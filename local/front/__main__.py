"""Front of one stack: `python -m local.front --port 8080 --port-file FILE --origins FILE`."""

import argparse
import asyncio
from pathlib import Path

from local import PROJECT
from local.front.edge import Origins, edge
from local.front.refusals import refuse_foreign_requests
from local.process.serving import bind, serve, write_ports


def main() -> None:
    """Serve on the requested port, or on a free one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--port-file", type=Path, required=True)
    parser.add_argument("--origins", type=Path, required=True)
    parser.add_argument("--web", type=Path, default=PROJECT / "web")
    options = parser.parse_args()
    listener = bind(options.port)
    port = listener.getsockname()[1]
    write_ports(port, options.port_file)
    app = edge(Origins(options.origins, options.web))
    asyncio.run(serve({port: refuse_foreign_requests(app, port)}, [listener]))


if __name__ == "__main__":
    main()
