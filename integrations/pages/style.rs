//! What is said of an element, from wherever it is said, and which word on it counts.

use std::collections::HashMap;
use std::rc::Rc;

use crate::css::Declared;
use crate::css_text::{LONGEST, plain};
use crate::meaning;
use crate::property::{Property, Value};
use crate::verdict::Verdict;

/// What is said by the kind of an element, and by a picture that may be missing.
pub(crate) const USUAL: u64 = 0;
/// What is said by attributes other than `style`.
pub(crate) const ATTRIBUTE: u64 = 1;
/// What is said by a style sheet weighs from this on, and less than `INLINE`.
pub(crate) const SHEET: u64 = 2;
/// What is said by `style`.
pub(crate) const INLINE: u64 = 1 << 56;
/// What is said to be important weighs so much more.
const IMPORTANT: u64 = 1 << 60;

/// A page may have so many properties of its own in one place.
const MOST_OWN: usize = 200;
/// Values may refer to one another so often.
const MOST_STEPS: usize = 30;

/// The properties that a page made up for itself.
pub(crate) type Own = Rc<HashMap<String, String>>;

/// Declarations that were understood.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Declarations {
    known: Vec<(Property, Value, u64)>,
    own: Vec<(String, String, u64)>,
}

impl Declarations {
    pub(crate) fn read(declared: &[Declared]) -> Self {
        let mut found = Self::default();
        for one in declared {
            let weight = if one.important { IMPORTANT } else { 0 };
            if one.name.starts_with("--") {
                found.own.push((one.name.clone(), one.value.clone(), weight));
            } else {
                let said = meaning::read(&one.name, &one.value);
                found.known.extend(said.into_iter().map(|(property, value)| (property, value, weight)));
            }
        }
        found
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.known.is_empty() && self.own.is_empty()
    }
}

/// What is said of an element.
#[derive(Clone, Debug, Default)]
pub(crate) struct Style {
    /// One for each property of which something is said: of most, nothing is.
    said: Vec<(Property, Value, u64)>,
    /// A bit for each of these, as many are asked for.
    mentioned: u64,
    own: Vec<(String, String, u64)>,
    /// What no declaration can change.
    pub(crate) verdict: Verdict,
}

impl Style {
    /// Of two things said, the weightier counts; of two that weigh the same, the later.
    pub(crate) fn say(&mut self, property: Property, value: Value, weight: u64) {
        self.mentioned |= bit(property);
        match self.said.iter_mut().find(|(known, _, _)| *known == property) {
            Some((_, _, earlier)) if *earlier > weight => {}
            Some(slot) => *slot = (property, value, weight),
            None => self.said.push((property, value, weight)),
        }
    }

    pub(crate) fn add(&mut self, declarations: &Declarations, weight: u64) {
        for (property, value, more) in &declarations.known {
            self.say(*property, value.clone(), weight + more);
        }
        self.own.extend(
            declarations.own.iter().map(|(name, value, more)| (name.clone(), value.clone(), weight + more)),
        );
    }

    /// What counts. Nothing where nothing was said, or that it be as if nothing were.
    pub(crate) fn value(&self, property: Property) -> Option<&Value> {
        self.said(property).filter(|value| **value != Value::Initial)
    }

    pub(crate) fn is_initial(&self, property: Property) -> bool {
        self.said(property) == Some(&Value::Initial)
    }

    fn said(&self, property: Property) -> Option<&Value> {
        if self.mentioned & bit(property) == 0 {
            return None;
        }
        self.said.iter().find(|(known, _, _)| *known == property).map(|(_, value, _)| value)
    }

    /// The page's own properties here, given those around; what refers to them is made to say what they say.
    pub(crate) fn resolve(&mut self, around: &Own) -> Own {
        let own = self.own_within(around);
        let mut doubt = Verdict::Seen;
        self.said.retain_mut(|(property, said, _)| {
            let Value::Pending { name, value } = said else { return true };
            let written = filled_in(value, &own);
            let is_known = written.is_ok();
            let found = written.ok().flatten().map(|value| meaning::read(name, &value)).unwrap_or_default();
            let found = found.into_iter().find(|(part, _)| part == property).map(|(_, value)| value);
            // What still waits for something is not understood here.
            let waits = matches!(found, Some(Value::Pending { .. }));
            doubt = doubt.max(Verdict::doubtful_if(waits || !is_known));
            match found {
                Some(value) if !waits => *said = value,
                Some(_) | None => return false,
            }
            true
        });
        self.verdict = self.verdict.max(doubt);
        own
    }

