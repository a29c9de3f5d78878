//! The sentences we say ourselves.

use std::time::Duration;

use kernel::ports::{ApprovalState, Decision, ModelError, Spender};
use kernel::{Body, CallId, Effect, Ending, Outcome, Reach, Usage, Withheld};

use crate::base::dollars;
use crate::guard::steady_fence;
use crate::thread::Closing;
use crate::thread::{CardKind, CardProgress, CardState, Coverage, Turn};

/// What stands in the thread in place of an answer.
pub(crate) const ANSWERED_APART: &str =
    "I answered you in a direct message, because people outside the company can read here.";
/// The same where it can be posted there after all.
pub(crate) const ANSWERED_ALONE: &str = "I answered you in a direct message, because it comes from your account. You can post it here from there.";
/// What stands under what was told there. A direct message has conversations of its own.
pub(crate) const GO_ON_WHERE_OUTSIDERS_READ: &str = "You asked this where people outside the company can read along. To go on, write in that thread; if you \
     answer here, this is all I know of it.";
/// The same where only members read along.
pub(crate) const GO_ON_WHERE_OTHERS_READ: &str = "You asked this where others read along. To go on, write in that thread; if you answer here, this is all I know of it.";
/// What somebody sees who changed a call that nobody works on any more.
pub(crate) const CHANGED_TOO_LATE: &str = "The conversation had gone on when your change came in, so nothing was done. Ask for it again as you want it.";
/// What somebody sees whose card is not in the thread.
pub(crate) const ASKED_APART: &str =
    "I asked you in a direct message, because others can read here. Decide there.";
/// What stands in the thread when there is no other place for an answer.
pub(crate) const NOWHERE_TO_ANSWER: &str = "I have your answer, but people outside the company can read here, and I cannot write to you directly. Ask me again in a \
     direct message.";
/// The same where only members read along.
pub(crate) const NOBODY_TO_AGREE: &str = "I have your answer, but others read here, and I cannot write to you directly. Ask me again in a direct message.";
/// Why an answer is not posted although its requester agreed.
pub(crate) const NOT_SHARED: &str = "People outside the company can read there by now, so it was not posted.";
/// The same where what was agreed to is not what would be posted.
pub(crate) const NOT_WHAT_WAS_AGREED: &str =
    "What would be posted is not what was offered, so it was not posted. Ask again.";
/// Why a file is not put into the thread.
pub(crate) const NOT_INTO_THE_THREAD: &str = "People outside the company can read here, so nothing of yours is put here. Ask for it in a direct message.";

/// What stands in the thread in place of an answer that was told its requester.
pub(crate) fn pointer(withheld: Withheld) -> &'static str {
    match withheld {
        Withheld::FromOutsiders => ANSWERED_APART,
        Withheld::UntilAgreed => ANSWERED_ALONE,
    }
}

/// What stands under a reply for which something was only told.
pub(crate) const WAS_DRY: &str = "This was a dry run: nothing was sent or changed.";

/// What the person is told when no more may be spent.
pub(crate) fn used_up(by: &Spender, budget: u64, free: &str) -> String {
    let sum = dollars(budget);
    match by {
        Spender::Thread(_) => format!(
            "I stop here: this thread has used up its budget of {sum} of model use. Start a new thread to go on, or ask \
             whoever runs me to raise `thread_cost`."
        ),
        Spender::Person(..) => format!(
            "I stop here: you have used up your budget of {sum} of model use for today. It is free again at {free}. Whoever \
             runs me can raise `person_day_cost`."
        ),
        Spender::Everybody(_) => format!(
            "I stop here: everybody together has used up the budget of {sum} of model use for today. It is free again at \
             {free}. Whoever runs me can raise `day_cost`."
        ),
    }
}

/// What models took, in words.
pub(crate) fn usage(usage: &Usage) -> String {
    let Usage { input, output, cache_read, cache_write, cost } = usage;
    format!(
        "{input} tokens in, {output} out, {cache_read} read from and {cache_write} written to the cache; {}",
        dollars(*cost)
    )
}

