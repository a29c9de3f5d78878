//! How each part of a page looks to a reader: as it surely does, and as it does where more rules hold.

use ego_tree::NodeRef;
use scraper::node::Element;
use scraper::{ElementRef, Html, Node};

use crate::cover::{Beneath, Covers};
use crate::element::{Known, is_speck, link_colour, style_of};
use crate::look::Look;
use crate::sheet::{Sheet, Tangled};
use crate::verdict::Verdict;

/// So many elements may be in a box without letters in them.
const ELEMENTS_ASIDE: usize = 200;

/// The looks of everything that is open, and the page's style sheets.
pub(crate) struct Sight {
    sheet: Sheet,
    known: Known,
    outermost: Seen,
    /// The innermost last.
    open: Vec<Seen>,
    /// Elements so far: each is known by its number.
    entered: usize,
    /// Those that were known beforehand, and those that are found.
    known_covers: Covers,
    found_covers: Covers,
}

#[derive(Clone, Default)]
struct Seen {
    surely: Look,
    /// Where it is another.
    perhaps: Option<Look>,
    /// Whether the words in it wait for a click.
    is_folded: bool,
    /// The number of the element by whose edges lies what is out of the flow in it. That of the page is none.
    holder: usize,
    beneath: Vec<Beneath>,
}

/// Whether to go into an element.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Entered {
    Yes,
    /// Nobody sees anything of it.
    Hidden,
}

impl Sight {
    pub(crate) fn of(page: &Html) -> Self {
        Self::knowing(page, Covers::default())
    }

    /// With what was found to lie upon other text when the page was read before.
    pub(crate) fn knowing(page: &Html, covers: Covers) -> Self {
        let outermost = Seen { beneath: covers.on(0).into_iter().collect(), ..Seen::default() };
        Self {
            sheet: Sheet::of(page),
            known: Known::new(),
            outermost,
            open: Vec::new(),
            entered: 0,
            known_covers: covers,
            found_covers: Covers::default(),
        }
    }

    /// What lies upon other text of what was read.
    pub(crate) fn covers(self) -> Covers {
        self.found_covers
    }

    /// What is entered must be left.
    pub(crate) fn enter(&mut self, element: &Element, node: NodeRef<'_, Node>) -> Result<Entered, Tangled> {
        let around = self.open.last().unwrap_or(&self.outermost);
        let mut style = style_of(element, &mut self.known);
        style.verdict = style.verdict.max(folded(element, node)).max(replaced(node));
        let mut more = None;
        if let Some(element) = ElementRef::wrap(node) {
            more = self.sheet.add_to(&mut style, element, self.open.len())?;
        }
        if is_empty_of_words(element, node) {
            style.verdict = Verdict::Seen;
        }
        let link = link_colour(element);
        let perhaps = match (more, &around.perhaps) {
            (None, None) => None,
            (more, perhaps) => {
                let style = more.unwrap_or_else(|| style.clone());
                Some(perhaps.as_ref().unwrap_or(&around.surely).within(style, link))
            }
        };
        self.entered += 1;
        let surely = around.surely.within(style, link);
        let place = perhaps.as_ref().map(Look::place).filter(|place| place.is_cover());
        let place = place.unwrap_or(surely.place());
        let beneath = self.known_covers.beneath(&around.beneath, place, self.entered);
        let within = if place.is_on_page() { self.outermost.holder } else { around.holder };
        let holder = if place.holds_others() { self.entered } else { around.holder };
        let is_folded = is_folded(element);
        let mut seen = Seen { surely, perhaps, is_folded, holder, beneath };
        for look in [Some(&mut seen.surely), seen.perhaps.as_mut()].into_iter().flatten() {
            if look.room().is_some_and(|room| is_longer(node, room)) {
                look.doubt();
            }
        }
        if seen.surely.of_image() == Verdict::Hidden {
            self.doubt_table_of(element);
        }
        let is_gone = |look: &Look| {
            look.is_gone() || (is_speck(element) && element.attr("alt").is_some_and(|alt| !alt.is_empty()))
        };
        if is_gone(&seen.surely) && seen.perhaps.as_ref().is_none_or(is_gone) {
            return Ok(Entered::Hidden);
        }
        if place.is_cover() && seen.surely.of_image() != Verdict::Hidden {
            self.found_covers.add(within, place, self.entered);
        }
        self.open.push(seen);
        Ok(Entered::Yes)
    }

    /// A column that is collapsed takes its cells with it, which lie elsewhere in the table.
    fn doubt_table_of(&mut self, element: &Element) {
        let above = match element.name() {
            "colgroup" => 1,
            "col" => 2,
            _ => return,
        };
        let table = self.open.len().checked_sub(above).and_then(|place| self.open.get_mut(place));
        if let Some(table) = table {
            table.surely.doubt();
            table.perhaps.as_mut().map(Look::doubt);
        }
    }

    pub(crate) fn leave(&mut self) {
        self.open.pop();
    }

    /// Of text in what is open.
    pub(crate) fn of_text(&self) -> Verdict {
        let is_folded = self.open.last().is_some_and(|seen| seen.is_folded);
        let beneath = &self.open.last().unwrap_or(&self.outermost).beneath;
        let is_covered = beneath.iter().any(Beneath::is_covered);
        self.verdict(Look::verdict).max(Verdict::doubtful_if(is_folded || is_covered))
    }

    pub(crate) fn of_image(&self) -> Verdict {
        self.verdict(Look::of_image)
    }

    fn verdict(&self, of: impl Fn(&Look) -> Verdict) -> Verdict {
        let Some(seen) = self.open.last() else { return Verdict::Seen };
        let surely = of(&seen.surely);
        let verdict = seen.perhaps.as_ref().map_or(surely, |perhaps| surely.or(of(perhaps)));
        if self.sheet.is_tangled() { verdict.max(Verdict::Doubtful) } else { verdict }
    }
}

fn is_folded(element: &Element) -> bool {
    element.name() == "details" && element.attr("open").is_none()
}

/// What is folded away until somebody clicks.
fn folded(element: &Element, node: NodeRef<'_, Node>) -> Verdict {
    let within = node.parent().and_then(|parent| parent.value().as_element());
    Verdict::doubtful_if(within.is_some_and(is_folded) && element.name() != "summary")
}

/// Words beside a tree of its own are seen only where that tree has a place for them.
fn replaced(node: NodeRef<'_, Node>) -> Verdict {
    let mut within = node.children().filter_map(|child| child.value().as_element());
    let is_tree = |element: &Element| {
        element.name() == "template"
            && (element.attr("shadowrootmode").is_some() || element.attr("shadowroot").is_some())
    };
    Verdict::doubtful_if(within.any(is_tree))
}

/// Whether more than so many letters are in it, or more elements than belong to so few.
fn is_longer(node: NodeRef<'_, Node>, room: usize) -> bool {
    let mut letters = 0_usize;
    for (place, node) in node.descendants().enumerate() {
        if let Node::Text(text) = node.value() {
            letters += text.trim().chars().take(room + 1).count();
        }
        if letters > room || place > room + ELEMENTS_ASIDE {
            return true;
        }
    }
    false
}

/// Of these elements with nothing in them, nothing is hidden.
fn is_empty_of_words(element: &Element, node: NodeRef<'_, Node>) -> bool {
    let spare = matches!(
        element.name(),
        "audio" | "canvas" | "datalist" | "iframe" | "noembed" | "noframes" | "object" | "title" | "video"
    );
    spare && !node.has_children() && element.attr("srcdoc").is_none() && element.attr("style").is_none()
}
