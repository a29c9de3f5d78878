//! How an argument is written in a form, and read from it. Knows schemas; knows no tool.

use kernel::LineTakes;
use serde_json::{Number, Value};

use super::long_text::pieces;

/// What is longer than this has no room in a line of a form, and stays as it is.
const LONGEST: usize = 3000;
/// A longer text is more than anybody changes in a form.
const MOST_PIECES: usize = 10;
/// Longer text is written in several lines.
const LONG: usize = 60;
/// What goes by these names is text that people write, however short it is now.
const PROSE: [&str; 10] =
    ["body", "comment", "content", "description", "message", "note", "notes", "reply", "text", "words"];
/// More cannot be chosen from, and nothing longer.
const MOST_CHOICES: usize = 90;
const LONGEST_CHOICE: usize = 75;

const YES: &str = "Yes";
const NO: &str = "No";
const LEFT_OUT: &str = "Leave it out";
/// What stands between the cells of a row.
const BETWEEN: &str = " | ";

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Written {
    Line,
    Text,
    Number {
        whole: bool,
    },
    Flag,
    Choice(Vec<String>),
    /// One entry per line.
    List,
    Numbers,
    /// One row per line.
    Table,
}

/// Why an entry cannot be taken; stands at its line.
#[derive(Debug, thiserror::Error)]
pub(super) enum FieldError {
    #[error("Write a number here.")]
    NumberMissing,
    #[error("“{0}” is no number.")]
    NotANumber(String),
    #[error("Choose one of these.")]
    NotAChoice,
}

impl Written {
    /// Nothing for what has no form, or no room in one.
    pub(super) fn of(name: &str, schema: &Value, root: &Value, given: Option<&Value>) -> Option<Self> {
        let written = kind(name, schema, root, given)?;
        let shown = written.shown(given)?;
        let fits = match written {
            Self::Text => written.lines(given) <= MOST_PIECES,
            _ => shown.encode_utf16().count() <= LONGEST,
        };
        fits.then_some(written)
    }

    /// How many lines of a form it takes.
    pub(super) fn lines(&self, given: Option<&Value>) -> usize {
        match (self, given) {
            (Self::Text, Some(Value::String(text))) => pieces(text).len(),
            _ => 1,
        }
    }

    pub(super) fn is_in_pieces(&self, given: Option<&Value>) -> bool {
        self.lines(given) > 1
    }

    pub(super) fn takes(&self, required: bool) -> LineTakes {
        match self {
            Self::Line => LineTakes::Line,
            Self::Text | Self::List | Self::Numbers | Self::Table => LineTakes::Text,
            Self::Number { whole } => LineTakes::Number { whole: *whole },
            Self::Flag => LineTakes::Menu(vec![YES.to_owned(), NO.to_owned()]),
            Self::Choice(choices) => {
                let none = (!required).then(|| LEFT_OUT.to_owned());
                LineTakes::Menu(choices.iter().cloned().chain(none).collect())
            }
        }
    }

    /// What stands behind the name of the line.
    pub(super) fn hint(&self) -> &'static str {
        match self {
            Self::List | Self::Numbers => " (one per line)",
            Self::Table => " (one row per line, | between cells)",
            Self::Line | Self::Text | Self::Number { .. } | Self::Flag | Self::Choice(_) => "",
        }
    }

    /// A value as it is written; nothing if it cannot be.
    pub(super) fn shown(&self, given: Option<&Value>) -> Option<String> {
        let Some(given) = given.filter(|given| !given.is_null()) else { return Some(String::new()) };
        match (self, given) {
            (Self::Flag, Value::Bool(yes)) => Some(if *yes { YES } else { NO }.to_owned()),
            (Self::List | Self::Numbers, Value::Array(entries)) => {
                let lines: Option<Vec<String>> = entries.iter().map(in_one_line).collect();
                Some(lines?.join("\n"))
            }
            (Self::Table, Value::Array(rows)) => {
                let lines: Option<Vec<String>> = rows.iter().map(row).collect();
                Some(lines?.join("\n"))
            }
            (Self::Line | Self::Text | Self::Choice(_), Value::String(text)) => Some(text.clone()),
            (Self::Line | Self::Number { .. }, Value::Number(number)) => Some(number.to_string()),
            _ => None,
        }
    }

    /// What a line begins with: of a menu that nothing was chosen from, that.
    pub(super) fn holds(&self, given: Option<&Value>) -> String {
        let shown = self.shown(given).unwrap_or_default();
        if shown.is_empty() && matches!(self, Self::Choice(_)) { LEFT_OUT.to_owned() } else { shown }
    }

    /// What was written, as a value; nothing if it was left out. What was not touched stays as it was.
    pub(super) fn read(
        &self,
        words: &str,
        before: Option<&Value>,
        required: bool,
    ) -> Result<Option<Value>, FieldError> {
        if self.shown(before).is_some_and(|shown| shown == words) {
            return Ok(before.cloned().or_else(|| required.then(|| self.empty())));
        }
        if words.trim().is_empty() {
            return match self {
                Self::Number { .. } if required => Err(FieldError::NumberMissing),
                _ => Ok(required.then(|| self.empty())),
            };
        }
        let entries = || words.lines().map(str::trim).filter(|line| !line.is_empty());
        Ok(match self {
            Self::Line | Self::Text => Some(Value::from(words)),
            Self::Number { .. } => Some(number(words)?),
            Self::Flag => Some(Value::Bool(words == YES)),
            Self::Choice(_) if words == LEFT_OUT => None,
            Self::Choice(choices) if choices.iter().any(|choice| choice == words) => Some(Value::from(words)),
            Self::Choice(_) => return Err(FieldError::NotAChoice),
            Self::List => Some(entries().map(Value::from).collect()),
            Self::Numbers => Some(Value::Array(entries().map(number).collect::<Result<_, _>>()?)),
            Self::Table => Some(table(words, before)),
        })
    }

    fn empty(&self) -> Value {
        match self {
            Self::List | Self::Numbers | Self::Table => Value::Array(Vec::new()),
            Self::Flag => Value::Bool(false),
            Self::Line | Self::Text | Self::Choice(_) | Self::Number { .. } => Value::from(""),
        }
    }
}

