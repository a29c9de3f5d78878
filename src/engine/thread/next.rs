//! What to do next in a thread. Pure: running live and resuming after a crash are one path.

use kernel::{
    ApprovalId, Body, CallId, Code, ConsentId, Digest, Ending, Outcome, PersonId, Record, Time, TurnId,
    Withheld,
};

use crate::base::{Limits, dollars};
use crate::thread::progress::{
    Apart, CHANGED, CallProgress, CallStatus, CardKind, CardProgress, CardState, DELETED, OpenedBy, Progress,
    ReplyProgress, Turn, to_forget,
};

/// One thing to do. Each ends with an entry in the journal, so that it is not done again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Bring the card in the thread up to date.
    Show(ApprovalId),
    /// Take back a card that nobody has decided.
    Void(ApprovalId),
    /// The call was running when we stopped: find out what happened.
    Recover(CallId),
    /// Run what was countersigned.
    Run(ApprovalId),
    /// Answer a call without running it.
    Close(CallId, Closing),
    /// Offer the person to sign in.
    Offer(ConsentId),
    AskModel,
    Prepare(Vec<CallId>),
    /// End the turn in the model's place.
    GiveUp(Ending),
    /// Take away what was begun of the reply.
    Withdraw,
    /// Post the words the turn ends with.
    Post,
    Finish(Ending),
    /// Take what the requester wrote meanwhile into the turn.
    Steer(Vec<TurnId>),
    /// Take the reply to a deleted request out of the thread.
    Remove(TurnId),
    /// Purge words that somebody took back.
    Forget(Vec<Digest>),
    /// Let go of the thread until something arrives.
    Rest(Vec<Wait>),
    /// Tell the model what the person answered.
    Hear(ApprovalId),
    /// Take a message in the thread for the answer to a question.
    TakeReply(ApprovalId, TurnId),
    /// Let the card of a group say that each of its calls has a card of its own.
    ShowApart(ApprovalId),
    /// Tell the requester alone what the turn ends with.
    TellApart(Withheld),
    /// Tell somebody that what they asked for was stopped before it began.
    Drop(Vec<TurnId>),
    /// Leave the thread alone: this build does not know the record of this number.
    Park(u64),
}

/// Why a call is answered without having run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Closing {
    Denied {
        by: PersonId,
        /// The person's own words for it.
        why: Option<Body>,
    },
    Expired,
    Stopped,
    /// The card was taken back; the words say why.
    TakenBack {
        why: String,
    },
    /// A new message came while its card waited.
    Superseded,
    /// A new message came while it waited for a sign-in.
    NotSignedIn,
    /// The person did not sign in; the words say why.
    Declined {
        why: String,
    },
    /// The person did not answer in time.
    Unanswered,
    /// A new message of somebody else came while a question waited.
    NotYetAnswered,
}

/// What a thread waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wait {
    Approval(ApprovalId, Time),
    Consent(ConsentId),
    Answer(ApprovalId, Time),
}

impl Closing {
    pub(crate) fn outcome(&self) -> Outcome {
        Outcome::Failed(match self {
            Self::Denied { .. } | Self::Expired => Code::Denied,
            Self::Stopped | Self::TakenBack { .. } | Self::Unanswered => Code::Cancelled,
            Self::Superseded | Self::NotYetAnswered => Code::ConfirmationRequired,
            Self::NotSignedIn | Self::Declined { .. } => Code::AuthRequired,
        })
    }
}

/// Decides the next step from the journal alone.
pub fn next(journal: &[Record], limits: &Limits) -> Step {
    following(journal, &Progress::of(journal), limits)
}

/// The same for whoever has looked at the journal already.
pub(crate) fn following(journal: &[Record], progress: &Progress, limits: &Limits) -> Step {
    // First of all: an unknown record may say that a card was taken back.
    if let Some(number) = progress.unknown {
        return Step::Park(number);
    }
    if let Some(step) = next_for_group(progress) {
        return step;
    }
    if let Some(step) = progress.cards.iter().find_map(next_for_card) {
        return step;
    }
    if let Some(step) = next_dropped(progress) {
        return step;
    }
    if let Some(step) = next_reply(progress) {
        return step;
    }
    if let Some(turn) = progress.past.iter().find(|turn| is_in_vain(turn)) {
        return Step::Remove(turn.id);
    }
    let taken_back = to_forget(journal, progress);
    if !taken_back.is_empty() {
        return Step::Forget(taken_back);
    }
    let Some(turn) = &progress.turn else { return Step::Rest(pending(progress)) };
    next_in_turn(turn, progress, limits)
}

