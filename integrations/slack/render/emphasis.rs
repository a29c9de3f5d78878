//! Emphasis beside wide signs. Markdown does not see that `**「重要」**です` is emphasis: between a sign and a letter the stars
//! could as well begin it. A space of no width on their inner side says which.
//!
//! What is decided never depends on what comes after it, so a text can be shown while it is being written.

/// Looked at sign by sign, outside of code.
#[derive(Default)]
pub(super) struct Edges {
    last: Option<char>,
    last_but_one: Option<char>,
    /// We are in a run of stars: what stands before it.
    before_run: Option<char>,
    /// How many emphases are open.
    open: usize,
}

impl Edges {
    /// Whether something must stand between what came before and this sign.
    pub(super) fn gap_before(&mut self, sign: char) -> bool {
        let gap = match (sign, self.before_run) {
            ('*', None) => {
                self.before_run = Some(self.last.unwrap_or('\n'));
                self.open > 0 && self.last.is_some_and(|last| is_wide_sign(last, self.last_but_one))
            }
            ('*', Some(_)) | (_, None) => false,
            (_, Some(before)) => {
                self.before_run = None;
                self.begins(before, sign) && before.is_alphanumeric() && is_wide_sign(sign, Some(before))
            }
        };
        if sign == '\n' && self.last == Some('\n') {
            self.open = 0;
        }
        self.last_but_one = self.last.replace(sign);
        gap
    }

    /// Whether the run of stars between these two began an emphasis. A star with room on both sides is none.
    fn begins(&mut self, before: char, after: char) -> bool {
        let room_before = before.is_whitespace();
        if !after.is_whitespace() && (room_before || self.open == 0) {
            self.open += 1;
            return true;
        }
        if !room_before {
            self.open = self.open.saturating_sub(1);
        }
        false
    }
}

/// Quotation marks are everybody's; beside a wide letter they are wide too.
fn is_wide_sign(sign: char, neighbour: Option<char>) -> bool {
    match sign {
        '\u{3001}'..='\u{303f}'
        | '\u{ff01}'..='\u{ff0f}'
        | '\u{ff1a}'..='\u{ff20}'
        | '\u{ff3b}'..='\u{ff40}'
        | '\u{ff5b}'..='\u{ff65}' => true,
        '“' | '”' | '‘' | '’' | '…' | '—' | '·' => neighbour.is_some_and(is_wide_letter),
        _ => false,
    }
}

fn is_wide_letter(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}
