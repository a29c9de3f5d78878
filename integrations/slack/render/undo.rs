//! What was done, and the button that undoes it.

use kernel::{Face, UndoLine};
use slack_morphism::blocks::SlackBlock;

use super::blocks::{actions, line, plain_in_one, pressable, small};
use super::card::{Told, mention, moment};
use crate::action_ids::UNDO;
use crate::limits;

pub(super) fn blocks(undo: &UndoLine) -> Vec<SlackBlock> {
    let mut blocks: Vec<SlackBlock> = plain_in_one(&undo.words).into_iter().collect();
    let until = moment(undo.until, Told::Day);
    match &undo.face {
        Face::Pending => {
            let id = &undo.approval.0;
            let block_id = limits::cut(&format!("countersign-{id}"), limits::BLOCK_ID);
            blocks.push(actions(&block_id, vec![pressable("Undo", UNDO, id).into()]));
            blocks.push(small(&format!("{} can undo this until {until}", mention(&undo.requester))));
        }
        Face::Signed { .. } | Face::Held { .. } | Face::Running { .. } => {
            blocks.push(small("⏳ being undone"));
        }
        Face::Done { .. } => blocks.push(line("↩️ *Undone*")),
        Face::Failed { words, .. } => {
            blocks.push(line("❌ *Not undone*"));
            blocks.extend(plain_in_one(words));
        }
        Face::Unknown { words, .. } => {
            blocks.push(line("⚠️ *Unknown whether it was undone*"));
            blocks.extend(plain_in_one(words));
        }
        Face::Denied { .. }
        | Face::Expired
        | Face::Void { .. }
        | Face::Answered { .. }
        | Face::Changed { .. }
        | Face::Forgotten { .. } => {
            blocks.push(small("The time to undo this is over"));
        }
    }
    blocks
}

/// The same in one sentence, for a notification.
pub(super) fn in_words(undo: &UndoLine) -> String {
    match &undo.face {
        Face::Done { .. } => format!("{} (undone)", undo.words),
        Face::Failed { .. } => format!("{} (could not be undone)", undo.words),
        Face::Pending
        | Face::Signed { .. }
        | Face::Held { .. }
        | Face::Running { .. }
        | Face::Unknown { .. }
        | Face::Denied { .. }
        | Face::Expired
        | Face::Void { .. }
        | Face::Answered { .. }
        | Face::Changed { .. }
        | Face::Forgotten { .. } => undo.words.clone(),
    }
}
