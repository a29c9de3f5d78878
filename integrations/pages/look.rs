//! What text is written with and on: the ink and the paper, as elements hand them on to what is in them.

use crate::colour::Colour;
use crate::style::{Ink, Paper, Style};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    ink: Colour,
    /// None where it is a picture.
    paper: Option<Colour>,
}

impl Default for Look {
    fn default() -> Self {
        Self { ink: Colour::BLACK, paper: Some(Colour::WHITE) }
    }
}

impl Look {
    /// That of an element in this one.
    pub(crate) fn within(self, style: &Style) -> Self {
        let ink = match style.ink.map(|ink| ink.value) {
            Some(Ink::Of(colour)) => colour,
            Some(Ink::Inherited) | None => self.ink,
        };
        let paper = match style.paper.map(|paper| paper.value) {
            Some(Paper::Of(colour)) => self.under(colour),
            Some(Paper::Inky) => self.under(ink),
            Some(Paper::Picture) => None,
            None => self.paper,
        };
        Self { ink, paper }
    }

    /// Whether nobody can tell the ink from the paper.
    pub(crate) fn hides(self) -> bool {
        self.ink.is_faint() || self.paper.is_some_and(|paper| self.ink.over(paper).is_like(paper))
    }

    fn under(self, colour: Colour) -> Option<Colour> {
        match self.paper {
            Some(below) => Some(colour.over(below)),
            None => colour.is_full().then_some(colour),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::INLINE;

    /// Whether text is hidden in elements with these styles, one within the other.
    fn hidden(styles: &[&str]) -> bool {
        let within = |look: Look, style: &&str| look.within(&Style::read(style, INLINE));
        styles.iter().fold(Look::default(), within).hides()
    }

    #[test]
    fn ink_on_paper_of_its_own_colour_is_hidden() {
        for styles in [
            &["color:#FFF;background-color:white"][..],
            &["background:#123456;color:#123456"],
            &["color:#fefefe;background:rgb(255, 255, 255)"],
            &["color:rgba(0, 0, 0, 0.01)"],
            &["color:transparent;background:url(x.png)"],
            &["color:snow"],
            &["color:#fff", "font-weight:bold"],
            &["background:#222", "background:transparent", "color:#202020"],
            &["background:#000", "background:#fff", "color:#fff"],
            &["color:white", "color:nonsense"],
            &["color:red;background:currentColor"],
            &["background:rgba(0,0,0,0.02);color:#fff"],
        ] {
            assert!(hidden(styles), "{styles:?}");
        }
    }

    #[test]
    fn ink_on_other_paper_is_seen() {
        for styles in [
            &[][..],
            &["color:#fff;background:#000"],
            &["background-color:#1a1a2e", "padding:0", "color:#ffffff"],
            &["color:#fff", "background:#2563eb"],
            &["color:#333;background:#fff url(x.png)"],
            &["background:url(x.png)", "color:#fff"],
            &["background:url(x.png)", "background:rgba(255,255,255,.2)", "color:#fff"],
            &["color:#fff", "color:#111"],
            &["color:#8a8a8a"],
            &["background:rgba(0,0,0,0.6);color:#fff"],
        ] {
            assert!(!hidden(styles), "{styles:?}");
        }
    }
}
