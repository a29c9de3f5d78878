//! Mail put in order, passed on and drafted; its files, and whole conversations.

use serde_json::{Value, json};

use super::super::answers::mailbox::Attachments;
use super::super::past::{Known, Past};
use super::super::tell;
use super::super::turn::Asked;
use super::super::turn::Turn;
use super::super::wish::filing::{Act, Choice, Filing};
use super::super::wish::{Answer, Hearers, Letter, Recipient, Which};
use super::looking::look;
use super::next::{Next, answered, carry_out};
use super::open::Open;
use super::reading::{Located, locate};
use super::{people, sending};

/// So many conversations of a list are worked on at once.
const MOST: usize = 5;

pub(super) fn pursue(turn: &Turn, filing: &Filing, past: &[Past<'_>]) -> Result<Next, Next> {
    match filing {
        Filing::Labels => Ok(carry_out(turn, Asked { tool: "gmail.labels", args: json!({}) }, "")),
        Filing::DraftLetter(letter) => draft_letter(turn, letter),
        Filing::DraftReply(answer) => draft_reply(turn, answer, past),
        Filing::With { which, choice, act } => {
            let known = meant(turn, (which, *choice), past)?;
            if let Act::ReadAttachment(file) = act {
                return read_attachment(turn, first(&known)?, file.as_deref());
            }
            let calls: Vec<Asked> =
                known.iter().take(MOST).map(|mail| asked(turn, act, mail)).collect::<Result<_, _>>()?;
            let told: Option<Vec<String>> = calls
                .iter()
                .map(|call| turn.step(call).map(|step| tell::answer(step, "", &turn.clock())))
                .collect();
            Ok(told.map_or(Next::Call(calls), |told| Next::Say(told.join("\n"))))
        }
    }
}

/// The mails, or what comes first.
fn meant(turn: &Turn, (which, choice): (&Which, Choice), past: &[Past<'_>]) -> Result<Vec<Known>, Next> {
    match locate(turn, which, past) {
        Located::First(next) => Err(next),
        Located::Here(known) => match (which, choice) {
            (Which::Found { search, .. }, Choice::Ask) => {
                let looked = look(turn, search)?;
                let mut threads = looked.found.messages.iter().map(|row| row.thread.as_str());
                let first = threads.next();
                if threads.all(|thread| Some(thread) == first) {
                    return Ok(known.into_iter().take(1).collect());
                }
                let list = tell::list(&looked.search, looked.found, (tell::Page::First, &turn.clock()));
                let words = format!("{}\n\n{}", looked.told(list), tell::WHICH_OF_THESE);
                Err(Next::Ask { words, open: Open::Mail })
            }
            _ => Ok(known),
        },
    }
}

fn first(known: &[Known]) -> Result<&Known, Next> {
    known.first().ok_or_else(|| Next::Say(tell::WHICH_MAIL.to_owned()))
}

fn asked(turn: &Turn, act: &Act, mail: &Known) -> Result<Asked, Next> {
    let (tool, args) = match act {
        Act::Archive => ("gmail.archive", json!({ "id": mail.id })),
        Act::Trash => ("gmail.trash", json!({ "id": mail.id })),
        Act::MarkRead => ("gmail.mark_read", json!({ "id": mail.id, "conversation": true })),
        Act::MarkUnread => ("gmail.mark_read", json!({ "id": mail.id, "unread": true })),
        Act::PutLabel(label) => ("gmail.label", json!({ "id": mail.id, "add": [label] })),
        Act::TakeLabel(label) => ("gmail.label", json!({ "id": mail.id, "remove": [label] })),
        Act::Thread => ("gmail.thread", json!({ "id": mail.id })),
        Act::ListAttachments | Act::ReadAttachment(_) => ("gmail.attachments", json!({ "id": mail.id })),
        Act::Forward { to, note } => {
            let to = people::addresses(turn, &to.iter().collect::<Vec<&Recipient>>())?;
            let mut args = json!({ "id": mail.id, "to": to });
            if let (Some(note), Some(args)) = (note, args.as_object_mut()) {
                args.insert("note".to_owned(), json!(note));
            }
            ("gmail.forward", args)
        }
    };
    Ok(Asked { tool, args })
}

/// The one that is named, or the only one.
fn read_attachment(turn: &Turn, mail: &Known, file: Option<&str>) -> Result<Next, Next> {
    let name = if let Some(name) = file {
        name.to_owned()
    } else {
        let listing = Asked { tool: "gmail.attachments", args: json!({ "id": mail.id }) };
        let listed: Attachments = answered(turn, listing)?;
        match listed.files.as_slice() {
            [only] => only.name.clone(),
            other => return Ok(Next::Say(tell::mailbox::which_attachment(other))),
        }
    };
    let args = json!({ "id": mail.id, "file": name });
    Ok(carry_out(turn, Asked { tool: "gmail.attachments", args }, &name))
}

fn draft_letter(turn: &Turn, letter: &Letter) -> Result<Next, Next> {
    let (to, cc) = sending::addressed(turn, letter)?;
    let body = letter.body.clone().unwrap_or_default();
    Ok(carry_out(turn, Asked { tool: "gmail.draft", args: sending::mail(letter, &body, (&to, &cc)) }, ""))
}

fn draft_reply(turn: &Turn, answer: &Answer, past: &[Past<'_>]) -> Result<Next, Next> {
    let known = meant(turn, (&answer.which, Choice::Counted), past)?;
    let mut args =
        json!({ "in_reply_to": first(&known)?.id, "body": answer.body.clone().unwrap_or_default() });
    if let (Hearers::Everybody, Value::Object(args)) = (answer.hearers, &mut args) {
        args.insert("all".to_owned(), json!(true));
    }
    Ok(carry_out(turn, Asked { tool: "gmail.draft", args }, ""))
}
