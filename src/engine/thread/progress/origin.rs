//! Where everything in a thread came from.

use std::collections::HashMap;

use kernel::{
    ApprovalId, Attachment, CallEntry, CardEntry, Content, Entry, Label, MessageEntry, PersonId, Readers,
    Record, ReplyEntry, TurnId,
};

use super::CardProgress;

/// The label of everything the model has seen in this thread, for a turn of this requester. Sticky: nothing ever
/// leaves it. What was looked up for somebody else counts as much, and is not named: a card says where words came from
/// to everybody who sees it.
pub(crate) fn label_of(journal: &[Record], cards: &[CardProgress], requester: &PersonId) -> Label {
    let owner = |approval: &ApprovalId| {
        cards.iter().find(|card| card.approval == *approval).map(|card| &card.planned.requester)
    };
    let mut turns: HashMap<TurnId, &PersonId> = HashMap::new();
    journal.iter().fold(Label::trusted(), |label, record| {
        let (answer, whose) = match &record.entry {
            Entry::Message(MessageEntry::Asked { from, quoted, .. }) => {
                turns.insert(TurnId(record.number), from);
                let label = match quoted {
                    Some(_) => label.join(&Label::stranger("chat", "what came with a message")),
                    None => label,
                };
                if from == requester {
                    return label;
                }
                return label.join(&Label::stranger("chat", format!("a message of {from}")));
            }
            Entry::Message(MessageEntry::Revised { from, .. }) if from != requester => {
                return label.join(&Label::stranger("chat", format!("a message of {from}")));
            }
            Entry::Message(MessageEntry::Recalled { messages, alarm, .. }) if !messages.is_empty() => {
                let earlier = Label::stranger("chat", "earlier messages of this thread");
                return label.join(&Label { alarm: *alarm, ..earlier });
            }
            Entry::Message(MessageEntry::Attached(attached)) => {
                let files = label_of_files(&attached.files);
                return label.join(&Label { alarm: attached.alarm, ..files });
            }
            Entry::Reply(ReplyEntry::Compacted(compacted)) if compacted.requester == *requester => {
                return label.join(&compacted.label);
            }
            Entry::Call(CallEntry::Answered { turn, label, .. })
            | Entry::Reply(ReplyEntry::Said { turn, read: label, .. }) => (label, turns.get(turn).copied()),
            Entry::Call(CallEntry::Resolved { approval, label, .. }) => {
                turns.extend(owner(approval).map(|owner| (TurnId(record.number), owner)));
                (label, owner(approval))
            }
            Entry::Card(CardEntry::Undone { approval, label, .. }) => (label, owner(approval)),
            _ => return label,
        };
        if whose == Some(requester) { label.join(answer) } else { label.join(&answer.unnamed()) }
    })
}

/// Where the words and pictures of files came from. Whoever attached a file need not have written it; and everybody
/// who reads the thread can open it.
fn label_of_files(files: &[Attachment]) -> Label {
    let read = files.iter().filter(|file| !matches!(file.content, Content::LeftOut { .. }));
    read.fold(Label::trusted(), |label, file| {
        let source = Label::stranger("chat", format!("the file {}", file.file.name));
        label.join(&Label { readers: Readers::Everybody, ..source })
    })
}

#[cfg(test)]
mod tests {
    use kernel::{Body, SharedFile, WordForm};

    use super::*;

    #[test]
    fn a_file_that_was_not_read_taints_nothing() {
        let file = |content| {
            let (name, media_type) = ("a".to_owned(), "text/plain".to_owned());
            Attachment { file: SharedFile { id: "F1".into(), name, media_type, size: 1 }, content }
        };
        let left_out = file(Content::LeftOut { why: "It is too large.".to_owned() });
        assert_eq!(label_of_files(&[left_out]), Label::trusted());
        let read =
            file(Content::Text { words: Body::new("x"), total: 1, form: WordForm::Written, remark: None });
        assert!(label_of_files(&[read]).has_a_strangers_words());
    }
}
