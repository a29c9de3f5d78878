//! A batch that was written for an earlier revision, carried over to the latest.
//!
//! The batch is applied to the earlier revision as well, and before each request the units it names there are looked
//! up in the latest one: every unit keeps its number wherever it moves.

use serde_json::Value;

use super::Batch;
use crate::docs::content::Content;
use crate::docs::document::Document;
use crate::docs::place::tab_of;
use crate::docs::problem::Problem;

/// The earlier revision with as much of the batch as has been applied.
pub(super) struct Shadow<'a>(pub(super) Batch<'a>);

impl Shadow<'_> {
    /// A request as it must be for the latest revision to mean the same.
    pub(super) fn moved(&self, latest: &Document, request: &Value) -> Value {
        let mut moved = request.clone();
        self.walk(latest, &mut moved);
        moved
    }

    /// Applies the request as it was given.
    pub(super) fn follow(&mut self, latest: &Document, kind: &str, request: &Value) -> Result<(), Problem> {
        // What both write from here on has the same numbers.
        self.0.document.each_tab(|tab| {
            if let Ok(other) = latest.tab(&tab.id) {
                tab.content.number_like(&other.content);
            }
        });
        self.0.perform(kind, request)?;
        self.0.note_suggestions();
        Ok(())
    }

    fn walk(&self, latest: &Document, value: &mut Value) {
        let Some(object) = value.as_object_mut() else { return };
        for (name, value) in object.iter_mut() {
            match name.as_str() {
                "location" | "tableStartLocation" => self.shift(latest, value, &[("index", Edge::Start)]),
                "range" => {
                    self.shift(latest, value, &[("startIndex", Edge::Start), ("endIndex", Edge::End)]);
                }
                _ => self.walk(latest, value),
            }
        }
    }

    fn shift(&self, latest: &Document, place: &mut Value, fields: &[(&str, Edge)]) {
        let earlier = &self.0.document;
        let Ok(id) = tab_of(earlier, place) else { return };
        let (Ok(from), Ok(to)) = (earlier.tab(&id), latest.tab(&id)) else { return };
        for (field, edge) in fields {
            let index =
                place.get(*field).and_then(Value::as_u64).and_then(|index| usize::try_from(index).ok());
            if let (Some(index), Some(object)) = (index, place.as_object_mut()) {
                object.insert((*field).to_owned(), edge.found(&from.content, &to.content, index).into());
            }
        }
    }
}

/// Which side of a unit an index means.
#[derive(Clone, Copy)]
enum Edge {
    Start,
    End,
}

impl Edge {
    fn found(self, from: &Content, to: &Content, index: usize) -> usize {
        match self {
            Self::Start => unit_at(from, to, index).0,
            Self::End => match index.checked_sub(1).map(|last| unit_at(from, to, last)) {
                Some((last, Found::Itself)) => last + 1,
                Some((next, Found::Follower)) => next,
                None => 0,
            },
        }
    }
}

#[derive(Clone, Copy)]
enum Found {
    Itself,
    /// The unit has gone; this is what followed it.
    Follower,
}

fn unit_at(from: &Content, to: &Content, index: usize) -> (usize, Found) {
    let rest = from.units.get(index..).unwrap_or_default();
    let places = rest.iter().map(|unit| to.units.iter().position(|other| other.number == unit.number));
    match places.enumerate().find_map(|(offset, place)| Some((offset, place?))) {
        Some((0, place)) => (place, Found::Itself),
        Some((_, place)) => (place, Found::Follower),
        // Beyond the end, and as far beyond it here.
        None => (to.len() + index.saturating_sub(from.len()), Found::Follower),
    }
}