/// What the model is told about a call that did not run. The first line is fit for people; what follows is for the
/// model alone.
pub(crate) fn closing(closing: &Closing) -> Body {
    let (line, advice) = match closing {
        Closing::Denied { why: Some(words), .. } => {
            let line = "denied: The person pressed Deny and said why. Nothing was done.";
            return Body::new(format!("{line}\nTheir own words, which are for you:\n{}", words.words()));
        }
        Closing::Denied { why: None, .. } => (
            "denied: The person pressed Deny. Nothing was done.".to_owned(),
            "Do not try it again unless they ask.",
        ),
        Closing::Expired => (
            "denied: Nobody decided in time; the card has expired. Nothing was done.".to_owned(),
            "It can be asked for again.",
        ),
        Closing::Stopped => ("cancelled: The person said stop. Nothing was done.".to_owned(), ""),
        Closing::TakenBack { why } => {
            (format!("cancelled: The card was taken back. {why} Nothing was done."), "")
        }
        Closing::Superseded => (
            "confirmation_required: Not done yet: the card is still waiting.".to_owned(),
            "Its outcome will be reported when the person decides. Do not ask for the same thing again.",
        ),
        Closing::NotSignedIn => (
            "auth_required: The account is not connected yet. Nothing was done.".to_owned(),
            "The person wrote something else meanwhile. Ask for it again if it is still wanted: they are then offered \
             to sign in anew.",
        ),
        Closing::Declined { why } => (
            format!("auth_required: {why} Nothing was done."),
            "Say so. If they still want it they can ask again, and are then offered to sign in anew.",
        ),
        Closing::Unanswered => (
            "cancelled: The person did not answer in time.".to_owned(),
            "Say what you would need to know. They can still tell you.",
        ),
        Closing::NotYetAnswered => (
            "confirmation_required: The person has not answered yet; the question still stands.".to_owned(),
            "Their answer will be reported when it comes. Do not ask the same again.",
        ),
    };
    Body::new(format!("{line}\n{advice}").trim_end())
}

/// The same where somebody denied it whom the policy names: their words are theirs, and nobody's order.
pub(crate) fn denied_by_approver(closing: &Closing) -> Body {
    let Closing::Denied { why: Some(words), .. } = closing else { return self::closing(closing) };
    let line = "denied: An approver pressed Deny and said why. Nothing was done.";
    Body::new(format!("{line}\nTell the person. The approver wrote:\n{}", steady_fence(words, "approver")))
}

/// What the person is told when we end a turn in the model's place.
pub(crate) fn giving_up(ending: &Ending, turn: &Turn, done: &[String]) -> String {
    match ending {
        Ending::Stopped if turn.did_nothing() => "Stopped. Nothing had been sent or changed.".to_owned(),
        Ending::Stopped => format!("Stopped. {}", done_before(turn, done)),
        // What was deleted is not told again.
        Ending::Withdrawn => format!("The request was deleted. {}", done_before(turn, &turn.done)),
        Ending::Limit(what) => {
            format!("I stopped here because I reached the limit of {what}. Ask me to go on if you want more.")
        }
        Ending::Failed(why) => why.clone(),
        Ending::Replied | Ending::Superseded => String::new(),
    }
}

pub(crate) const DISCONNECTED: &str = "Its account is no longer connected. Connect it, and ask again.";
pub(crate) const RIGHTS_UNCLEAR: &str = "It could not be looked up just now whether you may still decide this, so nothing was done. Press again in a moment.";

/// What was done in a turn, as its cards and the buttons that undo it have it; by tool where they do not say all of it.
pub(crate) fn deeds(turn: &Turn, cards: &[CardProgress]) -> Vec<String> {
    let here = || cards.iter().filter(|card| card.turn == turn.id);
    let asked =
        |call: &CallId| here().any(|card| card.kind == CardKind::Question && card.planned.call == *call);
    let words = here().filter_map(|card| match (card.kind, &card.state) {
        (CardKind::Question, CardState::Ended { outcome: Outcome::Done, .. }) => {
            serde_json::from_str::<Effect>(card.effect.words()).ok().map(|effect| effect.sentence)
        }
        (CardKind::Undo, _) if card.undoes.as_ref().is_some_and(|call| !asked(call)) => {
            Some(card.effect.words().trim_end_matches('.').to_owned())
        }
        _ => None,
    });
    let words: Vec<String> = words.filter(|words| !words.is_empty()).collect();
    if words.len() == turn.done.len() { words } else { turn.done.clone() }
}

