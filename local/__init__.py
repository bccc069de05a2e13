"""The whole system on one machine: an embedded AWS, an embedded MongoDB, simulated or real upstreams."""

from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
# the target of cdk.json that is deployed here
TARGET = "local"
