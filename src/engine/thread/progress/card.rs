//! How far one card has come.

use std::time::Duration;

use kernel::{
    Alike, Answers, ApprovalId, Body, CallId, Deciders, Face, MessageRef, Outcome, PersonId, PlannedCall,
    Questions, Risk, RuleScope, Showing, Time, TurnId, Verdict,
};
use serde_json::Value;

/// What its button does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CardKind {
    /// Countersigns a call.
    Question,
    /// Undoes what was done. Nobody waits for it.
    Undo,
    /// Answers a question.
    Inquiry,
    /// Posts an answer where others read it. Nobody waits for it.
    Sharing,
}

impl CardKind {
    /// Whether it comes after what was asked for, and nothing waits for its press.
    pub(crate) fn is_offer(self) -> bool {
        match self {
            Self::Undo | Self::Sharing => true,
            Self::Question | Self::Inquiry => false,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct CardProgress {
    pub(crate) kind: CardKind,
    /// The number of the record that asked for it.
    pub(crate) number: u64,
    pub(crate) approval: ApprovalId,
    pub(crate) turn: TurnId,
    pub(crate) planned: PlannedCall,
    /// What it shows: an effect, or the words beside an undo button.
    pub(crate) effect: Body,
    pub(crate) why: String,
    pub(crate) expires: Time,
    pub(crate) hold: Duration,
    pub(crate) state: CardState,
    pub(crate) shown: Option<(MessageRef, Face)>,
    /// Its call was answered before anybody decided: the outcome will be an event of its own.
    pub(crate) closed: bool,
    /// The model has been told the outcome.
    pub(crate) told: bool,
    /// Why it is to be taken back before anybody decides.
    pub(crate) taken_back: Option<&'static str>,
    pub(crate) risk: Risk,
    pub(crate) showing: Showing,
    /// Whether the like of it can be approved along with it.
    pub(crate) alike: Alike,
    /// Until when that holds, where it was.
    pub(crate) alike_until: Option<Time>,
    /// What a standing rule could be made about.
    pub(crate) scope: Option<RuleScope>,
    /// Who else may decide, or has to.
    pub(crate) deciders: Deciders,
    /// Who has signed while somebody else still has to.
    pub(crate) signed: Vec<PersonId>,
    /// What those have before them whom the policy names.
    pub(crate) copies: Vec<Copy>,
    /// What the person wrote: their answers, or why they denied it.
    pub(crate) response: Option<Body>,
    /// The turn that a reply in the thread would have opened, had it not answered this.
    pub(crate) reply: Option<TurnId>,
    /// That reply itself.
    pub(crate) replied_in: Option<MessageRef>,
    /// What of it was deleted, in a sentence: its words are not to be seen any more.
    pub(crate) deleted: Option<&'static str>,
    /// Where what was done can be seen.
    pub(crate) link: Option<String>,
    /// The group on whose card it stands.
    pub(crate) group: Option<ApprovalId>,
    /// Of an undo: the call that it undoes.
    pub(crate) undoes: Option<CallId>,
    /// It is for its requester alone, wherever the thread is.
    pub(crate) apart: bool,
    /// Of an offer to post an answer: what people call the place.
    pub(crate) place: String,
    /// When it was countersigned, or could no longer be taken back.
    pub(crate) decided: Option<Time>,
}

/// A card before somebody whom the policy names.
#[derive(Clone, Debug)]
pub(crate) struct Copy {
    pub(crate) to: PersonId,
    /// Nothing where they cannot be shown it.
    pub(crate) message: Option<MessageRef>,
    pub(crate) face: Face,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CardState {
    Pending,
    /// Countersigned, and can still be taken back.
    Held {
        by: PersonId,
        until: Time,
    },
    Approved {
        by: PersonId,
    },
    /// Begun, and no outcome written down.
    Running {
        by: PersonId,
    },
    Ended {
        by: PersonId,
        outcome: Outcome,
        words: String,
    },
    Denied {
        by: PersonId,
    },
    Expired,
    Void {
        why: String,
    },
    /// The person answered.
    Answered {
        by: PersonId,
    },
    /// The person changed the call, and another card stands for it.
    Changed {
        by: PersonId,
    },
}

/// What a card begins with.
pub(super) struct Asked<'a> {
    pub(super) kind: CardKind,
    pub(super) turn: TurnId,
    pub(super) approval: &'a ApprovalId,
    pub(super) planned: &'a PlannedCall,
    pub(super) expires: Time,
}

impl CardProgress {
    /// Of a card that asks its person something: the questions.
    pub(crate) fn questions(&self) -> Questions {
        let deleted = || Questions { about: "These words have been deleted.".to_owned(), asked: Vec::new() };
        serde_json::from_str(self.planned.plan.words()).unwrap_or_else(|_| deleted())
    }

    /// What the person answered; `None` once it has been deleted.
    pub(crate) fn answers(&self) -> Option<Answers> {
        serde_json::from_str(self.response.as_ref()?.words()).ok()
    }

    /// A card that waits.
    pub(super) fn new(number: u64, asked: &Asked<'_>) -> Self {
        let &Asked { kind, turn, approval, planned, expires } = asked;
        Self {
            kind,
            number,
            approval: approval.clone(),
            turn,
            planned: planned.clone(),
            effect: planned.plan.clone(),
            why: String::new(),
            expires,
            hold: Duration::ZERO,
            state: CardState::Pending,
            shown: None,
            closed: false,
            // The model asked for no offer, so it is owed no answer.
            told: kind.is_offer(),
            taken_back: None,
            undoes: None,
            decided: None,
            risk: Risk::Usual,
            showing: Showing::Whole,
            alike: Alike::Never,
            alike_until: None,
            scope: None,
            deciders: Deciders::default(),
            signed: Vec::new(),
            copies: Vec::new(),
            response: None,
            reply: None,
            replied_in: None,
            deleted: None,
            link: None,
            group: None,
            apart: kind == CardKind::Sharing,
            place: String::new(),
        }
    }

    /// What the card should say now.
    pub(crate) fn face(&self) -> Face {
        match self.deleted.filter(|_| self.is_over()) {
            Some(why) => Face::Forgotten { words: format!("{} {why}", self.became()) },
            None => self.face_with_words(),
        }
    }

    fn face_with_words(&self) -> Face {
        match &self.state {
            CardState::Pending if self.signed.is_empty() => Face::Pending,
            CardState::Pending => Face::Signed { by: self.signed.clone() },
            CardState::Held { by, until } => Face::Held { by: by.clone(), until: *until },
            CardState::Approved { by } | CardState::Running { by } => Face::Running { by: by.clone() },
            CardState::Ended { by, outcome, words } => match outcome {
                Outcome::Done => Face::Done { by: by.clone(), words: String::new() },
                Outcome::Failed(_) => Face::Failed { by: by.clone(), words: words.clone() },
                Outcome::Unknown => Face::Unknown { by: by.clone(), words: words.clone() },
            },
            CardState::Denied { by } => Face::Denied { by: by.clone() },
            CardState::Expired => Face::Expired,
            CardState::Void { why } => Face::Void { why: why.clone() },
            CardState::Answered { by } => Face::Answered { by: by.clone() },
            CardState::Changed { by } => Face::Changed { by: by.clone() },
        }
    }

    /// Whether nothing can become of it any more. An offer to post says nothing that could be deleted.
    fn is_over(&self) -> bool {
        match self.state {
            CardState::Pending
            | CardState::Held { .. }
            | CardState::Approved { .. }
            | CardState::Running { .. } => false,
            CardState::Ended { .. }
            | CardState::Denied { .. }
            | CardState::Expired
            | CardState::Void { .. }
            | CardState::Answered { .. }
            | CardState::Changed { .. } => self.kind != CardKind::Sharing,
        }
    }

    /// What became of it, without a word of what it was about.
    fn became(&self) -> String {
        let tool = &self.planned.tool;
        let outcome = match &self.state {
            CardState::Ended { outcome, .. } => Some(outcome),
            _ => None,
        };
        match (self.kind, outcome) {
            (CardKind::Inquiry, _) if matches!(self.state, CardState::Answered { .. }) => {
                "Answered.".to_owned()
            }
            (CardKind::Inquiry, _) => "Not answered.".to_owned(),
            (CardKind::Undo, Some(Outcome::Done)) => "Undone.".to_owned(),
            (CardKind::Undo, Some(Outcome::Failed(_))) => "Not undone.".to_owned(),
            (CardKind::Undo, Some(Outcome::Unknown)) => "Unknown whether it was undone.".to_owned(),
            (CardKind::Undo, None) => "The time to undo this is over.".to_owned(),
            (CardKind::Question | CardKind::Sharing, Some(Outcome::Done)) => format!("{tool}: done."),
            (CardKind::Question | CardKind::Sharing, Some(Outcome::Unknown)) => {
                format!("{tool}: unknown whether it happened.")
            }
            (CardKind::Question | CardKind::Sharing, Some(Outcome::Failed(_)) | None) => {
                format!("{tool}: not done.")
            }
        }
    }

    /// Whether the newest face is what people see.
    pub(crate) fn is_up_to_date(&self) -> bool {
        self.stands_as_it_is() && self.copies_due().next().is_none()
    }

    /// The same of the card in the thread alone.
    pub(crate) fn stands_as_it_is(&self) -> bool {
        self.shown.as_ref().is_some_and(|(_, shown)| *shown == self.face())
    }

    /// Those whom the policy names and who have not seen it as it is. Also when it is over: an attempt that a crash hid
    /// from us may have put its buttons before them.
    pub(crate) fn copies_due(&self) -> impl Iterator<Item = &PersonId> {
        let face = self.face();
        self.deciders.approvers.iter().filter(move |person| {
            let copy = self.copies.iter().find(|copy| copy.to == **person);
            copy.is_none_or(|copy| copy.message.is_some() && copy.face != face)
        })
    }

    /// Somebody whom the policy names has it before them.
    pub(super) fn copied(&mut self, copy: Copy) {
        self.copies.retain(|known| known.to != copy.to);
        self.copies.push(copy);
    }

    /// Whether nothing has happened yet that could not be taken back.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self.state, CardState::Pending | CardState::Held { .. })
    }

    /// Whether its approval covers another call of the same tool, in the same account, for the same person.
    pub(crate) fn covers(&self, planned: &PlannedCall, now: Time) -> bool {
        let same = self.planned.tool == planned.tool
            && self.planned.version == planned.version
            && self.planned.account == planned.account
            && self.planned.requester == planned.requester;
        same && self.alike_until.is_some_and(|until| now < until)
    }

    /// Somebody pressed a button.
    pub(super) fn decide(&mut self, verdict: Verdict, by: &PersonId, at: Time) {
        let by = by.clone();
        self.decided = Some(at);
        // Pressed where it was not offered, it approves this one and nothing else.
        let theirs = by == self.planned.requester;
        if verdict == Verdict::ApproveAlike
            && theirs
            && self.alike == Alike::InThisThread
            && self.withdrawn().is_none()
        {
            self.alike_until = Some(at.plus(Alike::LASTS));
        }
        self.state = match verdict {
            Verdict::Deny if matches!(self.state, CardState::Held { .. }) => {
                CardState::Void { why: "You took it back in time.".to_owned() }
            }
            Verdict::Deny => CardState::Denied { by },
            // A press that crossed with a stop, or with a change of the request: what came first counts. What is held is
            // taken back as anything that is held.
            Verdict::Approve | Verdict::ApproveAlike
                if self.hold.is_zero()
                    && let Some(why) = self.withdrawn() =>
            {
                CardState::Void { why }
            }
            Verdict::Approve | Verdict::ApproveAlike if self.hold.is_zero() => CardState::Approved { by },
            Verdict::Approve | Verdict::ApproveAlike => CardState::Held { by, until: at.plus(self.hold) },
        };
    }

    /// It was pressed in vain, and can be pressed again.
    pub(super) fn offer_again(&mut self) {
        self.state = CardState::Pending;
        self.decided = None;
    }

    /// It can no longer be taken back.
    pub(super) fn release(&mut self, at: Time) {
        if let CardState::Held { by, .. } = &self.state {
            self.decided = Some(at);
            // It may have been taken back in time, and nobody have come to say so.
            self.state = match self.withdrawn() {
                Some(why) => CardState::Void { why },
                None => CardState::Approved { by: by.clone() },
            };
        }
    }

    /// Why a question that is still open may not be carried out any more.
    fn withdrawn(&self) -> Option<String> {
        self.taken_back.filter(|_| self.is_open() && !self.kind.is_offer()).map(str::to_owned)
    }

    pub(super) fn tell(&mut self, outcome: Outcome, words: &Body) {
        self.told = true;
        if let CardState::Approved { by } | CardState::Running { by } = &self.state {
            self.link = (outcome == Outcome::Done).then(|| link_in(words.words())).flatten();
            // Our own sentence for people is the first line, behind the code; what is for the model and what strangers
            // said stands below it.
            let first = words.words().lines().next().unwrap_or_default();
            let words = first.split_once(": ").map_or(first, |(_, sentence)| sentence).to_owned();
            self.state = CardState::Ended { by: by.clone(), outcome, words };
        }
    }

    /// What came of an offer that was taken up, in our own words.
    pub(super) fn ended(&mut self, outcome: Outcome, words: String) {
        if let CardState::Approved { by } = &self.state {
            self.state = CardState::Ended { by: by.clone(), outcome, words };
        }
    }
}

/// The `link` in a tool's answer, fenced or not. Only the tool itself writes one there.
fn link_in(words: &str) -> Option<String> {
    let (begins, ends) = (words.find('{')?, words.rfind('}')?);
    let answer: Value = serde_json::from_str(words.get(begins..=ends)?).ok()?;
    let link = answer.get("link")?.as_str()?;
    link.starts_with("https://").then(|| link.to_owned())
}
