//! A page's own style sheets: which of their rules apply to an element.
//!
//! Keeps those rules alone that could make something vanish. Every rule is filed under the id, the class or the name that
//! an element must have, so that few are tried on each.

use std::collections::HashMap;

use scraper::{ElementRef, Html, Selector};

use crate::style::{INLINE, SHEET, Style, without_comments};

/// So many steps are taken to try rules on the elements of one page. It takes a page made for it to need more.
const PATIENCE: usize = 20_000_000;

pub(crate) struct Sheet {
    rules: Vec<Rule>,
    by_id: HashMap<String, Vec<usize>>,
    by_class: HashMap<String, Vec<usize>>,
    by_name: HashMap<String, Vec<usize>>,
    for_any: Vec<usize>,
    patience: usize,
}

/// A page too tangled to be read to its end.
pub(crate) struct Tangled;

struct Rule {
    selector: Selector,
    style: Style,
    reach: Reach,
}

/// How far one has to look to see whether a rule applies.
#[derive(Clone, Copy)]
enum Reach {
    Element,
    /// What it is in, and what is beside it.
    Around,
    /// What is in it, too.
    Within,
}

impl Sheet {
    pub(crate) fn of(page: &Html) -> Self {
        let mut sheet = Self {
            rules: Vec::new(),
            by_id: HashMap::new(),
            by_class: HashMap::new(),
            by_name: HashMap::new(),
            for_any: Vec::new(),
            patience: PATIENCE,
        };
        let Ok(styles) = Selector::parse("style") else { return sheet };
        let source: String = page.select(&styles).flat_map(|style| style.text()).collect();
        // Old pages hide their style sheets from older browsers.
        let source = without_comments(&source).replace("<!--", "").replace("-->", "");
        for (selectors, declarations) in rules(&source) {
            sheet.take(selectors, declarations);
        }
        sheet
    }

    /// Adds what the rules say of this element, so many elements deep in the page.
    pub(crate) fn add_to(
        &mut self,
        style: &mut Style,
        element: ElementRef<'_>,
        depth: usize,
    ) -> Result<(), Tangled> {
        if self.rules.is_empty() {
            return Ok(());
        }
        let (value, rules) = (element.value(), &self.rules);
        let filed = self.by_name.get(value.name()).into_iter();
        let filed = filed.chain(value.id().and_then(|id| self.by_id.get(id)));
        let filed = filed.chain(value.classes().filter_map(|class| self.by_class.get(class)));
        for rule in filed.flatten().chain(&self.for_any).filter_map(|place| rules.get(*place)) {
            self.patience = self.patience.checked_sub(rule.reach.steps(element, depth)).ok_or(Tangled)?;
            if rule.selector.matches(&element) {
                style.add(&rule.style);
            }
        }
        Ok(())
    }

    fn take(&mut self, selectors: &str, declarations: &str) {
        if Style::read(declarations, SHEET).says_nothing() {
            return;
        }
        // A comma in brackets does not part two selectors.
        let many = if selectors.contains(['(', '[', '"', '\\']) { 1 } else { usize::MAX };
        for one in selectors.splitn(many, ',').map(str::trim) {
            let Ok(selector) = Selector::parse(one) else { continue };
            let place = self.rules.len();
            let style = Style::read(declarations, weight(one, place));
            self.rules.push(Rule { selector, style, reach: Reach::of(one) });
            self.file(one).push(place);
        }
    }

    /// The rules for the id, the class or the name that an element must have for this selector.
    fn file(&mut self, selector: &str) -> &mut Vec<usize> {
        if selector.contains(['(', '[', '"', '\\', '|']) {
            return &mut self.for_any;
        }
        let parts = |letter: char| matches!(letter, '>' | '+' | '~') || letter.is_ascii_whitespace();
        let last = selector.rsplit(parts).next().unwrap_or_default();
        let named = |mark: char| {
            let (_, after) = last.split_once(mark)?;
            after.split(['#', '.', ':']).next().map(str::to_owned)
        };
        if let Some(id) = named('#') {
            self.by_id.entry(id).or_default()
        } else if let Some(class) = named('.') {
            self.by_class.entry(class).or_default()
        } else {
            match last.split(':').next() {
                None | Some("" | "*") => &mut self.for_any,
                Some(name) => self.by_name.entry(name.to_ascii_lowercase()).or_default(),
            }
        }
    }
}

