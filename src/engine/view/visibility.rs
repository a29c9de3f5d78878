//! Who may see this, and where: the one answer for replies, drafts, cards and files. Pure: callers look up who reads.

use kernel::ports::{Audience, ThreadKind};
use kernel::{
    CallEntry, CardEntry, Effect, Entry, Label, Privacy, Readers, Record, Showing, Sink, SinkKind, TurnId,
    Withheld,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::thread::{CardKind, CardProgress};

/// Where a reply or a card is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Thread,
    /// The thread, where it is said whose account it comes from.
    ThreadNamed,
    /// Before the requester alone, and the thread says so.
    RequesterOnly(Withheld),
}

/// What becomes of an answer that draws on an account where only members read along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PrivateResults {
    /// Its requester is told it, and asked whether it may be posted.
    #[default]
    Ask,
    /// It is posted, and says whose account it comes from.
    Thread,
}

/// Whether a card that is not to be seen whole here is put before its requester instead.
pub(crate) fn is_for_requester_alone(showing: Showing, private: PrivateResults) -> bool {
    showing != Showing::Whole && private == PrivateResults::Ask
}

/// What was read in somebody's account, as far as an answer may be made of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Drawn {
    Nothing,
    /// Something, but not for this answer: it may repeat it all the same.
    Earlier,
    Now,
}

pub(crate) fn place_of_reply(audience: Audience, drawn: Drawn, private: PrivateResults) -> Place {
    match (audience, drawn, private) {
        (Audience::Requester, _, _)
        | (_, Drawn::Nothing, _)
        | (Audience::Members, Drawn::Earlier, PrivateResults::Thread) => Place::Thread,
        (Audience::Members, Drawn::Now, PrivateResults::Thread) => Place::ThreadNamed,
        (Audience::Members, Drawn::Earlier | Drawn::Now, PrivateResults::Ask) => {
            Place::RequesterOnly(Withheld::UntilAgreed)
        }
        (Audience::Outsiders, Drawn::Earlier | Drawn::Now, _) => {
            Place::RequesterOnly(Withheld::FromOutsiders)
        }
    }
}

pub(crate) fn drawn(journal: &[Record], turn: TurnId) -> Drawn {
    let private: Vec<&Record> = journal.iter().filter(|record| holds_something_private(record)).collect();
    let now = |record: &&Record| match &record.entry {
        Entry::Call(CallEntry::Answered { turn: of, .. }) => *of == turn,
        // What became of a card opened the turn that speaks about it.
        _ => TurnId(record.number) == turn,
    };
    match private.as_slice() {
        [] => Drawn::Nothing,
        private if private.iter().any(now) => Drawn::Now,
        _ => Drawn::Earlier,
    }
}

/// Where a card may stand. Questions, offers and effects can repeat what was read, as an answer can. Among members, a call that
/// waits stays where it was asked for if the card shows only what was written there.
pub(crate) fn place_of_card(
    card: &CardProgress,
    audience: Audience,
    drawn: Drawn,
    private: PrivateResults,
) -> Place {
    match (audience, card.kind) {
        // A question that draws on nothing may be read by anybody, and answered where it was asked.
        (_, CardKind::Inquiry) if drawn == Drawn::Nothing => Place::Thread,
        (Audience::Outsiders, _) => Place::RequesterOnly(Withheld::FromOutsiders),
        (_, CardKind::Question) if is_for_requester_alone(card.showing, private) => {
            Place::RequesterOnly(Withheld::UntilAgreed)
        }
        (_, CardKind::Question) => Place::Thread,
        (_, CardKind::Undo | CardKind::Inquiry | CardKind::Sharing) => {
            place_of_reply(audience, drawn, private)
        }
    }
}

/// How much of a card may be seen where it stands: outsiders may have joined since it was put up.
pub(crate) fn showing_for(card: &CardProgress, audience: Audience) -> Showing {
    match audience {
        Audience::Requester | Audience::Members => card.showing,
        Audience::Outsiders => Showing::Outline,
    }
}

/// What was looked up at any time is for the requester alone where others read along: the model may write it anywhere.
/// Where answers are posted without asking, only content is, and only after something was read that not everybody could.
pub(crate) fn showing_of(
    effect: &Effect,
    here: ThreadKind,
    (seen, found): (&Label, bool),
    private: PrivateResults,
) -> Showing {
    let has_content = effect.fields.iter().any(|field| field.privacy == Privacy::Content);
    let private = match private {
        PrivateResults::Ask => found || seen.readers != Readers::Everybody,
        PrivateResults::Thread => has_content && seen.readers != Readers::Everybody,
    };
    match here {
        ThreadKind::Shared if private => Showing::Summary,
        ThreadKind::Shared | ThreadKind::Direct => Showing::Whole,
    }
}

/// Where others read along, words that may draw on somebody's account are shown only when they are whole: until then
/// nothing could hold them back.
pub(crate) fn may_be_seen_early(journal: &[Record], kind: ThreadKind) -> bool {
    kind == ThreadKind::Direct || !journal.iter().any(holds_something_private)
}

