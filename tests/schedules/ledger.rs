//! What must be true of a thread, whatever happened in it: what was done against what was asked, shown and pressed.

use kernel::ports::ApprovalState;
use kernel::{
    ApprovalId, CallEntry, CallId, CardEntry, Digest, Entry, MessageEntry, MessageRef, PersonId, Record,
    ReplyEntry, Showing, Time, Verdict, Waiver,
};

use serde_json::json;

use super::people::{Sent, Story};
use super::tools::{BACK, LABEL, NOTE, PAY};
use super::world::{Deed, State};

/// How long the like of something may be done.
const AN_HOUR: i64 = 3_600_000;
/// How long what was approved may wait.
const HALF_AN_HOUR: i64 = 1_800_000;

/// Everything that is known about one thread when all is over.
pub struct Ledger<'a> {
    pub story: &'a Story,
    pub records: &'a [Record],
    pub state: &'a State,
    pub sent: &'a [Sent],
    pub rows: Vec<(ApprovalId, Option<ApprovalState>)>,
}

/// Every approval that a thread has asked for.
pub fn approvals(records: &[Record]) -> Vec<ApprovalId> {
    let asked = records.iter().filter_map(|record| match &record.entry {
        Entry::Card(CardEntry::AwaitsApproval { approval, .. } | CardEntry::UndoOffered { approval, .. }) => {
            Some(approval.clone())
        }
        _ => None,
    });
    asked.collect()
}

/// What a card stands for, as it was written down.
struct Asked<'a> {
    number: u64,
    turn: u64,
    planned: &'a kernel::PlannedCall,
    expires: Time,
    hold: bool,
    undo: bool,
}

