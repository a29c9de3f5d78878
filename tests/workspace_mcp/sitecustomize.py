"""Leads Google's client library to the address in GOOGLE_BASE_URL, and lets nothing connect elsewhere.

Python imports a module of this name by itself. The library reads the addresses of Google's services from discovery
documents that it brings along; that is the one place where they can be changed for all of it.
"""

import os
import re
import sys

from googleapiclient import discovery_cache

BASE = os.environ["GOOGLE_BASE_URL"]
HERE = ("127.0.0.1", "localhost", "::1")
published = discovery_cache.get_static_doc


def get_static_doc(name, version):
    document = published(name, version)
    return document and re.sub(r'"(rootUrl|baseUrl)": "https://[^/"]+/', rf'"\1": "{BASE}/', document)


def refuse_other_computers(event, arguments):
    if event == "socket.connect" and isinstance(arguments[1], tuple) and arguments[1][0] not in HERE:
        raise ConnectionRefusedError(f"{arguments[1]} is another computer")


discovery_cache.get_static_doc = get_static_doc
sys.addaudithook(refuse_other_computers)
