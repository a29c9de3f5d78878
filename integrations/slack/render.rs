//! Our view, as Slack's blocks.
//!
//! **Invariant:** no text that somebody else wrote – a model, a mail, a tool – can mention anybody, broadcast, load
//! an image, or look like a part of a card. Only this folder builds blocks.

mod aside;
mod blocks;
mod card;
mod draft;
mod emphasis;
mod fallback;
mod feedback;
mod fields;
mod group;
mod home;
mod inert;
mod inquiry;
mod lines;
mod literal;
mod long;
mod markdown;
mod page;
mod paper;
mod segments;
mod sharing;
mod table;
mod undo;

pub(crate) use draft::{draft_page, plan_title};
pub(crate) use home::home;
pub(crate) use inert::visible;
pub(crate) use long::{Long, long};
pub(crate) use markdown::{open_fence, settled};
pub(crate) use page::{Page, Rendered};
pub(crate) use paper::{pages, rendered, single};

#[cfg(test)]
mod tests;
