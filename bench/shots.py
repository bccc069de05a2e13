"""Kinds of footage that are hard to tell apart: cameras that stand, sweep or are close, and no camera at all."""

from collections.abc import Callable

import cv2
import numpy as np

from bench.footage import FRAMES_PER_SECOND, HEIGHT, PANORAMA, WIDTH, Film, Picture, Stadium, film

Shot = Callable[[int, int, float], Film]

GOAL_AT = (300, 62)
"""Where the goal stands in a stadium's first panorama: left edge and top."""
STANDS = 40
"""How far down there are only stands, in every stadium."""


def free_kick(match: int, goal: int, seconds: float) -> Film:
    """A wall, a kicker and a ball before a camera that stands where the cameraman put it for this kick."""
    rng = np.random.default_rng([match, 11, goal])
    return _standing(
        rng, match, (float(rng.uniform(120, 520)), float(rng.uniform(0.75, 1.0))), seconds, players=12, tall=26
    )


def penalty(match: int, goal: int, seconds: float) -> Film:
    """The same end of the ground from the same camera, framed a little otherwise for every kick."""
    rng = np.random.default_rng([match, 12, goal])
    framed = (GOAL_AT[0] - 60 + float(rng.uniform(-14, 14)), float(rng.uniform(0.62, 0.74)))
    return _standing(rng, match, framed, seconds, players=3, tall=34)


def tactical(match: int, goal: int, seconds: float) -> Film:
    """Everything from high above, small players, nothing but them moves; the same picture for the whole match."""
    rng = np.random.default_rng([match, 13, goal])
    return _standing(rng, match, (MARGIN_LEFT, 1.75), seconds, players=22, tall=12)


def long_tactical(match: int, goal: int, seconds: float) -> Film:
    """The same three times as long: whatever a background is worth, there is three times as much of it."""
    return tactical(match, goal, 3 * seconds)


def pan(match: int, goal: int, seconds: float) -> Film:
    """The camera follows the ball to and fro across the ground, each time from elsewhere and at its own pace."""
    rng = np.random.default_rng([match, 14, goal])
    panorama, shirts = Stadium.of(match).panoramas[0], Stadium.of(match).shirts
    middle, reach = float(rng.uniform(220, 360)), float(rng.uniform(110, 200))
    pace, phase, zoom = float(rng.uniform(0.45, 1.1)), float(rng.uniform(0, 6)), float(rng.uniform(0.75, 1.0))
    places, runs = rng.uniform((0, 75), (PANORAMA, HEIGHT - 15), (14, 2)), rng.uniform((-20, -5), (20, 5), (14, 2))
    frames = []
    for second in _seconds(seconds):
        picture = panorama.copy()
        _players(picture, places + runs * np.sin(second), shirts, 18)
        frames.append(_window(picture, middle + reach * float(np.sin(pace * second + phase)), zoom))
    return frames


def close_up(match: int, goal: int, seconds: float) -> Film:
    """The middle of a goal's film, stretched: the scorer before the crowd."""
    whole = film(match, goal, seconds * 5)
    middle = round(len(whole) * 0.62) - round(seconds * FRAMES_PER_SECOND / 2)
    return whole[middle : middle + round(seconds * FRAMES_PER_SECOND)]


def graphic(match: int, goal: int, seconds: float) -> Film:
    """Three seconds of a goal, and then the full-time graphic that strangers of the match share."""
    football = film(match, goal, seconds)[: 3 * FRAMES_PER_SECOND]
    return football + [_full_time(match)] * (round(seconds * FRAMES_PER_SECOND) - len(football))


def recorded(match: int, goal: int, seconds: float) -> Film:
    """A goal as a screen recorder took it: a bar below, and a timer that runs with the clip."""
    frames = film(match, goal, seconds)
    for n, picture in enumerate(frames):
        cv2.rectangle(picture, (0, HEIGHT - 22), (WIDTH, HEIGHT), (25, 25, 25), -1)
        second = n // FRAMES_PER_SECOND
        text = f"{second // 60:02d}:{second % 60:02d}"
        cv2.putText(picture, text, (8, HEIGHT - 6), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (230, 230, 230), 1, cv2.LINE_AA)
        cv2.line(picture, (60, HEIGHT - 11), (60 + round(240 * n / len(frames)), HEIGHT - 11), (60, 60, 220), 3)
    return frames


