//! The button that posts an answer where others read it.

use kernel::{Face, SharingLine};
use slack_morphism::blocks::SlackBlock;

use super::blocks::{actions, note, plain_in_one, pressable, small};
use super::card::{Told, moment};
use crate::action_ids::SHARE;
use crate::limits;

/// What a channel is called has room on a button at this length.
const PLACE: usize = 60;

pub(super) fn blocks(line: &SharingLine) -> Vec<SlackBlock> {
    let place = limits::cut(&line.place, PLACE);
    match &line.face {
        Face::Pending => {
            let id = &line.approval.0;
            let block_id = limits::cut(&format!("countersign-{id}"), limits::BLOCK_ID);
            let post = pressable(&format!("Post to {place}"), SHARE, id);
            let until = moment(line.until, Told::Day);
            vec![
                note(&format!("Only you can see this answer. It can be posted to {place} as it is.")),
                actions(&block_id, vec![post.into()]),
                small(&format!("Until {until}")),
            ]
        }
        Face::Signed { .. } | Face::Held { .. } | Face::Running { .. } => vec![small("⏳ being posted")],
        Face::Done { .. } => vec![note(&format!("✅ Posted to {place}"))],
        Face::Failed { words, .. } | Face::Unknown { words, .. } => {
            let mut blocks = vec![note("❌ Not posted")];
            blocks.extend(plain_in_one(words));
            blocks
        }
        Face::Denied { .. }
        | Face::Expired
        | Face::Void { .. }
        | Face::Answered { .. }
        | Face::Changed { .. }
        | Face::Forgotten { .. } => vec![small("The time to post this is over")],
    }
}

/// The same in one sentence, for a notification.
pub(super) fn in_words(line: &SharingLine) -> String {
    match &line.face {
        Face::Done { .. } => format!("Posted to {}", line.place),
        Face::Pending
        | Face::Signed { .. }
        | Face::Held { .. }
        | Face::Running { .. }
        | Face::Failed { .. }
        | Face::Unknown { .. }
        | Face::Denied { .. }
        | Face::Expired
        | Face::Void { .. }
        | Face::Answered { .. }
        | Face::Changed { .. }
        | Face::Forgotten { .. } => format!("Post to {}?", line.place),
    }
}
