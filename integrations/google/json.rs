//! Google's JSON: parts of its answers, declared by their fields, and its names.

use serde::Serialize;
use serde_json::json;

/// Declares structs that Google's JSON is read into: each field may be missing, and its name is in camel case there.
macro_rules! google_json {
    ($($(#[$attr:meta])* $name:ident { $($(#[$field_attr:meta])* $field:ident: $type:ty),* $(,)? })*) => {$(
        $(#[$attr])*
        #[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "camelCase", default)]
        pub(crate) struct $name {
            $($(#[$field_attr])* pub(crate) $field: $type,)*
        }
    )*};
}

pub(crate) use google_json;

/// Google's name of one of our variants, which is the same in capitals.
pub(crate) fn google_name<T: Serialize>(variant: &T) -> String {
    json!(variant).as_str().unwrap_or_default().to_uppercase()
}
