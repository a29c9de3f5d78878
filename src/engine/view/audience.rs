//! Where an answer may stand, by who would read it there. Pure; doesn't know how it is found out who reads.

use kernel::ports::Audience;
use kernel::{Entry, Record, Showing, Sink, SinkKind, TurnId, Withheld};

use crate::guard::holds_something_private;

/// Where an answer goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Room {
    Thread,
    /// The thread, where it is said whose account it comes from.
    ThreadNamed,
    /// The requester alone, and the thread says so.
    Apart(Withheld),
}

/// What becomes of an answer that draws on an account where only members read along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

pub(crate) fn room(audience: Audience, drawn: Drawn, private: PrivateResults) -> Room {
    match (audience, drawn, private) {
        (Audience::Requester, _, _)
        | (_, Drawn::Nothing, _)
        | (Audience::Members, Drawn::Earlier, PrivateResults::Thread) => Room::Thread,
        (Audience::Members, Drawn::Now, PrivateResults::Thread) => Room::ThreadNamed,
        (Audience::Members, Drawn::Earlier | Drawn::Now, PrivateResults::Ask) => {
            Room::Apart(Withheld::UntilAgreed)
        }
        (Audience::Outsiders, Drawn::Earlier | Drawn::Now, _) => Room::Apart(Withheld::FromOutsiders),
    }
}

pub(crate) fn drawn(journal: &[Record], turn: TurnId) -> Drawn {
    let private: Vec<&Record> = journal.iter().filter(|record| holds_something_private(record)).collect();
    let now = |record: &&Record| match &record.entry {
        Entry::Answered { turn: of, .. } => *of == turn,
        // What became of a card opened the turn that speaks about it.
        _ => TurnId(record.number) == turn,
    };
    match private.as_slice() {
        [] => Drawn::Nothing,
        private if private.iter().any(now) => Drawn::Now,
        _ => Drawn::Earlier,
    }
}

/// Whether something is put before everybody who reads the thread.
pub(crate) fn reaches_the_thread(sinks: &[Sink]) -> bool {
    sinks.iter().any(|sink| sink.kind == SinkKind::Thread)
}

#[cfg(test)]
mod tests {
    use kernel::{Body, CallId, Label, Outcome, Time};

    use super::*;

    fn answered(turn: u64, label: Label) -> Record {
        let (turn, call) = (TurnId(turn), CallId::from("c1"));
        let entry = Entry::Answered {
            turn,
            call,
            outcome: Outcome::Done,
            words: Body::new("words"),
            label,
            kept: None,
            gate: None,
            tool: None,
        };
        Record { number: turn.0 + 1, at: Time(0), entry }
    }

    const SETTINGS: [PrivateResults; 2] = [PrivateResults::Thread, PrivateResults::Ask];

    #[test]
    fn what_outsiders_could_read_goes_to_the_requester_if_it_may_be_private() {
        for private in SETTINGS {
            for drawn in [Drawn::Earlier, Drawn::Now] {
                let apart = Room::Apart(Withheld::FromOutsiders);
                assert_eq!(room(Audience::Outsiders, drawn, private), apart);
                assert_eq!(room(Audience::Requester, drawn, private), Room::Thread);
            }
            assert_eq!(room(Audience::Outsiders, Drawn::Nothing, private), Room::Thread);
        }
    }

    #[test]
    fn members_read_along_and_are_told_whose_it_is() {
        let room = |drawn| room(Audience::Members, drawn, PrivateResults::Thread);
        assert_eq!((room(Drawn::Now), room(Drawn::Earlier)), (Room::ThreadNamed, Room::Thread));
    }

    #[test]
    fn members_read_along_only_once_the_requester_agreed_where_that_is_wanted() {
        let room = |drawn| room(Audience::Members, drawn, PrivateResults::Ask);
        let apart = Room::Apart(Withheld::UntilAgreed);
        assert_eq!((room(Drawn::Now), room(Drawn::Earlier)), (apart, apart));
        assert_eq!(room(Drawn::Nothing), Room::Thread);
    }

    #[test]
    fn an_answer_draws_on_all_that_was_read_before_it() {
        let (mail, own) = (Label::stranger("mail.read", "a mail"), Label::trusted());
        assert_eq!(drawn(&[answered(1, own.clone())], TurnId(1)), Drawn::Nothing);
        let journal = [answered(1, mail), answered(4, own)];
        assert_eq!(drawn(&journal, TurnId(1)), Drawn::Now);
        assert_eq!(drawn(&journal, TurnId(4)), Drawn::Earlier);
    }
}
