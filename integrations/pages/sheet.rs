//! A page's own style sheets: which of their rules apply to an element.
//!
//! Keeps those rules alone that could make something vanish. Every rule is filed under the id, the class or the name that
//! an element must have, so that few are tried on each.

use std::collections::HashMap;

use scraper::{ElementRef, Html, Selector};

use crate::css::rules;
use crate::css_text::{parted, plain};
use crate::media::{Holds, media};
use crate::property::{Property, Value};
use crate::selector::{Understood, understood, weight};
use crate::style::{Declarations, INLINE, Style};

/// So many steps are taken to try rules on the elements of one page. It takes a page made for it to need more.
const PATIENCE: usize = 20_000_000;

pub(crate) struct Sheet {
    rules: Vec<Rule>,
    by_id: HashMap<String, Vec<usize>>,
    by_class: HashMap<String, Vec<usize>>,
    by_name: HashMap<String, Vec<usize>>,
    for_any: Vec<usize>,
    /// How animations end.
    endings: HashMap<String, Declarations>,
    patience: usize,
    is_tangled: bool,
}

/// A page too tangled to be read to its end.
pub(crate) struct Tangled;

struct Rule {
    selector: Selector,
    declarations: Declarations,
    weight: u64,
    holds: Holds,
    reach: Reach,
}

/// How far one has to look to see whether a rule applies.
#[derive(Clone, Copy)]
enum Reach {
    Element,
    /// What it is in, and what is beside it.
    Around,
    /// What is in it, too; and for so many brackets in one another, all that is around at each step.
    Within(u32),
}

impl Sheet {
    pub(crate) fn of(page: &Html) -> Self {
        let mut sheet = Self {
            rules: Vec::new(),
            by_id: HashMap::new(),
            by_class: HashMap::new(),
            by_name: HashMap::new(),
            for_any: Vec::new(),
            endings: HashMap::new(),
            patience: PATIENCE,
            is_tangled: false,
        };
        let Ok(styles) = Selector::parse("style") else { return sheet };
        for style in page.select(&styles).filter(|style| counts(*style)) {
            let limit = style.value().attr("media").map_or(Holds::Always, |queries| media(&plain(queries)));
            if limit > Holds::Never {
                sheet.take_all(&style.text().collect::<String>(), limit);
            }
        }
        sheet
    }

    pub(crate) fn is_tangled(&self) -> bool {
        self.is_tangled
    }

    /// Adds what the rules say of this element, so many elements deep in the page. What is said of it where all the rules
    /// hold that may hold, if that is something else.
    pub(crate) fn add_to(
        &mut self,
        style: &mut Style,
        element: ElementRef<'_>,
        depth: usize,
    ) -> Result<Option<Style>, Tangled> {
        let mut perhaps = Vec::new();
        let (value, rules) = (element.value(), &self.rules);
        let filed = self.by_name.get(value.name()).into_iter();
        let filed = filed.chain(value.id().and_then(|id| self.by_id.get(id)));
        let filed = filed.chain(value.classes().filter_map(|class| self.by_class.get(class)));
        for rule in filed.flatten().chain(&self.for_any).filter_map(|place| rules.get(*place)) {
            self.patience = self.patience.checked_sub(rule.reach.steps(element, depth)).ok_or(Tangled)?;
            if !rule.selector.matches(&element) {
            } else if rule.holds == Holds::Always {
                style.add(&rule.declarations, rule.weight);
            } else {
                perhaps.push(rule);
            }
        }
        let mut more = (!perhaps.is_empty()).then(|| style.clone());
        if let Some(more) = &mut more {
            for rule in perhaps {
                more.add(&rule.declarations, rule.weight);
            }
        }
        let ending = self.ending_of(more.as_ref().unwrap_or(style));
        if let Some(ending) = ending {
            // What moves outweighs what is said to stand still.
            more.get_or_insert_with(|| style.clone()).add(ending, INLINE * 2);
        }
        Ok(more)
    }

    fn ending_of(&self, style: &Style) -> Option<&Declarations> {
        let Some(Value::Names(names)) = style.value(Property::Animation) else { return None };
        parted(names, ' ').into_iter().find_map(|name| self.endings.get(name.trim_matches(',')))
    }

