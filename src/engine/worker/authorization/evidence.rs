//! What the requester has said in this turn, gathered for the flow rules.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;
use jiff::tz::TimeZone;
use kernel::{
    Alarm, Body, CallEntry, CallId, Effect, Entry, Flow, Label, MessageEntry, MessageRef, Person, PersonId,
    PlannedCall, Record, TermKind, TurnId, Waiver,
};
use serde_json::Value;

use crate::call::argument_form::{as_edited, as_said, edits};
use crate::call::countersign::Approved;
use crate::call::prepare::Planned;
use crate::guard::Scanner;
use crate::guard::{
    Case, Objection, Requester, Rewritten, Roster, Seen, Utterance, objections, reason, with_origins,
    words_of,
};
use crate::guard::{ExfiltrationPattern, patterns};
use crate::prompt::with_addresses;
use crate::thread::{Turn, label_of, withdrawn_messages};
use crate::view::banners;
use crate::worker::{Authorization, StepContext};

/// So many words in a row are no coincidence: they were pasted.
const PASTED: usize = 8;

/// What the calls of one reply are judged by, gathered once.
pub(crate) struct Evidence<'a> {
    pub(crate) turn: &'a Turn,
    pub(crate) context: Label,
    asked: tokio::sync::OnceCell<Requester>,
    /// What ran without a question in this turn.
    ran: Mutex<Vec<String>>,
}

impl Authorization<'_> {
    pub(crate) fn evidence<'a>(&self, turn: &'a Turn) -> Evidence<'a> {
        let ran = self.ctx.journal.iter().filter_map(|record| match &record.entry {
            Entry::Call(CallEntry::Running { waiver: Waiver::Approval(_), .. }) => None,
            Entry::Call(CallEntry::Running { turn: of, planned, .. }) if *of == turn.id => {
                let plan = serde_json::from_str(planned.plan.words()).ok()?;
                let flow = self.ctx.engine.tools.toolbox().get(&planned.tool)?.flow(&plan).ok()?;
                Some(key(&planned.tool, &flow))
            }
            _ => None,
        });
        let ran = Mutex::new(ran.collect());
        let tools = &self.ctx.engine.tools;
        let mut context = label_of(self.ctx.journal, &self.ctx.progress.cards, &turn.requester)
            .join(tools.view(&tools.agent(&self.ctx.lane.thread)).label());
        if self.ctx.engine.policy.scanner == Scanner::Ignored {
            context.alarm = Alarm::Quiet;
        }
        Evidence { turn, context, asked: tokio::sync::OnceCell::new(), ran }
    }

    /// Why somebody would be asked about a call, and what speaks against it. Whatever is let through counts from then on, also for those beside it.
    pub(crate) async fn objections(
        &self,
        planned: &Planned,
        evidence: &Evidence<'_>,
    ) -> (String, Vec<Objection>) {
        let asked = evidence.asked.get_or_init(|| self.asked(&planned.call.requester, evidence.turn)).await;
        let asked = self.about(asked, &planned.exactly);
        let key = key(&planned.exactly.tool, &planned.flow);
        let mut ran = evidence.ran.lock().unwrap_or_else(PoisonError::into_inner);
        let case = Case {
            flow: &planned.flow,
            context: &evidence.context,
            asked: &asked,
            before: ran.iter().filter(|done| **done == key).count(),
        };
        let mut found = objections(&case);
        let patterns = patterns(&planned.exactly.tool, &planned.flow, &evidence.context, self.ctx.journal);
        found.extend(patterns.iter().filter(|pattern| pattern.weighs()).map(Objection::completes));
        if found.is_empty() {
            ran.push(key);
        }
        (reason(&planned.flow, &asked), found)
    }

    /// The effect with where its values come from and what to watch out for; and the patterns it completes.
    pub(crate) fn explained(
        &self,
        (effect, arguments): (Effect, &Value),
        (planned, flow): (&PlannedCall, &Flow),
        evidence: &Evidence<'_>,
    ) -> (Effect, Vec<ExfiltrationPattern>) {
        // What was never judged by the flow rules has nobody's words to be compared with.
        let Some(asked) = evidence.asked.get() else { return (effect, Vec::new()) };
        let asked = self.about(asked, planned);
        let seen: Vec<Seen<'_>> = self.ctx.journal.iter().filter_map(|record| seen(&record.entry)).collect();
        let patterns = patterns(&planned.tool, flow, &evidence.context, self.ctx.journal);
        let mut effect = with_origins(effect, arguments, &asked, &seen);
        effect.banners.extend(banners(flow, &evidence.context, &asked, &patterns));
        (effect, patterns)
    }

    /// The same for one call: the account that is used is theirs too, and so is what they changed in it.
    fn about(&self, asked: &Requester, planned: &PlannedCall) -> Requester {
        let mut asked = asked.clone();
        asked.homes.extend(self.ctx.engine.ports.grants.organisation(&planned.account));
        asked.own.push(planned.account.0.clone());
        asked.rewritten = rewritten(&planned.call, self.ctx);
        asked
    }

    async fn asked(&self, requester: &Person, turn: &Turn) -> Requester {
        let everybody = self.ctx.engine.ports.directory.everybody(&self.ctx.lane.thread).await.unwrap_or_else(|error| {
            tracing::warn!(thread = %self.ctx.lane.thread, %error, "the directory cannot be read: no name counts");
            Vec::new().into()
        });
        let zone =
            requester.zone.as_deref().and_then(|zone| TimeZone::get(zone).ok()).unwrap_or(TimeZone::UTC);
        let now =
            Timestamp::from_millisecond(self.ctx.engine.ports.clock.now().0).unwrap_or(Timestamp::UNIX_EPOCH);
        let given = crate::worker::prepare_calls::attached(self.ctx.journal, &turn.requester);
        let people = everybody.iter().map(|person| (person.id.clone(), person.clone())).collect();
        Requester {
            utterances: utterances(turn, self.ctx, &people),
            earlier: earlier_utterances(turn, self.ctx, &people),
            homes: requester.address.iter().filter_map(|address| self.home_of(address)).collect(),
            own: requester.address.iter().cloned().collect(),
            name: requester.name.clone(),
            given: given.iter().map(|file| file.name.clone()).collect(),
            roster: Roster::of(&everybody),
            today: now.to_zoned(zone).date(),
            rewritten: Rewritten::default(),
        }
    }
}

