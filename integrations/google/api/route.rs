//! One method of an API: where it is, which scopes open it, and what it costs.

use kernel::Scope;
use wire::{Address, Method, Url, WireError};

use super::Meter;

#[derive(Debug)]
pub(crate) struct Route {
    /// Its name in Google's own description.
    pub(crate) id: &'static str,
    pub(crate) method: Method,
    /// `{…}` stands for something that is put in.
    pub(crate) path: &'static [&'static str],
    /// Any one of these is enough.
    pub(crate) any_of: &'static [Scope],
    pub(crate) cost: Cost,
}

/// What one request takes of whose quota.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cost {
    pub(crate) meter: Meter,
    /// In projects made since May 2026.
    pub(crate) units: u32,
    /// In older ones.
    pub(crate) before: u32,
}

impl Cost {
    pub(crate) const fn of(meter: Meter, units: u32) -> Self {
        Self { meter, units, before: units }
    }

    #[must_use]
    pub(crate) const fn before(self, before: u32) -> Self {
        Self { before, ..self }
    }
}

/// What can stand for a `{…}`: checked by its own grammar before it gets here.
pub(crate) trait Segment: Sync {
    fn segment(&self) -> &str;
}

impl Route {
    pub(super) fn address(&self, base: &Address, given: &[&dyn Segment]) -> Result<Url, WireError> {
        let mut given = given.iter();
        let segments: Vec<String> = self.path.iter().map(|segment| filled(segment, &mut given)).collect();
        let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
        base.at(&segments)
    }
}

/// `{range}:append` with `A1` is `A1:append`.
fn filled<'a>(pattern: &str, given: &mut impl Iterator<Item = &'a &'a dyn Segment>) -> String {
    let parts = pattern.split_once('{').zip(pattern.split_once('}'));
    match parts {
        Some(((before, _), (_, after))) => match given.next() {
            // Without it the verb alone would be another method.
            None => String::new(),
            Some(value) if value.segment().is_empty() => String::new(),
            Some(value) => format!("{before}{}{after}", value.segment()),
        },
        None => pattern.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Id;

    const APPEND: Route = Route {
        id: "sheets.spreadsheets.values.append",
        method: Method::POST,
        path: &["v4", "spreadsheets", "{spreadsheetId}", "values", "{range}:append"],
        any_of: &[],
        cost: Cost::of(Meter::SheetsWrites, 1),
    };

    struct Given(&'static str);

    impl Segment for Given {
        fn segment(&self) -> &str {
            self.0
        }
    }

    #[test]
    fn what_is_put_in_stays_one_segment() {
        let base = Address::parse("TEST", "http://127.0.0.1:1/").unwrap();
        let id = Id::parse("spreadsheet", "abc").unwrap();
        let url = APPEND.address(&base, &[&id, &Given("'Q1/Q2 #1'!A1:B2")]).unwrap();
        assert_eq!(url.path(), "/v4/spreadsheets/abc/values/'Q1%2FQ2%20%231'!A1:B2:append");
        for bad in ["", "."] {
            let refused = APPEND.address(&base, &[&Given(bad), &Given("A1")]);
            assert!(refused.is_err(), "{bad:?}");
        }
        assert!(APPEND.address(&base, &[&id]).is_err(), "a verb without its object is another method");
    }
}
