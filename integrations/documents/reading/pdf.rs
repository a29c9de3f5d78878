//! PDF, page by page, as Markdown.

use std::ops::ControlFlow;

use unpdf::{Document, Error, Page, PageStreamOptions, ParseEvent, ParseOptions, PdfParser, RenderOptions};

use crate::output::Output;
use crate::protocol::Unreadable;

/// Gives back how many pages there are.
pub(super) fn read(bytes: &[u8], output: &mut Output) -> Result<u32, Unreadable> {
    stay_on_one_thread()?;
    let options = ParseOptions::new().sequential();
    let stream = PageStreamOptions::from(&options);
    let parser = PdfParser::from_bytes_with_options(bytes, options).map_err(reason)?;
    let mut render = RenderOptions::new();
    render.escape_special_chars = false;
    let mut failed = None;
    parser
        .for_each_page(stream, |event| match event {
            ParseEvent::PageParsed(page) => write(page, &render, output).unwrap_or_else(|error| {
                failed = Some(error);
                ControlFlow::Break(())
            }),
            ParseEvent::PageFailed { page, .. } => {
                output.push(&format!("<!-- page {page}: not readable -->\n\n"))
            }
            ParseEvent::DocumentStart { .. }
            | ParseEvent::Progress { .. }
            | ParseEvent::DocumentEnd { .. } => ControlFlow::Continue(()),
        })
        .map_err(reason)?;
    match (failed, parser.page_count()) {
        (Some(error), _) => Err(reason(error)),
        (None, 0) => Err(Unreadable::damaged("there are no pages in it")),
        (None, pages) => Ok(pages),
    }
}

/// The parser asks its thread pool for its size even when told to work in order, and that starts the pool.
fn stay_on_one_thread() -> Result<(), Unreadable> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .use_current_thread()
        .build_global()
        .map_err(Unreadable::damaged)
}

fn write(mut page: Page, render: &RenderOptions, output: &mut Output) -> Result<ControlFlow<()>, Error> {
    let number = page.number;
    page.elements.retain(|element| !element.is_image());
    let mut alone = Document::new();
    alone.add_page(page);
    let text = unpdf::render::to_markdown(&alone, render)?;
    Ok(match text.trim() {
        "" => output.push(&format!("<!-- page {number}: no text, perhaps a picture -->\n\n")),
        text => output.push(&format!("<!-- page {number} -->\n{text}\n\n")),
    })
}

fn reason(error: Error) -> Unreadable {
    match error {
        Error::Encrypted | Error::InvalidPassword => Unreadable::Encrypted,
        other => Unreadable::damaged(other),
    }
}