fn holds_something_private(record: &Record) -> bool {
    match &record.entry {
        Entry::Call(CallEntry::Answered { label, .. } | CallEntry::Resolved { label, .. })
        | Entry::Card(CardEntry::Undone { label, .. }) => label.readers != Readers::Everybody,
        _ => false,
    }
}

/// Whether something is put before everybody who reads the thread.
pub(crate) fn reaches_the_thread(sinks: &[Sink]) -> bool {
    sinks.iter().any(|sink| sink.kind == SinkKind::Thread)
}

#[cfg(test)]
mod tests {
    use kernel::{Body, CallId, Outcome, Time};

    use super::*;
    use crate::view::redaction::knowing;

    fn answered(turn: u64, label: Label) -> Record {
        let (turn, call) = (TurnId(turn), CallId::from("c1"));
        let entry = Entry::Call(CallEntry::Answered {
            turn,
            call,
            outcome: Outcome::Done,
            words: Body::new("words"),
            label,
            kept: None,
            gate: None,
            tool: None,
        });
        Record { number: turn.0 + 1, at: Time(0), entry }
    }

    const SETTINGS: [PrivateResults; 2] = [PrivateResults::Thread, PrivateResults::Ask];

    #[test]
    fn what_outsiders_could_read_goes_to_the_requester_if_it_may_be_private() {
        for private in SETTINGS {
            for drawn in [Drawn::Earlier, Drawn::Now] {
                let apart = Place::RequesterOnly(Withheld::FromOutsiders);
                assert_eq!(place_of_reply(Audience::Outsiders, drawn, private), apart);
                assert_eq!(place_of_reply(Audience::Requester, drawn, private), Place::Thread);
            }
            assert_eq!(place_of_reply(Audience::Outsiders, Drawn::Nothing, private), Place::Thread);
        }
    }

    #[test]
    fn members_read_along_and_are_told_whose_it_is() {
        let place = |drawn| place_of_reply(Audience::Members, drawn, PrivateResults::Thread);
        assert_eq!((place(Drawn::Now), place(Drawn::Earlier)), (Place::ThreadNamed, Place::Thread));
    }

    #[test]
    fn members_read_along_only_once_the_requester_agreed_where_that_is_wanted() {
        let place = |drawn| place_of_reply(Audience::Members, drawn, PrivateResults::Ask);
        let apart = Place::RequesterOnly(Withheld::UntilAgreed);
        assert_eq!((place(Drawn::Now), place(Drawn::Earlier)), (apart, apart));
        assert_eq!(place(Drawn::Nothing), Place::Thread);
    }

    #[test]
    fn an_answer_draws_on_all_that_was_read_before_it() {
        let (mail, own) = (Label::stranger("mail.read", "a mail"), Label::trusted());
        assert_eq!(drawn(&[answered(1, own.clone())], TurnId(1)), Drawn::Nothing);
        let journal = [answered(1, mail), answered(4, own)];
        assert_eq!(drawn(&journal, TurnId(1)), Drawn::Now);
        assert_eq!(drawn(&journal, TurnId(4)), Drawn::Earlier);
    }

    #[test]
    fn what_was_read_in_an_account_is_not_seen_early_by_others() {
        let private = [answered(1, Label::stranger("mail.read", "a mail"))];
        assert!(!may_be_seen_early(&private, ThreadKind::Shared));
        assert!(may_be_seen_early(&private, ThreadKind::Direct));
        assert!(may_be_seen_early(&[answered(1, Label::trusted())], ThreadKind::Shared));
    }

    #[test]
    fn content_is_withheld_only_where_others_read_and_something_private_was_read() {
        let mail = Effect::new("Send").field("To", "ana@firm.example").content("Body", "under the mat");
        let (own, read) = (Label::trusted(), Label::stranger("mail.read", "a mail"));
        let shown =
            |effect: &Effect, here, seen| showing_of(effect, here, (seen, false), PrivateResults::Thread);
        assert_eq!(shown(&mail, ThreadKind::Direct, &read), Showing::Whole);
        assert_eq!(shown(&mail, ThreadKind::Shared, &own), Showing::Whole);
        assert_eq!(shown(&mail, ThreadKind::Shared, &read), Showing::Summary);
        let bare = Effect::new("Archive").field("Mail", "Keys");
        assert_eq!(shown(&bare, ThreadKind::Shared, &read), Showing::Whole);

        let said = knowing(mail.clone(), &["@us say the keys are  UNDER the mat"]);
        assert_eq!(shown(&said, ThreadKind::Shared, &read), Showing::Whole, "they wrote it there themselves");

        let values: Vec<String> = crate::view::redaction::shown(mail.fields, Showing::Summary)
            .into_iter()
            .map(|field| field.value)
            .collect();
        assert_eq!(
            values,
            ["ana@firm.example", "13 characters, shown only to whoever asked: press View all."]
        );
    }
}
