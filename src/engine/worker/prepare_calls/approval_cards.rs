//! Questions to countersign, and those that stand on one card.

use std::time::Duration;

use kernel::{
    AccountId, ApprovalId, Body, CallId, CardEntry, Code, Effect, Entry, Failure, Risk, Showing, TurnId,
};
use serde_json::json;
use uuid::Uuid;

use crate::call::countersign::Question;
use crate::call::finish::{self, Finished};
use crate::guard::Autonomy;
use crate::guard::{Reach, risk};
use crate::thread::CardState;
use crate::view::is_for_requester_alone;
use crate::view::{is_found, knowing, showing_of};
use crate::worker::authorization::disclosure_check::said_by;
use crate::worker::authorization::evidence::Evidence;
use crate::worker::{PrepareCalls, Trouble};

/// A call that shows more than this, or for more reasons, stands on a card of its own.
const SMALL: usize = 600;
/// All that one card shows of its calls; what comes after it stands on another.
const ROOM: usize = 5000;

/// How long a card waits where nobody is there when it is asked.
const KEPT: Duration = Duration::from_hours(7 * 24);

/// A question that is still to be written down.
pub(crate) struct Asked {
    approval: ApprovalId,
    call: CallId,
    tool: String,
    account: AccountId,
    reach: Reach,
    showing: Showing,
    /// How much room all of it takes beside others; nothing if it stands by itself.
    room: Option<usize>,
    entry: Entry,
}

/// Calls on one card, and the room they take.
struct Together {
    calls: Vec<Asked>,
    room: usize,
}

impl Together {
    /// Only what is decided alike is decided with one press, and only as long as all of it can be read.
    fn takes(&self, question: &Asked, room: usize) -> bool {
        let alike = |other: &Asked| {
            (&other.tool, &other.account, &other.reach, other.showing)
                == (&question.tool, &question.account, &question.reach, question.showing)
        };
        self.room + room <= ROOM && self.calls.first().is_some_and(alike)
    }
}

impl PrepareCalls<'_> {
    pub(crate) async fn question(&self, question: Question, evidence: &Evidence<'_>) -> Asked {
        let Question { planned, arguments, effect, flow, why, rules, hold, alike, scope, deciders, call } =
            question;
        let (mut effect, patterns) =
            self.ctx.authorization().explained((effect, &arguments), (&planned, &flow), evidence);
        effect.banners.extend(self.ctx.authorization().first_contacts(&call, &flow).await);
        let rules = rules.into_iter().chain(patterns.iter().map(|pattern| pattern.name.text()));
        let (turn, context) = (evidence.turn, &evidence.context);
        let said = said_by(&turn.requester, self.ctx);
        // Where there is no account, nothing was looked up in one.
        let found =
            planned.account != AccountId::none() && is_found(&effect, &flow.targets, &said, &arguments);
        let (effect, sinks) = (knowing(effect, &said), flow.sinks);
        let approval = ApprovalId(Uuid::new_v4().simple().to_string());
        let ports = &self.ctx.engine.ports;
        let lasts = match self.ctx.engine.policy.autonomy {
            Autonomy::Supervised | Autonomy::Standard => self.ctx.engine.limits.approval,
            Autonomy::Autonomous => KEPT.max(self.ctx.engine.limits.approval),
        };
        let expires = ports.clock.now().plus(lasts);
        let home = ports.grants.organisation(&planned.account);
        let reach = Reach::of(&sinks, home.as_deref());
        let risk = risk(&sinks, &reach, context, hold);
        let private = self.ctx.engine.private_results;
        let showing = showing_of(&effect, ports.chat.kind(&self.ctx.lane.thread), (context, found), private);
        let alone = deciders.approvers.is_empty();
        let (shown, reasons) = (size(&effect), length(&why));
        let whole = showing == Showing::Whole || is_for_requester_alone(showing, private);
        let small = alone && shown.max(reasons) <= SMALL && risk == Risk::Usual && whole;
        let (call, tool) = (planned.call.clone(), planned.tool.clone());
        let (named, account, room) =
            (approval.clone(), planned.account.clone(), small.then_some(shown + reasons));
        let effect = Body::new(json!(effect).to_string());
        let turn = turn.id;
        let entry = Entry::Card(CardEntry::AwaitsApproval {
            turn,
            approval,
            planned,
            effect,
            why,
            rules: rules.map(str::to_owned).collect(),
            expires,
            hold,
            risk,
            showing,
            alike,
            scope,
            deciders,
        });
        Asked { approval: named, call, tool, account, reach, showing, room, entry }
    }

    /// A change that could not be made takes nothing away: what stood there before is asked again, and says why.
    pub(crate) fn as_it_was(&self, call: &CallId, failure: &Failure) -> Option<Entry> {
        let card = self.ctx.progress.cards.iter().rev().find(|card| card.planned.call == *call)?;
        let changed = matches!(card.state, CardState::Changed { .. });
        // Whoever said stop wants neither.
        if !changed || failure.code == Code::Cancelled {
            return None;
        }
        let mut asked = self.ctx.journal.iter().find_map(|record| match &record.entry {
            entry @ Entry::Card(CardEntry::AwaitsApproval { approval, .. }) if *approval == card.approval => {
                Some(entry.clone())
            }
            _ => None,
        })?;
        if let Entry::Card(CardEntry::AwaitsApproval { approval, effect, expires, .. }) = &mut asked {
            let mut shown: Effect = serde_json::from_str(effect.words()).ok()?;
            shown.banners.insert(0, format!("Your change could not be made: {}", failure.words));
            *approval = ApprovalId(Uuid::new_v4().simple().to_string());
            *effect = Body::new(json!(shown).to_string());
            *expires = self.ctx.engine.ports.clock.now().plus(self.ctx.engine.limits.approval);
        }
        Some(asked)
    }

    /// Writes the questions of a reply down in the order of its calls, whichever was planned first, and puts calls of one
    /// tool that reach the same class of people on one card.
    pub(crate) async fn ask_all(&self, asked: Vec<Asked>, turn: TurnId) -> Result<(), Trouble> {
        if asked.is_empty() {
            return Ok(());
        }
        let calls: Vec<CallId> = asked.iter().map(|question| question.call.clone()).collect();
        let mut entries: Vec<Entry> = asked.iter().map(|question| question.entry.clone()).collect();
        entries.extend(together(asked));
        self.ctx.append(entries).await?;
        if self.ctx.engine.policy.autonomy == Autonomy::Autonomous {
            // The cards stay for whoever comes; the turn goes on without them.
            for call in calls {
                self.ctx.run_calls().answer(turn, &call, nobody_there()).await?;
            }
        }
        Ok(())
    }
}

