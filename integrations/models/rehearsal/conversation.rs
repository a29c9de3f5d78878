//! The conversation so far, turn by turn: who said what, what the tools answered, what we asked back.

mod leaning;

use std::cell::OnceCell;

use kernel::{Message, ToolCall, ToolResult};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::answers::{Found, Mail, Outcome, Row};
use super::attached::ReadFile;
use super::clock::Clock;
use super::event::{Said, said};
use super::pursue::{self, Asked, Next};
use super::tell;
use super::understand::{decides, understand};
use super::wish::filing::Filing;
use super::wish::{Search, Which, Wish};

#[derive(Debug, Default)]
pub(crate) struct Conversation {
    turns: Vec<Turn>,
    /// Whether we have answered in words before.
    pub(crate) has_spoken: bool,
}

/// What was said since our last answer, and what we have done about it.
#[derive(Debug, Default)]
pub(crate) struct Turn {
    said: Vec<Said>,
    pub(crate) rounds: Vec<Vec<Step>>,
    answered: bool,
    /// Our answer may have asked something back.
    asked_back: bool,
}

/// One call and how it came out.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) tool: String,
    pub(crate) args: Value,
    answer: ToolResult,
    /// Read once somebody asks: most of what was answered long ago is not spoken of again.
    outcome: OnceCell<Outcome>,
}

/// A turn together with what was made of it, which is worked out once somebody asks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Past<'a> {
    pub(crate) turn: &'a Turn,
    story: &'a Story<'a>,
    place: usize,
}

/// What was made of every turn, as far as somebody wanted to know.
#[derive(Debug)]
struct Story<'a> {
    turns: &'a [Turn],
    wishes: Vec<OnceCell<Wish>>,
}

/// What a mail is called when it is spoken of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) id: String,
    pub(crate) thread: String,
}

impl Conversation {
    pub(crate) fn of(messages: &[Message]) -> Self {
        let mut conversation = Self::default();
        let mut asked: &[ToolCall] = &[];
        for message in messages {
            match message {
                // What they are called stands in the words before them.
                Message::Pictures(_) => {}
                Message::User(words) => said(words).into_iter().for_each(|said| conversation.hear(said)),
                Message::Assistant { text, calls, .. } => {
                    asked = calls;
                    conversation.has_spoken |= !text.trim().is_empty();
                    if let Some(turn) = conversation.turns.last_mut() {
                        turn.answered |= calls.is_empty();
                        turn.asked_back = calls.is_empty() && tell::asks(text);
                    }
                }
                Message::Results(results) => {
                    let steps = asked.iter().filter_map(|call| {
                        let result = results.iter().find(|result| result.call == call.id)?;
                        let (tool, args) = (call.tool.clone(), call.args.clone());
                        Some(Step { tool, args, answer: result.clone(), outcome: OnceCell::new() })
                    });
                    let round = steps.collect();
                    if let Some(turn) = conversation.turns.last_mut() {
                        turn.rounds.push(round);
                    }
                }
            }
        }
        conversation
    }

    /// Each turn is worked out from those before it, the last one being the one to answer.
    pub(crate) fn next(&self) -> Next {
        let Some(place) = self.turns.len().checked_sub(1) else { return Next::Say(tell::unknown()) };
        let story = Story { turns: &self.turns, wishes: vec![OnceCell::new(); self.turns.len()] };
        let Some(newest) = story.past(place) else { return Next::Say(tell::unknown()) };
        let next = newest.next();
        if let Next::Ask { words, .. } = &next {
            debug_assert!(tell::asks(words), "nobody would know that it is a question: {words}");
        }
        newest.turn.with_news(next)
    }

    /// The turn that is to be answered.
    pub(crate) fn newest(&self) -> Option<&Turn> {
        self.turns.last()
    }

    fn hear(&mut self, said: Said) {
        match self.turns.last_mut() {
            Some(turn) if turn.rounds.is_empty() && !turn.answered => turn.said.push(said),
            _ => self.turns.push(Turn { said: vec![said], ..Turn::default() }),
        }
    }
}

