//! Finding the mail that is meant, reading it, summing it up.

use super::super::answers::Row;
use super::super::conversation::{Known, Past, Turn, last_list, last_mail};
use super::super::tell;
use super::super::wish::{Place, Search, Which};
use super::{LIST, Next, Open, looked_for, read_mail};

/// The mails of a thread that are read for a summary.
const THREAD: usize = 5;

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
        return Next::Say(mails.iter().map(|mail| tell::mail(mail)).collect::<Vec<_>>().join("\n\n———\n\n"));
    }
    match locate(turn, which, past) {
        Located::Here(known) => Next::Call(known.iter().map(|mail| read_mail(&mail.id)).collect()),
        Located::First(next) => next,
    }
}

/// A summary of a mail that was searched for takes in what else was found of its thread.
pub(super) fn summarise(turn: &Turn, which: &Which, past: &[Past<'_>]) -> Next {
    let mails = turn.mails();
    if !mails.is_empty() {
        return Next::Say(tell::summary(&mails));
    }
    let known = match locate(turn, which, past) {
        Located::Here(known) => known,
        Located::First(next) => return next,
    };
    let rows = turn.found().map_or_else(|| last_list(past).unwrap_or_default(), |found| &found.messages);
    let ids: Vec<&str> = match known.as_slice() {
        [one] if !one.thread.is_empty() => {
            let others = rows.iter().filter(|row| row.thread == one.thread && row.id != one.id);
            std::iter::once(one.id.as_str()).chain(others.map(|row| row.id.as_str())).take(THREAD).collect()
        }
        several => several.iter().map(|mail| mail.id.as_str()).collect(),
    };
    Next::Call(ids.into_iter().map(read_mail).collect())
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
        Which::Found { search, place, count } => match turn.found() {
            None => Located::First(Next::Call(vec![looked_for(search, turn, LIST)])),
            Some(found) => picked(search, &found.messages, (*place, *count)),
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
