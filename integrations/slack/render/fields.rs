//! The fields of a card: all of them where they fit, else their beginning and their end, and the whole as a file.

use kernel::{Card, Field, Showing};
use slack_morphism::blocks::SlackBlock;

use super::blocks::{labelled, line, pieces, small};
use super::inert;
use crate::limits::{self, length};

/// Where not everything fits, it is torn at pieces of this size.
const TORN: usize = 1000;
/// Our own notices about what is left out: blocks, and letters.
const NOTICES: Room = Room { blocks: 3, text: 700 };
const LABEL: usize = 200;
/// Where a value comes from.
const ORIGIN: usize = 400;

/// How much there is, or how much can be.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Room {
    pub(super) blocks: usize,
    pub(super) text: usize,
}

impl Room {
    fn and(self, row: &Row) -> Self {
        Self { blocks: self.blocks + 1, text: self.text + row.weight }
    }

    fn fits(self, room: Self) -> bool {
        self.blocks <= room.blocks && self.text <= room.text
    }

    fn half(self) -> Self {
        let Self { blocks, text } = self;
        Self {
            blocks: blocks.saturating_sub(NOTICES.blocks) / 2,
            text: text.saturating_sub(NOTICES.text) / 2,
        }
    }
}

/// One row of the list of fields.
struct Row {
    /// What the field is called.
    name: String,
    block: SlackBlock,
    weight: usize,
    /// Nothing for the name itself.
    value: Option<usize>,
}

pub(super) fn blocks(card: &Card, room: Room) -> Vec<SlackBlock> {
    if let Some(rows) = fitting(&card.fields, room) {
        return rows.into_iter().map(|row| row.block).collect();
    }
    let (head, gap, tail) = torn(rows(&card.fields, TORN), room.half());
    let missing: usize = gap.iter().filter_map(|row| row.value).sum();
    let count = gap.iter().filter(|row| row.value.is_none()).count();
    let elsewhere = match card.showing {
        Showing::Whole => format!("stands in the file `{}` above", inert::escaped(&file_name(card))),
        // A file would be seen by everybody who reads here.
        Showing::Summary | Showing::Outline => "is shown to whoever asked: press View all".to_owned(),
    };
    let mut blocks = vec![line(&format!(
        "⚠️ *This card does not show everything:* {missing} characters are left out below. All of it {elsewhere}. Deny this \
         if you have not read that.",
    ))];
    blocks.extend(head.into_iter().map(|row| row.block));
    blocks
        .push(small(&format!("⋯ *{missing} characters left out here ({count} fields begin among them)* ⋯")));
    if let Some(row) = tail.first().filter(|row| row.value.is_some()) {
        blocks.push(small(&format!("*{}* (its end)", row.name)));
    }
    blocks.extend(tail.into_iter().map(|row| row.block));
    blocks
}

/// Every word of a card that cannot show them all. What is a value is indented, so that none can look like a field.
pub(super) fn whole(card: &Card, room: Room) -> Option<String> {
    if fitting(&card.fields, room).is_some() {
        return None;
    }
    let mut text = format!(
        "{}\n\nAccount: {}\nDigest: {}\n",
        one_line(&card.sentence),
        one_line(&card.account.0),
        card.digest
    );
    for field in &card.fields {
        let origin =
            field.origin.as_deref().map_or_else(String::new, |from| format!(" ({})", one_line(from)));
        text.extend(["\n", &one_line(&field.name), &origin, ":\n"]);
        let value = inert::visible(&field.value);
        // One line more for a break at the end: it is part of the value.
        for line in value.split('\n').filter(|_| !value.is_empty()) {
            text.extend(["    ", line, "\n"]);
        }
    }
    Some(text)
}

pub(super) fn file_name(card: &Card) -> String {
    let plain: String = card.digest.chars().filter(char::is_ascii_alphanumeric).collect();
    format!("countersign-{plain}.txt")
}

fn one_line(text: &str) -> String {
    inert::visible(text).replace('\n', " ")
}

/// All rows, if there is room for them.
fn fitting(fields: &[Field], room: Room) -> Option<Vec<Row>> {
    // Before anything is built of a very long text.
    if fields.iter().map(|field| length(&field.value)).sum::<usize>() > room.text {
        return None;
    }
    let rows = rows(fields, limits::SECTION);
    rows.iter().fold(Room::default(), Room::and).fits(room).then_some(rows)
}

/// As much of the beginning and of the end as there is room for, and what is between them.
fn torn(mut rows: Vec<Row>, half: Room) -> (Vec<Row>, Vec<Row>, Vec<Row>) {
    let kept = |rows: &mut dyn Iterator<Item = &Row>| {
        let mut used = Room::default();
        rows.take_while(|row| {
            used = used.and(row);
            used.fits(half)
        })
        .count()
    };
    let (head, tail) = (kept(&mut rows.iter()), kept(&mut rows.iter().rev()));
    let tail = rows.split_off(rows.len().saturating_sub(tail).max(head));
    let gap = rows.split_off(head);
    (rows, gap, tail)
}

fn rows(fields: &[Field], piece: usize) -> Vec<Row> {
    fields.iter().flat_map(|field| rows_of(field, piece)).collect()
}

fn rows_of(field: &Field, piece: usize) -> Vec<Row> {
    let name = limits::cut(&inert::label(&field.name), LABEL);
    let values = pieces(&field.value, piece);
    // Outside the value, where no value can say it.
    let label = if values.is_empty() { format!("*{name}* (empty)") } else { format!("*{name}*") };
    let origin = field.origin.as_deref().map(one_line).filter(|origin| !origin.trim().is_empty());
    let origin = origin.map(|origin| limits::cut(&origin, ORIGIN));
    let weight = length(&label) + origin.as_deref().map_or(0, length);
    let block = labelled(&label, origin.as_deref());
    let mut rows = vec![Row { name: name.clone(), weight, block, value: None }];
    rows.extend(values.into_iter().map(|(block, length)| Row {
        name: name.clone(),
        block,
        weight: length,
        value: Some(length),
    }));
    rows
}