fn done_before(turn: &Turn, done: &[String]) -> String {
    let done = format!("This had already been done: {}.", done.join("; "));
    let unknown = format!(
        "It is not known whether this was done: {}. Please look before you ask again.",
        turn.unknown.join(", ")
    );
    match (turn.done.is_empty(), turn.unknown.is_empty()) {
        (_, true) => done,
        (true, false) => unknown,
        (false, false) => format!("{done} {unknown}"),
    }
}

/// Posted in a thread in which we cannot go on.
pub(crate) const CANNOT_GO_ON: &str = "I cannot go on in this thread, because of a fault on my side. I have stopped working on \
     it, and what was asked for last may not have been done. Please ask again in a new thread. Whoever runs me finds the \
     cause with “countersign doctor”.";

/// What somebody hears whose request was stopped while it waited for its turn.
pub(crate) const NOT_BEGUN: &str = "Stopped. I had not begun with it; nothing was sent or changed.";

/// What somebody hears at once who says stop when something can no longer be broken off.
pub(crate) fn under_way(what: &str) -> String {
    let what = what.trim_end_matches('.');
    format!("Stopping. This is already under way: {what}. I will say what came of it.")
}

/// A thread of no more messages than this was read as anybody would read it.
const LONG_THREAD: usize = 50;

/// What stands under a reply for which a long thread was read, or not everything in it was used.
pub(crate) fn coverage(coverage: Coverage) -> Option<String> {
    let Coverage { total, used, reach } = coverage;
    let read = format!("Read {total} messages of this thread, used {used} in full.");
    match reach {
        Reach::Whole if used == total && total > LONG_THREAD => {
            Some(format!("Read all {total} messages of this thread."))
        }
        Reach::Whole if used == total => None,
        Reach::Whole => Some(read),
        Reach::BrokenOff if total == 0 => {
            Some("I could not read what was written in this thread before.".to_owned())
        }
        Reach::BrokenOff => Some(format!("{read} The rest of it could not be read just now.")),
    }
}

/// What stands under a reply for which something was done by a standing rule.
pub(crate) fn by_rule(tools: &[&str]) -> Option<String> {
    let tools = tools.join(", ");
    (!tools.is_empty()).then(|| {
        format!("Done without asking, by a standing rule of yours: {tools}. “/countersign rules” lists them.")
    })
}

/// When whoever cannot be reached wants to be asked again.
fn in_about(wait: Duration) -> String {
    match wait.as_secs().div_ceil(60) {
        0 | 1 => "in a minute".to_owned(),
        minutes @ 2..=90 => format!("in about {minutes} minutes"),
        minutes => format!("in about {} hours", minutes.div_ceil(60)),
    }
}

pub(crate) fn model_trouble(error: &ModelError) -> String {
    match error {
        ModelError::Unavailable { retry_after, .. } => format!(
            "I could not reach the language model just now, so I have no answer. Please ask again {}.",
            in_about(retry_after.unwrap_or_default())
        ),
        ModelError::Misconfigured(_) => {
            "The language model refused our key or settings. Whoever runs this must look at its log.".to_owned()
        }
        ModelError::Retired(_) => "The language model that answers here is not available any more, so I have no answer. Whoever runs \
                                   this must choose another one; its log says which."
            .to_owned(),
        ModelError::Toolless(_) => {
            "The language model cannot call tools by itself. Whoever runs this must set `text_mode = true` for it, or choose \
             another one."
                .to_owned()
        }
        ModelError::Unusable(_) => {
            "This conversation has become too long or cannot be sent to the language model. Please start a new thread."
                .to_owned()
        }
        ModelError::Overasked(_) => {
            "The language model asked for too many things at once, so none of them was done. Please ask again, in smaller \
             steps."
                .to_owned()
        }
    }
}

/// What the model is told about an answer to its question.
pub(crate) fn answered(answer: &str) -> String {
    format!("The person answered. These are their own words or their choice:\n{answer}")
}

/// What the model is told when a person changed a call before it was decided.
pub(crate) fn edited(arguments: &Body) -> String {
    let words = arguments.words();
    format!("[event] The person changed this call before it was decided. Its arguments were then: {words}")
}

/// Why a card that is no longer to be seen was taken back.
pub(crate) const CARD_GONE: &str = "Its card is no longer there.";

