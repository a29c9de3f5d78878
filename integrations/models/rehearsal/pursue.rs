//! From a wish and what is known so far to the next calls, or to the answer.

mod calendar;
mod docs;
mod drive;
mod events;
mod files;
mod filing;
mod looking;
mod more;
mod next;
mod open;
mod people;
mod reading;
mod replying;
mod sending;
mod sheets;

use serde_json::{Value, json};

use super::answers::{Failed, Outcome};
use super::past::Past;
use super::tell;
use super::turn::{Asked, Turn};
use super::wish::Wish;

pub(crate) use next::Next;
use next::{LIST, looked_for};

const ASK: &str = "user.ask";
const SENDERS: u32 = 25;

pub(crate) fn next(turn: &Turn, wish: &Wish, past: &[Past<'_>]) -> Next {
    if let Some(failed) = failure(turn) {
        return Next::Say(tell::failure(failed, wish));
    }
    if let Some(step) =
        turn.rounds.last().and_then(|round| round.iter().find(|step| *step.outcome() == Outcome::Unreadable))
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
        Wish::More => more::more(turn, past),
        Wish::Read(which) => reading::read(turn, which, past),
        Wish::Summarise(which) => reading::summarise(turn, which, past),
        Wish::Reply(answer) => replying::reply(turn, answer, past),
        Wish::Send(letter) => sending::send(turn, letter),
        Wish::Filing(filing) => filing::pursue(turn, filing, past).unwrap_or_else(|first| first),
        Wish::Calendar(calendar) => calendar::pursue(turn, calendar, past).unwrap_or_else(|first| first),
        Wish::Drive(drive) => drive::pursue(turn, drive, past).unwrap_or_else(|first| first),
        Wish::Docs(docs) => docs::pursue(turn, docs, past).unwrap_or_else(|first| first),
        Wish::Sheets(sheets) => sheets::pursue(turn, sheets, past).unwrap_or_else(|first| first),
        Wish::BeAsked { question, options } => ask(turn, question_with(question, options)),
        Wish::BeAskedAll(several) => {
            let questions: Vec<Value> =
                several.iter().map(|(question, options)| question_with(question, options)).collect();
            ask(turn, json!({ "question": "A few questions", "questions": questions }))
        }
    }
}

fn question_with(question: &str, options: &[String]) -> Value {
    if options.is_empty() {
        json!({ "question": question })
    } else {
        json!({ "question": question, "options": options })
    }
}

/// Asks the person, and tells what they answered.
fn ask(turn: &Turn, args: Value) -> Next {
    match turn.step(&Asked { tool: ASK, args: args.clone() }) {
        Some(step) => Next::Say(tell::answered(step)),
        None => Next::Call(vec![Asked { tool: ASK, args }]),
    }
}

/// Where some of several mails could be read, those are told; any other failure is told itself.
fn failure(turn: &Turn) -> Option<&Failed> {
    let round = turn.rounds.last()?;
    let failed = round.iter().find_map(|step| match step.outcome() {
        Outcome::Failed(failed) => Some(failed),
        _ => None,
    })?;
    let some_were_read = round.iter().any(|step| matches!(step.outcome(), Outcome::Mail(_)));
    (!some_were_read).then_some(failed)
}
