//! Every kind of journal entry.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{
    Attached, Body, Compacted, Ending, KeptAnswer, Outcome, PlannedCall, Reach, Recollection, SaidCall,
    Waiver, Withheld,
};
use crate::{
    AccountId, Alarm, Alike, ApprovalId, CallId, ConsentId, Deciders, Digest, Face, FileId, Label, Mention,
    MessageRef, PersonId, Rating, Risk, RuleId, RuleScope, SharedFile, Showing, StandingRule, Time, TurnId,
    Usage, Verdict,
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Entry {
    /// Somebody wrote to us. Opens a turn.
    Asked {
        message: MessageRef,
        from: PersonId,
        words: Body,
        #[serde(default)]
        files: Vec<SharedFile>,
        /// The message that the question is about, where somebody pointed at one.
        #[serde(default)]
        about: Option<MessageRef>,
        /// What came with it and others may have written.
        #[serde(default)]
        quoted: Option<Body>,
        #[serde(default)]
        mentions: Vec<Mention>,
    },
    /// The model answered. The body is its whole reply, calls with arguments included.
    Said {
        turn: TurnId,
        reply: Body,
        calls: Vec<SaidCall>,
        usage: Usage,
        /// The newest record it had been shown.
        #[serde(default)]
        seen: u64,
        /// Which model it was.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        model: String,
        /// Where what it read by itself came from.
        #[serde(default = "Label::trusted", skip_serializing_if = "Label::is_trusted")]
        read: Label,
    },
    /// We end the turn in the model's place; the words are for the person.
    Silent {
        turn: TurnId,
        words: Body,
        ending: Ending,
    },
    /// A call waits for a countersignature. The effect is what the card shows.
    AwaitsApproval {
        turn: TurnId,
        approval: ApprovalId,
        planned: PlannedCall,
        effect: Body,
        why: String,
        /// The flow rules that object, by name.
        #[serde(default)]
        rules: Vec<String>,
        expires: Time,
        /// How long it can be taken back after it was countersigned.
        #[serde(default)]
        hold: Duration,
        #[serde(default)]
        risk: Risk,
        /// How much of the effect the card shows.
        #[serde(default)]
        showing: Showing,
        #[serde(default)]
        alike: Alike,
        /// What a standing rule could be made about here; nothing where none can be made.
        #[serde(default)]
        scope: Option<RuleScope>,
        #[serde(default)]
        deciders: Deciders,
    },
    /// A call waits for a sign-in.
    AwaitsConsent {
        turn: TurnId,
        call: CallId,
        consent: ConsentId,
        person: PersonId,
        needs: Vec<Vec<String>>,
        why: String,
    },
    /// The sign-in was offered to the person.
    ConsentOffered {
        consent: ConsentId,
        /// When it is given up.
        #[serde(default)]
        until: Option<Time>,
    },
    /// The person signed in.
    Connected {
        consent: ConsentId,
        account: AccountId,
        /// By what was offered for something else: what was offered for this still works.
        #[serde(default)]
        elsewhere: bool,
    },
    /// The person did not sign in; the words say why.
    Declined {
        consent: ConsentId,
        why: String,
    },
    /// The card stands in the thread, with this face.
    CardShown {
        approval: ApprovalId,
        message: MessageRef,
        face: Face,
    },
    Decided {
        approval: ApprovalId,
        verdict: Verdict,
        by: PersonId,
    },
    /// One of two has signed; it waits for the other.
    Signed {
        approval: ApprovalId,
        by: PersonId,
    },
    /// Somebody whom the policy names was shown the card, with this face; without a message where they cannot be.
    CopyShown {
        approval: ApprovalId,
        to: PersonId,
        message: Option<MessageRef>,
        face: Face,
    },
    /// Somebody pressed a button and it had no effect.
    ClickRefused {
        approval: ApprovalId,
        by: PersonId,
        why: String,
    },
    /// Nobody decided in time.
    Expired {
        approval: ApprovalId,
    },
    /// It can no longer be taken back, and runs now.
    Released {
        approval: ApprovalId,
    },
    /// What was done can be undone until then, by a button beside these words. The plan is what the unlisted tool gets.
    UndoOffered {
        turn: TurnId,
        approval: ApprovalId,
        planned: PlannedCall,
        words: Body,
        until: Time,
        /// The call it undoes.
        #[serde(default)]
        undoes: Option<CallId>,
    },
    /// The button was pressed, and this came of it.
    Undone {
        approval: ApprovalId,
        call: CallId,
        outcome: Outcome,
        words: Body,
        label: Label,
    },
    /// Taken back before anybody decided.
    Voided {
        approval: ApprovalId,
        why: String,
    },
    /// About to do it: from here until `Answered`, a crash means that it must be found out what happened.
    Running {
        turn: TurnId,
        planned: PlannedCall,
        waiver: Waiver,
        /// What the tracker saw in a call that no card has shown, by name.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        patterns: Vec<String>,
    },
    /// Something the tool must find again after a crash.
    Noted {
        call: CallId,
        note: Body,
    },
    /// A call came to its end. The body is what the model is told, fenced where it must be; or, where it is kept, the
    /// answer as it came.
    Answered {
        turn: TurnId,
        call: CallId,
        outcome: Outcome,
        words: Body,
        label: Label,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kept: Option<Box<KeptAnswer>>,
        /// What let it through or refused it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        gate: Option<String>,
        /// Which tool it was, by its own name; the model may have called it by another.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tool: Option<String>,
    },
    /// What became of a card whose call had been closed before. Opens a turn of its own.
    Resolved {
        approval: ApprovalId,
        call: CallId,
        outcome: Outcome,
        words: Body,
        label: Label,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kept: Option<Box<KeptAnswer>>,
    },
    /// The reply was posted.
    Posted {
        turn: TurnId,
        message: MessageRef,
    },
    /// Somebody said stop.
    Stopped {
        by: PersonId,
        /// The message in which they said it; none where it was a button or a command.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        said: Option<MessageRef>,
    },
    Finished {
        turn: TurnId,
        ending: Ending,
    },
    /// Somebody rewrote a message of theirs; these are its words now.
    Revised {
        message: MessageRef,
        from: PersonId,
        words: Body,
        /// Whether it would be for us if it were new.
        addressed: bool,
        #[serde(default)]
        mentions: Vec<Mention>,
        /// Files that they took out of it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        without: Vec<FileId>,
    },
    /// Somebody deleted a message of theirs.
    Withdrawn {
        message: MessageRef,
    },
    /// What the requester wrote meanwhile became part of the turn, in place of turns of its own.
    Steered {
        turn: TurnId,
        added: Vec<TurnId>,
    },
    /// Something was written in the thread that was not for us. Its words are not kept.
    Overheard {
        message: MessageRef,
    },
    /// What had been written in the thread, read for this turn.
    Recalled {
        turn: TurnId,
        messages: Vec<Recollection>,
        /// How many there were; those that are not among the messages were left out.
        total: usize,
        reach: Reach,
        /// Who wrote what was left out.
        others: Vec<PersonId>,
        /// What was noticed in the messages.
        #[serde(default)]
        alarm: Alarm,
    },
    /// Our reply was taken out of the thread.
    Removed {
        turn: TurnId,
    },
    /// Words that somebody took back, purged. Whatever came after the record `seen` keeps its words.
    Forgotten {
        digests: Vec<Digest>,
        seen: u64,
    },
    /// The reply is being written before people's eyes; first without a message, because one may be begun and the
    /// news of it lost.
    Drafting {
        turn: TurnId,
        message: Option<MessageRef>,
    },
    /// What was begun of the reply was taken away again.
    Undrafted {
        turn: TurnId,
    },
    /// Somebody said what they think of a reply.
    Rated {
        turn: TurnId,
        by: PersonId,
        rating: Rating,
    },
    /// Somebody gave the thread a title of their own.
    Titled {
        by: PersonId,
    },
    /// A call waits for a person's answer. The plan of the call is what they are asked.
    AskedPerson {
        turn: TurnId,
        approval: ApprovalId,
        planned: PlannedCall,
        expires: Time,
    },
    /// The person answered; by a reply in the thread, if the turn it would have opened is named.
    PersonAnswered {
        approval: ApprovalId,
        by: PersonId,
        answers: Body,
        #[serde(default)]
        reply: Option<TurnId>,
    },
    /// The person changed the arguments of a call that waited: it is planned anew with these.
    Edited {
        approval: ApprovalId,
        by: PersonId,
        arguments: Body,
    },
    /// Denied, with the person's own words for why.
    DeniedBecause {
        approval: ApprovalId,
        by: PersonId,
        words: Body,
    },
    /// These calls are shown on one card, and can be decided with one press.
    Grouped {
        group: ApprovalId,
        approvals: Vec<ApprovalId>,
    },
    /// The calls of a group are to be decided one by one.
    SetApart {
        group: ApprovalId,
    },
    /// The card of the group says so.
    ShownApart {
        group: ApprovalId,
    },
    /// What was approved along with this card is asked about again.
    #[serde(rename = "OrderEnded")]
    SimilarApprovalEnded {
        approval: ApprovalId,
        by: PersonId,
    },
    /// Somebody allowed calls like one that they approved for a while.
    RuleMade(Box<StandingRule>),
    /// Somebody took a standing rule back.
    RuleEnded {
        rule: RuleId,
        by: PersonId,
    },
    /// The answer is for the requester alone; without a message until it was told them.
    AnsweredApart {
        turn: TurnId,
        message: Option<MessageRef>,
        #[serde(default)]
        withheld: Withheld,
    },
    /// A card, or that of a group, is for its requester alone: outsiders can read the thread, or it takes no card.
    PutApart {
        card: ApprovalId,
    },
    /// What was told the requester alone can be posted in the thread until then, if they agree. The plan is the thread
    /// and the exact words.
    SharingOffered {
        turn: TurnId,
        approval: ApprovalId,
        planned: PlannedCall,
        /// What people call the place of the thread.
        place: String,
        until: Time,
    },
    /// The requester agreed, and this came of it; our own words say why it was not posted.
    Shared {
        approval: ApprovalId,
        outcome: Outcome,
        message: Option<MessageRef>,
        why: String,
    },
    /// The files of a message were read.
    Attached(Attached),
    /// Earlier turns are told in fewer words from now on.
    Compacted(Box<Compacted>),
    /// What a reply of the model took.
    Spent {
        turn: TurnId,
        /// Whom it served.
        person: PersonId,
        model: String,
        usage: Usage,
    },
    /// What the requester had before them when they asked, in our words around a name that others chose.
    Looked {
        turn: TurnId,
        at: Body,
    },
}