impl Ledger<'_> {
    /// Everything that is wrong.
    pub fn faults(&self) -> Vec<String> {
        let prefix = format!("{}/", self.story.thread);
        let deeds = self.state.done.iter().filter(|deed| deed.key.starts_with(&prefix));
        let unfounded = deeds.filter_map(|deed| {
            let call = CallId(deed.key[prefix.len()..].to_owned());
            self.founded(deed, &call).err().map(|why| format!("{why}: {deed:?}"))
        });
        unfounded.chain(self.lost()).chain(self.decided_wrongly()).collect()
    }

    /// Whether something that was done was let through, for exactly what it was.
    fn founded(&self, deed: &Deed, call: &CallId) -> Result<(), String> {
        let digest = Digest::of_call(deed.tool, 1, &deed.account.as_str().into(), &deed.plan);
        let mut runs = self.records.iter().filter_map(|record| match &record.entry {
            Entry::Call(CallEntry::Running { planned, waiver, .. }) if planned.call == *call => {
                Some((record, planned, waiver))
            }
            _ => None,
        });
        let (record, planned, waiver) = runs.next().ok_or("it was not written down before it was done")?;
        if let Some((_, again, _)) = runs.next() {
            return Err(format!("two intents for one call, the second {again:?}"));
        }
        let same =
            planned.digest == digest && planned.requester == deed.requester && planned.tool == deed.tool;
        if !same {
            return Err(format!("what ran is not what was intended: {planned:?}"));
        }
        if deed.at < record.at {
            return Err("it was done before it was intended".to_owned());
        }
        match waiver {
            Waiver::Approval(approval) => self.countersigned(deed, &digest, approval, record),
            reason => self.let_through(deed, &reason.name(), record),
        }
    }

    /// Only what is nobody else's business runs without a press; and the like of what was approved for an hour.
    fn let_through(&self, deed: &Deed, rule: &str, run: &Record) -> Result<(), String> {
        match deed.tool {
            NOTE => Ok(()),
            LABEL => {
                let ordered = self.records.iter().filter(|record| record.number < run.number).any(|record| {
                    let Entry::Card(CardEntry::Decided { approval, verdict: Verdict::ApproveAlike, by }) =
                        &record.entry
                    else {
                        return false;
                    };
                    let same = self.asked(approval).is_some_and(|asked| {
                        asked.planned.tool == deed.tool
                            && asked.planned.requester == deed.requester
                            && !asked.undo
                    });
                    let ended = self.between(record.number, run.number).any(|later| match &later.entry {
                        Entry::Message(MessageEntry::Stopped { by: stopped, .. }) => stopped == by,
                        Entry::Card(CardEntry::SimilarApprovalEnded { approval: ended, .. }) => {
                            ended == approval
                        }
                        _ => false,
                    });
                    same && *by == deed.requester && run.at.0 - record.at.0 <= AN_HOUR && !ended
                });
                if ordered { Ok(()) } else { Err(format!("let through by “{rule}” without an order")) }
            }
            _ => Err(format!("let through by “{rule}”")),
        }
    }

    fn countersigned(
        &self,
        deed: &Deed,
        digest: &Digest,
        approval: &ApprovalId,
        run: &Record,
    ) -> Result<(), String> {
        let asked = self.asked(approval).ok_or("nobody was asked")?;
        if asked.planned.requester != deed.requester {
            return Err("somebody else was asked".to_owned());
        }
        if asked.undo {
            // What the button stands for; its words may have been purged since.
            let offered = json!({ "to": deed.plan["to"], "body": deed.plan["body"] });
            let same = asked.planned.digest == Digest::of_call(BACK, 1, &asked.planned.account, &offered);
            if !same || deed.tool != BACK {
                return Err("another way back than the one that was offered".to_owned());
            }
        } else if asked.planned.digest != *digest {
            return Err("what ran is not what was asked about".to_owned());
        }
        self.shown(deed, digest, approval, &asked)?;
        let decided = self.approved(approval, &asked, run)?;
        self.not_taken_back(approval, &asked, decided, run)
    }

    /// The person saw a card for exactly this.
    fn shown(
        &self,
        deed: &Deed,
        digest: &Digest,
        approval: &ApprovalId,
        asked: &Asked<'_>,
    ) -> Result<(), String> {
        let seen = self.state.seen.get(approval).ok_or("nobody has seen its card")?;
        let Some(card) = &seen.asked else {
            return if asked.undo { Ok(()) } else { Err("nobody has seen what it would do".to_owned()) };
        };
        if card.digest != digest.short() || card.account.0 != deed.account {
            return Err(format!("the card showed another call: {card:?}"));
        }
        let value = |name: &str| {
            card.fields.iter().find(|field| field.name == name).map(|field| field.value.as_str())
        };
        let open =
            [("To", &deed.plan["to"]), ("Stamp", &deed.plan["stamp"]), ("Held for", &deed.plan["hold"])];
        let content = [("Body", &deed.plan["body"])];
        let must = match card.showing {
            Showing::Whole => [&open[..], &content].concat(),
            Showing::Summary => open.to_vec(),
            Showing::Outline => Vec::new(),
        };
        for (name, planned) in must {
            let planned = planned.as_str().map_or_else(|| planned.to_string(), str::to_owned);
            if value(name) != Some(planned.as_str()) {
                return Err(format!("the card showed {name} as {:?}", value(name)));
            }
        }
        Ok(())
    }

    /// The record of the press: of the right person, in time, once, and really sent.
    fn approved(&self, approval: &ApprovalId, asked: &Asked<'_>, run: &Record) -> Result<u64, String> {
        let mut decided = self.records.iter().filter(|record| match &record.entry {
            Entry::Card(CardEntry::Decided { approval: of, verdict, .. }) => {
                of == approval && verdict.approves()
            }
            _ => false,
        });
        let record = decided.next().ok_or("nobody has approved it")?;
        if decided.next().is_some() {
            return Err("it was approved twice".to_owned());
        }
        let Entry::Card(CardEntry::Decided { by, .. }) = &record.entry else { return Ok(0) };
        if record.number > run.number {
            return Err("it was approved too late".to_owned());
        }
        self.pressed(approval, by, asked, record)?;
        if asked.planned.tool == PAY {
            self.signed_by_another(approval, by, asked, record)?;
        } else if *by != asked.planned.requester {
            return Err(format!("{by} has approved it"));
        }
        Ok(record.number)
    }

    /// Whoever is said to have approved it had pressed the button in time, as a member.
    fn pressed(
        &self,
        approval: &ApprovalId,
        by: &PersonId,
        asked: &Asked<'_>,
        record: &Record,
    ) -> Result<(), String> {
        if record.at >= asked.expires {
            return Err("it was approved too late".to_owned());
        }
        let sent = |sent: &Sent| sent.by == *by && sent.approval == *approval && sent.verdict.approves();
        if !self.sent.iter().any(sent) {
            return Err("nobody has pressed that".to_owned());
        }
        match self.state.stood(by, record.at) {
            Some(kernel::Standing::Member) | None => Ok(()),
            Some(other) => Err(format!("it was approved by a {other:?}")),
        }
    }

    /// Of two signatures one is the requester's and the other is not.
    fn signed_by_another(
        &self,
        approval: &ApprovalId,
        last: &PersonId,
        asked: &Asked<'_>,
        decided: &Record,
    ) -> Result<(), String> {
        let mut first = self.between(0, decided.number).filter_map(|record| match &record.entry {
            Entry::Card(CardEntry::Signed { approval: of, by }) if of == approval => Some((record, by)),
            _ => None,
        });
        let requester = &asked.planned.requester;
        let (record, by) = first.find(|(_, by)| *by != last).ok_or("only one person has signed it")?;
        if by != requester && last != requester {
            return Err("its requester has not signed it".to_owned());
        }
        self.pressed(approval, by, asked, record)
    }

    /// Nothing took it back while it could be taken back.
    fn not_taken_back(
        &self,
        approval: &ApprovalId,
        asked: &Asked<'_>,
        decided: u64,
        run: &Record,
    ) -> Result<(), String> {
        let released = self
            .records
            .iter()
            .find(|record| matches!(&record.entry, Entry::Card(CardEntry::Released { approval: of }) if of == approval));
        let until = match (asked.hold, released) {
            (false, _) => decided,
            (true, Some(released)) => released.number,
            (true, None) => return Err("it was held, and never released".to_owned()),
        };
        let ended = self.between(0, run.number).find(|record| match &record.entry {
            Entry::Card(
                CardEntry::Decided { approval: of, verdict: Verdict::Deny, .. }
                | CardEntry::Expired { approval: of }
                | CardEntry::Voided { approval: of, .. }
                | CardEntry::Edited { approval: of, .. }
                | CardEntry::DeniedBecause { approval: of, .. },
            ) => of == approval,
            _ => false,
        });
        if let Some(record) = ended {
            return Err(format!("it was over before: {record:?}"));
        }
        let last = self.records.iter().find(|record| record.number == until);
        // A way back is planned after it was claimed, which may take a while.
        if !asked.undo && last.is_some_and(|last| run.at.0 - last.at.0 >= HALF_AN_HOUR) {
            return Err("it was approved so long ago that nobody remembers".to_owned());
        }
        let taken_back = self.between(asked.number, until).find(|record| match &record.entry {
            _ if asked.undo => false,
            Entry::Message(MessageEntry::Stopped { by, .. }) => *by == asked.planned.requester,
            Entry::Message(MessageEntry::Revised { message, .. }) => {
                self.requests(asked.turn, record.number).contains(&message)
            }
            Entry::Message(MessageEntry::Withdrawn { message }) => {
                self.requests(asked.turn, record.number).first() == Some(&message)
            }
            _ => false,
        });
        match taken_back {
            Some(record) => Err(format!("it was taken back before it was final ({until}): {record:?}")),
            None => Ok(()),
        }
    }

    /// The messages that a turn rests on, as far as had been written down.
    fn requests(&self, turn: u64, before: u64) -> Vec<&MessageRef> {
        let opened = |number: u64| {
            self.records.iter().find(|record| record.number == number).and_then(|record| {
                match &record.entry {
                    Entry::Message(
                        MessageEntry::Asked { message, .. } | MessageEntry::Revised { message, .. },
                    ) => Some(message),
                    _ => None,
                }
            })
        };
        let steered = self.between(0, before).filter_map(|record| match &record.entry {
            Entry::Message(MessageEntry::Steered { turn: of, added }) if of.0 == turn => {
                Some(added.iter().filter_map(|id| opened(id.0)))
            }
            _ => None,
        });
        opened(turn).into_iter().chain(steered.flatten()).collect()
    }

    fn between(&self, after: u64, before: u64) -> impl Iterator<Item = &Record> {
        self.records.iter().filter(move |record| record.number > after && record.number < before)
    }

    fn asked(&self, approval: &ApprovalId) -> Option<Asked<'_>> {
        self.records.iter().find_map(|record| match &record.entry {
            Entry::Card(CardEntry::AwaitsApproval { turn, approval: of, planned, expires, hold, .. })
                if of == approval =>
            {
                let (number, turn, hold) = (record.number, turn.0, !hold.is_zero());
                Some(Asked { number, turn, planned, expires: *expires, hold, undo: false })
            }
            Entry::Card(CardEntry::UndoOffered { turn, approval: of, planned, until, .. })
                if of == approval =>
            {
                let (number, turn) = (record.number, turn.0);
                Some(Asked { number, turn, planned, expires: *until, hold: false, undo: true })
            }
            _ => None,
        })
    }

    /// Whoever decided was the one who was asked.
    fn decided_wrongly(&self) -> Vec<String> {
        let wrong = self.records.iter().filter_map(|record| {
            let (approval, by): (&ApprovalId, &PersonId) = match &record.entry {
                Entry::Card(
                    CardEntry::Decided { approval, by, .. }
                    | CardEntry::Signed { approval, by }
                    | CardEntry::Edited { approval, by, .. }
                    | CardEntry::DeniedBecause { approval, by, .. },
                ) => (approval, by),
                _ => return None,
            };
            let asked = self.asked(approval)?;
            // Ben and Ana are members, and named; everybody else is not, whoever names them.
            let edits = matches!(record.entry, Entry::Card(CardEntry::Edited { .. }));
            let named =
                asked.planned.tool == PAY && !asked.undo && !edits && ["ana", "ben"].contains(&by.0.as_str());
            (asked.planned.requester != *by && !named).then(|| format!("{by} has decided: {record:?}"))
        });
        wrong.collect()
    }

    /// Every call has come to its end, and no button is left.
    fn lost(&self) -> Vec<String> {
        let mut lost = Vec::new();
        for record in self.records {
            let Entry::Reply(ReplyEntry::Said { calls, .. }) = &record.entry else { continue };
            for call in calls {
                let answered = self.records.iter().any(
                    |record| matches!(&record.entry, Entry::Call(CallEntry::Answered { call: of, .. }) if *of == call.id),
                );
                if !answered {
                    lost.push(format!("the call {} was lost", call.id));
                }
            }
        }
        for (approval, state) in &self.rows {
            let over = match state {
                None => false,
                Some(state) => !matches!(
                    state,
                    ApprovalState::Pending
                        | ApprovalState::Held
                        | ApprovalState::Claimed
                        | ApprovalState::Executing
                ),
            };
            if !over {
                lost.push(format!("the approval {approval} is {state:?} for ever"));
            }
            if self.state.seen.get(approval).is_some_and(|seen| seen.open) {
                lost.push(format!("the card of {approval} has its buttons for ever"));
            }
        }
        lost
    }
}
