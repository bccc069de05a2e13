"""The foreign services, played from a replay: each answers in the shapes and with the moods of the real one."""
