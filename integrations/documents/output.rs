//! Text with a limit, and what was left out of it.

use std::ops::ControlFlow;

/// Takes text until there is no room; then says so, and takes no more.
pub(crate) struct Output {
    text: String,
    limit: usize,
    cut: bool,
    hidden: usize,
}

impl Output {
    pub(crate) fn new(limit: u64) -> Self {
        Self {
            text: String::new(),
            limit: usize::try_from(limit).unwrap_or(usize::MAX),
            cut: false,
            hidden: 0,
        }
    }

    pub(crate) fn push(&mut self, piece: &str) -> ControlFlow<()> {
        let room = self.limit.saturating_sub(self.text.len());
        let fitting = piece.get(..piece.floor_char_boundary(room)).unwrap_or_default();
        // After a cut nothing follows, not even a shorter piece: it would read as if nothing was missing.
        if !self.cut {
            self.text.push_str(fitting);
            self.cut = fitting.len() < piece.len();
        }
        if self.cut { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// There is more, but nobody reads it.
    pub(crate) fn end(&mut self) {
        self.cut = true;
    }

    /// So many things were left out because nobody could see them.
    pub(crate) fn leave_out(&mut self, hidden: usize) {
        self.hidden += hidden;
    }

    pub(crate) fn hidden(&self) -> usize {
        self.hidden
    }

    pub(crate) fn is_cut(&self) -> bool {
        self.cut
    }

    pub(crate) fn into_text(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_between_characters_and_nothing_follows() {
        let mut output = Output::new(5);
        assert!(output.push("äö").is_continue());
        assert!(output.push("ü").is_break());
        assert!(output.push("x").is_break());
        assert!(output.is_cut());
        assert_eq!(output.into_text(), "äö");
    }
}
