//! One method of an API: where it is, which scopes open it, and what it costs.

use kernel::Scope;
use wire::{Address, Method, Url, WireError};

use super::quota::Cost;

#[derive(Debug)]
pub(crate) struct Route {
    /// Its name in Google's own description.
    pub(crate) id: &'static str,
    pub(crate) method: Method,
    /// `{…}` stands for something that is put in.
    pub(crate) path: &'static str,
    /// Any one of these is enough.
    pub(crate) any_of: &'static [Scope],
    pub(crate) cost: Cost,
}

/// A value that can stand for a `{…}`: checked by its own grammar before it gets here.
pub(crate) trait Segment: Sync {
    fn segment(&self) -> &str;
}

macro_rules! by_method {
    ($($name:ident $method:ident),*) => {$(
        pub(crate) const fn $name(
            id: &'static str,
            path: &'static str,
            any_of: &'static [Scope],
            cost: Cost,
        ) -> Self {
            Self { id, method: Method::$method, path, any_of, cost }
        }
    )*};
}

/// Declares the methods of an API, and all of them together for the test against Google's contract.
macro_rules! routes {
    ($($(#[$attr:meta])* $name:ident: $method:ident $id:literal, $path:literal, $any_of:expr, $cost:expr;)*) => {
        $($(#[$attr])* pub(super) static $name: $crate::api::Route =
            $crate::api::Route::$method($id, $path, $any_of, $cost);)*

        #[cfg(test)]
        pub(crate) const ALL: &[&$crate::api::Route] = &[$(&$name),*];
    };
}

pub(crate) use routes;

impl Route {
    by_method!(get GET, post POST, put PUT, patch PATCH, delete DELETE);

    pub(super) fn address(&self, base: &Address, given: &[&dyn Segment]) -> Result<Url, WireError> {
        let mut given = given.iter();
        let segments: Vec<String> = self.path.split('/').map(|segment| filled(segment, &mut given)).collect();
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
    use crate::api::{Id, Meter};

    static APPEND: Route = Route::post(
        "sheets.spreadsheets.values.append",
        "v4/spreadsheets/{spreadsheetId}/values/{range}:append",
        &[],
        Cost::of(Meter::SheetsWrites, 1),
    );

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
