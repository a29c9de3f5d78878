//! The conversation so far, turn by turn: who said what, what the tools answered, what we asked back.

mod leaning;

use kernel::{Message, ToolCall};

use super::answers::Outcome;
use super::event::{Said, said};
use super::past::{Past, Story, searched};
use super::pursue::{self, Next};
use super::tell;
use super::turn::{Step, Turn};
use super::understand::{decides, understand};
use super::wish::Wish;

#[derive(Debug, Default)]
pub(crate) struct Conversation {
    turns: Vec<Turn>,
    /// Whether we have answered in words before.
    pub(crate) has_spoken: bool,
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
                        Some(Step::new(call, result))
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
        let story = Story::new(&self.turns, wish);
        let Some(newest) = story.past(place) else { return Next::Say(tell::unknown()) };
        let next = next(&newest);
        if let Next::Ask { words, .. } = &next {
            debug_assert!(tell::asks(words), "nobody would know that it is a question: {words}");
        }
        with_news(newest.turn, next)
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
        && let Next::Ask { open, .. } = next(asked)
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

/// Decides about a turn, given those before it.
fn next(past: &Past<'_>) -> Next {
    let wish = past.wish();
    if past.turn.words().is_none() {
        return Next::Say(String::new());
    }
    if !past.turn.files().is_empty() && wish.can_be_about_files() {
        return Next::Say(tell::attached::told(past.turn.files()));
    }
    pursue::next(past.turn, wish, &past.before())
}

/// Puts news of cards before an answer, and behind it a note on messages that were passed over.
fn with_news(turn: &Turn, next: Next) -> Next {
    let news: Vec<String> = turn
        .said
        .iter()
        .filter_map(|said| match said {
            Said::Event { happened, tool, sent } => Some(tell::news(happened, tool, sent.as_ref())),
            Said::Words { .. } => None,
        })
        .collect();
    let overheard = turn.said.len() - news.len();
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