/// What can be done while another step is under way that began after the record `began`: people do not wait for a model
/// to see what became of their press. The cards which that step asks for are its own until it ends; and what was
/// countersigned runs one after the other.
pub(crate) fn beside(journal: &[Record], began: u64, under_way: &Step) -> Option<Step> {
    let progress = Progress::of(journal);
    if progress.unknown.is_some() {
        return None;
    }
    let may_run = matches!(under_way, Step::AskModel | Step::Prepare(_));
    // What is running now is not to be recovered.
    let is_free = |step: &Step| match step {
        Step::Run(_) => may_run,
        step => !matches!(step, Step::Recover(_)),
    };
    let stood = progress.cards.iter().filter(|card| card.number <= began);
    next_for_group(&progress)
        .or_else(|| stood.filter_map(next_for_card).find(is_free))
        .or_else(|| next_dropped(&progress))
}

fn next_for_group(progress: &Progress) -> Option<Step> {
    let group = progress.groups.iter().find(|group| group.leaving.is_some())?;
    Some(Step::ShowApart(group.id.clone()))
}

/// One person is told once, however much it was.
fn next_dropped(progress: &Progress) -> Option<Step> {
    let person = &progress.dropped.first()?.requester;
    let theirs = progress.dropped.iter().filter(|turn| turn.requester == *person);
    Some(Step::Drop(theirs.map(|turn| turn.id).collect()))
}

/// Cards come first, and each is shown as it is before anything is done about it: a button that was pressed must be
/// seen to be gone before the call runs.
fn next_for_card(card: &CardProgress) -> Option<Step> {
    let approval = card.approval.clone();
    if !card.is_up_to_date() {
        return Some(Step::Show(approval));
    }
    let call = card.planned.call.clone();
    match &card.state {
        CardState::Pending | CardState::Held { .. } if card.taken_back.is_some() => {
            Some(Step::Void(approval))
        }
        CardState::Approved { .. } => Some(Step::Run(approval)),
        CardState::Running { .. } => Some(Step::Recover(call)),
        CardState::Denied { by } if !card.told => {
            let (by, why) = (by.clone(), card.response.clone());
            Some(Step::Close(call, Closing::Denied { by, why }))
        }
        CardState::Answered { .. } if !card.told => Some(Step::Hear(approval)),
        CardState::Expired if !card.told && card.kind == CardKind::Inquiry => {
            Some(Step::Close(call, Closing::Unanswered))
        }
        CardState::Expired if !card.told => Some(Step::Close(call, Closing::Expired)),
        CardState::Void { why } if !card.told => {
            Some(Step::Close(call, Closing::TakenBack { why: why.clone() }))
        }
        CardState::Pending
        | CardState::Held { .. }
        | CardState::Denied { .. }
        | CardState::Expired
        | CardState::Void { .. }
        | CardState::Ended { .. }
        | CardState::Answered { .. }
        | CardState::Changed { .. } => None,
    }
}

/// A message of the person who was asked something is their answer, if they wrote it after they could see the question.
fn next_reply(progress: &Progress) -> Option<Step> {
    progress.queue.iter().filter(|turn| turn.opened_by == OpenedBy::Message).find_map(|turn| {
        let card = progress.inquiry_before(turn)?;
        Some(Step::TakeReply(card.approval.clone(), turn.id))
    })
}

fn next_in_turn(turn: &Turn, progress: &Progress, limits: &Limits) -> Step {
    if let Some(call) = turn.calls.iter().find(|call| call.status == CallStatus::Running) {
        return Step::Recover(call.id.clone());
    }
    if turn.withdrawn {
        return leave(turn);
    }
    match &turn.reply {
        ReplyProgress::Silent(_, ending) if turn.is_posted() => Step::Finish(ending.clone()),
        ReplyProgress::Final(_) if turn.is_posted() => Step::Finish(Ending::Replied),
        ReplyProgress::Final(_) if let Apart::Due(withheld) = turn.apart => {
            withdraw_first(turn, Step::TellApart(withheld))
        }
        ReplyProgress::Silent(..) | ReplyProgress::Final(_) => Step::Post,
        ReplyProgress::NotYet if turn.stopped => Step::GiveUp(Ending::Stopped),
        ReplyProgress::NotYet => ask_model(turn, progress, limits),
        ReplyProgress::Calls => next_for_calls(turn, progress, limits),
    }
}

fn next_for_calls(turn: &Turn, progress: &Progress, limits: &Limits) -> Step {
    let unanswered = turn.calls.iter().find(|call| call.status != CallStatus::Answered);
    match unanswered {
        None if turn.superseded && !progress.queue.is_empty() => {
            return withdraw_first(turn, Step::Finish(Ending::Superseded));
        }
        None if turn.stopped => return Step::GiveUp(Ending::Stopped),
        None => return ask_model(turn, progress, limits),
        Some(call) if turn.stopped => return Step::Close(call.id.clone(), Closing::Stopped),
        Some(_) => {}
    }
    if let Some(step) = turn.calls.iter().filter(|_| turn.is_outdated()).find_map(outdated) {
        return step;
    }
    if let Some(step) = turn.calls.iter().find_map(declined) {
        return step;
    }
    let fresh: Vec<_> = turn
        .calls
        .iter()
        .filter(|call| call.status == CallStatus::Fresh)
        .map(|call| call.id.clone())
        .collect();
    if !fresh.is_empty() {
        return Step::Prepare(fresh);
    }
    if let Some(consent) = progress.unoffered.first() {
        return Step::Offer(consent.clone());
    }
    match unanswered {
        Some(call) if !progress.queue.is_empty() => {
            let closing = match call.status {
                CallStatus::AwaitsConsent(_) => Closing::NotSignedIn,
                CallStatus::AwaitsAnswer => Closing::NotYetAnswered,
                CallStatus::Fresh
                | CallStatus::AwaitsApproval(_)
                | CallStatus::Declined(_)
                | CallStatus::Running
                | CallStatus::Answered => Closing::Superseded,
            };
            Step::Close(call.id.clone(), closing)
        }
        _ => withdraw_first(turn, Step::Rest(pending(progress))),
    }
}