    fn take_all(&mut self, source: &str, limit: Holds) {
        let found = rules(source);
        self.is_tangled |= found.is_tangled;
        for (name, declared) in found.endings {
            self.endings.insert(name, Declarations::read(&declared));
        }
        for rule in found.rules {
            let declarations = Declarations::read(&rule.declared);
            if !declarations.is_empty() {
                self.take(&rule.selectors, &declarations, rule.holds.min(limit));
            }
        }
    }

    fn take(&mut self, selectors: &str, declarations: &Declarations, holds: Holds) {
        let understood: Vec<Understood> = parted(selectors, ',').into_iter().map(understood).collect();
        // Where one of them is wrong, a browser leaves out the rule: but it may know what is not known here.
        let is_strange = understood.iter().any(|one| matches!(one, Understood::InPart(_)));
        let holds = if is_strange { holds.min(Holds::Perhaps) } else { holds };
        for one in understood {
            let (Understood::Whole(one) | Understood::InPart(one)) = one else { continue };
            let Ok(selector) = Selector::parse(&one) else { continue };
            let place = self.rules.len();
            let weight = weight(&one, place);
            let declarations = declarations.clone();
            self.rules.push(Rule { selector, declarations, weight, holds, reach: Reach::of(&one) });
            self.file(&one).push(place);
        }
    }

    /// The rules for the id, the class or the name that an element must have for this selector.
    fn file(&mut self, selector: &str) -> &mut Vec<usize> {
        if selector.contains(['(', '[', '"', '\\', '|', '/']) {
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
            Self::Within(steps_within(selector))
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
            Self::Within(0) => TRY + around() + element.descendants().count(),
            Self::Within(more) => {
                TRY + around() + element.descendants().count() + depth.saturating_pow(more + 1).min(PATIENCE)
            }
        }
    }
}

/// How many brackets lie in one another in which something is within something else.
fn steps_within(selector: &str) -> u32 {
    let (mut deepest, mut open) = (0, Vec::new());
    let mut is_word = false;
    for letter in selector.chars() {
        match letter {
            '(' => open.push(false),
            ')' => {
                open.pop();
            }
            ' ' | '>' | '~' | '+' if is_word => open.last_mut().into_iter().for_each(|within| *within = true),
            _ => {}
        }
        is_word = !matches!(letter, '(' | ',' | ' ');
        deepest = deepest.max(open.iter().filter(|within| **within).count());
    }
    u32::try_from(deepest).unwrap_or(u32::MAX - 1)
}

/// Not one of another language, nor one that is itself hidden from the page.
fn counts(style: ElementRef<'_>) -> bool {
    let kind = style.value().attr("type").unwrap_or_default().trim();
    let is_css = kind.is_empty() || kind.eq_ignore_ascii_case("text/css");
    let is_inert = |name: &str| matches!(name, "template" | "noscript" | "iframe" | "textarea" | "title");
    is_css
        && !style
            .ancestors()
            .any(|outer| outer.value().as_element().is_some_and(|outer| is_inert(outer.name())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::property::Display;

    #[test]
    fn a_rule_is_found_by_what_an_element_must_have() {
        let page = Html::parse_document(
            "<style>#one{display:none} div .two.more{display:none} P:first-child{display:none} \
             [data-x], em{display:none} td > *{display:none} b{font-weight:bold}</style>\
             <p>y<p>n<i id=one>y</i><i class=two>n</i><div><i class='more two'>y</i></div><s data-x=1>y</s><em>y</em><b>n</b>",
        );
        let mut sheet = Sheet::of(&page);
        assert_eq!(sheet.rules.len(), 6);
        let all = Selector::parse("p, i, s, em, b").unwrap();
        for element in page.select(&all) {
            let mut style = Style::default();
            assert!(sheet.add_to(&mut style, element, 3).is_ok());
            // A paragraph reaches up to the next one, so only its first letter is its own.
            let expected = element.text().next().unwrap_or_default();
            let is_hidden = style.value(Property::Display) == Some(&Value::Display(Display::None));
            assert_eq!(is_hidden, expected.starts_with('y'), "{}", element.html());
        }
    }
}