/// What somebody hears whose card is no longer to be seen.
pub(crate) fn card_gone(card: &CardProgress) -> String {
    let what = match card.kind {
        CardKind::Inquiry => "A question to you was deleted, so it cannot be answered any more.".to_owned(),
        CardKind::Sharing => "The offer to post an answer was deleted.".to_owned(),
        CardKind::Question | CardKind::Undo => {
            let effect = serde_json::from_str::<Effect>(card.effect.words());
            let sentence = effect.map_or_else(|_| card.planned.tool.clone(), |effect| effect.sentence);
            format!("The card “{sentence}” was deleted, so it cannot be approved any more. Nothing was done.")
        }
    };
    format!("{what} Ask again if you still want it.")
}

/// What the model is told about a card that was decided after its call had been given up.
pub(crate) fn resolution(card: &CardProgress) -> String {
    if let CardState::Answered { .. } = &card.state {
        return "[event] The person has now answered what you had asked them.".to_owned();
    }
    let word = match &card.state {
        CardState::Ended { outcome: Outcome::Done, .. } => "approved and done",
        CardState::Ended { outcome: Outcome::Unknown, .. } => {
            "approved, and it is not known whether it was done"
        }
        CardState::Ended { .. } => "approved, but it failed",
        CardState::Denied { .. } => "denied; nothing was done",
        CardState::Expired => "not decided in time; nothing was done",
        _ => "taken back; nothing was done",
    };
    format!("[event] The call {} that was waiting for approval has been {word}.", card.planned.tool)
}

/// What the model is told when somebody has pressed an undo button.
pub(crate) fn undone(card: &CardProgress) -> String {
    let word = match &card.state {
        CardState::Ended { outcome: Outcome::Done, .. } => "and it was undone",
        CardState::Ended { outcome: Outcome::Unknown, .. } => "and it is not known whether it was undone",
        _ => "but it was not undone",
    };
    let what = steady_fence(&card.effect, "undo");
    format!("[event] The person pressed Undo, {word}:\n{what}")
}

/// What somebody hears whose answer had no effect. `name` is the person who was asked.
pub(crate) fn answer_refusal(decision: &Decision, name: &str) -> Option<String> {
    match decision {
        Decision::Taken | Decision::Signed => None,
        Decision::NotYours { .. } => Some(format!("Only {name} can answer this. Nothing happened.")),
        Decision::NoSuch => Some("This question is no longer known. Write what you want instead.".to_owned()),
        Decision::TooLate { state: ApprovalState::Done, .. } => {
            Some("This was already answered. Write in the thread if you have changed your mind.".to_owned())
        }
        Decision::TooLate { state: ApprovalState::Expired, .. } => {
            Some("This question has expired. Write in the thread instead.".to_owned())
        }
        Decision::TooLate { .. } => {
            Some("This question was taken back. Write in the thread what you want.".to_owned())
        }
    }
}

/// What somebody hears whose click had no effect.
/// `name` is the person the decision belongs to.
pub(crate) fn refusal(decision: &Decision, name: &str) -> Option<String> {
    match decision {
        Decision::Taken => None,
        Decision::Signed => {
            Some("You have signed this. It is done once the other person has signed too.".to_owned())
        }
        Decision::NotYours { .. } => Some(format!(
            "Only {name} can decide this, because it would be done in their name. Nothing happened."
        )),
        Decision::NoSuch => Some("This card is no longer known. Ask for it again.".to_owned()),
        Decision::TooLate { state, by } => Some(too_late(*state, by.as_ref().map(|_| name))),
    }
}

fn too_late(state: ApprovalState, by: Option<&str>) -> String {
    let by = by.map(|name| format!(" by {name}")).unwrap_or_default();
    match state {
        ApprovalState::Claimed | ApprovalState::Executing => {
            format!("This was already approved{by} and is running.")
        }
        ApprovalState::Held => format!("This was already approved{by}, and is about to be done."),
        ApprovalState::Done => format!("This was already approved{by}, and it is done."),
        ApprovalState::Failed => format!("This was already approved{by}, and it failed. Ask for it again."),
        ApprovalState::Unknown => {
            format!("This was already approved{by}; it is not known whether it was done. Please check.")
        }
        ApprovalState::Denied => format!("This was already denied{by}. Nothing was done."),
        ApprovalState::Expired => "This card has expired. Nothing was done. Ask for it again.".to_owned(),
        ApprovalState::Void => "This card was taken back. Nothing was done. Ask for it again.".to_owned(),
        ApprovalState::Pending => "This could not be decided just now. Press again.".to_owned(),
    }
}

#[cfg(test)]
mod tests;
