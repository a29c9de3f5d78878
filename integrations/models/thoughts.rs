//! What a model writes down for itself before it answers, in servers that do not keep it apart. It is nobody's to read, and
//! no answer: it is taken out piece by piece, before anything else looks at the words.

use kernel::Ended;

/// What stands around thoughts, by those who write them.
const SIGNS: [(&str, &str); 3] =
    [("<think>", "</think>"), ("<thinking>", "</thinking>"), ("[THINK]", "[/THINK]")];

#[derive(Default)]
pub(crate) struct Thoughts {
    place: Place,
    /// What is not decided yet.
    held: String,
    /// Whether there were any.
    any: bool,
}

/// Thoughts come first, or not at all: what stands further on is about such signs.
#[derive(Clone, Copy, Default)]
enum Place {
    #[default]
    Before,
    /// Until this comes.
    Within(&'static str),
    Past,
}

impl Thoughts {
    /// The next piece; what of it is said.
    pub(crate) fn take(&mut self, piece: &str) -> String {
        if matches!(self.place, Place::Past) {
            return piece.to_owned();
        }
        self.held.push_str(piece);
        loop {
            match self.place {
                Place::Past => return std::mem::take(&mut self.held),
                Place::Before => {
                    let begun = self.held.trim_start();
                    if let Some((opening, closing)) =
                        SIGNS.iter().find(|(opening, _)| begun.starts_with(opening))
                    {
                        self.held = begun.get(opening.len()..).unwrap_or_default().to_owned();
                        (self.place, self.any) = (Place::Within(closing), true);
                    } else if SIGNS.iter().any(|(opening, _)| opening.starts_with(begun)) {
                        return String::new();
                    } else {
                        // Nothing is said with the space that sets thoughts apart.
                        if self.any {
                            self.held = begun.to_owned();
                        }
                        self.place = Place::Past;
                    }
                }
                Place::Within(closing) => {
                    let Some(at) = self.held.find(closing) else {
                        self.forget(closing.len());
                        return String::new();
                    };
                    self.held = self.held.get(at + closing.len()..).unwrap_or_default().to_owned();
                    self.place = Place::Before;
                }
            }
        }
    }

    /// Nothing more comes; what is still said. Thoughts without an end are thoughts.
    pub(crate) fn end(&mut self, ended: Ended) -> String {
        let held = std::mem::take(&mut self.held);
        let nothing = ended == Ended::Length || (self.any && held.trim().is_empty());
        match self.place {
            // Half a sign, or the space behind thoughts.
            Place::Before if nothing => String::new(),
            Place::Before | Place::Past => held,
            Place::Within(_) => String::new(),
        }
    }

    /// Keeps only what may be the beginning of so long a sign.
    fn forget(&mut self, sign: usize) {
        let mut from = self.held.len().saturating_sub(sign);
        while !self.held.is_char_boundary(from) {
            from += 1;
        }
        self.held.drain(..from);
    }
}

/// Some write only the end of their thoughts, because the beginning was put into their mouths. Nobody can tell before it
/// comes; then what stood before it is no part of the answer. It stands on a line of its own, and in no block of code.
pub(crate) fn said_after_thinking(text: String) -> String {
    let ends = SIGNS.iter().filter_map(|(_, closing)| {
        let (before, after) = text.split_once(closing)?;
        let own_line = before.rsplit('\n').next().is_none_or(|line| line.trim().is_empty())
            && after.lines().next().is_none_or(|line| line.trim().is_empty());
        (own_line && !before.contains("```")).then(|| after.trim_start().to_owned())
    });
    let last = ends.min_by_key(String::len);
    last.unwrap_or(text)
}

#[cfg(test)]
mod tests;
