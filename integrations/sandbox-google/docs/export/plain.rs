//! Plain text, with the signs of lists and nothing else.

use crate::docs::paper::{Block, EntrySign, Paragraph};

pub(super) fn write(blocks: &[Block]) -> String {
    blocks.iter().map(block).collect()
}

fn block(block: &Block) -> String {
    match block {
        Block::Paragraph(paragraph) => format!("{}\n", line(paragraph)),
        Block::Table(rows) => {
            let row = |cells: &Vec<Vec<Block>>| {
                let cells = cells.iter().map(|blocks| write(blocks).trim_end().to_owned());
                format!("{}\n", cells.collect::<Vec<_>>().join("\t"))
            };
            rows.iter().map(row).collect()
        }
    }
}

fn line(paragraph: &Paragraph) -> String {
    let text = paragraph.text().replace('\u{b}', "\n");
    if paragraph.is_rule() {
        return "________________".to_owned();
    }
    let Some(entry) = paragraph.entry else { return text };
    let sign = match entry.sign {
        EntrySign::Bullet => "*".to_owned(),
        EntrySign::Number(number) => format!("{number}."),
        EntrySign::Box { ticked: true } => "[x]".to_owned(),
        EntrySign::Box { ticked: false } => "[ ]".to_owned(),
    };
    format!("{}{sign} {text}", "   ".repeat(entry.level))
}
