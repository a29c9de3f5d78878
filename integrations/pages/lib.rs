//! HTML as the text a person would see: mail, descriptions, files.
//!
//! Takes out what is hidden, and counts it: it is how instructions are smuggled past people. Knows neither where a page
//! came from nor who asks for it.

mod colour;
mod harmless;
mod html;
mod look;
mod page;
mod reader;
mod sheet;
mod shown;
mod style;
mod visible;

pub use harmless::{Harmless, harmless};
pub use html::{read, unescaped};
pub use shown::Shown;
pub use visible::{Visible, visible};
