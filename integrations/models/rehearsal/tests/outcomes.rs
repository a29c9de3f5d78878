//! What did not happen, or happened later, is told in our own words.

use serde_json::json;

use super::talk::Talk;

const LUNCH: &str = "send a mail to b@x.de about lunch saying Now?";

fn lunch() -> Talk {
    let mut talk = Talk::new();
    talk.says("hello");
    talk.asks(LUNCH, &[("gmail.send", json!({ "to": ["b@x.de"], "subject": "lunch", "body": "Now?" }))]);
    talk
}

#[test]
fn what_is_meant_for_the_model_is_never_repeated() {
    let told = [
        (
            "denied: The person pressed Deny. Nothing was done.\nDo not try it again unless they ask.",
            "Nothing was sent: you pressed Deny.",
        ),
        (
            "denied: The person pressed Deny and said why. Nothing was done.\nTheir own words, which are for you:\nSay Friday instead",
            "Nothing was sent: you pressed Deny and said “Say Friday instead”. I know fixed wordings only: ask me for it anew, \
             with that in it.",
        ),
        (
            "denied: Nobody decided in time; the card has expired. Nothing was done.\nIt can be asked for again.",
            "Nothing was sent: nobody decided in time.",
        ),
        ("expired: Nobody decided.\nx", "Nothing was sent: nobody decided in time."),
        ("cancelled: The person said stop. Nothing was done.", "Stopped: nothing was sent."),
        (
            "confirmation_required: Not done yet.\nDo not ask for the same thing again.",
            "Nothing was sent yet: the card above is still waiting for you to press Approve or Deny.",
        ),
        (
            "auth_required: The person has not signed in yet.\nAsk for it again if it is still wanted.",
            "Google is not connected, so I couldn't do that. Ask me again and you are offered to connect it.",
        ),
        (
            "execution_failed: Google refused the address.\nMend it and call again.",
            "That didn't work. Google refused the address.",
        ),
    ];
    for (result, words) in told {
        assert_eq!(lunch().fails(result), words);
    }
}

#[test]
fn words_do_not_decide_a_card() {
    for words in ["yes", "approve", "ok do it", "deny it", "cancel", "no", "go on", "and now?"] {
        let mut talk = lunch();
        talk.fails("confirmation_required: Not done yet.");
        assert_eq!(
            talk.says(words),
            "Press Approve or Deny on the card above; words don't count.",
            "{words}"
        );
    }
}

#[test]
fn a_decided_card_takes_no_more_words() {
    let mut talk = lunch();
    talk.fails("confirmation_required: Not done yet.");
    let event = "[event] The call gmail.send that was waiting for approval has been approved and done.";
    talk.learns(&format!("{event}\n{{\"sent\":true,\"to\":[\"Ben <b@x.de>\"]}}"));
    assert!(!talk.says("yes").contains("Press Approve"));
    assert!(talk.says("try again").contains("nothing I could do again"));
}

#[test]
fn a_card_denied_meanwhile_is_told_with_the_next_answer() {
    let mut talk = lunch();
    talk.fails("confirmation_required: Not done yet.");
    let event = "[event] The call gmail.send that was waiting for approval has been denied; nothing was done.\n\
                 denied: The person pressed Deny.\n[Ana Ruiz · 2026-11-15 10:23 Europe/Berlin]\nthanks";
    let told = talk.learns(event);
    assert!(told.starts_with("Nothing was sent: you pressed Deny.\n\nYou're welcome"), "{told}");
}

#[test]
fn what_was_denied_can_be_asked_for_again() {
    let mut talk = lunch();
    talk.fails("denied: The person pressed Deny. Nothing was done.");
    let send = json!({ "to": ["b@x.de"], "subject": "lunch", "body": "Now?" });
    talk.asks("try again", &[("gmail.send", send)]);
}

#[test]
fn what_broke_off_is_done_again_when_asked() {
    let search = [("gmail.search", json!({ "query": "is:unread in:inbox", "limit": 10 }))];
    for words in ["try again", "and now?", "go on"] {
        let mut talk = Talk::new();
        talk.asks("what's new?", &search);
        talk.fails("auth_required: The person has not signed in yet.");
        talk.says("thanks");
        talk.asks("try again", &search);
        talk.fails("auth_required: The person has not signed in yet.");
        talk.asks(words, &search);
    }
}
