//! Web pages as the text a person would see.

use super::plain::decode;
use crate::output::Output;

/// More of a page is not read, in bytes: its parts take up many times their size.
const LONGEST: usize = 8 * 1024 * 1024;

pub(super) fn read(bytes: &[u8], output: &mut Output) {
    let page = pages::read(&decode(bytes), LONGEST);
    let _full = output.push(page.words.trim());
    output.leave_out(page.removed);
    if page.cut {
        output.end();
    }
}
