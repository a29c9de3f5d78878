//! What was done for one person, newest first: what they countersigned, and what ran by their standing rules.

use std::collections::{HashMap, HashSet};

use kernel::ports::{StoreError, Used};
use kernel::{
    CallEntry, CallId, Entry, Face, HomePress, Item, MessageEntry, MessageRef, Outcome, PersonId, Record,
    ThreadId, Time, Verdict,
};

use crate::home::open_items::{Holding, holdings, in_words, link, readable};
use crate::runtime::Engine;
use crate::thread::CardKind;

/// How much is listed.
const DONE: usize = 10;
/// How many rows are looked at for that: what was done and the offer to undo it are two.
const SIGNED: usize = 3 * DONE;

/// One line, and where it leads.
struct Deed {
    at: Time,
    line: Item,
    place: Option<(ThreadId, MessageRef)>,
}

pub(super) async fn lines(engine: &Engine, person: &PersonId) -> Result<Vec<Item>, StoreError> {
    let signed = holdings(engine, engine.ports.person_index.signed(person, SIGNED).await?).await?;
    let used = engine.ports.rules.used(person, DONE).await?;
    let mut deeds = countersigned(engine, &signed);
    deeds.extend(by_rule(engine, used, &undoable(&signed)).await?);
    deeds.sort_by_key(|deed| std::cmp::Reverse(deed.at));
    let mut lines = Vec::new();
    for Deed { at, line, place } in deeds.into_iter().take(DONE) {
        let way = match &place {
            Some((thread, message)) => link(engine, thread, message, "Open the thread").await,
            None => None,
        };
        lines.push(Item { link: way, ..line.at(at) });
    }
    Ok(lines)
}

/// The calls whose offer to undo them is listed in their place.
fn undoable(signed: &[Holding]) -> HashSet<(ThreadId, CallId)> {
    let offers = signed.iter();
    offers.filter_map(|offer| Some((offer.row.thread.clone(), offer.card.undoes.clone()?))).collect()
}

fn countersigned(engine: &Engine, signed: &[Holding]) -> Vec<Deed> {
    let (now, undoable) = (engine.ports.clock.now(), undoable(signed));
    let twice = |holding: &Holding| {
        undoable.contains(&(holding.row.thread.clone(), holding.card.planned.call.clone()))
    };
    signed
        .iter()
        // An answer has done nothing yet.
        .filter(|holding| holding.card.kind != CardKind::Inquiry && !twice(holding))
        .map(|holding| {
            let line = Item::new(holding.words());
            let line = match holding.card.kind {
                CardKind::Question | CardKind::Inquiry | CardKind::Sharing => signed_line(line, holding),
                CardKind::Undo if now < holding.card.expires => undo_line(line, holding),
                CardKind::Undo => over(line, holding),
            };
            Deed {
                at: holding.at,
                line,
                place: holding.row.card.clone().map(|card| (holding.row.thread.clone(), card)),
            }
        })
        .collect()
}

/// What ran without a question, and cannot be undone.
async fn by_rule(
    engine: &Engine,
    used: Vec<Used>,
    undoable: &HashSet<(ThreadId, CallId)>,
) -> Result<Vec<Deed>, StoreError> {
    let mut read: HashMap<ThreadId, Vec<Record>> = HashMap::new();
    let mut deeds = Vec::new();
    for Used { call, at } in used {
        let Some((thread, call)) = call.rsplit_once('/') else { continue };
        let (thread, call) = (ThreadId(thread.to_owned()), CallId(call.to_owned()));
        if undoable.contains(&(thread.clone(), call.clone())) {
            continue;
        }
        if !read.contains_key(&thread) {
            read.insert(thread.clone(), readable(engine, &thread).await?);
        }
        deeds.extend(
            read.get(&thread)
                .and_then(|journal| ruled(engine, &thread, journal, &call))
                .map(|deed| Deed { at, ..deed }),
        );
    }
    Ok(deeds)
}

