"""Somebody who keeps the score over HTTP, and hands as they are typed."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

PIN = "482913"
PLAYERS = [{"name": "Ann"}, {"name": "Bo"}, {"name": "Cy"}, {"name": "Di"}]


class Scorekeeper:
    """A client that has entered the PIN and sends the token with every call."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        token = client.post("/api/session", json={"pin": PIN}).get_json()["token"]
        self.headers = {"X-Companion-Token": token}
        self._keys = 0

    def call(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> TestResponse:
        return self.client.open(
            path, method=method, json=body, headers={**self.headers, **(headers or {})}
        )

    def start(self, **setup: Any) -> str:
        answer = self.call("POST", "/api/evenings", {"players": PLAYERS, **setup})
        assert answer.status_code == 201, answer.text
        id: str = answer.get_json()["id"]
        return id

    def settle(self, id: str, body: Any, key: str | None = None, **headers: str) -> TestResponse:
        self._keys += 1
        return self.call(
            "POST",
            f"/api/evenings/{id}/hands",
            body,
            {"Idempotency-Key": key or f"key {self._keys}", **headers},
        )

    def evening(self, id: str) -> Any:
        return self.client.get(f"/api/evenings/{id}").get_json()


def typed(winner: str | None, *scores: int) -> dict[str, Any]:
    """A hand of which only the scores were written down: E, S, W, N."""
    return {"winner": winner, "scores": dict(zip("ESWN", scores, strict=False))}
