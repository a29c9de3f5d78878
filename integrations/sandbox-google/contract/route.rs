//! Finds the method for a raw path, one segment per variable, as it came over the wire.
//!
//! The path is never decoded before it is cut into segments: a slash inside an id must be written `%2F`, and an id
//! that says `..` leads nowhere.

use std::collections::BTreeMap;

use super::document::{Api, Method};

/// One way into a method.
#[derive(Debug)]
pub(super) struct Route {
    api: usize,
    method: usize,
    entrance: Entrance,
    segments: Vec<Segment>,
}

/// Whether the request carries JSON or media.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entrance {
    Plain,
    Upload,
    Resumable,
}

/// The method a path leads to, with its decoded variables.
#[derive(Debug)]
pub(crate) struct Found<'a> {
    pub(crate) api: &'a Api,
    pub(crate) method: &'a Method,
    pub(crate) entrance: Entrance,
    pub(crate) path: BTreeMap<String, String>,
    /// The path as it came over the wire.
    pub(crate) raw_path: String,
}

/// A path that no server should have been sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PathFault {
    /// A character that must be percent-encoded, or a broken percent-encoding.
    Malformed,
}

#[derive(Debug)]
enum Segment {
    Literal(String),
    /// A variable, with the `:verb` that follows it in the same segment, if any.
    Variable {
        name: String,
        verb: String,
    },
}

/// The routes of all methods, those with more literal text first.
pub(super) fn table(apis: &[Api]) -> Vec<Route> {
    let mut routes = Vec::new();
    for (api_index, api) in apis.iter().enumerate() {
        for (method_index, method) in api.methods.iter().enumerate() {
            let plain = format!("{}/{}", api.service_path, method.path);
            let mut add = |entrance, path: &str| {
                routes.push(Route {
                    api: api_index,
                    method: method_index,
                    entrance,
                    segments: template(path),
                });
            };
            add(Entrance::Plain, &plain);
            for (name, protocol) in method.media_upload.iter().flat_map(|upload| &upload.protocols) {
                let entrance = if name == "resumable" { Entrance::Resumable } else { Entrance::Upload };
                add(entrance, &protocol.path);
            }
        }
    }
    routes.sort_by_key(|route| route.segments.iter().map(Segment::openness).collect::<Vec<_>>());
    routes
}

/// The best route for a raw path: literal text wins over variables.
pub(super) fn find<'a>(
    apis: &'a [Api],
    routes: &'a [Route],
    verb: &str,
    raw_path: &str,
) -> Result<Option<Found<'a>>, PathFault> {
    let given: Vec<&str> = raw_path.trim_start_matches('/').split('/').collect();
    if !given.iter().all(|segment| is_well_formed(segment)) {
        return Err(PathFault::Malformed);
    }
    for route in routes {
        let Some(api) = apis.get(route.api) else { continue };
        let Some(method) = api.methods.get(route.method) else { continue };
        if method.verb != verb {
            continue;
        }
        if let Some(path) = fit(&route.segments, &given) {
            return Ok(Some(Found {
                api,
                method,
                entrance: route.entrance,
                path,
                raw_path: raw_path.to_owned(),
            }));
        }
    }
    Ok(None)
}

/// Decodes `%XX`; `None` when what comes out is no UTF-8.
pub(crate) fn decode(segment: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(segment.len());
    let mut rest = segment.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let high = char::from(rest.next()?).to_digit(16)?;
            let low = char::from(rest.next()?).to_digit(16)?;
            bytes.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

fn template(path: &str) -> Vec<Segment> {
    path.trim_matches('/')
        .split('/')
        .map(|segment| match segment.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
            Some((name, verb)) => Segment::Variable { name: name.to_owned(), verb: verb.to_owned() },
            None => Segment::Literal(segment.to_owned()),
        })
        .collect()
}

impl Segment {
    fn openness(&self) -> u8 {
        match self {
            Self::Literal(_) => 0,
            Self::Variable { verb, .. } if verb.is_empty() => 2,
            Self::Variable { .. } => 1,
        }
    }
}

