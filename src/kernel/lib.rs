//! Layer 0: the types that every crate shares, and the ports through which the engine reaches the world.
//!
//! **Invariant:** nothing here does I/O, names a vendor, or needs an async runtime.

mod alarm;
mod audit;
mod call;
mod conversation;
mod deciders;
mod definition;
mod digest;
mod dry_run;
mod effect;
mod failure;
mod finding;
mod fitting;
mod flow;
mod form;
mod home;
mod ids;
mod inbound;
mod inquiry;
mod invisible;
mod journal;
mod label;
mod origin;
mod person;
mod plan;
pub mod ports;
mod raw;
mod reversible;
mod rule;
mod secret;
mod spec;
mod stop;
mod time;
mod tool;
mod view;

pub use alarm::Alarm;
pub use audit::AuditRecord;
pub use call::{Call, Notes};
pub use conversation::{Ended, Kept, Message, Reply, Request, Tier, ToolCall, ToolResult, Usage};
pub use deciders::{Deciders, Needed};
pub use definition::{Definition, Wording, any_object, any_objects};
pub use digest::{Digest, Permit};
pub use dry_run::DryRun;
pub use effect::{Alike, Done, Effect, Field, Privacy, Probe, Risk, Showing, Undo};
pub use failure::{Code, Failure, Hearer};
pub use finding::{Finding, Health};
pub use fitting::{argument, fitted};
pub use flow::{Deed, Flow, Sink, SinkKind, Span, Target, TargetState, Term, TermKind, TermRole};
pub use form::{FilledIn, Form, Line, LineTakes, Need, Purpose, Sending};
pub use home::{Button, Home, HomePress, Item, Link, Section, Tab};
pub use ids::{
    AccountId, ApprovalId, CallId, ChannelId, ConsentId, FileId, InboundId, MessageRef, Opening, PersonId,
    RuleId, ThreadId, TurnId,
};
pub use inbound::{Connection, Delivery, Ends, Inbound, Mention, Rating, SharedFile, Verdict, ViewedItem};
pub use inquiry::{Answers, Inquiry, Questions, Takes};
pub use invisible::is_invisible;
pub use journal::{
    Attached, Attachment, Blob, Body, CallEntry, CardEntry, Compacted, Content, Ending, Entry, KeptAnswer,
    MessageEntry, Outcome, PartOf, Picture, PlaceEntry, PlannedCall, Reach, Recollection, Record, ReplyEntry,
    RuleEntry, SaidCall, Waiver, Withheld, WordForm,
};
pub use label::{Integrity, Label, Labeled, Readers, Source};
pub use origin::{Capability, Origin};
pub use person::{Person, Standing};
pub use plan::Plan;
pub use raw::Raw;
pub use reversible::{ChangeState, Reversible, Unmade, make_change};
pub use rule::{RuleScope, RuleTerms, StandingRule, Whom, Width};
pub use secret::Secret;
pub use spec::{Asking, Kind, Listing, Scope, Spec};
pub use stop::Stop;
pub use time::Time;
pub use tool::{AnyTool, Tool, erase, erase_in};
pub use view::{
    AnsweredBy, Card, CardPress, CardReader, Face, GroupCard, GroupFace, InquiryCard, Lasting, Part, Press,
    SharingLine, UndoLine, View,
};
