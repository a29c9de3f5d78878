//! Answering a mail: which one, then the reply itself.

use serde_json::json;

use super::super::answers::{Outcome, Row, Somebody};
use super::super::past::Past;
use super::super::query::query;
use super::super::tell;
use super::super::turn::Asked;
use super::super::turn::Turn;
use super::super::wish::{Answer, Hearers, Search, Which};
use super::next::{LIST, Next};
use super::open::Open;
use super::reading::{Located, locate};

pub(super) fn reply(turn: &Turn, answer: &Answer, past: &[Past<'_>]) -> Next {
    let done = turn.steps().find_map(|step| match step.outcome() {
        Outcome::Sent(sent) => Some(sent),
        _ => None,
    });
    if let Some(sent) = done {
        return Next::Say(tell::sent(sent));
    }
    let Some(body) = &answer.body else {
        return Next::Ask { words: tell::WHAT_SHALL_IT_SAY.to_owned(), open: Open::Body };
    };
    if let Which::Found { search, .. } = &answer.which {
        match turn.found() {
            None => return Next::Call(vec![received(search, turn)]),
            Some(found) => {
                if found.messages.is_empty() {
                    return Next::Say(tell::nothing(search));
                }
                if let Some(question) = which_sender(search, &found.messages) {
                    return question;
                }
            }
        }
    }
    match locate(turn, &answer.which, past) {
        Located::First(next) => next,
        Located::Here(known) => {
            let Some(mail) = known.first() else { return Next::Say(tell::WHICH_MAIL.to_owned()) };
            let mut args = json!({ "id": mail.id, "body": body });
            if let (Hearers::Everybody, Some(args)) = (answer.hearers, args.as_object_mut()) {
                args.insert("all".to_owned(), json!(true));
            }
            Next::Call(vec![Asked { tool: "gmail.reply", args }])
        }
    }
}

/// One's own mails are no mails to answer.
fn received(search: &Search, turn: &Turn) -> Asked {
    let query = query(search, &turn.clock());
    let query = if search.from.is_some() { query } else { query.replace("-in:drafts", "in:inbox") };
    Asked { tool: "gmail.search", args: json!({ "query": query, "limit": LIST }) }
}

/// Two people of one name: nobody gets an answer that was meant for the other.
fn which_sender(search: &Search, rows: &[Row]) -> Option<Next> {
    let name = search.from.as_ref().filter(|name| !name.contains('@'))?;
    let mut candidates: Vec<Somebody> = Vec::new();
    for somebody in rows.iter().flat_map(|row| row.from.list()) {
        if !candidates.iter().any(|known| known.address.eq_ignore_ascii_case(&somebody.address)) {
            candidates.push(somebody);
        }
    }
    (candidates.len() > 1).then(|| Next::Ask {
        words: tell::which_person(name, &candidates),
        open: Open::Person { name: name.clone(), candidates },
    })
}
