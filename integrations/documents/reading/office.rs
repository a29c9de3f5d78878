//! Word documents and slides, as Markdown.

use undoc::docx::DocxParser;
use undoc::pptx::PptxParser;
use undoc::render::{RenderOptions, to_markdown};
use undoc::{Error, SectionMarkerStyle};

use crate::output::Output;
use crate::protocol::{Unreadable, count};

pub(super) fn document(bytes: &[u8], output: &mut Output) -> Result<(), Unreadable> {
    let document =
        DocxParser::from_bytes(bytes.to_vec()).and_then(|mut parser| parser.parse()).map_err(reason)?;
    let text = to_markdown(&document, &options()).map_err(reason)?;
    write(&text, output);
    Ok(())
}

/// Gives back how many slides there are.
pub(super) fn slides(bytes: &[u8], output: &mut Output) -> Result<u32, Unreadable> {
    let slides =
        PptxParser::from_bytes(bytes.to_vec()).and_then(|mut parser| parser.parse()).map_err(reason)?;
    let options = options().with_section_markers(SectionMarkerStyle::Comment);
    let text = to_markdown(&slides, &options).map_err(reason)?;
    write(&text, output);
    Ok(count(slides.sections.len()))
}

fn options() -> RenderOptions {
    RenderOptions { escape_special_chars: false, include_images: false, ..RenderOptions::default() }
}

/// All at once, so whether there was room is for the output to remember.
fn write(text: &str, output: &mut Output) {
    let _full = output.push(text.trim());
}

fn reason(error: Error) -> Unreadable {
    match error {
        Error::Encrypted => Unreadable::Encrypted,
        other => Unreadable::damaged(other),
    }
}
