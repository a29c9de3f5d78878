//! Turns together with what was made of them, which is worked out once somebody asks.

use std::cell::OnceCell;

use serde_json::Value;

use super::answers::{Outcome, Row};
use super::turn::Turn;
use super::wish::filing::Filing;
use super::wish::{Search, Which, Wish};

/// A turn together with what was made of it, which is worked out once somebody asks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Past<'a> {
    pub(crate) turn: &'a Turn,
    story: &'a Story<'a>,
    place: usize,
}

/// Makes a wish of the words of a turn, given the turns before it.
type Understand = fn(&Turn, &str, &[Past<'_>]) -> Wish;

/// What was made of every turn, as far as somebody wanted to know.
#[derive(Debug)]
pub(super) struct Story<'a> {
    turns: &'a [Turn],
    wishes: Vec<OnceCell<Wish>>,
    understand: Understand,
}

/// What a mail is called when it is spoken of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) id: String,
    pub(crate) thread: String,
}

impl<'a> Story<'a> {
    pub(super) fn new(turns: &'a [Turn], understand: Understand) -> Self {
        Self { turns, wishes: vec![OnceCell::new(); turns.len()], understand }
    }

    pub(super) fn past(&'a self, place: usize) -> Option<Past<'a>> {
        Some(Past { turn: self.turns.get(place)?, story: self, place })
    }
}

impl<'a> Past<'a> {
    pub(crate) fn wish(&self) -> &'a Wish {
        static NONE: Wish = Wish::Unknown;
        let Some(known) = self.story.wishes.get(self.place) else { return &NONE };
        known.get_or_init(|| {
            self.turn
                .words()
                .map_or(Wish::Unknown, |words| (self.story.understand)(self.turn, words, &self.before()))
        })
    }

    pub(super) fn before(&self) -> Vec<Past<'a>> {
        (0..self.place).filter_map(|place| self.story.past(place)).collect()
    }

    pub(super) fn broke_off(&self) -> bool {
        self.turn.steps().next_back().is_some_and(|step| matches!(step.outcome(), Outcome::Failed(_)))
    }
}

pub(super) fn searched(wish: &Wish) -> Option<Wish> {
    match wish {
        Wish::Who(_) | Wish::List(_) => Some(wish.clone()),
        Wish::Change(search)
        | Wish::Count(search)
        | Wish::LastTime(search)
        | Wish::Read(Which::Found { search, .. })
        | Wish::Summarise(Which::Found { search, .. }) => Some(Wish::List(search.clone())),
        _ => None,
    }
}

/// The rows of the last list somebody saw.
pub(crate) fn last_list<'a>(past: &[Past<'a>]) -> Option<&'a [Row]> {
    past.iter()
        .rev()
        .filter(|past| shows_mail(past.wish()))
        .find_map(|past| Some(past.turn.found()?.messages.as_slice()))
}

/// The one mail spoken of last; none where several were.
pub(crate) fn last_mail(past: &[Past<'_>]) -> Option<Known> {
    for past in past.iter().rev() {
        if let Some(mail) = past.turn.mails().first() {
            return Some(Known { id: mail.id.clone(), thread: mail.thread.clone() });
        }
        let worked_on = past.turn.steps().rev().filter(|step| step.tool.starts_with("gmail."));
        let id = worked_on.into_iter().find_map(|step| step.args.get("id").and_then(Value::as_str));
        if let Some(id) = id {
            return Some(Known { id: id.to_owned(), thread: String::new() });
        }
        match past.turn.found().map(|found| found.messages.as_slice()) {
            Some([only]) if shows_mail(past.wish()) => {
                return Some(Known { id: only.id.clone(), thread: only.thread.clone() });
            }
            Some([_, _, ..]) if shows_mail(past.wish()) => return None,
            _ => {}
        }
    }
    None
}

/// The searches of other wishes only find out an address.
fn shows_mail(wish: &Wish) -> bool {
    !wish.is_talk()
        && !matches!(
            wish,
            Wish::Reply(_)
                | Wish::Send(_)
                | Wish::Calendar(_)
                | Wish::Drive(_)
                | Wish::Docs(_)
                | Wish::Sheets(_)
                | Wish::Filing(Filing::DraftLetter(_) | Filing::DraftReply(_))
        )
}

/// The search a list came from.
pub(crate) fn last_search(past: &[Past<'_>]) -> Search {
    past.iter()
        .rev()
        .find_map(|past| match searched(past.wish()) {
            Some(Wish::List(search) | Wish::Who(search)) => Some(search),
            _ => None,
        })
        .unwrap_or_default()
}