SHOTS: dict[str, Shot] = {
    "free kicks": free_kick,
    "penalties": penalty,
    "tactical camera": tactical,
    "tactical camera, 24 s": long_tactical,
    "pans": pan,
    "close-ups": close_up,
    "graphics": graphic,
    "recorded screens": recorded,
}
MARGIN_LEFT = 60.0


def _standing(
    rng: np.random.Generator, match: int, framed: tuple[float, float], seconds: float, *, players: int, tall: int
) -> Film:
    """A camera that does not move; players shuffle, one runs up, a ball flies."""
    left, zoom = framed
    stadium = Stadium.of(match)
    ground = stadium.panoramas[0].copy()
    x, y = GOAL_AT
    cv2.rectangle(ground, (x, y), (x + 90, y + 34), (235, 235, 235), 2)
    wide = WIDTH * zoom
    places = rng.uniform((left, 85), (left + wide, HEIGHT - 18), (players, 2))
    sway, kick = rng.uniform(0, 6, (players, 1)), float(rng.uniform(0.4, 0.6)) * seconds
    crowd = [rng.uniform(0.7, 1.3, (3, 24)).astype(np.float32) for _ in range(round(2 * seconds) + 2)]
    target = np.array((x + float(rng.uniform(5, 85)), y + float(rng.uniform(4, 30))))
    frames = []
    for second in _seconds(seconds):
        picture = ground.copy()
        now = places + 5 * np.sin(second * 1.1 + sway)
        run = min(1.0, second / kick)
        now[0] = places[0] + run * 0.3 * (target - places[0])
        _wave(picture, crowd, second)
        _players(picture, now, stadium.shirts, tall)
        flown = min(1.0, max(0.0, (second - kick) / 0.8))
        ball = now[0] + flown * (target - now[0])
        cv2.circle(picture, (round(ball[0]), round(ball[1])), 3, (250, 250, 250), -1)
        frames.append(_window(picture, left + 0.7 * float(np.sin(0.7 * second + sway[0, 0])), zoom))
    return frames


def _wave(picture: Picture, crowd: list[np.ndarray], second: float) -> None:
    """Flags and arms: the stands are a little brighter here and darker there, twice a second."""
    now, share = int(2 * second), 2 * second - int(2 * second)
    light = (1 - share) * crowd[now] + share * crowd[now + 1]
    stands = cv2.resize(light, (PANORAMA, STANDS), interpolation=cv2.INTER_LINEAR)[..., None]
    picture[:STANDS] = np.clip(picture[:STANDS] * stands, 0, 255).astype(np.uint8)


def _players(picture: Picture, places: np.ndarray, shirts: np.ndarray, tall: int) -> None:
    for n, (x, y) in enumerate(places):
        shirt = tuple(int(c) for c in shirts[n % 2])
        size = max(3, round(tall * y / HEIGHT))
        cv2.ellipse(picture, (round(float(x)), round(float(y))), (max(2, size // 2), size), 0, 0, 360, shirt, -1)


def _window(panorama: Picture, left: float, zoom: float) -> Picture:
    wide, high = WIDTH * zoom, min(HEIGHT * zoom, HEIGHT)
    left = float(np.clip(left, 0, PANORAMA - wide))
    across, down = WIDTH / wide, HEIGHT / high
    shift = np.array(((across, 0, -left * across), (0, down, -(HEIGHT - high) * down / 2)))
    return np.asarray(cv2.warpAffine(panorama, shift, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR), np.uint8)


def _full_time(match: int) -> Picture:
    rng = np.random.default_rng([match, 15])
    coarse = rng.integers(20, 120, (3, 5, 3)).astype(np.float32)
    ground = np.clip(cv2.resize(coarse, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC), 0, 255).astype(np.uint8)
    cv2.rectangle(ground, (30, 60), (WIDTH - 30, 110), (235, 235, 235), -1)
    cv2.putText(ground, "FT  ARS 2-1 CHE", (48, 95), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (20, 20, 20), 2, cv2.LINE_AA)
    cv2.putText(ground, "Saka 45'+1'  Rice 67'", (60, 140), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (240, 240, 240), 1)
    return ground


def _seconds(seconds: float) -> list[float]:
    return [n / FRAMES_PER_SECOND for n in range(round(seconds * FRAMES_PER_SECOND))]