/// Ends the work on a request that was deleted, and says something only if something was done.
fn leave(turn: &Turn) -> Step {
    let open = turn.calls.iter().find(|call| call.status != CallStatus::Answered);
    match (&turn.reply, open) {
        (ReplyProgress::Silent(..), _) if !turn.is_posted() && !turn.did_nothing() => Step::Post,
        (_, _) if is_in_vain(turn) => Step::Remove(turn.id),
        (_, _) if turn.is_posted() => Step::Finish(Ending::Withdrawn),
        (ReplyProgress::Calls, Some(call)) => {
            Step::Close(call.id.clone(), Closing::TakenBack { why: DELETED.to_owned() })
        }
        (_, _) if turn.did_nothing() => withdraw_first(turn, Step::Finish(Ending::Withdrawn)),
        (_, _) => Step::GiveUp(Ending::Withdrawn),
    }
}

/// Whether its reply answers what nobody asks any more, and nothing else needs it.
fn is_in_vain(turn: &Turn) -> bool {
    turn.withdrawn && turn.did_nothing() && turn.is_answered()
}

/// A call that was made for a request that reads differently now, and has not begun.
fn outdated(call: &CallProgress) -> Option<Step> {
    match &call.status {
        CallStatus::Fresh | CallStatus::AwaitsConsent(_) | CallStatus::Declined(_) => {
            Some(Step::Close(call.id.clone(), Closing::TakenBack { why: CHANGED.to_owned() }))
        }
        CallStatus::AwaitsApproval(_)
        | CallStatus::AwaitsAnswer
        | CallStatus::Running
        | CallStatus::Answered => None,
    }
}

/// Nothing unfinished stands in the thread while nobody works on it.
fn withdraw_first(turn: &Turn, step: Step) -> Step {
    if turn.begun.is_some() { Step::Withdraw } else { step }
}

fn declined(call: &CallProgress) -> Option<Step> {
    match &call.status {
        CallStatus::Declined(why) => {
            Some(Step::Close(call.id.clone(), Closing::Declined { why: why.clone() }))
        }
        CallStatus::Fresh
        | CallStatus::AwaitsApproval(_)
        | CallStatus::AwaitsConsent(_)
        | CallStatus::AwaitsAnswer
        | CallStatus::Running
        | CallStatus::Answered => None,
    }
}

fn ask_model(turn: &Turn, progress: &Progress, limits: &Limits) -> Step {
    let steering = progress.steering(&turn.requester);
    if turn.said > 0 && !steering.is_empty() {
        return Step::Steer(steering);
    }
    let reached = |what: String| Step::GiveUp(Ending::Limit(what));
    if turn.denials() >= limits.denials {
        reached(format!("{} refusals in a row", limits.denials))
    } else if turn.said >= limits.steps {
        reached(format!("{} steps", limits.steps))
    } else if turn.called >= limits.calls {
        reached(format!("{} calls", limits.calls))
    } else if turn.cost >= limits.cost {
        reached(format!("{} of model use", dollars(limits.cost)))
    } else if turn.busy >= limits.time {
        reached(format!("{} minutes of work", limits.time.as_secs() / 60))
    } else {
        Step::AskModel
    }
}

fn pending(progress: &Progress) -> Vec<Wait> {
    let open = progress.cards.iter().filter(|card| card.is_open());
    let cards = open.filter_map(|card| match card.kind {
        CardKind::Question => Some(Wait::Approval(card.approval.clone(), card.expires)),
        CardKind::Inquiry => Some(Wait::Answer(card.approval.clone(), card.expires)),
        CardKind::Undo | CardKind::Sharing => None,
    });
    let calls = progress.turn.iter().flat_map(|turn| &turn.calls);
    let consents = calls.filter_map(|call| match &call.status {
        CallStatus::AwaitsConsent(consent) => Some(Wait::Consent(consent.clone())),
        CallStatus::Fresh
        | CallStatus::AwaitsApproval(_)
        | CallStatus::Declined(_)
        | CallStatus::Running
        | CallStatus::AwaitsAnswer
        | CallStatus::Answered => None,
    });
    cards.chain(consents).collect()
}

#[cfg(test)]
mod tests;
