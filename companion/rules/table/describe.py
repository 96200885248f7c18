"""A rule set as plain JSON values, for the page and for the command line."""

from __future__ import annotations

from typing import Any

from companion.rules.books.ruleset import Rule, Ruleset, Setting
from companion.rules.table.questions import play_json

Json = dict[str, Any]


def head_json(rules: Ruleset) -> Json:
    """What a list of rule sets shows of each."""
    return {
        "id": rules.id,
        "name": rules.name,
        "about": rules.about,
        "house": rules.house,
        "base": rules.base,
        "limit": rules.value("limit"),
    }


def ruleset_json(rules: Ruleset) -> Json:
    """All of it: every rule and setting, its value, its source and how certain that is.

    play: what follows from them for the forms in which a hand is entered.
    """
    return {
        **head_json(rules),
        "rules": [_rule_json(rule) for rule in rules.rules.values()],
        "settings": [_setting_json(setting) for setting in rules.settings.values()],
        "play": play_json(rules),
    }


def _rule_json(rule: Rule) -> Json:
    return {
        "key": rule.key,
        "id": rule.id,
        "words": rule.words,
        "per": rule.per,
        "who": rule.who,
        "points": rule.points,
        "doubles": rule.doubles,
        "limit": rule.limit,
        "added": rule.added,
        "on": rule.on,
        "choices": list(rule.choices),
        "source": rule.source,
        "status": rule.status,
        "catalogue": list(rule.catalogue),
    }


def _setting_json(setting: Setting) -> Json:
    return {
        "name": setting.name,
        "words": setting.words,
        "kind": setting.form.kind,
        "choices": list(setting.form.choices),
        "value": setting.value,
        "source": setting.source,
        "status": setting.status,
        "catalogue": list(setting.catalogue),
    }
