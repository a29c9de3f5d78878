//! Finding the file that is meant.

use serde_json::{Value, json};

use super::super::answers::files::{Done, File as Row, FileList};
use super::super::past::Past;
use super::super::query::telling;
use super::super::tell;
use super::super::turn::Asked;
use super::super::turn::{Step, Turn};
use super::super::wish::Place;
use super::super::wish::named::{File, Named};
use super::next::{Next, answered};
use super::open::Open;

const CANDIDATES: u32 = 10;

/// The file, or what comes first: a search, a question, or the news that there is none.
pub(super) fn locate(turn: &Turn, file: &File, past: &[Past<'_>]) -> Result<Row, Next> {
    let known = match &file.named {
        Named::Words(words) if words.contains('/') => Some(called(words)),
        Named::Words(words) => return searched(turn, file, words),
        Named::Link(link) => Some(called(link)),
        Named::Chosen(id) => Some(seen(past, id).unwrap_or_else(|| called(id))),
        Named::It => last_file(past),
        Named::Nth(place) => match last_list(past) {
            None => None,
            Some(rows) => {
                let count = rows.len();
                let row = at(rows, *place).ok_or_else(|| Next::Say(tell::no_such_line(count)))?;
                Some(row)
            }
        },
    };
    known.ok_or_else(|| Next::Say(tell::WHICH_FILE.to_owned()))
}

fn searched(turn: &Turn, file: &File, words: &str) -> Result<Row, Next> {
    let found: FileList = answered(turn, search(file, words))?;
    let wanted = letters(words);
    let exact: Vec<&Row> = found.files.iter().filter(|row| letters(&row.name) == wanted).collect();
    match (exact.as_slice(), found.files.as_slice()) {
        ([only], _) => Ok((*only).clone()),
        (_, [only]) => Ok(only.clone()),
        (_, []) => Err(Next::Say(tell::files::none_called(words, file.kind))),
        (_, several) => Err(Next::Ask {
            words: tell::files::which(several, &turn.clock()),
            open: Open::Choice {
                of: file.named.clone(),
                candidates: several.iter().map(|row| (row.id.clone(), row.name.clone())).collect(),
            },
        }),
    }
}

/// By the words of its name, in the search's own language.
fn search(file: &File, words: &str) -> Asked {
    let quoted = |word: &String| format!("name contains '{}'", word.replace('\'', "\\'"));
    let query = telling(words).iter().map(quoted).collect::<Vec<_>>().join(" and ");
    let mut args = json!({ "query": query, "limit": CANDIDATES });
    if let (Some(kind), Some(args)) = (file.kind, args.as_object_mut()) {
        args.insert("type".to_owned(), json!(kind.word()));
    }
    Asked { tool: "drive.search", args }
}

/// Letters and numbers alone: punctuation tells no names apart.
fn letters(name: &str) -> String {
    let words = name.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Something only known by what it is called.
fn called(given: &str) -> Row {
    Row { id: given.to_owned(), ..Row::default() }
}

/// The rows of the last list of files somebody saw.
fn last_list(past: &[Past<'_>]) -> Option<Vec<Row>> {
    past.iter().rev().flat_map(|past| past.turn.steps().rev()).find_map(listed)
}

fn listed(step: &Step) -> Option<Vec<Row>> {
    let lists = matches!(step.tool.as_str(), "drive.search" | "drive.list" | "sheets.list");
    lists.then(|| step.read::<FileList>().map(|files| files.files))?
}

/// What is known of a file from lists, or from when it was made or renamed; the newest first.
fn seen(past: &[Past<'_>], id: &str) -> Option<Row> {
    let steps = past.iter().rev().flat_map(|past| past.turn.steps().rev());
    steps
        .filter_map(|step| listed(step).or_else(|| Some(vec![named(step)?])))
        .flatten()
        .find(|row| row.id == id)
}

/// The file that a call made, or gave a name.
fn named(step: &Step) -> Option<Row> {
    let names = matches!(
        step.tool.as_str(),
        "docs.create" | "sheets.create" | "drive.upload" | "drive.create_doc" | "drive.rename"
    );
    let done = step.read::<Done>().filter(|done| names && !done.id.is_empty())?;
    Some(Row { id: done.id, name: done.name, link: done.link, ..Row::default() })
}

/// The file last spoken of: worked on, made, or the only one of a list.
fn last_file(past: &[Past<'_>]) -> Option<Row> {
    past.iter().rev().flat_map(|past| past.turn.steps().rev()).find_map(|step| {
        if let Some(rows) = listed(step) {
            return if rows.len() == 1 { rows.into_iter().next() } else { None };
        }
        let worked_on = ["file", "document", "spreadsheet"].into_iter().find_map(|name| step.args.get(name));
        if let Some(id) = worked_on.and_then(Value::as_str) {
            return Some(seen(past, id).unwrap_or_else(|| called(id)));
        }
        named(step)
    })
}

fn at(rows: Vec<Row>, place: Place) -> Option<Row> {
    match place {
        Place::Newest => rows.into_iter().next(),
        Place::Number(number) => rows.into_iter().nth(usize::try_from(number).ok()?.checked_sub(1)?),
        Place::Last => rows.into_iter().next_back(),
    }
}
