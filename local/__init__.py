"""The whole system on one machine: an embedded AWS, an embedded MongoDB, simulated or real upstreams."""
