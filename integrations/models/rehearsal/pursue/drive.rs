//! Files found, read, shared and kept in order.

use serde_json::{Value, json};

use super::super::answers::files::File as Row;
use super::super::past::Past;
use super::super::tell;
use super::super::turn::Asked;
use super::super::turn::Turn;
use super::super::wish::files::{Drive, Format, Role, Sharer};
use super::files::locate;
use super::next::{Next, carry_out};
use super::people;

const LIST: u32 = 10;

pub(super) fn pursue(turn: &Turn, drive: &Drive, past: &[Past<'_>]) -> Result<Next, Next> {
    let about = |file| locate(turn, file, past);
    let (tool, args, title) = match drive {
        Drive::Find { words, kind } => {
            let mut args = json!({ "query": words, "limit": LIST });
            if let Some(kind) = kind {
                set(&mut args, "type", json!(kind.word()));
            }
            ("drive.search", args, words.clone())
        }
        Drive::Folder(None) => ("drive.list", json!({}), String::new()),
        Drive::Folder(Some(folder)) => {
            let row = about(folder)?;
            ("drive.list", json!({ "folder": row.id }), row.name)
        }
        Drive::Read(file) => return Ok(read(turn, &about(file)?)),
        Drive::WhoCanOpen(file) => on("drive.permissions", about(file)?, json!({})),
        Drive::Share { file, with, role } => {
            let row = about(file)?;
            let more = json!({ "with": sharer(turn, with)?, "role": role_word(*role) });
            on("drive.share", row, more)
        }
        Drive::Unshare { file, with } => {
            let row = about(file)?;
            on("drive.unshare", row, json!({ "with": sharer(turn, with)? }))
        }
        Drive::Rename { file, name } => on("drive.rename", about(file)?, json!({ "name": name })),
        Drive::Copy { file, name: None } => on("drive.copy", about(file)?, json!({})),
        Drive::Copy { file, name: Some(name) } => on("drive.copy", about(file)?, json!({ "name": name })),
        Drive::Move { file, folder } => {
            let row = about(file)?;
            on("drive.move", row, json!({ "folder": about(folder)?.id }))
        }
        Drive::Trash(file) => on("drive.trash", about(file)?, json!({})),
        Drive::Fetch { file, format: None } => on("drive.download", about(file)?, json!({})),
        Drive::Fetch { file, format: Some(format) } => {
            on("drive.download", about(file)?, json!({ "format": format_word(*format) }))
        }
        Drive::Upload { folder } => {
            let Some(attached) = turn.attached().first() else {
                return Ok(Next::Say(tell::NOTHING_ATTACHED.to_owned()));
            };
            let mut args = json!({ "attached": attached });
            if let Some(folder) = folder {
                set(&mut args, "folder", json!(about(folder)?.id));
            }
            ("drive.upload", args, String::new())
        }
        Drive::Write { name, content } => {
            ("drive.upload", json!({ "name": name, "content": content }), name.clone())
        }
    };
    Ok(carry_out(turn, Asked { tool, args }, &title))
}

/// Each kind of file has a tool of its own that reads it best.
fn read(turn: &Turn, row: &Row) -> Next {
    let (tool, args) = match row.kind.as_str() {
        "Google Doc" => ("docs.read", json!({ "document": row.id })),
        "Google Sheet" => ("sheets.read", json!({ "spreadsheet": row.id })),
        "folder" => ("drive.list", json!({ "folder": row.id })),
        _ => ("drive.read", json!({ "file": row.id })),
    };
    carry_out(turn, Asked { tool, args }, &row.name)
}

fn on(tool: &'static str, row: Row, more: Value) -> (&'static str, Value, String) {
    let mut args = more;
    set(&mut args, "file", json!(row.id));
    (tool, args, row.name)
}

fn set(args: &mut Value, name: &str, value: Value) {
    if let Some(args) = args.as_object_mut() {
        args.insert(name.to_owned(), value);
    }
}

fn sharer(turn: &Turn, with: &Sharer) -> Result<String, Next> {
    match with {
        Sharer::Anyone => Ok("anyone".to_owned()),
        Sharer::Person(person) => {
            Ok(people::addresses(turn, &[person])?.into_iter().next().unwrap_or_default())
        }
    }
}

fn role_word(role: Role) -> &'static str {
    match role {
        Role::Reader => "reader",
        Role::Commenter => "commenter",
        Role::Writer => "writer",
    }
}

fn format_word(format: Format) -> &'static str {
    match format {
        Format::Pdf => "pdf",
        Format::Office => "office",
        Format::Markdown => "markdown",
        Format::Text => "text",
        Format::Csv => "csv",
    }
}
