//! The next thing to do, and the calls that several wishes have in common.

use serde::de::DeserializeOwned;
use serde_json::json;

use super::open::Open;
use crate::rehearsal::query::query;
use crate::rehearsal::tell;
use crate::rehearsal::turn::{Asked, Turn};
use crate::rehearsal::wish::Search;

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

pub(super) const LIST: u32 = 10;

/// Makes a call, and tells its answer once it is there. `about` is the title of what it is about.
pub(super) fn carry_out(turn: &Turn, asked: Asked, about: &str) -> Next {
    match turn.step(&asked) {
        Some(step) => Next::Say(tell::answer(step, about, &turn.clock())),
        None => Next::Call(vec![asked]),
    }
}

/// The answer to a call, or the call itself, which comes first.
pub(super) fn answered<T: DeserializeOwned>(turn: &Turn, asked: Asked) -> Result<T, Next> {
    match turn.step(&asked) {
        Some(step) => step.read().ok_or_else(|| Next::Say(tell::unreadable(&step.tool))),
        None => Err(Next::Call(vec![asked])),
    }
}

pub(super) fn looked_for(search: &Search, turn: &Turn, limit: u32) -> Asked {
    Asked { tool: "gmail.search", args: json!({ "query": query(search, &turn.clock()), "limit": limit }) }
}

pub(super) fn read_mail(id: &str) -> Asked {
    Asked { tool: "gmail.read", args: json!({ "id": id }) }
}
