//! The attachments of a message, whose blocks are checked like its own.

use serde_json::Value;

use super::{
    MOST_CHARACTERS, characters,
    interactive::name_all,
    of_message,
    report::{At, Report},
    surfaces::Surface,
};
use crate::answer::Refusal;

const MOST_ATTACHMENTS: usize = 100;

/// Checks the `attachments` of a message, and names their blocks as those of the message are named.
pub(crate) fn check_attachments(given: Value) -> Result<Vec<Value>, Refusal> {
    let Value::Array(mut attachments) = given else { return Err(Refusal::new("invalid_attachments")) };
    if attachments.len() > MOST_ATTACHMENTS {
        return Err(Refusal::new("too_many_attachments"));
    }
    if !attachments.iter().all(Value::is_object) {
        return Err(Refusal::new("invalid_attachments"));
    }
    let (root, mut report) = (At::root("attachments"), Report::new(Surface::Message));
    for (index, attachment) in attachments.iter_mut().enumerate() {
        let Some(blocks) = attachment.get_mut("blocks") else { continue };
        let at = root.item(index).field("blocks");
        let Some(blocks) = blocks.as_array_mut() else {
            report.add(&at, "must be an array");
            continue;
        };
        report.extend(of_message(blocks, &at));
        name_all(blocks);
    }
    report.finish("invalid_attachments")?;
    if attachments.iter().filter_map(|one| one.get("blocks")).any(|it| characters(it) > MOST_CHARACTERS) {
        return Err(Refusal::new("msg_blocks_too_long"));
    }
    Ok(attachments)
}
