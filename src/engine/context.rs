//! The conversation as the model sees it, made from the journal.

use std::collections::{BTreeMap, HashMap};

use kernel::{
    Body, CallId, Entry, Message, Person, PersonId, Record, Reply, SharedFile, Time, ToolResult, TurnId,
};

use crate::editing::edits;
use crate::fence::steady_fence;
use crate::progress::{Progress, is_news};
use crate::speech;

/// What stands in place of a result there was no room for.
const LEFT_OUT: &str = "[this result is left out here to save room; ask for it again if it is needed]";

/// One turn, put together from entries that may lie far apart: a later question can stand in the journal before the
/// end of an earlier call.
struct Transcript {
    /// Whom the turn served.
    requester: PersonId,
    opening: String,
    rounds: Vec<Round>,
    /// What we said in the model's place.
    silent: Option<String>,
}

struct Round {
    reply: Reply,
    results: HashMap<CallId, ToolResult>,
}

/// Whom and which turn a conversation is made for.
pub(crate) struct Audience<'a> {
    pub(crate) turn: TurnId,
    pub(crate) requester: &'a PersonId,
    pub(crate) people: &'a HashMap<PersonId, Person>,
}

/// Everything the model is shown, oldest first, up to and with the turn it works on: a question that waits its turn is
/// not answered before. Only the words of the person it works for go unfenced; and what it looked up for somebody
/// else stays with them.
pub(crate) fn conversation(journal: &[Record], audience: &Audience<'_>, most: usize) -> Vec<Message> {
    let mut turns = transcripts(journal, audience);
    turns.retain(|id, _| *id <= audience.turn);
    let left_out = leave_out(&mut turns, most);
    let mut messages = Vec::new();
    for (place, transcript) in turns.into_values().enumerate() {
        let opening = match (place, left_out) {
            (0, left_out) if left_out > 0 => {
                format!(
                    "[event] {left_out} earlier questions of this thread are left out here.\n{}",
                    transcript.opening
                )
            }
            _ => transcript.opening,
        };
        messages.push(Message::User(opening));
        let for_others = transcript.requester != *audience.requester;
        for round in transcript.rounds {
            if for_others { push_words(round, &mut messages) } else { push_round(round, &mut messages) }
        }
        if let Some(words) = transcript.silent {
            messages.push(Message::Assistant { text: words, calls: Vec::new() });
        }
    }
    messages
}

/// Everybody who is named in the journal.
pub(crate) fn speakers(journal: &[Record]) -> Vec<PersonId> {
    let mut people: Vec<PersonId> = journal
        .iter()
        .filter_map(|record| match &record.entry {
            Entry::Asked { from, .. } => Some(from.clone()),
            _ => None,
        })
        .collect();
    people.sort();
    people.dedup();
    people
}

fn push_round(Round { reply, mut results }: Round, messages: &mut Vec<Message>) {
    let answers: Vec<ToolResult> = reply.calls.iter().filter_map(|call| results.remove(&call.id)).collect();
    // A model accepts a call only together with its result.
    let calls =
        reply.calls.into_iter().filter(|call| answers.iter().any(|answer| answer.call == call.id)).collect();
    messages.push(Message::Assistant { text: reply.text, calls });
    if !answers.is_empty() {
        messages.push(Message::Results(answers));
    }
}

/// Of a turn for somebody else only what was said in the thread: calls and results can hold what is theirs alone.
fn push_words(round: Round, messages: &mut Vec<Message>) {
    if round.reply.calls.is_empty() && !round.reply.text.is_empty() {
        messages.push(Message::Assistant { text: round.reply.text, calls: Vec::new() });
    }
}

