//! A file as Drive is asked for it, and whatever a person or a model calls it.

use kernel::Failure;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::api::{Id, Segment};

/// The shortest id Google gives out for anything in Drive has 19 letters; a shorter word is a name.
const SHORTEST_ID: usize = 15;

/// An id, and the key that links of a certain age need beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Handle {
    id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    key: Option<String>,
}

impl Handle {
    pub(crate) fn new(id: &str, key: Option<&str>) -> Result<Self, Failure> {
        let id = Id::parse("file", id)?.as_str().to_owned();
        let key = key.map(|key| Id::parse("file", key)).transpose()?.map(|key| key.as_str().to_owned());
        Ok(Self { id, key })
    }

    /// The person's own My Drive.
    pub(crate) fn root() -> Self {
        Self { id: "root".to_owned(), key: None }
    }

    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// The value of the header that carries the key.
    pub(super) fn keys(&self) -> Option<String> {
        self.key.as_ref().map(|key| format!("{}/{key}", self.id))
    }
}

impl Segment for Handle {
    fn segment(&self) -> &str {
        &self.id
    }
}

/// What somebody calls a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Called {
    Root,
    /// By its address, which leaves no doubt.
    Handle(Handle),
    /// One word that may be an id and may be a name.
    Word(Handle),
    /// Names from the top down.
    Path(Vec<String>),
    Name(String),
}

impl Called {
    pub(crate) fn parse(given: &str) -> Result<Self, Failure> {
        let given = given.trim();
        if given.is_empty() {
            return Err(Failure::invalid("Say which file: its id, its link, or its name."));
        }
        if given.contains("://") {
            return linked(given);
        }
        if given == "/" || given.eq_ignore_ascii_case("root") || given.eq_ignore_ascii_case("my drive") {
            return Ok(Self::Root);
        }
        if given.contains('/') {
            let names = given.split('/').map(str::trim).filter(|name| !name.is_empty());
            let names: Vec<String> = names.map(str::to_owned).collect();
            return match names.split_first() {
                None => Ok(Self::Root),
                Some((first, rest)) if first.eq_ignore_ascii_case("my drive") => {
                    Ok(if rest.is_empty() { Self::Root } else { Self::Path(rest.to_vec()) })
                }
                Some(_) => Ok(Self::Path(names)),
            };
        }
        match Handle::new(given, None) {
            Ok(handle) if given.len() >= SHORTEST_ID => Ok(Self::Word(handle)),
            Ok(_) | Err(_) => Ok(Self::Name(given.to_owned())),
        }
    }
}

/// `https://docs.google.com/document/d/ID/edit`, `https://drive.google.com/drive/folders/ID`, `…?id=ID`.
fn linked(given: &str) -> Result<Called, Failure> {
    let refuse = || {
        Failure::invalid(
            "That is no link to a file in Google Drive. Use one that begins with https://drive.google.com/ or \
             https://docs.google.com/.",
        )
    };
    let url = Url::parse(given).map_err(|_| refuse())?;
    let google = |host: &str| host == "google.com" || host.ends_with(".google.com");
    if !matches!(url.scheme(), "https" | "http") || !url.host_str().is_some_and(google) {
        return Err(refuse());
    }
    let named = |name: &str| {
        let found = url.query_pairs().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.into_owned())
    };
    let segments: Vec<&str> = url.path_segments().into_iter().flatten().collect();
    let after = segments.windows(2).find_map(|pair| match pair {
        ["d" | "folders", id] if !id.is_empty() => Some((*id).to_owned()),
        _ => None,
    });
    match after.or_else(|| named("id")) {
        Some(id) => Handle::new(&id, named("resourcekey").as_deref()).map(Called::Handle),
        None if segments.contains(&"my-drive") => Ok(Called::Root),
        None => Err(refuse()),
    }
}

#[cfg(test)]
mod tests {
    use kernel::Code;
    use proptest::prelude::*;

    use super::*;

    fn handle(id: &str, key: Option<&str>) -> Handle {
        Handle::new(id, key).unwrap()
    }

    #[test]
    fn every_kind_of_link_leads_to_its_file() {
        for link in [
            "https://docs.google.com/document/d/1AbC-d_9/edit#heading=h.1",
            "https://docs.google.com/spreadsheets/d/1AbC-d_9/edit?gid=0",
            "https://drive.google.com/file/d/1AbC-d_9/view?usp=sharing",
            "https://drive.google.com/drive/u/0/folders/1AbC-d_9",
            "https://drive.google.com/open?id=1AbC-d_9",
            "  https://drive.google.com/a/example.com/file/d/1AbC-d_9/view ",
        ] {
            assert_eq!(Called::parse(link).unwrap(), Called::Handle(handle("1AbC-d_9", None)), "{link}");
        }
        assert_eq!(
            Called::parse("https://drive.google.com/file/d/1AbC/view?resourcekey=0-x_Y").unwrap(),
            Called::Handle(handle("1AbC", Some("0-x_Y")))
        );
        assert_eq!(handle("1AbC", Some("0-x_Y")).keys().as_deref(), Some("1AbC/0-x_Y"));
        assert_eq!(Called::parse("https://drive.google.com/drive/my-drive").unwrap(), Called::Root);
    }

    #[test]
    fn links_to_elsewhere_are_refused() {
        for link in [
            "https://evil.example/file/d/1AbC/view",
            "https://google.com.evil.example/d/1AbC",
            "https://drive.google.com/drive/trash",
            "https://drive.google.com/file/d/..%2F..%2Fabout/view",
            "ftp://drive.google.com/d/1AbC",
        ] {
            assert_eq!(Called::parse(link).unwrap_err().code, Code::InputInvalid, "{link}");
        }
    }

    #[test]
    fn names_paths_and_ids_are_told_apart() {
        let path = |names: &[&str]| Called::Path(names.iter().map(|name| (*name).to_owned()).collect());
        assert_eq!(Called::parse("My Drive").unwrap(), Called::Root);
        assert_eq!(Called::parse("Clients / Harbour Museum").unwrap(), path(&["Clients", "Harbour Museum"]));
        assert_eq!(Called::parse("/My Drive/Clients/").unwrap(), path(&["Clients"]));
        assert_eq!(Called::parse("Budget").unwrap(), Called::Name("Budget".into()));
        assert_eq!(
            Called::parse("Quarter three in one page").unwrap(),
            Called::Name("Quarter three in one page".into())
        );
        let id = "1AbCdEfGhIjKlMnOpQrStUvWxYz012345";
        assert_eq!(Called::parse(id).unwrap(), Called::Word(handle(id, None)));
        assert!(Called::parse(" ").is_err());
    }

    proptest! {
        #[test]
        fn whatever_is_given_never_becomes_more_than_one_segment(
            given in ".*|https://(drive|docs)\\.google\\.com/(file/d/|drive/folders/|open\\?id=).*"
        ) {
            if let Ok(Called::Handle(handle) | Called::Word(handle)) = Called::parse(&given) {
                let plain = |letter: u8| letter.is_ascii_alphanumeric() || letter == b'-' || letter == b'_';
                prop_assert!(!handle.id.is_empty() && handle.id.bytes().all(plain), "{}", handle.id);
                prop_assert!(handle.key.iter().all(|key| key.bytes().all(plain)));
            }
        }
    }
}
