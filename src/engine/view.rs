//! What people see: cards, forms and messages, as plain values.

mod audience;
mod banners;
pub(crate) mod cards;
mod discretion;
pub(crate) mod forms;
mod invitation;
pub(crate) mod speech;
mod title;
pub(crate) mod tool_title;

pub use audience::PrivateResults;
pub(crate) use audience::{Drawn, Room, drawn, is_for_requester_alone, reaches_the_thread, room};
pub(crate) use banners::{banners, first_contacts, outsiders};
pub(crate) use discretion::{how_much, is_found, knowing};
pub(crate) use invitation::{ADDRESS, GOES_ON, invitation, paste_form};
pub(crate) use title::{shortened, title_of};
