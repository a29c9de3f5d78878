//! What people see: cards, forms and messages, as plain values.

mod banners;
pub(crate) mod cards;
pub(crate) mod forms;
mod invitation;
mod redaction;
pub(crate) mod speech;
mod title;
pub(crate) mod tool_title;
mod visibility;

pub(crate) use banners::{banners, first_contacts, outsiders};
pub(crate) use invitation::{ADDRESS, GOES_ON, invitation, paste_form};
pub(crate) use redaction::{is_found, knowing};
pub(crate) use title::{shortened, title_of};
pub use visibility::PrivateResults;
pub(crate) use visibility::{
    Drawn, Place, drawn, is_for_requester_alone, may_be_seen_early, place_of_card, place_of_reply,
    reaches_the_thread, showing_for, showing_of,
};
