#!/usr/bin/env python3
"""Readings of all boxes into Postgres (or TimescaleDB), each exactly once.

    pip install paho-mqtt==2.1.0 'psycopg[binary]==3.2.3'
    timescale.py mqtt-host 1883 postgresql:///lensd

A box delivers at least once, with an id that rises and is unique for the box. The table's key is (box, ts, id), so that a repeat changes
nothing; ts is part of it because TimescaleDB wants the time in every key, and a repeat has the same. The broker is
told that it has been delivered only after the commit, and keeps what comes meanwhile (a session that outlives this program):
whatever is killed when, no row is missing and none is there twice.
"""
import json
import sys

import paho.mqtt.client as mqtt
import psycopg

TABLE = """
CREATE TABLE IF NOT EXISTS reading (
    box text NOT NULL, id bigint NOT NULL, ts timestamptz NOT NULL, station text NOT NULL, kind text NOT NULL, accepted boolean NOT NULL,
    reason text NOT NULL, confidence real NOT NULL, cubic_metres double precision, body jsonb NOT NULL, PRIMARY KEY (box, ts, id));
"""
# With TimescaleDB once: SELECT create_hypertable('reading', by_range('ts'));
INSERT = """
INSERT INTO reading VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING
"""


def row(topic, payload):
    """A reading as a row; None for what is none: it will not be one the next time either."""
    try:
        r = json.loads(payload)
        counter = r.get("counter") or {}
        return (topic.split("/")[-3], int(r["id"]), r["ts"], r["station"], r["kind"], bool(r["accepted"]), r["reason"], float(r["confidence"]),
                counter.get("value"), json.dumps(r))
    except (ValueError, KeyError, TypeError, IndexError, AttributeError):
        return None


def main(host, port, database):
    db = psycopg.connect(database)
    db.execute(TABLE)
    db.commit()

    def take(client, _, message):
        reading = row(message.topic, message.payload)
        if reading:
            db.execute(INSERT, reading)
            db.commit()  # an error ends the program before the acknowledgement: the broker sends it again
        client.ack(message.mid, message.qos)

    client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id="lensd-postgres", clean_session=False, manual_ack=True)
    client.on_connect = lambda c, *_: c.subscribe("lensd/+/+/reading", 1)
    client.on_message = take
    client.connect(host, int(port))
    client.loop_forever()


if __name__ == "__main__":
    main(*sys.argv[1:])