impl Reach {
    fn of(selector: &str) -> Self {
        if selector.contains('(') {
            Self::Within
        } else if selector.contains([':', '>', '+', '~', ' ', '\t', '\n', '\r', '\u{c}']) {
            Self::Around
        } else {
            Self::Element
        }
    }

    /// About what a try costs, counted in elements looked at.
    fn steps(self, element: ElementRef<'_>, depth: usize) -> usize {
        const TRY: usize = 10;
        let around = || depth + element.parent().map_or(0, |parent| parent.children().count());
        match self {
            Self::Element => TRY,
            Self::Around => TRY + around(),
            Self::Within => TRY + around() + element.descendants().count(),
        }
    }
}

/// What names an id weighs more than what names classes; beyond that, what comes later weighs more.
fn weight(selector: &str, place: usize) -> u32 {
    let count = |marks: &[char]| selector.matches(marks).count();
    let marks = count(&['#']).min(3) * 4 + count(&['.', '[', ':']).min(3);
    let places = 4096;
    let weight = marks * places + place.min(places - 1);
    SHEET + u32::try_from(weight).unwrap_or(u32::MAX).min(INLINE - SHEET - 1)
}

/// The selectors and declarations of the rules that hold always, not on some devices only.
fn rules(sheet: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut rest = sheet;
    while let Some((head, tail)) = rest.split_once('{') {
        // Whatever ended before: a block that was gone into, or a line like `@import`.
        let head = head.rsplit(['}', ';']).next().unwrap_or(head).trim();
        rest = if !head.starts_with('@') {
            let (declarations, after) = tail.split_once('}').unwrap_or((tail, ""));
            found.push((head, declarations));
            after
        } else if is_always_on(head) {
            tail
        } else {
            after_block(tail)
        };
    }
    found
}

/// Whether a block of rules is for every screen.
fn is_always_on(head: &str) -> bool {
    let head = head.to_ascii_lowercase();
    let Some(media) = head.strip_prefix("@media") else { return false };
    media.split(',').any(|kind| matches!(kind.trim(), "" | "all" | "screen" | "only screen" | "only all"))
}

/// What follows the block that has just begun, with the blocks in it.
fn after_block(block: &str) -> &str {
    let mut depth = 1_usize;
    for (index, letter) in block.bytes().enumerate() {
        match letter {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return block.get(index + 1..).unwrap_or_default();
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rules_that_always_hold_count() {
        let sheet = "@charset 'utf-8'; .b, p.c { color: red; display: none } @media print { .d { display:none } } \
                     .e{opacity:.5} @media screen, print { .g{display:none} .h{color:red} } .k{} \
                     @media (max-width: 600px) { .i{display:none} @media all { .j{} } } .l{top:0";
        let selectors: Vec<&str> = rules(sheet).into_iter().map(|(selectors, _)| selectors).collect();
        assert_eq!(selectors, [".b, p.c", ".e", ".g", ".h", ".k", ".l"]);
    }

    #[test]
    fn blocks_in_one_another_do_no_harm() {
        assert_eq!(rules(&"@media all{".repeat(90_000)), []);
        assert_eq!(rules(&"@media print{".repeat(90_000)), []);
    }

    #[test]
    fn a_rule_is_found_by_what_an_element_must_have() {
        let page = Html::parse_document(
            "<style>#one{display:none} div .two.more{display:none} P:first-child{display:none} \
             [data-x], em{display:none} td > *{display:none} b{font-weight:bold}</style>\
             <p>y<p>n<i id=one>y</i><i class=two>n</i><div><i class='more two'>y</i></div><s data-x=1>y</s><em>y</em><b>n</b>",
        );
        let mut sheet = Sheet::of(&page);
        assert_eq!(sheet.rules.len(), 5);
        let all = Selector::parse("p, i, s, em, b").unwrap();
        for element in page.select(&all) {
            let mut style = Style::default();
            assert!(sheet.add_to(&mut style, element, 3).is_ok());
            // A paragraph reaches up to the next one, so only its first letter is its own.
            let expected = element.text().next().unwrap_or_default();
            assert_eq!(style.hides, expected.starts_with('y'), "{}", element.html());
        }
    }

    #[test]
    fn an_id_outweighs_classes_and_a_later_rule_an_earlier_one() {
        assert!(weight("#a", 0) > weight("td.b.c.d.e", 4095));
        assert!(weight("td.b", 1) > weight(".a", 0));
        assert!(weight("#a #b #c #d #e", usize::MAX) < INLINE);
    }
}