/// The patterns that a call completes which runs without a card, for the audit.
pub(crate) fn completed(approved: &Approved, evidence: &Evidence<'_>, ctx: &StepContext<'_>) -> Vec<String> {
    let Ok(flow) = approved.tool.flow(&approved.plan) else { return Vec::new() };
    let found = patterns(&approved.planned.tool, &flow, &evidence.context, ctx.journal);
    found.into_iter().map(|pattern| pattern.name.text().to_owned()).collect()
}

/// What the person made of a call on its card, if they changed it.
fn rewritten(call: &CallId, ctx: &StepContext<'_>) -> Rewritten {
    let edits = edits(ctx.journal, &ctx.progress.cards);
    if !edits.contains_key(call) {
        return Rewritten::default();
    }
    let Some(said) = as_said(call, ctx.journal) else { return Rewritten::default() };
    Rewritten::of(&said.args.clone(), &as_edited(said, &edits).args)
}

/// What somebody else wrote, and what it was.
fn seen(entry: &Entry) -> Option<Seen<'_>> {
    match entry {
        Entry::Call(CallEntry::Answered { words, label, .. } | CallEntry::Resolved { words, label, .. })
            if label.has_a_strangers_words() =>
        {
            let mut sources = label.sources.iter();
            let what = match (sources.next(), sources.count()) {
                (Some(source), 0) => source.what.clone(),
                (Some(source), more) => format!("{} or {more} others", source.what),
                (None, _) => "something that was read".to_owned(),
            };
            Some(Seen { words: words.words(), what })
        }
        _ => None,
    }
}

/// The requester's messages in this turn as they are now, without what they only pasted.
fn utterances(turn: &Turn, ctx: &StepContext<'_>, people: &HashMap<PersonId, Person>) -> Vec<Utterance> {
    let seen = |until: u64| Rc::new(seen_before(ctx.journal, until, &turn.requester));
    read(&messages(turn, ctx), &seen, turn, ctx, people)
}

/// Maximum number of earlier messages that are read again, because a thread can have thousands.
const EARLIER: usize = 100;

/// The requester's messages in the thread that came before those of this turn, the newest of them.
fn earlier_utterances(
    turn: &Turn,
    ctx: &StepContext<'_>,
    people: &HashMap<PersonId, Person>,
) -> Vec<Utterance> {
    let now = messages(turn, ctx);
    let before = ctx.journal.iter().filter(|record| record.number < turn.id.0);
    let theirs = before.filter_map(|record| match &record.entry {
        Entry::Message(MessageEntry::Asked { message, from, .. })
            if *from == turn.requester && !now.contains(message) =>
        {
            Some(message.clone())
        }
        _ => None,
    });
    let mut theirs: Vec<MessageRef> = theirs.collect();
    theirs.drain(..theirs.len().saturating_sub(EARLIER));
    // All that was read is compared once, not once for each message.
    let all = OnceCell::new();
    let seen =
        |_| Rc::clone(all.get_or_init(|| Rc::new(seen_before(ctx.journal, turn.id.0, &turn.requester))));
    read(&theirs, &seen, turn, ctx, people)
}

