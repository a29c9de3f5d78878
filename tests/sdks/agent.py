"""An agent as somebody writes one with Bolt for Python. Nothing in it knows that the Slack it talks to is a sandbox.

`python agent.py socket` listens over Socket Mode, `python agent.py http` on a port, which it prints.
"""

import json
import os
import sys
from threading import Event
from wsgiref.simple_server import make_server

from slack_bolt import App
from slack_bolt.adapter.socket_mode import SocketModeHandler
from slack_bolt.adapter.wsgi import SlackRequestHandler
from slack_sdk import WebClient

app = App(
    client=WebClient(token=os.environ["SLACK_BOT_TOKEN"], base_url=os.environ["SLACK_API_URL"]),
    signing_secret=os.environ["SLACK_SIGNING_SECRET"],
)


def plain(text):
    return {"type": "plain_text", "text": text}


@app.event("app_mention")
def mentioned(event, context, client, say):
    button = {"type": "button", "action_id": "open_form", "value": "tea", "text": plain("Fill in")}
    blocks = [{"type": "actions", "block_id": "buttons", "elements": [button]}]
    say(thread_ts=event["ts"], text=f"You said: {event['text']}", blocks=blocks)

    stream = client.chat_stream(
        channel=event["channel"],
        thread_ts=event["ts"],
        recipient_team_id=context.team_id,
        recipient_user_id=event["user"],
        buffer_size=8,
    )
    stream.append(markdown_text="A **first** part, ")
    stream.append(markdown_text="a second part, ")
    stream.stop(markdown_text="and the end.")

    client.files_upload_v2(
        channel=event["channel"],
        thread_ts=event["ts"],
        filename="prices.csv",
        content="tea,2\nsalt,1\n",
        initial_comment="The prices",
    )


@app.action("open_form")
def open_form(ack, action, body, client, respond):
    ack()
    place = {"channel": body["channel"]["id"], "thread": body["message"]["thread_ts"]}
    amount = {
        "type": "input",
        "block_id": "amount",
        "label": plain("How many"),
        "element": {"type": "plain_text_input", "action_id": "text"},
    }
    view = {
        "type": "modal",
        "callback_id": "form",
        "private_metadata": json.dumps(place),
        "title": plain("Order"),
        "submit": plain("Send"),
        "blocks": [amount],
    }
    client.views_open(trigger_id=body["trigger_id"], view=view)
    respond(replace_original=True, text=f"Filling in the order of {action['value']}")


@app.view("form")
def submitted(ack, client, view):
    amount = view["state"]["values"]["amount"]["text"]["value"]
    if not amount.isdigit():
        ack(response_action="errors", errors={"amount": "A number, please"})
        return
    ack()
    place = json.loads(view["private_metadata"])
    client.chat_postMessage(channel=place["channel"], thread_ts=place["thread"], text=f"Ordered {amount}")


@app.command("/countersign")
def commanded(ack, command, respond):
    ack(f"Looking for {command['text']}")
    respond(f"Found {command['text']}")


@app.shortcut("ask_about_message")
def asked_about(ack, client, shortcut):
    ack()
    channel, message = shortcut["channel"]["id"], shortcut["message"]
    client.chat_postMessage(channel=channel, thread_ts=message["ts"], text=f"About: {message['text']}")


@app.event("app_home_opened")
def home_opened(event, client):
    if event["tab"] != "home":
        return
    section = {"type": "section", "text": {"type": "mrkdwn", "text": "At home"}}
    client.views_publish(user_id=event["user"], view={"type": "home", "blocks": [section]})


@app.event("message")
def overheard():
    """Every mention is a message too; Bolt warns of what nobody listens to."""


if sys.argv[1] == "http":
    server = make_server("127.0.0.1", 0, SlackRequestHandler(app))
    print(f"listening on {server.server_port}", flush=True)
    server.serve_forever()
else:
    SocketModeHandler(app, os.environ["SLACK_APP_TOKEN"]).connect()
    print("connected", flush=True)
    Event().wait()
