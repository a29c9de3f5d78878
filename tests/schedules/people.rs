//! What people do, and what happens to them, in any order.

use std::time::Duration;

use kernel::ports::Clock as _;
use kernel::{
    ApprovalId, CallId, CardPress, Ends, FilledIn, HomePress, Inbound, MessageRef, Needed, Opening, PersonId,
    Press, Purpose, Standing, ThreadId, Time, ToolCall, Verdict,
};
use serde_json::json;

use super::ports::people;
use super::tools::{LABEL, NOTE, PAY, READ, SEND};
use super::world::{Seen, World};

/// One thread, and whose it is.
pub struct Story {
    pub thread: ThreadId,
    pub owner: PersonId,
    pub requests: Vec<MessageRef>,
    /// What has been done to it, in words.
    pub told: Vec<String>,
    pub deeds_left: usize,
}

/// A press that was sent.
#[derive(Clone, Debug)]
pub struct Sent {
    pub by: PersonId,
    pub approval: ApprovalId,
    pub verdict: Verdict,
}

/// What comes of one deed.
#[derive(Default)]
pub struct Said {
    pub heard: Vec<Inbound>,
    pub presses: Vec<Sent>,
    /// Each of these presses is answered, or decides.
    pub answered: bool,
    pub words: String,
}

impl Story {
    pub fn new(number: usize, world: &World) -> Self {
        let mut state = world.state();
        let owner = people()[state.chance.below(2)].0.clone();
        let deeds_left = 4 + state.chance.below(9);
        let thread = ThreadId(format!("t{number}"));
        Self { thread, owner, requests: Vec::new(), told: Vec::new(), deeds_left }
    }

    /// The next thing that somebody does.
    pub fn goes_on(&mut self, world: &World) -> Said {
        let unanswered = self.card(world, false).is_none() && world.state().chance.percent(50);
        let dice = if self.requests.is_empty() || unanswered { 0 } else { world.state().chance.below(100) };
        let said = match dice {
            0..9 => self.asks(world),
            9..11 => self.others_speak(world),
            11..37 => self.owner_presses(world),
            37..45 => self.anybody_presses(world),
            45..50 => self.many_press(world),
            50..52 => self.forges(world),
            52..62 => self.fills_in(world),
            62..65 => self.opens(world),
            65..74 => self.presses_together(world),
            74..80 => self.stops(world),
            80..86 => self.revises(world),
            86..91 => self.deletes(world),
            91..93 => self.standing_changes(world),
            93..95 => self.outsiders_come(world),
            95..99 => self.presses_at_home(world),
            _ => Said::nothing("nothing happens"),
        };
        self.told.push(format!("{} {}", world.now().0, said.words));
        said
    }

    fn asks(&mut self, world: &World) -> Said {
        let mut state = world.state();
        let rounds = 1 + usize::from(state.chance.percent(20));
        let order = (0..rounds)
            .map(|_| {
                let count = 1 + state.chance.below(3);
                let alike = state.chance.percent(50);
                let tool = *state.chance.one_of(&[SEND, SEND, SEND, PAY, PAY, NOTE, LABEL, READ]).unwrap();
                (0..count)
                    .map(|_| {
                        let other = *state.chance.one_of(&[SEND, PAY, NOTE, LABEL, READ]).unwrap();
                        let to = *state
                            .chance
                            .one_of(&["kim@firm.example", "lee@firm.example", "x@else.example"])
                            .unwrap();
                        let hold = *state.chance.one_of(&[0, 0, 10]).unwrap();
                        let body = format!("words {}", state.chance.below(4));
                        let tool = if alike { tool } else { other };
                        let hold = if tool == SEND || tool == PAY { hold } else { 0 };
                        let args = json!({ "to": to, "body": body, "hold": hold });
                        ToolCall { id: CallId::from("c"), tool: tool.to_owned(), args }
                    })
                    .collect()
            })
            .collect();
        state.orders.push(order);
        let words = format!("please write order#{}", state.orders.len() - 1);
        let message = state.message();
        self.requests.push(message.clone());
        let said = format!("{} asks {words} as {message}: {:?}", self.owner, state.orders.last());
        drop(state);
        Said { heard: vec![self.message(message, &self.owner, words)], words: said, ..Said::default() }
    }

    pub fn message(&self, message: MessageRef, from: &PersonId, words: String) -> Inbound {
        let (thread, from) = (self.thread.clone(), from.clone());
        let (files, mentions) = (Vec::new(), Vec::new());
        Inbound::Message { thread, message, from, words, addressed: true, files, quoted: None, mentions }
    }

    fn others_speak(&mut self, world: &World) -> Said {
        let from = Self::somebody(world);
        let message = world.state().message();
        let words = format!("{from} says something as {message}");
        Said {
            heard: vec![self.message(message, &from, "what about lunch?".to_owned())],
            words,
            ..Said::default()
        }
    }

    fn somebody(world: &World) -> PersonId {
        world.state().chance.one_of(&people()).unwrap().0.clone()
    }