fn transcripts(journal: &[Record], audience: &Audience<'_>) -> BTreeMap<TurnId, Transcript> {
    let cards = Progress::of(journal).cards;
    let edits = edits(journal, &cards);
    let mut turns: BTreeMap<TurnId, Transcript> = BTreeMap::new();
    let mut events = String::new();
    for record in journal {
        match &record.entry {
            // What answered a question is the result of that call.
            Entry::Asked { .. } if cards.iter().any(|card| card.reply == Some(TurnId(record.number))) => {}
            Entry::Asked { from, words, files, .. } => {
                let own = from == audience.requester;
                let asked = asked(record.at, audience.people.get(from), own, words);
                let asked = if own { format!("{asked}{}", attached(files)) } else { asked };
                let opening = format!("{}{asked}", std::mem::take(&mut events));
                turns.insert(TurnId(record.number), Transcript::new(from, opening));
            }
            Entry::Said { turn, reply, .. } => {
                if let (Some(transcript), Ok(reply)) =
                    (turns.get_mut(turn), serde_json::from_str(reply.words()))
                {
                    transcript.rounds.push(Round { reply, results: HashMap::new() });
                }
            }
            Entry::Silent { turn, words, .. } => {
                if let Some(transcript) = turns.get_mut(turn) {
                    transcript.silent = Some(words.words().to_owned());
                }
            }
            Entry::Answered { turn, call, outcome, words, .. } => {
                let words = told(words, edits.get(call).copied());
                let result =
                    ToolResult { call: call.clone(), words, failed: *outcome != kernel::Outcome::Done };
                if let Some(round) = turns.get_mut(turn).and_then(|transcript| transcript.rounds.last_mut()) {
                    round.results.insert(call.clone(), result);
                }
            }
            Entry::Resolved { approval, outcome, words, .. } => {
                let Some(card) = cards.iter().find(|card| card.approval == *approval) else { continue };
                let mut event = speech::resolution(card);
                if card.planned.requester == *audience.requester {
                    event = format!("{event}\n{}", words.words());
                }
                if is_news(*outcome) {
                    let opening = format!("{}{event}", std::mem::take(&mut events));
                    turns.insert(TurnId(record.number), Transcript::new(&card.planned.requester, opening));
                } else {
                    events = format!("{events}{event}\n");
                }
            }
            Entry::Undone { approval, words, .. } => {
                let Some(card) = cards.iter().find(|card| card.approval == *approval) else { continue };
                if card.planned.requester == *audience.requester {
                    let event = speech::undone(card);
                    events = format!("{events}{event}\n{}\n", words.words());
                }
            }
            _ => {}
        }
    }
    turns
}

/// What came of a call, and what it was changed to if it was.
fn told(words: &Body, edited: Option<&Body>) -> String {
    match edited {
        Some(arguments) => format!("{}\n{}", words.words(), speech::edited(arguments)),
        None => words.words().to_owned(),
    }
}

/// Who said it and when stands in front of the words; what changes every turn never stands in the cached prefix.
fn asked(at: Time, person: Option<&Person>, by_requester: bool, words: &Body) -> String {
    let name = person.map_or("somebody", |person| person.name.as_str());
    let name: String = name.chars().filter(|char| !char.is_control() && !"[]<>".contains(*char)).collect();
    let zone = person.and_then(|person| person.zone.as_deref()).unwrap_or("UTC");
    let words = if by_requester { words.words().to_owned() } else { steady_fence(words, "chat") };
    format!("[{name} · {}]\n{words}", local(at, zone))
}

/// The person's own files, by the ids under which tools can have them. Others' are not for tools.
pub(crate) fn attached(files: &[SharedFile]) -> String {
    let line = |file: &SharedFile| {
        let plain = |text: &str| -> String {
            text.chars().filter(|char| !char.is_control() && !"[]<>".contains(*char)).take(200).collect()
        };
        format!(
            "\n[attached: {} “{}” {}, {} bytes]",
            file.id,
            plain(&file.name),
            plain(&file.media_type),
            file.size
        )
    };
    files.iter().map(line).collect()
}

fn local(at: Time, zone: &str) -> String {
    let moment = jiff::Timestamp::from_millisecond(at.0).unwrap_or_default();
    let zoned = moment.in_tz(zone).unwrap_or_else(|_| moment.to_zoned(jiff::tz::TimeZone::UTC));
    zoned.strftime("%Y-%m-%d %H:%M %Q").to_string()
}

/// Takes whole turns away from the front until the rest fits. The newest always stays; if it is too long by itself, its
/// older results go.
fn leave_out(turns: &mut BTreeMap<TurnId, Transcript>, most: usize) -> usize {
    let mut left_out = 0;
    while turns.len() > 1 && turns.values().map(Transcript::size).sum::<usize>() > most {
        turns.pop_first();
        left_out += 1;
    }
    if let Some(mut newest) = turns.last_entry() {
        newest.get_mut().shorten(most);
    }
    left_out
}

impl Transcript {
    fn new(requester: &PersonId, opening: String) -> Self {
        Self { requester: requester.clone(), opening, rounds: Vec::new(), silent: None }
    }

    /// The results of the newest round stay: the model has not seen them yet.
    fn shorten(&mut self, most: usize) {
        let older = self.rounds.len().saturating_sub(1);
        for place in 0..older {
            if self.size() <= most {
                return;
            }
            let results = self.rounds.get_mut(place).into_iter().flat_map(|round| round.results.values_mut());
            for result in results {
                LEFT_OUT.clone_into(&mut result.words);
            }
        }
    }

    fn size(&self) -> usize {
        let rounds = self.rounds.iter().map(|round| {
            let calls: usize = round.reply.calls.iter().map(|call| call.args.to_string().len()).sum();
            let results: usize = round.results.values().map(|result| result.words.len()).sum();
            round.reply.text.len() + calls + results
        });
        let silent = self.silent.as_ref().map_or(0, String::len);
        self.opening.len() + silent + rounds.sum::<usize>()
    }
}