/// What the words mean here: an answer to our question, a change of the search before, or what they say by themselves.
fn wish(turn: &Turn, words: &str, past: &[Past<'_>]) -> Wish {
    let asked = past.iter().rev().find(|past| past.turn.words().is_some());
    if let Some(asked) = asked.filter(|asked| asked.turn.asked_back)
        && let Next::Ask { open, .. } = asked.next()
        && let Some(answered) = open.taken_up(asked.wish(), words)
    {
        return answered;
    }
    let waiting = !turn.brings_news() && card_waits(past);
    if waiting && decides(words) {
        return Wish::Decide;
    }
    match understand(words) {
        Wish::Again if waiting => Wish::Decide,
        Wish::Again => again(past),
        Wish::More if past.last().is_some_and(Past::broke_off) => again(past),
        Wish::Change(change) => match past.iter().rev().find_map(|past| searched(past.wish())) {
            Some(Wish::Who(search)) => Wish::Who(search.changed(change)),
            Some(Wish::List(search)) => Wish::List(search.changed(change)),
            _ => Wish::List(change),
        },
        wish => leaning::on(wish, past),
    }
}

/// Whether the newest call of all waits for a button.
fn card_waits(past: &[Past<'_>]) -> bool {
    for past in past.iter().rev() {
        if past.turn.brings_news() {
            return false;
        }
        if let Some(step) = past.turn.steps().next_back() {
            return step.outcome().is_waiting();
        }
    }
    false
}

/// What was last asked for; never a second time what a card was already shown for.
fn again(past: &[Past<'_>]) -> Wish {
    let asked = past.iter().rev().find(|past| !past.wish().is_talk());
    let ended = |step: &Step| match step.outcome() {
        Outcome::Sent(_) | Outcome::Told(_) => true,
        outcome => outcome.is_waiting(),
    };
    match asked {
        Some(asked)
            if asked.wish().changes_something() && asked.turn.steps().next_back().is_some_and(ended) =>
        {
            Wish::Again
        }
        Some(asked) => asked.wish().clone(),
        None => Wish::Again,
    }
}

impl Step {
    /// How it came out.
    pub(crate) fn outcome(&self) -> &Outcome {
        self.outcome.get_or_init(|| Outcome::of(&self.tool, &self.answer))
    }

    /// What came back, as it is.
    pub(crate) fn answer(&self) -> &ToolResult {
        &self.answer
    }

    /// The answer, if it is of this form.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Option<T> {
        match self.outcome() {
            Outcome::Told(answer) => serde_json::from_value(answer.clone()).ok(),
            _ => None,
        }
    }
}

impl<'a> Story<'a> {
    fn past(&'a self, place: usize) -> Option<Past<'a>> {
        Some(Past { turn: self.turns.get(place)?, story: self, place })
    }
}

impl<'a> Past<'a> {
    pub(crate) fn wish(&self) -> &'a Wish {
        static NONE: Wish = Wish::Unknown;
        let Some(known) = self.story.wishes.get(self.place) else { return &NONE };
        known.get_or_init(|| {
            self.turn.words().map_or(Wish::Unknown, |words| wish(self.turn, words, &self.before()))
        })
    }

    fn next(&self) -> Next {
        let wish = self.wish();
        if self.turn.words().is_none() {
            return Next::Say(String::new());
        }
        if !self.turn.files().is_empty() && wish.can_be_about_files() {
            return Next::Say(tell::attached::told(self.turn.files()));
        }
        pursue::next(self.turn, wish, &self.before())
    }

    fn before(&self) -> Vec<Past<'a>> {
        (0..self.place).filter_map(|place| self.story.past(place)).collect()
    }

    fn broke_off(&self) -> bool {
        self.turn.steps().next_back().is_some_and(|step| matches!(step.outcome(), Outcome::Failed(_)))
    }
}

fn searched(wish: &Wish) -> Option<Wish> {
    match wish {
        Wish::Who(_) | Wish::List(_) => Some(wish.clone()),
        Wish::Change(search)
        | Wish::Count(search)
        | Wish::LastTime(search)
        | Wish::Read(Which::Found { search, .. })
        | Wish::Summarise(Which::Found { search, .. }) => Some(Wish::List(search.clone())),
        _ => None,
    }
}

impl Turn {
    /// The newest words; older ones that nobody answered are mentioned by [`Turn::with_news`].
    pub(crate) fn words(&self) -> Option<&str> {
        self.said.iter().rev().find_map(|said| match said {
            Said::Words { words, .. } => Some(words.as_str()),
            Said::Event { .. } => None,
        })
    }

    /// The time for the person who asks.
    pub(crate) fn clock(&self) -> Clock {
        let clock = self.said.iter().rev().find_map(|said| match said {
            Said::Words { clock, .. } => Some(clock.clone()),
            Said::Event { .. } => None,
        });
        clock.unwrap_or_default()
    }

    /// The files that came with the words, by their ids.
    pub(crate) fn attached(&self) -> &[String] {
        let attached = self.said.iter().rev().find_map(|said| match said {
            Said::Words { attached, .. } => Some(attached.as_slice()),
            Said::Event { .. } => None,
        });
        attached.unwrap_or_default()
    }

    /// What was read of them.
    pub(crate) fn files(&self) -> &[ReadFile] {
        let files = self.said.iter().rev().find_map(|said| match said {
            Said::Words { files, .. } => Some(files.as_slice()),
            Said::Event { .. } => None,
        });
        files.unwrap_or_default()
    }

    fn brings_news(&self) -> bool {
        self.said.iter().any(|said| matches!(said, Said::Event { .. }))
    }

    pub(crate) fn steps(&self) -> impl DoubleEndedIterator<Item = &Step> {
        self.rounds.iter().flatten()
    }

    /// This very call, and how it came out.
    pub(crate) fn step(&self, asked: &Asked) -> Option<&Step> {
        self.steps().find(|step| step.tool == asked.tool && step.args == asked.args)
    }

    pub(crate) fn found(&self) -> Option<&Found> {
        self.steps().rev().find_map(|step| match step.outcome() {
            Outcome::Found(found) => Some(found),
            _ => None,
        })
    }

    pub(crate) fn mails<'a>(&'a self) -> Vec<&'a Mail> {
        let mail = |step: &'a Step| match step.outcome() {
            Outcome::Mail(mail) => Some(&**mail),
            _ => None,
        };
        self.steps().filter_map(mail).collect()
    }

    fn with_news(&self, next: Next) -> Next {
        let news: Vec<String> = self
            .said
            .iter()
            .filter_map(|said| match said {
                Said::Event { happened, tool, sent } => Some(tell::news(happened, tool, sent.as_ref())),
                Said::Words { .. } => None,
            })
            .collect();
        let overheard = self.said.len() - news.len();
        let before = |words: String| {
            let skipped = (overheard > 1).then(|| tell::ONLY_THE_LAST.to_owned());
            let parts = news.iter().cloned().chain([words]).chain(skipped);
            parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
        };
        match next {
            Next::Call(asked) => Next::Call(asked),
            Next::Say(words) => Next::Say(before(words)),
            Next::Ask { words, open } => Next::Ask { words: before(words), open },
        }
    }
}