    /// A card of this thread: one that can be decided, if there is one.
    fn card(&self, world: &World, open_only: bool) -> Option<(ApprovalId, Seen)> {
        let mut state = world.state();
        let mut here: Vec<(ApprovalId, Seen)> = state
            .seen
            .iter()
            .filter(|(_, seen)| seen.thread == self.thread && (seen.open || !open_only))
            .map(|(id, seen)| (id.clone(), seen.clone()))
            .collect();
        here.sort_by_key(|(_, seen)| seen.number);
        state.chance.one_of(&here).cloned()
    }

    fn verdict(world: &World) -> Verdict {
        *world.state().chance.one_of(&VERDICTS).unwrap()
    }

    pub fn click(&self, by: &PersonId, approval: &ApprovalId, verdict: Verdict) -> Inbound {
        let (thread, by, approval) = (self.thread.clone(), by.clone(), approval.clone());
        Inbound::Click { thread, by, approval, verdict }
    }

    fn presses(&self, presses: Vec<Sent>, how: &str) -> Said {
        let heard = presses.iter().map(|sent| self.click(&sent.by, &sent.approval, sent.verdict)).collect();
        let words = match presses.as_slice() {
            [one] => format!("{how}: {one:?}"),
            all => format!("{how}: {} times {:?}", all.len(), all.first()),
        };
        Said { heard, presses, answered: true, words }
    }

    fn owner_presses(&mut self, world: &World) -> Said {
        let Some((approval, seen)) = self.card(world, true) else { return self.asks(world) };
        let verdict = Self::verdict(world);
        let two = seen.asked.is_some_and(|card| card.deciders.needed == Needed::Both);
        let members = people().map(|(person, _)| person).into_iter().take(2);
        let mut who: Vec<PersonId> = members.filter(|person| two || *person == self.owner).collect();
        if two && world.state().chance.percent(40) {
            let one = world.state().chance.below(2);
            who.swap_remove(one);
        }
        let presses = who.into_iter().map(|by| Sent { by, approval: approval.clone(), verdict });
        self.presses(presses.collect(), "those who may decide press")
    }

    fn anybody_presses(&mut self, world: &World) -> Said {
        let Some((approval, _)) = self.card(world, false) else { return Said::nothing("no card at all") };
        let (by, verdict) = (Self::somebody(world), Self::verdict(world));
        self.presses(vec![Sent { by, approval, verdict }], "somebody presses whatever stands there")
    }

    fn many_press(&mut self, world: &World) -> Said {
        let Some((approval, _)) = self.card(world, true) else { return Said::nothing("no card to press") };
        let times = if world.state().chance.percent(8) { 100 } else { 2 + world.state().chance.below(3) };
        let owned = world.state().chance.percent(70);
        let presses = (0..times).map(|_| {
            let by = if owned { self.owner.clone() } else { Self::somebody(world) };
            Sent { by, approval: approval.clone(), verdict: Self::verdict(world) }
        });
        self.presses(presses.collect(), "many press at once")
    }

    fn forges(&mut self, world: &World) -> Said {
        let approval = ApprovalId(format!("forged{}", world.state().chance.below(1000)));
        let (by, verdict) = (Self::somebody(world), Self::verdict(world));
        self.presses(vec![Sent { by, approval, verdict }], "a forged button")
    }

    fn fills_in(&mut self, world: &World) -> Said {
        let Some((approval, _)) = self.card(world, false) else { return Said::nothing("no card to fill in") };
        let by = if world.state().chance.percent(80) { self.owner.clone() } else { Self::somebody(world) };
        let line = |name: &str, words: String| (name.to_owned(), words);
        let (purpose, answers): (Purpose, FilledIn) = if world.state().chance.percent(60) {
            let body = format!("other words {}", world.state().chance.below(4));
            let lines = [line("to", "lee@firm.example".to_owned()), line("body", body)];
            (Purpose::Edits(approval), lines.into())
        } else {
            (Purpose::Reason(approval), [line("reason", "I do not like it".to_owned())].into())
        };
        let words = format!("{by} fills in {purpose:?}");
        Said { heard: vec![Inbound::Filled { by, purpose, answers }], words, ..Said::default() }
    }

    fn opens(&mut self, world: &World) -> Said {
        let Some((approval, seen)) = self.card(world, false) else { return Said::nothing("no card to open") };
        let by = Self::somebody(world);
        let ways = [CardPress::Edit, CardPress::DenyBecause, CardPress::ViewAll];
        let press = world.state().chance.one_of(&ways).unwrap()(approval);
        let words = format!("{by} opens {press:?}");
        let opening = Some(Opening::from("now"));
        let heard =
            vec![Inbound::Pressed { by, press: Press::OnCard(press), message: seen.message, opening }];
        Said { heard, words, ..Said::default() }
    }

