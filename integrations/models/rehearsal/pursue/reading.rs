//! Finding the mail that is meant, reading it, summing it up.

use super::super::answers::{Found, Mail, Row};
use super::super::past::{Known, Past, last_list, last_mail};
use super::super::tell::{self, Part};
use super::super::turn::Turn;
use super::super::wish::{Detail, Place, Search, Which};
use super::looking::look;
use super::next::{Next, read_mail};
use super::open::Open;

/// The mails of a thread that are read for a summary.
const THREAD: usize = 5;
/// The mails of a list that are read at once.
const READ: usize = 3;

/// Where a search for a mail has got to.
pub(super) enum Located {
    /// These, newest first.
    Here(Vec<Known>),
    /// Something else comes first: a call, a question, or the news that there is none.
    First(Next),
}

pub(super) fn read(turn: &Turn, which: &Which, past: &[Past<'_>]) -> Next {
    let mails = turn.mails();
    if !mails.is_empty() {
        let told = tell::mails(&mails, &part(turn, which, (past, &mails)), &turn.clock());
        return Next::Say(as_looked_for(turn, which, told));
    }
    match locate(turn, which, past) {
        Located::Here(known) => {
            Next::Call(known.iter().take(most(which, READ)).map(|mail| read_mail(&mail.id)).collect())
        }
        Located::First(next) => next,
    }
}

/// A summary of a mail that was searched for takes in what else was found of its thread.
pub(super) fn summarise(turn: &Turn, which: &Which, past: &[Past<'_>]) -> Next {
    let mails = turn.mails();
    if !mails.is_empty() {
        let told = tell::summary(&mails, &part(turn, which, (past, &mails)), &turn.clock());
        return Next::Say(as_looked_for(turn, which, told));
    }
    let known = match locate(turn, which, past) {
        Located::Here(known) => known,
        Located::First(next) => return next,
    };
    let rows = seen(turn, past);
    let ids: Vec<&str> = match known.as_slice() {
        [one] if !one.thread.is_empty() => {
            let others = rows.iter().filter(|row| row.thread == one.thread && row.id != one.id);
            std::iter::once(one.id.as_str()).chain(others.map(|row| row.id.as_str())).take(THREAD).collect()
        }
        several => several.iter().take(most(which, THREAD)).map(|mail| mail.id.as_str()).collect(),
    };
    Next::Call(ids.into_iter().map(read_mail).collect())
}

/// One thing about the mail last spoken of, which is read for it if it has not been.
pub(super) fn detail(turn: &Turn, detail: Detail, past: &[Past<'_>]) -> Next {
    let told = |mail: &Mail| Next::Say(tell::detail(detail, mail, &turn.clock()));
    if let Some(mail) = turn.mails().first() {
        return told(mail);
    }
    let known = match locate(turn, &Which::It, past) {
        Located::Here(known) => known,
        Located::First(next) => return next,
    };
    let read = past.iter().rev().flat_map(|past| past.turn.mails());
    match read.into_iter().find(|mail| known.iter().any(|known| known.id == mail.id)) {
        Some(mail) => told(mail),
        None => Next::Call(known.iter().map(|mail| read_mail(&mail.id)).collect()),
    }
}

fn seen<'a>(turn: &'a Turn, past: &[Past<'a>]) -> &'a [Row] {
    turn.found().map_or_else(|| last_list(past).unwrap_or_default(), |found| &found.messages)
}

/// A whole list is read in part; what was counted out is taken as it is.
fn most(which: &Which, most: usize) -> usize {
    match which {
        Which::These => most,
        Which::It | Which::Nth(_) | Which::Found { .. } => usize::MAX,
    }
}

fn as_looked_for(turn: &Turn, which: &Which, told: String) -> String {
    match which {
        Which::Found { search, .. } => match look(turn, search) {
            Ok(looked) => looked.told(told),
            Err(_) => told,
        },
        Which::It | Which::Nth(_) | Which::These => told,
    }
}

/// How much of what was meant these mails are.
fn part(turn: &Turn, which: &Which, (past, mails): (&[Past<'_>], &[&Mail])) -> Part {
    let rows = seen(turn, past);
    let of = match (which, mails) {
        (Which::These, _) => rows.len().to_string(),
        (Which::Found { count: 2.., .. }, _) => {
            let total = turn.found().filter(|found| found.next_page.is_some());
            match total.and_then(Found::beyond_shown) {
                Some(total) => return Part::Newest { of: format!("about {total}") },
                None => rows.len().to_string(),
            }
        }
        (_, [first, _, ..]) => rows.iter().filter(|row| row.thread == first.thread).count().to_string(),
        (_, [] | [_]) => return Part::All,
    };
    if of == mails.len().to_string() { Part::All } else { Part::Newest { of } }
}

pub(super) fn locate(turn: &Turn, which: &Which, past: &[Past<'_>]) -> Located {
    match which {
        Which::It => match last_mail(past) {
            Some(known) => Located::Here(vec![known]),
            None => ask(past),
        },
        Which::Nth(place) => match last_list(past) {
            None => ask(past),
            Some(rows) => match at(rows, *place) {
                Some(row) => Located::Here(vec![known(row)]),
                None => Located::First(Next::Say(tell::no_such_line(rows.len()))),
            },
        },
        Which::These => match last_list(past) {
            None => ask(past),
            Some([]) => Located::First(Next::Say(tell::no_such_line(0))),
            Some(rows) => Located::Here(rows.iter().map(known).collect()),
        },
        Which::Found { search, place, count } => match look(turn, search) {
            Err(next) => Located::First(next),
            Ok(looked) => picked(&looked.search, &looked.found.messages, (*place, *count)),
        },
    }
}

fn picked(search: &Search, rows: &[Row], (place, count): (Place, u32)) -> Located {
    if rows.is_empty() {
        return Located::First(Next::Say(tell::nothing(search)));
    }
    let chosen: Vec<Known> = match place {
        Place::Newest => rows.iter().take(usize::try_from(count).unwrap_or(1)).map(known).collect(),
        Place::Number(_) | Place::Last => at(rows, place).map(known).into_iter().collect(),
    };
    if chosen.is_empty() {
        return Located::First(Next::Say(tell::no_such_line(rows.len())));
    }
    Located::Here(chosen)
}

fn ask(past: &[Past<'_>]) -> Located {
    let words = if last_list(past).is_some() { tell::WHICH_OF_THESE } else { tell::WHICH_MAIL };
    Located::First(Next::Ask { words: words.to_owned(), open: Open::Mail })
}

fn at(rows: &[Row], place: Place) -> Option<&Row> {
    match place {
        Place::Newest => rows.first(),
        Place::Number(number) => rows.get(usize::try_from(number).ok()?.checked_sub(1)?),
        Place::Last => rows.last(),
    }
}

fn known(row: &Row) -> Known {
    Known { id: row.id.clone(), thread: row.thread.clone() }
}
