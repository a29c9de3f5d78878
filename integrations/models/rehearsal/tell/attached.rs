//! What was attached, in words.

use super::super::attached::{Content, ReadFile};

/// How much of a text is repeated, in characters.
const SHOWN: usize = 400;

pub(crate) fn told(files: &[ReadFile]) -> String {
    files.iter().map(one).collect::<Vec<_>>().join("\n\n")
}

fn one(file: &ReadFile) -> String {
    let name = &file.name;
    match &file.content {
        Content::Text(words) => {
            let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
            let shown: String = words.chars().take(SHOWN).collect();
            let more = if shown.len() < words.len() { "…" } else { "" };
            format!("I read {name}: {shown}{more}")
        }
        Content::Picture => {
            format!("{name} is a picture. I cannot look at pictures; a real model can.")
        }
        Content::LeftOut(why) => format!("I could not read {name}: {why}"),
    }
}
