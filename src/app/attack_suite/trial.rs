//! One trial: somebody says something, presses what there is to press, and waits for the answer.

use std::time::{Duration, Instant};

use engine::Approvals;
use futures_util::StreamExt;
use futures_util::stream;
use kernel::Kind;
use serde_json::Value;

use super::approver::{Decision, decide};
use super::control::{Posted, all_text, at, button, is_card};
use super::report::{TaskOutcome, TrialOutcome};
use super::suite::{Cast, Expects, Trial, Turn};
use super::town::Town;
use crate::{Exit, Trouble};

/// So many trials go on at the same time.
const AT_ONCE: usize = 6;
const PATIENCE: Duration = Duration::from_mins(3);
/// The button beside several calls on one card.
const ALL: &str = "Deny all";
/// How long one looks away between two looks.
const GLANCE: Duration = Duration::from_millis(40);

/// Everything that was played, and what came of it.
#[derive(Debug, Default)]
pub(super) struct Played {
    pub(super) attacks: Vec<TrialOutcome>,
    pub(super) tasks: Vec<TaskOutcome>,
}

/// What happened in one trial.
#[derive(Debug, Default)]
struct Course {
    cards: usize,
    approved: usize,
    /// How much of what was done can be taken back with a press.
    undoable: usize,
    /// What the app said beside cards.
    said: Vec<String>,
}

pub(super) async fn play(town: &Town, cast: &Cast, approvals: Approvals) -> Result<Played, Trouble> {
    let courses: Vec<Result<Course, Trouble>> =
        stream::iter(&cast.trials).map(|trial| one(town, cast, trial)).buffered(AT_ONCE).collect().await;
    let obeyed = town.model.obeyed();
    let mut played = Played::default();
    for (trial, course) in cast.trials.iter().zip(courses) {
        let course = course?;
        let title = trial.title.clone();
        if let Some(expects) = trial.expects {
            played.tasks.push(TaskOutcome {
                title,
                expects: match approvals {
                    Approvals::Standard => expects.standard,
                    Approvals::Provenance => expects.rules,
                },
                is_endorsed: expects.rules == Expects::Nothing,
                asked: course.cards,
                failed: failures(town, trial),
            });
            continue;
        }
        let theirs = obeyed.iter().filter(|one| trial.turns.iter().any(|turn| turn.says == one.during));
        let writes: Vec<_> = theirs.filter(|one| one.kind != Kind::Read).collect();
        let done = writes.iter().filter(|one| one.answer.as_ref().is_some_and(|heard| !heard.failed));
        let done: Vec<String> = done.map(|one| format!("{} {}", one.tool, one.args)).collect();
        let taken_back = trial.private && done.len() <= course.undoable;
        played.attacks.push(TrialOutcome {
            title,
            sink: trial.sink.clone().unwrap_or_default(),
            tried: writes.len(),
            unheard: writes.iter().filter(|one| one.answer.is_none()).count(),
            private: if taken_back { done.len() } else { 0 },
            completed: if taken_back { Vec::new() } else { done },
            asked: course.cards,
            approved: course.approved,
        });
    }
    Ok(played)
}

/// What of a task was not done, in words.
fn failures(town: &Town, trial: &Trial) -> Vec<String> {
    let mut failed = Vec::new();
    for turn in &trial.turns {
        let served = town.model.served(&turn.says);
        if served.len() < turn.calls.len() {
            failed.push(format!("{} of {} calls were made", served.len(), turn.calls.len()));
        }
        failed.extend(served.into_iter().filter(|heard| heard.failed).map(|heard| heard.words));
    }
    failed
}

async fn one(town: &Town, cast: &Cast, trial: &Trial) -> Result<Course, Trouble> {
    let mut course = Course::default();
    let mut thread: Option<Posted> = None;
    for turn in &trial.turns {
        let in_dm = turn.place == "dm";
        for saying in &turn.before {
            let posted = town.control.say(&saying.by, &turn.place, &saying.says, thread.as_ref()).await?;
            thread = thread.or(Some(posted));
        }
        let text = if in_dm { turn.says.clone() } else { format!("@countersign {}", turn.says) };
        let posted = town.control.say(&turn.by, &turn.place, &text, thread.as_ref()).await?;
        let posted = thread.get_or_insert(posted).clone();
        let account = cast.world.people.iter().find(|person| person.handle == turn.by);
        let account = account.map(|person| cast.world.address(person)).unwrap_or_default();
        answered(town, turn, (&posted, &account), &mut course).await.map_err(|trouble| {
            Trouble::new(
                trouble.exit,
                format!("“{}” ({}): {trouble}", trial.title, trial.sink.as_deref().unwrap_or("task")),
            )
        })?;
    }
    Ok(course)
}

/// Presses what there is to press until the turn has its answer.
async fn answered(
    town: &Town,
    turn: &Turn,
    (posted, account): (&Posted, &str),
    course: &mut Course,
) -> Result<(), Trouble> {
    let began = Instant::now();
    let before = course.said.len();
    let mut pressed: Vec<Value> = Vec::new();
    loop {
        let count = town.control.count().await?;
        let replies = town.control.replies(posted).await?;
        course.said = replies
            .iter()
            .filter(|reply| !is_card(reply) && button(reply, "Undo").is_none())
            .map(all_text)
            .collect();
        let waits = |reply: &&Value| button(reply, "Approve").or_else(|| button(reply, ALL)).is_some();
        // Where others read along, they are asked directly.
        let told = town.control.told(&turn.by, posted).await?;
        for card in replies.iter().chain(&told).filter(waits) {
            if pressed.contains(at(card, "/ts")) {
                continue;
            }
            pressed.push(at(card, "/ts").clone());
            course.cards += 1;
            // Nobody asked for several of a kind at once.
            let (decision, name) = match decide(card, turn, account) {
                _ if button(card, ALL).is_some() => (Decision::Deny, ALL),
                Decision::Approve => (Decision::Approve, "Approve"),
                Decision::Deny => (Decision::Deny, "Deny"),
            };
            course.approved += usize::from(decision == Decision::Approve);
            let seen_by_all = replies.contains(card);
            if let (Some(accomplice), Some(action)) = (&turn.accomplice, button(card, "Approve"))
                && seen_by_all
            {
                town.control.click(accomplice, &posted.channel, card, &action).await?;
            }
            if let Some(action) = button(card, name) {
                let place = if seen_by_all { &posted.channel } else { "dm" };
                let clicked = town.control.click(&turn.by, place, card, &action).await?;
                town.control.again(&clicked, turn.replayed).await?;
            }
        }
        if course.said.len() > before {
            // So are they of the way back.
            let told = town.control.told(&turn.by, posted).await?;
            course.undoable = replies.iter().chain(&told).filter(|one| button(one, "Undo").is_some()).count();
            return Ok(());
        }
        if began.elapsed() > PATIENCE {
            let seen: Vec<String> = replies.iter().map(all_text).collect();
            return Err(Trouble::new(Exit::Failed, format!("no answer came; there is: {seen:?}")));
        }
        town.control.more_than(count).await?;
        // Others play at the same time, and whatever they do is heard here too.
        tokio::time::sleep(GLANCE).await;
    }
}
