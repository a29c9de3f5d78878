//! What people are shown, in our own plain words; the chat integration turns it into its blocks.

use serde::{Deserialize, Serialize};

use crate::{
    AccountId, Alike, ApprovalId, ConsentId, Deciders, Field, FilledIn, Item, PersonId, Questions, Risk,
    Showing, Time, TurnId,
};

/// One message to people.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    pub parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// Markdown, written by the model.
    Words(String),
    /// Plain text, written by us.
    Plain(String),
    /// What can be typed, written by us: that stands between backticks.
    Guide(String),
    /// A question to countersign, and what became of it.
    Card(Box<Card>),
    /// Something that was done, and the button that undoes it.
    Undo(Box<UndoLine>),
    /// A button that opens an address of ours.
    Link { label: String, url: String },
    /// A button that comes back to us as an [`Inbound`](crate::Inbound).
    Button { label: String, press: Press },
    /// Two small buttons that say what somebody thinks of the reply to a turn.
    Feedback(TurnId),
    /// Questions to a person, and what they answered.
    Inquiry(Box<InquiryCard>),
    /// Several calls that are countersigned together.
    Group(Box<GroupCard>),
    /// One thing of a list, as it stands on somebody's own page.
    Item(Box<Item>),
    /// The button that posts an answer where others read it.
    Sharing(Box<SharingLine>),
}

/// What a button outside a card does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Press {
    /// Forget the grant for this account.
    Disconnect(AccountId),
    /// Paste the address a sign-in ended at.
    PasteAddress(ConsentId),
    /// Give up a sign-in that is under way.
    CancelSignIn(ConsentId),
    /// Do something about a card beside deciding it.
    OnCard(CardPress),
    /// Forget the grant for this account, if it is still the one that was there when the person was asked.
    DisconnectAsAsked(AccountId, Time),
    /// Stop everything that was going on for the person when they were asked.
    StopAsAsked(Time),
    /// Undo this, or take it back while it is held.
    TakeBack(ApprovalId),
}

/// What the buttons of a card do beside deciding it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CardPress {
    /// Choose an answer, counted from 0.
    Choose(ApprovalId, usize),
    /// Answer what was asked in a form.
    Answer(ApprovalId),
    /// See another of the questions, counted from 0; what was answered so far goes along.
    Turn(ApprovalId, usize, FilledIn),
    /// Change the arguments of a call that waits.
    Edit(ApprovalId),
    /// Deny, and say why.
    DenyBecause(ApprovalId),
    /// Read everything that a card stands for.
    ViewAll(ApprovalId),
    /// Approve every call of a group.
    ApproveAll(ApprovalId),
    /// Deny every call of a group.
    DenyAll(ApprovalId),
    /// Decide the calls of a group one by one.
    OneByOne(ApprovalId),
    /// Approve, and make a standing rule of it.
    Always(ApprovalId),
}

/// The approval card. Built by the engine from the canonical call.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    pub approval: ApprovalId,
    pub face: Face,
    /// What would happen, in one sentence.
    pub sentence: String,
    pub account: AccountId,
    /// What a person should see at once.
    pub banners: Vec<String>,
    /// Every effective argument.
    pub fields: Vec<Field>,
    /// Why it is asked, and what to watch out for.
    pub why: String,
    pub requester: PersonId,
    /// Who else may decide, or has to.
    pub deciders: Deciders,
    /// Before whom this one stands.
    pub reader: CardReader,
    pub expires: Time,
    /// The first characters of the digest.
    pub digest: String,
    pub risk: Risk,
    /// How much of it stands here.
    pub showing: Showing,
    /// Whether the like of it can be approved along with it.
    pub alike: Alike,
    /// Whether a standing rule can be made of it.
    pub lasting: Lasting,
    /// Where what was done can be seen.
    pub link: Option<String>,
    /// Why it was denied, in the words of whoever did; may be empty.
    pub reason: String,
}

/// Before whom a card stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardReader {
    /// The person who asked, and whoever reads the thread.
    Requester,
    /// Somebody whom the policy names, alone.
    Approver,
}

/// Whether a card can become a standing rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasting {
    No,
    Offered,
}

/// Questions to one person.
#[derive(Clone, Debug, PartialEq)]
pub struct InquiryCard {
    pub approval: ApprovalId,
    pub face: Face,
    pub questions: Questions,
    /// What was answered, in one text.
    pub answer: String,
    pub requester: PersonId,
    pub expires: Time,
    pub answered_by: AnsweredBy,
}

/// How somebody can answer where they are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnsweredBy {
    /// With the buttons, or a message in the same thread.
    Message,
    /// With the buttons.
    Button,
}

/// Several calls of one tool, decided with one press; each stays bound by its own digest.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupCard {
    /// What a press names.
    pub group: ApprovalId,
    pub calls: Vec<Card>,
    pub face: GroupFace,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupFace {
    /// Buttons live.
    Open,
    /// Nothing in it can be decided any more.
    Settled,
}

/// One line about what was done, and what has become of the offer to undo it.
#[derive(Clone, Debug, PartialEq)]
pub struct UndoLine {
    pub approval: ApprovalId,
    pub words: String,
    pub face: Face,
    pub requester: PersonId,
    pub until: Time,
}

/// An offer to post an answer where others read it, and what has become of it.
#[derive(Clone, Debug, PartialEq)]
pub struct SharingLine {
    pub approval: ApprovalId,
    /// What people call the place, e.g. `#room`.
    pub place: String,
    pub face: Face,
    pub until: Time,
}

/// What a card says about the state of its call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Face {
    /// Buttons live.
    Pending,
    /// Buttons live; one of two has signed.
    Signed {
        by: Vec<PersonId>,
    },
    /// Approved, and it runs then unless it is taken back.
    Held {
        by: PersonId,
        until: Time,
    },
    /// Approved; the call runs.
    Running {
        by: PersonId,
    },
    Done {
        by: PersonId,
        words: String,
    },
    Failed {
        by: PersonId,
        words: String,
    },
    /// Nobody can tell whether it happened.
    Unknown {
        by: PersonId,
        words: String,
    },
    Denied {
        by: PersonId,
    },
    Expired,
    /// Taken back before anybody decided.
    Void {
        why: String,
    },
    /// The person answered what they were asked.
    Answered {
        by: PersonId,
    },
    /// The person changed the call; another card stands for what it is now.
    Changed {
        by: PersonId,
    },
    /// Somebody deleted what it was about: nothing of it stands there any more but this.
    Forgotten {
        words: String,
    },
}

impl View {
    pub fn plain(words: impl Into<String>) -> Self {
        Self { parts: vec![Part::Plain(words.into())] }
    }

    pub fn guide(words: impl Into<String>) -> Self {
        Self { parts: vec![Part::Guide(words.into())] }
    }

    pub fn words(words: impl Into<String>) -> Self {
        Self { parts: vec![Part::Words(words.into())] }
    }

    pub fn card(card: Card) -> Self {
        Self { parts: vec![Part::Card(Box::new(card))] }
    }

    pub fn undo(line: UndoLine) -> Self {
        Self { parts: vec![Part::Undo(Box::new(line))] }
    }

    /// Whether something in it is to be countersigned.
    pub fn asks(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Card(_) | Part::Group(_)))
    }

    #[must_use]
    pub fn with(mut self, part: Part) -> Self {
        self.parts.push(part);
        self
    }
}
