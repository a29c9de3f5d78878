//! What is said of a tool to whoever calls it.

use std::fmt;
use std::sync::{Arc, LazyLock};

use schemars::{JsonSchema, schema_for};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// What it does, and what it takes. Copies share it.
///
/// Of a compiled tool it is worked out when somebody first wants to know: a start wants its names only, and what all of
/// them say of themselves would be a tenth of what the program takes up at rest.
#[derive(Clone)]
pub struct Wording(Arc<LazyLock<Words, Source>>);

type Source = Box<dyn FnOnce() -> Words + Send>;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Words {
    /// What the model reads about it.
    pub description: String,
    /// JSON schema of the arguments.
    pub schema: Value,
}

impl Wording {
    pub(super) fn given(description: String, schema: Value) -> Self {
        Self::from(Words { description, schema })
    }

    /// What the arguments say of themselves.
    pub(super) fn of_arguments<T: JsonSchema>() -> Self {
        Self(Arc::new(LazyLock::new(Box::new(|| described(schema_for!(T).to_value())))))
    }

    pub(super) fn words(&self) -> &Words {
        &self.0
    }
}

/// The description of the whole is not part of what it takes.
fn described(mut schema: Value) -> Words {
    let mut description = None;
    if let Some(schema) = schema.as_object_mut() {
        description = schema.remove("description");
        schema.remove("title");
        schema.remove("$schema");
    }
    let description = description.and_then(|words| words.as_str().map(str::to_owned));
    Words { description: description.unwrap_or_default(), schema }
}

impl From<Words> for Wording {
    fn from(words: Words) -> Self {
        Self(Arc::new(LazyLock::new(Box::new(|| words))))
    }
}

impl fmt::Debug for Wording {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.words().fmt(formatter)
    }
}

impl PartialEq for Wording {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.words() == other.words()
    }
}

impl Serialize for Wording {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.words().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Wording {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Words::deserialize(deserializer).map(Self::from)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use serde_json::json;

    use super::*;

    static ASKED: AtomicUsize = AtomicUsize::new(0);

    struct Counted;

    impl JsonSchema for Counted {
        fn schema_name() -> std::borrow::Cow<'static, str> {
            "Counted".into()
        }

        fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
            ASKED.fetch_add(1, Ordering::Relaxed);
            schemars::json_schema!({ "description": "Counts.", "type": "object" })
        }
    }

    #[test]
    fn what_a_tool_says_of_itself_is_worked_out_once_and_not_before_somebody_reads_it() {
        let first = Wording::of_arguments::<Counted>();
        let copy = first.clone();
        assert_eq!(ASKED.load(Ordering::Relaxed), 0);
        assert_eq!(
            copy.words(),
            &Words { description: "Counts.".to_owned(), schema: json!({ "type": "object" }) }
        );
        assert_eq!(first, copy);
        assert_eq!(ASKED.load(Ordering::Relaxed), 1);
        let written = serde_json::to_value(&first).unwrap();
        assert_eq!(serde_json::from_value::<Wording>(written).unwrap(), first);
    }
}
