//! The page: Slack, a mailbox, a calendar and files in a browser, for any person of the world.
//!
//! It acts through the same doors as the control API, so what is done here goes to the app over the real wire.

mod acts;
mod address;
mod assets;
mod blocks;
mod calendar;
mod canvas;
mod composed;
mod conversation;
mod dates;
mod document;
mod field;
mod files;
mod frame;
mod home;
mod live;
mod mail;
mod modal;
mod note;
mod notes;
mod page;
mod permalink;
mod places;
mod reader;
mod refused;
mod routes;
mod seen;
mod sheet;
mod sidebar;
mod sizes;
#[cfg(test)]
mod tame;
mod view;
mod writing;

pub use page::Page;
pub use routes::routes;

#[cfg(test)]
use tame::only_our_tags;
