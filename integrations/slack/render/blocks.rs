//! The few kinds of block we use.

use kernel::Press;
use slack_morphism::SlackActionId;
use slack_morphism::blocks::{
    SlackActionBlockElement, SlackActionsBlock, SlackBlock, SlackBlockButtonElement, SlackBlockButtonStyle,
    SlackBlockConfirmItem, SlackBlockId, SlackBlockMarkDownText, SlackBlockPlainText,
    SlackBlockPlainTextOnly, SlackContextBlock, SlackContextBlockElement, SlackHeaderBlock,
    SlackMarkdownBlock, SlackSectionBlock,
};
use url::Url;

use super::inert;
use crate::action_ids::{
    CANCEL_SIGN_IN, DISCONNECT, DISCONNECT_AS_ASKED, LINK, PASTE_ADDRESS, STOP_AS_ASKED, UNDO_LISTED,
};
use crate::limits::{self, between_words, cut, length};

/// What a model wrote, made harmless by [`markdown`](super::markdown).
pub(super) fn markdown(text: String) -> SlackBlock {
    SlackMarkdownBlock::new(text).into()
}

/// Any text as it is, in sections of at most `size`, with the length of each; none if there is none.
pub(super) fn pieces(text: &str, size: usize) -> Vec<(SlackBlock, usize)> {
    let text = inert::visible(text);
    let mut rest = text.as_str();
    let mut sections = Vec::new();
    while !rest.is_empty() {
        let (piece, after) = between_words(rest, size);
        sections.push((section(piece), length(piece)));
        rest = after;
    }
    sections
}

/// Any text in one section, cut if it must be.
pub(super) fn plain_in_one(text: &str) -> Option<SlackBlock> {
    let text = inert::visible(text);
    (!text.is_empty()).then(|| section(&cut(&text, limits::SECTION)))
}

fn section(text: &str) -> SlackBlock {
    // Slack takes no section that shows nothing.
    let text = if text.trim().is_empty() {
        letters(&format!("⟨{} blank characters⟩", length(text)))
    } else {
        letters(text)
    };
    SlackSectionBlock::new().with_text(text.into()).with_expand(true).into()
}

/// The first line of a card; a section if it is too long for a header.
pub(super) fn headline(text: &str) -> Option<SlackBlock> {
    let line = inert::visible(text);
    if length(&line) <= limits::HEADER && !line.trim().is_empty() && !line.contains('\n') {
        Some(SlackHeaderBlock::new(letters(&line).into()).into())
    } else {
        plain_in_one(text)
    }
}

/// A small line in our own mrkdwn. Whoever calls it has escaped what is not ours.
pub(super) fn small(mrkdwn: &str) -> SlackBlock {
    let text = SlackBlockMarkDownText::new(cut(mrkdwn, limits::CONTEXT)).with_verbatim(true);
    SlackContextBlock::new(vec![SlackContextBlockElement::MarkDown(text)]).into()
}

/// What a value is called, in our own mrkdwn, and beside it where the value comes from: letters only, in an element of
/// its own, so that neither can be taken for the other.
pub(super) fn labelled(mrkdwn: &str, origin: Option<&str>) -> SlackBlock {
    let label = SlackBlockMarkDownText::new(cut(mrkdwn, limits::CONTEXT)).with_verbatim(true);
    let origin = origin.filter(|origin| !origin.trim().is_empty());
    let origin = origin.map(|origin| SlackContextBlockElement::Plain(letters(&cut(origin, limits::CONTEXT))));
    SlackContextBlock::new(std::iter::once(SlackContextBlockElement::MarkDown(label)).chain(origin).collect())
        .into()
}

/// A small line of plain text.
pub(super) fn note(text: &str) -> SlackBlock {
    let text = if text.trim().is_empty() { "–" } else { text };
    let text = letters(&cut(&inert::visible(text), limits::CONTEXT));
    SlackContextBlock::new(vec![SlackContextBlockElement::Plain(text)]).into()
}