/// The rows of the last list somebody saw.
pub(crate) fn last_list<'a>(past: &[Past<'a>]) -> Option<&'a [Row]> {
    past.iter()
        .rev()
        .filter(|past| shows_mail(past.wish()))
        .find_map(|past| Some(past.turn.found()?.messages.as_slice()))
}

/// The one mail spoken of last; none where several were.
pub(crate) fn last_mail(past: &[Past<'_>]) -> Option<Known> {
    for past in past.iter().rev() {
        if let Some(mail) = past.turn.mails().first() {
            return Some(Known { id: mail.id.clone(), thread: mail.thread.clone() });
        }
        let worked_on = past.turn.steps().rev().filter(|step| step.tool.starts_with("gmail."));
        let id = worked_on.into_iter().find_map(|step| step.args.get("id").and_then(Value::as_str));
        if let Some(id) = id {
            return Some(Known { id: id.to_owned(), thread: String::new() });
        }
        match past.turn.found().map(|found| found.messages.as_slice()) {
            Some([only]) if shows_mail(past.wish()) => {
                return Some(Known { id: only.id.clone(), thread: only.thread.clone() });
            }
            Some([_, _, ..]) if shows_mail(past.wish()) => return None,
            _ => {}
        }
    }
    None
}

/// The searches of other wishes only find out an address.
fn shows_mail(wish: &Wish) -> bool {
    !wish.is_talk()
        && !matches!(
            wish,
            Wish::Reply(_)
                | Wish::Send(_)
                | Wish::Calendar(_)
                | Wish::Drive(_)
                | Wish::Docs(_)
                | Wish::Sheets(_)
                | Wish::Filing(Filing::DraftLetter(_) | Filing::DraftReply(_))
        )
}

/// The search a list came from.
pub(crate) fn last_search(past: &[Past<'_>]) -> Search {
    past.iter()
        .rev()
        .find_map(|past| match searched(past.wish()) {
            Some(Wish::List(search) | Wish::Who(search)) => Some(search),
            _ => None,
        })
        .unwrap_or_default()
}