    fn own_within(&mut self, around: &Own) -> Own {
        if self.own.is_empty() {
            return Rc::clone(around);
        }
        let mut own = HashMap::clone(around);
        let mut said = std::mem::take(&mut self.own);
        said.sort_by_key(|(_, _, weight)| *weight);
        for (name, value, _) in said {
            if own.len() >= MOST_OWN && !own.contains_key(&name) {
                self.verdict = self.verdict.max(Verdict::Doubtful);
            } else {
                own.insert(name, value);
            }
        }
        Rc::new(own)
    }
}

fn bit(property: Property) -> u64 {
    1 << (property as u64)
}

// There is a bit for each.
const _: () = assert!(Property::ALL.len() <= 64);

struct TooMuch;

/// With the page's own properties written out. Nothing if one of them is missing.
fn filled_in(value: &str, own: &Own) -> Result<Option<String>, TooMuch> {
    if value.len() >= LONGEST {
        return Err(TooMuch);
    }
    let mut written = value.replace("env(", "var(");
    for _ in 0..MOST_STEPS {
        // The last one has no other in it.
        let Some(start) = written.rfind("var(") else { return Ok(Some(plain(&written))) };
        let rest = written.get(start + 4..).unwrap_or_default();
        let Some(end) = closing(rest) else { return Ok(None) };
        let inside = rest.get(..end).unwrap_or_default();
        let (name, instead) =
            inside.split_once(',').map_or((inside, None), |(name, instead)| (name, Some(instead)));
        let own_value = own.get(name.trim()).map(String::as_str);
        let Some(found) = own_value.filter(|value| *value != "initial").or(instead) else { return Ok(None) };
        let after = rest.get(end + 1..).unwrap_or_default();
        written = format!("{}{found}{after}", written.get(..start).unwrap_or_default());
        if written.len() >= LONGEST {
            return Err(TooMuch);
        }
    }
    Err(TooMuch)
}

/// Where the bracket that is open ends.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1_usize;
    text.bytes().position(|letter| {
        match letter {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        depth == 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::css::declarations;
    use crate::property::{Display, Ink};

    fn style(css: &str) -> Style {
        let mut style = Style::default();
        style.add(&Declarations::read(&declarations(css)), INLINE);
        style.resolve(&Own::default());
        style
    }

    #[test]
    fn the_last_word_on_a_property_counts() {
        let display = |css: &str| style(css).value(Property::Display).cloned();
        assert_eq!(display("display:none;display:block"), Some(Value::Display(Display::Block)));
        assert_eq!(display("display:none!important;display:block"), Some(Value::Display(Display::None)));
        assert_eq!(display("display:none;display:nonsense"), Some(Value::Display(Display::None)));
        assert_eq!(display("--x:none;display:var(--x)"), Some(Value::Display(Display::None)));
        assert_eq!(display("display:var(--x, var(--y, none))"), Some(Value::Display(Display::None)));
        assert_eq!(display("--x:var(--x);display:var(--x)"), None);
    }

    #[test]
    fn the_weightier_word_counts() {
        let mut style = Style::default();
        let said = |css: &str| Declarations::read(&declarations(css));
        style.add(&said("color:#f00!important"), SHEET);
        style.add(&said("color:#00f"), INLINE);
        let red = crate::colour::Colour::read("#f00").unwrap();
        assert_eq!(style.value(Property::Ink), Some(&Value::Ink(Ink::Of(red))));
        style.add(&said("color:inherit!important"), INLINE);
        assert_eq!(style.value(Property::Ink), Some(&Value::Inherited));
    }

    #[test]
    fn values_that_grow_without_measure_are_given_up() {
        let css = "--a:var(--b)var(--b);--b:var(--c)var(--c);--c:1px 1px;".to_owned()
            + "margin:"
            + &"var(--a)".repeat(40);
        assert_eq!(style(&css).verdict, Verdict::Doubtful);
    }
}