/// A line of ours in mrkdwn at normal size.
pub(super) fn line(mrkdwn: &str) -> SlackBlock {
    let text = SlackBlockMarkDownText::new(cut(mrkdwn, limits::SECTION)).with_verbatim(true);
    SlackSectionBlock::new().with_text(text.into()).into()
}

/// A button that opens an address; plain text if the address is not one Slack takes.
pub(super) fn link_to(label: &str, url: &str) -> SlackBlock {
    let address = Url::parse(url).ok().filter(|address| {
        matches!(address.scheme(), "https" | "http") && length(address.as_str()) <= limits::URL
    });
    match address {
        Some(address) if !label.trim().is_empty() => {
            let button = SlackBlockButtonElement::new(face(label))
                .with_action_id(SlackActionId(LINK.to_owned()))
                .with_url(address)
                .with_style(SlackBlockButtonStyle::Primary);
            SlackActionsBlock::new(vec![button.into()]).into()
        }
        _ => note(&format!("{label}: {url}")),
    }
}

/// A button that comes back to us. `number` tells it apart from others in the message.
pub(super) fn button_for(label: &str, press: &Press, number: usize) -> SlackBlock {
    let (action, value) = match press {
        Press::Disconnect(account) => (DISCONNECT, account.0.clone()),
        Press::DisconnectAsAsked(account, asked) => (DISCONNECT_AS_ASKED, format!("{}/{account}", asked.0)),
        Press::StopAsAsked(asked) => (STOP_AS_ASKED, asked.0.to_string()),
        Press::TakeBack(approval) => (UNDO_LISTED, approval.0.clone()),
        Press::PasteAddress(consent) => (PASTE_ADDRESS, consent.0.clone()),
        Press::CancelSignIn(consent) => (CANCEL_SIGN_IN, consent.0.clone()),
        // The buttons of a card are made where the card is.
        Press::OnCard(_) => return note(label),
    };
    if length(&value) > limits::VALUE || value.is_empty() || label.trim().is_empty() {
        return note(label);
    }
    let button = pressable(label, action, &value);
    let button = match press {
        Press::Disconnect(_) => button.with_confirm(sure()),
        // The message has already asked about the first three.
        Press::DisconnectAsAsked(..)
        | Press::StopAsAsked(_)
        | Press::TakeBack(_)
        | Press::PasteAddress(_)
        | Press::CancelSignIn(_)
        | Press::OnCard(_) => button,
    };
    actions(&format!("countersign-{number}"), vec![button.into()])
}

/// Asks once more before a press counts.
pub(super) fn once_more(title: &str, words: &str, go: &str) -> SlackBlockConfirmItem {
    let only = |text: &str, limit| SlackBlockPlainTextOnly::from(letters(&cut(&inert::visible(text), limit)));
    SlackBlockConfirmItem::new(
        only(title, limits::SURE_TITLE),
        letters(&cut(&inert::visible(words), limits::SURE_WORDS)).into(),
        only(go, limits::SURE_BUTTON),
        only("Go back", limits::SURE_BUTTON),
    )
}

pub(super) fn sure() -> SlackBlockConfirmItem {
    // One stray press must not undo a sign-in.
    SlackBlockConfirmItem::new(
        face("Disconnect?"),
        letters("I cannot work in this account again until you connect it anew.").into(),
        face("Disconnect"),
        face("Keep it"),
    )
}

pub(super) fn pressable(label: &str, action: &str, value: &str) -> SlackBlockButtonElement {
    SlackBlockButtonElement::new(face(label))
        .with_action_id(SlackActionId(action.to_owned()))
        .with_value(value.to_owned())
}

pub(super) fn actions(id: &str, buttons: Vec<SlackActionBlockElement>) -> SlackBlock {
    SlackActionsBlock::new(buttons).with_block_id(SlackBlockId(id.to_owned())).into()
}

pub(super) fn face(label: &str) -> SlackBlockPlainTextOnly {
    letters(&cut(&inert::visible(label), limits::BUTTON)).into()
}

/// Plain text in which `:smile:` stays what it is.
fn letters(text: &str) -> SlackBlockPlainText {
    SlackBlockPlainText::new(text.to_owned()).with_emoji(false)
}
