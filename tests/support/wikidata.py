"""Fake Wikidata in this process: name search and a SPARQL service that evaluates queries."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from rdflib import Graph

PREFIXES = """
@prefix wd: <http://www.wikidata.org/entity/> .
@prefix wdt: <http://www.wikidata.org/prop/direct/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix schema: <http://schema.org/> .
@prefix wikibase: <http://wikiba.se/ontology#> .
"""
# The classes as they are: the one of men's national teams is below the one of clubs, by way of men's teams.
CLASSES = """
wd:Q476028 rdfs:label "association football club"@en .
wd:Q6979593 rdfs:label "national association football team"@en .
wd:Q103229495 rdfs:label "men's association football team"@en ; wdt:P279 wd:Q476028 .
wd:Q135408445 rdfs:label "men's national association football team"@en ; wdt:P279 wd:Q103229495 , wd:Q6979593 .
wd:Q28140340 rdfs:label "women's association football club"@en ; wdt:P279 wd:Q476028 .
wd:Q515 rdfs:label "city"@en .
wd:Q145 rdfs:label "United Kingdom"@en .
wd:Q21 rdfs:label "England"@en ; wdt:P1549 "English"@en , "anglais"@fr .
wd:Q77 rdfs:label "Uruguay"@en .
wd:Q29 rdfs:label "Spain"@en .
"""
ITEMS = """
wd:Q1130849 rdfs:label "Liverpool F.C."@en , "FC Liverpool"@de ; wdt:P31 wd:Q476028 ; wdt:P17 wd:Q145 ;
  schema:description "association football club in Liverpool, England"@en ; wikibase:sitelinks 120 ;
  skos:altLabel "LFC"@en , "Liverpool FC"@en , "Die Roten"@de , "Reds"@mul ;
  wdt:P1813 "Liverpool"@en ; wdt:P1449 "The Reds"@en .
wd:Q942122 rdfs:label "Liverpool F.C. (Montevideo)"@en ; wdt:P31 wd:Q476028 ; wdt:P17 wd:Q77 ; wikibase:sitelinks 20 .
wd:Q501 rdfs:label "Liverpool F.C. Ladies"@en ; wdt:P31 wd:Q28140340 ; wdt:P17 wd:Q145 ; wikibase:sitelinks 20 .
wd:Q502 rdfs:label "Liverpool"@en ; wdt:P31 wd:Q476028 ; wdt:P17 wd:Q145 ; wdt:P576 "1892" ; wikibase:sitelinks 999 .
wd:Q24826 rdfs:label "Liverpool"@en ; wdt:P31 wd:Q515 ; schema:description "city in England"@en .
wd:Q7156 rdfs:label "FC Barcelona"@mul ; wdt:P31 wd:Q103229495 ; wdt:P17 wd:Q29 ; wikibase:sitelinks 150 ;
  wdt:P1449 "Blaugrana"@en .
wd:Q47762 rdfs:label "England national association football team"@en ; wdt:P31 wd:Q135408445 ;
  wdt:P17 wd:Q145 ; wdt:P1532 wd:Q21 ; wdt:P1449 "The Three Lions"@en ; wikibase:sitelinks 100 .
"""
# By which name the search finds which items; the first hit of a name is its best.
NAMES = {
    "Liverpool": ["Q24826", "Q502", "Q942122", "Q501", "Q1130849"],
    "FC Barcelona": ["Q7156"],
    "England national football team": ["Q47762"],
    "England FC": ["Q47762"],
}


@dataclass(slots=True)
class Reply:
    """A prepared reply that replaces a real answer."""

    status: int = 200
    body: bytes = b"{}"
    headers: dict[str, str] = field(default_factory=dict)
    drips: float = 0.0


@dataclass(slots=True)
class Knowledge:
    """The running service, with its requests and prepared replies."""

    url: str = ""
    agents: list[str] = field(default_factory=list)
    searched: list[str] = field(default_factory=list)
    queried: list[str] = field(default_factory=list)
    searches: list[Reply] = field(default_factory=list)
    queries: list[Reply] = field(default_factory=list)

    def reply(self, path: str, parameters: dict[str, list[str]], agent: str) -> Reply:
        self.agents.append(agent)
        if path == "/w/api.php":
            self.searched.append(parameters["search"][0])
            return self.searches.pop(0) if self.searches else self._hits(parameters["search"][0])
        self.queried.append(parameters["query"][0])
        return self.queries.pop(0) if self.queries else self._rows(parameters["query"][0])

    def _hits(self, phrase: str) -> Reply:
        hits = [self._hit(entity, phrase) for entity in NAMES.get(phrase, [])]
        return Reply(body=json.dumps({"searchinfo": {"search": phrase}, "search": hits, "success": 1}).encode())

    def _hit(self, entity: str, phrase: str) -> dict[str, object]:
        described = graph().query(
            PREFIXES.replace("@prefix", "PREFIX").replace(" .", "")
            + f"SELECT ?l ?d {{ wd:{entity} rdfs:label ?l OPTIONAL {{ wd:{entity} schema:description ?d }} }}"
        )
        label, description = next((str(row[0]), str(row[1] or "")) for row in described)  # type: ignore[index]
        match = {"type": "alias", "language": "en", "text": phrase}
        return {"id": entity, "label": label, "description": description, "match": match}

    def _rows(self, query: str) -> Reply:
        body = graph().query(query).serialize(format="json")
        return Reply(body=body or b"", headers={"Content-Type": "application/sparql-results+json"})


@cache
def graph() -> Graph:
    """Return the graph that this Wikidata serves."""
    return Graph().parse(data=PREFIXES + CLASSES + ITEMS, format="turtle")


@contextmanager
def serving() -> Iterator[Knowledge]:
    """Run the service on a free port until the end of the block."""
    knowledge = Knowledge()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            reply = knowledge.reply(parts.path, parse_qs(parts.query), self.headers["User-Agent"])
            self.send_response(reply.status)
            for name, value in {"Content-Type": "application/json", **reply.headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(reply.body)))
            self.end_headers()
            with suppress(ConnectionError):  # the client disconnected
                self._say(reply)

        def _say(self, reply: Reply) -> None:
            if not reply.drips:
                self.wfile.write(reply.body)
                return
            for byte in reply.body:
                self.wfile.write(bytes([byte]))
                time.sleep(reply.drips)

        def log_message(self, *_: object) -> None:
            """Keep the tests' output clean."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    knowledge.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield knowledge
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
