//! Web pages as the text a person would see.

use super::plain::decode;
use crate::output::Output;
use crate::protocol::Unreadable;

const WIDTH: usize = 100;

pub(super) fn read(bytes: &[u8], output: &mut Output) -> Result<(), Unreadable> {
    let text = html2text::config::plain()
        .raw_mode(true)
        .allow_width_overflow()
        .no_link_wrapping()
        .string_from_read(decode(bytes).as_bytes(), WIDTH)
        .map_err(Unreadable::damaged)?;
    let _full = output.push(text.trim());
    Ok(())
}
