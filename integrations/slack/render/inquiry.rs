//! Questions to a person: the answers they can choose as buttons, a form for the rest.

use kernel::{AnsweredBy, Face, Inquiry, InquiryCard};
use slack_morphism::blocks::{SlackActionBlockElement, SlackBlock, SlackBlockButtonStyle};

use super::blocks::{actions, line, note, plain_in_one, pressable, small};
use super::card::{Told, mention, moment, outcome};
use crate::action_ids::{ANSWER_IN_FORM, CHOOSE};
use crate::limits::{self, cut};

/// All questions of a card have room at this length.
const QUESTION: usize = 1500;
const ANSWER: usize = 2500;

pub(super) fn blocks(card: &InquiryCard) -> Vec<SlackBlock> {
    let mut blocks: Vec<SlackBlock> =
        plain_in_one(&cut(&card.questions.about, QUESTION)).into_iter().collect();
    let several = card.questions.asked.len() > 1;
    for asked in &card.questions.asked {
        blocks.extend(plain_in_one(&cut(&asked.text, QUESTION)));
        // A single one has them as buttons; of several, whoever replies in the thread must know them.
        let choices = Inquiry::choices(asked).join(" · ");
        blocks.extend((several && !choices.is_empty()).then(|| note(&choices)));
    }
    let asked = mention(&card.requester);
    match &card.face {
        Face::Pending => {
            let id = cut(&format!("countersign-{}", card.approval.0), limits::BLOCK_ID);
            blocks.push(actions(&id, buttons(card)));
            let until = moment(card.expires, Told::Minute);
            let how = match card.answered_by {
                AnsweredBy::Message => "reply in this thread, or use the buttons",
                AnsweredBy::Button => "use the buttons",
            };
            blocks.push(small(&format!("{asked} is asked · {how} · until {until}")));
        }
        Face::Answered { by } => {
            blocks.push(line(&format!("✅ *{} answered:*", mention(by))));
            blocks.extend(plain_in_one(&cut(&card.answer, ANSWER)));
        }
        Face::Expired => blocks.push(line(&format!("⌛ *Expired – {asked} did not answer*"))),
        Face::Void { why } => {
            blocks.push(line("↩️ *Withdrawn*"));
            blocks.extend(plain_in_one(&cut(why, QUESTION)));
        }
        face => blocks.extend(outcome(face)),
    }
    blocks
}

/// The questions, for a notification.
pub(super) fn in_words(card: &InquiryCard) -> String {
    let asked: Vec<&str> = card.questions.asked.iter().map(|asked| asked.text.as_str()).collect();
    let asked = asked.join(" ");
    match &card.face {
        Face::Pending => asked,
        Face::Answered { .. } => format!("{asked} – {}", card.answer),
        _ => format!("{asked} (not answered)"),
    }
}

/// One question with choices has them as buttons; everything else is answered in a form.
fn buttons(card: &InquiryCard) -> Vec<SlackActionBlockElement> {
    let id = &card.approval.0;
    let choices = match card.questions.asked.as_slice() {
        [only] => Inquiry::choices(only),
        _ => Vec::new(),
    };
    let choice = |(place, label): (usize, &String)| pressable(label, &format!("{CHOOSE}{place}"), id).into();
    let mut buttons: Vec<SlackActionBlockElement> = choices.iter().enumerate().map(choice).collect();
    if buttons.is_empty() {
        let answer = pressable("Answer…", ANSWER_IN_FORM, id).with_style(SlackBlockButtonStyle::Primary);
        buttons.push(answer.into());
    }
    buttons
}