/// A call that ran by a rule; nothing if it never began.
fn ruled(engine: &Engine, thread: &ThreadId, journal: &[Record], call: &CallId) -> Option<Deed> {
    let (turn, planned) = journal.iter().rev().find_map(|record| match &record.entry {
        Entry::Call(CallEntry::Running { turn, planned, .. }) if planned.call == *call => {
            Some((*turn, planned))
        }
        _ => None,
    })?;
    let outcome = journal.iter().rev().find_map(|record| match &record.entry {
        Entry::Call(CallEntry::Answered { call: of, outcome, .. }) if of == call => Some(*outcome),
        _ => None,
    });
    let place = journal.iter().find_map(|record| match &record.entry {
        Entry::Message(MessageEntry::Asked { message, .. }) if record.number == turn.0 => {
            Some((thread.clone(), message.clone()))
        }
        _ => None,
    });
    let plan = serde_json::from_str(planned.plan.words()).ok();
    let tool = engine.tools.toolbox().get(&planned.tool);
    let effect = tool.zip(plan).and_then(|(tool, plan)| tool.effect(&plan).ok());
    // What is left of a call whose words were deleted, or whose tool is gone.
    let words = effect.map_or_else(|| planned.tool.clone(), |effect| in_words(&effect));
    let note = match outcome {
        Some(Outcome::Done) => "✅ Done, by a standing rule of yours",
        Some(Outcome::Failed(_)) => "❌ Failed; begun by a standing rule of yours",
        Some(Outcome::Unknown) => "⚠️ Unknown whether it happened; begun by a standing rule of yours",
        None => "Running, by a standing rule of yours",
    };
    Some(Deed { at: Time::default(), line: Item::new(words).note(note), place })
}

fn signed_line(line: Item, holding: &Holding) -> Item {
    match holding.card.face() {
        Face::Held { until, .. } => line
            .note("Approved, and not done yet")
            .until(until)
            .button("Undo", HomePress::Decide(holding.row.id.clone(), Verdict::Deny)),
        Face::Pending | Face::Signed { .. } | Face::Running { .. } => line.note("Approved, and running"),
        Face::Done { .. } => line.note("✅ Done"),
        Face::Failed { words, .. } => line.note(format!("❌ Failed. {words}")),
        Face::Unknown { words, .. } => line.note(format!("⚠️ Unknown whether it happened. {words}")),
        Face::Answered { .. } => line.note("Answered"),
        Face::Denied { .. } | Face::Expired | Face::Void { .. } | Face::Changed { .. } => {
            line.note("Not done")
        }
        Face::Forgotten { words } => line.note(words),
    }
}

fn undo_line(line: Item, holding: &Holding) -> Item {
    match holding.card.face() {
        Face::Pending => line
            .note("✅ Done, and can be undone")
            .until(holding.card.expires)
            .button("Undo", HomePress::Decide(holding.row.id.clone(), Verdict::Approve)),
        Face::Signed { .. }
        | Face::Held { .. }
        | Face::Running { .. }
        | Face::Done { .. }
        | Face::Failed { .. }
        | Face::Unknown { .. }
        | Face::Denied { .. }
        | Face::Expired
        | Face::Void { .. }
        | Face::Answered { .. }
        | Face::Changed { .. }
        | Face::Forgotten { .. } => over(line, holding),
    }
}

/// Nothing can be pressed any more.
fn over(line: Item, holding: &Holding) -> Item {
    match holding.card.face() {
        Face::Held { .. } | Face::Running { .. } => line.note("Being undone"),
        Face::Done { .. } => line.note("↩️ Undone"),
        Face::Failed { words, .. } => line.note(format!("✅ Done. Not undone. {words}")),
        Face::Unknown { words, .. } => line.note(format!("⚠️ Unknown whether it was undone. {words}")),
        Face::Pending
        | Face::Signed { .. }
        | Face::Denied { .. }
        | Face::Expired
        | Face::Void { .. }
        | Face::Answered { .. }
        | Face::Changed { .. } => line.note("✅ Done. The time to undo it is over"),
        Face::Forgotten { words } => line.note(words),
    }
}
