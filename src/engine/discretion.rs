//! How much of an effect may stand where it would be shown.

use kernel::ports::ThreadKind;
use kernel::{Effect, Face, Field, Label, Privacy, Readers, Showing};

/// What the requester wrote in the thread themselves is no secret there: content that says only that is open.
pub(crate) fn knowing(mut effect: Effect, said: &[&str]) -> Effect {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let said: Vec<String> = said.iter().map(|words| plain(words)).collect();
    for field in &mut effect.fields {
        let value = plain(&field.value);
        if said.iter().any(|words| words.contains(&value)) {
            field.privacy = Privacy::Open;
        }
    }
    effect
}

/// Content is for the requester alone where others read along and something that not everybody could read has been
/// looked up before: what the model writes may be made of it.
pub(crate) fn how_much(effect: &Effect, here: ThreadKind, seen: &Label) -> Showing {
    let has_content = effect.fields.iter().any(|field| field.privacy == Privacy::Content);
    match (here, &seen.readers) {
        (ThreadKind::Shared, Readers::Only(_)) if has_content => Showing::Summary,
        (ThreadKind::Shared | ThreadKind::Direct, Readers::Only(_) | Readers::Everybody) => Showing::Whole,
    }
}

/// The fields as they may stand there: content is counted, not shown.
pub(crate) fn shown(fields: Vec<Field>, showing: Showing) -> Vec<Field> {
    let summary = |field: Field| match field.privacy {
        Privacy::Content if !field.value.is_empty() => {
            let length = field.value.chars().count();
            let value = format!("{length} characters, shown only to whoever asked: press View all.");
            Field { value, origin: None, ..field }
        }
        Privacy::Content | Privacy::Open => field,
    };
    match showing {
        Showing::Whole => fields,
        Showing::Summary => fields.into_iter().map(summary).collect(),
        Showing::Outline => Vec::new(),
    }
}

/// What is said of a call where people outside the company read it.
pub(crate) fn outline(tool: &str) -> String {
    format!("{tool}: what it would do is shown only to whoever asked.")
}

/// How a call came out may be told with words that are the account's.
pub(crate) fn face(face: Face, showing: Showing) -> Face {
    let words = String::new();
    match (showing, face) {
        (Showing::Outline, Face::Done { by, .. }) => Face::Done { by, words },
        (Showing::Outline, Face::Failed { by, .. }) => Face::Failed { by, words },
        (Showing::Outline, Face::Unknown { by, .. }) => Face::Unknown { by, words },
        (_, face) => face,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_is_withheld_only_where_others_read_and_something_private_was_read() {
        let mail = Effect::new("Send").field("To", "ana@firm.example").content("Body", "under the mat");
        let (own, read) = (Label::trusted(), Label::stranger("mail.read", "a mail"));
        assert_eq!(how_much(&mail, ThreadKind::Direct, &read), Showing::Whole);
        assert_eq!(how_much(&mail, ThreadKind::Shared, &own), Showing::Whole);
        assert_eq!(how_much(&mail, ThreadKind::Shared, &read), Showing::Summary);
        let bare = Effect::new("Archive").field("Mail", "Keys");
        assert_eq!(how_much(&bare, ThreadKind::Shared, &read), Showing::Whole);

        let said = knowing(mail.clone(), &["@us say the keys are  UNDER the mat"]);
        assert_eq!(
            how_much(&said, ThreadKind::Shared, &read),
            Showing::Whole,
            "they wrote it there themselves"
        );

        let values: Vec<String> =
            shown(mail.fields, Showing::Summary).into_iter().map(|field| field.value).collect();
        assert_eq!(
            values,
            ["ana@firm.example", "13 characters, shown only to whoever asked: press View all."]
        );
    }
}
