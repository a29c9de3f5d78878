//! What somebody has before them while our messages are open beside it.

use kernel::{Inbound, ThreadId, ViewedItem};
use serde_json::Value;

use crate::json::{list, text};
use crate::names::{Place, User};

/// Slack names the nearest first: a message before its channel. Kinds we do not know are no hindrance.
pub(super) fn changed(team: &str, event: &Value) -> Option<Inbound> {
    let by = User::new(team, text(event, "/user")?)?.person();
    let item = list(event, "/context/entities").iter().find_map(|entity| seen(team, entity));
    Some(Inbound::Views { by, item })
}

fn seen(team: &str, entity: &Value) -> Option<ViewedItem> {
    match text(entity, "/type")?.strip_prefix("slack#/types/")? {
        "message_context" => {
            let channel = text(entity, "/value/channel_id")?;
            let place = Place::new(team, channel, text(entity, "/value/message_ts")?)?;
            Some(ViewedItem::Message(channel_of(team, channel)?, place.message()))
        }
        "channel_id" => Some(ViewedItem::Channel(channel_of(team, text(entity, "/value")?)?)),
        "canvas_id" => Some(ViewedItem::Canvas),
        "list_id" => Some(ViewedItem::List),
        _ => None,
    }
}

fn channel_of(team: &str, channel: &str) -> Option<ThreadId> {
    Place::session(team, channel).map(|place| place.thread())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_nearest_thing_is_what_is_looked_at() {
        let entity =
            |kind: &str, value: Value| json!({"type": format!("slack#/types/{kind}"), "value": value});
        let event =
            |entities: Value| json!({"user": "U1", "channel": "D1", "context": {"entities": entities}});
        let sees = |entities: Value| match changed("T1", &event(entities)) {
            Some(Inbound::Views { item, .. }) => item,
            other => panic!("{other:?}"),
        };
        let message = entity("message_context", json!({"channel_id": "C1", "message_ts": "1.0"}));
        let channel = entity("channel_id", json!("C1"));
        assert!(matches!(sees(json!([message, channel])), Some(ViewedItem::Message(..))));
        assert!(matches!(sees(json!([entity("moon", json!("M1")), channel])), Some(ViewedItem::Channel(_))));
        assert_eq!(sees(json!([entity("canvas_id", json!("F1"))])), Some(ViewedItem::Canvas));
        assert_eq!(sees(json!([])), None);
        assert_eq!(changed("T1", &json!({"context": {}})), None);
    }
}