fn messages(turn: &Turn, ctx: &StepContext<'_>) -> Vec<MessageRef> {
    turn.messages.iter().cloned().chain(answering(turn, ctx)).collect()
}

fn read(
    messages: &[MessageRef],
    seen: &dyn Fn(u64) -> Rc<Vec<String>>,
    turn: &Turn,
    ctx: &StepContext<'_>,
    people: &HashMap<PersonId, Person>,
) -> Vec<Utterance> {
    let withdrawn = withdrawn_messages(ctx.journal);
    let messages = messages.iter().filter(|message| !withdrawn.contains(message));
    let newest = messages.filter_map(|message| newest(message, &turn.requester, ctx.journal));
    newest
        .map(|(record, words, mentions)| {
            // What somebody calls themselves is not what the requester wrote.
            let words = with_addresses(words, mentions, people);
            Utterance::read(&without_pasted(words.words(), || seen(record)))
        })
        .collect()
}

/// Messages in which they answered what they were asked in this turn. What they only chose was not written by them.
fn answering(turn: &Turn, ctx: &StepContext<'_>) -> Vec<MessageRef> {
    let theirs = ctx.progress.cards.iter().filter(|card| card.turn == turn.id);
    let replies: Vec<TurnId> = theirs.filter_map(|card| card.reply).collect();
    let asked = ctx.journal.iter().filter_map(|record| match &record.entry {
        Entry::Message(MessageEntry::Asked { message, .. }) if replies.contains(&TurnId(record.number)) => {
            Some(message.clone())
        }
        _ => None,
    });
    asked.collect()
}

/// The words of a message as they are now, and where they were written down.
fn newest<'a>(
    message: &MessageRef,
    requester: &PersonId,
    journal: &'a [Record],
) -> Option<(u64, &'a Body, &'a [kernel::Mention])> {
    journal.iter().rev().find_map(|record| match &record.entry {
        Entry::Message(
            MessageEntry::Asked { message: of, from, words, mentions, .. }
            | MessageEntry::Revised { message: of, from, words, mentions, .. },
        ) if of == message && from == requester => Some((record.number, words, mentions.as_slice())),
        _ => None,
    })
}

/// A text without the runs of words that others wrote before: whoever pastes them does not say them.
fn without_pasted(text: &str, seen: impl FnOnce() -> Rc<Vec<String>>) -> String {
    let words: Vec<&str> = text.split_inclusive(char::is_whitespace).collect();
    if words.len() < PASTED {
        return text.to_owned();
    }
    let seen = seen();
    if seen.is_empty() {
        return text.to_owned();
    }
    let mut kept = vec![true; words.len()];
    for (at, run) in words.windows(PASTED).enumerate() {
        let run = format!(" {} ", words_of(&run.concat()).join(" "));
        if seen.iter().any(|text| text.contains(&run)) {
            kept.iter_mut().skip(at).take(PASTED).for_each(|kept| *kept = false);
        }
    }
    words.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(word, _)| word).collect()
}

/// What somebody else wrote and was read before, as it is compared.
fn seen_before(journal: &[Record], until: u64, requester: &PersonId) -> Vec<String> {
    let compared = |body: &Body| format!(" {} ", words_of(body.words()).join(" "));
    let earlier = journal.iter().filter(|record| record.number < until);
    let read = earlier.flat_map(|record| match &record.entry {
        Entry::Call(CallEntry::Answered { words, label, .. } | CallEntry::Resolved { words, label, .. })
            if label.has_a_strangers_words() =>
        {
            vec![compared(words)]
        }
        Entry::Message(MessageEntry::Attached(_)) => {
            record.entry.bodies().into_iter().map(compared).collect()
        }
        Entry::Message(MessageEntry::Asked { from, words, .. }) if from != requester => vec![compared(words)],
        _ => Vec::new(),
    });
    let recalled = journal.iter().flat_map(|record| match &record.entry {
        Entry::Message(MessageEntry::Recalled { messages, .. }) => {
            messages.iter().filter(|one| one.from != *requester).map(|one| compared(&one.words)).collect()
        }
        _ => Vec::new(),
    });
    read.chain(recalled).collect()
}

/// The same for calls that would be asked for with the same words.
fn key(tool: &str, flow: &Flow) -> String {
    let mut people: Vec<String> = flow
        .sinks
        .iter()
        .filter(|sink| sink.kind == kernel::SinkKind::Recipient)
        .map(|sink| sink.value.to_lowercase())
        .collect();
    people.sort();
    let targets: Vec<&[String]> = flow.targets.iter().map(|target| target.names.as_slice()).collect();
    let terms: Vec<&TermKind> = flow.terms.iter().map(|term| &term.what).collect();
    format!("{tool} {people:?} {targets:?} {terms:?}")
}