fn kind(name: &str, schema: &Value, root: &Value, given: Option<&Value>) -> Option<Written> {
    let ways = ways(schema, root);
    if let Some(choices) = choices(&ways) {
        let fits = |choice: &String| (1..=LONGEST_CHOICE).contains(&choice.encode_utf16().count());
        let fit = choices.len() <= MOST_CHOICES && choices.iter().all(fits);
        return fit.then_some(Written::Choice(choices));
    }
    let is = |kind: &str| ways.iter().any(|way| has_type(way, kind));
    if is("string") {
        let text = given.and_then(Value::as_str).unwrap_or_default();
        let long = PROSE.contains(&name) || text.chars().count() > LONG || text.contains('\n');
        return Some(if long { Written::Text } else { Written::Line });
    }
    if is("boolean") {
        return Some(Written::Flag);
    }
    if is("integer") || is("number") {
        return Some(Written::Number { whole: !is("number") });
    }
    let list = ways.iter().find(|way| has_type(way, "array"))?;
    let items = self::ways(list.get("items")?, root);
    let of = |kind: &str| items.iter().any(|way| has_type(way, kind));
    if choices(&items).is_some() || of("string") {
        Some(Written::List)
    } else if of("integer") || of("number") {
        Some(Written::Numbers)
    } else {
        of("array").then_some(Written::Table)
    }
}

/// What a schema allows, one by one: references are followed, and nothing is no way.
fn ways<'a>(schema: &'a Value, root: &'a Value) -> Vec<&'a Value> {
    let mut found = Vec::new();
    let mut open = vec![schema];
    // A schema that refers to itself has no end.
    for _ in 0..100 {
        let Some(schema) = open.pop() else { break };
        let named = schema.get("$ref").and_then(Value::as_str).and_then(|name| name.strip_prefix('#'));
        let either = schema.get("anyOf").or_else(|| schema.get("oneOf")).and_then(Value::as_array);
        match (named.and_then(|name| root.pointer(name)), either) {
            (Some(there), _) => open.push(there),
            (None, Some(either)) => open.extend(either.iter().rev()),
            (None, None) if schema.get("type").is_some_and(|kind| kind == "null") => {}
            (None, None) => found.push(schema),
        }
    }
    found
}

/// The words that can be chosen, if nothing else can be.
fn choices(ways: &[&Value]) -> Option<Vec<String>> {
    let mut choices = Vec::new();
    for way in ways {
        let named = way.get("enum").and_then(Value::as_array).map(Vec::as_slice);
        let each = named.or_else(|| way.get("const").map(std::slice::from_ref))?;
        let words = each.iter().filter(|choice| !choice.is_null()).map(Value::as_str);
        choices.extend(words.collect::<Option<Vec<&str>>>()?.into_iter().map(str::to_owned));
    }
    (!choices.is_empty()).then_some(choices)
}

fn has_type(schema: &Value, kind: &str) -> bool {
    match schema.get("type") {
        Some(Value::String(only)) => only == kind,
        Some(Value::Array(several)) => several.iter().any(|each| each == kind),
        _ => false,
    }
}

fn number(words: &str) -> Result<Value, FieldError> {
    let number: Result<Number, _> = words.trim().parse();
    number.map(Value::Number).map_err(|_| FieldError::NotANumber(words.trim().to_owned()))
}

/// An entry that a line can hold.
fn in_one_line(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if text.contains('\n') => None,
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn row(row: &Value) -> Option<String> {
    let cells: Option<Vec<String>> = row.as_array()?.iter().map(cell).collect();
    Some(cells?.join(BETWEEN))
}

/// A cell that can be told from its neighbours.
fn cell(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some(String::new()),
        Value::Bool(yes) => Some(yes.to_string()),
        Value::String(text) if text.contains('|') || text.trim() != text || text.is_empty() => None,
        other => in_one_line(other),
    }
}

/// A cell that was not touched keeps what it was; a number that is typed is one.
fn table(words: &str, before: Option<&Value>) -> Value {
    let read = |(line, row): (usize, &str)| -> Value {
        let old = |place: usize| before?.get(line)?.get(place);
        let cells = row.split('|').map(str::trim).enumerate().map(|(place, text)| match old(place) {
            Some(old) if cell(old).is_some_and(|shown| shown == text) => old.clone(),
            _ if text.is_empty() => Value::Null,
            _ => number(text).unwrap_or_else(|_| Value::from(text)),
        });
        cells.collect()
    };
    words.trim_end_matches('\n').split('\n').enumerate().map(read).collect()
}
