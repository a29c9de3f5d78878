//! Asking somebody to sign in.

use std::time::Duration;

use kernel::ports::{ChatError, ConsentOffer, SignIn, Way};
use kernel::{CallEntry, CallId, Code, ConsentId, Entry, Failure, PersonId, Record, Time, TurnId, View};
use uuid::Uuid;

use crate::call::finish;
use crate::view::{GOES_ON, invitation};
use crate::worker::prepare_calls::Lacking;
use crate::worker::{StepContext, Trouble};

/// As long as the link itself works.
const LINK_LASTS: Duration = Duration::from_mins(10);

/// What the journal says about a sign-in: who is to sign in, for what, and which calls wait for it.
pub(crate) struct Wanted {
    pub(crate) person: PersonId,
    pub(crate) needs: Vec<Vec<String>>,
    pub(crate) why: String,
    calls: Vec<(TurnId, CallId)>,
}

/// Offers sign-ins.
pub(crate) struct Consents<'a> {
    pub(crate) ctx: &'a StepContext<'a>,
}

impl Consents<'_> {
    /// One sign-in serves all calls of a reply. What they were offered before is not offered again while it works.
    pub(crate) fn sign_in_for(&self, halted: Vec<Lacking>, turn: TurnId, journal: &[Record]) -> Vec<Entry> {
        let offered = still_offered(&halted, journal, self.ctx.engine.ports.clock.now());
        let (consent, shown) = match offered {
            Some((consent, until)) => {
                let shown =
                    Entry::Call(CallEntry::ConsentOffered { consent: consent.clone(), until: Some(until) });
                (consent, Some(shown))
            }
            None => (ConsentId(Uuid::new_v4().simple().to_string()), None),
        };
        let waits = |Lacking { call, person, needs, why }| {
            let consent = consent.clone();
            Entry::Call(CallEntry::AwaitsConsent { turn, call, consent, person, needs, why })
        };
        halted.into_iter().map(waits).chain(shown).collect()
    }

    /// Offers the sign-in to the person alone. The link in it works once and for a few minutes.
    pub(crate) async fn offer(&self, consent: &ConsentId) -> Result<(), Trouble> {
        let offered = |until| Entry::Call(CallEntry::ConsentOffered { consent: consent.clone(), until });
        let Some(wanted) = wanted(consent, self.ctx.journal) else {
            return Ok(self.ctx.append(vec![offered(None)]).await?);
        };
        let ports = &self.ctx.engine.ports;
        let person = match ports.directory.person(&wanted.person).await {
            Ok(person) => person,
            Err(error @ ChatError::Unavailable { .. }) => return Err(error.into()),
            Err(ChatError::Refused(why)) => {
                let words = format!("It cannot be looked up who is to sign in ({why}).");
                let failure = Failure::operator(Code::AuthRequired, words);
                return Ok(self.ctx.append(refused(&wanted.calls, &failure, offered(None))).await?);
            }
        };
        let offer = ConsentOffer {
            consent: consent.clone(),
            thread: Some(self.ctx.lane.thread.clone()),
            person,
            needs: wanted.needs,
            way: Way::Usual,
        };
        let entries = match ports.grants.offer(&offer).await {
            Ok(way) => {
                let until = lasts_until(&way, ports.clock.now());
                let view = invitation(ports.grants.provider(), &wanted.why, GOES_ON, consent, way);
                match self.ctx.whisper_or_tell(&wanted.person, &view).await {
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
        Ok(self.ctx.append(entries).await?)
    }
}

impl StepContext<'_> {
    /// Where we cannot write, it is said directly.
    pub(crate) async fn whisper_or_tell(&self, to: &PersonId, view: &View) -> Result<(), ChatError> {
        let chat = &self.engine.ports.chat;
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
        let Entry::Call(CallEntry::AwaitsConsent { turn, call, consent: id, person, needs, why }) =
            &record.entry
        else {
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
        if !wanted.calls.iter().any(|(_, known)| known == call) {
            wanted.calls.push((*turn, call.clone()));
        }
        for need in needs {
            if !wanted.needs.contains(need) {
                wanted.needs.push(need.clone());
            }
        }
    }
    found
}

/// What all of these calls were offered for exactly what they lack, and until when it works: somebody who signed in for
/// something else has neither used it up nor made it useless.
fn still_offered(halted: &[Lacking], journal: &[Record], now: Time) -> Option<(ConsentId, Time)> {
    let before = |lacking: &Lacking| {
        journal.iter().rev().find_map(|record| match &record.entry {
            Entry::Call(CallEntry::AwaitsConsent { call, consent, needs, .. }) if *call == lacking.call => {
                Some((consent.clone(), *needs == lacking.needs))
            }
            _ => None,
        })
    };
    let (consent, _) = before(halted.first()?)?;
    if !halted.iter().all(|lacking| before(lacking) == Some((consent.clone(), true))) {
        return None;
    }
    let over = |record: &Record| match &record.entry {
        Entry::Call(CallEntry::Connected { consent: ended, elsewhere, .. }) => {
            *ended == consent && !elsewhere
        }
        Entry::Call(CallEntry::Declined { consent: ended, .. }) => *ended == consent,
        _ => false,
    };
    let until = journal.iter().rev().find_map(|record| match &record.entry {
        Entry::Call(CallEntry::ConsentOffered { consent: offered, until }) if *offered == consent => *until,
        _ => None,
    });
    until.filter(|until| now < *until && !journal.iter().any(over)).map(|until| (consent, until))
}

fn refused(calls: &[(TurnId, CallId)], failure: &Failure, offered: Entry) -> Vec<Entry> {
    let mut entries = vec![offered];
    for (turn, call) in calls {
        let ended = finish::refused("sign-in", failure.clone());
        entries.push(Entry::Call(CallEntry::Answered {
            turn: *turn,
            call: call.clone(),
            outcome: ended.outcome,
            words: ended.words,
            label: ended.label,
            kept: ended.kept,
            gate: Some("sign-in".to_owned()),
            tool: None,
        }));
    }
    entries
}
