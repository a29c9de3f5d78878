//! `users.labels`: the system's and the person's own, and changes of labels on messages.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::mailbox::Mailbox;
use super::palette;
use super::records::UserLabel;
use crate::call::Call;
use crate::refusal::Refusal;

/// The labels every mailbox has.
const SYSTEM: [&str; 14] = [
    "CHAT",
    "SENT",
    "INBOX",
    "IMPORTANT",
    "TRASH",
    "DRAFT",
    "SPAM",
    "CATEGORY_FORUMS",
    "CATEGORY_UPDATES",
    "CATEGORY_PERSONAL",
    "CATEGORY_PROMOTIONS",
    "CATEGORY_SOCIAL",
    "STARRED",
    "UNREAD",
];

/// Labels to be added and removed, checked.
#[derive(Debug)]
pub(super) struct Change {
    pub(super) add: Vec<String>,
    pub(super) remove: Vec<String>,
}

impl Change {
    /// The `addLabelIds` and `removeLabelIds` of a body.
    pub(super) fn of(mailbox: &Mailbox, call: &Call) -> Result<Self, Refusal> {
        let change = Self { add: call.texts("/addLabelIds"), remove: call.texts("/removeLabelIds") };
        if change.add.is_empty() && change.remove.is_empty() {
            return Err(Refusal::argument("No label add or removes specified"));
        }
        if let Some(both) = change.add.iter().find(|label| change.remove.contains(label)) {
            return Err(Refusal::argument(format!("Cannot both add and remove the same label: {both}")));
        }
        for label in change.add.iter().chain(&change.remove) {
            // Whether something was sent or is a draft is a fact, not a choice.
            if !is_known(mailbox, label) || matches!(label.as_str(), "SENT" | "DRAFT" | "CHAT") {
                return Err(Refusal::argument(format!("Invalid label: {label}")));
            }
        }
        Ok(change)
    }
}

/// Whether a mailbox has a label of this id.
pub(super) fn is_known(mailbox: &Mailbox, id: &str) -> bool {
    SYSTEM.contains(&id) || mailbox.labels.contains_key(id)
}

/// Every label's id and name.
pub(crate) fn all(mailbox: &Mailbox) -> Vec<(String, String)> {
    let own = mailbox.labels.iter().map(|(id, label)| (id.clone(), label.name.clone()));
    SYSTEM.iter().map(|&id| (id.to_owned(), id.to_owned())).chain(own).collect()
}

/// The id of the label of this name, made if there is none yet.
pub(super) fn by_name(mailbox: &mut Mailbox, name: &str) -> String {
    if SYSTEM.contains(&name) {
        return name.to_owned();
    }
    let known = mailbox.labels.iter().find(|(_, label)| label.name.eq_ignore_ascii_case(name));
    if let Some((id, _)) = known {
        return id.clone();
    }
    let label = UserLabel {
        name: name.to_owned(),
        message_list: "show".to_owned(),
        label_list: "labelShow".to_owned(),
        color: None,
    };
    insert(mailbox, label)
}

pub(super) fn list(mailbox: &Mailbox) -> Value {
    let labels: Vec<Value> = all(mailbox).iter().map(|(id, _)| render(mailbox, id)).collect();
    json!({ "labels": labels })
}

/// One label; only here are the messages counted.
pub(super) fn get(mailbox: &Mailbox, call: &Call) -> Result<Value, Refusal> {
    let id = call.path("id");
    if !is_known(mailbox, id) {
        return Err(Refusal::not_found());
    }
    let mut label = render(mailbox, id);
    let (total, unread, threads, unread_threads) = counts(mailbox, id);
    if let Some(fields) = label.as_object_mut() {
        for (name, count) in [
            ("messagesTotal", total),
            ("messagesUnread", unread),
            ("threadsTotal", threads),
            ("threadsUnread", unread_threads),
        ] {
            fields.insert(name.to_owned(), count.into());
        }
    }
    Ok(label)
}