    fn presses_together(&mut self, world: &World) -> Said {
        let groups: Vec<(ApprovalId, MessageRef)> = {
            let state = world.state();
            let mut here: Vec<&Seen> =
                state.seen.values().filter(|seen| seen.thread == self.thread).collect();
            here.sort_by_key(|seen| seen.number);
            here.into_iter().filter_map(|seen| Some((seen.group.clone()?, seen.message.clone()))).collect()
        };
        let Some((group, message)) = world.state().chance.one_of(&groups).cloned() else {
            return Said::nothing("no group");
        };
        let by = if world.state().chance.percent(80) { self.owner.clone() } else { Self::somebody(world) };
        let ways = [CardPress::ApproveAll, CardPress::ApproveAll, CardPress::DenyAll, CardPress::OneByOne];
        let press = world.state().chance.one_of(&ways).unwrap()(group);
        let verdict = match &press {
            CardPress::ApproveAll(_) => Some(Verdict::Approve),
            CardPress::DenyAll(_) => Some(Verdict::Deny),
            _ => None,
        };
        let on_card = |seen: &&Seen| seen.message == message;
        let presses = {
            let state = world.state();
            let together = state.seen.iter().filter(|(_, seen)| on_card(seen)).map(|(id, _)| id.clone());
            let sent = |approval| Some(Sent { by: by.clone(), approval, verdict: verdict? });
            together.filter_map(sent).collect()
        };
        let words = format!("{by} presses {press:?}");
        let heard = vec![Inbound::Pressed { by, press: Press::OnCard(press), message, opening: None }];
        Said { heard, presses, answered: false, words }
    }

    fn stops(&mut self, world: &World) -> Said {
        let by = if world.state().chance.percent(70) { self.owner.clone() } else { Self::somebody(world) };
        let message = Some(world.state().message());
        let words = format!("{by} says stop");
        let thread = self.thread.clone();
        Said {
            heard: vec![Inbound::Stop { thread, message, by, ends: Ends::Thread }],
            words,
            ..Said::default()
        }
    }

    fn revises(&mut self, world: &World) -> Said {
        let mut state = world.state();
        let message = state.chance.one_of(&self.requests).unwrap().clone();
        let orders = state.orders.len();
        let order = state.chance.below(orders);
        drop(state);
        let words = format!("please rather write order#{order}");
        let said = format!("{} changes {message} to {words}", self.owner);
        let (thread, from) = (self.thread.clone(), self.owner.clone());
        let revised = Inbound::Revised {
            thread,
            message,
            from,
            words,
            addressed: true,
            mentions: Vec::new(),
            without: Vec::new(),
        };
        Said { heard: vec![revised], words: said, ..Said::default() }
    }

    fn deletes(&mut self, world: &World) -> Said {
        let card = self.card(world, false).filter(|_| world.state().chance.percent(40));
        let (inbound, words) = if let Some((_, Seen { message, .. })) = card {
            let words = format!("somebody deletes the card {message}");
            (Inbound::OursDeleted { message }, words)
        } else {
            let message = world.state().chance.one_of(&self.requests).unwrap().clone();
            let words = format!("{} deletes {message}", self.owner);
            (Inbound::Withdrawn { thread: self.thread.clone(), message }, words)
        };
        Said { heard: vec![inbound], words, ..Said::default() }
    }

    fn standing_changes(&mut self, world: &World) -> Said {
        let mut state = world.state();
        let member = state.standing.get(&self.owner) == Some(&Standing::Member);
        let standing = if member { Standing::Guest } else { Standing::Member };
        state.is_now(&self.owner, standing);
        Said::nothing(&format!("{} is now {standing:?}", self.owner))
    }

    fn outsiders_come(&mut self, world: &World) -> Said {
        let mut state = world.state();
        let here = state.outsiders.entry(self.thread.clone()).or_default();
        *here = !*here;
        Said::nothing(&format!("outsiders read along: {here}"))
    }

    fn presses_at_home(&mut self, world: &World) -> Said {
        let Some((approval, _)) = self.card(world, false) else { return Said::nothing("no card at home") };
        let by = if world.state().chance.percent(80) { self.owner.clone() } else { Self::somebody(world) };
        let verdict = Self::verdict(world);
        let words = format!("{by} presses {verdict:?} for {approval} at home");
        let presses = vec![Sent { by: by.clone(), approval: approval.clone(), verdict }];
        let press = if world.state().chance.percent(20) {
            HomePress::EndOrder(approval)
        } else {
            HomePress::Decide(approval, verdict)
        };
        Said { heard: vec![Inbound::PressedAtHome { by, press }], presses, answered: false, words }
    }
}

const VERDICTS: [Verdict; 5] =
    [Verdict::Approve, Verdict::Approve, Verdict::Approve, Verdict::Deny, Verdict::ApproveAlike];

impl Said {
    fn nothing(words: &str) -> Self {
        Self { words: words.to_owned(), ..Self::default() }
    }
}

/// How long it is until the next thing happens.
pub fn pause(world: &World) -> Duration {
    let mut state = world.state();
    let shortly = [0, 0, 0, 600, 600, 2000];
    let later = [11_000, 61_000, 125_000, 5 * 60_000, 16 * 60_000, 31 * 60_000];
    let pauses = if state.chance.percent(22) { later } else { shortly };
    Duration::from_millis(*state.chance.one_of(&pauses).unwrap())
}

/// Since when somebody is what they are.
#[derive(Clone, Debug)]
pub struct Change {
    pub at: Time,
    pub who: PersonId,
    pub standing: Standing,
}