/// The cards that several of these stand on.
fn together(asked: Vec<Asked>) -> impl Iterator<Item = Entry> {
    let mut groups: Vec<Together> = Vec::new();
    for question in asked {
        let Some(room) = question.room else { continue };
        match groups.iter_mut().find(|group| group.takes(&question, room)) {
            Some(group) => {
                group.room += room;
                group.calls.push(question);
            }
            None => groups.push(Together { calls: vec![question], room }),
        }
    }
    groups.into_iter().filter(|group| group.calls.len() > 1).map(|group| {
        Entry::Card(CardEntry::Grouped {
            group: ApprovalId(Uuid::new_v4().simple().to_string()),
            approvals: group.calls.into_iter().map(|question| question.approval).collect(),
        })
    })
}

/// A question to nobody is a no.
fn nobody_there() -> Finished {
    let words = "Nobody is there to approve this, so it was not done. It is kept on a card for whoever asked to decide later. \
                 Go on without it, and do not ask for it again.";
    let failure = Failure::model(Code::ConfirmationRequired, words);
    Finished { tool: None, ..finish::refused("call", failure) }
}

fn size(effect: &Effect) -> usize {
    let fields = effect
        .fields
        .iter()
        .map(|field| length(&field.name) + length(&field.value) + field.origin.as_deref().map_or(0, length));
    let banners = effect.banners.iter().map(|words| length(words));
    length(&effect.sentence) + fields.chain(banners).sum::<usize>()
}

/// How much room a text takes: a line break is written out with room around it, and what cannot be seen by its number.
fn length(text: &str) -> usize {
    let room = |sign: char| match sign {
        '\n' => 3,
        sign if sign.is_ascii_graphic() || sign == ' ' || sign.is_alphanumeric() => 1,
        _ => 10,
    };
    text.chars().map(room).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(id: &str, to: &str, room: Option<usize>) -> Asked {
        let approval = ApprovalId::from(id);
        Asked {
            entry: Entry::Card(CardEntry::Expired { approval: approval.clone() }),
            approval,
            call: CallId::from(id),
            tool: "letter.send".to_owned(),
            account: AccountId::from("ana@firm.example"),
            reach: Reach::Outsiders([to.to_owned()].into()),
            showing: Showing::Whole,
            room,
        }
    }

    fn groups(asked: Vec<Asked>) -> Vec<Vec<String>> {
        let ids = |entry: Entry| match entry {
            Entry::Card(CardEntry::Grouped { approvals, .. }) => {
                approvals.into_iter().map(|approval| approval.0).collect()
            }
            other => panic!("{other:?}"),
        };
        together(asked).map(ids).collect()
    }

    #[test]
    fn only_what_is_alike_and_can_be_read_whole_is_decided_with_one_press() {
        let alike = || vec![asked("a", "ben", Some(100)), asked("b", "ben", Some(100))];
        assert_eq!(groups(alike()), [["a", "b"]]);
        assert!(groups(vec![asked("a", "ben", Some(100)), asked("b", "eve", Some(100))]).is_empty());
        assert!(groups(vec![asked("a", "ben", Some(100)), asked("b", "ben", None)]).is_empty());
        let mut elsewhere = alike();
        elsewhere[1].account = AccountId::from("ana@home.example");
        assert!(groups(elsewhere).is_empty(), "the card names one account");
        let long = (0..10).map(|number| asked(&number.to_string(), "ben", Some(1000))).collect();
        assert_eq!(groups(long), [["0", "1", "2", "3", "4"], ["5", "6", "7", "8", "9"]]);
    }
}
