//! Where blocks are shown.

use std::collections::BTreeSet;

use crate::reader::Reader;

/// The message whose blocks are shown, and the region of the page it is shown in.
#[derive(Clone, Copy)]
pub(crate) struct Spot<'a> {
    pub(crate) reader: &'a Reader,
    /// Keeps ids apart where one message is shown twice: in its channel and over its thread.
    pub(crate) region: &'static str,
    pub(crate) on: On<'a>,
    /// The actions whose links have been opened.
    pub(crate) opened: &'a BTreeSet<String>,
}

/// What the blocks stand on, which is told with every press.
#[derive(Clone, Copy)]
pub(crate) enum On<'a> {
    Message { channel: &'a str, ts: &'a str },
    Home,
    Modal,
}
