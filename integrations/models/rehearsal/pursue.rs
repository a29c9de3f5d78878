//! From a wish and what is known so far to the next calls, or to the answer.

mod looking;
mod open;
mod reading;
mod replying;
mod sending;

use serde_json::{Value, json};

use super::answers::{Failed, Outcome};
use super::conversation::{Past, Turn, last_search};
use super::query::query;
use super::tell;
use super::wish::{Search, Wish};

pub(crate) use open::Open;

#[derive(Debug)]
pub(crate) enum Next {
    Call(Vec<Asked>),
    Say(String),
    /// Words that wait for an answer.
    Ask {
        words: String,
        open: Open,
    },
}

/// A call to make.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) tool: &'static str,
    pub(crate) args: Value,
}

const LIST: u32 = 10;
const SENDERS: u32 = 25;

pub(crate) fn next(turn: &Turn, wish: &Wish, past: &[Past<'_>]) -> Next {
    if let Some(failed) = failure(turn) {
        return Next::Say(tell::failure(failed, wish));
    }
    if let Some(step) =
        turn.rounds.last().and_then(|round| round.iter().find(|step| step.outcome == Outcome::Unreadable))
    {
        return Next::Say(tell::unreadable(&step.tool));
    }
    match wish {
        Wish::Greet => Next::Say(tell::greeting()),
        Wish::Thank => Next::Say(tell::WELCOME.to_owned()),
        Wish::Help => Next::Say(tell::help()),
        Wish::Cannot(beyond) => Next::Say(tell::cannot(*beyond)),
        Wish::Unknown => Next::Say(tell::unknown()),
        Wish::Again => Next::Say(tell::NOTHING_TO_REPEAT.to_owned()),
        Wish::Decide => Next::Say(tell::PRESS.to_owned()),
        Wish::List(search) | Wish::Change(search) => match looking::look(turn, search) {
            Ok(looked) => {
                let list = tell::list(&looked.search, looked.found, (tell::Page::First, &turn.clock()));
                Next::Say(looked.told(list))
            }
            Err(next) => next,
        },
        Wish::Count(search) => match turn.found() {
            Some(found) => Next::Say(tell::count(search, found)),
            None => Next::Call(vec![looked_for(search, turn, LIST)]),
        },
        Wish::LastTime(search) => match turn.found() {
            Some(found) => Next::Say(tell::last_time(search, found, &turn.clock())),
            None => Next::Call(vec![looked_for(search, turn, 1)]),
        },
        Wish::Tell(detail) => reading::detail(turn, *detail, past),
        Wish::Who(search) => match turn.found() {
            Some(found) => Next::Say(tell::senders(search, found)),
            None => Next::Call(vec![looked_for(search, turn, SENDERS)]),
        },
        Wish::More => more(turn, past),
        Wish::Read(which) => reading::read(turn, which, past),
        Wish::Summarise(which) => reading::summarise(turn, which, past),
        Wish::Reply(answer) => replying::reply(turn, answer, past),
        Wish::Send(letter) => sending::send(turn, letter),
    }
}

/// Where some of several mails could be read, those are told; any other failure is told itself.
fn failure(turn: &Turn) -> Option<&Failed> {
    let round = turn.rounds.last()?;
    let failed = round.iter().find_map(|step| match &step.outcome {
        Outcome::Failed(failed) => Some(failed),
        _ => None,
    })?;
    let some_were_read = round.iter().any(|step| matches!(step.outcome, Outcome::Mail(_)));
    (!some_were_read).then_some(failed)
}

fn looked_for(search: &Search, turn: &Turn, limit: u32) -> Asked {
    Asked { tool: "gmail.search", args: json!({ "query": query(search, &turn.clock()), "limit": limit }) }
}

fn read_mail(id: &str) -> Asked {
    Asked { tool: "gmail.read", args: json!({ "id": id }) }
}

/// The rest of a long mail, or the next page of a list, whichever was seen last.
fn more(turn: &Turn, past: &[Past<'_>]) -> Next {
    let mails = turn.mails();
    if !mails.is_empty() {
        return Next::Say(tell::mails(&mails, &tell::Part::All, &turn.clock()));
    }
    if let Some(found) = turn.found() {
        return Next::Say(tell::list(&last_search(past), found, (tell::Page::Next, &turn.clock())));
    }
    let seen = past.iter().rev().find_map(|past| past.turn.steps().next_back());
    match seen.map(|step| (&step.outcome, &step.args)) {
        Some((Outcome::Mail(mail), _)) => match mail.continue_with {
            Some(rest) => {
                let args = json!({ "id": mail.id, "from_char": rest.from_char });
                Next::Call(vec![Asked { tool: "gmail.read", args }])
            }
            None => Next::Say(tell::NOTHING_MORE.to_owned()),
        },
        Some((Outcome::Found(found), args)) => match (&found.next_page, args.clone()) {
            (Some(page), Value::Object(mut args)) => {
                args.insert("page".to_owned(), json!(page));
                Next::Call(vec![Asked { tool: "gmail.search", args: Value::Object(args) }])
            }
            _ => Next::Say(tell::NOTHING_MORE.to_owned()),
        },
        _ => Next::Say(tell::NOTHING_MORE.to_owned()),
    }
}
