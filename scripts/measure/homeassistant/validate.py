"""Holds what a box announces (device/uplink/testdata/discovery.json) against Home Assistant's own schemas. usage: validate.py FILE

Each entity is merged with what its document says for all, as Home Assistant does, and given to the platform's DISCOVERY_SCHEMA; the document
as a whole goes to DEVICE_DISCOVERY_SCHEMA where the installed version has it (2024.12 and later).
"""

import asyncio
import copy
import importlib
import json
import sys
import tempfile

import voluptuous as vol
from homeassistant.const import __version__
from homeassistant.core import HomeAssistant

try:
    from homeassistant.components.mqtt.schemas import DEVICE_DISCOVERY_SCHEMA, SHARED_OPTIONS
except ImportError:  # before device discovery: the list of 2024.12
    DEVICE_DISCOVERY_SCHEMA = None
    SHARED_OPTIONS = ["availability", "availability_mode", "availability_template", "availability_topic", "command_topic", "payload_available",
                      "payload_not_available", "state_topic", "qos", "encoding"]


def judge(document):
    """Raises vol.Invalid for a document that Home Assistant would refuse, and returns the number of its entities."""
    if DEVICE_DISCOVERY_SCHEMA is not None:
        DEVICE_DISCOVERY_SCHEMA(copy.deepcopy(document))
    for component in document["components"].values():
        config = {k: document[k] for k in SHARED_OPTIONS if k in document} | component | {"device": document["device"]}
        platform = importlib.import_module("homeassistant.components.mqtt." + config.pop("platform"))
        platform.DISCOVERY_SCHEMA(config)
    return len(document["components"])


def spoilt(document):
    """Documents that have to be refused, so that a schema that takes everything is noticed."""
    for change in ({"device_class": "horse"}, {"value_template": "{{ value_json."}, {"state_topic": "lensd/#/x"}, {"entity_category": "horse"}):
        one = copy.deepcopy(document)
        one["components"]["reading"].update(change)
        yield change, one


async def main():
    HomeAssistant(tempfile.gettempdir())  # newer versions judge templates only where one is
    with open(sys.argv[1], encoding="utf-8") as f:
        documents = json.load(f)
    entities = 0
    for topic, document in documents.items():
        entities += judge(document)
        for change, one in spoilt(document):
            try:
                judge(one)
            except vol.Invalid:
                continue
            sys.exit(f"{topic}: Home Assistant takes {change}: this proves nothing")
    whole = "with" if DEVICE_DISCOVERY_SCHEMA is not None else "without"
    print(f"Home Assistant {__version__} takes {len(documents)} documents of {entities} entities ({whole} the schema of whole documents)")


if __name__ == "__main__":
    asyncio.run(main())
