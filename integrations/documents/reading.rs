//! From bytes to text, by kind. Runs in the child alone.

mod office;
mod pdf;
mod plain;
mod rtf;
mod sheets;
mod web;

use crate::kind::{Claim, Kind};
use crate::limits::Limits;
use crate::output::Output;
use crate::protocol::{Read, Unreadable};
use crate::sniff::sniff;

pub(crate) fn read(
    bytes: &[u8],
    claim: Option<Claim>,
    limits: &Limits,
    output: &mut Output,
) -> Result<Read, Unreadable> {
    let kind = sniff(bytes, claim, limits)?;
    let parts = match kind {
        Kind::Pdf => Some(pdf::read(bytes, output)?),
        Kind::Docx => {
            office::document(bytes, output)?;
            None
        }
        Kind::Pptx => Some(office::slides(bytes, output)?),
        Kind::Xlsx => Some(sheets::excel(bytes, output)?),
        Kind::Xlsb => Some(sheets::binary(bytes, output)?),
        Kind::Xls => Some(sheets::old(bytes, output)?),
        Kind::Ods => Some(sheets::open_document(bytes, output)?),
        Kind::Html => {
            web::read(bytes, output);
            None
        }
        Kind::Rtf => {
            rtf::read(bytes, output);
            None
        }
        Kind::Text => {
            plain::read(bytes, output);
            None
        }
    };
    Ok(Read { kind, parts, cut: output.is_cut(), hidden: output.hidden() })
}