fn fit(segments: &[Segment], given: &[&str]) -> Option<BTreeMap<String, String>> {
    if segments.len() != given.len() {
        return None;
    }
    let mut path = BTreeMap::new();
    for (segment, raw) in segments.iter().zip(given) {
        match segment {
            Segment::Literal(text) if text == raw => {}
            Segment::Literal(_) => return None,
            Segment::Variable { name, verb } => {
                let value = raw.strip_suffix(verb.as_str())?;
                if matches!(value, "" | "." | "..") {
                    return None;
                }
                path.insert(name.clone(), decode(value)?);
            }
        }
    }
    Some(path)
}

/// The characters RFC 3986 allows in a path segment.
fn is_well_formed(segment: &str) -> bool {
    let mut bytes = segment.bytes();
    while let Some(byte) = bytes.next() {
        let fine = match byte {
            b'%' => {
                bytes.next().is_some_and(|digit| digit.is_ascii_hexdigit())
                    && bytes.next().is_some_and(|digit| digit.is_ascii_hexdigit())
            }
            _ => byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@".contains(&byte),
        };
        if !fine {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Contract;
    use super::*;

    fn found(verb: &str, path: &str) -> Option<(String, BTreeMap<String, String>)> {
        let contract = Contract::shared();
        let found = contract.find(verb, path).unwrap()?;
        Some((found.method.id.clone(), found.path))
    }

    #[test]
    fn literal_routes_win_over_variables() {
        let (id, _) = found("POST", "/gmail/v1/users/me/messages/batchModify").unwrap();
        assert_eq!(id, "gmail.users.messages.batchModify");
        let (id, _) = found("GET", "/v4/spreadsheets/abc/values:batchGet").unwrap();
        assert_eq!(id, "sheets.spreadsheets.values.batchGet");
    }

    #[test]
    fn a_slash_inside_a_variable_must_be_encoded() {
        let (id, path) = found("GET", "/v4/spreadsheets/abc/values/'Q1%2FQ2%20%231'!A1:B2").unwrap();
        assert_eq!(id, "sheets.spreadsheets.values.get");
        assert_eq!(path["range"], "'Q1/Q2 #1'!A1:B2");
        assert!(found("GET", "/v4/spreadsheets/abc/values/'Q1/Q2'!A1:B2").is_none());
    }

    #[test]
    fn a_verb_after_a_colon_is_not_part_of_the_value() {
        let (id, path) = found("POST", "/v4/spreadsheets/abc/values/A1:B2:append").unwrap();
        assert_eq!(id, "sheets.spreadsheets.values.append");
        assert_eq!(path["range"], "A1:B2");
    }

    #[test]
    fn an_id_of_dots_leads_nowhere_and_an_encoded_one_stays_in_its_segment() {
        assert!(found("GET", "/gmail/v1/users/me/messages/..").is_none());
        let (id, path) = found("GET", "/gmail/v1/users/me/messages/..%2F..%2Fdrive%2Fv3%2Fabout").unwrap();
        assert_eq!(id, "gmail.users.messages.get");
        assert_eq!(path["id"], "../../drive/v3/about");
    }

    #[test]
    fn an_unencoded_illegal_character_is_refused() {
        let contract = Contract::shared();
        for path in ["/gmail/v1/users/me/messages/a\"b", "/gmail/v1/users/me/messages/a%2", "/gmail/v1/{x}"] {
            assert_eq!(contract.find("GET", path).err(), Some(PathFault::Malformed), "{path}");
        }
    }

    #[test]
    fn media_has_its_own_paths() {
        let contract = Contract::shared();
        let found = contract.find("POST", "/upload/gmail/v1/users/me/messages/send").unwrap().unwrap();
        assert_eq!(
            (found.method.id.as_str(), found.entrance),
            ("gmail.users.messages.send", Entrance::Upload)
        );
        let found = contract.find("POST", "/upload/drive/v3/files").unwrap().unwrap();
        assert_eq!(found.method.id, "drive.files.create");
    }

    proptest! {
        #[test]
        fn any_path_is_matched_without_a_panic(path in "(/[ -~]{0,12}){0,8}") {
            let contract = Contract::shared();
            let _ = contract.find("GET", &path).is_ok();
        }
    }
}
