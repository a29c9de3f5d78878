//! Words somebody says to a card, which only its buttons decide.

use super::pattern::fit;
use super::words::{Words, split};

const DECIDING: &[&str] = &[
    "yes|yep|yeah|yup|y|sure|ok|okay|fine|no|nope|n [please|thanks]",
    "[yes|yep|yeah|ok|okay|sure|please|no|i] [please|i] approve|approved|confirm|confirmed|accept|agree|agreed|send|deny|denied|cancel|reject|decline|discard|stop|abort|undo [it|that|this|them|the] [card|mail|email|reply] [now|please|anyway]",
    "[yes|yep|yeah|ok|okay|sure|please|and] [please] do [it|that|this|so] [now|please]",
    "[yes|yep|yeah|ok|okay|sure|please] [please] go ahead|on|for [it] [please]",
    "[no] [please] don't|don’t [do|send|approve] [it|that|this] [please]",
    "[no] [please] do not do|send|approve [it|that|this] [please]",
    "never mind",
    "nevermind",
    "looks|sounds good",
];

pub(crate) fn decides(text: &str) -> bool {
    let split = split(text);
    DECIDING.iter().any(|wording| fit(wording, Words::new(text, &split)).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_to_a_card_are_known_and_requests_are_not_mistaken_for_them() {
        for words in
            ["yes", "Approve!", "ok do it", "deny it", "cancel", "No.", "go ahead", "please send it", "don't"]
        {
            assert!(decides(words), "{words}");
        }
        for words in ["send a mail to Ben saying ok", "no mail from Ben?", "read it", "what's new?"] {
            assert!(!decides(words), "{words}");
        }
    }
}
