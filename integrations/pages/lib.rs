//! HTML as the text a person would see: mail, descriptions, files.
//!
//! Takes out what is hidden, and counts it: it is how instructions are smuggled past people. Where it cannot be told
//! whether somebody sees it, it stays and is marked. Knows neither where a page came from nor who asks for it.

mod boxes;
mod colour;
mod cover;
mod css;
mod css_text;
mod element;
mod harmless;
mod html;
mod length;
mod look;
mod meaning;
mod media;
mod page;
mod property;
mod reader;
mod selector;
mod shape;
mod sheet;
mod shown;
mod sight;
mod style;
mod verdict;
mod visible;

pub use harmless::{Harmless, harmless};
pub use html::{read, unescaped};
pub use shown::Shown;
pub use visible::{Visible, visible};

#[cfg(test)]
mod tests;