pub(super) fn create(mailbox: &mut Mailbox, call: &Call) -> Result<Value, Refusal> {
    let name = checked_name(mailbox, call.text("/name").unwrap_or_default(), None)?;
    let label = UserLabel {
        name,
        message_list: call.text("/messageListVisibility").unwrap_or("show").to_owned(),
        label_list: call.text("/labelListVisibility").unwrap_or("labelShow").to_owned(),
        color: palette::color(call)?,
    };
    let id = insert(mailbox, label);
    Ok(render(mailbox, &id))
}

pub(super) fn update(mailbox: &mut Mailbox, call: &Call) -> Result<Value, Refusal> {
    let id = call.path("id");
    let old = own(mailbox, id)?.clone();
    let name = match call.text("/name") {
        Some(name) if name != old.name => checked_name(mailbox, name, Some(id))?,
        None if call.method.ends_with("update") => return Err(Refusal::argument("Invalid label name")),
        Some(_) | None => old.name,
    };
    let label = UserLabel {
        name,
        message_list: call.text("/messageListVisibility").unwrap_or(&old.message_list).to_owned(),
        label_list: call.text("/labelListVisibility").unwrap_or(&old.label_list).to_owned(),
        color: palette::color(call)?.or(old.color),
    };
    mailbox.labels.insert(id.to_owned(), label);
    Ok(render(mailbox, id))
}

pub(super) fn delete(mailbox: &mut Mailbox, call: &Call) -> Result<Value, Refusal> {
    let id = call.path("id").to_owned();
    own(mailbox, &id)?;
    let wearing: Vec<_> = mailbox.messages.values().filter(|one| one.has(&id)).map(|one| one.id).collect();
    for message in wearing {
        mailbox.relabel(message, &[], std::slice::from_ref(&id));
    }
    mailbox.labels.remove(&id);
    Ok(json!({}))
}

/// Messages, unread messages, threads and unread threads under a label.
pub(crate) fn counts(mailbox: &Mailbox, id: &str) -> (usize, usize, usize, usize) {
    let mut threads = BTreeSet::new();
    let mut unread_threads = BTreeSet::new();
    let (mut total, mut unread) = (0, 0);
    for message in mailbox.messages.values().filter(|message| message.has(id)) {
        total += 1;
        threads.insert(message.thread);
        if message.has("UNREAD") {
            unread += 1;
            unread_threads.insert(message.thread);
        }
    }
    (total, unread, threads.len(), unread_threads.len())
}

fn own<'a>(mailbox: &'a Mailbox, id: &str) -> Result<&'a UserLabel, Refusal> {
    if SYSTEM.contains(&id) {
        return Err(Refusal::argument("Invalid update request: system labels cannot be changed"));
    }
    mailbox.labels.get(id).ok_or_else(Refusal::not_found)
}

fn checked_name(mailbox: &Mailbox, name: &str, except: Option<&str>) -> Result<String, Refusal> {
    let name = name.trim();
    if name.is_empty()
        || name.chars().count() > 225
        || SYSTEM.iter().any(|one| one.eq_ignore_ascii_case(name))
    {
        return Err(Refusal::argument("Invalid label name"));
    }
    let taken = mailbox
        .labels
        .iter()
        .any(|(id, label)| Some(id.as_str()) != except && label.name.eq_ignore_ascii_case(name));
    if taken { Err(Refusal::conflict("Label name exists or conflicts")) } else { Ok(name.to_owned()) }
}

fn insert(mailbox: &mut Mailbox, label: UserLabel) -> String {
    let number = mailbox.labels.keys().filter_map(|id| id.strip_prefix("Label_")?.parse::<u64>().ok()).max();
    let id = format!("Label_{}", number.unwrap_or_default() + 1);
    mailbox.labels.insert(id.clone(), label);
    id
}

fn render(mailbox: &Mailbox, id: &str) -> Value {
    let Some(label) = mailbox.labels.get(id) else {
        return json!({ "id": id, "name": id, "type": "system" });
    };
    let mut out = json!({
        "id": id,
        "name": label.name,
        "type": "user",
        "messageListVisibility": label.message_list,
        "labelListVisibility": label.label_list,
    });
    if let (Some(fields), Some(color)) = (out.as_object_mut(), &label.color) {
        fields.insert("color".to_owned(), color.clone());
    }
    out
}
