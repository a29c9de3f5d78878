//! Asking somebody to sign in.

use std::time::Duration;

use kernel::ports::{ChatError, ConsentOffer, SignIn, Way};
use kernel::{CallId, Code, ConsentId, Entry, Failure, PersonId, Record, Time, TurnId, View};

use super::{Moment, Trouble, Worker};
use crate::finish;
use crate::invitation::invitation;

/// As long as the link itself works.
const LINK_LASTS: Duration = Duration::from_mins(10);

/// What the journal says about a sign-in: who is to sign in, for what, and which calls wait for it.
pub(crate) struct Wanted {
    pub(crate) person: PersonId,
    pub(crate) needs: Vec<Vec<String>>,
    pub(crate) why: String,
    calls: Vec<(TurnId, CallId)>,
}

impl Worker {
    /// Offers the sign-in to the person alone. The link in it works once and for a few minutes.
    pub(super) async fn offer(&self, consent: &ConsentId, moment: &Moment<'_>) -> Result<(), Trouble> {
        let offered = |until| Entry::ConsentOffered { consent: consent.clone(), until };
        let Some(wanted) = wanted(consent, moment.journal) else {
            return Ok(self.append(vec![offered(None)]).await?);
        };
        let ports = &self.desk.ports;
        let person = match ports.directory.person(&wanted.person).await {
            Ok(person) => person,
            Err(error @ ChatError::Unavailable { .. }) => return Err(error.into()),
            Err(ChatError::Refused(why)) => {
                let words = format!("It cannot be looked up who is to sign in ({why}).");
                let failure = Failure::operator(Code::AuthRequired, words);
                return Ok(self.append(refused(&wanted.calls, &failure, offered(None))).await?);
            }
        };
        let offer = ConsentOffer {
            consent: consent.clone(),
            thread: Some(self.lane.thread.clone()),
            person,
            needs: wanted.needs,
            way: Way::Usual,
        };
        let entries = match ports.grants.offer(&offer).await {
            Ok(way) => {
                let until = lasts_until(&way, ports.clock.now());
                let view = invitation(ports.grants.provider(), &wanted.why, consent, way);
                match self.whisper_or_tell(&wanted.person, &view).await {
                    Ok(()) => vec![offered(Some(until))],
                    Err(error @ ChatError::Unavailable { .. }) => return Err(error.into()),
                    Err(ChatError::Refused(why)) => {
                        let failure = Failure::person(
                            Code::AuthRequired,
                            format!(
                                "The sign-in could not be offered here ({why}). Ask in a direct message."
                            ),
                        );
                        refused(&wanted.calls, &failure, offered(None))
                    }
                }
            }
            Err(failure) => refused(&wanted.calls, &failure, offered(None)),
        };
        Ok(self.append(entries).await?)
    }

    /// Where we cannot write, it is said directly.
    async fn whisper_or_tell(&self, to: &PersonId, view: &View) -> Result<(), ChatError> {
        let chat = &self.desk.ports.chat;
        match chat.whisper(&self.lane.thread, to, view).await {
            Err(ChatError::Refused(_)) => chat.tell(to, view).await.map(drop),
            whispered => whispered,
        }
    }
}

/// How long somebody is waited for who was offered to sign in this way.
pub(crate) fn lasts_until(way: &SignIn, now: Time) -> Time {
    match way {
        SignIn::Link { .. } | SignIn::PasteBack { .. } => now.plus(LINK_LASTS),
        // Whoever asks for the code notices its end; this is for when nobody does.
        SignIn::Code { until, .. } => until.plus(LINK_LASTS),
        SignIn::Instead { way, .. } => lasts_until(way, now),
    }
}

pub(crate) fn wanted(consent: &ConsentId, journal: &[Record]) -> Option<Wanted> {
    let mut found: Option<Wanted> = None;
    for record in journal {
        let Entry::AwaitsConsent { turn, call, consent: id, person, needs, why } = &record.entry else {
            continue;
        };
        if id != consent {
            continue;
        }
        let wanted = found.get_or_insert_with(|| Wanted {
            person: person.clone(),
            needs: Vec::new(),
            why: why.clone(),
            calls: Vec::new(),
        });
        wanted.calls.push((*turn, call.clone()));
        for need in needs {
            if !wanted.needs.contains(need) {
                wanted.needs.push(need.clone());
            }
        }
    }
    found
}

fn refused(calls: &[(TurnId, CallId)], failure: &Failure, offered: Entry) -> Vec<Entry> {
    let mut entries = vec![offered];
    for (turn, call) in calls {
        let ended = finish::refused("sign-in", failure.clone());
        entries.push(Entry::Answered {
            turn: *turn,
            call: call.clone(),
            outcome: ended.outcome,
            words: ended.words,
            label: ended.label,
            kept: ended.kept,
            gate: Some("sign-in".to_owned()),
            tool: None,
        });
    }
    entries
}
