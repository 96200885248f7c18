"""The enrolled sets, as the server's calls about them need them (`companion.web.learning.Sets`)."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec.structs import asdict

from companion.base.errors import ConflictError, NotAllowedError, NotFoundError
from companion.base.forms import seen_as
from companion.game.tiles import BACK, FLOWERS, KINDS, SEASONS, parse
from companion.service.recognition import Recognition
from companion.web.learning import (
    DraftChanges,
    Enrolment,
    ExampleLearnt,
    FaceShown,
    PlaceShown,
    SetHead,
    SetShown,
    SetsListed,
)

if TYPE_CHECKING:
    from companion.vision.tile_sets.order import Picture
    from companion.vision.tile_sets.profile import Profile
    from companion.vision.tile_sets.proposal import Proposal

_DRAFTS = 4
"""Sets whose enrolment may be under way at the same time."""


class DraftForgottenError(NotFoundError):
    sentence = "The photographs of that set are not remembered any more; send them again."


class PlaceMissingError(NotFoundError):
    def __init__(self, number: int) -> None:
        super().__init__(f"No tile {number} was found in those photographs; load the page again.")


class ExampleMissingError(NotFoundError):
    def __init__(self, name: str) -> None:
        super().__init__(f"The set {name} does not hold that example; load the page again.")


class QuestionsOpenError(ConflictError):
    def __init__(self, question: str) -> None:
        super().__init__(f"Answer this first, or enrol the set as it is: {question}")


class NothingToEnrolError(NotAllowedError):
    sentence = "Every tile is left out; keep at least one to enrol the set."


@dataclass(frozen=True, eq=False)
class _Draft:
    name: str
    proposal: Proposal


class SetKeeper:
    """The sets of a data folder, and the drafts of new ones."""

    def __init__(self, recognition: Recognition) -> None:
        self._recognition = recognition
        self._drafts: OrderedDict[str, _Draft] = OrderedDict()
        self._lock = threading.RLock()

    # The sets

    def listed(self) -> SetsListed:
        from companion.vision.tile_sets.order import STANDARD

        store = self._recognition.profiles()
        sets, problems = store.every()
        heads = tuple(_head(profile) for profile in sets)
        return SetsListed(heads, store.chosen(), STANDARD, tuple(map(str, problems)))

    def choose(self, name: str | None) -> None:
        self._recognition.profiles().choose(name)

    def shown(self, name: str) -> SetShown:
        profile = self._recognition.profiles().load(name)
        faces = seen_as(tuple[FaceShown, ...], profile.examples)
        return SetShown(**asdict(_head(profile)), faces=faces)

    def face(self, name: str, example: str) -> bytes:
        from companion.vision.tile_sets.thumbnails import to_png

        for each in self._recognition.profiles().load(name).examples:
            if each.id == example:
                return to_png(each.face)
        raise ExampleMissingError(name)

    def rename(self, name: str, new: str) -> SetHead:
        with self._lock:
            return _head(self._recognition.profiles().rename(name, new))

    def remove(self, name: str) -> None:
        with self._lock:
            self._recognition.profiles().remove(name)

    def file(self, name: str) -> bytes:
        from companion.vision.tile_sets.profile_file import pack

        return pack(self._recognition.profiles().load(name))

    def take_in(self, file: bytes, name: str | None) -> SetHead:
        with self._lock:
            return _head(self._recognition.profiles().take_in(file, name))

    # Corrections

    def learn(self, name: str, reading: str, tile: int, code: str) -> ExampleLearnt:
        from companion.vision.tile_sets.enrol import face_of
        from companion.vision.tile_sets.profile import Profile
        from companion.vision.tile_sets.profile_file import checked_name

        (code,) = parse([code], "code")
        photo, quad = self._recognition.face(reading, tile)
        face = face_of(self._recognition.opened(photo), quad)
        store = self._recognition.profiles()
        with self._lock:
            profile = store.known(name) or Profile(checked_name(name))
            learned = profile.with_example(face, code)
            store.save(learned)
        return ExampleLearnt(learned.examples[-1].id, _head(learned))

    def forget_example(self, name: str, example: str) -> SetHead | None:
        store = self._recognition.profiles()
        with self._lock:
            profile = store.load(name)
            left = profile.without(example)
            if len(left.examples) == len(profile.examples):
                raise ExampleMissingError(name)
            if not left.examples:
                store.remove(name)
                return None
            store.save(left)
        return _head(left)

    # Enrolment

    def propose(self, name: str, photos: Sequence[bytes], order: str | None) -> Enrolment:
        from companion.vision.tile_sets.enrol import Enroller
        from companion.vision.tile_sets.order import STANDARD, parse_order
        from companion.vision.tile_sets.profile_file import checked_name

        name = checked_name(name)
        pictures: tuple[Picture, ...] = parse_order(order) if order else (STANDARD,)
        opened = [self._recognition.opened(photo) for photo in photos]
        models = self._recognition.reader().models()
        proposal = Enroller(models.detector, models.classifier).propose(opened, pictures)
        draft = secrets.token_urlsafe(9)
        with self._lock:
            self._drafts[draft] = _Draft(name, proposal)
            while len(self._drafts) > _DRAFTS:
                self._drafts.popitem(last=False)
        return self.proposed(draft)

    def proposed(self, draft: str) -> Enrolment:
        held = self._draft(draft)
        proposal, store = held.proposal, self._recognition.profiles()
        known = store.known(held.name)
        other = {a: b for pair in proposal.changed_over for a, b in (pair, pair[::-1])}
        places = tuple(
            PlaceShown(
                n=n,
                photo=place.photo,
                row=place.row,
                column=place.column,
                code=place.code,
                face=f"/api/enrolments/{draft}/faces/{n}.png",
                quad=place.quad.round(1).tolist(),
                seen=place.seen,
                confidence=round(place.confidence, 4),
                doubt=place.doubt,
                changed_over=other.get(n),
                kept=place.kept,
            )
            for n, place in enumerate(proposal.places)
        )
        return Enrolment(
            id=draft,
            name=held.name,
            adds_to=len(known.examples) if known else None,
            places=places,
            missing=proposal.missing,
            extra=proposal.extra,
            questions=tuple(proposal.questions()),
        )

    def proposed_face(self, draft: str, number: int) -> bytes:
        from companion.vision.tile_sets.thumbnails import to_png

        proposal = self._draft(draft).proposal
        return to_png(proposal.places[_number(proposal, number)].face)

    def correct(self, draft: str, changes: DraftChanges) -> Enrolment:
        with self._lock:
            held = self._draft(draft)
            proposal = held.proposal
            for pair in changes.swap:
                proposal = proposal.exchanged(*(_number(proposal, n) for n in pair))
            for change in changes.places:
                number = _number(proposal, change.n)
                if change.code is not None:
                    (code,) = parse([change.code], "code")
                    proposal = proposal.with_code(number, code)
                if change.kept is not None:
                    proposal = proposal.left_out(number, change.kept)
            self._drafts[draft] = _Draft(held.name, proposal)
        return self.proposed(draft)

    def enrol(self, draft: str, although: bool) -> SetHead:
        from companion.vision.tile_sets.enrol import accept

        store = self._recognition.profiles()
        with self._lock:
            held = self._draft(draft)
            asked = held.proposal.questions()
            if asked and not although:
                raise QuestionsOpenError(asked[0])
            if not any(place.kept for place in held.proposal.places):
                raise NothingToEnrolError
            profile = accept(held.proposal, held.name, store.known(held.name))
            store.save(profile)
            del self._drafts[draft]
        return _head(profile)

    def drop(self, draft: str) -> None:
        with self._lock:
            self._draft(draft)
            del self._drafts[draft]

    def _draft(self, draft: str) -> _Draft:
        held = self._drafts.get(draft)
        if held is None:
            raise DraftForgottenError
        return held


def _number(proposal: Proposal, number: int) -> int:
    if not 0 <= number < len(proposal.places):
        raise PlaceMissingError(number)
    return number


def _head(profile: Profile) -> SetHead:
    codes = profile.codes
    return SetHead(
        name=profile.name,
        tiles=tuple(codes),
        lacking=tuple(code for code in (*KINDS, *FLOWERS, *SEASONS, BACK) if code not in codes),
        examples=len(profile.examples),
        corrections=sum(example.source == "corrected" for example in profile.examples),
        back=None if profile.back is None else "#{:02x}{:02x}{:02x}".format(*profile.back),
    )
