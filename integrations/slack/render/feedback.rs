//! Two small buttons below a reply.

use kernel::TurnId;
use slack_morphism::SlackActionId;
use slack_morphism::blocks::{
    SlackBlock, SlackBlockFeedbackButtonsElement, SlackBlockId, SlackContextActionsBlock,
    SlackFeedbackButtonItem,
};

use super::blocks::face;
use crate::action_ids::{BAD, FEEDBACK, GOOD};

pub(super) fn block(turn: TurnId) -> SlackBlock {
    let button =
        |label: &str, rating: &str| SlackFeedbackButtonItem::new(face(label), format!("{rating}/{}", turn.0));
    let buttons = SlackBlockFeedbackButtonsElement::new(button("Helpful", GOOD), button("Not helpful", BAD))
        .with_action_id(SlackActionId(FEEDBACK.to_owned()));
    SlackContextActionsBlock::new(vec![buttons.into()])
        .with_block_id(SlackBlockId(format!("countersign-feedback-{}", turn.0)))
        .into()
}
